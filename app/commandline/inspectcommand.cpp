// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"
#include "failure.h"
#include "inspecttext.h"
#include "statewish.h"

#include "app/modelfile/filenumbers.h"
#include "app/modelfile/groupnotes.h"
#include "app/modelfile/modelfile.h"
#include "app/modelfile/modelfileerror.h"
#include "app/opening/modelorigins.h"
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

/// A head that --set has made too small grows with the rotary dimension.
void growHead(ModelFile& file, ModelLayers& layers, double head)
{
    std::optional<double>& known = layers.headDimension;
    if (!known || *known >= head)
        return;
    replaceOrigin(file, layers.name, "head_dim",
        tr("derived: as rotary_dim, which --set makes larger than the file's head, %1")
            .arg(asWritten(*known)));
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
        if (values.contains(key.toStdString()))
            layers.model.values.set(key.toStdString(), values.at(key.toStdString()));
        const auto field = fields.find(key);
        if (field == fields.end()) {
            replaceOrigin(file, layers.name, key, tr("option: --set %1").arg(setting));
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

/// Keys of the questions about `group` that `settings`, which it takes, leave open and without which it
/// cannot be drawn.
QStringList missingKeys(const ModelFile& file, const ModelLayers& group, const QStringList& settings)
{
    const auto counting = settingsThatCount(settings);
    QStringList missing;
    for (const OpenQuestion& question : file.questions) {
        if (question.needed && question.concerns(group) && !counting.contains(question.key))
            missing.append(question.key);
    }
    return missing;
}

/// Whether every group that `question` is about has a setting in its place.
bool isAnswered(const ModelFile& file, const OpenQuestion& question, const QStringList& settings)
{
    return std::all_of(file.layers.begin(), file.layers.end(), [&](const ModelLayers& group) {
        const bool still = file.kind == "rope" && !group.turns;
        return still || !question.concerns(group)
            || settingsThatCount(settingsFor(file, group, settings)).contains(question.key);
    });
}

Inspected inspectGroup(ModelFile& file, const ModelLayers& layers, const QStringList& all)
{
    Inspected group;
    group.layers = layers;
    const QStringList settings = settingsFor(file, layers, all);
    const QStringList missing = missingKeys(file, layers, settings);
    const bool drawable = layers.turns && !layers.model.encodings.empty() && missing.isEmpty();
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
    } else if (layers.turns && !layers.model.encodings.empty()
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
        questions.append(QJsonObject { { "key", question.setting() }, { "question", question.sentence() },
            { "answers", QJsonArray::fromStringList(question.answers) }, { "needed", question.needed } });
    }
    return { { "file", file.path }, { "kind", file.kind }, { "layers", layers }, { "origins", origins },
        { "warnings", QJsonArray::fromStringList(file.warnings) }, { "questions", questions },
        { "unused_keys", QJsonArray::fromStringList(file.unusedKeys) } };
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
    joinEqualNotes(file);
    std::erase_if(file.questions,
        [&](const OpenQuestion& question) { return isAnswered(file, question, command.wish.settings); });
    print(command.json ? QString::fromUtf8(QJsonDocument(asJson(file, groups)).toJson())
                       : inspectText(file, groups));
}
