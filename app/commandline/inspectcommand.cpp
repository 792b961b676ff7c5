// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"
#include "failure.h"
#include "statewish.h"

#include "app/modelfile/modelfile.h"
#include "app/modelfile/modelfileerror.h"
#include "encodings/encoding.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <functional>
#include <map>

using namespace encodings;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

QString text(double number) { return QString::fromStdString(formatNumber(number)); }

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

/// `name` is no longer what the file says.
void replaceOrigin(ModelFile& file, const QString& name, const QString& origin)
{
    file.origins[name] = origin;
    for (const QString& warning : file.choices[name])
        file.warnings.removeOne(warning);
}

/// A head that --set has made too small grows with the rotary dimension.
void growHead(ModelFile& file, double head)
{
    std::optional<double>& known = file.layers.front().headDimension;
    if (!known || *known == head)
        return;
    replaceOrigin(file, "head_dim",
        tr("derived: as rotary_dim, which --set makes larger than the file's head, %1").arg(text(*known)));
    known = head;
}

/// What --set changes is no longer what the file says.
void applySettings(ModelFile& file, const State& state, const QStringList& settings)
{
    const Values values = resolved(parametersOf(state.series.front()), valuesOf(state, state.series.front()));
    ModelLayers& layers = file.layers.front();
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
        if (field == fields.end())
            continue;
        if (key == "scale" && layers.scaling == "default") {
            file.warnings.append(tr("scale changes nothing here: this file has no scaling"));
            continue;
        }
        const auto& [name, take] = field->second;
        take(values.number(key.toStdString()));
        replaceOrigin(file, name, tr("option: --set %1").arg(setting));
    }
    growHead(file, values.number("head_dimension"));
}

QJsonArray frequencies(const State& state)
{
    const Series& series = state.series.front();
    const Scheme scheme = combine(series.encodings, resolved(parametersOf(series), valuesOf(state, series)));
    QJsonArray array;
    for (const double frequency : scheme.frequencies())
        array.append(frequency);
    return array;
}

QJsonObject inspected(const ModelFile& file, const QJsonArray& invFreq)
{
    QJsonArray layers;
    for (const ModelLayers& group : file.layers) {
        layers.append(QJsonObject { { "name", group.name }, { "head_dim", orNull(group.headDimension) },
            { "rotary_dim", group.rotaryDimension }, { "base", group.base }, { "scaling", group.scaling },
            { "factor", orNull(group.factor) }, { "trained_length", orNull(group.trainedLength) },
            { "context_length", orNull(group.contextLength) }, { "attention_factor", group.attentionFactor },
            { "logit_factor", group.logitFactor }, { "inv_freq", invFreq } });
    }
    QJsonObject origins;
    for (const auto& [name, origin] : file.origins)
        origins.insert(name, origin);
    return { { "file", file.path }, { "kind", file.kind }, { "layers", layers }, { "origins", origins },
        { "warnings", QJsonArray::fromStringList(file.warnings) } };
}

QString readable(const ModelFile& file, const QJsonArray& invFreq)
{
    QString lines = tr("%1: %2, %3\n").arg(file.path, file.name, file.kind);
    const auto add = [&](const QString& name, const QString& value) {
        const auto origin = file.origins.find(name);
        lines += "  " + name.leftJustified(18) + value.leftJustified(14)
            + (origin == file.origins.end() ? QString() : origin->second) + '\n';
    };
    const auto known
        = [](const std::optional<double>& number) { return number ? text(*number) : tr("not stated"); };
    for (const ModelLayers& group : file.layers) {
        lines += tr("layers: %1\n").arg(group.name);
        add("base", text(group.base));
        add("rotary_dim", text(group.rotaryDimension));
        add("head_dim", known(group.headDimension));
        add("scaling", group.scaling);
        add("factor", known(group.factor));
        add("trained_length", known(group.trainedLength));
        add("context_length", known(group.contextLength));
        add("attention_factor", text(group.attentionFactor));
        add("logit_factor", text(group.logitFactor));
    }
    lines += tr("%1 pairs; frequency in radians per position from %2 (pair 0) to %3 (pair %4)\n")
                 .arg(invFreq.size())
                 .arg(text(invFreq.first().toDouble()), text(invFreq.last().toDouble()))
                 .arg(invFreq.size() - 1);
    for (const QString& warning : file.warnings)
        lines += tr("warning: %1\n").arg(warning);
    while (lines.contains(" \n"))
        lines.replace(" \n", "\n");
    return lines;
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
    const State state = withSettings(withModel(defaultState(), file.model), command.wish.settings);
    applySettings(file, state, command.wish.settings);
    const QJsonArray invFreq = frequencies(state);
    print(command.json ? QString::fromUtf8(QJsonDocument(inspected(file, invFreq)).toJson())
                       : readable(file, invFreq));
}
