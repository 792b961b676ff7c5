// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overridesdialog.h"
#include "widgets/seriesbar.h"
#include "widgets/serieschip.h"
#include "widgets/seriesedits.h"

#include "warnings.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSet>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

using encodings::State;

namespace {

/// A bar that is answered as a document answers.
class Answered {
public:
    explicit Answered(const State& start = encodings::defaultState())
        : state(start)
    {
        QObject::connect(&bar, &SeriesBar::edited, &bar, [this](const State& next, quint64 gesture) {
            gestures.push_back(gesture);
            state = next;
            bar.setState(state);
        });
        bar.setState(state);
        bar.resize(800, 40);
        bar.show();
    }

    QList<SeriesChip*> chips()
    {
        return bar.findChildren<SeriesChip*>(QString(), Qt::FindDirectChildrenOnly);
    }
    SeriesChip& chip(int index)
    {
        QList<SeriesChip*> visible;
        for (SeriesChip* one : chips()) {
            if (one->isVisible())
                visible.push_back(one);
        }
        std::sort(visible.begin(), visible.end(), [](SeriesChip* a, SeriesChip* b) {
            return std::pair(a->y(), a->x()) < std::pair(b->y(), b->x());
        });
        return *visible.at(index);
    }
    /// The menu of a chip, opened by its arrow.
    QMenu& menu(int index)
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::processEvents();
        SeriesChip& one = chip(index);
        QTest::mouseClick(&one, Qt::LeftButton, {}, QPoint(one.width() - 8, one.height() / 2));
        return *bar.findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly).last();
    }
    QMenu& addMenu()
    {
        QMenu* menu = bar.findChild<QToolButton*>(QStringLiteral("add"))->menu();
        emit menu->aboutToShow();
        return *menu;
    }
    /// The entry of `menu`, or of its submenus, or nullptr.
    static QAction* find(QMenu& menu, const char* text)
    {
        for (QAction* action : menu.actions()) {
            if (action->text() == QLatin1String(text) || action->objectName() == QLatin1String(text))
                return action;
        }
        for (QAction* action : menu.actions()) {
            if (QAction* inside = action->menu() ? find(*action->menu(), text) : nullptr)
                return inside;
        }
        return nullptr;
    }
    static QAction& entry(QMenu& menu, const char* text)
    {
        if (QAction* found = find(menu, text))
            return *found;
        qFatal("no entry %s", text);
    }
    void choose(QMenu& menu, const char* text)
    {
        entry(menu, text).trigger();
        menu.close();
    }

    SeriesBar bar;
    State state;
    std::vector<quint64> gestures;
};

std::vector<std::string> labels(const State& state)
{
    std::vector<std::string> all;
    for (const encodings::Series& series : state.series)
        all.push_back(series.label);
    return all;
}

using Labels = std::vector<std::string>;

} // namespace

class SeriesBarTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void settingAStateEmitsNothing()
    {
        SeriesBar bar;
        QSignalSpy spy(&bar, &SeriesBar::edited);
        bar.setState(encodings::defaultState());
        bar.setState(seriesedits::withFourBases(encodings::defaultState()));
        bar.setState(encodings::defaultState());
        QCOMPARE(spy.count(), 0);
        QCOMPARE(bar.findChildren<SeriesChip*>().size() >= 1, true);
    }

    void plusAddsASeriesWithALabelOfItsOwn()
    {
        Answered answered;
        answered.choose(answered.addMenu(), "NTK-aware");
        answered.choose(answered.addMenu(), "NTK-aware");
        QCOMPARE(labels(answered.state), (Labels { "rope", "ntk", "ntk 2" }));
        QCOMPARE(answered.chip(1).text(), QStringLiteral("NTK-aware"));
        QVERIFY(answered.gestures[0] != answered.gestures[1]);
        encodings::validate(answered.state);
    }

    void everyEncodingStandsOnceInItsFamily()
    {
        Answered answered;
        for (int times = 0; times < 2; ++times) {
            QMenu& menu = answered.addMenu();
            QStringList families;
            qsizetype entries = 0;
            for (const QAction* action : menu.actions()) {
                if (!action->menu())
                    continue;
                families << action->text();
                entries += action->menu()->actions().size();
                for (const QAction* one : action->menu()->actions())
                    QVERIFY2(one->isEnabled(), one->text().toUtf8());
            }
            QCOMPARE(entries, qsizetype(encodings::allEncodings().size()));
            QCOMPARE(families.removeDuplicates(), 0);
            QVERIFY(families.contains(QStringLiteral("extending RoPE")));
            QCOMPARE(menu.findChildren<QMenu*>().size(), families.size());
            QVERIFY2(menu.sizeHint().height() < 800, "fits a small screen");
        }
    }

    void fourBases()
    {
        Answered answered;
        answered.choose(answered.addMenu(), "Four bases");
        QCOMPARE(labels(answered.state), (Labels { "rope", "b = 10", "b = 100", "b = 1000", "b = 10000" }));
        QCOMPARE(answered.state.series[2].overrides.number("base"), 100.0);
        QCOMPARE(answered.gestures.size(), std::size_t(1));
        encodings::validate(answered.state);
    }

    void aClickShowsAndHides()
    {
        Answered answered(seriesedits::added(encodings::defaultState(), "pi"));
        SeriesChip& pi = answered.chip(1);
        QTest::mouseClick(&pi, Qt::LeftButton, {}, QPoint(12, pi.height() / 2));
        QVERIFY(!answered.state.series[1].shown);
        QVERIFY(!pi.isChecked());
        QTest::keyClick(&pi, Qt::Key_Space);
        QVERIFY(answered.state.series[1].shown);
        QVERIFY(pi.isChecked());
    }

    void aChipAloneChangesNothing()
    {
        SeriesBar bar;
        bar.setState(encodings::defaultState());
        bar.show();
        auto* chip = bar.findChild<SeriesChip*>();
        QTest::mouseClick(chip, Qt::LeftButton, {}, QPoint(12, 12));
        QVERIFY(chip->isChecked());
    }

    void moveAndRemove()
    {
        Answered answered(seriesedits::added(seriesedits::added(encodings::defaultState(), "pi"), "ntk"));
        answered.choose(answered.menu(2), "left");
        QCOMPARE(labels(answered.state), (Labels { "rope", "ntk", "pi" }));
        answered.choose(answered.menu(2), "subject");
        QCOMPARE(labels(answered.state), (Labels { "pi", "rope", "ntk" }));
        answered.choose(answered.menu(0), "remove");
        QCOMPARE(labels(answered.state), (Labels { "rope", "ntk" }));
        answered.choose(answered.menu(0), "duplicate");
        QCOMPARE(labels(answered.state), (Labels { "rope", "rope 2", "ntk" }));
        answered.choose(answered.menu(0), "remove");
        answered.choose(answered.menu(0), "remove");
        QCOMPARE(labels(answered.state), (Labels { "ntk" }));
        QVERIFY(!Answered::entry(answered.menu(0), "remove").isEnabled());
    }

    void encodingsAreReplacedAndCombined()
    {
        Answered answered;
        QMenu& combine = *answered.menu(0).findChild<QMenu*>(QStringLiteral("combine"));
        QVERIFY(!Answered::find(combine, "+ NTK-aware")); // sets the same part
        QVERIFY(!Answered::find(combine, "+ ALiBi"));
        answered.choose(combine, "+ PI");
        QCOMPARE(answered.state.series[0].encodings, (Labels { "rope", "pi" }));
        QCOMPARE(answered.state.series[0].label, std::string("rope+pi"));
        QCOMPARE(answered.chip(0).text(), QStringLiteral("RoPE + PI"));
        answered.choose(*answered.menu(0).findChild<QMenu*>(QStringLiteral("encodings")), "NTK-aware");
        QCOMPARE(labels(answered.state), (Labels { "ntk" }));
        // A label that was chosen stays.
        answered.state = seriesedits::renamed(answered.state, 0, "mine");
        answered.bar.setState(answered.state);
        answered.choose(*answered.menu(0).findChild<QMenu*>(QStringLiteral("encodings")), "RoPE");
        QCOMPARE(labels(answered.state), (Labels { "mine" }));
    }

    void aSeriesCanHaveItsOwnModel()
    {
        encodings::Model model { .name = "Code Llama 7B",
            .source = "config.json",
            .values = { { "base", 1e6 }, { "dimension", 128.0 }, { "trained_length", 16384.0 } },
            .encodings = { "rope" } };
        encodings::Model unknown = model;
        unknown.name = "Unknown";
        unknown.encodings = { "not-an-encoding" };
        Answered answered(seriesedits::added(encodings::defaultState(), "pi"));
        answered.bar.setModels(
            { { QStringLiteral("Llama"), { model } }, { QStringLiteral("Others"), { unknown } } });
        QMenu& models = *answered.menu(1).findChild<QMenu*>(QStringLiteral("model"));
        QVERIFY(!Answered::entry(*models.findChild<QMenu*>(QStringLiteral("Others")), "Unknown").isEnabled());
        answered.choose(*models.findChild<QMenu*>(QStringLiteral("Llama")), "Code Llama 7B");
        QCOMPARE(answered.state.series[1].model->values.number("base"), 1e6);
        QCOMPARE(answered.state.series[1].label, std::string("Code Llama 7B"));
        encodings::validate(answered.state);
        answered.choose(*answered.menu(1).findChild<QMenu*>(QStringLiteral("model")), "Shared: Llama 2 7B");
        QVERIFY(!answered.state.series[1].model);
        QCOMPARE(answered.state.series[1].label, std::string("rope 2"));
    }

    void renameNeedsAFreeLabel()
    {
        Answered answered(seriesedits::added(encodings::defaultState(), "pi"));
        answered.choose(answered.menu(1), "rename");
        auto* dialog = answered.bar.findChild<QInputDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->textValue(), QStringLiteral("PI"));
        dialog->accept(); // as it was
        QCOMPARE(labels(answered.state), (Labels { "rope", "pi" }));
        for (const char* taken : { "rope", "RoPE", " RoPE ", "" }) {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            answered.choose(answered.menu(1), "rename");
            dialog = answered.bar.findChild<QInputDialog*>();
            dialog->findChild<QLineEdit*>()->setText(QString::fromLatin1(taken));
            dialog->accept();
            QCOMPARE(labels(answered.state), (Labels { "rope", "pi" }));
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        answered.choose(answered.menu(1), "rename");
        dialog = answered.bar.findChild<QInputDialog*>();
        dialog->findChild<QLineEdit*>()->setText(QStringLiteral("squeezed"));
        dialog->accept();
        QCOMPARE(labels(answered.state), (Labels { "rope", "squeezed" }));
    }

    void madeLabelsShowNoNameTwice()
    {
        const State state
            = seriesedits::renamed(seriesedits::added(encodings::defaultState(), "pi"), 1, "NTK-aware");
        QCOMPARE(labels(seriesedits::added(state, "ntk")), (Labels { "rope", "NTK-aware", "ntk 2" }));
        QCOMPARE(labels(seriesedits::withEncodings(state, 0, { "ntk" })), (Labels { "ntk 2", "NTK-aware" }));
    }

    void ownValues()
    {
        Answered answered;
        answered.choose(answered.menu(0), "values");
        auto* dialog = answered.bar.findChild<OverridesDialog*>();
        QVERIFY(dialog);
        auto* add = dialog->findChild<QComboBox*>();
        add->setCurrentIndex(add->findData(QStringLiteral("base")));
        emit add->activated(add->currentIndex());
        auto* table = dialog->findChild<QTableWidget*>();
        QCOMPARE(table->rowCount(), 1);
        table->item(0, 1)->setText(QStringLiteral("wide"));
        dialog->accept();
        QVERIFY(dialog->isVisible());
        QCOMPARE(answered.gestures.size(), std::size_t(0));
        table->item(0, 1)->setText(QStringLiteral("5e5"));
        dialog->accept();
        QCOMPARE(answered.state.series[0].overrides.number("base"), 5e5);
        QCOMPARE(answered.gestures.size(), std::size_t(1));
    }

    void twelveSeriesWrap()
    {
        State state = encodings::defaultState();
        for (int more = 0; more < 11; ++more)
            state = seriesedits::added(state, "ntk");
        QWidget window;
        auto* row = new QHBoxLayout(&window);
        auto* bar = new SeriesBar;
        row->addWidget(bar);
        bar->setState(state);
        window.resize(700, 60);
        window.show();
        QCoreApplication::processEvents();
        QSet<QPoint> places;
        for (const SeriesChip* chip : bar->findChildren<SeriesChip*>()) {
            QVERIFY(bar->rect().contains(chip->geometry()));
            QVERIFY(chip->width() >= chip->sizeHint().width());
            places.insert(chip->pos());
        }
        QCOMPARE(places.size(), 12);
    }
};

QTEST_MAIN(SeriesBarTest)
#include "seriesbartest.moc"
