// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plotframe.h"

#include <algorithm>
#include <cmath>

/// Ticks of QCPAxisTicker, as many as have room, written as the rest of the program writes numbers.
class NumberTicker : public QCPAxisTicker {
public:
    explicit NumberTicker(const QCPAxis& axis)
        : m_axis(axis)
    {
    }

protected:
    double getTickStep(const QCPRange& range) override
    {
        const QFontMetrics metrics(m_axis.tickLabelFont());
        // The axis has no size yet when the first layout asks; the plot has.
        const QRect plot = m_axis.parentPlot()->viewport();
        const int widest = std::max(
            metrics.horizontalAdvance(label(range.lower)), metrics.horizontalAdvance(label(range.upper)));
        const int room = m_axis.orientation() == Qt::Horizontal
            ? plot.width() * 4 / 5 / (widest + metrics.averageCharWidth() * 4)
            : plot.height() / 2 / (2 * metrics.height());
        setTickCount(std::clamp(room, 2, 6));
        return QCPAxisTicker::getTickStep(range);
    }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return label(tick); }

private:
    QString label(double tick) const
    {
        // A tick meant to be zero can miss it by a rounding error of the step.
        return shown(std::abs(tick) < 1e-9 * m_axis.range().size() ? 0.0 : tick);
    }

    const QCPAxis& m_axis;
};

/// Ticks at whole numbers only: pairs, heads.
class WholeTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override
    {
        const double step = QCPAxisTicker::getTickStep(range);
        return step < 10.0 ? std::max(1.0, std::ceil(step)) : step;
    }
    int getSubTickCount(double step) override { return step < 5.0 ? 0 : 4; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return shown(std::round(tick)); }
};

/// Ticks of a logarithmic axis: powers of ten, with 2 and 5 between them, or evenly, as the range becomes
/// short.
class LogarithmicTicker : public QCPAxisTickerLog {
public:
    LogarithmicTicker() { setTickCount(mostDecades); }

protected:
    double getTickStep(const QCPRange& range) override
    {
        m_decades = range.lower > 0.0 ? std::log10(range.upper / range.lower) : 0.0;
        return QCPAxisTicker::getTickStep(range);
    }

    int getSubTickCount(double step) override
    {
        // Between ticks that are several decades apart, even steps would crowd at the lower one.
        return m_decades > fewDecades && m_decades < mostDecades ? QCPAxisTickerLog::getSubTickCount(step)
                                                                 : 0;
    }

    QVector<double> createTickVector(double step, const QCPRange& range) override
    {
        if (m_decades > fewDecades)
            return QCPAxisTickerLog::createTickVector(step, range);
        if (m_decades < 1.0)
            return QCPAxisTicker::createTickVector(step, range);
        QVector<double> ticks;
        const int last = static_cast<int>(std::ceil(std::log10(range.upper)));
        for (int power = static_cast<int>(std::floor(std::log10(range.lower))); power <= last; ++power) {
            for (const double mantissa : { 1.0, 2.0, 5.0 })
                ticks << mantissa * std::pow(10.0, power);
        }
        return ticks;
    }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return shown(tick); }

private:
    static constexpr double fewDecades = 2.5;
    static constexpr int mostDecades = 9;
    double m_decades = 0.0;
};
