// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodingcard.h"

#include "coretext.h"
#include "encodingtext.h"
#include "theme.h"

#include "encodings/scene.h"

#include <QDesktopServices>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numbers>

using encodings::Encoding;

namespace {

/// Symbols with today's values; the changed frequency only where it differs from the trained one.
QString symbolsHtml(const encodings::SceneSeries& subject, bool withAlpha, const Theme& theme)
{
    QString rows;
    const auto row = [&](const QString& symbol, const QString& name, const QString& value) {
        rows += QStringLiteral("<tr><td width='28'>%1</td><td>%2</td><td align='right'>&nbsp;%3</td></tr>")
                    .arg(symbol, muted(name.toHtmlEscaped(), theme), value);
    };
    const encodings::Values& values = subject.values;
    const double pair = std::min(values.number("pair"), values.number("dimension") / 2 - 1);
    const auto place = static_cast<Eigen::Index>(std::max(pair, 0.0));
    row(QStringLiteral("b"), EncodingCard::tr("base"), shown(values.number("base")));
    row(QStringLiteral("d"), EncodingCard::tr("dimension"), shown(values.number("dimension")));
    row(QStringLiteral("i"), EncodingCard::tr("pair"), shown(pair));
    const Eigen::ArrayXd& trained = subject.scheme.trainedFrequencies;
    const Eigen::ArrayXd now = subject.scheme.frequencies();
    if (place < trained.size()) {
        row(QStringLiteral("θ<sub>i</sub>"), EncodingCard::tr("frequency"), shown(trained[place]));
        row(QStringLiteral("λ<sub>i</sub>"), EncodingCard::tr("wavelength"),
            shown(2 * std::numbers::pi / trained[place]));
    }
    if (place < now.size() && place < trained.size() && now[place] != trained[place]) {
        row(QStringLiteral("θ′<sub>i</sub>"), EncodingCard::tr("frequency now"), shown(now[place]));
        row(QStringLiteral("λ′<sub>i</sub>"), EncodingCard::tr("wavelength now"),
            shown(2 * std::numbers::pi / now[place]));
    }
    row(QStringLiteral("L"), EncodingCard::tr("trained length"), shown(subject.trainedLength()));
    row(QStringLiteral("k"), EncodingCard::tr("scale"), shown(values.number("scale")));
    if (withAlpha)
        row(QStringLiteral("α"), EncodingCard::tr("alpha"), shown(values.number("alpha")));
    return QStringLiteral("<table cellspacing='0' cellpadding='1' width='100%'>%1</table>").arg(rows);
}

/// "Llama 2 7B", and which of its numbers are others now.
QString modelLine(const encodings::Model& model, const encodings::Values& values)
{
    QStringList changed;
    for (const encodings::Parameter& parameter : encodings::sharedParameters()) {
        if (!model.values.contains(parameter.key)
            || model.values.at(parameter.key) == values.at(parameter.key))
            continue;
        const encodings::Value& value = values.at(parameter.key);
        const auto* plain = std::get_if<double>(&value);
        changed << coreText(parameter.label) + QLatin1Char(' ')
                + (plain ? shown(*plain) : QString::fromStdString(encodings::formatValue(parameter, value)));
    }
    const QString name = QString::fromStdString(model.name);
    return changed.isEmpty()
        ? name
        : EncodingCard::tr("%1, changed: %2").arg(name, changed.join(QStringLiteral(", ")));
}

} // namespace

EncodingCard::EncodingCard(QWidget* parent)
    : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    constexpr int delay = 40; // ms
    m_due.setSingleShot(true);
    m_due.setInterval(delay);
    connect(&m_due, &QTimer::timeout, this, &EncodingCard::showNow);
}

void EncodingCard::build()
{
    m_content = new QWidget;
    m_column = new QVBoxLayout(m_content);
    m_column->setContentsMargins(12, 8, 12, 8);
    m_column->setSpacing(0);
    m_problems = addLabel("problems", 0);
    m_heading = addLabel("name", 0);
    m_kind = addLabel("kind", 2);
    m_formula = addLabel("formula", 4);
    m_about = addLabel("about", 8);
    m_shorter = addLabel("shorter", 8);
    m_symbols = addLabel("symbols", 8);
    m_model = addLabel("model", 8);
    m_citation = addLabel("citation", 4);
    m_column->addStretch(1);
    m_problems->setAutoFillBackground(true);
    m_problems->setContentsMargins(8, 6, 8, 6);
    m_citation->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_citation, &QLabel::linkActivated, this,
        [](const QString& link) { QDesktopServices::openUrl(QUrl(link)); });

    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(m_content);
    scroll->viewport()->setAutoFillBackground(false);
    m_content->setAutoFillBackground(false);
    layout()->addWidget(scroll);
    updateColours();
}

QLabel* EncodingCard::addLabel(const char* name, int spaceAbove)
{
    auto* label = new QLabel(m_content);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setContentsMargins(0, spaceAbove, 0, 0);
    m_column->addWidget(label);
    return label;
}

void EncodingCard::setState(const encodings::State& state)
{
    if (m_hasState && state == m_state)
        return;
    m_state = state;
    m_hasState = true;
    schedule();
}

/// A hidden card lays out nothing; one that is just shown lets the first frame pass.
void EncodingCard::schedule()
{
    if (isVisible() && !m_due.isActive())
        m_due.start();
}

void EncodingCard::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    schedule();
}

void EncodingCard::showNow()
{
    m_due.stop();
    if (!m_hasState || m_state.series.empty())
        return;
    if (!m_content)
        build();
    const Theme theme = Theme::of(palette());
    encodings::State state = m_state;
    const auto isShown = [](const encodings::Series& series) { return series.shown; };
    if (std::none_of(state.series.begin(), state.series.end(), isShown))
        state.series.front().shown = true;
    const encodings::Scene scene = encodings::makeScene(state);

    QString problems;
    for (const encodings::SceneProblem& problem : scene.problems) {
        problems
            += QStringLiteral("<p style='margin:0'><b>%1</b> %2</p>")
                   .arg(tr("%1 cannot be drawn.").arg(QString::fromStdString(problem.label)).toHtmlEscaped(),
                       coreText(problem.reason).toHtmlEscaped());
    }
    m_problems->setText(problems);
    m_problems->setHidden(problems.isEmpty());
    m_heading->setContentsMargins(0, problems.isEmpty() ? 0 : 8, 0, 0);

    const encodings::SceneSeries* subject = scene.series.empty() ? nullptr : &scene.series.front();
    const encodings::Series& series = subject
        ? state.series[subject->index]
        : *std::find_if(state.series.begin(), state.series.end(), isShown);
    std::vector<const Encoding*> used;
    QStringList names;
    QStringList kinds;
    QStringList about;
    QStringList citations;
    for (const std::string& id : series.encodings) {
        const Encoding& encoding = encodings::encodingById(id);
        used.push_back(&encoding);
        names << coreText(encoding.name).toHtmlEscaped() + QLatin1Char(' ')
                + muted(
                    QStringLiteral("<span style='font-weight:normal'>%1</span>").arg(encoding.year), theme);
        kinds << coreText(encoding.family).toHtmlEscaped() + QStringLiteral(" · ")
                + honestLabel(encoding.trainable);
        about << coreText(encoding.about).toHtmlEscaped();
        citations << citationHtml(encoding.citation);
    }
    kinds.removeDuplicates();
    m_heading->setText(QStringLiteral("<b>%1</b>").arg(names.join(QStringLiteral(" + "))));
    m_kind->setText(muted(kinds.join(QStringLiteral("<br>")), theme));
    m_about->setText(about.join(QStringLiteral("<br><br>")));
    m_citation->setText(muted(citations.join(QStringLiteral("<br>")), theme));
    m_model->setText(modelLine(series.model ? *series.model : state.model, encodings::valuesOf(state, series))
                         .toHtmlEscaped());

    const QString formula = subject ? formulaHtml(used, subject->values, theme) : QString();
    m_formula->setText(formula);
    m_formula->setHidden(formula.isEmpty());
    m_symbols->setVisible(subject);
    m_shorter->hide();
    if (subject) {
        m_symbols->setText(symbolsHtml(*subject, formula.contains(QStringLiteral("α")), theme));
        const double scale = subject->values.number("scale");
        if (scale < 1.0) {
            m_shorter->setText(
                tr("With scale %1 the context becomes shorter than trained, %2 instead of %3 positions; "
                   "position "
                   "interpolation then spreads positions apart instead of squeezing them.")
                    .arg(shown(scale), shown(subject->targetLength()), shown(subject->trainedLength()))
                    .toHtmlEscaped());
            m_shorter->show();
        }
    }
    updateGeometry();
}

void EncodingCard::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        if (m_content)
            updateColours();
        schedule();
    }
}

void EncodingCard::updateColours()
{
    const Theme theme = Theme::of(palette());
    QPalette warning;
    warning.setColor(QPalette::Window, theme.beyond);
    warning.setColor(QPalette::WindowText, palette().color(QPalette::WindowText));
    m_problems->setPalette(warning);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    m_heading->setFont(large);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    m_kind->setFont(small);
    m_citation->setFont(small);
    m_model->setFont(small);
}
