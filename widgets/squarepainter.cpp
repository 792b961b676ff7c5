// SPDX-License-Identifier: GPL-3.0-or-later
#include "squarepainter.h"

#include "devicepixels.h"
#include "marks.h"
#include "plotframe.h"

namespace {

constexpr int gap = 22;
constexpr int header = 20;
constexpr int besideBar = 12;
constexpr int smallestSide = 24;
constexpr Eigen::Index mostNumbers = 16;

} // namespace

SquareGrid arrangeSquares(QCustomPlot& plot, int count)
{
    QCPAxisRect& rect = *plot.axisRect();
    const QRect outer = rect.outerRect();
    const QMargins natural = rect.margins();
    const int top = natural.top() + header;
    const int width = outer.width() - natural.left() - besideBar - ColorScale::barWidth;
    const int height = outer.height() - top - natural.bottom();
    SquareGrid grid { 1, QSize(gap, header + natural.bottom()) };
    int side = 0;
    int rows = 1;
    for (int columns = 1; columns <= count; ++columns) {
        const int lines = (count + columns - 1) / columns;
        const int fitting = std::min((width - (columns - 1) * grid.gaps.width()) / columns,
            (height - (lines - 1) * grid.gaps.height()) / lines);
        if (fitting <= side)
            continue;
        side = fitting;
        grid.columns = columns;
        rows = lines;
    }
    side = std::max(smallestSide, side);
    const int spareWidth = width - grid.columns * side - (grid.columns - 1) * grid.gaps.width();
    const int spareHeight = height - rows * side - (rows - 1) * grid.gaps.height();
    const int left = natural.left() + std::max(0, spareWidth) / 2;
    const int upper = top + std::max(0, spareHeight) / 2;
    const QMargins least = rect.minimumMargins();
    rect.setMinimumMargins(QMargins(
        left, upper, std::max(0, outer.width() - left - side), std::max(0, outer.height() - upper - side)));
    const QFontMetrics metrics(plot.xAxis->tickLabelFont());
    const int wide = metrics.horizontalAdvance(shown(std::ceil(plot.xAxis->range().upper))) * 2;
    plot.xAxis->ticker()->setTickCount(std::clamp(side / std::max(1, wide), 1, 6));
    plot.yAxis->ticker()->setTickCount(std::clamp(side / (3 * metrics.height()), 1, 6));
    for (const auto phase :
        { QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout })
        rect.update(phase);
    // The next layout begins with the margins that the axes need.
    rect.setMinimumMargins(least);
    return grid;
}

QRectF SquareGrid::placeOf(const QRectF& first, int index) const
{
    return first.translated(
        index % columns * (first.width() + gaps.width()), index / columns * (first.height() + gaps.height()));
}

QRectF SquarePainter::window() const
{
    return { x.range().lower, y.range().lower, x.range().size(), y.range().size() };
}

SquareCells SquarePainter::cells(const QCPPainter& painter, const QRectF& first) const
{
    const double scale = pixelsPerPx(painter);
    return SquareCells::in(window(), (onDevicePixels(first, scale).size() * scale).toSize());
}

double SquarePainter::pixelX(const QRectF& place, double key) const
{
    return place.left() + (key - x.range().lower) / x.range().size() * place.width();
}

double SquarePainter::pixelY(const QRectF& place, double query) const
{
    return place.top() + (query - y.range().lower) / y.range().size() * place.height();
}

QColor SquarePainter::empty() const { return theme.towardsGround(theme.mutedText, 0.8); }

void SquarePainter::paintMap(QCPPainter& painter, const QRectF& place, const SquareCells& cells,
    const Eigen::ArrayXXd& values, const ColorScale& scale) const
{
    const double perPx = pixelsPerPx(painter);
    const QRectF target = onDevicePixels(place, perPx);
    const QImage image = squareImage(cells, values, window(), (target.size() * perPx).toSize(), scale,
        theme.ground.rgb(), empty().rgb(), theme.towardsGround(theme.mutedText, 0.62).rgb());
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.drawImage(target, image);
    painter.restore();
}

void SquarePainter::paintNumbers(QCPPainter& painter, const QRectF& place, const SquareCells& cells,
    const Eigen::ArrayXXd& values, const ColorScale& scale) const
{
    if (cells.step != 1.0 || values.rows() > mostNumbers || values.cols() > mostNumbers)
        return;
    const QFont font = theme.font(0.9);
    const QFontMetricsF metrics(font);
    const QSizeF cell(place.width() / x.range().size(), place.height() / y.range().size());
    double widest = 0.0;
    for (const double value : values.reshaped()) {
        if (!std::isnan(value))
            widest = std::max(widest, metrics.horizontalAdvance(shown(value, 3)));
    }
    if (widest + 4 > cell.width() || metrics.height() > cell.height())
        return;
    painter.setFont(font);
    for (Eigen::Index row = 0; row < values.rows(); ++row) {
        for (Eigen::Index column = 0; column < values.cols(); ++column) {
            const double value = values(row, column);
            const QRectF box(QPointF(pixelX(place, cells.firstKey + static_cast<double>(column) - 0.5),
                                 pixelY(place, cells.firstQuery + static_cast<double>(row) - 0.5)),
                cell);
            if (std::isnan(value) || !place.adjusted(-1, -1, 1, 1).contains(box))
                continue;
            const QRgb ground = scale.of(value);
            painter.setPen(qGray(ground) > 140 ? Qt::black : Qt::white);
            painter.drawText(box, Qt::AlignCenter, shown(value, 3));
        }
    }
}

void SquarePainter::paintTrainedLength(
    QCPPainter& painter, const QRectF& place, double trainedLength, bool words) const
{
    const double keyPx = std::max(place.left(), pixelX(place, trainedLength - 0.5));
    const double queryPx = std::max(place.top(), pixelY(place, trainedLength - 0.5));
    const bool queries = queryPx < place.bottom();
    const bool keys = keyPx < place.right();
    if (!queries && !keys)
        return;
    const QRectF beneath(QPointF(place.left(), queryPx), place.bottomRight());
    const QRectF beside(
        QPointF(keyPx, place.top()), QPointF(place.right(), std::min(queryPx, place.bottom())));
    painter.save();
    QColor hatch = theme.ground;
    hatch.setAlphaF(0.4F);
    if (queries)
        drawHatch(painter, beneath, hatch);
    if (keys)
        drawHatch(painter, beside, hatch);
    const auto line = [&](const QLineF& at) {
        QColor halo = theme.ground;
        halo.setAlphaF(0.7F);
        painter.setPen(QPen(halo, 3));
        painter.drawLine(at);
        painter.setPen(QPen(theme.text, 1));
        painter.drawLine(at);
    };
    if (queryPx > place.top() && queries)
        line(QLineF(place.left(), queryPx, place.right(), queryPx));
    if (keyPx > place.left() && keys)
        line(QLineF(keyPx, place.top(), keyPx, place.bottom()));
    painter.restore();
    if (words)
        drawNote(painter, theme, queries ? beneath : beside, Qt::AlignLeft | Qt::AlignBottom,
            QCoreApplication::translate("views", "not trained (L = %1)").arg(shown(trainedLength)));
}

void SquarePainter::paintFrame(QCPPainter& painter, const QRectF& place, bool withTicks) const
{
    painter.setAntialiasing(false);
    painter.setPen(QPen(theme.hairline, 0));
    painter.setBrush(Qt::NoBrush);
    // Around the map: the first keys, which some schemes keep, may be one px wide.
    painter.drawRect(place.adjusted(-1, -1, 0, 0));
    if (!withTicks)
        return;
    const QFontMetricsF metrics(x.tickLabelFont());
    painter.setFont(x.tickLabelFont());
    const QVector<QString> labels = x.tickVectorLabels();
    for (qsizetype i = 0; i < labels.size(); ++i) {
        const double px = pixelX(place, x.tickVector().at(i));
        if (px < place.left() - 0.5 || px > place.right() + 0.5)
            continue;
        painter.setPen(QPen(theme.hairline, 0));
        painter.drawLine(QLineF(px, place.bottom(), px, place.bottom() + x.tickLengthOut()));
        if (!x.tickLabels())
            continue;
        painter.setPen(theme.mutedText);
        painter.drawText(
            QRectF(px - 60, place.bottom() + x.tickLengthOut() + x.tickLabelPadding(), 120, metrics.height()),
            Qt::AlignHCenter | Qt::AlignTop, labels[i]);
    }
}

void SquarePainter::paintName(
    QCPPainter& painter, const QRectF& place, const encodings::SceneSeries& series) const
{
    QFont font = theme.font(0.9);
    font.setBold(true);
    painter.setFont(font);
    const QRectF strip(place.left(), place.top() - header, place.width(), header);
    painter.fillRect(QRectF(strip.left(), strip.center().y() - 4.5, 9, 9), theme.series(series.index));
    painter.setPen(theme.text);
    painter.drawText(strip.adjusted(14, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(font).elidedText(nameOf(series), Qt::ElideRight, strip.width() - 14));
}
