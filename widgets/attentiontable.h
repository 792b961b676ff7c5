// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attentioncache.h"
#include "plotframe.h"

/// What stands for queries and keys in a series, in a few words: "bias alone", "seed 1".
QString contentWords(const encodings::SceneSeries& series);

/// Entropy as a number of keys that share the weight evenly: "150".
QString spreadText(const AttentionWeights& weights);

/// The fewest keys that hold 99 %, rounded where it is an estimate.
QString holdingText(const AttentionWeights& weights);

/// How spread the weights of every series are, in rows: drawn where a picture has several.
class AttentionTable {
public:
    AttentionTable(const encodings::Scene& scene, const Theme& theme);

    /// Height in px with all rows.
    double height() const;
    /// In the upper right corner of `rect`, as many rows as fit into `mostHeight` px.
    void paint(QCPPainter& painter, const QRectF& rect, double mostHeight,
        const std::vector<AttentionAnswer>& answers) const;

private:
    struct Row {
        QString name;
        QColor color;
        QString content;
    };
    QList<Row> m_rows;
    Theme m_theme;
    double m_lineHeight;
};
