// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotframe.h"

#include "framerows.h"
#include "marks.h"
#include "tickers.h"

#include <cmath>

namespace {

constexpr int captionRow = 3;
constexpr int legendRow = 1;
constexpr int titleRow = 0;

void styleAxis(QCPAxis& axis, const Theme& theme)
{
    axis.setBasePen(QPen(theme.hairline, 0));
    axis.setTickPen(QPen(theme.hairline, 0));
    axis.setSubTickPen(QPen(theme.hairline, 0));
    axis.setTickLabelColor(theme.mutedText);
    axis.setTickLabelFont(theme.font(0.9));
    axis.setLabelColor(theme.text);
    axis.setLabelFont(theme.font(0.9));
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

void Painted::draw(QCPPainter* painter) { m_paint(*painter, QRectF(mKeyAxis->axisRect()->rect())); }

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
        auto* heading = new TextRow(&plot, theme.font(1.25), theme.text);
        heading->setText(title);
        layout.addElement(titleRow, 0, heading);
    }
    layout.addElement(legendRow, 0, new LegendRow(&plot, theme));
    layout.addElement(captionRow, 0, new TextRow(&plot, theme.font(0.9), theme.mutedText));
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

/// Cuts the labels of the vertical axes where the axis is shorter than its label, at every size of the plot.
/// A plot that is too small for numbers has neither labels nor numbers.
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
    const bool tiny
        = plot.viewport().height() < 8 * metrics.height() || plot.viewport().width() < 12 * metrics.height();
    if (!tiny)
        return;
    for (QCPAxis* axis : plot.axisRect()->axes()) {
        axis->setTickLabels(false);
        axis->setLabel(QString());
    }
}

QString problemText(const encodings::SceneProblem& problem)
{
    return QCoreApplication::translate("views", "%1 is not drawn: %2.")
        .arg(QString::fromStdString(problem.label), QString::fromStdString(problem.reason));
}

} // namespace

QString whyNothing(const encodings::Scene& scene)
{
    if (scene.problems.empty())
        return QCoreApplication::translate("views", "No series is drawn: add one, or show a hidden one.");
    QStringList reasons;
    for (const encodings::SceneProblem& problem : scene.problems)
        reasons << problemText(problem);
    return reasons.join('\n');
}

void drawView(QCustomPlot& plot, View& view, std::shared_ptr<const encodings::Scene> scene, const Look& look,
    const QString& title)
{
    resetPlot(plot, look.theme, title);
    scene = sceneFor(view, scene);
    if (scene->series.empty()) {
        for (QCPAxis* axis : plot.axisRect()->axes())
            axis->setVisible(false);
        addPainted(plot, [theme = look.theme, why = whyNothing(*scene)](QCPPainter& painter, const QRectF& rect) {
            painter.setFont(theme.font());
            painter.setPen(theme.mutedText);
            painter.drawText(rect.adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, why);
        });
    } else {
        view.draw(plot, scene, look);
    }
    fitAxes(plot);
    writeCaption(plot, view, *scene);
}

void writeCaption(QCustomPlot& plot, const View& view, const encodings::Scene& scene)
{
    QStringList sentences;
    if (!scene.series.empty()) {
        sentences << view.caption(scene);
        for (const encodings::SceneProblem& problem : scene.problems)
            sentences << problemText(problem);
    }
    static_cast<TextRow*>(plot.plotLayout()->element(captionRow, 0))->setText(sentences.join(' '));
}

void setLegend(QCustomPlot& plot, const QList<LegendEntry>& entries)
{
    static_cast<LegendRow*>(plot.plotLayout()->element(legendRow, 0))->setEntries(entries);
}

QList<LegendEntry> seriesLegend(const encodings::Scene& scene, const Theme& theme)
{
    QList<LegendEntry> entries;
    for (const encodings::SceneSeries& series : scene.series)
        entries << LegendEntry { nameOf(series), theme.series(series.index), dashOf(scene, series), 0 };
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
        : QCoreApplication::translate("views", "not trained, %1 (L = %2)")
              .arg(nameOf(subject), shown(trainedLength));
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

    Painted* words
        = addPainted(plot, [theme, trainedLength, axis, whose](QCPPainter& painter, const QRectF& rect) {
              if (trainedLength > axis->range().upper)
                  return;
              const double left = std::max(rect.left(), axis->coordToPixel(trainedLength));
              drawNote(painter, theme, QRectF(QPointF(left, rect.top()), rect.bottomRight()),
                  Qt::AlignLeft | Qt::AlignTop, whose);
          });
    words->setLayer("axes");
}

void drawNote(
    QCPPainter& painter, const Theme& theme, const QRectF& rect, Qt::Alignment corner, const QString& text)
{
    painter.save();
    const QFont font = theme.font(0.9);
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
