// SPDX-License-Identifier: GPL-3.0-or-later
#include "readfiles.h"

#include "app/explorationfile.h"
#include "modelkind.h"

#include "app/commandline/failure.h"
#include "app/modelfile/modelfileerror.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ReadFiles", text); }

/// The config.json in a folder, or the path as it is.
QString fileAt(const QString& path)
{
    const QString inside = QDir(path).filePath("config.json");
    return QFileInfo(path).isDir() && QFileInfo::exists(inside) ? inside : path;
}

/// A file in which no group of layers turns and no question is open.
void requireTurning(const ModelFile& file)
{
    const auto open = [](const OpenQuestion& question) { return question.needed; };
    const auto turns = [](const ModelLayers& layers) { return layers.turns; };
    if (std::any_of(file.questions.begin(), file.questions.end(), open)
        || (file.kind == "rope" && std::any_of(file.layers.begin(), file.layers.end(), turns)))
        return;
    if (file.kind == "rope") {
        throw Failure(
            Failure::File, tr("%1: its layers have no rotation, so there is nothing to draw").arg(file.path));
    }
    const auto origin = file.origins.find("kind");
    const QString says = origin == file.origins.end()
        ? kindInWords(file.kind)
        : tr("%1 (%2)").arg(kindInWords(file.kind), origin->second);
    throw Failure(Failure::File,
        tr("%1: this file says %2, which turns nothing, so there is no rotation to draw")
            .arg(file.path, says));
}

} // namespace

QString refusalByName(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    static const QStringList weights { ".safetensors", ".safetensors.index.json", ".bin", ".bin.index.json",
        ".pt", ".pth", ".onnx", ".h5" };
    static const QStringList read { ".json", ".gguf" };
    const auto endsLike = [&](const QStringList& endings) {
        return std::any_of(endings.begin(), endings.end(),
            [&](const QString& ending) { return name.endsWith(ending, Qt::CaseInsensitive); });
    };
    if (endsLike(weights)) {
        return tr("%1 is about weights, and does not say how positions are encoded; open the config.json "
                  "beside it")
            .arg(name);
    }
    if (QFileInfo(path).isDir()) {
        return QFileInfo::exists(fileAt(path)) && fileAt(path) != path
            ? QString()
            : tr("%1 is a folder without a config.json; open a model file or an exploration").arg(path);
    }
    if (QFileInfo(path).suffix().isEmpty() || endsLike(read))
        return {};
    return tr("%1 cannot be opened; expected: a model's config.json, a GGUF file, or a saved exploration "
              "(.json)")
        .arg(name);
}

ReadFiles readFiles(const QStringList& paths)
{
    ReadFiles read;
    for (const QString& given : paths) {
        const QString path = fileAt(given);
        read.paths.append(path);
        if (isExploration(path)) {
            if (paths.size() > 1) {
                throw Failure(Failure::Usage,
                    tr("%1 is an exploration; allowed: one exploration alone, or model files").arg(path));
            }
            try {
                read.exploration = readExploration(path);
            } catch (const ExplorationError& error) {
                throw Failure(Failure::File, error.message());
            }
            continue;
        }
        try {
            read.models.push_back(readModelFile(path));
        } catch (const ModelFileError& error) {
            throw Failure(Failure::File, error.message());
        }
        requireTurning(read.models.back());
    }
    return read;
}
