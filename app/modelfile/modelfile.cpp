// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelfile.h"

#include "configreader.h"
#include "gguffile.h"
#include "ggufreader.h"
#include "groupnotes.h"
#include "jsontext.h"
#include "modelfileerror.h"

#include "encodings/parametererror.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QHash>

#include <algorithm>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ModelFile", text); }

/// The part of the configuration that is about text: its own object in models of several kinds of input.
ConfigSection textSection(const ConfigSection& root, QStringList& warnings)
{
    static const QStringList numbers { "hidden_size", "n_embd", "d_model", "head_dim", "num_attention_heads",
        "rope_theta", "rope_scaling", "rope_parameters", "max_position_embeddings" };
    static const QList<QStringList> paths { { "text_config" }, { "llm_config" }, { "language_config" },
        { "thinker_config", "text_config" }, { "thinker_config" }, { "text_model" }, { "language_model" },
        { "text_model_config" } };
    for (const QStringList& path : paths) {
        std::optional<ConfigSection> section = root;
        for (const QString& key : path)
            section = section ? section->section(key) : std::nullopt;
        if (!section || std::none_of(numbers.begin(), numbers.end(), [&](const QString& key) {
                return section->has(key);
            }))
            continue;
        for (const char* key : { "rope_scaling", "rope_parameters" }) {
            if (root.has(key) && root.object().value(key) != section->object().value(key)) {
                warnings.append(tr("%1 outside %2 is not used").arg(QString(key), path.join('.')));
            }
        }
        if (root.has("talker_config")) {
            warnings.append(tr("the numbers are those of %1; talker_config has its own").arg(path.join('.')));
        }
        return *section;
    }
    return root;
}

QString nameOf(const QString& path)
{
    const QFileInfo info(path);
    const QString folder = info.absoluteDir().dirName();
    return info.fileName() == "config.json" && !folder.isEmpty() ? folder : info.completeBaseName();
}

ModelFile readModel(const QString& path, const JsonText& text)
{
    ModelFile file;
    file.path = path;
    file.name = nameOf(path);
    for (const QString& key : text.repeatedKeys)
        file.warnings.append(tr("%1 stands twice in one object: the last counts").arg(key));
    readConfig(textSection(ConfigSection(path, text.root), file.warnings), file);
    keepToOneLine(file);
    return file;
}

/// Throws ModelFileError for a number of a scaling that its parameter does not accept, and for numbers that
/// do not go together.
void requireDrawable(const ModelFile& file)
{
    for (const ModelLayers& group : file.layers) {
        if (group.model.encodings.empty())
            continue;
        try {
            const encodings::Series series { "file", group.model.encodings };
            const std::vector<encodings::Parameter> parameters = encodings::parametersOf(series);
            for (const auto& [key, value] : group.model.values) {
                if (const encodings::Parameter* parameter = encodings::findParameter(parameters, key))
                    encodings::validateValue(*parameter, value);
            }
            if (!group.base || !group.rotaryDimension)
                continue;
            const encodings::State state = encodings::withModel(encodings::defaultState(), group.model);
            encodings::combine(
                series.encodings, encodings::resolved(parameters, encodings::valuesOf(state, series)));
        } catch (const encodings::ParameterError& error) {
            const auto text = [](const std::string& words) { return QString::fromStdString(words); };
            const auto origin = file.origins.find(text(error.parameter()));
            const QString key = origin != file.origins.end() && origin->second.startsWith("file: ")
                ? origin->second.mid(6).section(' ', 0, 0)
                : text(error.parameter());
            throw ModelFileError(file.path, key,
                tr("%1 is not possible; allowed: %2").arg(text(error.value()), text(error.allowed())));
        }
    }
}

} // namespace

QString OpenQuestion::sentence() const
{
    return group.isEmpty() ? question : tr("%1 layers: %2").arg(group, question);
}

const ModelLayers* ModelFile::group(const QString& groupName) const
{
    const auto named = [&](const QString& wanted) {
        const auto found = std::find_if(
            layers.begin(), layers.end(), [&](const ModelLayers& group) { return group.name == wanted; });
        return found == layers.end() ? nullptr : &*found;
    };
    if (const ModelLayers* group = named(groupName))
        return group;
    static const QHash<QString, QString> otherNames { { "local", "sliding_attention" },
        { "global", "full_attention" }, { "sliding_attention", "local" }, { "full_attention", "global" } };
    return named(otherNames.value(groupName));
}

ModelFile readModelFile(const QString& path)
{
    const ModelFile file = isGgufFile(path) ? readGguf(path) : readModel(path, readJsonText(path));
    requireDrawable(file);
    return file;
}

ModelFile parseModelFile(const QString& path, const QByteArray& bytes)
{
    const ModelFile file = readModel(path, parseJsonText(path, bytes));
    requireDrawable(file);
    return file;
}
