// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelfile/modelfile.h"

/// The key in ModelFile::origins of the number `name` of `group`: origins are those of all groups, or of one
/// where groups differ.
QString originName(const ModelFile& file, const QString& group, const QString& name);

/// `name` of `group` is no longer what the file says: it has `origin`, and warnings of how the file's number
/// was chosen go, unless they are about another group too. What several groups shared is told of each of them
/// (joinEqualNotes joins it again).
void replaceOrigin(ModelFile& file, const QString& group, const QString& name, const QString& origin);
