// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/precision.h"
#include "encodings/rope.h"

#include "warnings.h"

#include <QTest>

#include <Eigen/Core>

#include <cmath>
#include <limits>

using namespace encodings;
using Eigen::ArrayXd;
using Eigen::Index;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

AngleErrors errorsAt(FloatFormat format, double frequency, double position)
{
    AngleErrors errors;
    fillAngleErrors(format, frequency, ArrayXd::Constant(1, position), errors);
    return errors;
}

struct Worst {
    double error = 0.0;
    Index pair = 0;
};

Worst worstCosine(FloatFormat format, const ArrayXd& frequencies, double position)
{
    Worst worst;
    for (Index pair = 0; pair < frequencies.size(); ++pair) {
        const double error = std::abs(errorsAt(format, frequencies[pair], position).cosine[0]);
        if (error > worst.error)
            worst = { error, pair };
    }
    return worst;
}

/// Hugging Face's 1.0 / (base ** (i / dim)) in float32, then rounded.
double frequencyIn(FloatFormat format, double frequency)
{
    return rounded(format, static_cast<double>(1.0F / static_cast<float>(1.0 / frequency)));
}

/// As Eigen's own types round: exact for values that a float holds.
double eigenRounded(FloatFormat format, float value)
{
    return format == FloatFormat::Float16 ? static_cast<double>(static_cast<float>(Eigen::half(value)))
                                          : static_cast<double>(static_cast<float>(Eigen::bfloat16(value)));
}

} // namespace

class PrecisionTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void narrowFormatsRoundAsEigen()
    {
        // Every 997th float from 2^-149 up: subnormals, ties and overflow among them.
        for (const FloatFormat format : { FloatFormat::BFloat16, FloatFormat::Float16 }) {
            for (std::uint32_t bits = 0; bits < 0x7f800000u; bits += 997) {
                const float value = Eigen::numext::bit_cast<float>(bits);
                const double expected = eigenRounded(format, value);
                if (rounded(format, value) != expected || rounded(format, -value) != -expected)
                    QFAIL(qPrintable(QString::number(static_cast<double>(value), 'g', 17)));
            }
        }
    }

    void tiesGoToTheEvenNumber()
    {
        QCOMPARE(rounded(FloatFormat::BFloat16, 257.0), 256.0);
        QCOMPARE(rounded(FloatFormat::BFloat16, 258.0), 258.0);
        QCOMPARE(rounded(FloatFormat::BFloat16, 259.0), 260.0);
        QCOMPARE(rounded(FloatFormat::Float16, 2049.0), 2048.0);
        QCOMPARE(rounded(FloatFormat::Float16, 2051.0), 2052.0);
        QCOMPARE(rounded(FloatFormat::Float32, 16777217.0), 16777216.0);
        // Just above a tie; by way of a float it would become the tie.
        QCOMPARE(rounded(FloatFormat::BFloat16, 257.0 + 1e-9), 258.0);
        // The largest float16 is 65504; the next would be 65536, and half of the way counts as that.
        QCOMPARE(rounded(FloatFormat::Float16, 65519.0), 65504.0);
        QCOMPARE(rounded(FloatFormat::Float16, 65520.0), infinity);
        QCOMPARE(rounded(FloatFormat::Float16, -65520.0), -infinity);
        QCOMPARE(rounded(FloatFormat::Float16, 1.4 * 0x1p-24), 0x1p-24);
        QCOMPARE(rounded(FloatFormat::Float16, 0.5 * 0x1p-24), 0.0);
    }

    void arraysRoundAsNumbers()
    {
        const ArrayXd numbers = ArrayXd::LinSpaced(1001, -70000.0, 70000.0);
        for (const FloatFormatFacts& facts : floatFormats()) {
            ArrayXd values = numbers;
            roundTo(facts.format, values);
            for (Index i = 0; i < values.size(); ++i)
                QCOMPARE(values[i], rounded(facts.format, numbers[i]));
        }
    }

    void halfAnglesOfGptNeoX()
    {
        // EleutherAI/gpt-neox#1003: d 32, base 10000, pair 1 at 1857 is 1044.268, in float16 1045.
        const double frequency = geometricFrequencies(10000.0, 32)[1];
        QVERIFY(std::abs(1857.0 * frequency - 1044.268) < 0.5e-3);
        const AngleErrors errors = errorsAt(FloatFormat::Float16, frequency, 1857.0);
        QVERIFY(std::abs(errors.phase[0] - (1045.0 - 1857.0 * frequency)) < 1e-12);
        QVERIFY(std::abs(std::cos(1857.0 * frequency) - 0.3067) < 0.5e-4);
        QVERIFY(std::abs(std::cos(1857.0 * frequency) + errors.cosine[0] - -0.4082) < 0.5e-4);
    }

    void brainAnglesOf15962()
    {
        // The step there is 64: huggingface/candle#3520, with its numbers put right.
        QCOMPARE(rounded(FloatFormat::BFloat16, 15962.0), 15936.0);
        const AngleErrors errors = errorsAt(FloatFormat::BFloat16, 1.0, 15962.0);
        QCOMPARE(errors.phase[0], -26.0);
        QVERIFY(std::abs(std::cos(15962.0) - -0.9080) < 0.5e-4);
        QVERIFY(std::abs(std::cos(15962.0) + errors.cosine[0] - -0.2680) < 0.5e-4);
    }

    void singleAnglesFarOut()
    {
        // kekzl/imp#1325: d 128, base 10000; printed with two digits, one for the first.
        const ArrayXd frequencies = geometricFrequencies(10000.0, 128);
        const Worst near = worstCosine(FloatFormat::Float32, frequencies, 2048.0);
        QVERIFY2(std::abs(near.error - 6e-5) <= 0.5e-5, qPrintable(QString::number(near.error)));
        const Worst far = worstCosine(FloatFormat::Float32, frequencies, 131071.0);
        QVERIFY2(std::abs(far.error - 4.2e-3) <= 0.05e-3, qPrintable(QString::number(far.error)));
        QCOMPARE(far.pair, Index(7));
        const Worst farther = worstCosine(FloatFormat::Float32, frequencies, 1048575.0);
        QVERIFY2(std::abs(farther.error - 2.5e-2) <= 0.05e-2, qPrintable(QString::number(farther.error)));
    }

    void largestSinglePhases()
    {
        // "float32_phase_error_rad" of the reference: largest over the pairs of d 128, base 10000.
        struct Row {
            double position, error;
        };
        for (const Row& row : { Row { 4096, 0.00012175154733995441 }, Row { 32768, 0.0009740123787196353 },
                 Row { 131072, 0.0038960495148785412 }, Row { 1048576, 0.03116839611902833 } }) {
            double largest = 0.0;
            const ArrayXd frequencies = geometricFrequencies(10000.0, 128);
            for (Index pair = 0; pair < frequencies.size(); ++pair)
                largest = std::max(largest,
                    std::abs(errorsAt(FloatFormat::Float32, frequencies[pair], row.position).phase[0]));
            QVERIFY2(std::abs(largest - row.error) <= 1e-6 * row.error,
                qPrintable(QString::number(largest, 'g', 17)));
        }
    }

    void errorsAreCosinesApart()
    {
        const ArrayXd positions = ArrayXd::LinSpaced(200, 1.0, 200.0);
        for (const FloatFormatFacts& facts : floatFormats()) {
            AngleErrors errors;
            fillAngleErrors(facts.format, 0.7, positions, errors);
            for (Index i = 0; i < positions.size(); ++i) {
                const double computed = rounded(facts.format, positions[i] * frequencyIn(facts.format, 0.7));
                QVERIFY(
                    std::abs(errors.cosine[i] - (std::cos(computed) - std::cos(0.7 * positions[i]))) < 1e-13);
            }
        }
    }

    void equalPositions()
    {
        QCOMPARE(firstEqualPosition(FloatFormat::BFloat16), 257.0);
        QCOMPARE(firstEqualPosition(FloatFormat::Float16), 2049.0);
        QCOMPARE(firstEqualPosition(FloatFormat::Float32), 16777217.0);
        for (const FloatFormatFacts& facts : floatFormats()) {
            const double position = firstEqualPosition(facts.format);
            QCOMPARE(rounded(facts.format, position), rounded(facts.format, position - 1.0));
            QVERIFY(rounded(facts.format, position - 1.0) != rounded(facts.format, position - 2.0));
        }
    }

    void equalAngles_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<double>("frequency");
        for (const FloatFormat format : { FloatFormat::BFloat16, FloatFormat::Float16 }) {
            for (const double frequency :
                { 1.0, 0.865964323360065, 0.75, 0.1, 0.0031622776601683795, 1e-5, 3e-8, 40.0 })
                QTest::addRow("%s %g", factsOf(format).name, frequency)
                    << static_cast<int>(format) << frequency;
        }
    }
    void equalAngles()
    {
        QFETCH(int, format);
        QFETCH(double, frequency);
        // Every position in turn, without the shortcut.
        const auto one = static_cast<FloatFormat>(format);
        const auto angle = [&](double position) {
            return rounded(one, rounded(one, position) * frequencyIn(one, frequency));
        };
        std::optional<double> expected;
        for (double position = 1.0; position < 70000.0 && std::isfinite(angle(position)); ++position) {
            if (angle(position) == angle(position - 1.0)) {
                expected = position;
                break;
            }
        }
        QCOMPARE(firstEqualAngle(one, frequency), expected);
    }

    void equalSingleAngles()
    {
        // A power of two only moves the binary point: as far as the positions themselves.
        QCOMPARE(firstEqualAngle(FloatFormat::Float32, 1.0), std::optional(16777217.0));
        QCOMPARE(firstEqualAngle(FloatFormat::Float32, 0.25), std::optional(16777217.0));
        const double frequency = 0.1;
        const double found = firstEqualAngle(FloatFormat::Float32, frequency).value();
        const auto angle = [&](double position) {
            return static_cast<float>(position * frequencyIn(FloatFormat::Float32, frequency));
        };
        QCOMPARE(angle(found), angle(found - 1.0));
        for (double position = 1.0; position < found; ++position) {
            if (angle(position) == angle(position - 1.0))
                QFAIL(qPrintable(QString::number(position)));
        }
    }

    void endOfFloat16()
    {
        QCOMPARE(firstInfiniteAngle(FloatFormat::Float16, 1.0), std::optional(65520.0));
        QCOMPARE(firstInfiniteAngle(FloatFormat::Float16, 1e-3), std::optional(65520.0));
        QCOMPARE(firstInfiniteAngle(FloatFormat::Float16, 1024.0), std::optional(64.0)); // 65536
        QVERIFY(!firstInfiniteAngle(FloatFormat::BFloat16, 1.0));
        QVERIFY(!firstInfiniteAngle(FloatFormat::Float32, 1.0));
        QVERIFY(std::isnan(errorsAt(FloatFormat::Float16, 1.0, 65520.0).cosine[0]));
        QVERIFY(std::isnan(errorsAt(FloatFormat::Float16, 1e-30, 65520.0).phase[0]));
        QCOMPARE(errorsAt(FloatFormat::Float16, 1.0, 65504.0).phase[0], 0.0);
    }
};

QTEST_GUILESS_MAIN(PrecisionTest)
#include "precisiontest.moc"
