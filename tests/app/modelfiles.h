// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelfile/filenumbers.h"
#include "app/modelfile/modelfile.h"
#include "app/modelfile/modelfileerror.h"
#include "encodings/encoding.h"
#include "encodings/state.h"

#include <QFile>
#include <QTemporaryDir>

/// The message of the refusal, or an empty text when the file is read.
inline QString refusal(const QByteArray& json)
{
    try {
        parseModelFile("test.json", json);
    } catch (const ModelFileError& error) {
        return error.message();
    }
    return {};
}

inline QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
    return path;
}

inline ModelFile parsed(const QByteArray& json) { return parseModelFile("test.json", json); }

inline bool mentions(const QStringList& texts, const QString& word) { return !texts.filter(word).isEmpty(); }

/// What is said of a file with one group of layers: "rope, all: head 128, dimension 64, base 10000, context
/// 4096, trained 4096, default".
inline QString summaryOf(const ModelFile& file)
{
    const ModelLayers& layers = file.layers.front();
    const auto shown = [](const std::optional<double>& number) { return number ? asWritten(*number) : "?"; };
    return QString("%1, %2: head %3, dimension %4, base %5, context %6, trained %7, %8")
        .arg(file.kind, file.layers.size() == 1 ? layers.name : "several", shown(layers.headDimension),
            shown(layers.rotaryDimension), shown(layers.base), shown(layers.contextLength),
            shown(layers.trainedLength), layers.scaling);
}

/// What the encodings of `layers` make of its numbers; `settings` replace some of them.
inline encodings::Scheme schemeOf(const ModelLayers& layers, const encodings::Values& settings = {})
{
    encodings::State state = encodings::withModel(encodings::defaultState(), layers.model);
    state.values.merge(settings);
    encodings::validate(state);
    const encodings::Series& series = state.series.front();
    return encodings::combine(series.encodings,
        encodings::resolved(encodings::parametersOf(series), encodings::valuesOf(state, series)));
}

/// Frequency of `pair` against that of RoPE with the same base.
inline double ratioAt(const ModelLayers& layers, int pair, const encodings::Values& settings = {})
{
    const encodings::Scheme scheme = schemeOf(layers, settings);
    return scheme.frequencies()[pair] / scheme.trainedFrequencies[pair];
}
