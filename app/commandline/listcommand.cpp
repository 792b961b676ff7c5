// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include "app/modellist.h"
#include "app/valuejson.h"
#include "encodings/recordwords.h"
#include "widgets/views.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace encodings;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

QString kindName(Kind kind)
{
    switch (kind) {
    case Kind::Number:
        return "number";
    case Kind::Integer:
        return "integer";
    case Kind::EvenInteger:
        return "even integer";
    case Kind::Choice:
        return "choice";
    case Kind::Switch:
        return "switch";
    case Kind::List:
    case Kind::NumberList:
        return "list";
    case Kind::Range:
        return "range";
    case Kind::File:
        return "file";
    }
    return {};
}

bool hasLimits(const Parameter& parameter)
{
    return parameter.kind != Kind::Choice && parameter.kind != Kind::Switch && parameter.kind != Kind::File;
}

QJsonObject parameterObject(const Parameter& parameter, const QString& owner)
{
    QJsonArray choices;
    for (const std::string& choice : parameter.choices)
        choices.append(text(choice));
    if (!parameter.automaticWord.empty())
        choices.append(text(parameter.automaticWord));
    return { { "id", text(parameter.key) }, { "key", text(parameter.key) }, { "name", text(parameter.label) },
        { "owner", owner }, { "kind", kindName(parameter.kind) },
        { "minimum", hasLimits(parameter) ? QJsonValue(parameter.minimum) : QJsonValue() },
        { "maximum", hasLimits(parameter) ? QJsonValue(parameter.maximum) : QJsonValue() },
        { "default", valueToJson(parameter, parameter.defaultValue) }, { "words", choices },
        { "help", text(parameter.help) } };
}

/// Every parameter, shared ones first, with its owner: "shared", or the id of the view or encoding that reads
/// it.
QJsonArray parameterObjects()
{
    QJsonArray array;
    for (const Parameter& parameter : sharedParameters())
        array.append(parameterObject(parameter, parameter.owner.empty() ? "shared" : text(parameter.owner)));
    for (const Encoding& encoding : allEncodings()) {
        for (const Parameter& parameter : encoding.parameters)
            array.append(parameterObject(parameter, text(encoding.id)));
    }
    return array;
}

QJsonArray encodingObjects()
{
    QJsonArray array;
    for (const Encoding& encoding : allEncodings()) {
        QJsonArray parameters;
        for (const Parameter& parameter : encoding.parameters)
            parameters.append(parameterObject(parameter, text(encoding.id)));
        QJsonArray enters;
        for (const Entry entry : encoding.enters)
            enters.append(text(wordOf(entry)));
        array.append(QJsonObject { { "id", text(encoding.id) }, { "name", text(encoding.name) },
            { "year", encoding.year }, { "family", text(encoding.family) },
            { "label", text(wordOf(encoding.trainable)) },
            { "trainable", encoding.trainable != Trainable::Fixed },
            { "refers", text(wordOf(encoding.refers)) }, { "enters", enters },
            { "extrapolation", text(encoding.extrapolation) }, { "citation", text(encoding.citation) },
            { "about", text(encoding.about) }, { "parameters", parameters } });
    }
    return array;
}

QJsonArray viewObjects()
{
    QJsonArray array;
    const auto add = [&](const ViewInfo& view) {
        array.append(
            QJsonObject { { "id", view.id }, { "name", titleOf(view) }, { "summary", summaryOf(view) } });
    };
    for (const ViewInfo& view : allViews())
        add(view);
    add(catalogueInfo());
    return array;
}

QJsonArray modelObjects()
{
    QJsonArray array;
    for (const ListedModel& listed : listedModels()) {
        QJsonArray ids;
        for (const std::string& id : listed.model.encodings)
            ids.append(text(id));
        QJsonObject object { { "id", listed.id }, { "name", text(listed.model.name) },
            { "group", listed.group }, { "source", text(listed.model.source) }, { "encodings", ids } };
        const std::vector<Parameter> parameters = parametersOf({ {}, listed.model.encodings });
        for (const auto& [key, value] : listed.model.values) {
            if (const Parameter* parameter = findParameter(parameters, key))
                object.insert(text(key), valueToJson(*parameter, value));
        }
        array.append(object);
    }
    return array;
}

/// Columns aligned by the longest entry of each.
QString table(const QList<QStringList>& rows)
{
    QList<qsizetype> widths;
    for (const QStringList& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (qsizetype i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    QString lines;
    for (const QStringList& row : rows) {
        QString line;
        for (qsizetype i = 0; i < row.size(); ++i)
            line += i + 1 < row.size() ? row[i].leftJustified(widths[i] + 2) : row[i];
        lines += line + '\n';
    }
    return lines;
}

QString shown(const QJsonValue& value)
{
    if (value.isDouble())
        return text(formatNumber(value.toDouble()));
    if (value.isBool())
        return value.toBool() ? "true" : "false";
    if (!value.isArray())
        return value.toString();
    QStringList words;
    for (const QJsonValue& one : value.toArray())
        words.append(shown(one));
    return words.join(',');
}

QString parameterTable()
{
    QList<QStringList> rows { { tr("KEY"), tr("OF"), tr("DEFAULT"), tr("ALLOWED") } };
    const auto add = [&](const Parameter& parameter, const QString& owner) {
        rows.append({ text(parameter.key), owner, text(formatValue(parameter, parameter.defaultValue)),
            text(allowedValues(parameter)) });
    };
    for (const Parameter& parameter : sharedParameters())
        add(parameter, parameter.owner.empty() ? "shared" : text(parameter.owner));
    for (const Encoding& encoding : allEncodings()) {
        for (const Parameter& parameter : encoding.parameters)
            add(parameter, text(encoding.id));
    }
    return table(rows);
}

/// The fields `keys` of every object, as columns.
QString table(const QJsonArray& objects, const QStringList& keys)
{
    QList<QStringList> rows { {} };
    for (const QString& key : keys)
        rows.first().append(QString(key).replace('_', ' ').toUpper());
    for (const QJsonValue& object : objects) {
        QStringList row;
        for (const QString& key : keys)
            row.append(shown(object[key]));
        rows.append(row);
    }
    return table(rows);
}

} // namespace

void runList(const CommandLine& command)
{
    QJsonArray objects;
    QStringList columns;
    if (command.topic == "encodings") {
        objects = encodingObjects();
        columns = { "id", "name", "year", "family", "refers", "trainable", "enters", "extrapolation", "citation" };
    } else if (command.topic == "views") {
        objects = viewObjects();
        columns = { "id", "name", "summary" };
    } else if (command.topic == "models") {
        objects = modelObjects();
        columns = { "id", "name", "base", "dimension", "trained_length", "heads", "encodings", "source" };
    } else {
        objects = parameterObjects();
    }
    if (command.json)
        print(QString::fromUtf8(QJsonDocument(objects).toJson()));
    else
        print(columns.isEmpty() ? parameterTable() : table(objects, columns));
}
