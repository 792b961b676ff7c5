// SPDX-License-Identifier: GPL-3.0-or-later
#include "attentiontable.h"
#include "attentionview.h"
#include "counted.h"

#include <algorithm>
#include <cmath>

using encodings::Scene;
using encodings::SceneSeries;

namespace {

/// A caption speaks of no more series.
constexpr std::size_t mostTold = 3;

QString keysCounted(double count)
{
    return count == 1.0 ? AttentionView::tr("1 key") : AttentionView::tr("%1 keys").arg(shown(count));
}

QString headOf(const Scene& scene, const SceneSeries& series)
{
    const auto heads = encodings::Attention(series.scheme, series.values).heads();
    return heads > 1
        ? AttentionView::tr(", head %1 of %2").arg(AttentionQuery(scene, series).head + 1).arg(heads)
        : QString();
}

QString spreadOf(const Scene& scene, const SceneSeries& series, const AttentionWeights& weights)
{
    const QString whose
        = AttentionView::tr("%1 (%2%3)").arg(nameOf(series), contentWords(series), headOf(scene, series));
    if (!(weights.seen > 0.0))
        return AttentionView::tr("%1 sees no key that has a score").arg(whose);
    const QString about = weights.exact() ? QString() : AttentionView::tr("about ");
    return AttentionView::tr("%1 spreads them like %2%3 equal ones (entropy %4 nats), 99 % on %5")
        .arg(whose, about, spreadText(weights), shown(weights.entropy, 4),
            about
                + (weights.holding == 1.0 ? keysCounted(1.0)
                                          : AttentionView::tr("%1 keys").arg(holdingText(weights))));
}

} // namespace

QString AttentionView::caption(const Scene& scene) const
{
    QStringList parts;
    double keys = 0.0;
    for (std::size_t i = 0; i < scene.series.size(); ++i) {
        const SceneSeries& series = scene.series[i];
        const AttentionAnswer answer = m_cache->known(scene, series);
        const AttentionWeights& weights = *answer.weights;
        keys = std::max(keys, weights.seen);
        if (i < mostTold)
            parts << spreadOf(scene, series, weights);
    }
    const QString told = parts.join(QStringLiteral("; "))
        + (scene.series.size() > mostTold ? QStringLiteral("; …") : QStringLiteral("."));
    return tr("Weights of the query at %1 on %2: %3")
        .arg(shown(scene.values.number("query")), keysCounted(keys), told);
}
