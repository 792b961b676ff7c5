// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/decay.h"

#include "encodings/parametererror.h"

#include "closeness.h"
#include "frequencies.h"
#include "warnings.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <span>
#include <stop_token>
#include <thread>

using Eigen::ArrayXd;
using Eigen::Index;
using encodings::Columns;
using encodings::Interval;
using encodings::PairWeights;

namespace {

QByteArray different(double at, double found, double expected)
{
    return QStringLiteral("%1: %2 instead of %3")
        .arg(at)
        .arg(found, 0, 'g', 17)
        .arg(expected, 0, 'g', 17)
        .toUtf8();
}

double onesDecay(const ArrayXd& frequencies, double distance)
{
    return encodings::decay(frequencies, encodings::onesWeights(frequencies.size()), distance, 1.0, 1)[0];
}

double bound(const ArrayXd& frequencies, double distance)
{
    return encodings::roformerBound(frequencies, distance, 1.0, 1)[0];
}

long double plainDecay(const ArrayXd& frequencies, const PairWeights& weights, long double distance)
{
    long double sum = 0.0L;
    for (Index pair = 0; pair < frequencies.size(); ++pair) {
        sum += weights.inPhase[pair] * std::cos(distance * frequencies[pair])
            + weights.quadrature[pair] * std::sin(distance * frequencies[pair]);
    }
    return sum;
}

long double plainBound(const ArrayXd& frequencies, long double distance)
{
    std::complex<long double> partial = 0.0L;
    long double sum = 0.0L;
    for (const double frequency : frequencies) {
        partial += std::polar(1.0L, distance * frequency);
        sum += std::abs(partial);
    }
    return sum / static_cast<long double>(frequencies.size());
}

struct Golden {
    double distance;
    double value;
};

// Computed with numpy from the formulas of arXiv 2104.09864 (3.4.3), 2306.15595 and 2405.14591; d = 128.
constexpr Golden base10000[] = { { 0, 1.0 }, { 1, 0.9702138094651191 }, { 5, 0.7372658120287496 },
    { 100, 0.4772414797107914 }, { 1024, 0.2044414192545519 }, { 4096, -0.05285334257003563 } };
constexpr Golden base500000[] = { { 0, 1.0 }, { 1, 0.9779092241697681 }, { 5, 0.8145923973186794 },
    { 100, 0.6109886833649731 }, { 1024, 0.4791042918769409 }, { 4096, 0.3827529545175995 } };
constexpr Golden base1000000[] = { { 0, 1.0 }, { 1, 0.9788142984737259 }, { 5, 0.8237512792721033 },
    { 100, 0.586300738541679 }, { 1024, 0.4938333843987208 }, { 4096, 0.27760319059086397 } };
constexpr Golden interpolated[] = { { 0, 1.0 }, { 1, 0.9980535027710998 }, { 5, 0.9546844327567023 },
    { 100, 0.5882164285995273 }, { 1024, 0.32070051080292494 }, { 4096, 0.2044414192545519 } };
constexpr Golden roformer[]
    = { { 0, 32.5 }, { 1, 31.538166142658085 }, { 5, 20.84535777835676 }, { 50, 12.629452488319242 },
          { 250, 6.548179031941597 }, { 1024, 4.024113380545657 }, { 4096, 4.882792191194106 } };

} // namespace

class DecayTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void publishedDecay();
    void publishedBound();
    void firstNegativeDistance_data();
    void firstNegativeDistance();
    void publishedMinima_data();
    void publishedMinima();
    void allReferenceCurves();
    void equalsLongDouble_data();
    void equalsLongDouble();
    void smallCounts();
    void randomWeightsAreTheSameEverywhere();
    void randomWeightsAreUnitVectors();
    void columnsPartition_data();
    void columnsPartition();
    void rangesAreExact_data();
    void rangesAreExact();
    void estimateIsInside_data();
    void estimateIsInside();
    void estimateTakesAllOfShortColumns();
    void cancelled();
};

void DecayTest::publishedDecay()
{
    const auto compare = [](std::span<const Golden> golden, const ArrayXd& frequencies) {
        for (const auto [distance, value] : golden) {
            const double found = onesDecay(frequencies, distance);
            QVERIFY2(isClose(found, value), different(distance, found, value));
        }
    };
    compare(base10000, ropeFrequencies(64, 1e4));
    compare(base500000, ropeFrequencies(64, 5e5));
    compare(base1000000, ropeFrequencies(64, 1e6));
    compare(interpolated, ropeFrequencies(64, 1e4) / 4.0);
}

void DecayTest::publishedBound()
{
    for (const auto [distance, value] : roformer) {
        const double found = bound(ropeFrequencies(64, 1e4), distance);
        QVERIFY2(isClose(found, value), different(distance, found, value));
    }
    // arXiv 2306.15595, figure 5: B(s) / d, half of the mean, has its lowest value up to 4095 at 3643.
    const ArrayXd values = encodings::roformerBound(ropeFrequencies(64, 1e4), 0.0, 1.0, 4096) / 2.0;
    Index lowest = 0;
    QVERIFY(isClose(values.minCoeff(&lowest), 1.1159079480172895));
    QCOMPARE(lowest, Index(3643));
    QVERIFY(isClose(values.maxCoeff(), 16.25));
}

void DecayTest::firstNegativeDistance_data()
{
    QTest::addColumn<double>("base");
    QTest::addColumn<Index>("distance");
    // arXiv 2405.14591, d = 128, computed.
    QTest::newRow("1e4") << 1e4 << Index(1707);
    QTest::newRow("5e5") << 5e5 << Index(18438);
    QTest::newRow("1e6") << 1e6 << Index(27115);
}

void DecayTest::firstNegativeDistance()
{
    QFETCH(double, base);
    QFETCH(Index, distance);
    const ArrayXd values
        = encodings::decay(ropeFrequencies(64, base), encodings::onesWeights(64), 0.0, 1.0, 30000);
    const auto found = std::find_if(values.begin(), values.end(), [](double value) { return value < 0.0; });
    QCOMPARE(Index(found - values.begin()), distance);
}

void DecayTest::publishedMinima_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<double>("base");
    QTest::addColumn<double>("lowest");
    // arXiv 2405.14591: lowest sum of cosines below a length, d = 128, computed.
    QTest::newRow("1024, 4300") << 1024 << 4300.0 << 0.24897719849773847;
    QTest::newRow("1024, 4000") << 1024 << 4000.0 << -3.8775203901933173;
    QTest::newRow("2048, 16000") << 2048 << 16000.0 << 2.023420915634632;
    QTest::newRow("4096, 10000") << 4096 << 10000.0 << -8.36292847212507;
    QTest::newRow("8192, 84000") << 8192 << 84000.0 << 0.9185203985638397;
}

void DecayTest::publishedMinima()
{
    QFETCH(int, length);
    QFETCH(double, base);
    QFETCH(double, lowest);
    const auto ranges = encodings::decayRanges(
        ropeFrequencies(64, base), encodings::onesWeights(64), Columns(0, length - 1, 1));
    QCOMPARE(ranges.size(), std::size_t(1));
    QVERIFY2(isClose(64.0 * ranges[0].low, lowest), different(length, 64.0 * ranges[0].low, lowest));
    QVERIFY(isClose(ranges[0].high, 1.0));
}

void DecayTest::allReferenceCurves()
{
    QFile file(QStringLiteral(SHARED_FOLDER "/reference/values/curves.json"));
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("The reference curves are not there: set ENCODING_EXPLORER_SHARED to the folder that holds "
              "them.");
    const QJsonObject curves = QJsonDocument::fromJson(file.readAll()).object();
    const QJsonArray distances = curves["distances"].toArray();
    QVERIFY(distances.size() > 10);

    const auto compare = [&](const char* name, const QJsonArray& at, const auto& function) {
        const QJsonArray values = curves[QLatin1String(name)][QLatin1String("values")].toArray();
        QCOMPARE(values.size(), at.size());
        for (qsizetype index = 0; index < at.size(); ++index) {
            const double found = function(at[index].toDouble());
            const double expected = values[index].toDouble();
            QVERIFY2(isClose(found, expected),
                QByteArray(name) + ' ' + different(at[index].toDouble(), found, expected));
        }
    };
    for (const char* name : { "rope_allones_decay", "rope_allones_decay_base500000",
             "rope_allones_decay_base1e+06", "rope_allones_decay_PI4" }) {
        const QJsonObject curve = curves[QLatin1String(name)].toObject();
        const ArrayXd frequencies = ropeFrequencies(curve["d"].toInt() / 2, curve["base"].toDouble())
            / curve["factor"].toDouble(1.0);
        compare(name, distances, [&](double distance) { return onesDecay(frequencies, distance); });
    }
    const ArrayXd frequencies = ropeFrequencies(64, 1e4);
    compare("roformer_mean_abs_Sj", distances, [&](double distance) { return bound(frequencies, distance); });
    compare("pi_B_over_d", distances, [&](double distance) { return bound(frequencies, distance) / 2.0; });
    compare("sinusoidal_dot", curves["sinusoidal_dot"]["k"].toArray(),
        [&](double distance) { return 64.0 * onesDecay(frequencies, distance); });
    for (const QJsonValue check : curves["base_lower_bound_check"].toArray()) {
        const auto ranges = encodings::decayRanges(ropeFrequencies(64, check["b"].toDouble()),
            encodings::onesWeights(64), Columns(0, check["L"].toInt() - 1, 1));
        QVERIFY(isClose(64.0 * ranges[0].low, check["min_f"].toDouble()));
    }
}

void DecayTest::equalsLongDouble_data()
{
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("step");
    QTest::newRow("near") << 0.0 << 1.0;
    QTest::newRow("2^24") << 16777216.0 - 20000.0 << 1.0;
    QTest::newRow("to 2^24") << 0.0 << 838.0;
    QTest::newRow("halves, backwards") << 4096.5 << -0.5;
}

void DecayTest::equalsLongDouble()
{
    QFETCH(double, first);
    QFETCH(double, step);
    constexpr Index count = 20000;
    const ArrayXd frequencies = ropeFrequencies(64, 1e4);
    const PairWeights weights = encodings::randomWeights(64, 3);
    const ArrayXd ones = encodings::decay(frequencies, encodings::onesWeights(64), first, step, count);
    const ArrayXd random = encodings::decay(frequencies, weights, first, step, count);
    const ArrayXd bounds = encodings::roformerBound(frequencies, first, step, count);
    QCOMPARE(ones.size(), count);
    double worst = 0.0;
    for (Index at = 0; at < count; at += 7) {
        const long double distance = static_cast<long double>(first) + step * static_cast<long double>(at);
        const auto error
            = [](double found, long double exact) { return std::abs(static_cast<double>(found - exact)); };
        worst = std::max(
            { worst, error(ones[at], plainDecay(frequencies, encodings::onesWeights(64), distance)),
                error(random[at], plainDecay(frequencies, weights, distance)),
                error(bounds[at], plainBound(frequencies, distance)) });
    }
    QVERIFY2(worst < 1e-10, qPrintable(QString::number(worst)));
}

void DecayTest::smallCounts()
{
    for (const Index pairs : { 1, 2, 5, 200 }) {
        const ArrayXd frequencies = ropeFrequencies(pairs, 1e3);
        const PairWeights weights = encodings::randomWeights(pairs, 11);
        for (const Index count : { 0, 1, 2, 3, 17, 300, 4097 }) {
            const ArrayXd values = encodings::decay(frequencies, weights, 5.0, 3.0, count);
            const ArrayXd bounds = encodings::roformerBound(frequencies, 5.0, 3.0, count);
            QCOMPARE(values.size(), count);
            QCOMPARE(bounds.size(), count);
            for (Index at = 0; at < count; at += 1 + at / 8) {
                const auto distance = static_cast<long double>(5 + 3 * at);
                QVERIFY(std::abs(values[at] - static_cast<double>(plainDecay(frequencies, weights, distance)))
                    < 1e-12);
                QVERIFY(
                    std::abs(bounds[at] - static_cast<double>(plainBound(frequencies, distance))) < 1e-10);
            }
        }
    }
}

void DecayTest::randomWeightsAreTheSameEverywhere()
{
    // q . R(r) k from an independent implementation of mt19937_64, Box-Muller and the rotation: seed 7, four
    // pairs.
    constexpr Golden golden[] = { { 0, -0.4070506321995127 }, { 1, -0.26143108412727023 },
        { 10, -0.44255099841183293 }, { 1000, -0.32960992944486356 } };
    const PairWeights weights = encodings::randomWeights(4, 7);
    for (const auto [distance, value] : golden) {
        const double found = encodings::decay(ropeFrequencies(4, 1e4), weights, distance, 1.0, 1)[0];
        QVERIFY2(isClose(found, value), different(distance, found, value));
    }
}

void DecayTest::randomWeightsAreUnitVectors()
{
    for (const std::uint64_t seed : { 0, 1, 2, 3 }) {
        // One pair: q and k are unit vectors of the plane, q . R k is the cosine of an angle.
        const PairWeights one = encodings::randomWeights(1, seed);
        QVERIFY(isClose(std::hypot(one.inPhase[0], one.quadrature[0]), 1.0));
        // Cauchy and Schwarz.
        const PairWeights many = encodings::randomWeights(64, seed);
        QVERIFY((many.inPhase.square() + many.quadrature.square()).sqrt().sum() <= 1.0);
        QVERIFY((many.inPhase == encodings::randomWeights(64, seed).inPhase).all());
        QVERIFY((many.inPhase != encodings::randomWeights(64, seed + 1).inPhase).any());
    }
}

void DecayTest::columnsPartition_data()
{
    QTest::addColumn<qint64>("first");
    QTest::addColumn<qint64>("last");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<int>("count");
    QTest::newRow("even") << qint64(0) << qint64(1099) << 100 << 100;
    QTest::newRow("uneven") << qint64(-50) << qint64(4095) << 1100 << 1100;
    QTest::newRow("few") << qint64(7) << qint64(9) << 1100 << 3;
    QTest::newRow("one") << qint64(7) << qint64(7) << 5 << 1;
    QTest::newRow("none wanted") << qint64(0) << qint64(7) << 0 << 1;
    QTest::newRow("vast") << qint64(-4000000000000000000) << qint64(4000000000000000000) << 4001 << 4001;
}

void DecayTest::columnsPartition()
{
    QFETCH(qint64, first);
    QFETCH(qint64, last);
    QFETCH(int, wanted);
    QFETCH(int, count);
    const Columns columns(first, last, wanted);
    QCOMPARE(columns.count(), count);
    QCOMPARE(columns.distances(), last - first + 1);
    QCOMPARE(columns.start(0), first);
    QCOMPARE(columns.start(count), last + 1);
    const std::int64_t each = columns.distances() / count;
    for (int column = 0; column < count; ++column) {
        const std::int64_t size = columns.start(column + 1) - columns.start(column);
        QVERIFY(size == each || size == each + 1);
    }
    QVERIFY_EXCEPTION_THROWN(Columns(first, first - 1, wanted), encodings::ParameterError);
}

void DecayTest::rangesAreExact_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("last");
    QTest::addColumn<int>("wanted");
    QTest::newRow("one distance") << 5 << 5 << 10;
    QTest::newRow("a column each") << 0 << 800 << 1100;
    QTest::newRow("short columns") << -1000 << 3000 << 1100;
    QTest::newRow("long columns, threads") << 1000 << 300000 << 7;
    QTest::newRow("one column, many terms") << 0 << 300000 << 1;
}

void DecayTest::rangesAreExact()
{
    QFETCH(int, first);
    QFETCH(int, last);
    QFETCH(int, wanted);
    const ArrayXd frequencies = ropeFrequencies(64, 1e4);
    const PairWeights weights = encodings::randomWeights(64, 5);
    const Columns columns(first, last, wanted);
    const ArrayXd values = encodings::decay(frequencies, weights, first, 1.0, last - first + 1);
    const ArrayXd bounds = encodings::roformerBound(frequencies, first, 1.0, last - first + 1);
    const auto ranges = encodings::decayRanges(frequencies, weights, columns);
    const auto boundRanges = encodings::roformerBoundRanges(frequencies, columns);
    QCOMPARE(ranges.size(), static_cast<std::size_t>(columns.count()));
    QCOMPARE(boundRanges.size(), ranges.size());
    for (int column = 0; column < columns.count(); ++column) {
        const Index start = columns.start(column) - first;
        const Index size = columns.start(column + 1) - columns.start(column);
        const auto compare = [&](Interval found, const ArrayXd& all) {
            const auto part = all.segment(start, size);
            QVERIFY(std::abs(found.low - part.minCoeff()) < 1e-11);
            QVERIFY(std::abs(found.high - part.maxCoeff()) < 1e-11);
        };
        compare(ranges[static_cast<std::size_t>(column)], values);
        compare(boundRanges[static_cast<std::size_t>(column)], bounds);
    }
}

void DecayTest::estimateIsInside_data()
{
    QTest::addColumn<qint64>("first");
    QTest::addColumn<qint64>("last");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<int>("samples");
    QTest::newRow("131072") << qint64(0) << qint64(131071) << 400 << 256;
    QTest::newRow("just long enough") << qint64(3) << qint64(3 + 256 * 50 - 1) << 50 << 256;
    QTest::newRow("too short") << qint64(3) << qint64(3 + 256 * 50 - 2) << 50 << 256;
    QTest::newRow("odd number of samples") << qint64(0) << qint64(65535) << 100 << 300;
    QTest::newRow("one sample") << qint64(-30000) << qint64(30000) << 100 << 1;
    QTest::newRow("far") << qint64(16777216 - 100000) << qint64(16777215) << 100 << 256;
}

void DecayTest::estimateIsInside()
{
    QFETCH(qint64, first);
    QFETCH(qint64, last);
    QFETCH(int, wanted);
    QFETCH(int, samples);
    const Columns columns(first, last, wanted);
    const ArrayXd frequencies = ropeFrequencies(64, 1e4);
    const auto compare = [&](const std::vector<Interval>& estimated, const std::vector<Interval>& exact,
                             double scale) {
        QCOMPARE(estimated.size(), exact.size());
        double covered = 0.0;
        for (std::size_t column = 0; column < exact.size(); ++column) {
            QVERIFY(estimated[column].low >= exact[column].low - 1e-4 * scale);
            QVERIFY(estimated[column].high <= exact[column].high + 1e-4 * scale);
            QVERIFY(estimated[column].low <= estimated[column].high);
            covered += (estimated[column].high - estimated[column].low)
                / (exact[column].high - exact[column].low);
        }
        // One run of eight neighbours sees little of a column, but something.
        const double enough = samples < 8 ? 0.1 : 0.5;
        QVERIFY2(covered / static_cast<double>(exact.size()) > enough, qPrintable(QString::number(covered)));
    };
    for (const PairWeights& weights : { encodings::onesWeights(64), encodings::randomWeights(64, 1) }) {
        compare(encodings::estimatedDecayRanges(frequencies, weights, columns, samples),
            encodings::decayRanges(frequencies, weights, columns), 1.0);
    }
    compare(encodings::estimatedRoformerBoundRanges(frequencies, columns, samples),
        encodings::roformerBoundRanges(frequencies, columns), 32.5);
}

void DecayTest::estimateTakesAllOfShortColumns()
{
    const ArrayXd frequencies = ropeFrequencies(64, 1e4);
    const PairWeights weights = encodings::onesWeights(64);
    const Columns columns(0, 4095, 1100);
    QVERIFY(encodings::estimatedDecayRanges(frequencies, weights, columns, 256)
        == encodings::decayRanges(frequencies, weights, columns));
    QVERIFY(encodings::estimatedRoformerBoundRanges(frequencies, columns, 256)
        == encodings::roformerBoundRanges(frequencies, columns));
}

void DecayTest::cancelled()
{
    const ArrayXd frequencies = ropeFrequencies(64, 1e4);
    // Without a stop this would take hours.
    const Columns columns(0, std::int64_t(1) << 40, 1000);
    std::stop_source source;
    source.request_stop();
    QVERIFY(
        encodings::decayRanges(frequencies, encodings::onesWeights(64), columns, source.get_token()).empty());
    QVERIFY(encodings::roformerBoundRanges(frequencies, columns, source.get_token()).empty());

    std::stop_source later;
    const std::jthread stopper([&later] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        later.request_stop();
    });
    QVERIFY(
        encodings::decayRanges(frequencies, encodings::onesWeights(64), columns, later.get_token()).empty());
}

QTEST_APPLESS_MAIN(DecayTest)
#include "decaytest.moc"
