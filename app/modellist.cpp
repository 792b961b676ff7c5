// SPDX-License-Identifier: GPL-3.0-or-later
#include "modellist.h"

#include "valuejson.h"

#include "encodings/encoding.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <stdexcept>

// A static library's resources are dropped by the linker unless something asks for them, outside of any
// namespace.
static void initializeResources() { Q_INIT_RESOURCE(resources); }

namespace {

/// Throws ParameterError for a value that its encodings do not know.
ListedModel modelFrom(const QJsonObject& object)
{
    ListedModel listed;
    listed.id = object.value("id").toString();
    listed.group = object.value("group").toString();
    QString name = object.value("name").toString();
    if (const QString layers = object.value("layers").toString(); !layers.isEmpty()) {
        listed.id += '#' + layers;
        name += QStringLiteral(" · ") + layers;
    }
    listed.model.name = name.toStdString();
    listed.model.source = object.value("source").toString().toStdString();
    for (const QJsonValue& id : object.value("encodings").toArray())
        listed.model.encodings.push_back(id.toString().toStdString());
    const std::vector<encodings::Parameter> parameters
        = encodings::parametersOf({ .label = {}, .encodings = listed.model.encodings });
    const QJsonObject values = object.value("values").toObject();
    for (const QString& key : values.keys()) {
        const encodings::Parameter* parameter = encodings::findParameter(parameters, key.toStdString());
        if (!parameter)
            throw std::runtime_error("models.json: unknown key " + key.toStdString());
        listed.model.values.set(parameter->key, valueFromJson(*parameter, values.value(key)));
    }
    return listed;
}

/// `name` is all of `whole`, or all that stands before the layer group.
bool isName(const QString& name, const QString& whole, const QString& separator)
{
    return name.compare(whole, Qt::CaseInsensitive) == 0
        || name.compare(whole.section(separator, 0, 0), Qt::CaseInsensitive) == 0;
}

std::vector<ListedModel> load()
{
    initializeResources();
    QFile file(":/models.json");
    if (!file.open(QIODevice::ReadOnly))
        throw std::runtime_error("models.json is missing from the program's resources");
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &error);
    if (!document.isArray())
        throw std::runtime_error(
            "models.json in the program's resources: " + error.errorString().toStdString());
    std::vector<ListedModel> models;
    for (const QJsonValue& value : document.array())
        models.push_back(modelFrom(value.toObject()));
    return models;
}

} // namespace

const std::vector<ListedModel>& listedModels()
{
    static const std::vector<ListedModel> models = load();
    return models;
}

const ListedModel* findModel(const QString& nameOrId)
{
    const std::vector<ListedModel>& models = listedModels();
    const QString layers = QStringLiteral(" · ");
    const QString asked = QString(nameOrId).replace('#', layers);
    const auto found = std::find_if(models.begin(), models.end(), [&](const ListedModel& listed) {
        return isName(nameOrId, listed.id, "#")
            || isName(asked, QString::fromStdString(listed.model.name), layers);
    });
    return found == models.end() ? nullptr : &*found;
}
