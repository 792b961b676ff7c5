// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoreterms.h"

#include <algorithm>

namespace encodings {

Eigen::Index shownHead(const Values& values)
{
    return std::min<Eigen::Index>(values.integer("head"), values.integer("heads")) - 1;
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
