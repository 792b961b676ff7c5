// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/parameter.h"

#include <QString>

#include <span>
#include <utility>
#include <vector>

/// The parts of ID[+ID...][@MODEL][:key=value,...]; `model` is null where none is named.
struct SeriesText {
    QString encodings;
    QString model;
    QString settings;
};

/// Splits the text of a series. A colon ends the model only where a key and = follow it: names of files may
/// hold colons. Throws Failure (Usage) for a colon without key=value.
SeriesText splitSeries(const QString& text);

/// Splits `key=value,key=value`. A comma starts the next pair only where a key and = follow it, so that
/// values may be lists. Throws Failure (Usage) for a pair without =.
std::vector<std::pair<QString, QString>> splitSettings(const QString& text);

/// The value of `key` among `parameters` as `text` says it; for lists `@FILE` (one number a line, or a JSON
/// array), for files a path, which becomes absolute. `option` is named in the sentence of Failure; Failure (File) for a list that cannot be read.
encodings::Value settingValue(std::span<const encodings::Parameter> parameters, const QString& key,
    const QString& text, const QString& option);
