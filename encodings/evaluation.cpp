// SPDX-License-Identifier: GPL-3.0-or-later
#include "evaluation.h"

#include "decay.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

ArrayXd attentionExpectation(const ArrayXd& frequencies, const ArrayXd& decay, const ArrayXd& distances)
{
    PairWeights weights { ArrayXd::Ones(frequencies.size()), ArrayXd::Zero(frequencies.size()) };
    if (decay.size() > 0)
        weights.logDecay = decay.log();
    return decayAt(frequencies, weights, distances);
}

double attentionResolution(const ArrayXd& scores)
{
    const Index count = scores.size() - 1;
    if (count < 1)
        return 0.0;
    // A common factor of all powers changes nothing.
    const ArrayXd powers = (scores - scores.maxCoeff()).exp();
    const auto own = powers.head(count);
    const double sum = own.sum();
    return (own * (own - powers.tail(count))).sum() / (sum * sum);
}

double receptiveField(double layers, double window) { return layers * (window - 1) + 1; }

std::optional<ArrayXd> biasOnlyShares(const ArrayXd& bias, std::int64_t layers, std::stop_token stop)
{
    const Index tokens = bias.size();
    const double highest = tokens > 0 ? bias.maxCoeff() : 0.0;
    // Eigen's exp() of minus infinity is not quite 0.
    const ArrayXd powers = bias.isInf().select(0.0, (bias - highest).exp());
    const ArrayXd sums = cumulated(powers);

    // shares[r] belongs to the token r before the last, whose query sees tokens - r keys.
    ArrayXd shares = ArrayXd::Zero(tokens);
    if (tokens > 0)
        shares[0] = 1.0;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        ArrayXd next = ArrayXd::Zero(tokens);
        for (Index query = 0; query < tokens; ++query) {
            if (query % 256 == 0 && stop.stop_requested())
                return std::nullopt;
            const double sum = sums[tokens - 1 - query];
            if (shares[query] > 0.0 && sum > 0.0)
                next.tail(tokens - query) += shares[query] / sum * powers.head(tokens - query);
        }
        shares = next;
    }
    return shares;
}

std::optional<ArrayXd> biasOnlyShares(const std::function<ArrayXd(Index query)>& weightsOf, Index tokens,
    std::int64_t layers, std::stop_token stop)
{
    std::vector<ArrayXd> weights;
    for (Index query = 0; query < tokens; ++query) {
        if (stop.stop_requested())
            return std::nullopt;
        weights.push_back(weightsOf(query));
    }
    ArrayXd shares = ArrayXd::Zero(tokens); // by token, from the first
    if (tokens > 0)
        shares[tokens - 1] = 1.0;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        ArrayXd next = ArrayXd::Zero(tokens);
        for (Index query = 0; query < tokens; ++query) {
            if (query % 256 == 0 && stop.stop_requested())
                return std::nullopt;
            next.head(query + 1) += shares[query] * weights[static_cast<std::size_t>(query)];
        }
        shares = next;
    }
    return shares.reverse();
}

ArrayXd cumulated(const ArrayXd& shares)
{
    double sum = 0.0;
    return shares.unaryExpr([&](double share) { return sum += share; });
}

Index tokensHolding(const ArrayXd& cumulatedShares, double share)
{
    // Rounding must not ask for more tokens than there are.
    const auto first = cumulatedShares.begin();
    const auto enough = std::lower_bound(first, cumulatedShares.end(), share - 1e-12);
    return std::min<Index>(enough - first + 1, cumulatedShares.size());
}

std::optional<LogFit> logFit(const ArrayXd& distances, const ArrayXd& bias)
{
    std::vector<double> x;
    std::vector<double> y;
    for (Index i = 0; i < distances.size(); ++i) {
        if (distances[i] > 0.0 && std::isfinite(bias[i])) {
            x.push_back(std::log(distances[i]));
            y.push_back(bias[i]);
        }
    }
    if (x.size() < 2)
        return std::nullopt;
    const auto count = static_cast<Index>(x.size());
    const Eigen::Map<const ArrayXd> logarithms(x.data(), count);
    const Eigen::Map<const ArrayXd> values(y.data(), count);
    const ArrayXd across = logarithms - logarithms.mean();
    const ArrayXd up = values - values.mean();
    const double spread = across.square().sum();
    if (spread == 0.0)
        return std::nullopt;
    LogFit fit;
    fit.slope = (across * up).sum() / spread;
    fit.intercept = values.mean() - fit.slope * logarithms.mean();
    const double variance = up.square().sum();
    fit.rSquared = variance > 0.0 ? 1 - (up - fit.slope * across).square().sum() / variance : 1.0;
    return fit;
}

} // namespace encodings
