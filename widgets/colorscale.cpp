// SPDX-License-Identifier: GPL-3.0-or-later
#include "colorscale.h"

#include "coretext.h"
#include "roundnumber.h"
#include "tableraster.h"
#include "viridis.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace {

constexpr int steps = 1024;

} // namespace

ColorScale::ColorScale(const Theme& theme, double low, double high, bool logarithmic)
    : m_low(low)
    , m_high(high)
    , m_logarithmic(logarithmic)
{
    const bool isSigned = low < 0.0 && high > 0.0;
    if (isSigned)
        m_low = -(m_high = std::max(-low, high));
    if (m_high - m_low <= 1e-12 * std::max(std::abs(m_low), std::abs(m_high)) || !(m_high > m_low)) {
        // One value only: zero, or the value itself, stays one end.
        if (m_logarithmic)
            m_low = m_high / 10.0;
        else if (m_high > 0.0)
            m_low = 0.0;
        else if (m_high < 0.0)
            m_high = 0.0;
        else
            m_high = 1.0;
    }
    const SignedColors colors(theme);
    for (int step = 0; step <= steps; ++step) {
        const double at = static_cast<double>(step) / steps;
        m_table.push_back(isSigned ? colors.of(static_cast<float>(2.0 * at - 1.0)) : viridis(at).rgb());
    }
}

ColorScale ColorScale::plain(const QColor& color)
{
    ColorScale scale;
    scale.m_table.assign(steps + 1, color.rgb());
    return scale;
}

double ColorScale::share(double value) const
{
    if (!m_logarithmic)
        return (value - m_low) / (m_high - m_low);
    return value > m_low ? std::log(value / m_low) / std::log(m_high / m_low) : 0.0;
}

QRgb ColorScale::of(double value) const
{
    const double at = share(value) * steps + 0.5;
    return m_table[static_cast<std::size_t>(at > 0.0 ? std::min<double>(at, steps) : 0.0)];
}

std::vector<double> ColorScale::ticks(bool fine) const
{
    std::vector<double> ticks;
    if (m_logarithmic) {
        const double first = std::ceil(std::log10(m_low) - 1e-9);
        const double last = std::floor(std::log10(m_high) + 1e-9);
        const double step = std::max(1.0, std::ceil((last - first) / (fine ? 6.0 : 3.0)));
        for (double power = last; power >= first; power -= step)
            ticks.push_back(std::pow(10.0, power));
        if (ticks.size() < 2)
            ticks = { m_low, m_high };
        return ticks;
    }
    const double step = roundUp((m_high - m_low) / (fine ? 6.0 : 3.0));
    for (double at = std::ceil(m_low / step - 1e-9); at <= std::floor(m_high / step + 1e-9); ++at)
        ticks.push_back(at * step + 0.0); // no negative zero
    return ticks;
}

void ColorScale::paintBar(
    QCPPainter& painter, const Theme& theme, const QRectF& place, const QString& label) const
{
    const QRectF bar(place.left(), place.top() + 6, 12, place.height() - 12);
    if (bar.height() < 8)
        return;
    painter.setAntialiasing(false);
    QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
    for (int stop = 0; stop <= 16; ++stop)
        gradient.setColorAt(stop / 16.0, QColor(m_table[static_cast<std::size_t>(stop * steps / 16)]));
    painter.fillRect(bar, gradient);
    painter.setPen(QPen(theme.hairline, 0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);

    const QFont font = theme.font(0.9);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    double widest = 0.0;
    for (const double value : ticks(bar.height() > 8 * metrics.height())) {
        const double y = bar.bottom() - share(value) * bar.height();
        const QString text = shown(value, 3);
        widest = std::max(widest, metrics.horizontalAdvance(text));
        painter.setPen(QPen(theme.hairline, 0));
        painter.drawLine(QLineF(bar.right(), y, bar.right() + 3, y));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(bar.right() + 6, y - metrics.height() / 2, widest + 4, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, text);
    }
    const QString fitting = metrics.elidedText(label, Qt::ElideRight, bar.height());
    if (bar.height() < metrics.horizontalAdvance(label) / 2)
        return;
    painter.save();
    painter.translate(bar.right() + 8 + widest + metrics.height() / 2, bar.center().y());
    painter.rotate(-90);
    painter.setPen(theme.text);
    painter.drawText(QRectF(-bar.height() / 2, -metrics.height() / 2, bar.height(), metrics.height()),
        Qt::AlignCenter, fitting);
    painter.restore();
}
