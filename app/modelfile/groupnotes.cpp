// SPDX-License-Identifier: GPL-3.0-or-later
#include "groupnotes.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("GroupNotes", text); }

/// The part of `full` behind the name of a group that turns; empty for other names.
QString nameInGroup(const ModelFile& file, const QString& full)
{
    for (const ModelLayers& group : file.layers) {
        if (group.turns && full.startsWith(group.name + '.'))
            return full.mid(group.name.size() + 1);
    }
    return {};
}

bool sameInAllGroups(const ModelFile& file, const QString& name)
{
    std::set<QString> texts;
    for (const ModelLayers& group : file.layers) {
        if (!group.turns)
            continue;
        const auto found = file.origins.find(group.name + '.' + name);
        texts.insert(found == file.origins.end() ? QString() : found->second);
    }
    return texts.size() == 1;
}

} // namespace

GroupNotes::GroupNotes(ModelFile& file, const QString& group)
    : m_file(file)
    , m_group(group)
{
}

void GroupNotes::origin(const QString& name, const QString& text)
{
    m_file.origins[m_group + '.' + name] = text;
}

void GroupNotes::fromFile(const QString& name, const FoundNumber& found, const QString& remark)
{
    const QString where = found.key.startsWith("class default") ? found.key : tr("file: %1").arg(found.key);
    origin(name, remark.isEmpty() ? where : QString("%1 (%2)").arg(where, remark));
}

QString GroupNotes::originOf(const QString& name) const
{
    const auto found = m_file.origins.find(m_group + '.' + name);
    return found == m_file.origins.end() ? QString() : found->second;
}

void GroupNotes::warn(const QString& text)
{
    if (!m_file.warnings.contains(text))
        m_file.warnings.append(text);
}

void GroupNotes::warnOfChoice(const QString& name, const QString& text)
{
    warn(text);
    m_file.choices[m_group + '.' + name].append(text);
}

void GroupNotes::ask(const OpenQuestion& question)
{
    const auto asked = std::any_of(m_file.questions.begin(), m_file.questions.end(),
        [&](const OpenQuestion& other) { return other.key == question.key; });
    if (!asked)
        m_file.questions.push_back(question);
}

void joinEqualNotes(ModelFile& file)
{
    std::set<QString> names;
    for (const auto& [full, text] : file.origins)
        names.insert(nameInGroup(file, full));
    for (const auto& [full, texts] : file.choices)
        names.insert(nameInGroup(file, full));
    names.erase(QString());
    for (const QString& name : names) {
        if (!sameInAllGroups(file, name))
            continue;
        for (const ModelLayers& group : file.layers) {
            const QString full = group.name + '.' + name;
            if (!group.turns)
                continue;
            if (const auto origin = file.origins.extract(full))
                file.origins[name] = origin.mapped();
            if (const auto choice = file.choices.extract(full)) {
                for (const QString& text : choice.mapped()) {
                    if (!file.choices[name].contains(text))
                        file.choices[name].append(text);
                }
            }
        }
    }
}
