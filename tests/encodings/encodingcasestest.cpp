// SPDX-License-Identifier: GPL-3.0-or-later
#include "publishedcases.h"
#include "warnings.h"

#include <QTest>

class EncodingCasesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    // A case that comes to the published values must not go unread: these are the ids that tests ask for.
    void everyPublishedCaseIsChecked()
    {
        const QList<QJsonObject> cases = publishedCases({});
        if (cases.isEmpty())
            QSKIP("the published values are not here");
        const QStringList claimed { // additivetest
            "complex.embedding", "floater.sinusoid_is_special_case", "shape.eval.K500",
            "sin.innerproduct.d128", "sin.interleaved.d8", "sin.period.d128", "sin.t2t.d8",
            // attentiontest
            "nope.",
            // biastest
            "alibi.", "t5.", "kerple.", "sandwich.", "fire.", "da.",
            // contentscorestest
            "shaw.", "huang", "txl.", "deberta.", "tupe.", "cope.",
            // evaluationtest
            "attn_", "cng.", "window.receptive_field", "xpos.",
            // positionschemestest
            "cape.", "lambda", "leaky_rerope.", "logn.", "pose.", "randomized.", "rerope.", "self_extend.",
            "streaming.", "window.mask", "yarn.mscale"
        };
        for (const QJsonObject& one : cases) {
            const QString id = one.value("id").toString();
            QVERIFY2(std::any_of(claimed.begin(), claimed.end(),
                         [&](const QString& prefix) { return id.startsWith(prefix); }),
                qPrintable(id));
        }
    }
};

QTEST_APPLESS_MAIN(EncodingCasesTest)
#include "encodingcasestest.moc"
