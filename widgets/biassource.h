// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/attention.h"
#include "encodings/scene.h"

#include <memory>
#include <optional>

/// What position alone gives the score of one series, as a function of the distance: what is added, what
/// the score is multiplied by, or the score of ones that are turned. Keeps the scene.
class BiasSource {
public:
    /// `series` of `scene`.
    BiasSource(std::shared_ptr<const encodings::Scene> scene, const encodings::SceneSeries& series);

    const encodings::SceneSeries& series() const { return *m_series; }
    /// Nothing for a series without a score term.
    std::optional<encodings::ScoreTerm::Kind> kind() const;
    bool isContent() const { return kind() == encodings::ScoreTerm::Kind::Content; }
    bool isMultiplier() const { return kind() == encodings::ScoreTerm::Kind::Multiplier; }
    Eigen::Index heads() const { return m_attention.heads(); }
    /// The head looked at, from 0; the last where there are fewer.
    Eigen::Index headLookedAt() const;
    /// Whether the query matters: what is looked at is then the query at query().
    bool dependsOnQuery() const { return !m_attention.followsFromDifference(); }
    double query() const;
    /// Whether the encodings' numbers are random ones that no training has changed.
    bool isUntrained() const;

    /// (distances) values of head 0 .. heads() - 1; `distances`: whole, query - key. NaN where the query has
    /// no such key, or does not see keys after it.
    Eigen::ArrayXd at(Eigen::Index head, const Eigen::ArrayXd& distances) const;
    double at(Eigen::Index head, double distance) const;
    /// (distances) the distances that the mechanism sees; NaN where at() has no value.
    Eigen::ArrayXd seen(const Eigen::ArrayXd& distances) const;

    /// Whether several runs of neighbouring distances share a value: buckets.
    bool hasSteps(Eigen::Index head) const;
    /// The first distance from which the value stays the same up to `last`; nothing where it never does.
    std::optional<double> constantFrom(Eigen::Index head, double last) const;

private:
    /// The query that keys are counted back from.
    double origin() const { return dependsOnQuery() ? query() : 0.0; }
    bool hasKey(double distance) const;
    /// (distances) tokens; the query itself where there is no key.
    Eigen::ArrayXd keysAt(const Eigen::ArrayXd& distances) const;
    /// `values` with NaN where there is no key.
    Eigen::ArrayXd withGaps(const Eigen::ArrayXd& distances, Eigen::ArrayXd values) const;

    std::shared_ptr<const encodings::Scene> m_scene;
    const encodings::SceneSeries* m_series;
    encodings::Attention m_attention;
};
