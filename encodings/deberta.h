// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"
#include "rowtable.h"

namespace encodings {

/// Row of DeBERTa's table of 2k for a distance query - key, of which the whole part counts:
/// clip(distance + k, 0, 2k - 1). NaN at NaN.
double debertaRow(double distance, double k);

/// The logarithmic bucket, with the distance's sign, of DeBERTa v2: a distance up to half the `buckets` is
/// its own; `largest` ends near the last bucket; beyond, buckets go on. NaN at NaN. As Hugging Face's
/// make_log_bucket_position.
double debertaLogBucket(double distance, double buckets, double largest);

/// The two forms in public: the released code and the paper's equation.
enum class DebertaForm { Code, Paper };

/// Which rows of the two projected tables the scores of some keys use: `ofKeys` meets the query, `ofQueries`
/// the key. (keys) each.
struct DebertaRows {
    Eigen::ArrayXd ofKeys;
    Eigen::ArrayXd ofQueries;
};

/// The rows for distances query - key, where `row` gives that of one distance: the same in both tables in
/// code, that of key - query for the key in the paper's equation.
DebertaRows debertaRows(
    DebertaForm form, const Eigen::ArrayXd& distances, const std::function<double(double distance)>& row);

/// (keys) what DeBERTa adds to q · k / √(3d): (q · ofKeys[row] + k · ofQueries[row]) / √(3d). `keys`:
/// (dimension, keys).
Eigen::ArrayXd debertaTerm(const RowTable& ofKeys, const RowTable& ofQueries, const Eigen::VectorXd& query,
    const Eigen::MatrixXd& keys, const DebertaRows& rows);

/// He et al., DeBERTa, arXiv 2006.03654.
Encoding deberta();

} // namespace encodings
