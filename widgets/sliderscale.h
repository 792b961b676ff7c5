// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/parameter.h"

/// Where the values of a parameter lie on its slider, and which of them are pleasant to stop at.
class SliderScale {
public:
    SliderScale() = default;
    /// `resolved` decides the top where the parameter's sliderTop follows from other values.
    SliderScale(const encodings::Parameter& parameter, const encodings::Values& resolved);

    double minimum() const { return m_minimum; }
    double maximum() const { return m_maximum; }
    /// False when there is only one value: the pair of a dimension of two.
    bool canMove() const { return m_maximum > m_minimum; }

    /// 0 to 1; values beyond the slider lie at its ends.
    double fraction(double value) const;
    /// The pleasant value nearest to `fraction` of a slider `pixels` long. Both ends are always reached.
    double snapped(double fraction, double pixels) const;
    /// The value at `fraction`, rounded only to what the parameter accepts and to three digits.
    double fine(double fraction) const;
    /// The value `steps` steps further, not limited to the slider: to the next pleasant value, or by a small
    /// amount when `fine`.
    double stepped(double value, int steps, bool fine) const;
    /// The value one page further.
    double paged(double value, int pages) const;

    friend bool operator==(const SliderScale&, const SliderScale&) = default;

private:
    enum class Ticks { Linear, Octaves, QuarterOctaves, Decades };

    double at(double fraction) const;
    double unit() const;
    double accepted(double value) const;
    bool isAccepted(double value) const;
    std::vector<double> ticksAround(double value) const;
    double nextTick(double value, int direction) const;

    encodings::Kind m_kind = encodings::Kind::Number;
    Ticks m_ticks = Ticks::Linear;
    double m_minimum = 0.0;
    double m_maximum = 1.0;
    double m_lowest = 0.0; ///< accepted by the parameter
    double m_highest = 1.0;
};
