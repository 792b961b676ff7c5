// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plotframe.h"
#include "widgets/plotpanel.h"
#include "widgets/views.h"

#include "warnings.h"

#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>
#include <QTest>

using namespace encodings;

namespace {

State scaled(double scale)
{
    State state = defaultState();
    state.values.set("scale", scale);
    return state;
}

void settle()
{
    QCoreApplication::processEvents();
    QTest::qWait(1);
}

/// Replots of a panel's plot since construction of the counter.
class ReplotCounter {
public:
    explicit ReplotCounter(const PlotPanel& panel)
        : m_spy(&panel.plot(), &QCustomPlot::afterReplot)
    {
    }
    qsizetype count() const { return m_spy.count(); }

private:
    QSignalSpy m_spy;
};

} // namespace

class PlotPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        failOnWarnings();
        m_panel = std::make_unique<PlotPanel>(*findView("curves"));
        m_panel->resize(600, 400);
        m_panel->render(defaultState());
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        settle();
    }

    void cleanup() { m_panel.reset(); }

    void burstDrawsOnceAndAnEqualStateDrawsNothing()
    {
        ReplotCounter replots(*m_panel);
        for (int i = 2; i < 12; ++i)
            m_panel->render(scaled(i));
        settle();
        QCOMPARE(replots.count(), 1);
        m_panel->render(scaled(11));
        settle();
        QCOMPARE(replots.count(), 1);
    }

    void hiddenPanelDrawsNothingUntilShown()
    {
        m_panel->hide();
        settle();
        ReplotCounter replots(*m_panel);
        m_panel->render(scaled(4));
        settle();
        QCOMPARE(replots.count(), 0);
        m_panel->show();
        settle();
        QVERIFY(replots.count() >= 1);
        QCOMPARE(m_panel->plot().xAxis->range().upper, 16383.0);
    }

    void zoomIsKeptThroughStatesAndGoneOnDoubleClick()
    {
        m_panel->plot().xAxis->setRange(100, 200);
        m_panel->render(scaled(2));
        settle();
        QCOMPARE(m_panel->plot().xAxis->range().lower, 100.0);
        QTest::mouseDClick(&m_panel->plot(), Qt::LeftButton, {}, m_panel->plot().axisRect()->rect().center());
        settle();
        QCOMPARE(m_panel->plot().xAxis->range().upper, 8191.0);
    }

    void whatIsSeenIsAStateOfItsOwn()
    {
        QVERIFY(m_panel->seenState() == defaultState());
        m_panel->plot().xAxis->setRange(100.4, 199.6);
        QCOMPARE(m_panel->seenState().values.numbers("range"), (Numbers { 100, 200 }));
    }

    void newRangeOfTheStateReplacesTheZoom()
    {
        m_panel->plot().xAxis->setRange(100, 200);
        State state = defaultState();
        state.values.set("range", Numbers { 10, 50 });
        m_panel->render(state);
        settle();
        QCOMPARE(m_panel->plot().xAxis->range().lower, 10.0);
        QCOMPARE(m_panel->plot().xAxis->range().upper, 50.0);
    }

    void pointerReadsOut()
    {
        QSignalSpy readouts(m_panel.get(), &PlotPanel::readout);
        const QPointF center = m_panel->plot().axisRect()->rect().center();
        QMouseEvent move(
            QEvent::MouseMove, center, m_panel->plot().mapToGlobal(center), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(&m_panel->plot(), &move);
        QVERIFY(!readouts.isEmpty());
        QVERIFY(readouts.last().first().toString().startsWith("Curves: position"));
    }

    void pointerOverNothingReadsNothing()
    {
        State state = defaultState();
        state.series.front().shown = false;
        m_panel->render(state);
        settle();
        const QPointF center = m_panel->plot().axisRect()->rect().center();
        QMouseEvent move(
            QEvent::MouseMove, center, m_panel->plot().mapToGlobal(center), Qt::NoButton, Qt::NoButton, {});
        QSignalSpy readouts(m_panel.get(), &PlotPanel::readout);
        QCoreApplication::sendEvent(&m_panel->plot(), &move);
        QVERIFY(readouts.isEmpty());
    }

    void optionsAskForAStateAndNeverChangeThemselves()
    {
        QSignalSpy edits(m_panel.get(), &PlotPanel::edited);
        auto* option = m_panel->findChild<QComboBox*>("curve_parts");
        QVERIFY(option);
        emit option->activated(option->findData("sin"));
        QCOMPARE(edits.count(), 1);
        QCOMPARE(edits.first().first().value<State>().values.text("curve_parts"), std::string("sin"));
        m_panel->render(edits.first().first().value<State>());
        QCOMPARE(option->currentData().toString(), QString("sin"));
        QCOMPARE(edits.count(), 1);
    }

    void anotherViewShowsTheSameState()
    {
        QSignalSpy chosen(m_panel.get(), &PlotPanel::viewChosen);
        m_panel->setView(*findView("wavelengths"));
        settle();
        QCOMPARE(chosen.count(), 0);
        QVERIFY(m_panel->plot().xAxis->range().upper < 70);
        QVERIFY(m_panel->findChild<QComboBox*>("wavelength_quantity"));
        QVERIFY(!m_panel->findChild<QComboBox*>("curve_parts"));
    }

    void captionFollowsWhatAWorkerFinds()
    {
        m_panel->setView(*findView("base-bound"));
        settle();
        // First a scan is said to find the lowest base; the number comes with the answer.
        const auto caption = [this] {
            QCustomPlot& plot = m_panel->plot();
            const QCPLayoutGrid& rows = *plot.plotLayout();
            return plot.grab(rows.element(rows.rowCount() - 1, 0)->outerRect()).toImage();
        };
        const QImage before = caption();
        QTRY_VERIFY_WITH_TIMEOUT(caption() != before, 60000);
    }

    void copiedImageHasThePlotInPrintColours()
    {
        m_panel->copyImage();
        const QImage image = QApplication::clipboard()->image();
        QVERIFY(image.width() >= 2 * m_panel->plot().width());
        QCOMPARE(image.pixel(0, image.height() - 1), qRgb(255, 255, 255));
    }

    void darkPaletteDrawsDark()
    {
        m_panel->setPalette(Theme::named(Theme::Name::Dark).palette());
        settle();
        QVERIFY(m_panel->plot().grab().toImage().pixelColor(0, 0).lightness() < 60);
        m_panel->setTheme(Theme::Name::Light);
        settle();
        QVERIFY(m_panel->plot().grab().toImage().pixelColor(0, 0).lightness() > 200);
    }

    void doubleClickOnTheHeaderMaximises()
    {
        QSignalSpy asked(m_panel.get(), &PlotPanel::maximiseRequested);
        QTest::mouseDClick(
            m_panel->header(), Qt::LeftButton, {}, QPoint(m_panel->header()->width() / 2 + 60, 4));
        QCOMPARE(asked.count(), 1);
    }

private:
    std::unique_ptr<PlotPanel> m_panel;
};

QTEST_MAIN(PlotPanelTest)
#include "plotpaneltest.moc"
