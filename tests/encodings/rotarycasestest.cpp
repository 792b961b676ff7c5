// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/parametererror.h"
#include "encodings/xpos.h"

#include "closeness.h"
#include "schemes.h"
#include "warnings.h"

#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace encodings;

namespace {

QJsonArray publishedCases()
{
    QFile values(QStringLiteral(SHARED_FOLDER "/reference/values/rotary.json"));
    if (!values.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(values.readAll()).object().value("cases").toArray();
}

/// The encodings of a published method. Abacus.AI's one class is several encodings here.
std::vector<std::string> encodingsOf(const QString& method, const QJsonObject& params)
{
    static const QHash<QString, std::vector<std::string>> encodings {
        { "default", { "rope" } },
        { "default+partial_rotary_factor", { "rope" } },
        { "dynamic", { "dynamic-ntk" } },
        { "dynamic_yarn", { "dynamic-yarn" } },
        { "linear", { "pi" } },
        { "llama3", { "llama3" } },
        { "longrope", { "longrope" } },
        { "longrope_dynamic", { "longrope" } },
        { "ntk", { "ntk" } },
        { "ntk_by_parts_r", { "ntk-by-parts" } },
        { "ntk_by_parts_v0", { "ntk-by-parts-2023" } },
        { "ntk_fixed", { "ntk-fixed" } },
        { "ntk_mixed", { "ntk-mixed" } },
        { "ntk_simple", { "ntk-simple" } },
        { "proportional", { "proportional" } },
        { "resonance", { "resonance" } },
        { "resonance_yarn", { "yarn", "resonance" } },
        { "xpos_scale", { "xpos" } },
        { "yarn", { "yarn" } },
    };
    if (method == "giraffe")
        return { params.contains("scale_power") ? "power-basis"
                : params.contains("truncate")   ? "truncated-basis"
                                                : "pi" };
    return encodings.value(method);
}

/// The key of a published parameter, as the contract of the command line has it.
QString keyOf(const QString& name, const QString& method)
{
    static const QHash<QString, QString> keys { { "dim", "dimension" }, { "rotary_dim", "dimension" },
        { "head_dim", "head_dimension" }, { "factor", "scale" }, { "k", "scale" }, { "s", "scale" },
        { "original_max_position_embeddings", "trained_length" }, { "seq_len", "current_length" },
        { "b", "mixed_b" } };
    if (name == "max_position_embeddings")
        return method == "dynamic" ? "trained_length" : "max_positions";
    return keys.value(name, name);
}

Value valueOf(const QJsonValue& value)
{
    if (value.isBool())
        return value.toBool();
    if (!value.isArray())
        return value.toDouble();
    Numbers numbers;
    for (const QJsonValue& number : value.toArray())
        numbers.push_back(number.toDouble());
    return numbers;
}

Values valuesOfCase(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const QString method = one.value("method").toString();
    Values values { { "convention", one.value("convention").toString().toStdString() } };
    for (const QString& name : params.keys())
        values.set(keyOf(name, method).toStdString(), valueOf(params.value(name)));
    if (params.contains("head_dim") && !params.contains("rotary_dim"))
        values.set("dimension", params.value("head_dim").toDouble());
    if (method == "yarn" && params.contains("partial_rotary_factor"))
        values.set(
            "dimension", params.value("dim").toDouble() * params.value("partial_rotary_factor").toDouble());
    return values;
}

/// Implementations that compute with float32 in between, as the notes of the cases say.
double toleranceOf(const QJsonObject& one)
{
    const QString note = one.value("note").toString();
    return note.contains("float32") || one.value("convention") == "ggml" ? 3e-6 : 1e-6;
}

bool agree(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance * std::abs(expected) + 1e-15;
}

} // namespace

class RotaryCasesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void publishedCasesAgree_data()
    {
        QTest::addColumn<QJsonObject>("one");
        for (const QJsonValue& value : publishedCases())
            QTest::newRow(qPrintable(value.toObject().value("name").toString())) << value.toObject();
    }

    void publishedCasesAgree()
    {
        if (publishedCases().isEmpty())
            QSKIP("the published rotary values are not here");
        QFETCH(const QJsonObject, one);
        const QString method = one.value("method").toString();
        const std::vector<std::string> ids = encodingsOf(method, one.value("params").toObject());
        QVERIFY2(!ids.empty(), qPrintable(method));
        const Values values = valuesOfCase(one);
        if (one.value("expect").toString() == "refuse") {
            QVERIFY_EXCEPTION_THROWN(schemeOf(ids, values), ParameterError);
            return;
        }
        const Scheme scheme = schemeOf(ids, values);
        const double tolerance = toleranceOf(one);
        // xPos' case holds its decay in the place of frequencies.
        const Eigen::ArrayXd numbers = method == "xpos_scale"
            ? xposDecay(scheme.frequencies().size(), values.number("gamma"))
            : scheme.frequencies();
        const QJsonArray expected = one.value("inv_freq").toArray();
        QCOMPARE(numbers.size(), expected.size());
        for (Eigen::Index pair = 0; pair < numbers.size(); ++pair) {
            const double wanted = expected[static_cast<int>(pair)].toDouble();
            QVERIFY2(agree(numbers[pair], wanted, tolerance),
                qPrintable(QStringLiteral("pair %1: %2 instead of %3")
                               .arg(pair)
                               .arg(numbers[pair], 0, 'g', 12)
                               .arg(wanted, 0, 'g', 12)));
        }
        const double attention = one.value("attention_factor").toDouble();
        QVERIFY2(agree(scheme.attentionFactor(), attention, tolerance),
            qPrintable(QStringLiteral("attention factor %1 instead of %2")
                           .arg(scheme.attentionFactor())
                           .arg(attention)));
        if (one.contains("softmax_mult"))
            QVERIFY(agree(scheme.logitFactor, one.value("softmax_mult").toDouble(), tolerance));
        else
            QCOMPARE(scheme.logitFactor, 1.0);
        if (one.contains("corr_range")) {
            const QJsonArray ends = one.value("corr_range").toArray();
            QCOMPARE(*scheme.ramp, std::pair(ends[0].toDouble(), ends[1].toDouble()));
        }
    }
};

QTEST_APPLESS_MAIN(RotaryCasesTest)
#include "rotarycasestest.moc"
