// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/attention.h"
#include "encodings/scene.h"

#include <memory>
#include <optional>

class TableProducts;

/// What of the scores is shown.
enum class ScoreQuantity { Position, Distance, Visible, Weights };

/// What the option asks for: by itself what the encodings drawn are about, the weights where they differ.
ScoreQuantity scoreQuantity(const encodings::Scene& scene);

/// One quantity of one series at any query and key; its head is the one looked at, or the last where there
/// are fewer. Keeps the series; may be used from several threads.
class ScoreValues {
public:
    ScoreValues(const encodings::SceneSeries& series, ScoreQuantity quantity);
    ~ScoreValues();

    /// (queries, keys), both ascending; NaN where the query does not see the key, where there is no value and
    /// at negative tokens. Weights are shares of all keys that a query sees.
    Eigen::ArrayXXd at(const Eigen::ArrayXd& queries, const Eigen::ArrayXd& keys) const;
    /// About how many nanoseconds at() takes.
    double cost(double queries, double keys) const;

    /// Rows of more keys sum the weights of some keys in place of their neighbours.
    double mostKeysCounted() const;
    /// How many keys a row can have up to the query at `query`.
    double keysOf(double query) const;
    /// The head that is shown, from 0.
    Eigen::Index head() const { return m_head; }

private:
    struct ByDistance;
    struct KeyList;

    Eigen::ArrayXd positionRow(double query, const Eigen::ArrayXd& keys) const;
    Eigen::ArrayXXd positionRows(const Eigen::ArrayXd& queries, const Eigen::ArrayXd& keys) const;
    /// Rows of the logits; minus infinity where the query does not see the key.
    Eigen::ArrayXXd logitRows(const Eigen::ArrayXd& queries, const Eigen::ArrayXd& keys) const;
    Eigen::ArrayXXd weights(const Eigen::ArrayXd& queries, const Eigen::ArrayXd& keys) const;
    KeyList keyList(double query) const;
    bool sees(double query, double key) const;
    bool byDistance() const;
    double perCell() const;

    const encodings::SceneSeries& m_series;
    ScoreQuantity m_quantity;
    encodings::Attention m_attention;
    encodings::Attention m_sums; ///< for whole rows: each remembers the keys asked for last
    std::unique_ptr<TableProducts> m_products; ///< of rows without a closed form
    Eigen::Index m_head;
    double m_lastKey; ///< of rows that see later keys
};
