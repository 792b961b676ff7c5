// SPDX-License-Identifier: GPL-3.0-or-later
#include "cosine.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace encodings {

namespace {

constexpr double twoPi = 2.0 * std::numbers::pi;
// What a double leaves out of 2 pi: without it, many turns add up to a wrong remainder.
constexpr double twoPiRest = 2.4492935982947064e-16;

// Positions per block of a table: cosines and sines of one block stay in the first-level cache.
constexpr Eigen::Index blockLength = 512;
// Positions that are filled by doubling, which takes fewer libm calls but doubles the rounding error each
// time.
constexpr Eigen::Index doubledLength = 2 * blockLength;

// True if a whole number plus `offset` lies between from and to (in turns, from <= to). Rounding can only err
// where the curve is flat: at 1e9 radians by less than 1e-13 of the value.
bool containsTurn(double from, double to, double offset) { return std::floor(to - offset) + offset >= from; }

struct Rotation {
    double cos;
    double sin;

    Rotation operator*(Rotation other) const
    {
        return { cos * other.cos - sin * other.sin, sin * other.cos + cos * other.sin };
    }
};

Rotation rotation(double position, double frequency)
{
    const std::complex<double> value = phasor(position, frequency);
    return { value.real(), value.imag() };
}

// Turns `length` values and writes them to another place; one loop, as it is as fast as the memory.
void turn(const double* __restrict cos, const double* __restrict sin, Rotation by, Eigen::Index length,
    double* __restrict turnedCos, double* __restrict turnedSin)
{
    for (Eigen::Index at = 0; at < length; ++at) {
        const double x = cos[at];
        const double y = sin[at];
        turnedCos[at] = x * by.cos - y * by.sin;
        turnedSin[at] = y * by.cos + x * by.sin;
    }
}

} // namespace

Interval cosineRange(double from, double to)
{
    if (from > to)
        std::swap(from, to);
    if (!(to - from < twoPi))
        return { -1.0, 1.0 };
    const auto [low, high] = std::minmax({ std::cos(from), std::cos(to) });
    const double firstTurn = from / twoPi;
    const double lastTurn = to / twoPi;
    return { containsTurn(firstTurn, lastTurn, 0.5) ? -1.0 : low,
        containsTurn(firstTurn, lastTurn, 0.0) ? 1.0 : high };
}

Interval sineRange(double from, double to)
{
    if (from > to)
        std::swap(from, to);
    if (!(to - from < twoPi))
        return { -1.0, 1.0 };
    const auto [low, high] = std::minmax({ std::sin(from), std::sin(to) });
    const double firstTurn = from / twoPi;
    const double lastTurn = to / twoPi;
    return { containsTurn(firstTurn, lastTurn, -0.25) ? -1.0 : low,
        containsTurn(firstTurn, lastTurn, 0.25) ? 1.0 : high };
}

std::complex<double> phasor(double position, double frequency)
{
    // The product of two doubles, in full: the rounding error alone would be 2e-9 radians at position 2^24.
    const double angle = position * frequency;
    const double rest = std::fma(position, frequency, -angle);
    const double cosine = std::cos(angle);
    const double sine = std::sin(angle);
    return { cosine - rest * sine, sine + rest * cosine };
}

void fillCosSinTable(
    const Eigen::ArrayXd& frequencies, double first, double step, Eigen::Index count, CosSinTable& table)
{
    const Eigen::Index pairs = frequencies.size();
    table.cos.resize(count, pairs);
    table.sin.resize(count, pairs);
    if (count < 1)
        return;

    const Eigen::Index doubled = std::min(count, doubledLength);
    for (Eigen::Index pair = 0; pair < pairs; ++pair) {
        const double frequency = frequencies[pair];
        double* const cos = table.cos.col(pair).data();
        double* const sin = table.sin.col(pair).data();
        const Rotation start = rotation(first, frequency);
        cos[0] = start.cos;
        sin[0] = start.sin;
        Rotation by = rotation(step, frequency);
        for (Eigen::Index filled = 1; filled < doubled; filled *= 2) {
            turn(cos, sin, by, std::min(filled, doubled - filled), cos + filled, sin + filled);
            by = by * by;
        }
        for (Eigen::Index filled = doubled; filled < count; filled += blockLength) {
            by = rotation(static_cast<double>(filled) * step, frequency);
            turn(cos, sin, by, std::min(blockLength, count - filled), cos + filled, sin + filled);
        }
    }
}

void meanCosSin(const Eigen::ArrayXd& frequencies, double first, double count, Eigen::ArrayXd& meanCos,
    Eigen::ArrayXd& meanSin)
{
    const Eigen::Index pairs = frequencies.size();
    meanCos.resize(pairs);
    meanSin.resize(pairs);
    const double middle = 0.5 * (count - 1.0);
    for (Eigen::Index pair = 0; pair < pairs; ++pair) {
        const double frequency = frequencies[pair];
        const double turns = std::nearbyint(frequency / twoPi);
        // Whole positions do not see whole turns per position; without them the quotient below is stable.
        const double slow = turns == 0.0 ? frequency : std::fma(-turns, twoPi, frequency) - turns * twoPiRest;
        const double halfSine = std::sin(0.5 * slow);
        const double length = halfSine == 0.0 ? 1.0 : phasor(0.5 * count, slow).imag() / (count * halfSine);
        const Rotation centre = turns == 0.0 ? rotation(first + middle, frequency)
                                             : rotation(first, frequency) * rotation(middle, slow);
        meanCos[pair] = length * centre.cos;
        meanSin[pair] = length * centre.sin;
    }
}

} // namespace encodings
