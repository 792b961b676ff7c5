// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelfile/modelfile.h"

/// What stands in files that were opened together: one exploration alone, or models and tables of numbers.
struct ReadFiles {
    QStringList paths; ///< the files themselves, also where folders were named
    std::optional<encodings::State> exploration;
    std::vector<ModelFile> models;
    std::vector<std::string> tables; ///< absolute paths of .npy and .csv files
};

/// Reads `paths`; a folder stands for the config.json in it. Throws Failure (File) for the first file that is
/// neither a model file nor an exploration nor a table, cannot be read, or describes a model of which nothing
/// can be drawn, and Failure (Usage) for an exploration among other files. Needs no user interface: may run in
/// any thread.
ReadFiles readFiles(const QStringList& paths);

/// Whether the file at `path` holds a table of numbers as far as its name tells.
bool isTable(const QString& path);

/// Why the file at `path` cannot be opened as far as its name tells, in one sentence, or empty.
QString refusalByName(const QString& path);
