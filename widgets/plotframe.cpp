// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotframe.h"

#include "marks.h"
#include "outline.h"

#include <cmath>

namespace {

constexpr int captionRow = 3;
constexpr int legendRow = 1;
constexpr int titleRow = 0;

/// Whether words of this height leave a small picture to the plot itself.
bool fitsInto(const QCustomPlot& plot, int height)
{
    return height <= 0.3 * plot.viewport().height();
}

/// Text that wraps in the width of the plot and takes the height it needs.
class WrappedText : public QCPLayoutElement {
public:
    WrappedText(QCustomPlot* plot, const QFont& font, const QColor& color)
        : QCPLayoutElement(plot)
        , m_font(font)
        , m_color(color)
    {
    }

    void setText(const QString& text) { m_text = text; }

    void update(UpdatePhase phase) override
    {
        if (phase == upPreparation) {
            const int width = mParentPlot->viewport().width() - 2 * sideMargin;
            const QRect needed = QFontMetrics(m_font).boundingRect(QRect(0, 0, width, 10000), flags, m_text);
            m_fits = !m_text.isEmpty() && fitsInto(*mParentPlot, needed.height());
            const int height = m_fits ? needed.height() + 4 : 0;
            setMinimumSize(0, height);
            setMaximumSize(QWIDGETSIZE_MAX, height);
        }
        QCPLayoutElement::update(phase);
    }

protected:
    void applyDefaultAntialiasingHint(QCPPainter*) const override { }
    void draw(QCPPainter* painter) override
    {
        if (!m_fits)
            return;
        painter->setFont(m_font);
        painter->setPen(m_color);
        painter->drawText(mRect.adjusted(sideMargin, 0, -sideMargin, 0), flags, m_text);
    }

private:
    static constexpr int sideMargin = 8;
    static constexpr int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    QFont m_font;
    QColor m_color;
    QString m_text;
    bool m_fits = false;
};

/// Legend entries in a row that wraps.
class LegendRow : public QCPLayoutElement {
public:
    LegendRow(QCustomPlot* plot, const Theme& theme)
        : QCPLayoutElement(plot)
        , m_font(theme.font(0.85))
        , m_text(theme.text)
    {
    }

    void setEntries(const QList<LegendEntry>& entries) { m_entries = entries; }

    void update(UpdatePhase phase) override
    {
        if (phase == upPreparation) {
            const int needed = m_entries.isEmpty() ? 0 : place(mParentPlot->viewport().width(), nullptr);
            m_fits = needed > 0 && fitsInto(*mParentPlot, needed);
            const int height = m_fits ? needed + 4 : 0;
            setMinimumSize(0, height);
            setMaximumSize(QWIDGETSIZE_MAX, height);
        }
        QCPLayoutElement::update(phase);
    }

protected:
    void applyDefaultAntialiasingHint(QCPPainter*) const override { }
    void draw(QCPPainter* painter) override
    {
        if (!m_fits)
            return;
        painter->setFont(m_font);
        place(mRect.width(), painter);
    }

private:
    /// Lays the entries out, painting them when there is a painter; returns the height taken.
    int place(int width, QCPPainter* painter) const
    {
        const QFontMetrics metrics(m_font);
        const int lineHeight = metrics.height() + 3;
        int x = sideMargin;
        int y = 0;
        for (const LegendEntry& entry : m_entries) {
            const int needed = sampleWidth + 6 + metrics.horizontalAdvance(entry.text);
            if (x > sideMargin && x + needed > width - sideMargin) {
                x = sideMargin;
                y += lineHeight;
            }
            if (painter)
                paint(*painter, entry, QRectF(mRect.left() + x, mRect.top() + y, needed, lineHeight));
            x += needed + 16;
        }
        return y + lineHeight;
    }

    void paint(QCPPainter& painter, const LegendEntry& entry, const QRectF& rect) const
    {
        const double middle = rect.center().y();
        if (entry.marker) {
            painter.setRenderHint(QPainter::Antialiasing);
            drawMark(painter, QPointF(rect.left() + sampleWidth / 2.0, middle), entry.marker, 8.0, entry.color);
        } else {
            QList<OutlinePoint> line;
            for (int x = 0; x <= sampleWidth; ++x)
                line << OutlinePoint { rect.left() + x, middle, middle, middle };
            fillOutline(painter, line, entry.color, 2.0, entry.dash);
        }
        painter.setPen(m_text);
        painter.drawText(rect.adjusted(sampleWidth + 6, 0, 20, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.text);
    }

    static constexpr int sideMargin = 8;
    static constexpr int sampleWidth = 24;
    QFont m_font;
    QColor m_text;
    QList<LegendEntry> m_entries;
    bool m_fits = false;
};

/// Ticks of QCPAxisTicker, as many as have room, written as the rest of the program writes numbers.
class NumberTicker : public QCPAxisTicker {
public:
    explicit NumberTicker(const QCPAxis& axis)
        : m_axis(axis)
    {
    }

protected:
    double getTickStep(const QCPRange& range) override
    {
        const QFontMetrics metrics(m_axis.tickLabelFont());
        // The axis has no size yet when the first layout asks; the plot has.
        const QRect plot = m_axis.parentPlot()->viewport();
        const int widest = std::max(metrics.horizontalAdvance(label(range.lower)), metrics.horizontalAdvance(label(range.upper)));
        const int room = m_axis.orientation() == Qt::Horizontal ? plot.width() * 4 / 5 / (widest + metrics.averageCharWidth() * 4)
                                                                : plot.height() / 2 / (2 * metrics.height());
        setTickCount(std::clamp(room, 2, 6));
        return QCPAxisTicker::getTickStep(range);
    }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return label(tick); }

private:
    QString label(double tick) const
    {
        // A tick meant to be zero can miss it by a rounding error of the step.
        return shown(std::abs(tick) < 1e-9 * m_axis.range().size() ? 0.0 : tick);
    }

    const QCPAxis& m_axis;
};

void styleAxis(QCPAxis& axis, const Theme& theme)
{
    axis.setBasePen(QPen(theme.hairline, 0));
    axis.setTickPen(QPen(theme.hairline, 0));
    axis.setSubTickPen(QPen(theme.hairline, 0));
    axis.setTickLabelColor(theme.mutedText);
    axis.setTickLabelFont(theme.font(0.85));
    axis.setLabelColor(theme.text);
    axis.setLabelFont(theme.font(0.85));
    axis.setTickLengthIn(0);
    axis.setTickLengthOut(4);
    axis.setSubTickLengthIn(0);
    axis.setSubTickLengthOut(2);
    axis.setLabelPadding(3);
    axis.setTickLabelPadding(3);
    axis.grid()->setPen(QPen(theme.grid, 0));
    axis.grid()->setSubGridVisible(false);
    axis.grid()->setZeroLinePen(Qt::NoPen);
    axis.setScaleType(QCPAxis::stLinear);
    axis.setRangeReversed(false);
    axis.setTicker(QSharedPointer<NumberTicker>::create(axis));
    axis.setLabel(QString());
    axis.setTicks(true);
    axis.setSubTicks(true);
    axis.setTickLabels(true);
    axis.setTickLabelRotation(0);
}

} // namespace

Painted::Painted(QCPAxis* keyAxis, QCPAxis* valueAxis, Paint paint)
    : QCPAbstractPlottable(keyAxis, valueAxis)
    , m_paint(std::move(paint))
{
}

QCPRange Painted::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = false;
    return {};
}

QCPRange Painted::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = false;
    return {};
}

void Painted::draw(QCPPainter* painter)
{
    m_paint(*painter, QRectF(mKeyAxis->axisRect()->rect()));
}

void resetPlot(QCustomPlot& plot, const Theme& theme, const QString& title)
{
    plot.clearPlottables();
    plot.clearItems();
    plot.setAutoAddPlottableToLegend(false);
    plot.setBackground(QBrush(theme.ground));
    QCPLayoutGrid& layout = *plot.plotLayout();
    QCPAxisRect* rect = plot.axisRect();
    layout.take(rect);
    layout.clear();
    layout.addElement(2, 0, rect);
    layout.setRowSpacing(2);
    if (!title.isEmpty()) {
        auto* heading = new WrappedText(&plot, theme.font(1.25), theme.text);
        heading->setText(title);
        layout.addElement(titleRow, 0, heading);
    }
    layout.addElement(legendRow, 0, new LegendRow(&plot, theme));
    layout.addElement(captionRow, 0, new WrappedText(&plot, theme.font(0.85), theme.mutedText));
    layout.setRowStretchFactor(2, 1000);

    rect->setupFullAxesBox();
    rect->setAutoMargins(QCP::msAll);
    rect->setMinimumMargins(QMargins(4, 4, 12, 2));
    for (QCPAxis* axis : rect->axes()) {
        styleAxis(*axis, theme);
        axis->setVisible(axis == plot.xAxis || axis == plot.yAxis);
    }
    plot.xAxis->grid()->setVisible(true);
    plot.yAxis->grid()->setVisible(true);
    plot.xAxis2->grid()->setVisible(false);
    plot.yAxis2->grid()->setVisible(false);
}

namespace {

/// Cuts the labels of the vertical axes where the axis is shorter than its label, at every size of the plot. A plot that is
/// too small for numbers has neither labels nor numbers.
void fitAxes(QCustomPlot& plot)
{
    QList<std::pair<QCPAxis*, QString>> labels;
    for (QCPAxis* axis : { plot.yAxis, plot.yAxis2 })
        labels.emplace_back(axis, axis->label());
    // The legend row lives as long as this picture.
    QObject::connect(&plot, &QCustomPlot::afterLayout, plot.plotLayout()->element(legendRow, 0), [labels] {
        for (const auto& [axis, label] : labels) {
            const QFontMetrics metrics(axis->labelFont());
            const int room = axis->axisRect()->height();
            const bool some = room > metrics.horizontalAdvance(label) / 2;
            const QString fitting = some ? metrics.elidedText(label, Qt::ElideRight, room) : QString();
            if (axis->label() != fitting)
                axis->setLabel(fitting);
        }
    });
    const QFontMetrics metrics(plot.xAxis->tickLabelFont());
    const bool tiny = plot.viewport().height() < 8 * metrics.height() || plot.viewport().width() < 12 * metrics.height();
    if (!tiny)
        return;
    for (QCPAxis* axis : plot.axisRect()->axes()) {
        axis->setTickLabels(false);
        axis->setLabel(QString());
    }
}

} // namespace

void drawView(QCustomPlot& plot, View& view, std::shared_ptr<const encodings::Scene> scene, const Look& look,
              const QString& title)
{
    resetPlot(plot, look.theme, title);
    view.draw(plot, scene, look);
    fitAxes(plot);
    QStringList sentences { view.caption(*scene) };
    for (const encodings::SceneProblem& problem : scene->problems) {
        sentences << QCoreApplication::translate("views", "%1 is not drawn: %2.")
                         .arg(QString::fromStdString(problem.label), QString::fromStdString(problem.reason));
    }
    static_cast<WrappedText*>(plot.plotLayout()->element(captionRow, 0))->setText(sentences.join(' '));
}

void setLegend(QCustomPlot& plot, const QList<LegendEntry>& entries)
{
    static_cast<LegendRow*>(plot.plotLayout()->element(legendRow, 0))->setEntries(entries);
}

QList<LegendEntry> seriesLegend(const encodings::Scene& scene, const Theme& theme)
{
    QList<LegendEntry> entries;
    for (const encodings::SceneSeries& series : scene.series)
        entries << LegendEntry { QString::fromStdString(series.name), theme.series(series.index), dashOf(scene, series), 0 };
    return entries;
}

QList<double> dashOf(const encodings::Scene& scene, const encodings::SceneSeries& series)
{
    return scene.series.size() > 1 ? Theme::seriesDash(series.index) : QList<double>();
}

Painted* addPainted(QCustomPlot& plot, Painted::Paint paint)
{
    auto* painted = new Painted(plot.xAxis, plot.yAxis, std::move(paint));
    painted->setLayer("main");
    return painted;
}

void addTrainedRegion(QCustomPlot& plot, const Theme& theme, const encodings::Scene& scene)
{
    const encodings::SceneSeries& subject = scene.series.front();
    const double trainedLength = subject.trainedLength();
    QList<std::pair<double, QColor>> others;
    for (const encodings::SceneSeries& series : scene.series) {
        if (series.trainedLength() != trainedLength)
            others.emplace_back(series.trainedLength(), theme.series(series.index));
    }
    const QString whose = others.isEmpty()
        ? QCoreApplication::translate("views", "not trained (L = %1)").arg(shown(trainedLength))
        : QCoreApplication::translate("views", "not trained, %1 (L = %2)").arg(QString::fromStdString(subject.name), shown(trainedLength));
    if (!others.isEmpty()) {
        QCPAxis* const x = plot.xAxis;
        addPainted(plot, [x, others](QCPPainter& painter, const QRectF& rect) {
            for (const auto& [length, color] : others) {
                if (!x->range().contains(length))
                    continue;
                painter.setPen(QPen(color, 0, Qt::DashLine));
                const double px = x->coordToPixel(length);
                painter.drawLine(QLineF(px, rect.top(), px, rect.bottom()));
            }
        })->setLayer("grid");
    }

    QCPAxis* const axis = plot.xAxis;
    Painted* region = addPainted(plot, [theme, trainedLength, axis](QCPPainter& painter, const QRectF& rect) {
        if (trainedLength > axis->range().upper)
            return;
        const double left = std::max(rect.left(), axis->coordToPixel(trainedLength));
        fillBeyond(painter, theme, QRectF(QPointF(left, rect.top()), rect.bottomRight()));
        if (axis->range().contains(trainedLength)) {
            painter.setPen(QPen(theme.text, 0));
            painter.drawLine(QLineF(left, rect.top(), left, rect.bottom()));
        }
    });
    region->setLayer("background");

    Painted* words = addPainted(plot, [theme, trainedLength, axis, whose](QCPPainter& painter, const QRectF& rect) {
        if (trainedLength > axis->range().upper)
            return;
        const double left = std::max(rect.left(), axis->coordToPixel(trainedLength));
        drawNote(painter, theme, QRectF(QPointF(left, rect.top()), rect.bottomRight()), Qt::AlignLeft | Qt::AlignTop, whose);
    });
    words->setLayer("axes");
}

QString shown(double number, int significant)
{
    return QString::fromStdString(encodings::displayNumber(number, significant));
}

void drawNote(QCPPainter& painter, const Theme& theme, const QRectF& rect, Qt::Alignment corner, const QString& text)
{
    painter.save();
    const QFont font = theme.font(0.85);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    QRectF box(QPointF(), QSizeF(metrics.horizontalAdvance(text) + 8, metrics.height() + 2));
    if (box.width() <= rect.width()) {
        box.moveTopLeft(rect.topLeft() + QPointF(3, 3));
        if (corner & Qt::AlignRight)
            box.moveRight(rect.right() - 3);
        if (corner & Qt::AlignHCenter)
            box.moveLeft(rect.center().x() - box.width() / 2);
        if (corner & Qt::AlignBottom)
            box.moveBottom(rect.bottom() - 3);
        if (corner & Qt::AlignVCenter)
            box.moveTop(rect.center().y() - box.height() / 2);
        QColor ground = theme.ground;
        ground.setAlphaF(0.85F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground);
        painter.drawRect(box);
        painter.setPen(theme.mutedText);
        painter.drawText(box, Qt::AlignCenter, text);
    }
    painter.restore();
}
