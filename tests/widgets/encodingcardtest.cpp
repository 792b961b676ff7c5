// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/encodingcard.h"
#include "widgets/seriesedits.h"
#include "widgets/theme.h"

#include "warnings.h"

#include <QLabel>
#include <QTest>
#include <QTextDocument>

using encodings::State;

namespace {

QLabel& label(const EncodingCard& card, const char* name)
{
    return *card.findChild<QLabel*>(QLatin1String(name));
}

QString textOf(const EncodingCard& card, const char* name)
{
    QTextDocument document;
    document.setHtml(label(card, name).text());
    return document.toPlainText();
}

State ntkState()
{
    State state = seriesedits::withEncodings(encodings::defaultState(), 0, { "ntk" });
    state.values.set("scale", 8.0);
    return state;
}

} // namespace

class EncodingCardTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void theNtkFormulaWithTodaysNumbers()
    {
        EncodingCard card;
        card.setState(ntkState());
        card.showNow();
        QVERIFY(textOf(card, "name").contains(QStringLiteral("NTK-aware 2023")));
        // bloc97's formula by hand: 10000 x 8^(128/126) = 82684.6.
        QVERIFY(textOf(card, "formula").contains(QStringLiteral("= 82,684.6")));
        QVERIFY(textOf(card, "symbols").contains(QStringLiteral("α")));
        State state = ntkState();
        state.values.set("alpha", 2.0);
        card.setState(state);
        card.showNow();
        // 10000 x 2^(128/126) = 20221.3
        QVERIFY(textOf(card, "formula").contains(QStringLiteral("= 20,221.3")));
    }

    void theModelAndWhatWasChanged()
    {
        EncodingCard card;
        State state = encodings::defaultState();
        card.setState(state);
        card.showNow();
        QCOMPARE(textOf(card, "model"), QStringLiteral("Llama 2 7B"));
        state.values.set("base", 20000.0);
        card.setState(state);
        card.showNow();
        QCOMPARE(textOf(card, "model"), QStringLiteral("Llama 2 7B, changed: base 20,000"));
    }

    void theCitationIsALink()
    {
        EncodingCard card;
        card.setState(encodings::defaultState());
        card.showNow();
        QVERIFY(label(card, "citation")
                    .text()
                    .contains(QStringLiteral("href='https://arxiv.org/abs/2104.09864'")));
    }

    void aScaleBelowOneIsExplained()
    {
        EncodingCard card;
        State state = encodings::defaultState();
        card.setState(state);
        card.showNow();
        QVERIFY(label(card, "shorter").isHidden());
        state.values.set("scale", 0.5);
        card.setState(state);
        card.showNow();
        QVERIFY(!label(card, "shorter").isHidden());
        QVERIFY(textOf(card, "shorter").contains(QStringLiteral("2,048 instead of 4,096")));
    }

    void problemsAreSaid()
    {
        EncodingCard card;
        State state = seriesedits::added(encodings::defaultState(), "ntk");
        card.setState(state);
        card.showNow();
        QVERIFY(label(card, "problems").isHidden());
        state.values.set("dimension", 2.0);
        state.values.set("pair", 0.0);
        card.setState(state);
        card.showNow();
        QVERIFY(!label(card, "problems").isHidden());
        QVERIFY(textOf(card, "problems").contains(QStringLiteral("ntk cannot be drawn")));
        QVERIFY(textOf(card, "name").contains(QStringLiteral("RoPE")));
        state.series.erase(state.series.begin());
        card.setState(state);
        card.showNow();
        QVERIFY(textOf(card, "name").contains(QStringLiteral("NTK-aware")));
    }

    void theSubjectIsTheFirstShown()
    {
        EncodingCard card;
        State state = seriesedits::added(encodings::defaultState(), "pi");
        card.setState(seriesedits::toggled(state, 0));
        card.showNow();
        QVERIFY(textOf(card, "name").startsWith(QStringLiteral("PI")));
        card.setState(seriesedits::toggled(seriesedits::toggled(state, 0), 1));
        card.showNow();
        QVERIFY(textOf(card, "name").startsWith(QStringLiteral("RoPE")));
    }

    void everyEncodingFitsANarrowColumn()
    {
        for (const encodings::Encoding& encoding : encodings::allEncodings()) {
            EncodingCard card;
            card.setState(seriesedits::withEncodings(encodings::defaultState(), 0, { encoding.id }));
            card.showNow();
            card.resize(260, 300);
            card.show();
            QCoreApplication::processEvents();
            for (const QLabel* one : card.findChildren<QLabel*>()) {
                if (!one->isVisible())
                    continue;
                QVERIFY2(one->height() >= one->heightForWidth(one->width()), qPrintable(one->objectName()));
                QTextDocument document;
                document.setDefaultFont(one->font());
                document.setDocumentMargin(0);
                document.setHtml(one->text());
                document.setTextWidth(one->contentsRect().width());
                QVERIFY2(document.idealWidth() <= one->contentsRect().width() + 1,
                    qPrintable(QString::fromStdString(encoding.id) + QLatin1Char(' ') + one->objectName()));
            }
        }
    }

    void followsTheTheme()
    {
        EncodingCard card;
        card.setState(ntkState());
        card.showNow();
        card.show();
        card.setPalette(Theme::named(Theme::Name::Dark).palette());
        QTRY_VERIFY(label(card, "kind").text().contains(Theme::named(Theme::Name::Dark).mutedText.name()));
    }
};

QTEST_MAIN(EncodingCardTest)
#include "encodingcardtest.moc"
