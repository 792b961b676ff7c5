// SPDX-License-Identifier: GPL-3.0-or-later
#include "openedmodel.h"

#include "modelkind.h"
#include "modelorigins.h"

#include "app/modelfile/groupnotes.h"

#include "encodings/parametererror.h"
#include "widgets/coretext.h"

#include <algorithm>

using namespace encodings;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("OpenedModel", text); }

const Parameter* parameterWith(std::string_view key)
{
    if (const Parameter* shared = findParameter(sharedParameters(), key))
        return shared;
    for (const Encoding& encoding : allEncodings()) {
        if (const Parameter* own = findParameter(encoding.parameters, key))
            return own;
    }
    return nullptr;
}

bool isEncoding(const std::string& id)
{
    const auto all = allEncodings();
    return std::any_of(all.begin(), all.end(), [&](const Encoding& encoding) { return encoding.id == id; });
}

std::vector<std::string> idsOf(const QString& text)
{
    std::vector<std::string> ids;
    for (const QString& id : text.split('+'))
        ids.push_back(id.toStdString());
    return ids;
}

/// The name of the number that parameter `key` sets, as in ModelFile::origins, and its place in `layers`.
std::pair<QString, std::optional<double>*> numberOf(ModelLayers& layers, const QString& key)
{
    if (key == "base")
        return { key, &layers.base };
    if (key == "dimension")
        return { "rotary_dim", &layers.rotaryDimension };
    if (key == "head_dimension")
        return { "head_dim", &layers.headDimension };
    if (key == "trained_length")
        return { key, &layers.trainedLength };
    if (key == "scale")
        return { "factor", &layers.factor };
    return { key, nullptr };
}

} // namespace

OpenedModel::OpenedModel(ModelFile file)
    : m_said(std::move(file))
    , m_file(m_said)
{
    collectModels();
}

OpenedModel OpenedModel::answered(const Answers& answers) const
{
    OpenedModel next(m_said);
    for (const auto& [setting, text] : answers)
        next.apply(setting, text);
    joinEqualNotes(next.m_file);
    next.m_answers = answers;
    next.collectModels();
    return next;
}

void OpenedModel::apply(const QString& setting, const QString& text)
{
    const QString key = setting.section('.', -1);
    const QString group = setting.chopped(key.size());
    for (ModelLayers& layers : m_file.layers) {
        if (!layers.turns && m_file.kind == "rope")
            continue; // the file says that these do not turn
        if (!group.isEmpty() && group != layers.name + '.')
            continue;
        if (key == "encoding") {
            layers.model.encodings = canBeDrawn(text) ? idsOf(text) : std::vector<std::string> {};
            layers.turns = turnsPairs(text);
            replaceOrigin(m_file, layers.name, "kind", tr("your choice: %1").arg(text));
            continue;
        }
        const Parameter* parameter = parameterWith(key.toStdString());
        if (!parameter)
            throw ParameterError("key", key.toStdString(), "the keys of the questions");
        const Value value = parseValue(*parameter, text.toStdString());
        layers.model.values.set(parameter->key, value);
        const auto [name, place] = numberOf(layers, key);
        if (place)
            *place = std::get<double>(value);
        replaceOrigin(m_file, layers.name, name, tr("your choice"));
    }
}

std::vector<OpenQuestion> OpenedModel::neededQuestions() const
{
    std::vector<OpenQuestion> needed;
    const auto encoding = m_answers.find("encoding");
    for (const OpenQuestion& question : m_file.questions) {
        if (question.needed && !m_answers.contains(question.setting())
            && (encoding == m_answers.end() || countsFor(question, encoding->second)))
            needed.push_back(question);
    }
    return needed;
}

QString OpenedModel::assumed(const OpenQuestion& question) const
{
    const std::vector<const ModelLayers*> groups = drawable();
    const auto group = std::find_if(
        groups.begin(), groups.end(), [&](const ModelLayers* drawn) { return question.concerns(*drawn); });
    if (group == groups.end())
        return {};
    const Model& model = (*group)->model;
    if (question.key == "encoding") {
        QStringList ids;
        for (const std::string& id : model.encodings)
            ids.append(QString::fromStdString(id));
        return ids.join('+');
    }
    const std::string key = question.key.toStdString();
    const Parameter* parameter = parameterWith(key);
    return parameter && model.values.contains(key)
        ? QString::fromStdString(formatValue(*parameter, model.values.at(key)))
        : QString();
}

std::vector<const ModelLayers*> OpenedModel::drawable() const
{
    std::vector<const ModelLayers*> groups;
    for (const ModelLayers& group : m_file.layers) {
        if (whyNot(group).isEmpty())
            groups.push_back(&group);
    }
    return groups;
}

void OpenedModel::collectModels()
{
    m_models.clear();
    for (const ModelLayers* group : drawable()) {
        Model model = group->model;
        if (m_file.layers.size() > 1)
            model.name = tr("%1 · %2").arg(m_file.name, group->name).toStdString();
        m_models.push_back(std::move(model));
    }
}

const ModelLayers* OpenedModel::groupOf(const Model& model) const
{
    const auto found = std::find(m_models.begin(), m_models.end(), model);
    return found == m_models.end() ? nullptr : drawable()[static_cast<std::size_t>(found - m_models.begin())];
}

QString OpenedModel::whyNot(const ModelLayers& group) const
{
    for (const OpenQuestion& question : neededQuestions()) {
        if (question.concerns(group))
            return tr("a question is open");
    }
    if (!group.model.encodings.empty())
        return {};
    const auto encoding = m_answers.find("encoding");
    const QString kind = encoding == m_answers.end() ? m_file.kind : encoding->second;
    if (kind != "rope")
        return kindInWords(kind);
    return tr("no rotation");
}

const Parameter* parameterOf(const OpenQuestion& question)
{
    return question.key == "encoding" ? nullptr : parameterWith(question.key.toStdString());
}

bool canBeDrawn(const QString& answer)
{
    const std::vector<std::string> ids = idsOf(answer);
    return std::all_of(ids.begin(), ids.end(), isEncoding);
}

bool turnsPairs(const QString& answer)
{
    const std::vector<std::string> ids = idsOf(answer);
    return canBeDrawn(answer) && std::any_of(ids.begin(), ids.end(), [](const std::string& id) {
        const std::vector<Entry>& enters = encodingById(id).enters;
        return std::find(enters.begin(), enters.end(), Entry::QueryAndKey) != enters.end();
    });
}

bool countsFor(const OpenQuestion& question, const QString& encoding)
{
    const bool ofPairs = question.key == "base" || question.key == "dimension";
    return question.key == "encoding" || (ofPairs ? turnsPairs(encoding) : canBeDrawn(encoding));
}

QString answerInWords(const OpenQuestion& question, const QString& answer)
{
    if (question.key != "encoding") {
        bool isNumber = false;
        const double number = answer.toDouble(&isNumber);
        return isNumber ? shown(number) : answer;
    }
    QStringList names;
    for (const std::string& id : idsOf(answer))
        names.append(
            isEncoding(id) ? coreText(encodingById(id).name) : kindInWords(QString::fromStdString(id)));
    return names.join(" + ");
}
