// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/numberslider.h"
#include "widgets/parametercontrol.h"
#include "widgets/parameterpanel.h"
#include "widgets/seriesedits.h"
#include "widgets/theme.h"
#include "widgets/valuebox.h"

#include "warnings.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

using encodings::State;
using encodings::Value;

namespace {

/// A panel that is answered as a document answers.
class Answered {
public:
    explicit Answered(const State& start = encodings::defaultState())
        : state(start)
    {
        QObject::connect(&panel, &ParameterPanel::edited, &panel, [this](const State& next, quint64) {
            ++edits;
            state = next;
            panel.setState(state);
        });
        panel.setState(state);
        panel.resize(300, 700);
        panel.show();
    }

    ParameterControl& control(const char* key)
    {
        return *panel.findChild<ParameterControl*>(QLatin1String(key));
    }
    ValueBox& box(const char* key) { return *control(key).findChild<ValueBox*>(); }
    NumberSlider& slider(const char* key) { return *control(key).findChild<NumberSlider*>(); }
    void type(const char* key, const char* text)
    {
        box(key).selectAll();
        QTest::keyClicks(&box(key), QLatin1String(text));
        QTest::keyClick(&box(key), Qt::Key_Return);
    }
    QString problem(const char* key)
    {
        const auto* label = control(key).findChild<QLabel*>(QStringLiteral("problem"));
        return label->isHidden() ? QString() : label->text();
    }

    ParameterPanel panel;
    State state;
    int edits = 0;
};

} // namespace

class ParameterPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void tellsWhatTheSubjectHasOfItsOwn()
    {
        Answered answered;
        const auto* note = answered.panel.findChild<QLabel*>(QStringLiteral("note"));
        QVERIFY(note->isHidden());
        answered.panel.setState(
            seriesedits::withOverrides(answered.state, 0, { { "base", 5e5 }, { "scale", 8.0 } }));
        QVERIFY(!note->isHidden());
        QVERIFY(note->text().startsWith(QStringLiteral("RoPE has its own base, scale")));
        // A second series' own values are its own business.
        State two = seriesedits::added(answered.state, "pi");
        answered.panel.setState(seriesedits::withOverrides(two, 1, { { "scale", 8.0 } }));
        QVERIFY(note->isHidden());
    }
    void everySharedParameterHasItsRow()
    {
        Answered answered;
        for (const encodings::Parameter& parameter : encodings::sharedParameters()) {
            const bool shown
                = answered.panel.findChild<ParameterControl*>(QString::fromStdString(parameter.key));
            QCOMPARE(shown, parameter.group != encodings::Group::View);
        }
    }

    void settingAStateEmitsNothing()
    {
        ParameterPanel panel;
        QSignalSpy spy(&panel, &ParameterPanel::edited);
        State state = encodings::defaultState();
        panel.setState(state);
        panel.setState(state);
        state.values.set("dimension", 64.0);
        panel.setState(encodings::withinLimits(state));
        panel.setState(seriesedits::added(state, "sinusoidal"));
        QCOMPARE(spy.count(), 0);
    }

    void aSmallerDimensionTakesThePairAlong()
    {
        Answered answered;
        answered.type("dimension", "32");
        QCOMPARE(answered.state.values.number("dimension"), 32.0);
        QCOMPARE(answered.state.values.number("pair"), 15.0);
        QCOMPARE(answered.box("pair").text(), QStringLiteral("15"));
        QCOMPARE(answered.slider("pair").scale().maximum(), 15.0);
        QCOMPARE(answered.edits, 1);
    }

    void theScaleMovesTheTopOfThePosition()
    {
        Answered answered;
        QCOMPARE(answered.slider("position").scale().maximum(), 4095.0);
        answered.type("scale", "8");
        QCOMPARE(answered.slider("position").scale().maximum(), 32767.0);
        QCOMPARE(answered.box("alpha").text(), QStringLiteral("8"));
    }

    void aPairBeyondTheDimensionIsRefusedInWords()
    {
        Answered answered;
        answered.type("pair", "64");
        QCOMPARE(answered.edits, 0);
        QCOMPARE(answered.state.values.number("pair"), 40.0);
        QVERIFY(answered.problem("pair").contains(QStringLiteral("pairs 0 to 63")));
        QCOMPARE(answered.box("pair").text(), QStringLiteral("64"));
        answered.type("pair", "63");
        QVERIFY(answered.problem("pair").isEmpty());
        QCOMPARE(answered.state.values.number("pair"), 63.0);
    }

    void whatAnEncodingCannotDoIsRefused()
    {
        Answered answered(seriesedits::added(encodings::defaultState(), "ntk"));
        answered.type("dimension", "2");
        QCOMPARE(answered.edits, 0);
        QVERIFY(answered.problem("dimension").contains(QStringLiteral("NTK")));
        answered.type("dimension", "4");
        QCOMPARE(answered.state.values.number("dimension"), 4.0);
        QVERIFY(answered.problem("dimension").isEmpty());
    }

    void encodingsInUseBringTheirParameters()
    {
        Answered answered;
        QVERIFY(!answered.panel.findChild<ParameterControl*>(QStringLiteral("order")));
        answered.state = seriesedits::added(answered.state, "sinusoidal");
        answered.panel.setState(answered.state);
        auto* list = answered.control("order").findChild<QComboBox*>();
        QCOMPARE(list->currentText(), QStringLiteral("interleaved"));
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(answered.state.values.text("order"), std::string("halves"));
        answered.state = seriesedits::removed(answered.state, 1);
        answered.panel.setState(answered.state);
        QVERIFY(!answered.panel.findChild<ParameterControl*>(QStringLiteral("order")));
    }

    void rowsAlignAtEveryWidth()
    {
        Answered answered;
        for (const int width : { 260, 300, 420 }) {
            answered.panel.resize(width, 800);
            QCoreApplication::processEvents();
            const int left = answered.slider("base").mapTo(&answered.panel, QPoint()).x();
            const int box = answered.box("base").mapTo(&answered.panel, QPoint()).x();
            for (const char* key : { "dimension", "alpha", "position", "converted_base" }) {
                QCOMPARE(answered.slider(key).mapTo(&answered.panel, QPoint()).x(), left);
                QCOMPARE(answered.box(key).mapTo(&answered.panel, QPoint()).x(), box);
                QVERIFY(answered.slider(key).width() >= 40);
                QVERIFY(box + answered.box(key).width() <= width);
            }
        }
    }

    void followsTheTheme()
    {
        Answered answered;
        const auto* heading = answered.panel.findChild<QLabel*>(QStringLiteral("heading"));
        answered.panel.setPalette(Theme::named(Theme::Name::Dark).palette());
        QCOMPARE(heading->palette().color(QPalette::WindowText), Theme::named(Theme::Name::Dark).mutedText);
        answered.panel.setPalette(Theme::named(Theme::Name::Light).palette());
        QCOMPARE(heading->palette().color(QPalette::WindowText), Theme::named(Theme::Name::Light).mutedText);
    }
};

QTEST_MAIN(ParameterPanelTest)
#include "parameterpaneltest.moc"
