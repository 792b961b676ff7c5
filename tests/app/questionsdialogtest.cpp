// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/questionsdialog.h"
#include "warnings.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

namespace {

const QByteArray unsaid = R"({"model_type": "mystery", "hidden_size": 128, "num_attention_heads": 2,
    "max_position_embeddings": 512})";

} // namespace

class QuestionsDialogTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void theQuestionsDialogKnowsWhatIsAllowed()
    {
        const OpenedModel opened(parseModelFile("x.json", unsaid));
        const OpenQuestion question { "base", "Which base?", { "10000", "1000000" }, true };
        QuestionsDialog dialog(opened, { question });
        QCOMPARE(dialog.answers().at("base"), QString("10000")); // the likeliest
        dialog.findChild<QRadioButton*>("base=1000000")->click();
        QCOMPARE(dialog.answers().at("base"), QString("1000000"));
        auto* other = dialog.findChild<QLineEdit*>("base");
        const auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QTest::keyClicks(other, "0");
        QVERIFY(!ok->isEnabled()); // a base of 0 is not allowed
        other->clear();
        QTest::keyClicks(other, "2e4");
        QVERIFY(ok->isEnabled());
        QCOMPARE(dialog.answers().at("base"), QString("2e4"));
    }

    void groupsHaveAnswersOfTheirOwn()
    {
        const OpenedModel opened(parseModelFile("x.json", unsaid));
        const OpenQuestion full { "trained_length", "Which?", { "4096", "1024" }, false, "full" };
        const OpenQuestion local { "trained_length", "Which?", { "4096", "2048" }, false, "local" };
        QuestionsDialog dialog(opened, { full, local });
        dialog.findChild<QRadioButton*>("full.trained_length=1024")->click();
        QVERIFY((dialog.answers()
            == Answers { { "full.trained_length", "1024" }, { "local.trained_length", "4096" } }));
    }

    void numbersAreNotAskedForWhatCannotBeDrawn()
    {
        const OpenedModel opened(parseModelFile("x.json", unsaid));
        const OpenQuestion encoding { "encoding", "Which?", { "rope", "no-such-encoding" }, true };
        const OpenQuestion base { "base", "Which base?", { "10000" }, true };
        QuestionsDialog dialog(opened, { encoding, base });
        QVERIFY(dialog.findChild<QRadioButton*>("base=10000")->isEnabled());
        dialog.findChild<QRadioButton*>("encoding=no-such-encoding")->click();
        QVERIFY(!dialog.findChild<QRadioButton*>("base=10000")->isEnabled());
        QVERIFY(!dialog.answers().contains("base"));
    }
};

QTEST_MAIN(QuestionsDialogTest)
#include "questionsdialogtest.moc"
