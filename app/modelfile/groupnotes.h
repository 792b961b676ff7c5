// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configsection.h"
#include "modelfile.h"

/// Writes down, for one group of layers, where numbers come from, what is odd about them and what is left
/// open.
class GroupNotes {
public:
    GroupNotes(ModelFile& file, const QString& group);

    void origin(const QString& name, const QString& text);
    /// "file: KEY", or what stands in for the file where the key says so (class defaults).
    void fromFile(const QString& name, const FoundNumber& found, const QString& remark = {});
    QString originOf(const QString& name) const;
    /// Adds `text` to the warnings, once.
    void warn(const QString& text);
    /// Warns of how the number `name` was chosen.
    void warnOfChoice(const QString& name, const QString& text);
    /// Adds `question` about this group unless its key is asked about already.
    void ask(OpenQuestion question);

    QStringList& warnings() { return m_file.warnings; }

private:
    ModelFile& m_file;
    QString m_group;
};

/// Origins and choices that are the same in all groups that turn lose the name of the group.
void joinEqualNotes(ModelFile& file);

/// Warnings of how the number of one group out of several was chosen begin with its name.
void nameGroupsOfChoices(ModelFile& file);

/// A question that stands open alike in all groups that turn is one, about all of them.
void joinEqualQuestions(ModelFile& file);

/// Texts of the file stand in sentences, whatever they are: makes one short line of each.
void keepToOneLine(ModelFile& file);
