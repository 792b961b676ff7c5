// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspecttext.h"

#include "app/modelfile/filenumbers.h"
#include "app/opening/modelorigins.h"
#include "app/opening/openedmodel.h"
#include "encodings/numbertext.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

/// For numbers that are worked out, and so have more digits than anyone reads.
QString shortText(double number)
{
    constexpr int significant = 9;
    return QString::fromStdString(encodings::displayNumber(number, significant));
}

/// A value of a model that is no list, or an empty text.
QString valueInWords(const encodings::Values& values, const std::string& key)
{
    if (!values.contains(key))
        return {};
    const encodings::Value& value = values.at(key);
    if (const auto* number = std::get_if<double>(&value))
        return asWritten(*number);
    const auto* flag = std::get_if<bool>(&value);
    return flag ? QString(*flag ? "true" : "false") : QString();
}

/// Lines of name, value and origin in columns; the names in `told` are left out where they say nothing more.
class Sheet {
public:
    explicit Sheet(const ModelFile& file)
        : m_file(file)
    {
    }

    void add(const QString& group, const QString& name, const QString& value)
    {
        const auto origin = m_file.origins.find(originName(m_file, group, name));
        addRow(name, value, origin == m_file.origins.end() ? QString() : origin->second);
        m_told.append(originName(m_file, group, name));
    }
    /// The origins of `group` alone that no line has told, with their numbers.
    void addOwn(const ModelLayers& group)
    {
        const QString prefix = group.name + '.';
        for (const auto& [full, origin] : m_file.origins) {
            const QString name = full.mid(prefix.size());
            if (!full.startsWith(prefix) || m_told.contains(full) || m_told.contains(name))
                continue;
            addRow(name, valueInWords(group.model.values, name.toStdString()), origin);
            m_told.append(full);
        }
    }
    void line(const QString& text) { m_lines.push_back({ {}, {}, text }); }
    /// Leaves the origins of `names` out of addRest.
    void skip(const QStringList& names) { m_told += names; }
    /// The origins of all groups that no line has told, with the numbers of `group`.
    void addRest(const ModelLayers& group)
    {
        for (const auto& [name, origin] : m_file.origins) {
            if (!m_told.contains(name) && !m_told.contains(name.section('.', -1)))
                addRow(name, valueInWords(group.model.values, name.toStdString()), origin);
        }
    }
    QString text() const
    {
        qsizetype names = 0;
        qsizetype values = 0;
        for (const Line& line : m_lines) {
            names = std::max(names, line.name.size());
            values = std::max(values, line.value.size());
        }
        QString text;
        for (const Line& line : m_lines) {
            QString columns = line.origin;
            if (!line.name.isEmpty()) {
                columns = "  " + line.name.leftJustified(names + 2) + line.value.leftJustified(values + 2)
                    + line.origin;
            }
            while (columns.endsWith(' '))
                columns.chop(1);
            text += columns + '\n';
        }
        return text;
    }

private:
    /// Some origins begin with the number that they explain: "1: no factor on the scores".
    void addRow(const QString& name, QString value, QString origin)
    {
        static const QRegularExpression leading("^([0-9.e+]+)[:,] ");
        const QRegularExpressionMatch match = leading.match(origin);
        if (match.hasMatch() && (value.isEmpty() || value == match.captured(1))) {
            value = match.captured(1);
            origin = origin.mid(match.capturedLength());
        }
        if (value.isEmpty() && origin.startsWith(tr("not in the file")))
            value = tr("not stated");
        m_lines.push_back({ name, value, origin });
    }

    struct Line {
        QString name; ///< empty: `origin` is a line of its own
        QString value;
        QString origin;
    };

    const ModelFile& m_file;
    std::vector<Line> m_lines;
    QStringList m_told;
};

QString known(const std::optional<double>& number) { return number ? asWritten(*number) : tr("not stated"); }

QString computed(const std::optional<double>& number)
{
    return number ? shortText(*number) : tr("not known");
}

/// `sentence` about the pairs that turn, and how many do not.
QString pairsInWords(const std::vector<double>& frequencies, const QString& sentence)
{
    const auto still = std::find(frequencies.begin(), frequencies.end(), 0.0);
    const auto turning = still - frequencies.begin();
    if (turning == 0)
        return tr("  %1 pairs, none of which turns").arg(frequencies.size());
    const QString text = sentence.arg(frequencies.size())
                             .arg(shortText(frequencies.front()), shortText(*(still - 1)))
                             .arg(turning - 1);
    return still == frequencies.end()
        ? text
        : tr("%1; the other %2 do not turn").arg(text).arg(frequencies.end() - still);
}

/// How a person answers on the command line.
QString answersInWords(const OpenQuestion& question)
{
    const QString either = tr(" or ");
    if (question.key != "encoding")
        return tr("  answer with --set %1=%2").arg(question.setting(), question.answers.join(either));
    QStringList drawn;
    QStringList others;
    for (const QString& answer : question.answers)
        (canBeDrawn(answer) ? drawn : others).append(answer);
    const QString text = tr("  answer when it is drawn, with --encoding %1").arg(drawn.join(either));
    return others.isEmpty() ? text : tr("%1 (%2: not drawn here)").arg(text, others.join(", "));
}

void addGroup(Sheet& sheet, const ModelFile& file, const Inspected& group)
{
    const ModelLayers& said = group.layers;
    sheet.line(said.which.isEmpty() ? tr("layers: %1").arg(said.name)
                                    : tr("layers: %1 (%2)").arg(said.name, said.which));
    if (file.kind == "rope" && !said.turns) {
        const auto why = file.origins.find(said.name + ".rotary_dim");
        sheet.line(why == file.origins.end() ? tr("  no rotation in these layers")
                                             : tr("  no rotation in these layers: %1").arg(why->second));
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
    sheet.addOwn(said);
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
    sheet.addRest(groups.front().layers);
    for (const QString& warning : file.warnings)
        sheet.line(tr("warning: %1").arg(warning));
    for (const OpenQuestion& question : file.questions) {
        sheet.line(tr("question: %1").arg(question.sentence()));
        if (!question.answers.isEmpty())
            sheet.line(answersInWords(question));
    }
    if (!file.unusedKeys.isEmpty()) {
        sheet.line(tr("not used here: %1").arg(withoutCommonPrefix(file.unusedKeys).join(", ")));
    }
    return sheet.text();
}
