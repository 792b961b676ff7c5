// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspecttext.h"

#include "app/modelfile/configsection.h"
#include "app/opening/modelorigins.h"
#include "encodings/numbertext.h"

#include <QCoreApplication>

#include <algorithm>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

/// For numbers that are worked out, and so have more digits than anyone reads.
QString shortText(double number)
{
    constexpr int significant = 9;
    return QString::fromStdString(encodings::displayNumber(number, significant));
}

/// Lines of name, value and origin; the names in `told` are left out where they say nothing more.
class Sheet {
public:
    explicit Sheet(const ModelFile& file)
        : m_file(file)
    {
    }

    void add(const QString& group, const QString& name, const QString& value)
    {
        const auto origin = m_file.origins.find(originName(m_file, group, name));
        m_text += "  " + name.leftJustified(18) + (value + "  ").leftJustified(14)
            + (origin == m_file.origins.end() ? QString() : origin->second) + '\n';
        m_told.append(originName(m_file, group, name));
    }
    void line(const QString& text) { m_text += text + '\n'; }
    /// Leaves the origins of `names` out of addRest.
    void skip(const QStringList& names) { m_told += names; }
    /// The origins that no line above has told, with their numbers.
    void addRest()
    {
        for (const auto& [name, origin] : m_file.origins) {
            if (m_told.contains(name) || m_told.contains(name.section('.', -1)))
                continue;
            const auto group = std::find_if(m_file.layers.begin(), m_file.layers.end(),
                [&](const ModelLayers& layers) { return name.startsWith(layers.name + '.'); });
            const ModelLayers& layers = group == m_file.layers.end() ? m_file.layers.front() : *group;
            const std::string key = name.section('.', -1).toStdString();
            const encodings::Values& values = layers.model.values;
            const bool isNumber = values.contains(key) && std::holds_alternative<double>(values.at(key));
            m_text += "  " + (name + "  ").leftJustified(18)
                + ((isNumber ? asWritten(values.number(key)) : QString()) + "  ").leftJustified(14) + origin
                + '\n';
        }
    }
    QString text() const
    {
        QString trimmed = m_text;
        while (trimmed.contains(" \n"))
            trimmed.replace(" \n", "\n");
        return trimmed;
    }

private:
    const ModelFile& m_file;
    QString m_text;
    QStringList m_told;
};

QString known(const std::optional<double>& number) { return number ? asWritten(*number) : tr("not stated"); }

QString computed(const std::optional<double>& number)
{
    return number ? shortText(*number) : tr("not known");
}

QString pairsInWords(const std::vector<double>& frequencies, const QString& sentence)
{
    return sentence.arg(frequencies.size())
        .arg(shortText(frequencies.front()), shortText(frequencies.back()))
        .arg(frequencies.size() - 1);
}

void addGroup(Sheet& sheet, const ModelFile& file, const Inspected& group)
{
    const ModelLayers& said = group.layers;
    sheet.line(said.which.isEmpty() ? tr("layers: %1").arg(said.name)
                                    : tr("layers: %1 (%2)").arg(said.name, said.which));
    if (file.kind == "rope" && !said.turns) {
        sheet.line(tr("  no rotation in these layers"));
        return;
    }
    if (file.kind != "rope") {
        sheet.add(said.name, "head_dim", known(said.headDimension));
        sheet.add(said.name, "trained_length", known(said.trainedLength));
        sheet.add(said.name, "context_length", known(said.contextLength));
        sheet.skip({ "base", "rotary_dim", "scaling", "factor", "attention_factor", "logit_factor" });
        return;
    }
    sheet.add(said.name, "base", known(said.base));
    sheet.add(said.name, "rotary_dim", known(said.rotaryDimension));
    sheet.add(said.name, "head_dim", known(said.headDimension));
    sheet.add(said.name, "scaling", said.scaling);
    sheet.add(said.name, "factor", known(said.factor));
    sheet.add(said.name, "trained_length", known(said.trainedLength));
    sheet.add(said.name, "context_length", known(said.contextLength));
    sheet.add(said.name, "attention_factor", computed(group.attentionFactor));
    sheet.add(said.name, "logit_factor", computed(group.logitFactor));
    if (group.frequencies.empty()) {
        sheet.line(tr("  The frequencies cannot be computed before the questions below are answered."));
        return;
    }
    sheet.line(pairsInWords(group.frequencies,
        tr("  %1 pairs; frequency in radians per position from %2 (pair 0) to %3 (pair %4)")));
    if (!group.longFrequencies.empty())
        sheet.line(pairsInWords(group.longFrequencies,
            tr("  beyond the trained length: %1 pairs; frequency from %2 (pair 0) to %3 (pair %4)")));
}

/// Keys inside one object need its name once: "text_config: hidden_act, vocab_size".
QStringList withoutCommonPrefix(QStringList keys)
{
    const QString prefix = keys.first().left(keys.first().lastIndexOf('.') + 1);
    const bool common = !prefix.isEmpty()
        && std::all_of(keys.begin(), keys.end(), [&](const QString& key) { return key.startsWith(prefix); });
    if (common) {
        for (QString& key : keys)
            key = key.mid(prefix.size());
        keys.first().prepend(prefix.chopped(1) + ": ");
    }
    return keys;
}

} // namespace

QString inspectText(const ModelFile& file, const std::vector<Inspected>& groups)
{
    Sheet sheet(file);
    sheet.line(tr("%1: %2, %3").arg(file.path, file.name, file.kind));
    sheet.add({}, "kind", file.kind);
    for (const Inspected& group : groups)
        addGroup(sheet, file, group);
    sheet.addRest();
    for (const QString& warning : file.warnings)
        sheet.line(tr("warning: %1").arg(warning));
    for (const OpenQuestion& question : file.questions) {
        sheet.line(tr("question: %1").arg(question.question));
        if (!question.answers.isEmpty())
            sheet.line(tr("  answers: %1")
                           .arg((question.key + '=') + question.answers.join(", " + question.key + '=')));
    }
    if (!file.unusedKeys.isEmpty()) {
        sheet.line(tr("not used here: %1").arg(withoutCommonPrefix(file.unusedKeys).join(", ")));
    }
    return sheet.text();
}
