// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoreterms.h"

#include "countednoun.h"
#include "parametererror.h"
#include "scalingparameters.h"

#include <algorithm>

namespace encodings {

Eigen::Index shownHead(const Values& values)
{
    return std::min<Eigen::Index>(values.integer("head"), values.integer("heads")) - 1;
}

std::string headIndex(Eigen::Index head)
{
    return "<sub>" + displayNumber(static_cast<double>(head + 1)) + "</sub>";
}

Parameter perHeadNumbers(
    std::string owner, const std::string& key, std::string label, std::pair<double, double> limits)
{
    Parameter parameter = ownFactors(std::move(owner), key + "_heads", std::move(label),
        "One number for each head; auto: the one above for all.");
    parameter.minimum = limits.first;
    parameter.maximum = limits.second;
    return parameter;
}

Eigen::ArrayXd perHead(const Values& values, const std::string& key)
{
    const Eigen::Index heads = values.integer("heads");
    const std::string listKey = key + "_heads";
    if (values.isAutomatic(listKey))
        return Eigen::ArrayXd::Constant(heads, values.number(key));
    const Numbers& numbers = values.numbers(listKey);
    if (static_cast<Eigen::Index>(numbers.size()) != heads)
        throw ParameterError(listKey, countedNoun(numbers.size(), "number"),
            "one for each head, " + std::to_string(heads) + " in all");
    return Eigen::Map<const Eigen::ArrayXd>(numbers.data(), heads);
}

ScoreTerm distanceBias(
    Eigen::Index heads, std::function<Eigen::ArrayXd(Eigen::Index head, const Eigen::ArrayXd& distances)> at)
{
    ScoreTerm term;
    term.heads = heads;
    term.at
        = [at = std::move(at)](Eigen::Index head, const QueryRow& row) { return at(head, row.distances); };
    return term;
}

} // namespace encodings
