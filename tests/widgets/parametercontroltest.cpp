// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/numberslider.h"
#include "widgets/parametercontrol.h"
#include "widgets/valuebox.h"

#include "encodings/state.h"

#include "warnings.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <memory>

using encodings::Automatic;
using encodings::Kind;
using encodings::Numbers;
using encodings::Value;
using encodings::Values;

namespace {

struct Edit {
    Value value;
    quint64 gesture;
};

/// A control that is answered as a document answers: what it asks for becomes its value.
class Answered {
public:
    explicit Answered(const encodings::Parameter& parameter, const Value& value = {})
        : control(parameter)
        , values(encodings::defaultState().values)
    {
        if (!std::holds_alternative<Automatic>(value))
            values.set(parameter.key, value);
        QObject::connect(
            &control, &ParameterControl::edited, &control, [this](const Value& next, quint64 gesture) {
                edits.push_back({ next, gesture });
                values.set(control.parameter().key, next);
                answer();
            });
        answer();
        control.resize(300, 30);
        control.show();
    }
    explicit Answered(const char* key, const Value& value = {})
        : Answered(*encodings::findParameter(encodings::sharedParameters(), key), value)
    {
    }

    void answer()
    {
        const auto shared = encodings::sharedParameters();
        const bool known = encodings::findParameter(shared, control.parameter().key);
        control.setValue(
            values.at(control.parameter().key), known ? encodings::resolved(shared, values) : values);
    }
    NumberSlider& slider() { return *control.findChild<NumberSlider*>(); }
    ValueBox& box() { return *control.findChild<ValueBox*>(); }
    const Value& value() const { return values.at(control.parameter().key); }
    double number() const { return std::get<double>(value()); }
    void type(const QString& text)
    {
        box().selectAll();
        QTest::keyClicks(&box(), text);
        QTest::keyClick(&box(), Qt::Key_Return);
    }
    QPoint handle() { return slider().handleCentre().toPoint(); }
    QString problem()
    {
        const auto* label = control.findChild<QLabel*>(QStringLiteral("problem"));
        return label->isHidden() ? QString() : label->text();
    }

    ParameterControl control;
    Values values;
    std::vector<Edit> edits;
};

} // namespace

class ParameterControlTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void filesAreChosenTypedAndGivenUp()
    {
        encodings::Parameter table;
        table.key = "table";
        table.label = "table";
        table.kind = Kind::File;
        table.defaultValue = Automatic {};
        table.automaticWord = "untrained";
        Answered answered(table, std::string("/somewhere/far/away/wpe.npy"));
        QCOMPARE(answered.box().text(), QString("wpe.npy")); // the folder is in the tool tip
        QVERIFY(answered.control.toolTip().contains("/somewhere/far/away/wpe.npy"));

        QToolButton* open = nullptr;
        for (auto* button : answered.control.findChildren<QToolButton*>()) {
            if (button->text() == "Open…")
                open = button;
        }
        QVERIFY(open);
        open->click();
        auto* dialog = answered.control.findChild<QFileDialog*>();
        QVERIFY(dialog);
        QVERIFY(dialog->nameFilters().first().contains("*.npy *.csv"));
        emit dialog->fileSelected("/x/other.csv");
        dialog->close();
        QCOMPARE(std::get<std::string>(answered.value()), std::string("/x/other.csv"));
        QCOMPARE(answered.box().text(), QString("other.csv"));

        answered.type("near.npy"); // counts from the working folder
        QCOMPARE(QString::fromStdString(std::get<std::string>(answered.value())),
            QFileInfo("near.npy").absoluteFilePath());
        answered.box().automaticButton()->click();
        QVERIFY(std::holds_alternative<Automatic>(answered.value()));
        answered.type("/x/a.npy");
        answered.type("untrained");
        QVERIFY(std::holds_alternative<Automatic>(answered.value()));
        answered.control.showProblem("there is no such file");
        QCOMPARE(answered.problem(), QString("there is no such file"));

        const QString longName = "/x/" + QString(200, 'a') + ".npy";
        answered.values.set("table", longName.toStdString());
        answered.answer();
        answered.control.setFocus();
        QVERIFY(answered.box().text().contains(QStringLiteral("…")));
        QVERIFY(answered.box().text().endsWith("npy"));
    }

    void settingAValueEmitsNothing()
    {
        for (const encodings::Parameter& parameter : encodings::sharedParameters()) {
            ParameterControl control(parameter);
            QSignalSpy spy(&control, &ParameterControl::edited);
            encodings::State state = encodings::defaultState();
            for (const double dimension : { 128.0, 64.0, 4096.0 }) {
                state.values.set("dimension", dimension);
                const Values resolved = encodings::resolved(encodings::sharedParameters(), state.values);
                control.setValue(state.values.at(parameter.key), resolved);
                control.setValue(parameter.defaultValue, resolved);
            }
            QCOMPARE(spy.count(), 0);
            QVERIFY(!control.toolTip().isEmpty());
        }
    }

    void aDragIsOneGesture()
    {
        Answered base("base");
        QTest::mousePress(&base.slider(), Qt::LeftButton, {}, base.handle());
        QCOMPARE(base.edits.size(), std::size_t(0));
        const QPoint start = base.handle();
        for (int way = 5; way <= 40; way += 5)
            QTest::mouseMove(&base.slider(), start + QPoint(way, 0));
        QTest::mouseRelease(&base.slider(), Qt::LeftButton, {}, start + QPoint(40, 0));
        QVERIFY(base.edits.size() > 3);
        for (const Edit& edit : base.edits)
            QCOMPARE(edit.gesture, base.edits.front().gesture);
        QVERIFY(base.number() > 1e5);

        const quint64 first = base.edits.front().gesture;
        QTest::mousePress(&base.slider(), Qt::LeftButton, {}, base.handle());
        QTest::mouseMove(&base.slider(), base.handle() - QPoint(20, 0));
        QTest::mouseRelease(&base.slider(), Qt::LeftButton, {}, base.handle());
        QVERIFY(base.edits.back().gesture != first);
    }

    void theHandleStaysWhereTheValueIs()
    {
        ParameterControl control(*encodings::findParameter(encodings::sharedParameters(), "pair"));
        const Values values
            = encodings::resolved(encodings::sharedParameters(), encodings::defaultState().values);
        control.setValue(40.0, values);
        control.resize(300, 30);
        control.show();
        auto& slider = *control.findChild<NumberSlider*>();
        QSignalSpy spy(&control, &ParameterControl::edited);
        const QPointF before = slider.handleCentre();
        QTest::mouseClick(&slider, Qt::LeftButton, {}, QPoint(8, slider.height() / 2));
        QCOMPARE(spy.count(), 1);
        QCOMPARE(slider.handleCentre(), before);
        QCOMPARE(control.findChild<ValueBox*>()->text(), QStringLiteral("40"));
    }

    void dragsReachBothEndsAndPleasantValues()
    {
        Answered length("trained_length");
        QSet<double> seen;
        QTest::mousePress(&length.slider(), Qt::LeftButton, {}, QPoint(0, 12));
        QCOMPARE(length.number(), 128.0);
        for (int x = 0; x <= length.slider().width() + 20; ++x) {
            QTest::mouseMove(&length.slider(), QPoint(x, 12));
            seen.insert(length.number());
        }
        QTest::mouseRelease(&length.slider(), Qt::LeftButton, {}, QPoint(400, 12));
        QCOMPARE(length.number(), 1048576.0);
        for (const double power : { 1024.0, 2048.0, 4096.0, 8192.0, 131072.0 })
            QVERIFY2(seen.contains(power), qPrintable(QString::number(power)));

        Answered dimension("dimension");
        dimension.control.resize(420, 30);
        QTest::mousePress(&dimension.slider(), Qt::LeftButton, {}, QPoint(0, 12));
        for (int x = 0; x <= dimension.slider().width(); ++x) {
            QTest::mouseMove(&dimension.slider(), QPoint(x, 12));
            QCOMPARE(std::fmod(dimension.number(), 2.0), 0.0);
        }
        QTest::mouseRelease(&dimension.slider(), Qt::LeftButton, {}, QPoint(0, 12));
    }

    void ticks()
    {
        const auto shared = encodings::sharedParameters();
        const Values values = encodings::resolved(shared, encodings::defaultState().values);
        const SliderScale base(*encodings::findParameter(shared, "base"), values);
        QCOMPARE(base.stepped(10000, 1, false), 20000.0);
        QCOMPARE(base.stepped(10000, -1, false), 5000.0);
        QCOMPARE(base.stepped(10000, 1, true), 10100.0);
        QCOMPARE(base.snapped(base.fraction(500000) + 0.001, 100), 500000.0);
        const SliderScale scale(*encodings::findParameter(shared, "scale"), values);
        QCOMPARE(scale.stepped(1, 1, false), 1.5);
        QCOMPARE(scale.stepped(8, 2, false), 16.0);
        QCOMPARE(scale.snapped(scale.fraction(6) + 0.001, 100), 6.0);
        const SliderScale dimension(*encodings::findParameter(shared, "dimension"), values);
        QCOMPARE(dimension.stepped(128, 1, false), 160.0);
        QCOMPARE(dimension.stepped(128, 1, true), 130.0);
        QCOMPARE(dimension.stepped(2, -1, false), 2.0);
        const SliderScale position(*encodings::findParameter(shared, "position"), values);
        QCOMPARE(position.maximum(), 4095.0);
        QCOMPARE(position.stepped(1749, 1, false), 1750.0);
    }

    void typedValuesGoBeyondTheSlider()
    {
        Answered base("base");
        base.type(QStringLiteral("1e6"));
        QCOMPARE(base.number(), 1e6);
        QCOMPARE(base.box().text(), QStringLiteral("1,000,000"));
        base.type(QStringLiteral("0x10"));
        QCOMPARE(base.number(), 16.0);
        base.type(QStringLiteral("1e12"));
        QCOMPARE(base.number(), 1e12);
        QCOMPARE(base.slider().handleCentre().x(), base.slider().width() - 7.0);
        base.type(QStringLiteral("82,684.6"));
        QCOMPARE(base.number(), 82684.6);
        QCOMPARE(base.edits.size(), std::size_t(4));
        QSet<quint64> gestures;
        for (const Edit& edit : base.edits)
            gestures.insert(edit.gesture);
        QCOMPARE(gestures.size(), 4);
        // A key towards the end where the value already is does not pull it back.
        base.type(QStringLiteral("1e12"));
        QTest::keyClick(&base.slider(), Qt::Key_Right);
        QCOMPARE(base.number(), 1e12);
    }

    void badTextIsRefused()
    {
        Answered dimension("dimension");
        dimension.type(QStringLiteral("7"));
        QCOMPARE(dimension.edits.size(), std::size_t(0));
        QCOMPARE(dimension.number(), 128.0);
        QCOMPARE(dimension.box().text(), QStringLiteral("7"));
        QVERIFY(dimension.problem().contains(QStringLiteral("an even whole number from 2 to 65536")));
        dimension.answer();
        QCOMPARE(dimension.box().text(), QStringLiteral("7"));
        QTest::keyClick(&dimension.box(), Qt::Key_Escape);
        QVERIFY(dimension.problem().isEmpty());
        QCOMPARE(dimension.box().text(), QStringLiteral("128"));
        for (const char* text : { "", "wide", "1e99", "-4", "12x", "nan" }) {
            dimension.type(QLatin1String(text));
            if (*text)
                QVERIFY2(!dimension.problem().isEmpty(), text);
            QCOMPARE(dimension.number(), 128.0);
        }
        // What the state already has is not an edit, but it ends the complaint.
        dimension.type(QStringLiteral("128"));
        QVERIFY(dimension.problem().isEmpty());
        QCOMPARE(dimension.edits.size(), std::size_t(0));
        dimension.type(QStringLiteral("64"));
        QVERIFY(dimension.problem().isEmpty());
        QCOMPARE(dimension.number(), 64.0);
    }

    void aKeyIsNotACommit()
    {
        Answered base("base");
        base.box().selectAll();
        QTest::keyClicks(&base.box(), QStringLiteral("500"));
        QCOMPARE(base.edits.size(), std::size_t(0));
        QTest::keyClick(&base.box(), Qt::Key_Return);
        QCOMPARE(base.edits.size(), std::size_t(1));
        QTest::keyClick(&base.box(), Qt::Key_Return);
        QCOMPARE(base.edits.size(), std::size_t(1));
    }

    void leavingTheBoxCommits()
    {
        Answered base("base");
        base.control.activateWindow();
        base.box().setFocus();
        QTRY_VERIFY(base.box().hasFocus());
        QCOMPARE(base.box().text(), QStringLiteral("10000"));
        QTest::keyClicks(&base.box(), QStringLiteral("500000"));
        base.slider().setFocus();
        QCOMPARE(base.number(), 500000.0);
        QCOMPARE(base.box().text(), QStringLiteral("500,000"));
    }

    void doubleClickResets()
    {
        Answered base("base", 5e5);
        QTest::mouseDClick(&base.slider(), Qt::LeftButton, {}, base.handle());
        QCOMPARE(base.number(), 10000.0);
        QCOMPARE(base.edits.size(), std::size_t(1));
        Answered scale("scale", 8.0);
        const auto labels = scale.control.findChildren<QLabel*>();
        QTest::mouseDClick(labels.front(), Qt::LeftButton);
        QCOMPARE(scale.number(), 1.0);
    }

    void keysAndWheelMakeOneGestureEach()
    {
        Answered pair("pair");
        QKeyEvent press(QEvent::KeyPress, Qt::Key_Right, {});
        QKeyEvent repeat(QEvent::KeyPress, Qt::Key_Right, {}, {}, true);
        QKeyEvent release(QEvent::KeyRelease, Qt::Key_Right, {});
        for (QKeyEvent* event : { &press, &repeat, &repeat, &release, &press, &release })
            QCoreApplication::sendEvent(&pair.slider(), event);
        QCOMPARE(pair.number(), 44.0);
        QCOMPARE(pair.edits[0].gesture, pair.edits[2].gesture);
        QVERIFY(pair.edits[3].gesture != pair.edits[2].gesture);

        const auto wheel = [&](int angle) {
            QWheelEvent event(QPointF(20, 12), pair.slider().mapToGlobal(QPointF(20, 12)), {},
                QPoint(0, angle), Qt::NoButton, {}, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&pair.slider(), &event);
        };
        pair.edits.clear();
        wheel(120);
        wheel(-240);
        QCOMPARE(pair.number(), 43.0);
        QCOMPARE(pair.edits[0].gesture, pair.edits[1].gesture);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&pair.slider(), &leave);
        wheel(120);
        QVERIFY(pair.edits[2].gesture != pair.edits[1].gesture);
    }

    void aPanelThatScrollsKeepsItsWheel()
    {
        QScrollArea area;
        auto* content = new QWidget;
        auto* control
            = new ParameterControl(*encodings::findParameter(encodings::sharedParameters(), "pair"), content);
        control->setValue(
            40.0, encodings::resolved(encodings::sharedParameters(), encodings::defaultState().values));
        content->setFixedSize(280, 900);
        control->setGeometry(0, 0, 280, 30);
        area.setWidget(content);
        area.resize(300, 200);
        area.show();
        QSignalSpy spy(control, &ParameterControl::edited);
        auto& slider = *control->findChild<NumberSlider*>();
        slider.clearFocus();
        QWheelEvent event(QPointF(20, 12), slider.mapToGlobal(QPointF(20, 12)), {}, QPoint(0, -120),
            Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&slider, &event);
        QCOMPARE(spy.count(), 0);
        QVERIFY(!event.isAccepted() || area.verticalScrollBar()->value() > 0);
    }

    void boxStepsWithUpAndDown()
    {
        Answered base("base");
        QTest::keyClick(&base.box(), Qt::Key_Up);
        QCOMPARE(base.number(), 20000.0);
        QTest::keyClick(&base.box(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(base.number(), 19900.0);
        Answered pair("pair");
        QTest::keyClick(&pair.box(), Qt::Key_Down);
        QCOMPARE(pair.number(), 39.0);
    }

    void alphaFollowsOrIsItsOwn()
    {
        Answered alpha("alpha");
        alpha.values.set("scale", 8.0);
        alpha.answer();
        QCOMPARE(alpha.box().text(), QStringLiteral("8"));
        QVERIFY(alpha.box().automaticButton()->isChecked());
        QTest::mouseClick(alpha.box().automaticButton(), Qt::LeftButton);
        QCOMPARE(alpha.value(), Value(8.0));
        QVERIFY(!alpha.box().automaticButton()->isChecked());
        alpha.values.set("scale", 4.0);
        alpha.answer();
        QCOMPARE(alpha.box().text(), QStringLiteral("8"));
        QTest::mouseClick(alpha.box().automaticButton(), Qt::LeftButton);
        QCOMPARE(alpha.value(), Value(Automatic {}));
        QCOMPARE(alpha.box().text(), QStringLiteral("4"));
        // The slider makes it its own.
        QTest::keyClick(&alpha.slider(), Qt::Key_Right);
        QCOMPARE(alpha.value(), Value(6.0));
        alpha.type(QStringLiteral("follow"));
        QCOMPARE(alpha.value(), Value(Automatic {}));
    }

    void listsAndRanges()
    {
        Answered pairs("pairs");
        QCOMPARE(pairs.box().text(), QStringLiteral("0, 16, 40, 63"));
        pairs.type(QStringLiteral("0, 8,40"));
        QCOMPARE(pairs.value(), Value(Numbers { 0, 8, 40 }));
        pairs.type(QStringLiteral("all"));
        QCOMPARE(pairs.value(), Value(std::string("all")));
        pairs.type(QStringLiteral("auto"));
        QCOMPARE(pairs.value(), Value(Automatic {}));
        pairs.type(QStringLiteral("0,,8"));
        QVERIFY(!pairs.problem().isEmpty());

        Answered range("range");
        QCOMPARE(range.box().text(), QStringLiteral("auto"));
        range.type(QStringLiteral("-100:4096"));
        QCOMPARE(range.value(), Value(Numbers { -100, 4096 }));
        range.type(QStringLiteral("9:3"));
        QCOMPARE(range.value(), Value(Numbers { -100, 4096 }));
        QVERIFY(!range.problem().isEmpty());
    }

    void choices()
    {
        Answered sums("decay_sums");
        auto* list = sums.control.findChild<QComboBox*>();
        QCOMPARE(list->currentText(), QStringLiteral("auto"));
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(sums.value(), Value(std::string("ones")));
        QCOMPARE(sums.edits.size(), std::size_t(1));
    }

    void theLocaleChangesNothing()
    {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        Answered scale("scale");
        scale.type(QStringLiteral("1.5"));
        QCOMPARE(scale.number(), 1.5);
        QCOMPARE(scale.box().text(), QStringLiteral("1.5"));
        scale.type(QStringLiteral("2,5"));
        QVERIFY(!scale.problem().isEmpty());
        QCOMPARE(scale.number(), 1.5);
        Answered base("base", 1234567.0);
        QCOMPARE(base.box().text(), QStringLiteral("1,234,567"));
    }

    void longNumbersFitTheBox()
    {
        for (const double position : { 123456789012.0, 1e12, 999999999999.0, 0.0, 4095.0 }) {
            Answered box("position", position);
            QVERIFY2(box.box().fontMetrics().horizontalAdvance(box.box().text()) <= box.box().textWidth(),
                qPrintable(box.box().text()));
            QVERIFY(
                box.control.toolTip().contains(QString::fromStdString(encodings::formatNumber(position))));
        }
    }

    void readableByAssistiveTechnology()
    {
        Answered alpha("alpha");
        QCOMPARE(alpha.box().accessibleName(), QStringLiteral("alpha"));
        QVERIFY(!alpha.slider().accessibleName().isEmpty());
        QVERIFY(!alpha.box().accessibleDescription().isEmpty());
    }
};

QTEST_MAIN(ParameterControlTest)
#include "parametercontroltest.moc"
