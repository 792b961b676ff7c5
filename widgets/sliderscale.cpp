// SPDX-License-Identifier: GPL-3.0-or-later
#include "sliderscale.h"

#include <algorithm>
#include <cmath>

using encodings::Kind;

namespace {

constexpr double nearTick = 2.0; // px

double powerOfTen(double mantissa, int exponent)
{
    return exponent < 0 ? mantissa / std::pow(10.0, -exponent) : mantissa * std::pow(10.0, exponent);
}

/// The largest of 1, 2, 5, 10, 20, 50 ... that is not above `number`.
double roundStep(double number)
{
    const int exponent = static_cast<int>(std::floor(std::log10(number)));
    for (const double mantissa : { 5.0, 2.0 }) {
        if (powerOfTen(mantissa, exponent) <= number)
            return powerOfTen(mantissa, exponent);
    }
    return powerOfTen(1.0, exponent);
}

double roundedTo(double number, double step)
{
    // Multiplying by 0.05 leaves 0.15000000000000002, dividing by 20 does not.
    if (step < 1.0) {
        const double inverse = std::round(1.0 / step);
        return std::round(number * inverse) / inverse;
    }
    return std::round(number / step) * step;
}

double roundedToDigits(double number, int digits)
{
    if (number == 0.0)
        return 0.0;
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(number)))) - digits + 1;
    return roundedTo(number, powerOfTen(1.0, exponent));
}

} // namespace

SliderScale::SliderScale(const encodings::Parameter& parameter, const encodings::Values& resolved)
    : m_kind(parameter.kind)
    , m_minimum(parameter.sliderMinimum)
    , m_maximum(parameter.sliderTop ? parameter.sliderTop(resolved) : parameter.sliderMaximum)
    , m_lowest(parameter.minimum)
    , m_highest(parameter.maximum)
{
    if (!parameter.logarithmic || !(m_minimum > 0.0))
        m_ticks = Ticks::Linear;
    else if (m_kind != Kind::Number)
        m_ticks = Ticks::QuarterOctaves;
    else
        m_ticks = m_maximum / m_minimum > 1e6 ? Ticks::Decades : Ticks::Octaves;
}

double SliderScale::fraction(double value) const
{
    if (!canMove() || !(value > m_minimum))
        return 0.0;
    if (value >= m_maximum)
        return 1.0;
    if (m_ticks == Ticks::Linear)
        return (value - m_minimum) / (m_maximum - m_minimum);
    return std::log(value / m_minimum) / std::log(m_maximum / m_minimum);
}

double SliderScale::at(double fraction) const
{
    if (m_ticks == Ticks::Linear)
        return m_minimum + fraction * (m_maximum - m_minimum);
    return m_minimum * std::pow(m_maximum / m_minimum, fraction);
}

double SliderScale::unit() const
{
    return m_kind == Kind::EvenInteger ? 2.0 : m_kind == Kind::Integer ? 1.0 : 0.0;
}

double SliderScale::accepted(double value) const
{
    if (unit() > 0.0)
        value = std::round(value / unit()) * unit();
    return std::clamp(value, m_lowest, m_highest);
}

bool SliderScale::isAccepted(double value) const { return unit() == 0.0 || std::fmod(value, unit()) == 0.0; }

std::vector<double> SliderScale::ticksAround(double value) const
{
    std::vector<double> ticks;
    if (m_ticks == Ticks::Decades) {
        const int exponent = static_cast<int>(std::floor(std::log10(value)));
        for (int e = exponent - 1; e <= exponent + 1; ++e) {
            for (const double mantissa : { 1.0, 2.0, 5.0 })
                ticks.push_back(powerOfTen(mantissa, e));
        }
        return ticks;
    }
    const int exponent = std::ilogb(value);
    for (int e = exponent - 2; e <= exponent + 2; ++e) {
        for (const double mantissa : { 1.0, 1.25, 1.5, 1.75 }) {
            const double tick = std::ldexp(mantissa, e);
            if ((m_ticks == Ticks::QuarterOctaves || mantissa == 1.0 || mantissa == 1.5) && isAccepted(tick))
                ticks.push_back(tick);
        }
    }
    return ticks;
}

double SliderScale::snapped(double fraction, double pixels) const
{
    if (!(fraction > 0.0) || !canMove())
        return m_minimum;
    if (fraction >= 1.0)
        return m_maximum;
    const double value = at(fraction);
    if (m_ticks == Ticks::Linear) {
        const double perPixel = (m_maximum - m_minimum) / std::max(1.0, pixels);
        const double least = unit();
        const double step
            = least == 0.0 ? roundStep(perPixel) : least * roundStep(std::max(1.0, perPixel / least));
        return std::clamp(accepted(roundedTo(value, step)), m_minimum, m_maximum);
    }
    const auto distance = [&](double tick) { return std::abs(std::log(tick / value)); };
    const std::vector<double> ticks = ticksAround(value);
    const auto nearest = std::min_element(
        ticks.begin(), ticks.end(), [&](double a, double b) { return distance(a) < distance(b); });
    const bool near
        = nearest != ticks.end() && distance(*nearest) / std::log(m_maximum / m_minimum) * pixels <= nearTick;
    const bool always = nearest != ticks.end() && m_ticks == Ticks::QuarterOctaves;
    return std::clamp(accepted(near || always ? *nearest : roundedToDigits(value, 2)), m_minimum, m_maximum);
}

double SliderScale::fine(double fraction) const
{
    if (!(fraction > 0.0) || !canMove())
        return m_minimum;
    if (fraction >= 1.0)
        return m_maximum;
    const double value = at(fraction);
    const bool whole = m_ticks == Ticks::Linear && unit() > 0.0;
    return std::clamp(accepted(whole ? value : roundedToDigits(value, 3)), m_minimum, m_maximum);
}

double SliderScale::nextTick(double value, int direction) const
{
    if (!(value > 0.0))
        return m_minimum;
    std::vector<double> ticks = ticksAround(value);
    if (direction < 0)
        std::reverse(ticks.begin(), ticks.end());
    const auto next = std::find_if(
        ticks.begin(), ticks.end(), [&](double tick) { return direction > 0 ? tick > value : tick < value; });
    return next == ticks.end() ? value : *next;
}

double SliderScale::stepped(double value, int steps, bool fine) const
{
    const int direction = steps < 0 ? -1 : 1;
    if (m_ticks == Ticks::Linear || fine) {
        double step = unit();
        if (m_ticks == Ticks::Linear && step == 0.0)
            step = roundStep((m_maximum - m_minimum) / (fine ? 1000.0 : 100.0));
        else if (m_ticks != Ticks::Linear && value > 0.0)
            step = std::max(step, powerOfTen(1.0, static_cast<int>(std::floor(std::log10(value))) - 2));
        return accepted(roundedTo(value + steps * step, step));
    }
    for (int count = 0; count < std::abs(steps); ++count)
        value = nextTick(value, direction);
    return accepted(value);
}

double SliderScale::paged(double value, int pages) const
{
    switch (m_ticks) {
    case Ticks::Linear: {
        const double least
            = std::max(unit(), unit() * roundStep(std::max(1.0, (m_maximum - m_minimum) / 20.0)));
        return accepted(value + pages * (least > 0.0 ? least : roundStep((m_maximum - m_minimum) / 10.0)));
    }
    case Ticks::Decades:
        return accepted(pages > 0 ? value * 10.0 : value / 10.0);
    default:
        return accepted(pages > 0 ? value * 2.0 : value / 2.0);
    }
}
