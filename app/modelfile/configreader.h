// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configsection.h"
#include "modelfile.h"

/// Fills layers, origins, warnings and model of `file` from `config`, the part of a config.json that is about
/// text. Throws ModelFileError as readModelFile does.
void readConfig(const ConfigSection& config, ModelFile& file);
