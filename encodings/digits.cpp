// SPDX-License-Identifier: GPL-3.0-or-later
#include "digits.h"

#include "parametererror.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace encodings {

namespace {

// Doubles hold every whole number up to here.
constexpr double largestNumber = 9007199254740992.0;

template <typename Number> std::string written(Number number)
{
    // Unlike std::to_string, the same in every locale.
    std::array<char, 32> text {};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return { text.data(), end };
}

void requireNumber(const char* name, double number)
{
    if (!(number >= 0.0 && number <= largestNumber))
        throw ParameterError(name, written(number), "0 to 9007199254740992");
}

void requireBase(std::int64_t base)
{
    if (base < 2)
        throw ParameterError("base", written(base), "2 and above");
}

// base^digits >= length, in whole numbers.
bool writesAllBelow(std::int64_t length, std::int64_t base, int digits)
{
    std::int64_t reached = 1;
    for (int digit = 0; digit < digits; ++digit) {
        if (reached > (length - 1) / base)
            return true;
        reached *= base;
    }
    return reached >= length;
}

} // namespace

std::vector<double> digitsOf(double number, std::int64_t base, int count)
{
    requireNumber("number", number);
    requireBase(base);
    auto rest = static_cast<std::int64_t>(number);
    const double fraction = number - static_cast<double>(rest);
    std::vector<double> digits;
    do {
        digits.push_back(static_cast<double>(rest % base));
        rest /= base;
    } while (rest > 0 || static_cast<int>(digits.size()) < count);
    digits.front() += fraction;
    std::reverse(digits.begin(), digits.end());
    return digits;
}

int digitCount(double number, std::int64_t base)
{
    requireNumber("number", number);
    requireBase(base);
    int count = 1;
    for (auto rest = static_cast<std::int64_t>(number) / base; rest > 0; rest /= base)
        ++count;
    return count;
}

std::int64_t smallestBase(double length, int digits)
{
    requireNumber("length", length);
    if (digits < 1)
        throw ParameterError("digits", written(digits), "1 and above");
    const auto numbers = static_cast<std::int64_t>(std::ceil(length));
    // The root is only a guess, it can be one off in either direction; the comparison is exact.
    auto base = std::max<std::int64_t>(2, std::llround(std::pow(std::ceil(length), 1.0 / digits)));
    while (!writesAllBelow(numbers, base, digits))
        ++base;
    while (base > 2 && writesAllBelow(numbers, base - 1, digits))
        --base;
    return base;
}

double largestDigit(double length, std::int64_t base, int place)
{
    requireNumber("length", length);
    requireBase(base);
    if (place < 0)
        throw ParameterError("place", written(place), "0 and above");
    std::int64_t rest = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::ceil(length)) - 1);
    for (int lower = 0; lower < place && rest > 0; ++lower)
        rest /= base;
    return static_cast<double>(std::min(rest, base - 1));
}

} // namespace encodings
