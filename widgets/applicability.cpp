// SPDX-License-Identifier: GPL-3.0-or-later
#include "applicability.h"

#include <QCoreApplication>

using encodings::Scheme;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("applicability", text); }

} // namespace

QString whyNoPairs(const encodings::SceneSeries& series)
{
    const auto& mechanism = series.scheme.mechanism;
    if (series.scheme.frequencies().size() > 0)
        return {};
    if (std::holds_alternative<encodings::ScoreTerm>(mechanism))
        return tr("it changes scores and turns no pairs; see Bias and Scores");
    if (std::holds_alternative<encodings::AdditiveRows>(mechanism))
        return tr("its values are not sines of pairs; see Table and Similarity");
    return tr("it turns no pairs; see Scores and Attention");
}

QString whyNoEvenTurns(const encodings::SceneSeries& series)
{
    const QString reason = whyNoPairs(series);
    if (!reason.isEmpty() || series.scheme.hasEvenIds())
        return reason;
    return tr("its position ids are not evenly spaced; see Positions and Table");
}

QString whyNoTurnsFromZero(const encodings::SceneSeries& series)
{
    const QString reason = whyNoEvenTurns(series);
    if (!reason.isEmpty() || series.scheme.positionOffset == 0.0)
        return reason;
    return tr("its positions are shifted; see Positions, Curves and Table");
}

QString whyNoPlainDistances(const encodings::SceneSeries& series)
{
    const QString reason = whyNoEvenTurns(series);
    if (!reason.isEmpty() || (!series.scheme.distance && !series.scheme.renumbered))
        return reason;
    return tr("it changes the distances themselves; see Positions, Scores and Attention");
}

QString whyNoRotation(const encodings::SceneSeries& series)
{
    const QString reason = whyNoPairs(series);
    if (!reason.isEmpty() || std::holds_alternative<encodings::Rotary>(series.scheme.mechanism))
        return reason;
    return tr("it adds a table to the embedding and turns no channels; see Table");
}

QString whyNoScoreTerm(const encodings::SceneSeries& series)
{
    const auto& mechanism = series.scheme.mechanism;
    if (std::holds_alternative<encodings::ScoreTerm>(mechanism)
        || std::holds_alternative<std::monostate>(mechanism))
        return {};
    if (std::holds_alternative<encodings::Rotary>(mechanism))
        return tr("it turns queries and keys and adds no bias; see Decay");
    return tr("it adds to the embedding, not to the score; see Table and Scores");
}

QString whyNoAddedTable(const encodings::SceneSeries& series)
{
    const auto& mechanism = series.scheme.mechanism;
    if (std::holds_alternative<encodings::AdditiveTable>(mechanism)
        || std::holds_alternative<encodings::AdditiveRows>(mechanism))
        return {};
    return tr("it adds no table to the embedding; see Scores");
}

QString whyNoTable(const encodings::SceneSeries& series)
{
    if (series.scheme.frequencies().size() > 0 || whyNoAddedTable(series).isEmpty())
        return {};
    return tr("it has no value for each position and dimension; see Scores");
}
