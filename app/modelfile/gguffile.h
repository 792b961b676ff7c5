// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QStringList>

#include <map>
#include <variant>
#include <vector>

/// A list in the metadata of a GGUF file. Lists of texts, of lists, and long ones are counted, not kept.
struct GgufList {
    quint64 count = 0;
    std::vector<double> numbers; ///< numbers and switches (0, 1); empty where the list is not kept
};

/// A value in the metadata of a GGUF file: any of its number types, a switch, a text (long ones are cut) or a
/// list.
using GgufValue = std::variant<double, bool, QString, GgufList>;

/// What a GGUF file holds before its tensors, and the few tensors that describe the position encoding.
struct GgufFile {
    std::map<QString, GgufValue> metadata;
    /// By name: rope_freqs.weight, rope_factors_long.weight, rope_factors_short.weight, where there are any.
    std::map<QString, std::vector<double>> factors;
    bool hasPositionTable = false; ///< a tensor position_embd.weight
    QStringList warnings;
};

/// True when `path` is a regular file that begins with the four letters of GGUF.
bool isGgufFile(const QString& path);

/// Reads versions 2 and 3, little-endian, as github.com/ggml-org/ggml/blob/master/docs/gguf.md describes
/// them. Touches only the part before the tensors and the tensors named above, whatever the size of the file.
/// Throws ModelFileError, which names the key or tensor and the byte.
GgufFile readGgufFile(const QString& path);

/// Reads the same from bytes; `name` stands in messages.
GgufFile parseGgufFile(QByteArrayView bytes, const QString& name);
