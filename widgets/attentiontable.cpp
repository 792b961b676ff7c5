// SPDX-License-Identifier: GPL-3.0-or-later
#include "attentiontable.h"

#include "attentionview.h"

#include <array>
#include <cmath>

using encodings::ContentUsed;

namespace {

/// An estimate is good for three digits.
QString countText(double count, const AttentionWeights& weights)
{
    if (weights.exact() || count < 1000.0)
        return shown(count);
    const double unit = std::pow(10.0, std::floor(std::log10(count)) - 2.0);
    return shown(std::round(count / unit) * unit);
}

} // namespace

QString contentWords(const encodings::SceneSeries& series)
{
    switch (encodings::Attention(series.scheme, series.values).contentUsed()) {
    case ContentUsed::None:
        return std::holds_alternative<std::monostate>(series.scheme.mechanism)
            ? AttentionView::tr("equal scores")
            : AttentionView::tr("bias alone");
    case ContentUsed::Ones:
        return AttentionView::tr("query and key of ones");
    case ContentUsed::Table:
        return AttentionView::tr("products of the added vectors");
    case ContentUsed::Seeded:
        break;
    }
    return AttentionView::tr("random query and keys, seed %1").arg(series.values.integer("seed"));
}

QString spreadText(const AttentionWeights& weights)
{
    const double keys = std::exp(weights.entropy);
    return keys < 1000.0 ? shown(keys, 4) : countText(std::round(keys), weights);
}

QString holdingText(const AttentionWeights& weights) { return countText(weights.holding, weights); }

AttentionTable::AttentionTable(const encodings::Scene& scene, const Theme& theme)
    : m_theme(theme)
    , m_lineHeight(std::ceil(QFontMetricsF(theme.font(0.9)).height()) + 1.0)
{
    for (const encodings::SceneSeries& series : scene.series)
        m_rows << Row { nameOf(series), theme.series(series.index), contentWords(series) };
}

double AttentionTable::height() const { return m_lineHeight * static_cast<double>(m_rows.size() + 1) + 8.0; }

void AttentionTable::paint(QCPPainter& painter, const QRectF& rect, double mostHeight,
    const std::vector<AttentionAnswer>& answers) const
{
    const auto room = static_cast<qsizetype>(std::floor((mostHeight - 8.0) / m_lineHeight)) - 1;
    if (room < 1)
        return;
    const bool all = room >= m_rows.size();
    const qsizetype rows = all ? m_rows.size() : room - 1;
    constexpr int columns = 5;
    QList<std::array<QString, columns>> cells { { QString(), AttentionView::tr("scores from"),
        AttentionView::tr("entropy"), AttentionView::tr("as many as"), AttentionView::tr("99 % in") } };
    for (qsizetype row = 0; row < rows; ++row) {
        const AttentionWeights& weights = *answers[static_cast<std::size_t>(row)].weights;
        if (!(weights.seen > 0.0)) {
            cells << std::array<QString, columns> { m_rows[row].name, m_rows[row].content, QString(),
                QString(), AttentionView::tr("no key") };
            continue;
        }
        const QString about = weights.exact() ? QString() : QStringLiteral("≈ ");
        cells << std::array<QString, columns> { m_rows[row].name, m_rows[row].content,
            AttentionView::tr("%1 nats").arg(about + shown(weights.entropy, 4)),
            AttentionView::tr("%1 keys").arg(about + spreadText(weights)),
            AttentionView::tr("%1 keys").arg(about + holdingText(weights)) };
    }

    const QFont font = m_theme.font(0.9);
    const QFontMetricsF metrics(font);
    constexpr double swatch = 12.0;
    constexpr double gap = 12.0;
    std::array<double, columns> widths {};
    double width = swatch - gap + 8.0;
    for (std::size_t column = 0; column < columns; ++column) {
        for (const auto& row : cells)
            widths[column] = std::max(widths[column], metrics.horizontalAdvance(row[column]));
        width += widths[column] + gap;
    }
    // The words about content are also in the caption.
    const bool narrow = width > rect.width() - 8.0;
    if (narrow)
        width -= widths[1] + gap;
    if (width > rect.width() - 8.0)
        return;
    const double height = m_lineHeight * static_cast<double>(cells.size() + (all ? 0 : 1)) + 4.0;
    const QRectF box(rect.right() - width - 4.0, rect.top() + 4.0, width, height);
    QColor ground = m_theme.ground;
    ground.setAlphaF(0.85F);
    painter.fillRect(box, ground);
    painter.setFont(font);
    double top = box.top() + 2.0;
    for (qsizetype row = 0; row < cells.size(); ++row, top += m_lineHeight) {
        double left = box.left() + 4.0 + swatch;
        if (row > 0)
            painter.fillRect(
                QRectF(box.left() + 4.0, top + m_lineHeight / 2 - 4.0, 8.0, 8.0), m_rows[row - 1].color);
        for (std::size_t column = 0; column < columns; ++column) {
            if (narrow && column == 1)
                continue;
            painter.setPen(row == 0 || column == 1 ? m_theme.mutedText : m_theme.text);
            painter.drawText(QRectF(left, top, widths[column] + 1.0, m_lineHeight),
                (column < 2 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, cells[row][column]);
            left += widths[column] + gap;
        }
    }
    if (!all) {
        painter.setPen(m_theme.mutedText);
        painter.drawText(QRectF(box.left() + 4.0, top, width - 8.0, m_lineHeight),
            Qt::AlignLeft | Qt::AlignVCenter, AttentionView::tr("and %1 more").arg(m_rows.size() - rows));
    }
}
