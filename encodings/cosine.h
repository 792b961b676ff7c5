// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <complex>

namespace encodings {

/// Lowest and highest value of something over an interval.
struct Interval {
    double low = 0.0;
    double high = 0.0;

    friend bool operator==(const Interval&, const Interval&) = default;
};

/// Exact range of the cosine over the angles from..to (radians, either order).
Interval cosineRange(double from, double to);
/// Exact range of the sine over the angles from..to (radians, either order).
Interval sineRange(double from, double to);

/// exp(i position frequency). The rounding of the product is corrected: error below 1e-15 up to 1e8 radians.
std::complex<double> phasor(double position, double frequency);

/// cos and sin of position times frequency. Shapes: (positions, pairs).
struct CosSinTable {
    Eigen::ArrayXXd cos;
    Eigen::ArrayXXd sin;
};

/// Fills `table` for positions first, first + step, ... (`count` of them) and `frequencies` (pairs, radians
/// per position), by angle addition over blocks; absolute error below 1e-11 for angles up to 1e5 turns of
/// phase per block start. Reuses the memory of `table` when it has the right shape.
void fillCosSinTable(
    const Eigen::ArrayXd& frequencies, double first, double step, Eigen::Index count, CosSinTable& table);

/// Mean of cos((first + j) t) and of sin((first + j) t) over j = 0 .. count-1, exactly (closed form), for
/// each frequency t. This is what a picture with fewer pixels than positions shows. Shapes: (pairs).
void meanCosSin(const Eigen::ArrayXd& frequencies, double first, double count, Eigen::ArrayXd& meanCos,
    Eigen::ArrayXd& meanSin);

} // namespace encodings
