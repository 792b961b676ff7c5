// SPDX-License-Identifier: GPL-3.0-or-later
#include "modeldetails.h"

#include "modelkind.h"
#include "modelorigins.h"

#include "encodings/parametererror.h"
#include "widgets/coretext.h"
#include "widgets/theme.h"

#include <algorithm>
#include <iterator>

using namespace encodings;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ModelDetails", text); }

QString known(const std::optional<double>& number) { return number ? shown(*number) : tr("not said"); }

QString inWords(const Value& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return shown(*number);
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? tr("yes") : tr("no");
    if (const auto* text = std::get_if<std::string>(&value))
        return QString::fromStdString(*text);
    const auto* numbers = std::get_if<Numbers>(&value);
    if (!numbers || numbers->empty())
        return tr("computed");
    const auto [least, most] = std::minmax_element(numbers->begin(), numbers->end());
    return tr("%1 numbers, %2 to %3").arg(numbers->size()).arg(shown(*least), shown(*most));
}

/// The value of something that has an origin, from what is drawn.
QString drawnValue(const ModelLayers& group, const QString& name)
{
    const std::string key = name.toStdString();
    return group.model.values.contains(key) ? inWords(group.model.values.at(key)) : QString();
}

/// The factors that follow from the scaling with its lengths, at the length that the model file states.
QString factorOf(const ModelLayers& group, bool ofScores)
{
    try {
        const State state = withModel(defaultState(), group.model);
        const Series& series = state.series.front();
        const Scheme scheme
            = combine(series.encodings, resolved(parametersOf(series), valuesOf(state, series)));
        return shown(ofScores ? scheme.logitFactor : scheme.attentionFactor());
    } catch (const ParameterError&) {
        return {}; // the encoding card says why nothing is drawn
    }
}

QString valueOf(const ModelLayers& group, const QString& name)
{
    const bool ofScores = name == "logit_factor";
    return group.turns && !group.model.encodings.empty() && (ofScores || name == "attention_factor")
        ? factorOf(group, ofScores)
        : drawnValue(group, name);
}

QString labelOf(const QString& name)
{
    if (name == "attention_factor")
        return tr("factor on cosines and sines");
    if (name == "logit_factor")
        return tr("factor on scores");
    for (const Encoding& encoding : allEncodings()) {
        if (const Parameter* parameter = findParameter(encoding.parameters, name.toStdString()))
            return coreText(parameter->label);
    }
    const Parameter* shared = findParameter(sharedParameters(), name.toStdString());
    return shared ? coreText(shared->label) : QString(name).replace('_', ' ');
}

QString scalingInWords(const ModelLayers& group)
{
    return !group.turns ? tr("none") : group.scaling == "default" ? tr("unscaled") : group.scaling;
}

/// Whether the origin called `full` is about all groups, or about `group`.
bool isOfGroup(const ModelFile& file, const QString& full, const QString& group)
{
    return std::none_of(file.layers.begin(), file.layers.end(),
        [&](const ModelLayers& other) { return other.name != group && full.startsWith(other.name + '.'); });
}

QString row(const QStringList& cells, const QString& style = {})
{
    QString html = QString("<tr style=\"%1\">").arg(style);
    for (const QString& cell : cells)
        html += QString("<td style=\"padding: 3px 16px 3px 0px\">%1</td>").arg(cell);
    return html + "</tr>";
}

QString heading(const QString& text) { return QString("<h4>%1</h4>").arg(text.toHtmlEscaped()); }

} // namespace

std::vector<ModelDetail> modelDetails(const OpenedModel& opened, const ModelLayers& group)
{
    const ModelFile& file = opened.file();
    std::vector<ModelDetail> details;
    QStringList told;
    const auto add = [&](const QString& name, const QString& label, const QString& value) {
        const QString full = originName(file, group.name, name);
        const auto origin = file.origins.find(full);
        details.push_back({ label, value, origin == file.origins.end() ? QString() : origin->second });
        told.append(full);
    };
    add("kind", tr("position encoding"), group.turns || file.kind != "rope" ? kindInWords(file.kind) : tr("none"));
    add("base", tr("base"), known(group.base));
    add("rotary_dim", tr("dimension"), known(group.rotaryDimension));
    add("head_dim", tr("head dimension"), known(group.headDimension));
    const QString heads = drawnValue(group, "heads");
    add("heads", tr("heads"), heads.isEmpty() ? tr("not said") : heads);
    add("scaling", tr("scaling"), scalingInWords(group));
    add("factor", tr("scale k"), known(group.factor));
    add("trained_length", tr("trained length"), known(group.trainedLength));
    add("context_length", tr("context length"), known(group.contextLength));
    for (const auto& [full, origin] : file.origins) {
        if (told.contains(full) || !isOfGroup(file, full, group.name))
            continue;
        const QString prefix = group.name + '.';
        const QString name = full.startsWith(prefix) ? full.mid(prefix.size()) : full;
        if (!told.contains(prefix + name))
            details.push_back({ labelOf(name), valueOf(group, name), origin });
    }
    return details;
}

std::vector<ModelDetail> questionDetails(const OpenedModel& opened)
{
    std::vector<ModelDetail> details;
    for (const OpenQuestion& question : opened.file().questions) {
        const auto given = opened.answers().find(question.setting());
        const QString assumed = opened.assumed(question);
        if (given != opened.answers().end()) {
            details.push_back(
                { question.sentence(), answerInWords(question, given->second), tr("your choice") });
        } else {
            details.push_back({ question.sentence(),
                assumed.isEmpty() ? tr("nothing: what is shown stays") : answerInWords(question, assumed),
                tr("assumed") });
        }
    }
    return details;
}

QString detailsAsText(const OpenedModel& opened, const ModelLayers& group)
{
    const ModelFile& file = opened.file();
    QString text = tr("%1: %2, layers %3").arg(file.path, file.name, group.name) + '\n';
    if (!group.which.isEmpty())
        text += group.which + '\n';
    for (const ModelDetail& detail : modelDetails(opened, group))
        text += QStringList { detail.name, detail.value, detail.origin }.join('\t') + '\n';
    for (const QString& warning : file.warnings)
        text += tr("warning: %1").arg(warning) + '\n';
    for (const ModelDetail& detail : questionDetails(opened))
        text += tr("question: %1").arg(detail.name) + '\t' + detail.value + '\t' + detail.origin + '\n';
    if (!file.unusedKeys.isEmpty())
        text += tr("not used here: %1").arg(file.unusedKeys.join(", ")) + '\n';
    return text;
}

QString detailsAsHtml(
    const OpenedModel& opened, const ModelLayers& group, bool unusedShown, const QPalette& palette)
{
    const Theme theme = Theme::of(palette);
    const ModelFile& file = opened.file();
    const QString muted = QString("<span style=\"color: %1\">%2</span>").arg(theme.mutedText.name());
    const auto quiet = [&](const QString& text) { return muted.arg(text.toHtmlEscaped()); };
    QString html
        = "<p>" + quiet(group.which.isEmpty() ? file.path : file.path + " · " + group.which) + "</p>";
    html += "<table width=\"100%\" cellspacing=\"0\">"
        + row({ quiet(tr("Number")), quiet(tr("Value")), quiet(tr("Where it comes from")) });
    for (const ModelDetail& detail : modelDetails(opened, group))
        html += row({ detail.name.toHtmlEscaped(), "<b>" + detail.value.toHtmlEscaped() + "</b>",
            detail.origin.toHtmlEscaped() });
    html += "</table>";
    if (!file.warnings.isEmpty()) {
        html += heading(file.warnings.size() == 1 ? tr("Warning") : tr("Warnings"));
        html += QString("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"6\" bgcolor=\"%1\">")
                    .arg(theme.beyond.name());
        for (const QString& warning : file.warnings)
            html += QString("<tr><td width=\"1%\" style=\"color: %1\">▲</td><td>%2</td></tr>")
                        .arg(theme.unseen.name(), warning.toHtmlEscaped());
        html += "</table>";
    }
    if (const auto questions = questionDetails(opened); !questions.empty()) {
        html += heading(tr("What the file leaves open"));
        html += "<table width=\"100%\" cellspacing=\"0\">";
        for (const ModelDetail& detail : questions)
            html += row({ detail.name.toHtmlEscaped(), "<b>" + detail.value.toHtmlEscaped() + "</b>",
                detail.origin.toHtmlEscaped() });
        html += QString("</table><p><a href=\"#answer\">%1</a></p>").arg(tr("Answer otherwise…"));
    }
    if (!file.unusedKeys.isEmpty()) {
        const QString text = file.unusedKeys.size() == 1
            ? tr("1 key of the file is not used here")
            : tr("%1 keys of the file are not used here").arg(file.unusedKeys.size());
        html += QString("<p><a href=\"#unused\">%1 %2</a></p>").arg(unusedShown ? "▾" : "▸", text);
        if (unusedShown)
            html += "<p>" + quiet(file.unusedKeys.join(", ")) + "</p>";
    }
    return html;
}
