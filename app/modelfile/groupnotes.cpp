// SPDX-License-Identifier: GPL-3.0-or-later
#include "groupnotes.h"

#include "modelfileerror.h"

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

auto turningGroups(const ModelFile& file)
{
    return std::count_if(
        file.layers.begin(), file.layers.end(), [](const ModelLayers& group) { return group.turns; });
}

bool asksTheSame(const OpenQuestion& one, const OpenQuestion& other)
{
    return one.key == other.key && one.question == other.question && one.answers == other.answers
        && one.needed == other.needed;
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

void GroupNotes::ask(OpenQuestion question)
{
    question.group = m_group;
    const auto asked = std::any_of(m_file.questions.begin(), m_file.questions.end(),
        [&](const OpenQuestion& other) { return other.setting() == question.setting(); });
    if (!asked)
        m_file.questions.push_back(std::move(question));
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

void nameGroupsOfChoices(ModelFile& file)
{
    if (turningGroups(file) < 2)
        return;
    for (const ModelLayers& group : file.layers) {
        for (auto& [full, texts] : file.choices) {
            if (!full.startsWith(group.name + '.'))
                continue;
            for (QString& text : texts) {
                const QString named = tr("%1 layers: %2").arg(group.name, text);
                const qsizetype place = file.warnings.indexOf(text);
                if (place >= 0) // else another group warns of the same in its own name
                    file.warnings[place] = named;
                else if (!file.warnings.contains(named))
                    file.warnings.append(named);
                text = named;
            }
        }
    }
}

void joinEqualQuestions(ModelFile& file)
{
    const auto turning = turningGroups(file);
    std::vector<OpenQuestion> joined;
    for (OpenQuestion& question : file.questions) {
        const auto same = [&](const OpenQuestion& other) { return asksTheSame(question, other); };
        if (std::count_if(file.questions.begin(), file.questions.end(), same) >= turning)
            question.group.clear();
        const bool stands = question.group.isEmpty() && std::any_of(joined.begin(), joined.end(), same);
        if (!stands)
            joined.push_back(question);
    }
    file.questions = std::move(joined);
}

void keepToOneLine(ModelFile& file)
{
    const auto keep = [](QStringList& texts) {
        for (QString& text : texts)
            text = onOneLine(text);
    };
    keep(file.warnings);
    keep(file.unusedKeys);
    for (auto& [name, warnings] : file.choices)
        keep(warnings);
    for (OpenQuestion& question : file.questions) {
        question.question = onOneLine(question.question);
        question.group = onOneLine(question.group);
    }
    std::map<QString, QString> origins;
    for (const auto& [name, origin] : file.origins)
        origins[onOneLine(name)] = onOneLine(origin);
    file.origins = std::move(origins);
    for (ModelLayers& group : file.layers)
        group.name = onOneLine(group.name);
}
