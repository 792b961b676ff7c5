// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelwish.h"

#include "failure.h"

#include "app/modelfile/modelfile.h"
#include "app/modelfile/modelfileerror.h"
#include "app/opening/openedmodel.h"
#include "app/modellist.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

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

[[noreturn]] void refuse(const ModelFile& file, const QString& problem)
{
    throw Failure(Failure::File, file.path + ": " + problem);
}

/// The group `name`, or the first that turns.
const ModelLayers& chosenGroup(const ModelFile& file, const QString& name)
{
    if (const ModelLayers* group = file.group(name))
        return *group;
    const auto turning = std::find_if(
        file.layers.begin(), file.layers.end(), [](const ModelLayers& layers) { return layers.turns; });
    return turning == file.layers.end() ? file.layers.front() : *turning;
}

Model drawableModel(
    const ModelFile& file, const QString& name, const QString& option, const QStringList& answered)
{
    const ModelLayers& group = chosenGroup(file, name);
    for (const OpenQuestion& question : file.questions) {
        if (!question.needed || !question.concerns(group) || answered.contains(question.key))
            continue;
        const auto drawn = std::find_if(question.answers.begin(), question.answers.end(),
            [&](const QString& answer) { return question.key != "encoding" || canBeDrawn(answer); });
        const QString answer = drawn == question.answers.end() ? tr("VALUE") : *drawn;
        refuse(file,
            question.key == "encoding"
                ? tr("%1 Name it, for example with --encoding %2").arg(question.question, answer)
                : tr("%1 Set it, for example with --set %2=%3").arg(question.question, question.key, answer));
    }
    if (!group.turns && file.kind == "rope") {
        refuse(file,
            tr("%1: the layers \"%2\" have no rotation, so there is nothing to draw")
                .arg(option, group.name));
    }
    return group.model;
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

Model modelFromFile(const QString& path) { return drawableModel(readFile(path), {}, "FILE", {}); }

Model modelFromWish(const QString& text, const QString& option, const QStringList& answered)
{
    if (const ListedModel* listed = findModel(text))
        return listed->model;
    if (QFileInfo::exists(text))
        return drawableModel(readFile(text), {}, option, answered);

    const qsizetype hash = text.lastIndexOf('#');
    const QString name = text.left(hash);
    const QString group = hash < 0 ? QString() : text.mid(hash + 1);
    if (const ListedModel* listed = findModel(name)) {
        checkLayers(group, { "all" }, option);
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
        if (!file.group(group))
            checkLayers(group, known, option);
    }
    return drawableModel(file, group, option, answered);
}
