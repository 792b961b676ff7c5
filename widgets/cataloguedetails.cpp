// SPDX-License-Identifier: GPL-3.0-or-later
#include "cataloguedetails.h"

#include "cataloguemodel.h"
#include "coretext.h"
#include "encodingtext.h"
#include "entrydiagram.h"

#include "encodings/parametererror.h"
#include "encodings/recordwords.h"

#include <QDesktopServices>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QUrl>
#include <QVBoxLayout>

namespace {

constexpr int placeHeight = 40; ///< of the diagram, in px

/// The diagram with the names of the places.
class NamedDiagram : public QWidget {
public:
    using QWidget::QWidget;

    void show(const std::vector<encodings::Entry>& enters, std::optional<std::size_t> series)
    {
        m_enters = enters;
        m_series = series;
        update();
    }

    QSize sizeHint() const override
    {
        return { qRound(entrydiagram::namedWidth(font())), placeHeight + 2 * fontMetrics().height() };
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme theme = Theme::of(palette());
        QPainter painter(this);
        painter.setFont(font());
        entrydiagram::drawNamed(painter, rect(), m_enters, m_series ? theme.series(*m_series) : theme.text,
            theme.hairline, theme.text, theme.mutedText);
    }

private:
    std::vector<encodings::Entry> m_enters;
    std::optional<std::size_t> m_series;
};

/// The formula with the numbers that a series of the encoding would have, or why there is none.
QString formulaOf(const encodings::Encoding& encoding, const encodings::State& state, const Theme& theme)
{
    const encodings::Series series { encoding.id, { encoding.id } };
    try {
        const encodings::Values values
            = encodings::resolved(parametersOf(series), encodings::valuesOf(state, series));
        return formulaHtml({ &encoding }, values, theme);
    } catch (const encodings::ParameterError& error) {
        return muted(QString::fromUtf8(error.what()).toHtmlEscaped(), theme);
    }
}

} // namespace

CatalogueDetails::CatalogueDetails(QWidget* parent)
    : QScrollArea(parent)
{
    auto* content = new QWidget;
    auto* columns = new QHBoxLayout(content);
    columns->setContentsMargins(12, 8, 12, 8);
    columns->setSpacing(24);
    auto* left = new QVBoxLayout;
    auto* right = new QVBoxLayout;
    columns->addLayout(left, 1);
    columns->addLayout(right, 1);
    m_heading = addLabel(content, "heading");
    m_facts = addLabel(content, "facts");
    m_about = addLabel(content, "about");
    m_citation = addLabel(content, "citation");
    m_diagram = new NamedDiagram(content);
    m_formula = addLabel(content, "formula");
    for (QWidget* widget : { m_heading, m_facts, m_about, m_citation })
        left->addWidget(widget);
    left->addStretch(1);
    right->addWidget(m_diagram);
    right->addWidget(m_formula);
    right->addStretch(1);
    m_citation->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    connect(m_citation, &QLabel::linkActivated, this,
        [](const QString& link) { QDesktopServices::openUrl(QUrl(link)); });
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
}

QLabel* CatalogueDetails::addLabel(QWidget* place, const char* name)
{
    auto* label = new QLabel(place);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

void CatalogueDetails::setState(const encodings::State& state)
{
    m_state = state;
    refresh();
}

void CatalogueDetails::showEncoding(const encodings::Encoding* encoding)
{
    if (m_encoding == encoding)
        return;
    m_encoding = encoding;
    refresh();
}

void CatalogueDetails::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

void CatalogueDetails::refresh()
{
    const bool hasState = !m_state.series.empty();
    widget()->setVisible(m_encoding && hasState);
    if (!m_encoding || !hasState)
        return;
    const Theme theme = Theme::of(palette());
    m_heading->setText(QStringLiteral("<b style='font-size:large'>%1</b> %2")
                           .arg(coreText(m_encoding->name).toHtmlEscaped(),
                               muted(QString::number(m_encoding->year), theme)));
    const QStringList facts { coreText(m_encoding->family), coreText(wordOf(m_encoding->refers)),
        honestLabel(m_encoding->trainable),
        tr("beyond the trained length: %1").arg(coreText(m_encoding->extrapolation)) };
    m_facts->setText(muted(facts.join(QStringLiteral(" · ")).toHtmlEscaped(), theme));
    m_about->setText(coreText(m_encoding->about).toHtmlEscaped());
    m_citation->setText(citationHtml(m_encoding->citation));
    m_formula->setText(formulaOf(*m_encoding, m_state, theme));
    auto* diagram = static_cast<NamedDiagram*>(m_diagram);
    diagram->show(m_encoding->enters, seriesOf(m_state, m_encoding->id));
    diagram->setAccessibleName(entrydiagram::wordsOf(m_encoding->enters));
}
