// SPDX-License-Identifier: GPL-3.0-or-later
#include "explorationfile.h"

#include "valuejson.h"

#include "encodings/encoding.h"
#include "encodings/parametererror.h"
#include "encodings/scene.h"
#include "widgets/wholefile.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <set>

using namespace encodings;

namespace {

constexpr int currentVersion = 1;
constexpr qint64 largestFile = 16 * 1024 * 1024;
const QLatin1String formatName("encoding-explorer exploration");

QString tr(const char* text) { return QCoreApplication::translate("ExplorationFile", text); }

/// Shared parameters and those of every encoding: what may be set for all series.
std::vector<Parameter> allParameters()
{
    std::vector<Parameter> parameters(sharedParameters().begin(), sharedParameters().end());
    for (const Encoding& encoding : allEncodings())
        parameters.insert(parameters.end(), encoding.parameters.begin(), encoding.parameters.end());
    return parameters;
}

QJsonObject toJson(const std::vector<Parameter>& parameters, const Values& values)
{
    QJsonObject object;
    for (const auto& [key, value] : values) {
        if (const Parameter* parameter = findParameter(parameters, key, value))
            object.insert(QString::fromStdString(key), valueToJson(*parameter, value));
    }
    return object;
}

QJsonArray toJson(const std::vector<std::string>& texts)
{
    QJsonArray array;
    for (const std::string& text : texts)
        array.append(QString::fromStdString(text));
    return array;
}

QJsonObject toJson(const Model& model)
{
    return { { "name", QString::fromStdString(model.name) },
        { "source", QString::fromStdString(model.source) },
        { "values", toJson(allParameters(), model.values) }, { "encodings", toJson(model.encodings) } };
}

QJsonObject toJson(const Series& series)
{
    QJsonObject object { { "label", QString::fromStdString(series.label) },
        { "encodings", toJson(series.encodings) },
        { "overrides", toJson(overridableParameters(series), series.overrides) }, { "shown", series.shown } };
    if (series.model)
        object.insert("model", toJson(*series.model));
    return object;
}

/// Reads one file; knows its path for the sentences.
class Reader {
public:
    explicit Reader(QString path)
        : m_path(std::move(path))
    {
    }

    State read(const QByteArray& text) const;

private:
    [[noreturn]] void refuse(const QString& key, const QString& problem) const
    {
        throw ExplorationError(m_path, key, problem);
    }

    QJsonObject parse(const QByteArray& text) const;
    void checkVersion(const QJsonObject& root) const;
    void checkKeys(const QJsonObject& object, const QStringList& known, const QString& prefix) const;
    void checkWhole(const State& state) const;
    QJsonObject objectAt(const QJsonObject& parent, const QString& key, const QString& prefix) const;
    QString textAt(const QJsonObject& parent, const QString& key, const QString& prefix) const;
    std::vector<std::string> encodingsAt(const QJsonObject& parent, const QString& prefix) const;
    Value valueAt(const std::vector<Parameter>& parameters, const Parameter& parameter,
        const QJsonValue& json, const QString& prefix) const;
    Values values(
        const std::vector<Parameter>& parameters, const QJsonObject& object, const QString& prefix) const;
    Model model(const QJsonObject& object, const QString& prefix) const;
    Series series(const QJsonValue& json, const QString& place) const;

    QString m_path;
};

QJsonObject Reader::parse(const QByteArray& text) const
{
    constexpr QByteArrayView byteOrderMark("\xEF\xBB\xBF"); // some editors write one
    const qsizetype start = text.startsWith(byteOrderMark) ? byteOrderMark.size() : 0;
    if (!text.mid(start).trimmed().startsWith('{')) // Qt takes null or a number alone for broken JSON
        refuse(
            {}, tr("is not an exploration; allowed: a JSON object with \"format\": \"%1\"").arg(formatName));
    QJsonParseError error;
    const QJsonDocument json = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError) {
        const auto line = text.left(error.offset).count('\n') + 1;
        refuse({}, tr("is not JSON: %1 in line %2").arg(error.errorString()).arg(line));
    }
    return json.object();
}

void Reader::checkVersion(const QJsonObject& root) const
{
    if (root.value("format") != QJsonValue(formatName))
        refuse("format", tr("is missing or not an exploration's; allowed: \"%1\"").arg(formatName));
    const QJsonValue version = root.value("version");
    const double number = version.toDouble(-1);
    if (!version.isDouble() || number < 1 || number != std::floor(number))
        refuse("version", tr("must be %1").arg(currentVersion));
    if (number > currentVersion) {
        refuse("version",
            tr("%1 was written by a newer program; this one reads up to version %2")
                .arg(QString::number(number, 'g', 17))
                .arg(currentVersion));
    }
}

void Reader::checkKeys(const QJsonObject& object, const QStringList& known, const QString& prefix) const
{
    for (const QString& key : object.keys()) {
        if (!known.contains(key))
            refuse(prefix + key, tr("is not a known key; allowed: %1").arg(known.join(", ")));
    }
}

QJsonObject Reader::objectAt(const QJsonObject& parent, const QString& key, const QString& prefix) const
{
    if (!parent.value(key).isObject())
        refuse(prefix + key,
            parent.contains(key) ? tr("must be an object") : tr("is missing; allowed: an object"));
    return parent.value(key).toObject();
}

QString Reader::textAt(const QJsonObject& parent, const QString& key, const QString& prefix) const
{
    if (!parent.value(key).isString())
        refuse(prefix + key, parent.contains(key) ? tr("must be a text") : tr("is missing; allowed: a text"));
    return parent.value(key).toString();
}

std::vector<std::string> Reader::encodingsAt(const QJsonObject& parent, const QString& prefix) const
{
    const QString place = prefix + "encodings";
    if (!parent.value("encodings").isArray())
        refuse(place, tr("must be an array of ids of encodings"));
    std::vector<std::string> ids;
    for (const QJsonValue& id : parent.value("encodings").toArray()) {
        if (!id.isString())
            refuse(place, tr("must be an array of ids of encodings"));
        try {
            ids.push_back(encodingById(id.toString().toStdString()).id);
        } catch (const ParameterError& error) {
            refuse(place,
                tr("cannot hold \"%1\"; allowed: %2")
                    .arg(id.toString(), QString::fromStdString(error.allowed())));
        }
    }
    return ids;
}

/// `json` as the first parameter with the key of `parameter` that accepts it reads it.
Value Reader::valueAt(const std::vector<Parameter>& parameters, const Parameter& parameter,
    const QJsonValue& json, const QString& prefix) const
{
    for (const Parameter& candidate : parameters) {
        if (candidate.key != parameter.key)
            continue;
        try {
            return valueFromJson(candidate, json);
        } catch (const ParameterError&) {
            continue;
        }
    }
    try {
        return valueFromJson(parameter, json);
    } catch (const ParameterError& error) {
        refuse(prefix + QString::fromStdString(parameter.key),
            tr("cannot be %1; allowed: %2")
                .arg(QString::fromStdString(error.value()), QString::fromStdString(error.allowed())));
    }
}

Values Reader::values(
    const std::vector<Parameter>& parameters, const QJsonObject& object, const QString& prefix) const
{
    Values values;
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        const Parameter* parameter = findParameter(parameters, entry.key().toStdString());
        if (!parameter) {
            QStringList keys;
            for (const Parameter& known : parameters)
                keys.append(QString::fromStdString(known.key));
            refuse(prefix + entry.key(), tr("is not a known key; allowed: %1").arg(keys.join(", ")));
        }
        values.set(parameter->key, valueAt(parameters, *parameter, entry.value(), prefix));
    }
    return values;
}

Model Reader::model(const QJsonObject& object, const QString& prefix) const
{
    checkKeys(object, { "name", "source", "values", "encodings" }, prefix);
    Model model;
    model.name = textAt(object, "name", prefix).toStdString();
    model.source = textAt(object, "source", prefix).toStdString();
    model.values = values(allParameters(), objectAt(object, "values", prefix), prefix + "values.");
    model.encodings = encodingsAt(object, prefix);
    return model;
}

Series Reader::series(const QJsonValue& json, const QString& place) const
{
    if (!json.isObject())
        refuse(place, tr("must be an object"));
    const QJsonObject object = json.toObject();
    const QString prefix = place + ".";
    checkKeys(object, { "label", "encodings", "model", "overrides", "shown" }, prefix);
    Series series;
    series.label = textAt(object, "label", prefix).toStdString();
    if (series.label.empty())
        refuse(prefix + "label", tr("must not be empty"));
    series.encodings = encodingsAt(object, prefix);
    if (series.encodings.empty())
        refuse(prefix + "encodings", tr("must name at least one encoding"));
    if (object.contains("model"))
        series.model = model(objectAt(object, "model", prefix), prefix + "model.");
    if (object.contains("overrides"))
        series.overrides = values(
            overridableParameters(series), objectAt(object, "overrides", prefix), prefix + "overrides.");
    if (object.contains("shown") && !object.value("shown").isBool())
        refuse(prefix + "shown", tr("must be true or false"));
    series.shown = object.value("shown").toBool(true);
    return series;
}

/// What values must respect together. A series that cannot be drawn may be saved and opened again: the window
/// says why.
void Reader::checkWhole(const State& state) const
{
    State drawable = state;
    for (Series& series : drawable.series)
        series.shown = true;
    std::set<std::string> problems;
    for (const SceneProblem& problem : makeScene(drawable).problems)
        problems.insert(problem.label);
    std::erase_if(drawable.series, [&](const Series& series) { return problems.contains(series.label); });
    if (drawable.series.empty())
        drawable.series = { { .label = "rope", .encodings = { "rope" } } };
    try {
        validate(drawable);
    } catch (const ParameterError& error) {
        refuse(QString::fromStdString(error.parameter()),
            tr("cannot be %1; allowed: %2")
                .arg(QString::fromStdString(error.value()), QString::fromStdString(error.allowed())));
    }
}

State Reader::read(const QByteArray& text) const
{
    const QJsonObject root = parse(text);
    checkVersion(root);
    checkKeys(root, { "format", "version", "model", "values", "series" }, {});
    State state = defaultState();
    state.model = model(objectAt(root, "model", {}), "model.");
    state.values.merge(values(allParameters(), objectAt(root, "values", {}), "values."));
    const QJsonArray list = root.value("series").toArray();
    if (list.isEmpty())
        refuse("series", tr("must be an array with at least one series"));
    state.series.clear();
    std::set<std::string> labels;
    for (int i = 0; i < list.size(); ++i) {
        const QString place = QString("series[%1]").arg(i);
        state.series.push_back(series(list.at(i), place));
        if (!labels.insert(state.series.back().label).second)
            refuse(place + ".label", tr("must differ from the labels of the other series"));
    }
    checkWhole(state);
    return state;
}

QByteArray readBytes(const QString& path)
{
    if (path.isEmpty())
        throw ExplorationError("\"\"", {}, tr("is not the name of a file"));
    if (QFileInfo info(path); info.exists() && !info.isFile())
        throw ExplorationError(path, {}, tr("is not a regular file"));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw ExplorationError(path, {}, tr("cannot be read: %1").arg(file.errorString()));
    if (file.size() > largestFile)
        throw ExplorationError(
            path, {}, tr("is too large for an exploration; allowed: %1 MiB").arg(largestFile >> 20));
    return file.readAll();
}

} // namespace

ExplorationError::ExplorationError(const QString& path, const QString& key, const QString& problem)
    : std::runtime_error(
        (key.isEmpty() ? path + " " + problem : path + ": " + key + " " + problem).toStdString())
    , m_key(key)
{
}

QByteArray explorationText(const State& state)
{
    QJsonArray series;
    for (const Series& one : state.series)
        series.append(toJson(one));
    const QJsonObject root { { "format", formatName }, { "version", currentVersion },
        { "model", toJson(state.model) }, { "values", toJson(allParameters(), state.values) },
        { "series", series } };
    return QJsonDocument(root).toJson();
}

State parseExploration(const QByteArray& text, const QString& path) { return Reader(path).read(text); }

void writeExploration(const State& state, const QString& path)
{
    const QByteArray text = explorationText(state);
    const QString problem
        = replaceFile(path, [&](QIODevice& file) { return file.write(text) == text.size(); });
    if (!problem.isEmpty())
        throw ExplorationError(path, {}, tr("cannot be written: %1").arg(problem));
}

State readExploration(const QString& path) { return parseExploration(readBytes(path), path); }

bool isExploration(const QString& path)
{
    try {
        return QJsonDocument::fromJson(readBytes(path)).object().value("format") == QJsonValue(formatName);
    } catch (const ExplorationError&) {
        return false;
    }
}
