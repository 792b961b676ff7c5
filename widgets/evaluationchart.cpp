// SPDX-License-Identifier: GPL-3.0-or-later
#include "evaluationchart.h"

#include "absence.h"
#include "coretext.h"
#include "evaluationitems.h"
#include "evaluationview.h"

#include <algorithm>
#include <cmath>

using encodings::Interval;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

using Chart = EvaluationChart;

/// Weights of the toy, over all series, that take a part of a frame.
constexpr double mostImmediateWeights = 2e5;

QString tr(const char* text) { return EvaluationView::tr(text); }

double longestTarget(const Scene& scene)
{
    double longest = 2.0;
    for (const SceneSeries& series : scene.series)
        longest = std::max(longest, std::ceil(std::max(series.targetLength(), series.trainedLength())));
    return longest;
}

void frameExpectation(Chart& chart, const EvaluationWork&)
{
    chart.rowName = "distance";
    chart.range = chart.scene->range();
    chart.range.second = std::max(chart.range.first + 1.0, chart.range.second);
    chart.xLabel = tr("distance r = m − n (positions)");
    chart.yLabel = tr("attention expectation g(r)");
    chart.about = tr("g(r) = Σ cos(r θᵢ) over pairs, xPos's terms times their decay");
}

void frameResolution(Chart& chart, const EvaluationWork& work)
{
    chart.rowName = "keys";
    chart.range = { 1.0, work.longest };
    chart.logarithmic = true;
    chart.xLabel = tr("keys N");
    chart.yLabel = tr("attention resolution (definition unverified)");
    chart.about = tr("R = Σ eˢ⁽ⁱ⁾(eˢ⁽ⁱ⁾ − eˢ⁽ⁱ⁺¹⁾) / (Σ eˢ⁽ⁱ⁾)² of the expected scores s, a definition that "
                     "could not be verified");
    if (work.longest < work.target)
        chart.about += tr("; up to %1 keys").arg(shown(work.longest));
}

void frameReceptiveField(Chart& chart, const EvaluationWork& work)
{
    double layers = 1.0;
    for (const SceneSeries& series : chart.scene->series)
        layers = std::max(layers, series.values.number("layers"));
    chart.rowName = "layers";
    chart.range = { 0.5, layers + 0.5 };
    chart.isDistance = false;
    chart.xLabel = tr("layers R");
    chart.yLabel = tr("receptive field (tokens)");
    chart.about = tr("a window of w tokens alone reaches R (w − 1) + 1");
    if (work.target > EvaluationWork::mostSeenTokens)
        chart.about += tr("; of the first %1 tokens").arg(shown(EvaluationWork::mostSeenTokens));
}

void frameCumulated(Chart& chart, const EvaluationWork& work)
{
    chart.rowName = "distance";
    chart.range = { 0.0, work.tokens - 1.0 };
    chart.shares = true;
    chart.xLabel = tr("distance from the last token (positions)");
    chart.yLabel = tr("share of the last query's weight (bias-only toy)");
    chart.about = tr("bias-only toy: %1 layers, no content, no residuals")
                      .arg(chart.scene->series.front().values.integer("layers"));
    if (work.tokens < work.target)
        chart.about += tr(", the first %1 tokens only").arg(shown(work.tokens));
}

void frameLogFit(Chart& chart, const EvaluationWork& work)
{
    chart.rowName = "distance";
    chart.range = { 1.0, std::max(2.0, work.longest - 1.0) };
    chart.logarithmic = true;
    chart.xLabel = tr("distance r = m − n (positions, logarithmic)");
    chart.yLabel = tr("added to the score");
    chart.about = tr("dashed: a + b ln r, least squares over whole distances");
    if (work.longest < work.target)
        chart.about += tr(" up to %1").arg(shown(work.longest - 1.0));
}

/// Distances that tell whether a quantity applies.
constexpr double probedLength = 256.0;

/// One choice of the option, with its column in CSV.
struct Quantity {
    const char* word;
    const char* column;
    EvaluationItem (*item)(const evaluationitems::Source& source, const EvaluationWork& work);
    void (*frame)(Chart& chart, const EvaluationWork& work);
};

/// In the order in which "auto" tries them: what says most first.
constexpr Quantity quantities[] = {
    { "expectation", "expectation", evaluationitems::expectation, frameExpectation },
    { "log-fit", "bias", evaluationitems::logFit, frameLogFit },
    { "cumulated", "share", evaluationitems::cumulated, frameCumulated },
    { "resolution", "resolution", evaluationitems::resolution, frameResolution },
    { "receptive-field", "receptive_field", evaluationitems::receptiveField, frameReceptiveField },
};

QString whyNotOf(const Quantity& quantity, const SceneSeries& series)
{
    const auto alone = std::make_shared<const Scene>(Scene { series.values, { series }, {} });
    const EvaluationWork work { .target = std::min(longestTarget(*alone), probedLength), .pending = true };
    return quantity.item(std::make_shared<const BiasSource>(alone, alone->series.front()), work).whyNot;
}

/// What `word` asks for; "auto": the first that applies to `series`, nullptr where none does.
const Quantity* quantityFor(const std::string& word, const SceneSeries& series)
{
    const auto* const found
        = std::find_if(std::begin(quantities), std::end(quantities), [&](const Quantity& one) {
              return word == "auto" ? whyNotOf(one, series).isEmpty() : word == one.word;
          });
    return found == std::end(quantities) ? nullptr : found;
}

/// That of the scene; any where nothing is drawn.
const Quantity& quantityOf(const Scene& scene)
{
    const Quantity* const found = scene.series.empty()
        ? nullptr
        : quantityFor(scene.values.text("evaluation_quantity"), scene.series.front());
    return found ? *found : quantities[0];
}

std::shared_ptr<const Chart> makeChart(
    const std::shared_ptr<const Scene>& scene, bool pending, std::stop_token stop)
{
    const Quantity& quantity = quantityOf(*scene);
    const EvaluationWork work {
        .target = longestTarget(*scene), .pending = pending, .stop = std::move(stop)
    };
    const auto chart = std::make_shared<Chart>();
    chart->scene = scene;
    chart->columnName = quantity.column;
    for (const SceneSeries& series : scene->series)
        chart->items.push_back(quantity.item(std::make_shared<const BiasSource>(scene, series), work));
    quantity.frame(*chart, work);
    return chart;
}

} // namespace

Interval EvaluationChart::valueRange() const
{
    constexpr int columns = 128;
    if (shares)
        return { 0.0, 1.04 };
    std::vector<DistanceFunction> functions;
    for (const EvaluationItem& item : items) {
        for (const DistanceFunction& function : { item.function, item.fit }) {
            if (function.at)
                functions.push_back(function);
        }
    }
    return ::valueRange(functions, distanceColumns(range.first, range.second, logarithmic, columns));
}

QString whyNoQuantity(const SceneSeries& series)
{
    const std::string& word = series.values.text("evaluation_quantity");
    const Quantity* const quantity = quantityFor(word, series);
    if (!quantity)
        return tr("none of the quantities applies to it");
    // A series without values is no reason to show what needs none of them.
    return word == "auto" ? whyNoOwnValue(series) : whyNotOf(*quantity, series);
}

std::shared_ptr<const EvaluationChart> evaluationChart(
    const std::shared_ptr<const Scene>& scene, std::stop_token stop)
{
    return makeChart(scene, false, std::move(stop));
}

std::shared_ptr<const EvaluationChart> pendingChart(const std::shared_ptr<const Scene>& scene)
{
    return makeChart(scene, true, {});
}

bool isLongWork(const Scene& scene)
{
    const double tokens = std::min(longestTarget(scene), EvaluationWork::mostToyTokens);
    return tokens * tokens * static_cast<double>(scene.series.size()) > mostImmediateWeights
        && quantityOf(scene).item == evaluationitems::cumulated;
}
