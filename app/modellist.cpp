// SPDX-License-Identifier: GPL-3.0-or-later
#include "modellist.h"

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

ListedModel modelFrom(const QJsonObject& object)
{
    ListedModel listed;
    listed.id = object.value("id").toString();
    listed.group = object.value("group").toString();
    listed.model.name = object.value("name").toString().toStdString();
    listed.model.source = object.value("source").toString().toStdString();
    const QJsonObject values = object.value("values").toObject();
    for (const QString& key : values.keys())
        listed.model.values.set(key.toStdString(), values.value(key).toDouble());
    for (const QJsonValue& id : object.value("encodings").toArray())
        listed.model.encodings.push_back(id.toString().toStdString());
    return listed;
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
    const auto found = std::find_if(models.begin(), models.end(), [&](const ListedModel& listed) {
        return listed.id.compare(nameOrId, Qt::CaseInsensitive) == 0
            || QString::fromStdString(listed.model.name).compare(nameOrId, Qt::CaseInsensitive) == 0;
    });
    return found == models.end() ? nullptr : &*found;
}
