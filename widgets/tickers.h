// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plotframe.h"

#include <algorithm>
#include <cmath>

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
