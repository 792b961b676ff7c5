// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"
#include "failure.h"
#include "statewish.h"

#include "app/modelfile/modelfile.h"
#include "app/modelfile/modelfileerror.h"
#include "app/modelorigins.h"
#include "encodings/encoding.h"
#include "encodings/parametererror.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <functional>
#include <map>

using namespace encodings;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

QString text(double number) { return QString::fromStdString(formatNumber(number)); }

/// For numbers that are worked out, and so have more digits than anyone reads.
QString shortText(double number)
{
    constexpr int significant = 9;
    return QString::fromStdString(displayNumber(number, significant));
}

QJsonValue orNull(const std::optional<double>& number) { return number ? QJsonValue(*number) : QJsonValue(); }

/// The settings that count, by their key: the last one, and one for the series rather than one for all.
std::map<QString, QString> settingsThatCount(const QStringList& settings)
{
    std::map<QString, QString> counting;
    for (const bool forSeries : { false, true }) {
        for (const QString& setting : settings) {
            const QString key = setting.section('=', 0, 0);
            if (key.contains('.') == forSeries)
                counting[key.section('.', -1)] = setting;
        }
    }
    return counting;
}

/// One group of layers, with what --set changes, and what follows from its numbers.
struct Inspected {
    ModelLayers layers;
    std::optional<State> state; ///< nothing: the group cannot be drawn
    std::optional<double> attentionFactor;
    std::optional<double> logitFactor;
    std::vector<double> frequencies; ///< per pair; empty where they cannot be known
    std::vector<double> longFrequencies; ///< LongRoPE beyond the trained length; empty for others
};

/// A head that --set has made too small grows with the rotary dimension.
void growHead(ModelFile& file, ModelLayers& layers, double head)
{
    std::optional<double>& known = layers.headDimension;
    if (!known || *known >= head)
        return;
    replaceOrigin(file, layers.name, "head_dim",
        tr("derived: as rotary_dim, which --set makes larger than the file's head, %1").arg(text(*known)));
    known = head;
}

/// What --set changes is no longer what the file says.
void applySettings(ModelFile& file, ModelLayers& layers, const State& state, const QStringList& settings)
{
    const Series& series = state.series.front();
    const Values values = resolved(parametersOf(series), valuesOf(state, series));
    const std::map<QString, std::pair<QString, std::function<void(double)>>> fields {
        { "base", { "base", [&](double number) { layers.base = number; } } },
        { "dimension", { "rotary_dim", [&](double number) { layers.rotaryDimension = number; } } },
        { "head_dimension", { "head_dim", [&](double number) { layers.headDimension = number; } } },
        { "trained_length", { "trained_length", [&](double number) { layers.trainedLength = number; } } },
        { "scale", { "factor", [&](double number) { layers.factor = number; } } },
        { "heads", { "heads", [](double) {} } },
    };
    for (const auto& [key, setting] : settingsThatCount(settings)) {
        const auto field = fields.find(key);
        if (field == fields.end()) {
            file.origins[key] = tr("option: --set %1").arg(setting);
            continue;
        }
        if (key == "scale" && layers.scaling == "default") {
            const QString warning = tr("scale changes nothing here: this file has no scaling");
            if (!file.warnings.contains(warning))
                file.warnings.append(warning);
            continue;
        }
        const auto& [name, take] = field->second;
        take(values.number(key.toStdString()));
        replaceOrigin(file, layers.name, name, tr("option: --set %1").arg(setting));
    }
    if (layers.rotaryDimension)
        growHead(file, layers, *layers.rotaryDimension);
}

Scheme schemeOf(State state, std::optional<double> currentLength)
{
    const Series& series = state.series.front();
    const std::vector<Parameter> parameters = parametersOf(series);
    Values values = valuesOf(state, series);
    if (currentLength && findParameter(parameters, "current_length"))
        values.set("current_length", *currentLength);
    return combine(series.encodings, resolved(parameters, values));
}

std::vector<double> numbers(const Eigen::ArrayXd& array) { return { array.begin(), array.end() }; }

/// The frequencies for the trained length, unless --set names another current length.
void compute(Inspected& group, const QStringList& settings)
{
    const bool lengthIsSet = settingsThatCount(settings).contains("current_length");
    const Series& series = group.state->series.front();
    const double trained
        = resolved(parametersOf(series), valuesOf(*group.state, series)).number("trained_length");
    const Scheme scheme = schemeOf(*group.state, lengthIsSet ? std::nullopt : std::optional<double>(trained));
    group.frequencies = numbers(scheme.frequencies());
    group.attentionFactor = scheme.attentionFactor();
    group.logitFactor = scheme.logitFactor;
    if (group.layers.scaling == "longrope" || group.layers.scaling == "su")
        group.longFrequencies = numbers(schemeOf(*group.state, trained + 1).frequencies());
}

/// Attention factor and logit factor where base or dimension, which they do not depend on, are not known.
void computeFactors(Inspected& group, State state, const Model& model)
{
    try {
        const Scheme scheme = schemeOf(withModel(std::move(state), model), std::nullopt);
        group.attentionFactor = scheme.attentionFactor();
        group.logitFactor = scheme.logitFactor;
    } catch (const ParameterError&) { // they depend on what is missing too
    }
}

/// Keys of the questions that are not answered by `settings` and without which nothing can be drawn.
QStringList missingKeys(const ModelFile& file, const QStringList& settings)
{
    const auto counting = settingsThatCount(settings);
    QStringList missing;
    for (const OpenQuestion& question : file.questions) {
        if (question.needed && !counting.contains(question.key))
            missing.append(question.key);
    }
    return missing;
}

/// The settings that `group` takes: all but those for other groups, by name.
QStringList settingsFor(const ModelFile& file, const ModelLayers& group, const QStringList& settings)
{
    QStringList taken;
    for (const QString& setting : settings) {
        const QString key = setting.section('=', 0, 0);
        const QString label = key.left(std::max<qsizetype>(0, key.lastIndexOf('.')));
        if (label == group.name || !file.group(label))
            taken.append(setting);
    }
    return taken;
}

Inspected inspectGroup(ModelFile& file, const ModelLayers& layers, const QStringList& all)
{
    Inspected group;
    group.layers = layers;
    const QStringList settings = settingsFor(file, layers, all);
    const QStringList missing = missingKeys(file, settings);
    const bool drawable = !layers.model.encodings.empty() && missing.isEmpty();
    Model model = layers.model;
    if (!drawable)
        model.encodings.clear(); // the settings are checked all the same
    State state = withModel(defaultState(), model);
    if (file.layers.size() > 1)
        state.series.front().label = layers.name.toStdString();
    state = withSettings(std::move(state), settings);
    if (layers.turns)
        applySettings(file, group.layers, state, settings);
    if (drawable) {
        group.state = state;
        compute(group, settings);
    } else if (!layers.model.encodings.empty()
        && std::all_of(missing.begin(), missing.end(),
            [](const QString& key) { return key == "base" || key == "dimension"; })) {
        computeFactors(group, state, layers.model);
    }
    return group;
}

QJsonValue asJson(const std::vector<double>& numbers, bool known)
{
    if (!known)
        return {};
    QJsonArray array;
    for (const double number : numbers)
        array.append(number);
    return array;
}

/// Names whose origins differ by group, with all of them: "full_attention: file: rope_theta; ...".
QJsonObject originsOfGroups(const ModelFile& file)
{
    std::map<QString, QStringList> texts;
    for (const ModelLayers& group : file.layers) {
        for (const auto& [name, origin] : file.origins) {
            if (group.turns && name.startsWith(group.name + '.'))
                texts[name.mid(group.name.size() + 1)].append(group.name + ": " + origin);
        }
    }
    QJsonObject origins;
    for (const auto& [name, all] : texts)
        origins.insert(name, all.join("; "));
    return origins;
}

QJsonObject asJson(const ModelFile& file, const std::vector<Inspected>& groups)
{
    QJsonArray layers;
    for (const Inspected& group : groups) {
        const ModelLayers& said = group.layers;
        const bool rotary = file.kind == "rope" && said.turns;
        QJsonObject entry { { "name", said.name }, { "head_dim", orNull(said.headDimension) },
            { "rotary_dim", orNull(said.rotaryDimension) }, { "base", orNull(said.base) },
            { "scaling", rotary ? QJsonValue(said.scaling) : QJsonValue() },
            { "factor", orNull(said.factor) }, { "trained_length", orNull(said.trainedLength) },
            { "context_length", orNull(said.contextLength) },
            { "attention_factor", orNull(group.attentionFactor) },
            { "logit_factor", orNull(group.logitFactor) },
            { "inv_freq",
                asJson(
                    group.frequencies, group.state.has_value() || (file.kind == "rope" && !said.turns)) } };
        if (!group.longFrequencies.empty())
            entry.insert("inv_freq_long", asJson(group.longFrequencies, true));
        if (!said.which.isEmpty())
            entry.insert("which", said.which);
        layers.append(entry);
    }
    QJsonObject origins = originsOfGroups(file);
    for (const auto& [name, origin] : file.origins)
        origins.insert(name, origin);
    QJsonArray questions;
    for (const OpenQuestion& question : file.questions) {
        questions.append(QJsonObject { { "key", question.key }, { "question", question.question },
            { "answers", QJsonArray::fromStringList(question.answers) }, { "needed", question.needed } });
    }
    return { { "file", file.path }, { "kind", file.kind }, { "layers", layers }, { "origins", origins },
        { "warnings", QJsonArray::fromStringList(file.warnings) }, { "questions", questions },
        { "unused_keys", QJsonArray::fromStringList(file.unusedKeys) } };
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
    /// The origins that no line above has told.
    void addRest()
    {
        for (const auto& [name, origin] : m_file.origins) {
            if (!m_told.contains(name) && !m_told.contains(name.section('.', -1)))
                m_text += "  " + name.leftJustified(32) + origin + '\n';
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

QString known(const std::optional<double>& number) { return number ? text(*number) : tr("not stated"); }

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

QString readable(const ModelFile& file, const std::vector<Inspected>& groups)
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

} // namespace

void runInspect(const CommandLine& command)
{
    ModelFile file;
    try {
        file = readModelFile(command.files.first());
    } catch (const ModelFileError& error) {
        throw Failure(Failure::File, error.message());
    }
    std::vector<Inspected> groups;
    for (const ModelLayers& layers : file.layers)
        groups.push_back(inspectGroup(file, layers, command.wish.settings));
    std::erase_if(file.questions, [&](const OpenQuestion& question) {
        return settingsThatCount(command.wish.settings).contains(question.key);
    });
    print(command.json ? QString::fromUtf8(QJsonDocument(asJson(file, groups)).toJson())
                       : readable(file, groups));
}
