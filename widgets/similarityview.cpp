// SPDX-License-Identifier: GPL-3.0-or-later
#include "similarityview.h"

#include "applicability.h"
#include "coretext.h"
#include "tableproducts.h"

#include <algorithm>
#include <cmath>
#include <limits>

using encodings::Scene;
using encodings::SceneSeries;

namespace {

bool projected(const Scene& scene) { return scene.values.text("similarity_between") == "projected"; }

SquareSource productsOf(const std::shared_ptr<const Scene>& scene,
    const std::shared_ptr<const TableProducts>& products, bool cosines)
{
    return { .at = [scene, products, cosines](const Eigen::ArrayXd& queries,
                       const Eigen::ArrayXd& keys) { return products->at(queries, keys, cosines); },
        .cost = [scene, products](double queries, double keys) { return products->cost(queries, keys); } };
}

/// Position ids from here on have no row.
double endOf(const SceneSeries& series)
{
    const auto* rows = std::get_if<encodings::AdditiveRows>(&series.scheme.mechanism);
    return rows ? rows->length : std::numeric_limits<double>::infinity();
}

/// The first token, if any, from which on there is no row.
double tokensOf(const SceneSeries& series)
{
    const encodings::Scheme& scheme = series.scheme;
    return scheme.hasEvenIds() ? (endOf(series) - scheme.positionOffset) / scheme.positionRate
                               : std::numeric_limits<double>::infinity();
}

} // namespace

QString SimilarityView::whyNot(const SceneSeries& series) const { return whyNoAddedTable(series); }

std::pair<double, double> SimilarityView::tokens(const Scene& scene) const
{
    const auto [first, last] = SquareView::tokens(scene);
    double longest = 0.0;
    for (const SceneSeries& series : scene.series)
        longest = std::max(longest, std::ceil(tokensOf(series)));
    return { first, scene.values.isAutomatic("range") ? std::clamp(longest - 1.0, first + 1.0, last) : last };
}

SimilarityView::Legend SimilarityView::legend(const Scene& scene) const
{
    Legend legend { tr("cosine similarity"), false, {}, tr("position n"), tr("position m") };
    for (const SceneSeries& series : scene.series) {
        const double lastId = series.scheme.id(tokens(scene).second);
        if (std::isnan(lastId) || lastId >= endOf(series))
            legend.empty = tr("no row of the table");
    }
    return legend;
}

SquareSource SimilarityView::source(
    const std::shared_ptr<const Scene>& scene, const SceneSeries& series) const
{
    return productsOf(scene, std::make_shared<const TableProducts>(series, projected(*scene)), true);
}

std::vector<std::pair<std::string, SquareSource>> SimilarityView::columns(
    const std::shared_ptr<const Scene>& scene, const SceneSeries& series) const
{
    const auto products = std::make_shared<const TableProducts>(series, projected(*scene));
    return { { "similarity", productsOf(scene, products, true) },
        { "product", productsOf(scene, products, false) } };
}

QString SimilarityView::emptyWord(const SceneSeries& series, double, double) const
{
    return std::isfinite(endOf(series)) ? tr("the table ends at %1").arg(shown(endOf(series)))
                                        : tr("no position there");
}

QString SimilarityView::caption(const Scene& scene) const
{
    const SceneSeries& subject = scene.series.front();
    const TableProducts products(subject, projected(scene));
    const QString seed = shown(subject.values.number("seed"));
    const QString dimension = shown(static_cast<double>(products.dimension()));
    QString text = nameOf(subject) + ": ";
    if (!projected(scene)) {
        text += tr("cosine similarity of the vectors of %1 dimensions that two positions add: 1 where a "
                   "position meets itself")
                    .arg(dimension);
    } else if (products.rows() < products.dimension()) {
        text += tr("cosine similarity of q = W_q p and k = W_k p, with random W_q and W_k of %1 × %2 (seed "
                   "%3, untrained; as many rows as a large head)")
                    .arg(shown(static_cast<double>(products.rows())), dimension, seed);
    } else {
        text += tr("cosine similarity of q = W_q p and k = W_k p, with random W_q and W_k of %1 × %1 (seed "
                   "%2, untrained): with them between, nearness no longer shows")
                    .arg(dimension, seed);
    }
    if (endOf(subject) <= subject.scheme.id(scene.range().second))
        text += tr("; the table ends at %1").arg(shown(endOf(subject)));
    return text + '.';
}
