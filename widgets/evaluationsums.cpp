// SPDX-License-Identifier: GPL-3.0-or-later
#include "evaluationsums.h"

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

ArrayXd cumulatedShares(const encodings::SceneSeries& series, Index head, Index tokens, Index layers,
    const std::function<bool()>& stopped)
{
    const encodings::Attention attention(series.scheme, series.values);
    const ArrayXd keys = ArrayXd::LinSpaced(tokens, 0.0, static_cast<double>(tokens - 1));
    Eigen::MatrixXd weights(tokens, tokens); // a column for each query
    for (Index query = 0; query < tokens; ++query) {
        if (stopped())
            return {};
        weights.col(query)
            = encodings::softmax(attention.logits(head, static_cast<double>(query), keys)).matrix();
    }
    Eigen::VectorXd shares = Eigen::VectorXd::Unit(tokens, tokens - 1);
    for (Index layer = 0; layer < layers && !stopped(); ++layer)
        shares = weights * shares;
    ArrayXd cumulated(tokens);
    double sum = 0.0;
    for (Index distance = 0; distance < tokens; ++distance)
        cumulated[distance] = sum += shares[tokens - 1 - distance];
    return cumulated;
}

Index tokensHolding(const ArrayXd& cumulated, double share)
{
    Index distance = 0;
    while (distance + 1 < cumulated.size() && cumulated[distance] < share)
        ++distance;
    return distance + 1;
}

std::optional<LogFit> logFitOf(const ArrayXd& values)
{
    const Index count = values.size();
    if (count < 3 || !values.isFinite().all())
        return std::nullopt;
    const ArrayXd x = ArrayXd::LinSpaced(count, 1.0, static_cast<double>(count)).log();
    const ArrayXd fromMean = values - values.mean();
    const double total = fromMean.square().sum();
    if (!(total > 1e-24 * values.square().sum()))
        return std::nullopt;
    LogFit fit;
    fit.slope = ((x - x.mean()) * fromMean).sum() / (x - x.mean()).square().sum();
    fit.start = values.mean() - fit.slope * x.mean();
    fit.rSquared = 1.0 - (values - fit.start - fit.slope * x).square().sum() / total;
    for (Index i = 1; i < count && fit.firstRise == 0.0; ++i) {
        if (values[i] > values[i - 1] + 1e-12 * std::abs(values[i]))
            fit.firstRise = static_cast<double>(i + 1);
    }
    return fit;
}
