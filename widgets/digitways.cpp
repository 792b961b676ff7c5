// SPDX-License-Identifier: GPL-3.0-or-later
#include "digitways.h"

#include "coretext.h"

#include "encodings/digits.h"
#include "encodings/parameter.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace {

constexpr int longestInSentence = 12;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(DigitsView)
};

WrittenNumber written(
    double number, std::int64_t base, int count, double trainedLength, std::int64_t trainedBase)
{
    WrittenNumber result { number, base, encodings::digitsOf(number, base, count), {} };
    int place = static_cast<int>(result.digits.size());
    for (const double digit : result.digits)
        result.marks.push_back(digitMark(digit, trainedLength, trainedBase, --place));
    return result;
}

bool hasUnseen(const WrittenNumber& number)
{
    return std::find(number.marks.begin(), number.marks.end(), DigitMark::Unseen) != number.marks.end();
}

/// The highest digit that training never showed, and the largest that it showed there.
QString unseenDigit(const DigitWays& ways, const QString& words)
{
    const WrittenNumber& number = ways.extrapolated;
    const auto found = std::find(number.marks.begin(), number.marks.end(), DigitMark::Unseen);
    const auto index = static_cast<std::size_t>(found - number.marks.begin());
    const int place = static_cast<int>(number.digits.size() - 1 - index);
    return words.arg(digitText(number.digits[index]),
        digitText(encodings::largestDigit(ways.trainedLength, number.base, place)));
}

int usedDigits(const WrittenNumber& number) { return encodings::digitCount(number.number, number.base); }

/// Digits that were 0 all through training and are not now.
int newDigits(const DigitWays& ways)
{
    const double last = std::max(0.0, std::ceil(ways.trainedLength) - 1);
    return std::max(0, usedDigits(ways.extrapolated) - encodings::digitCount(last, ways.extrapolated.base));
}

QString newDigit(int place)
{
    const QStringList words { Texts::tr("a first"), Texts::tr("a second"), Texts::tr("a third"),
        Texts::tr("a fourth"), Texts::tr("a fifth"), Texts::tr("a sixth"), Texts::tr("a seventh"),
        Texts::tr("an eighth"), Texts::tr("a ninth"), Texts::tr("a tenth") };
    return place <= words.size() ? words[place - 1] : Texts::tr("one more");
}

QString cardinal(int number)
{
    const QStringList words { Texts::tr("one"), Texts::tr("two"), Texts::tr("three"), Texts::tr("four"),
        Texts::tr("five"), Texts::tr("six"), Texts::tr("seven"), Texts::tr("eight"), Texts::tr("nine"),
        Texts::tr("ten") };
    return number <= words.size() ? words[number - 1] : QString::number(number);
}

QString digitsCounted(int count)
{
    return count == 1 ? Texts::tr("one digit") : Texts::tr("%1 digits").arg(cardinal(count));
}

/// Digits where a sentence can hold them, the number itself where there are too many.
QString inSentence(const WrittenNumber& number)
{
    return usedDigits(number) <= longestInSentence ? spelled(number) : shown(number.number, 12);
}

/// Largest number that the trained digits hold in the converted base.
double largestConverted(const DigitWays& ways)
{
    return std::pow(static_cast<double>(ways.converted.base), ways.trainedDigits) - 1;
}

QString extrapolatedClause(const DigitWays& ways)
{
    const QString number = shown(ways.position, 15);
    const int added = newDigits(ways);
    if (added == 1)
        return Texts::tr("%1 needs %2 digit that was 0 for every trained position")
            .arg(number, newDigit(usedDigits(ways.extrapolated)));
    if (added > 1)
        return Texts::tr("%1 needs %2 more digits that were 0 for every trained position")
            .arg(number, cardinal(added));
    if (hasUnseen(ways.extrapolated))
        return number + unseenDigit(ways, Texts::tr(" has a digit %1 where training stopped at %2"));
    if (ways.position >= ways.trainedLength)
        return (ways.trainedLength == 1.0
                ? Texts::tr("%1 lies beyond the one trained position, though training met each of its digits")
                : Texts::tr(
                    "%1 lies beyond the trained %2 positions, though training met each of its digits"))
            .arg(number, shown(ways.trainedLength, 12));
    return Texts::tr("%1 is written with digits that training met").arg(number);
}

QString interpolatedClause(const DigitWays& ways)
{
    if (ways.scale == 1.0)
        return Texts::tr("at scale 1 interpolation leaves it alone");
    const QString digits = inSentence(ways.interpolated);
    QString clause = ways.scale == 2.0 ? Texts::tr("halved it is %1").arg(digits)
                                       : Texts::tr("divided by %1 it is %2").arg(shown(ways.scale), digits);
    if (hasUnseen(ways.interpolated))
        clause += Texts::tr(", still beyond training");
    return clause;
}

QString convertedClause(const DigitWays& ways)
{
    const int used = usedDigits(ways.converted);
    const QString base = shown(static_cast<double>(ways.converted.base));
    if (used > ways.trainedDigits)
        return used > longestInSentence
            ? Texts::tr("in base %1 it needs %2").arg(base, digitsCounted(used))
            : Texts::tr("in base %1 it needs %2: %3").arg(base, digitsCounted(used), spelled(ways.converted));
    if (used > longestInSentence)
        return Texts::tr("in base %1 %2 hold it").arg(base, digitsCounted(ways.trainedDigits));
    if (ways.trainedDigits == 1)
        return Texts::tr("in base %1 one digit holds it as %2").arg(base, spelled(ways.converted));
    return Texts::tr("in base %1 %2 hold it as %3")
        .arg(base, digitsCounted(ways.trainedDigits), spelled(ways.converted));
}

} // namespace

DigitMark digitMark(double digit, double trainedLength, std::int64_t trainedBase, int place)
{
    // 9.5 lies between the 9 of one number and the 0 of the next, so only the whole part decides.
    const double whole = std::floor(digit);
    if (whole > encodings::largestDigit(trainedLength, trainedBase, place))
        return DigitMark::Unseen;
    return whole == digit ? DigitMark::Trained : DigitMark::Interpolated;
}

DigitWays digitWays(const encodings::Values& values, int least)
{
    DigitWays ways;
    ways.position = values.number("position");
    ways.scale = values.number("scale");
    ways.trainedLength = values.number("trained_length");
    ways.trainedDigits = static_cast<int>(values.integer("digits"));
    const std::int64_t base = values.integer("digit_base");
    const std::int64_t convertedBase = values.integer("converted_base");
    const double squeezed = ways.position / ways.scale;
    const int count = std::max({ least, ways.trainedDigits, encodings::digitCount(ways.position, base),
        encodings::digitCount(squeezed, base), encodings::digitCount(ways.position, convertedBase) });
    ways.extrapolated = written(ways.position, base, count, ways.trainedLength, base);
    ways.interpolated = written(squeezed, base, count, ways.trainedLength, base);
    ways.converted = written(ways.position, convertedBase, count, ways.trainedLength, base);
    return ways;
}

QString digitText(double digit)
{
    constexpr int mostPlaces = 9;
    const double whole = std::floor(digit);
    const double fraction = digit - whole;
    // Four significant digits of a small fraction; what is smaller still is rounding.
    const int places = fraction > 0.0 && fraction < 0.1
        ? std::min(mostPlaces, 3 - static_cast<int>(std::floor(std::log10(fraction))))
        : 3;
    const double unit = std::pow(10.0, places);
    return shown(whole + std::min(std::round(fraction * unit), unit - 1.0) / unit, 15);
}

QString spelled(const WrittenNumber& number)
{
    if (number.number > 0.0 && number.number < 0.1)
        return shown(number.number, 4);
    QStringList words;
    for (auto digit = number.digits.end() - usedDigits(number); digit != number.digits.end(); ++digit)
        words << digitText(*digit);
    // A number must not be torn apart at the end of a line.
    return words.join(QChar(QChar::Nbsp));
}

QString extrapolatedWords(const DigitWays& ways)
{
    const int added = newDigits(ways);
    if (added > 0)
        return added == 1 ? Texts::tr("new digit: 0 throughout training")
                          : Texts::tr("%1 new digits: 0 throughout training").arg(cardinal(added));
    if (hasUnseen(ways.extrapolated))
        return unseenDigit(ways, Texts::tr("digit %1: training stopped at %2"));
    if (ways.position >= ways.trainedLength)
        return Texts::tr("beyond training, each digit was met");
    return Texts::tr("inside training");
}

QString interpolatedWords(const DigitWays& ways)
{
    if (ways.scale == 1.0)
        return Texts::tr("scale 1: nothing changes");
    if (hasUnseen(ways.interpolated))
        return Texts::tr("scale %1 is too small: still beyond training").arg(shown(ways.scale));
    const bool whole = ways.scale > 1.0 && std::floor(ways.scale) == ways.scale;
    return Texts::tr("neighbours %1 apart")
        .arg(whole ? "1/" + shown(ways.scale) : shown(1.0 / ways.scale, 3));
}

QString convertedWords(const DigitWays& ways)
{
    const QString base = shown(static_cast<double>(ways.converted.base));
    const double largest = largestConverted(ways);
    return largest >= ways.position ? Texts::tr("base %1 holds up to %2").arg(base, shown(largest))
                                    : Texts::tr("base %1 holds only up to %2").arg(base, shown(largest));
}

QString digitSentence(const DigitWays& ways)
{
    return Texts::tr("%1; %2; %3.")
        .arg(extrapolatedClause(ways), interpolatedClause(ways), convertedClause(ways));
}
