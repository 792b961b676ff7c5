// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelwish.h"

#include "failure.h"

#include "app/modelfile/modelfile.h"
#include "app/modelfile/modelfileerror.h"
#include "app/modellist.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

using namespace encodings;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

bool looksLikeFile(const QString& text)
{
    return text.contains('/') || text.endsWith(".json", Qt::CaseInsensitive)
        || text.endsWith(".gguf", Qt::CaseInsensitive) || QFileInfo::exists(text);
}

ModelFile readFile(const QString& path)
{
    try {
        return readModelFile(path);
    } catch (const ModelFileError& error) {
        throw Failure(Failure::File, error.message());
    }
}

void checkLayers(const QString& layers, const QStringList& known, const QString& option)
{
    if (!known.contains(layers)) {
        throw Failure(Failure::Usage,
            tr("%1: unknown layer group \"%2\"; allowed: %3").arg(option, layers, known.join(", ")));
    }
}

/// The names that share most words with what was asked, or all when there is nothing to go by.
QString suggestions(const QString& text)
{
    QStringList all;
    QStringList near;
    const QString firstWord = text.section(QRegularExpression("[ -]"), 0, 0);
    for (const ListedModel& listed : listedModels()) {
        const QString name = QString::fromStdString(listed.model.name);
        all.append(name);
        if (!firstWord.isEmpty() && name.startsWith(firstWord, Qt::CaseInsensitive))
            near.append(name);
    }
    return (near.isEmpty() ? all.mid(0, 4) : near.mid(0, 8)).join(", ");
}

} // namespace

Model modelFromFile(const QString& path) { return readFile(path).model; }

Model modelFromWish(const QString& text, const QString& option)
{
    if (const ListedModel* listed = findModel(text))
        return listed->model;
    if (QFileInfo::exists(text))
        return modelFromFile(text);

    const qsizetype hash = text.lastIndexOf('#');
    const QString name = text.left(hash);
    if (const ListedModel* listed = findModel(name)) {
        checkLayers(text.mid(hash + 1), { "all" }, option);
        return listed->model;
    }
    if (!looksLikeFile(name)) {
        throw Failure(Failure::Usage,
            tr("%1: unknown model \"%2\"; allowed: a model file, or a name of `list models` such as %3")
                .arg(option, name, suggestions(name)));
    }
    const ModelFile file = readFile(name);
    if (hash >= 0) {
        QStringList known;
        for (const ModelLayers& layers : file.layers)
            known.append(layers.name);
        checkLayers(text.mid(hash + 1), known, option);
    }
    return file.model;
}
