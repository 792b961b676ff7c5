// SPDX-License-Identifier: GPL-3.0-or-later
#include "parameterpanel.h"

#include "coretext.h"
#include "parametercontrol.h"
#include "theme.h"

#include "encodings/parametererror.h"
#include "encodings/scene.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

using encodings::Group;

namespace {

/// Encodings of the series, and those that complete them, that bring parameters: each once, in the order of
/// the registry.
std::vector<std::string> encodingsWithParameters(const encodings::State& state)
{
    std::vector<std::string> ids;
    for (const encodings::Encoding& encoding : encodings::allEncodings()) {
        const bool used
            = std::any_of(state.series.begin(), state.series.end(), [&](const encodings::Series& series) {
                  const std::vector<const encodings::Encoding*> all = encodings::completed(series.encodings);
                  return std::find(all.begin(), all.end(), &encoding) != all.end();
              });
        if (used && !encoding.parameters.empty())
            ids.push_back(encoding.id);
    }
    return ids;
}

std::vector<encodings::Parameter> sharedGroup(Group group)
{
    std::vector<encodings::Parameter> parameters;
    for (const encodings::Parameter& parameter : encodings::sharedParameters()) {
        if (parameter.group == group)
            parameters.push_back(parameter);
    }
    return parameters;
}

/// Which values of the subject, the first series shown, these controls do not show; empty when they show all.
QString ownValuesNote(const encodings::State& state)
{
    const auto subject = std::find_if(state.series.begin(), state.series.end(),
        [](const encodings::Series& series) { return series.shown; });
    if (subject == state.series.end())
        return {};
    encodings::Series shared = *subject;
    shared.model.reset();
    shared.overrides = {};
    const encodings::Values own = encodings::valuesOf(state, *subject);
    const encodings::Values shownHere = encodings::valuesOf(state, shared);
    QStringList names;
    for (const encodings::Parameter& parameter : encodings::overridableParameters(*subject)) {
        if (own.at(parameter.key) != shownHere.at(parameter.key))
            names << coreText(parameter.label);
    }
    if (names.isEmpty())
        return {};
    constexpr qsizetype mostTold = 5;
    if (names.size() > mostTold)
        names = names.mid(0, mostTold) << QStringLiteral("…");
    return ParameterPanel::tr("%1 has its own %2: these controls move series without own values.")
        .arg(coreText(encodings::nameOf(*subject)), names.join(QStringLiteral(", ")));
}

} // namespace

ParameterPanel::ParameterPanel(QWidget* parent)
    : QWidget(parent)
    , m_scroll(new QScrollArea(this))
{
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_scroll);
}

QSize ParameterPanel::sizeHint() const { return { 300, m_content ? m_content->sizeHint().height() : 600 }; }

QSize ParameterPanel::minimumSizeHint() const { return { 260, 120 }; }

void ParameterPanel::build(const std::vector<std::string>& encodingsInUse)
{
    m_encodings = encodingsInUse;
    m_controls.clear();
    m_headings.clear();
    m_lines.clear();
    const auto shared = encodings::sharedParameters();
    m_parameters.assign(shared.begin(), shared.end());

    const int scrolled = m_scroll->verticalScrollBar()->value();
    m_content = new QWidget;
    m_content->setAutoFillBackground(false);
    m_column = new QVBoxLayout(m_content);
    m_column->setContentsMargins(8, 8, 8, 8);
    m_column->setSpacing(4);
    m_note = new QLabel(m_content);
    m_note->setObjectName(QStringLiteral("note"));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setContentsMargins(0, 0, 0, 8);
    m_column->addWidget(m_note);
    addGroup(tr("Model"), sharedGroup(Group::Model));
    addGroup(tr("Extension"), sharedGroup(Group::Extension));
    addGroup(tr("Look at"), sharedGroup(Group::LookAt));
    for (const std::string& id : encodingsInUse) {
        const encodings::Encoding& encoding = encodings::encodingById(id);
        addGroup(coreText(encoding.name), encoding.parameters);
        m_parameters.insert(m_parameters.end(), encoding.parameters.begin(), encoding.parameters.end());
    }
    m_column->addStretch(1);

    alignLabels();
    m_scroll->setWidget(m_content);
    m_scroll->verticalScrollBar()->setValue(scrolled);
    updateColours();
    updateGeometry();
}

void ParameterPanel::addGroup(const QString& title, const std::vector<encodings::Parameter>& parameters)
{
    if (parameters.empty())
        return;
    if (!m_headings.empty()) {
        auto* line = new QWidget(m_content);
        line->setFixedHeight(1);
        line->setAutoFillBackground(true);
        m_lines.push_back(line);
        m_column->addSpacing(6);
        m_column->addWidget(line);
        m_column->addSpacing(6);
    }
    auto* heading = new QLabel(title, m_content);
    heading->setTextFormat(Qt::PlainText);
    heading->setObjectName(QStringLiteral("heading"));
    m_headings.push_back(heading);
    m_column->addWidget(heading);
    for (const encodings::Parameter& parameter : parameters) {
        auto* control = new ParameterControl(parameter, m_content);
        control->setObjectName(QString::fromStdString(parameter.key));
        connect(control, &ParameterControl::edited, this,
            [this, control](
                const encodings::Value& value, quint64 gesture) { ask(control, value, gesture); });
        m_controls.push_back(control);
        m_column->addWidget(control);
    }
}

void ParameterPanel::alignLabels()
{
    int widest = 0;
    for (const ParameterControl* control : m_controls)
        widest = std::max(widest, control->labelWidth());
    for (ParameterControl* control : m_controls)
        control->setLabelWidth(widest);
}

void ParameterPanel::setState(const encodings::State& state)
{
    if (m_hasState && state == m_state)
        return;
    m_state = state;
    m_hasState = true;
    const std::vector<std::string> inUse = encodingsWithParameters(state);
    if (!m_content || inUse != m_encodings)
        build(inUse);

    encodings::Values values;
    for (const encodings::Parameter& parameter : m_parameters)
        values.set(parameter.key, parameter.defaultValue);
    values.merge(state.values);
    const encodings::Values resolved = encodings::resolved(m_parameters, values);
    const QString note = ownValuesNote(state);
    m_note->setText(note);
    m_note->setHidden(note.isEmpty());
    for (ParameterControl* control : m_controls) {
        const encodings::Parameter& parameter = control->parameter();
        const encodings::Value& value = values.at(parameter.key);
        control->setValue(encodings::accepts(parameter, value) ? value : parameter.defaultValue, resolved);
    }
}

void ParameterPanel::ask(ParameterControl* control, const encodings::Value& value, quint64 gesture)
{
    const std::string& key = control->parameter().key;
    encodings::State next = m_state;
    next.values.set(key, value);
    const encodings::State limited = encodings::withinLimits(next);
    try {
        // Other values give way to this one, but a value that was asked for is never replaced in silence.
        encodings::validate(limited.values.at(key) == value ? limited : next);
    } catch (const encodings::ParameterError& error) {
        const bool own = error.parameter() == key && control->parameter().kind != encodings::Kind::File;
        control->showProblem(
            own ? tr("Allowed: %1.").arg(coreText(error.allowed())) : QString::fromUtf8(error.what()));
        return;
    }
    if (limited != m_state)
        emit edited(limited, gesture);
}

void ParameterPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        updateColours();
    if (event->type() == QEvent::FontChange)
        alignLabels();
}

void ParameterPanel::updateColours()
{
    const Theme theme = Theme::of(palette());
    QPalette muted;
    muted.setColor(QPalette::WindowText, theme.mutedText);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    small.setCapitalization(QFont::AllUppercase);
    small.setLetterSpacing(QFont::AbsoluteSpacing, 0.8);
    small.setWeight(QFont::DemiBold);
    if (m_note)
        m_note->setPalette(muted);
    for (QLabel* heading : m_headings) {
        heading->setPalette(muted);
        heading->setFont(small);
    }
    QColor hairline = theme.hairline;
    hairline.setAlphaF(0.5F);
    QPalette line;
    line.setColor(QPalette::Window, hairline);
    for (QWidget* widget : m_lines)
        widget->setPalette(line);
}
