// SPDX-License-Identifier: GPL-3.0-or-later
#include "statewish.h"

#include "failure.h"
#include "modelwish.h"
#include "settingtext.h"

#include "app/explorationfile.h"
#include "app/opening/openedmodel.h"
#include "encodings/encoding.h"
#include "encodings/parametererror.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cmath>

using namespace encodings;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

[[noreturn]] void refuse(const QString& sentence) { throw Failure(Failure::Usage, sentence); }

State startState(const std::optional<QString>& exploration)
{
    if (!exploration)
        return defaultState();
    try {
        return readExploration(*exploration);
    } catch (const ExplorationError& error) {
        throw Failure(Failure::File, error.message());
    }
}

std::vector<std::string> encodingsOf(const QString& text, const QString& option)
{
    std::vector<std::string> ids;
    for (const QString& id : text.split('+')) {
        try {
            ids.push_back(encodingById(id.toStdString()).id);
        } catch (const ParameterError& error) {
            refuse(tr("%1: unknown encoding \"%2\"; allowed: %3")
                       .arg(option, id, QString::fromStdString(error.allowed())));
        }
    }
    return ids;
}

void addSeries(State& state, Series series, const QString& option)
{
    const QString label = QString::fromStdString(series.label);
    if (label.isEmpty())
        refuse(tr("%1: the label is empty; allowed: any text").arg(option));
    for (const Series& other : state.series) {
        if (other.label == series.label)
            refuse(tr("%1: two series are called \"%2\"; allowed: a label of its own for each")
                       .arg(option, label));
    }
    state.series.push_back(std::move(series));
}

/// What it answers to name these encodings: themselves, and what they do not need.
QStringList answeredBy(const QString& encodings)
{
    const QStringList series = encodings.split(',');
    return std::any_of(series.begin(), series.end(), turnsPairs)
        ? QStringList { "encoding" }
        : QStringList { "encoding", "base", "dimension" };
}

/// What the command line says beside the model, so that a model file need not.
QStringList answered(const StateWish& wish)
{
    QStringList keys;
    for (const QString& setting : wish.settings)
        keys.append(setting.section('=', 0, 0).section('.', -1));
    return wish.encoding ? keys + answeredBy(*wish.encoding) : keys;
}

/// ID[+ID...][@MODEL[#LAYERS]][:key=value,...]; names of models may hold a colon, so what follows it must
/// look like a key.
Series parseSeries(const QString& text)
{
    const QString option = "--series";
    const qsizetype equals = text.indexOf('=');
    if (equals < 0)
        refuse(tr("--series: \"%1\" has no =; allowed: LABEL=ID[+ID...][@MODEL[#LAYERS]][:key=value,...]")
                   .arg(text));
    Series series;
    series.label = text.left(equals).toStdString();
    const SeriesText parts = splitSeries(text.mid(equals + 1));
    series.encodings = encodingsOf(parts.encodings, option);
    const auto settings = splitSettings(parts.settings);
    QStringList known = answeredBy(parts.encodings);
    for (const auto& [key, value] : settings)
        known.append(key);
    if (!parts.model.isNull())
        series.model = modelFromWish(parts.model, option, known);
    const std::vector<Parameter> parameters = overridableParameters(series);
    for (const auto& [key, value] : settings)
        series.overrides.set(key.toStdString(), settingValue(parameters, key, value, option));
    return series;
}

/// Where the dimension of a series outgrows the head that all share, its head grows with it.
void fitHead(const State& state, Series& series)
{
    if (series.overrides.contains("head_dimension"))
        return;
    const Values values = resolved(parametersOf(series), valuesOf(state, series));
    if (values.number("head_dimension") < values.number("dimension"))
        series.overrides.set("head_dimension", Automatic {});
}

/// One --set, taken apart; no series where it is for all.
struct Setting {
    Series* series = nullptr;
    QString key;
    QString value;
};

Setting splitSetting(State& state, const QString& setting)
{
    Series* series = nullptr;
    QString rest = setting;
    for (Series& one : state.series) { // the longest label that fits: labels may hold dots
        const QString prefix = QString::fromStdString(one.label) + '.';
        if (setting.startsWith(prefix) && (!series || one.label.size() > series->label.size())) {
            series = &one;
            rest = setting.mid(prefix.size());
        }
    }
    const qsizetype equals = rest.indexOf('=');
    if (equals < 0)
        refuse(tr("--set: \"%1\" has no =; allowed: KEY=VALUE or LABEL.KEY=VALUE").arg(setting));
    const QString key = rest.left(equals);
    const QString value = rest.mid(equals + 1);
    if (series)
        return { series, key, value };
    if (const qsizetype dot = key.lastIndexOf('.'); dot >= 0) {
        QStringList labels;
        for (const Series& one : state.series)
            labels.append(QString::fromStdString(one.label));
        refuse(tr("--set: no series is called \"%1\"; allowed: %2").arg(key.left(dot), labels.join(", ")));
    }
    return { nullptr, key, value };
}

/// A value for all series. Encodings may mean different things by one key: those drawn have the word first.
Value sharedValue(const State& state, const QString& key, const QString& text)
{
    std::vector<Parameter> parameters(sharedParameters().begin(), sharedParameters().end());
    const auto add = [&](const std::string& id) {
        const std::vector<Parameter>& own = encodingById(id).parameters;
        parameters.insert(parameters.end(), own.begin(), own.end());
    };
    for (const Series& series : state.series)
        std::for_each(series.encodings.begin(), series.encodings.end(), add);
    for (const Encoding& encoding : allEncodings())
        add(encoding.id);
    return settingValue(parameters, key, text, "--set");
}

void applySetting(State& state, const QString& text)
{
    const auto [series, key, value] = splitSetting(state, text);
    if (series) {
        series->overrides.set(
            key.toStdString(), settingValue(overridableParameters(*series), key, value, "--set"));
        return;
    }
    state.values.set(key.toStdString(), sharedValue(state, key, value));
}

bool setsShared(State& state, const QStringList& settings, const QString& key)
{
    return std::any_of(settings.begin(), settings.end(), [&](const QString& text) {
        const Setting setting = splitSetting(state, text);
        return !setting.series && setting.key == key;
    });
}

/// Without a model, a head that was asked for and is smaller than the dimension, which was not, turns as a
/// whole.
void fitDimension(State& state, const QStringList& settings)
{
    if (setsShared(state, settings, "dimension") || !setsShared(state, settings, "head_dimension"))
        return;
    State asked = state;
    for (const QString& setting : settings)
        applySetting(asked, setting);
    const Value& head = asked.values.at("head_dimension");
    if (std::holds_alternative<double>(head) && std::get<double>(head) < state.values.number("dimension"))
        state.values.set("dimension", std::max(2.0, 2 * std::floor(std::get<double>(head) / 2)));
}

} // namespace

State withSettings(State state, const QStringList& settings)
{
    for (const QString& setting : settings)
        applySetting(state, setting);
    state = withinLimits(std::move(state));
    for (const QString& setting : settings) // what was asked for by name is refused rather than changed
        applySetting(state, setting);
    if (!setsShared(state, settings, "head_dimension")) {
        for (Series& series : state.series)
            fitHead(state, series);
    }
    validate(state);
    return state;
}

State stateFromWish(const StateWish& wish)
{
    State state = startState(wish.exploration);
    if (wish.model)
        state = withModel(std::move(state), modelFromWish(*wish.model, "--model", answered(wish)));
    if (wish.encoding) {
        state.series.clear();
        for (const QString& text : wish.encoding->split(','))
            addSeries(state, { .label = text.toStdString(), .encodings = encodingsOf(text, "--encoding") },
                "--encoding");
    } else if (!wish.series.isEmpty() && !wish.exploration) {
        state.series.clear();
    }
    for (const QString& text : wish.series)
        addSeries(state, parseSeries(text), "--series");
    if (!wish.model && !wish.exploration)
        fitDimension(state, wish.settings);
    return withSettings(std::move(state), wish.settings);
}
