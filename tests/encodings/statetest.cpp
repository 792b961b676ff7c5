// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/parametererror.h"
#include "encodings/scene.h"

#include "warnings.h"

#include <QTest>

using namespace encodings;

namespace {

State stateWith(std::vector<Series> series)
{
    State state = defaultState();
    state.series = std::move(series);
    return state;
}

QString refusal(const State& state)
{
    try {
        validate(state);
    } catch (const ParameterError& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

class StateTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void defaultIsLlama2()
    {
        const State state = defaultState();
        QCOMPARE(refusal(state), QString());
        QCOMPARE(state.model.name, std::string("Llama 2 7B"));
        QCOMPARE(state.values.number("dimension"), 128.0);
        QCOMPARE(state.values.number("base"), 10000.0);
        QCOMPARE(state.values.number("trained_length"), 4096.0);
        QCOMPARE(state.values.number("scale"), 1.0);
        QCOMPARE(state.series.size(), std::size_t(1));
        QCOMPARE(state.series.front().label, std::string("rope"));
        QVERIFY(state == defaultState());
    }

    void seriesOverrideModelAndShared()
    {
        Model qwen { "Qwen2.5 7B", "config.json",
            { { "base", 1e6 }, { "dimension", 128.0 }, { "trained_length", 32768.0 } }, { "rope" } };
        const State state = stateWith({ { "a", { "rope" } }, { "b", { "rope" }, {}, { { "base", 100.0 } } },
            { "c", { "rope" }, qwen }, { "d", { "rope" }, qwen, { { "base", 5.0 } } } });
        const Scene scene = makeScene(state);
        QCOMPARE(scene.series.size(), std::size_t(4));
        QCOMPARE(scene.series[0].values.number("base"), 10000.0);
        QCOMPARE(scene.series[1].values.number("base"), 100.0);
        QCOMPARE(scene.series[2].values.number("base"), 1e6);
        QCOMPARE(scene.series[2].trainedLength(), 32768.0);
        QCOMPARE(scene.series[3].values.number("base"), 5.0);
    }

    void automaticValuesFollowEachSeries()
    {
        const State state = stateWith({ { "a", { "ntk" } }, { "b", { "ntk" }, {}, { { "scale", 4.0 } } } });
        const Scene scene = makeScene(state);
        QCOMPARE(scene.series[0].values.number("alpha"), 1.0);
        QCOMPARE(scene.series[1].values.number("alpha"), 4.0);
        QCOMPARE(scene.series[1].targetLength(), 16384.0);
        // Four digits write 4,095; 16,384 fit into four digits of base 12 (12^4 = 20,736) but not of 11
        // (14,641).
        QCOMPARE(scene.series[1].values.number("digits"), 4.0);
        QCOMPARE(scene.series[1].values.number("converted_base"), 12.0);
        QCOMPARE(scene.range(), (std::pair<double, double>(0, 16383)));
        // At scale 1 four digits of base 8 would do, but a conversion never makes the base smaller.
        QCOMPARE(scene.series[0].values.number("converted_base"), 10.0);
    }

    void badStatesAreRefusedWithASentence()
    {
        QVERIFY(refusal(stateWith({})).contains("series"));
        QVERIFY(refusal(stateWith({ { "a", { "rope" } }, { "a", { "pi" } } })).contains("label"));
        QVERIFY(refusal(stateWith({ { "", { "rope" } } })).contains("label"));
        QVERIFY(refusal(stateWith({ { "a", { "rope", "ntk" } } })).contains("rope+ntk"));
        QVERIFY(refusal(stateWith({ { "a", { "rope" }, {}, { { "order", std::string("halves") } } } }))
                    .contains("order"));
        State state = defaultState();
        state.values.set("pair", 64.0);
        QVERIFY(refusal(state).contains("0 to 63"));
        state = defaultState();
        state.values.set("pairs", Numbers { 0, 100 });
        QVERIFY(refusal(state).contains("0 to 63"));
        state = defaultState();
        state.values.set("head_dimension", 64.0);
        QVERIFY(refusal(state).contains("head_dimension"));
        state = defaultState();
        state.values.set("colour", 1.0);
        QVERIFY(refusal(state).contains("colour"));
        state = defaultState();
        state.values.erase("base");
        QVERIFY(refusal(state).contains("base"));
    }

    void aSeriesOverridesWhatIsItsOwn()
    {
        const Series series { "a", { "pi" } };
        const std::vector<Parameter> parameters = overridableParameters(series);
        QVERIFY(findParameter(parameters, "base"));
        QVERIFY(findParameter(parameters, "pairs"));
        for (const char* key : { "range", "curve_parts", "decay_sums", "wavelength_quantity" }) {
            QVERIFY(findParameter(parametersOf(series), key));
            QVERIFY(!findParameter(parameters, key));
        }
        for (const Values& overrides :
            { Values { { "range", Numbers { 0, 5 } } }, Values { { "curve_parts", std::string("cos") } } }) {
            const QString sentence = refusal(stateWith({ { "a", { "rope" }, {}, overrides } }));
            const QString allowed = sentence.section("allowed: ", 1);
            QVERIFY2(
                allowed.contains("base") && !allowed.contains("range") && !allowed.contains("curve_parts"),
                qPrintable(sentence));
        }
    }

    void pairsFitEachSeries()
    {
        const Model neox { "GPT-NeoX 20B", "", { { "dimension", 24.0 } }, { "rope" } };
        const Scene scene = makeScene(stateWith({ { "a", { "rope" } }, { "b", { "rope" }, neox },
            { "c", { "rope" }, {}, { { "pairs", Numbers { 7 } } } } }));
        QCOMPARE(scene.series[0].values.numbers("pairs"), (Numbers { 0, 16, 40, 63 }));
        // 12 pairs: the first, a quarter of the way, and the last, which stands for pair 40 too.
        QCOMPARE(scene.series[1].values.numbers("pairs"), (Numbers { 0, 3, 11 }));
        QCOMPARE(scene.series[2].values.numbers("pairs"), (Numbers { 7 }));
    }

    void limitsBringPairsBack()
    {
        State state = defaultState();
        state.values.set("pairs", Numbers { 0, 40 });
        state.values.set("dimension", 32.0);
        const State within = withinLimits(state);
        QCOMPARE(within.values.number("pair"), 15.0);
        QCOMPARE(within.values.numbers("pairs"), (Numbers { 0 }));
        QCOMPARE(refusal(within), QString());
        state.values.set("dimension", 256.0);
        QCOMPARE(refusal(withinLimits(state)), QString());
    }

    void modelReplacesSharedValuesAndALoneSeries()
    {
        const Model transformer { "Transformer", "paper", { { "dimension", 512.0 }, { "base", 10000.0 } },
            { "sinusoidal" } };
        const State alone = withModel(defaultState(), transformer);
        QCOMPARE(alone.series.front().label, std::string("sinusoidal"));
        QCOMPARE(alone.values.number("dimension"), 512.0);
        QCOMPARE(refusal(alone), QString());
        const State several
            = withModel(stateWith({ { "rope", { "rope" } }, { "pi", { "pi" } } }), transformer);
        QCOMPARE(several.series.size(), std::size_t(2));
    }

    void whatCannotBeDrawnIsAProblemNotAnError()
    {
        State state = stateWith(
            { { "rope", { "rope" } }, { "ntk", { "ntk" } }, { "hidden", { "pi" }, {}, {}, false } });
        state.values.set("dimension", 2.0);
        state.values.set("head_dimension", Automatic {});
        const Scene scene = makeScene(withinLimits(state));
        QCOMPARE(scene.series.size(), std::size_t(1));
        QCOMPARE(scene.series.front().index, std::size_t(0));
        QCOMPARE(scene.problems.size(), std::size_t(1));
        QCOMPARE(scene.problems.front().label, std::string("ntk"));
    }

    void namesAreForPeople()
    {
        const Scene scene = makeScene(
            stateWith({ { "rope", { "rope" } }, { "pi+ntk", { "pi", "ntk" } }, { "mine", { "pi" } } }));
        QCOMPARE(scene.series[0].name, std::string("RoPE"));
        QCOMPARE(scene.series[1].name, std::string("PI + NTK-aware"));
        QCOMPARE(scene.series[2].name, std::string("mine"));
    }
};

QTEST_APPLESS_MAIN(StateTest)
#include "statetest.moc"
