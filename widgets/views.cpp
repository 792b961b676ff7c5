// SPDX-License-Identifier: GPL-3.0-or-later
#include "views.h"

#include "attentionview.h"
#include "baseboundview.h"
#include "biasview.h"
#include "catalogueview.h"
#include "conversionview.h"
#include "curvesview.h"
#include "decayview.h"
#include "digitsview.h"
#include "evaluationview.h"
#include "layoutview.h"
#include "phaseview.h"
#include "positionsview.h"
#include "precisionview.h"
#include "rotationview.h"
#include "scoresview.h"
#include "similarityview.h"
#include "tableview.h"
#include "wavelengthsview.h"

#include <QCoreApplication>

#include <algorithm>

namespace {

template <typename Class> std::unique_ptr<View> create() { return std::make_unique<Class>(); }

constexpr ViewInfo views[] = {
    { "wavelengths", QT_TRANSLATE_NOOP("views", "Wavelengths"),
        QT_TRANSLATE_NOOP("views", "Wavelength, turns, ratio or reach of every pair"),
        create<WavelengthsView> },
    { "curves", QT_TRANSLATE_NOOP("views", "Curves"),
        QT_TRANSLATE_NOOP("views", "Cosine and sine of chosen pairs against position"), create<CurvesView> },
    { "decay", QT_TRANSLATE_NOOP("views", "Decay"),
        QT_TRANSLATE_NOOP("views", "Inner product of query and key against their distance"),
        create<DecayView> },
    { "digits", QT_TRANSLATE_NOOP("views", "Digits"),
        QT_TRANSLATE_NOOP("views", "The position as digits of a base and as clock hands of the pairs"),
        create<DigitsView> },
    { "positions", QT_TRANSLATE_NOOP("views", "Positions"),
        QT_TRANSLATE_NOOP("views", "Trained, extrapolated and interpolated positions"),
        create<PositionsView> },
    { "precision", QT_TRANSLATE_NOOP("views", "Precision"),
        QT_TRANSLATE_NOOP("views", "Errors of angles in float32, bfloat16 and float16 against position"),
        create<PrecisionView> },
    { "layout", QT_TRANSLATE_NOOP("views", "Layout"),
        QT_TRANSLATE_NOOP("views", "Which channels turn together, interleaved or in halves"),
        create<LayoutView> },
    { "table", QT_TRANSLATE_NOOP("views", "Table"),
        QT_TRANSLATE_NOOP("views", "Every dimension at every position, as a heat map"), create<TableView> },
    { "phase", QT_TRANSLATE_NOOP("views", "Ratio and phase"),
        QT_TRANSLATE_NOOP(
            "views", "What a scaling changes, pair by pair, and the phase difference at a position"),
        create<PhaseView> },
    { "conversion", QT_TRANSLATE_NOOP("views", "Conversion"),
        QT_TRANSLATE_NOOP("views", "Alpha, base and linear factor by the names that other programs use"),
        create<ConversionView> },
    { "base-bound", QT_TRANSLATE_NOOP("views", "Base bound"),
        QT_TRANSLATE_NOOP("views", "The lowest base whose sum of cosines stays positive up to a length"),
        create<BaseBoundView> },
    { "attention", QT_TRANSLATE_NOOP("views", "Attention"),
        QT_TRANSLATE_NOOP("views", "Softmax weights of one query against key position"),
        create<AttentionView> },
    { "rotation", QT_TRANSLATE_NOOP("views", "Rotation"),
        QT_TRANSLATE_NOOP("views", "Pairs of query and key as arrows that turn with their positions"),
        create<RotationView> },
    { "scores", QT_TRANSLATE_NOOP("views", "Scores"),
        QT_TRANSLATE_NOOP(
            "views", "Every query against every key: bias, distance, visibility or softmax weights"),
        create<ScoresView> },
    { "similarity", QT_TRANSLATE_NOOP("views", "Similarity"),
        QT_TRANSLATE_NOOP("views", "How alike the vectors are that a table adds at two positions"),
        create<SimilarityView> },
    { "bias", QT_TRANSLATE_NOOP("views", "Bias"),
        QT_TRANSLATE_NOOP(
            "views", "What is added to the score, or multiplies it, against distance, head by head"),
        create<BiasView> },
    { "evaluation", QT_TRANSLATE_NOOP("views", "Evaluation"),
        QT_TRANSLATE_NOOP("views",
            "Attention expectation and resolution, receptive field, share of the weight, log-decay fit"),
        create<EvaluationView> },
};

} // namespace

std::span<const ViewInfo> allViews() { return views; }

const ViewInfo& catalogueInfo()
{
    static constexpr ViewInfo info { "catalogue", QT_TRANSLATE_NOOP("views", "Catalogue of encodings"),
        QT_TRANSLATE_NOOP("views", "Every encoding: where it enters the model, and how it extrapolates"),
        create<CatalogueView> };
    return info;
}

const ViewInfo* findView(std::string_view id)
{
    const auto found = std::find_if(
        std::begin(views), std::end(views), [&](const ViewInfo& view) { return id == view.id; });
    return found == std::end(views) ? nullptr : found;
}

QString titleOf(const ViewInfo& view) { return QCoreApplication::translate("views", view.title); }

QString summaryOf(const ViewInfo& view) { return QCoreApplication::translate("views", view.summary); }
