// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/dynamicntk.h"
#include "encodings/longrope.h"
#include "encodings/mrope.h"
#include "encodings/parametererror.h"
#include "encodings/ramp.h"
#include "encodings/yarn.h"

#include "closeness.h"
#include "schemes.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

using namespace encodings;

namespace {

const std::string convention = "convention";

Eigen::ArrayXd ratios(const std::vector<std::string>& ids, const Values& changed)
{
    const Scheme scheme = schemeOf(ids, changed);
    return scheme.frequencies() / scheme.trainedFrequencies;
}

bool allClose(const Eigen::ArrayXd& one, const Eigen::ArrayXd& other)
{
    return one.size() == other.size() && ((one - other).abs() <= 1e-6 * other.abs() + 1e-12).all();
}

/// The message of the refusal, or an empty text.
QString refusal(const std::vector<std::string>& ids, const Values& changed)
{
    try {
        schemeOf(ids, changed);
    } catch (const ParameterError& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

QByteArray letters(const Eigen::ArrayXi& axes)
{
    QByteArray text;
    for (const int axis : axes)
        text += "thwe"[axis];
    return text;
}

} // namespace

class ScalingTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void scaleOneIsTheIdentity()
    {
        const Eigen::ArrayXd plain = schemeOf({ "rope" }).frequencies();
        for (const char* id : { "ntk-simple", "ntk-fixed", "ntk-mixed", "dynamic-ntk", "ntk-by-parts",
                 "ntk-by-parts-2023", "yarn", "dynamic-yarn", "longrope", "llama3" }) {
            const Scheme scheme = schemeOf({ id });
            QVERIFY2(allClose(scheme.frequencies(), plain), id);
            QCOMPARE(scheme.attentionFactor(), 1.0);
            QCOMPARE(scheme.logitFactor, 1.0);
        }
    }

    // Report B1: base 1e6, d 128, s 4, L 32768.
    void yarnRampsByPair()
    {
        const Values qwen { { "base", 1e6 }, { "scale", 4.0 }, { "trained_length", 32768.0 } };
        const Eigen::ArrayXd ratio = ratios({ "yarn" }, qwen);
        QVERIFY(isClose(ratio[23], 1.0) && isClose(ratio[24], 0.9558823529)
            && isClose(ratio[30], 0.6911764706) && isClose(ratio[39], 0.2941176471)
            && isClose(ratio[40], 0.25) && isClose(ratio[63], 0.25));
        QVERIFY(isClose(schemeOf({ "yarn" }, qwen).attentionFactor(), 1.1386294361));
        // The ratio of the lengths, 1.25, where November 2025's rule takes max 40960 for the factor.
        Values older = qwen;
        older.set(convention, std::string("hf-2025-11"));
        older.set("max_positions", 40960.0);
        QVERIFY(isClose(ratios({ "yarn" }, older)[63], 0.8));
        QVERIFY(isClose(schemeOf({ "yarn" }, older).attentionFactor(), 1.0223143551));
    }

    // Report B3: DeepSeek-V3 and V2-Lite; what acts on cosines, and what on scores.
    void deepSeekScalesScores()
    {
        Values v3 { { "dimension", 64.0 }, { "scale", 40.0 }, { "mscale", 1.0 }, { "mscale_all_dim", 1.0 },
            { "logit_scaling", true } };
        QVERIFY(isClose(schemeOf({ "yarn" }, v3).attentionFactor(), 1.0));
        QVERIFY(isClose(schemeOf({ "yarn" }, v3).logitFactor, 1.8738542071));
        v3.set("mscale", 0.707);
        v3.set("mscale_all_dim", 0.707);
        QVERIFY(isClose(schemeOf({ "yarn" }, v3).logitFactor, 1.5896261651));
    }

    void formulaSaysWhereTheFactorComesFrom()
    {
        const auto symbols = [](const Values& changed) {
            State state = defaultState();
            state.values.merge(changed);
            const Series series { "yarn", { "yarn" } };
            const std::vector<FormulaLine> lines
                = encodingById("yarn").formula(resolved(parametersOf(series), valuesOf(state, series)));
            return QString::fromStdString(lines[2].symbols);
        };
        QCOMPARE(symbols({}), QString("A = 0.1 ln k + 1"));
        QVERIFY(symbols({ { "mscale", 1.0 }, { "mscale_all_dim", 0.7 } }).contains("/ (0.1 mscale_all_dim"));
        QCOMPARE(symbols({ { "mscale", 1.0 } }), QString("A = 0.1 ln k + 1"));
        QCOMPARE(symbols({ { "attention_factor", 1.0 } }), QString("A = attention_factor"));
        QVERIFY(symbols({ { convention, std::string("ggml") } }).contains("attn_factor"));
    }

    // Report B4: 0 counts as "not given" in Hugging Face, as no weight in vLLM: both 0.1 ln 64 + 1.
    void zeroWeightIsNotGiven()
    {
        for (const char* rule : { "hf", "vllm" }) {
            const Scheme scheme = schemeOf({ "yarn" },
                { { "scale", 64.0 }, { "mscale", 1.0 }, { "mscale_all_dim", 0.0 },
                    { convention, std::string(rule) } });
            QVERIFY(isClose(scheme.attentionFactor(), 1.4158883083));
        }
    }

    // Report B6: gpt-oss' ramp ends stay decimal.
    void truncateRoundsTheRampOutwards()
    {
        Values oss { { "base", 150000.0 }, { "dimension", 64.0 }, { "scale", 32.0 }, { "truncate", false } };
        QVERIFY(isClose(schemeOf({ "yarn" }, oss).ramp->first, 8.0927791151));
        QVERIFY(isClose(schemeOf({ "yarn" }, oss).ramp->second, 17.3980245016));
        QVERIFY(isClose(ratios({ "yarn" }, oss)[13], 0.4891189));
        oss.set("truncate", true);
        QCOMPARE(*schemeOf({ "yarn" }, oss).ramp, std::pair(8.0, 18.0));
        QVERIFY(isClose(ratios({ "yarn" }, oss)[13], 0.515625));
        // Llama-2's ramp, critical numbers of curves.json.
        QVERIFY(isClose(pairWithTurns(32, 1e4, 128, 4096), 20.94448162063605));
        QVERIFY(refusal({ "yarn" }, { { "trained_length", 4.0 }, { convention, std::string("gpt-oss") } })
                    .contains("ramp"));
    }

    // edge_ramps of curves.json: L = 4, where the ramp has no room.
    void implementationsDisagreeOnShortLengths()
    {
        Values tiny { { "scale", 4.0 }, { "trained_length", 4.0 } };
        QVERIFY(isClose(ratios({ "yarn" }, tiny)[63], 1.0));
        tiny.set(convention, std::string("ggml"));
        QVERIFY(isClose(ratios({ "yarn" }, tiny)[0], 1.0) && isClose(ratios({ "yarn" }, tiny)[63], 0.25));
    }

    // rotary.md F10 = F7 with alpha = low, beta = high, exactly.
    void llama3IsByParts()
    {
        const Values scaled { { "base", 5e5 }, { "scale", 8.0 }, { "trained_length", 8192.0 } };
        Values paper = scaled;
        paper.set("beta", 4.0);
        QVERIFY((ratios({ "llama3" }, scaled) == ratios({ "ntk-by-parts" }, paper)).all());
        // Report B10: Llama-3.1-8B.
        const Eigen::ArrayXd ratio = ratios({ "llama3" }, scaled);
        const double expected[] = { 1.0, 0.828168, 0.643743, 0.493507, 0.371122, 0.271425, 0.190211, 0.125 };
        for (int pair = 28; pair <= 35; ++pair)
            QVERIFY(std::abs(ratio[pair] - expected[pair - 28]) < 5e-7);
        // By hand: 64 ln(8192 / (2 pi turns)) / ln 5e5 for 4 turns and for 1.
        const auto ramp = *schemeOf({ "llama3" }, scaled).ramp;
        QVERIFY(std::abs(ramp.first - 28.2230) < 5e-4 && std::abs(ramp.second - 34.9841) < 5e-4);
        // No pair makes no turns.
        Values endless = scaled;
        endless.set("low_freq_factor", 0.0);
        QVERIFY(!schemeOf({ "llama3" }, endless).ramp);
    }

    // kexue.fm 9706: mixed with beta 1 is fixed, with beta 0 interpolation.
    void mixedRunsFromInterpolationToFixed()
    {
        Values mixed { { "scale", 8.0 }, { "mixed_b", 1.0 } };
        QVERIFY(allClose(ratios({ "ntk-mixed" }, mixed), ratios({ "ntk-fixed" }, mixed)));
        mixed.set("mixed_b", 0.0);
        QVERIFY(allClose(ratios({ "ntk-mixed" }, mixed), Eigen::ArrayXd::Constant(64, 0.125)));
        const Eigen::ArrayXd fixed = ratios({ "ntk-fixed" }, mixed);
        QVERIFY(isClose(fixed[0], std::pow(8, -2.0 / 128)) && isClose(fixed[63], 1.0 / 8));
    }

    // Report B11: base 1e6, s 2, L 32768.
    void dynamicBaseFollowsTheLength()
    {
        const auto base = [](double length, const char* rule) {
            const Scheme scheme = schemeOf({ "dynamic-ntk" },
                { { "base", 1e6 }, { "scale", 2.0 }, { "trained_length", 32768.0 },
                    { "current_length", length }, { convention, std::string(rule) } });
            return std::pow(scheme.frequencies()[1], -64.0);
        };
        QVERIFY(isClose(base(100, "hf"), 1e6) && isClose(base(32768, "hf"), 1e6));
        QVERIFY(isClose(base(32769, "hf"), 1000062.0));
        QVERIFY(isClose(base(65536, "hf"), 3052773.67));
        QVERIFY(isClose(base(131072, "hf"), 7219586.01));
        QVERIFY(isClose(base(100, "vllm"), 3052773.67));
        // At k L alpha is k^2 - k + 1, more than k.
        QCOMPARE(dynamicAlpha(4, 16384, 4096), 13.0);
    }

    // qwen_ntk_alpha of curves.json.
    void qwenMovesAlphaInSteps()
    {
        const std::pair<double, double> steps[] = { { 1, 1 }, { 1024, 1 }, { 1025, 1 }, { 2048, 1 },
            { 2049, 3 }, { 4096, 3 }, { 4097, 7 }, { 8192, 7 }, { 8193, 15 }, { 16384, 15 } };
        for (const auto& [length, alpha] : steps)
            QCOMPARE(steppedAlpha(length, 2048), alpha);
    }

    // Report B24: exactly the original length is short, one more is long.
    void longRopeSwitchesBeyondTheTrainedLength()
    {
        Values phi { { "dimension", 4.0 }, { "scale", 32.0 }, { "short_factor", Numbers { 1.0, 2.0 } },
            { "long_factor", Numbers { 1.5, 64.0 } }, { "current_length", 4096.0 } };
        QVERIFY(isClose(ratios({ "longrope" }, phi)[1], 0.5));
        phi.set("current_length", 4097.0);
        QVERIFY(isClose(ratios({ "longrope" }, phi)[1], 1.0 / 64));
        // vLLM decides by the longest context that it serves.
        phi.set("current_length", 10.0);
        phi.set(convention, std::string("vllm"));
        QVERIFY(isClose(ratios({ "longrope" }, phi)[1], 1.0 / 64));
        phi.set("long_mscale", 1.5);
        QCOMPARE(schemeOf({ "longrope" }, phi).attentionFactor(), 1.5);
        phi.set("short_factor", Numbers { 1.0 });
        phi.set("long_factor", Numbers { 1.0 });
        QVERIFY(refusal({ "longrope" }, phi).contains("1 factor;"));
        QVERIFY(refusal({ "longrope" }, phi).contains("2 in all"));
    }

    // longrope_mscale of curves.json; Microsoft's second policy is YaRN's.
    void longRopeAttentionFactors()
    {
        QVERIFY(isClose(longRopeAttentionFactor(32, 4096), 1.1902380714));
        QVERIFY(isClose(longRopeAttentionFactor(512, 4096), 1.3228756555));
        QCOMPARE(longRopeAttentionFactor(0.5, 4096), 1.0);
        QVERIFY_EXCEPTION_THROWN(longRopeAttentionFactor(2, 1), ParameterError);
        QVERIFY(
            isClose(schemeOf({ "longrope" }, { { "scale", 8.0 }, { "factor_policy", std::string("yarn") } })
                        .attentionFactor(),
                1.2079441542));
    }

    void powerBasisKeepsTheFirstPair()
    {
        const Eigen::ArrayXd ratio = ratios({ "power-basis" }, {});
        QCOMPARE(ratio[0], 1.0);
        QVERIFY(isClose(ratio[63], std::sqrt(2.0 / 128)));
    }

    // A key of two meanings: YaRN's switch and Giraffe's length. Each series takes what it accepts.
    void oneKeyMayMeanTwoThings()
    {
        State state = defaultState();
        state.series = { { "yarn", { "yarn" } }, { "cut", { "truncated-basis" } } };
        state.values.set("truncate", 2048.0);
        validate(state);
        QCOMPARE(valuesOf(state, state.series[0]).flag("truncate"), true);
        QCOMPARE(valuesOf(state, state.series[1]).number("truncate"), 2048.0);
        state.series.pop_back();
        QVERIFY_EXCEPTION_THROWN(validate(state), ParameterError);
    }

    void resonanceRoundsAfterAnyScaling()
    {
        for (const std::vector<std::string>& ids : std::vector<std::vector<std::string>> { { "resonance" },
                 { "pi", "resonance" }, { "resonance", "yarn" }, { "llama3", "resonance" } }) {
            const Eigen::ArrayXd wavelengths
                = 2 * std::numbers::pi / schemeOf(ids, { { "scale", 3.0 } }).frequencies();
            QVERIFY(((wavelengths - wavelengths.round()).abs() < 1e-9 * wavelengths).all());
        }
        QVERIFY(refusal({ "sinusoidal", "resonance" }, {}).contains("turns pairs"));
    }

    // mrope_axis_per_pair of curves.json (ggml); Hugging Face gives pairs left over to time.
    void mropeAxes()
    {
        const double chunked[] = { 16, 24, 24, 0 };
        QCOMPARE(letters(encodings::mropeAxes(chunked, 64, false, true)),
            QByteArray("tttttttttttttttthhhhhhhhhhhhhhhhhhhhhhhhwwwwwwwwwwwwwwwwwwwwwwww"));
        const double alternating[] = { 24, 20, 20 };
        QCOMPARE(letters(encodings::mropeAxes(alternating, 64, true, true)),
            QByteArray("thwthwthwthwthwthwthwthwthwthwthwthwthwthwthwthwthwthwthwthwteet"));
        QCOMPARE(letters(encodings::mropeAxes(alternating, 64, true, false)),
            QByteArray("thwthwthwthwthwthwthwthwthwthwthwthwthwthwthwthwthwthwthwthwtttt"));
        const Scheme scheme = schemeOf({ "mrope" });
        QVERIFY((scheme.frequencies() == schemeOf({ "rope" }).frequencies()).all());
        QCOMPARE(letters(std::get<Rotary>(scheme.mechanism).axes).count('h'), 24);
        QVERIFY(refusal({ "mrope" }, { { "mrope_section", Numbers { 16.0, 24.0, 25.0 } } }).contains("65"));
    }

    // logn of curves.json.
    void logNFollowsTheQuery()
    {
        const Scheme scheme = schemeOf({ "log-n" });
        QCOMPARE(scheme.temperature(0), 1.0);
        QVERIFY(isClose(scheme.temperature(8191), 13.0 / 12));
        QVERIFY(isClose(scheme.temperature(65535), 4.0 / 3));
        QVERIFY(
            isClose(schemeOf({ "yarn", "log-n" }, { { "log_n_length", 512.0 } }).temperature(4095), 4.0 / 3));
        // Llama 4: 1 + 0.1 ln(1 + floor((m + 1) / 8192)).
        const Scheme llama = schemeOf({ "log-n" }, { { "log_n_rule", std::string("llama4") } });
        QCOMPARE(llama.temperature(8190), 1.0);
        QVERIFY(isClose(llama.temperature(8191), 1 + 0.1 * std::log(2.0)));
        // Ministral 3 counts positions from 0.
        const Scheme ministral = schemeOf({ "log-n" }, { { "log_n_rule", std::string("ministral3") } });
        QCOMPARE(ministral.temperature(8191), 1.0);
        QVERIFY(isClose(ministral.temperature(8192), 1 + 0.1 * std::log(2.0)));
    }
};

QTEST_APPLESS_MAIN(ScalingTest)
#include "scalingtest.moc"
