// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/attention.h"
#include "encodings/cosine.h"
#include "encodings/ntk.h"
#include "encodings/parametererror.h"
#include "encodings/rope.h"
#include "encodings/state.h"

#include "closeness.h"
#include "schemes.h"
#include "warnings.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <numbers>

using namespace encodings;

class EncodingTest : public QObject {
    Q_OBJECT

    /// Whether both positions have what the mechanism needs.
    static bool arePlaced(const Scheme& scheme, double query, double key)
    {
        const auto* rows = std::get_if<AdditiveRows>(&scheme.mechanism);
        const auto isPlaced
            = [&](double id) { return !std::isnan(id) && (!rows || (id >= 0 && id <= rows->length - 1)); };
        return isPlaced(scheme.idFor(query, query)) && isPlaced(scheme.idFor(query, key));
    }

    /// Ids, distances and scores are numbers, but for what is not there.
    static void requireNumbers(const Scheme& scheme, const Values& values, const std::string& name)
    {
        const Attention attention(scheme, values);
        const auto* term = std::get_if<ScoreTerm>(&scheme.mechanism);
        const bool hasTable = term && term->kind == ScoreTerm::Kind::Content;
        for (const double query : { 0.0, 1.0, values.number("trained_length") }) {
            const Eigen::ArrayXd keys { { 0.0, 1.0, query, query + 1 } };
            const Eigen::ArrayXd distances = attention.distances(query, keys);
            QVERIFY2(!distances.isInf().any(), name.c_str());
            for (const Eigen::Index head : { Eigen::Index { 0 }, attention.heads() - 1 }) {
                const Eigen::ArrayXd part = attention.positionPart(head, query, keys);
                const Eigen::ArrayXd logits = attention.logits(head, query, keys);
                for (Eigen::Index i = 0; i < keys.size(); ++i) {
                    const std::string place
                        = name + " " + std::to_string(query) + " " + std::to_string(keys[i]);
                    const bool placed = arePlaced(scheme, query, keys[i]);
                    QVERIFY2(!std::isinf(scheme.idFor(query, keys[i])), place.c_str());
                    // A table that content is multiplied with may end before the distance does.
                    const bool asked = placed && !hasTable && (!scheme.causal || keys[i] <= query);
                    QVERIFY2(!std::isinf(part[i]) || keys[i] > query, place.c_str());
                    QVERIFY2(
                        !asked || (std::isfinite(distances[i]) && std::isfinite(part[i])), place.c_str());
                    const bool scored = placed && scheme.isVisible(query, keys[i]) && !std::isnan(part[i]);
                    QVERIFY2(scored ? std::isfinite(logits[i]) : std::isinf(logits[i]) && logits[i] < 0,
                        place.c_str());
                }
            }
        }
    }

    static bool hasWord(const std::string& text, const std::string& word)
    {
        return QString::fromStdString(text).contains(
            QRegularExpression(QStringLiteral("\\b%1\\b").arg(QString::fromStdString(word))));
    }

    /// Every part is finite with `value` at `key`, or the refusal names that key or one that follows it.
    static void requireFinite(const std::string& id, double scale, const std::string& key, const Value& value)
    {
        const std::string name = id + " " + key;
        State state = defaultState();
        state.values.set("scale", scale);
        state.values.set(key, value);
        const Series series { "series", { id } };
        const Values given = valuesOf(state, series);
        try {
            const Values values = resolved(parametersOf(series), given);
            const Scheme scheme = combine(series.encodings, values);
            const Eigen::ArrayXd frequencies = scheme.frequencies();
            QVERIFY2(frequencies.isFinite().all() && (frequencies >= 0).all(), name.c_str());
            QVERIFY2(
                std::isfinite(scheme.attentionFactor()) && std::isfinite(scheme.logitFactor), name.c_str());
            if (scheme.temperature)
                QVERIFY2(std::isfinite(scheme.temperature(0)) && std::isfinite(scheme.temperature(1e6)),
                    name.c_str());
            requireNumbers(scheme, values, name);
        } catch (const ParameterError& error) {
            QVERIFY2(error.parameter() == key || hasWord(error.what(), key)
                    || (given.contains(error.parameter()) && given.isAutomatic(error.parameter())),
                (name + ": " + error.what()).c_str());
        }
    }

private slots:
    void init() { failOnWarnings(); }
    // RoFormer's theta_i = 10000^(-2i/d): values worked out by hand for d = 4 and d = 8.
    void ropeFrequenciesAreGeometric()
    {
        const Eigen::ArrayXd four = geometricFrequencies(10000, 4);
        QCOMPARE(four.size(), 2);
        QVERIFY(isClose(four[0], 1.0) && isClose(four[1], 0.01));
        const Eigen::ArrayXd eight = geometricFrequencies(10000, 8);
        QVERIFY(isClose(eight[1], 0.1) && isClose(eight[3], 0.001));
        QVERIFY(isClose(geometricFrequencies(12345, 2)[0], 1.0));
    }

    // exllama issues 115 and 118, textgen 3452: 10000 × alpha^(128/126).
    void ntkBaseHasTheExponent()
    {
        QVERIFY(isClose(ntkBase(10000, 2, 128), 20221.261689737912));
        QVERIFY(isClose(ntkBase(10000, 4, 128), 40889.94243248622));
        QVERIFY(isClose(ntkBase(10000, 8, 128), 82684.62264056221));
        QVERIFY(isClose(ntkBase(10000, 4, 80), 41447.41));
        QVERIFY(!isClose(ntkBase(10000, 4, 128), 40000));
    }

    void ntkKeepsTheFirstPairAndDividesTheLast()
    {
        for (const double alpha : { 0.5, 2.0, 8.0, 1e6 }) {
            const Eigen::ArrayXd scaled = schemeOf({ "ntk" }, { { "alpha", alpha } }).frequencies();
            const Eigen::ArrayXd plain = schemeOf({ "rope" }).frequencies();
            QVERIFY(isClose(scaled[0], plain[0]));
            QVERIFY(isClose(scaled[63], plain[63] / alpha));
            QVERIFY(isClose(scaled[32], plain[32] * std::pow(alpha, -64.0 / 126.0)));
        }
    }

    void alphaFollowsTheScaleUnlessSet()
    {
        const Eigen::ArrayXd followed = schemeOf({ "ntk" }, { { "scale", 8.0 } }).frequencies();
        const Eigen::ArrayXd set = schemeOf({ "ntk" }, { { "scale", 2.0 }, { "alpha", 8.0 } }).frequencies();
        QVERIFY((followed == set).all());
    }

    void scaleOneIsTheIdentity()
    {
        const Eigen::ArrayXd plain = schemeOf({ "rope" }).frequencies();
        QVERIFY((schemeOf({ "pi" }).frequencies() == plain).all());
        QVERIFY((schemeOf({ "ntk" }).frequencies() == plain).all());
    }

    void interpolationScalesEveryPairAndEveryPosition()
    {
        const Scheme scheme = schemeOf({ "pi" }, { { "scale", 4.0 } });
        QCOMPARE(scheme.id(4096), 1024.0);
        QVERIFY(((scheme.frequencies() * 4 - scheme.trainedFrequencies).abs() < 1e-15).all());
        // Below 1 the positions spread: allowed, and the frequencies grow.
        QCOMPARE(schemeOf({ "pi" }, { { "scale", 0.5 } }).id(10), 20.0);
    }

    void encodingsCombineWhenTheyFillDifferentParts()
    {
        // Both at once, as in exllama issue 118: the slowest pair is stretched by 4 × 4.
        const Scheme stacked = schemeOf({ "pi", "ntk" }, { { "scale", 4.0 } });
        QVERIFY(isClose(stacked.frequencies()[63] * 16, stacked.trainedFrequencies[63]));
        QCOMPARE(schemeOf({ "sinusoidal", "pi" }, { { "scale", 2.0 } }).id(6), 3.0);
        for (const std::vector<std::string>& ids : std::vector<std::vector<std::string>> {
                 { "rope", "ntk" }, { "rope", "rope" }, { "sinusoidal", "rope" }, { "pi", "pi" } }) {
            try {
                schemeOf(ids);
                QFAIL("accepted");
            } catch (const ParameterError& error) {
                QVERIFY(
                    QString::fromUtf8(error.what()).contains(QString::fromStdString(ids[0] + "+" + ids[1])));
            }
        }
        QVERIFY_EXCEPTION_THROWN(schemeOf({ "no such" }), ParameterError);
        QVERIFY_EXCEPTION_THROWN(schemeOf({}), ParameterError);
    }

    void errorsNameParameterValueAndWhatIsAllowed()
    {
        try {
            schemeOf({ "ntk" }, { { "dimension", 2.0 } });
            QFAIL("accepted");
        } catch (const ParameterError& error) {
            QCOMPARE(error.parameter(), std::string("dimension"));
            QCOMPARE(error.value(), std::string("2"));
            QVERIFY(QString::fromStdString(error.allowed()).contains("at least 4"));
        }
        QVERIFY_EXCEPTION_THROWN(geometricFrequencies(10000, 5), ParameterError);
        QVERIFY_EXCEPTION_THROWN(geometricFrequencies(0, 4), ParameterError);
        QVERIFY_EXCEPTION_THROWN(geometricFrequencies(-1, 4), ParameterError);
    }

    // tensor2tensor get_timing_signal_1d: the last frequency is exactly 1/base.
    void tensor2tensorEndsAtTheBase()
    {
        const Scheme scheme
            = schemeOf({ "sinusoidal" }, { { "dimension", 8.0 }, { "order", std::string("tensor2tensor") } });
        QVERIFY(isClose(scheme.frequencies()[3], 1e-4));
        QVERIFY(isClose(scheme.frequencies()[1], 0.04641588833612779));
        QVERIFY(std::get<AdditiveTable>(scheme.mechanism).order == TableOrder::Halves);
    }

    void everyExtremeIsFiniteOrRefusedByName()
    {
        for (const Encoding& encoding : allEncodings()) {
            std::vector<Parameter> parameters = parametersOf({ "series", { encoding.id } });
            std::erase_if(
                parameters, [](const Parameter& parameter) { return parameter.group == Group::View; });
            for (const Parameter& parameter : parameters) {
                std::vector<Value> extremes;
                if (parameter.kind == Kind::Number || parameter.kind == Kind::Integer
                    || parameter.kind == Kind::EvenInteger)
                    extremes = { parameter.minimum, parameter.maximum };
                for (const std::string& word : parameter.choices)
                    extremes.push_back(word);
                if (parameter.kind == Kind::Switch)
                    extremes = { true, false };
                for (const Value& extreme : extremes) {
                    for (const double scale : { 1.0, 8.0 })
                        requireFinite(encoding.id, scale, parameter.key, extreme);
                }
            }
        }
    }

    void everyRecordIsComplete()
    {
        for (const Encoding& encoding : allEncodings()) {
            QVERIFY2(!encoding.name.empty() && encoding.year >= 2017 && !encoding.citation.empty()
                    && !encoding.about.empty() && !encoding.family.empty() && !encoding.parts.empty()
                    && !encoding.enters.empty() && !encoding.extrapolation.empty(),
                encoding.id.c_str());
            State state = defaultState();
            const Series series { encoding.id, { encoding.id } };
            QVERIFY2(!encoding.formula(resolved(parametersOf(series), valuesOf(state, series))).empty(),
                encoding.id.c_str());
        }
    }

    void formulaShowsTodaysNumbers()
    {
        State state = defaultState();
        state.values.set("scale", 8.0);
        const Series series { "ntk", { "ntk" } };
        const std::vector<FormulaLine> lines
            = encodingById("ntk").formula(resolved(parametersOf(series), valuesOf(state, series)));
        QVERIFY(QString::fromStdString(lines.front().numbers).contains("82,684.6"));
        QVERIFY(QString::fromStdString(lines.front().numbers).contains("128/126"));
    }
};

QTEST_APPLESS_MAIN(EncodingTest)
#include "encodingtest.moc"
