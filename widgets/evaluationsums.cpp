// SPDX-License-Identifier: GPL-3.0-or-later
#include "evaluationsums.h"

#include "encodings/attention.h"
#include "encodings/evaluation.h"

#include <algorithm>
#include <cmath>

using Eigen::ArrayXd;
using Eigen::Index;
using encodings::Scheme;

ArrayXd attentionResolutions(const ArrayXd& scores)
{
    const Index longest = scores.size() - 1;
    const ArrayXd powers = (scores - scores.maxCoeff()).exp();
    ArrayXd resolutions(longest);
    double differences = 0.0;
    double sum = 0.0;
    for (Index i = 0; i < longest; ++i) {
        differences += powers[i] * (powers[i] - powers[i + 1]);
        sum += powers[i];
        resolutions[i] = differences / (sum * sum);
    }
    return resolutions;
}

std::optional<ArrayXd> receptiveFields(const Scheme& scheme, double last, Index layers)
{
    // The first key of the window that ends with the query, token by token: all layers together look at every
    // token once.
    const auto windowOf = [&](double query) {
        double key = query;
        while (key > 0.0 && scheme.isVisible(query, key - 1.0))
            --key;
        return key;
    };
    double furthest = windowOf(last);
    double sinks = 0.0;
    while (sinks < furthest && scheme.isVisible(last, sinks))
        ++sinks;
    for (double key = sinks; key < furthest; ++key) {
        if (scheme.isVisible(last, key))
            return std::nullopt;
    }
    if (!scheme.isVisible(last, last))
        return std::nullopt;
    ArrayXd fields(layers);
    for (Index layer = 0; layer < layers; ++layer) {
        if (layer > 0)
            furthest = windowOf(furthest);
        fields[layer] = last - furthest + 1.0 + std::min(sinks, furthest);
    }
    return fields;
}

std::optional<ArrayXd> cumulatedShares(
    const encodings::SceneSeries& series, Index head, Index tokens, std::stop_token stop)
{
    const encodings::Attention attention(series.scheme, series.values);
    const std::int64_t layers = series.values.integer("layers");
    const ArrayXd all = ArrayXd::LinSpaced(tokens, 0.0, static_cast<double>(tokens - 1));
    const std::optional<ArrayXd> shares = attention.followsFromDifference() && !series.scheme.visible
        ? encodings::biasOnlyShares(attention.positionPart(head, 0.0, -all), layers, stop)
        : encodings::biasOnlyShares(
            [&](Index query) {
                return encodings::softmax(
                    attention.logits(head, static_cast<double>(query), all.head(query + 1)));
            },
            tokens, layers, stop);
    return shares ? std::optional(encodings::cumulated(*shares)) : std::nullopt;
}

std::optional<double> firstRise(const ArrayXd& values)
{
    for (Index i = 1; i < values.size(); ++i) {
        // Rounding is no rise.
        if (values[i] > values[i - 1] + 1e-12 * std::abs(values[i]))
            return static_cast<double>(i);
    }
    return std::nullopt;
}
