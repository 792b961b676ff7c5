// SPDX-License-Identifier: GPL-3.0-or-later
#include "readfiles.h"

#include "app/explorationfile.h"

#include "app/commandline/failure.h"
#include "app/modelfile/modelfileerror.h"
#include "encodings/arrayfile.h"

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

/// Throws for a file in which no group of layers can be drawn and no question is open.
void requireDrawn(const ModelFile& file)
{
    const auto open = [](const OpenQuestion& question) { return question.needed; };
    const auto drawn = [](const ModelLayers& layers) { return !layers.model.encodings.empty(); };
    if (std::none_of(file.questions.begin(), file.questions.end(), open)
        && std::none_of(file.layers.begin(), file.layers.end(), drawn)) {
        throw Failure(
            Failure::File, tr("%1: its layers have no rotation, so there is nothing to draw").arg(file.path));
    }
}

} // namespace

bool isTable(const QString& path)
{
    return path.endsWith(QLatin1String(".npy"), Qt::CaseInsensitive)
        || path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
}

QString refusalByName(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    static const QStringList weights { ".safetensors", ".safetensors.index.json", ".bin", ".bin.index.json",
        ".pt", ".pth", ".onnx", ".h5" };
    static const QStringList read { ".json", ".gguf", ".npy", ".csv" };
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
    return tr("%1 cannot be opened; expected: a model's config.json, a GGUF file, a saved exploration "
              "(.json), or a table of numbers (.npy, .csv)")
        .arg(name);
}

ReadFiles readFiles(const QStringList& paths)
{
    ReadFiles read;
    for (const QString& given : paths) {
        const QString path = fileAt(given);
        read.paths.append(path);
        if (isTable(path)) {
            read.tables.push_back(QFileInfo(path).absoluteFilePath().toStdString());
            try {
                encodings::readTable(read.tables.back());
            } catch (const encodings::TableError& error) {
                throw Failure(Failure::File, QString::fromUtf8(error.what()));
            }
            continue;
        }
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
        requireDrawn(read.models.back());
    }
    return read;
}
