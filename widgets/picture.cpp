// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture.h"

#include "plotframe.h"
#include "views.h"
#include "wholefile.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImageWriter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace {

constexpr double pxPerInch = 96.0;
constexpr double mmPerInch = 25.4;
constexpr double largestPixelCount = 1e9;
constexpr double largestCellCount = 5e9;
/// The raster engine cannot address more in one direction.
constexpr int largestTile = 16384;

class PictureTexts {
    Q_DECLARE_TR_FUNCTIONS(PictureTexts)
};

/// A plot that shows a scene, ready to be painted at `size` px.
class OffscreenPlot {
public:
    OffscreenPlot(View& view, const QString& title, std::shared_ptr<const encodings::Scene> scene,
        const QSize& size, const Look& look, bool transparent)
        : m_size(size)
    {
        m_plot.setGeometry(QRect(QPoint(0, 0), size));
        m_plot.setViewport(QRect(QPoint(0, 0), size));
        drawView(m_plot, view, std::move(scene), look, title);
        if (transparent)
            m_plot.setBackground(QBrush(Qt::NoBrush));
    }

    void paint(QCPPainter& painter) { m_plot.toPainter(&painter, m_size.width(), m_size.height()); }

private:
    QCustomPlot m_plot;
    QSize m_size;
};

/// A plot of its own with a view of its own, for a file.
class FilePlot {
public:
    FilePlot(
        const ViewInfo& info, const encodings::State& state, const QSize& size, const PictureOptions& options)
        : m_view(info.create())
        , m_plot(*m_view, titleOf(info),
              std::make_shared<const encodings::Scene>(encodings::makeScene(state)), size,
              Look { Theme::named(options.theme), true, {} }, options.transparent)
    {
    }

    OffscreenPlot& plot() { return m_plot; }

private:
    std::unique_ptr<View> m_view;
    OffscreenPlot m_plot;
};

QSize sizeInPx(const PictureOptions& options)
{
    const double factor = options.unit == PictureOptions::Unit::Pixels ? 1.0 : pxPerInch / mmPerInch;
    return QSizeF(options.size * factor).toSize();
}

QImage paintedImage(OffscreenPlot& plot, const QSize& pixels, double scale, bool transparent)
{
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    image.fill(transparent ? Qt::transparent : Qt::white);
    for (int y = 0; y < pixels.height(); y += largestTile) {
        for (int x = 0; x < pixels.width(); x += largestTile) {
            uchar* const corner = image.scanLine(y) + qsizetype(4) * x;
            QImage tile(corner, std::min(largestTile, pixels.width() - x),
                std::min(largestTile, pixels.height() - y), image.bytesPerLine(), image.format());
            QCPPainter painter(&tile);
            painter.setMode(QCPPainter::pmNoCaching);
            painter.translate(-x, -y);
            painter.scale(scale, scale);
            plot.paint(painter);
        }
    }
    return image;
}

QByteArray png(const ViewInfo& view, const encodings::State& state, const PictureOptions& options)
{
    const bool inPixels = options.unit == PictureOptions::Unit::Pixels;
    const double scale = inPixels ? 1.0 : options.dpi / pxPerInch;
    const QSizeF exact = inPixels ? options.size : options.size * (options.dpi / mmPerInch);
    const double count = std::round(exact.width()) * std::round(exact.height());
    if (count > largestPixelCount) {
        throw PictureError(
            PictureTexts::tr(
                "A picture of %1 x %2 pixels would take %3 GB of memory; allowed: %4 pixels in all")
                .arg(exact.width(), 0, 'f', 0)
                .arg(exact.height(), 0, 'f', 0)
                .arg(count * 4 / 1e9, 0, 'f', 1)
                .arg(shown(largestPixelCount)),
            false);
    }
    const QSize pixels = exact.toSize();
    FilePlot file(view, state, sizeInPx(options), options);
    QImage image = paintedImage(file.plot(), pixels, scale, options.transparent);
    if (image.isNull())
        throw PictureError(PictureTexts::tr("Not enough memory for a picture of %1 x %2 pixels")
                               .arg(pixels.width())
                               .arg(pixels.height()),
            false);
    const int dotsPerMetre = qRound(options.dpi / mmPerInch * 1000);
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QImageWriter writer(&buffer, "png");
    writer.write(options.transparent ? image : image.convertToFormat(QImage::Format_RGB32));
    return bytes;
}

QByteArray vectorFile(
    const ViewInfo& view, const encodings::State& state, const PictureOptions& options, bool pdf)
{
    const QSize size = sizeInPx(options);
    FilePlot file(view, state, size, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QCPPainter painter;
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    if (pdf) {
        QPdfWriter writer(&buffer);
        writer.setTitle(titleOf(view));
        writer.setCreator(QStringLiteral("Encoding Explorer"));
        writer.setPageSize(
            QPageSize(QSizeF(size) * 72.0 / pxPerInch, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        writer.setResolution(int(pxPerInch));
        painter.begin(&writer);
        file.plot().paint(painter);
        painter.end();
    } else {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setTitle(titleOf(view));
        generator.setResolution(int(pxPerInch));
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(0, 0), size));
        painter.begin(&generator);
        file.plot().paint(painter);
        painter.end();
    }
    return bytes;
}

/// The table to write with `rows`; as text, which has no lines for empty cells, without the keys that none of
/// them reaches.
CsvTable tableToWrite(
    const ViewInfo& view, const encodings::State& state, const std::optional<CsvRows>& rows, bool asText)
{
    const std::unique_ptr<View> maker = view.create();
    const auto scene
        = sceneFor(*maker, std::make_shared<const encodings::Scene>(encodings::makeScene(state)));
    CsvTable table = maker->csv(scene);
    if (!asText && !table.wordColumns.empty())
        throw PictureError(
            PictureTexts::tr("%1 cannot be written as .npy, which holds no words; allowed: .csv")
                .arg(titleOf(view)),
            false);
    if (asText && rows && table.upToKey)
        table
            = table.upToKey(std::clamp(std::max(rows->first, rows->last), table.keys.first, table.keys.last));
    const double cells = static_cast<double>(rows.value_or(table.rows).count())
        * static_cast<double>(table.keys.count()) * static_cast<double>(table.columns.size() + 1);
    if (cells > largestCellCount) {
        throw PictureError(
            PictureTexts::tr(
                "A table of %1 numbers would take about %2 GB; allowed: %3 numbers, fewer with rows")
                .arg(
                    shown(cells), shown(std::ceil(cells * (asText ? 20 : 8) / 1e9)), shown(largestCellCount)),
            false);
    }
    if (rows) {
        const auto allowed = [&](double row) { return row >= table.lowestRow && row <= table.highestRow; };
        if (!allowed(rows->first) || !allowed(rows->last) || rows->count() == 0) {
            throw PictureError(PictureTexts::tr("rows %1:%2 do not exist in %3; allowed: %4 to %5")
                                   .arg(shown(rows->first), shown(rows->last), QString::fromLatin1(view.id),
                                       shown(table.lowestRow), shown(table.highestRow)),
                false);
        }
    }
    return table;
}

/// A view that applies to none of the series is a wrong wish; nothing shown is not.
void requireApplicable(const ViewInfo& view, const encodings::State& state)
{
    const auto scene
        = sceneFor(*view.create(), std::make_shared<const encodings::Scene>(encodings::makeScene(state)));
    if (scene->series.empty() && !scene->problems.empty())
        throw PictureError(
            PictureTexts::tr("%1 does not apply: %2").arg(titleOf(view), whyNothing(*scene)), false);
}

} // namespace

bool parsePictureSize(const QString& text, PictureOptions& options)
{
    static const QRegularExpression pattern(
        QStringLiteral("^(\\d+(?:\\.\\d+)?)(cm|mm|in)?x(\\d+(?:\\.\\d+)?)(cm|mm|in)?$"));
    const QRegularExpressionMatch match = pattern.match(text.trimmed().toLower());
    if (!match.hasMatch() || match.captured(2) != match.captured(4))
        return false;
    const QString unit = match.captured(2);
    const QSizeF size(match.captured(1).toDouble(), match.captured(3).toDouble());
    const double factor = unit == "cm" ? 10.0 : unit == "in" ? mmPerInch : 1.0;
    options.unit = unit.isEmpty() ? PictureOptions::Unit::Pixels : PictureOptions::Unit::Millimetres;
    options.size = size * factor;
    const bool wholePixels = !unit.isEmpty()
        || (std::floor(size.width()) == size.width() && std::floor(size.height()) == size.height());
    const QSize px = sizeInPx(options);
    return wholePixels && px.width() > 0 && px.height() > 0;
}

QStringList pictureEndings() { return { "png", "svg", "pdf", "csv", "npy" }; }

bool isTableEnding(const QString& ending) { return ending == "csv" || ending == "npy"; }

void savePicture(
    const ViewInfo& view, const encodings::State& state, const QString& file, const PictureOptions& options)
{
    encodings::validate(state);
    const QString ending = QFileInfo(file).suffix().toLower();
    if (!pictureEndings().contains(ending))
        throw PictureError(PictureTexts::tr("%1 cannot be written as .%2; allowed: .%3")
                               .arg(file, ending, pictureEndings().join(", .")),
            false);
    if (options.rows && !isTableEnding(ending))
        throw PictureError(
            PictureTexts::tr("rows can be chosen for .csv and .npy only, not for .%1").arg(ending), false);

    requireApplicable(view, state);

    const auto replace = [&](const std::function<bool(QIODevice&)>& write) {
        const QString problem = replaceFile(file, write);
        if (!problem.isEmpty())
            throw PictureError(PictureTexts::tr("%1 cannot be written: %2").arg(file, problem), true);
    };
    if (isTableEnding(ending)) {
        const bool csv = ending == "csv";
        const CsvTable table = tableToWrite(view, state, options.rows, csv);
        replace([&](QIODevice& target) {
            return csv ? writeCsv(target, table, options.rows) : writeNpy(target, table, options.rows);
        });
    } else {
        const QByteArray bytes
            = ending == "png" ? png(view, state, options) : vectorFile(view, state, options, ending == "pdf");
        replace([&](QIODevice& target) { return target.write(bytes) == bytes.size(); });
    }
}

QImage pictureOf(View& view, const QString& title, std::shared_ptr<const encodings::Scene> scene,
    const QSize& size, double scale, const Theme& theme)
{
    OffscreenPlot plot(view, title, std::move(scene), size, Look { theme, false, {} }, false);
    return paintedImage(plot, size * scale, scale, false);
}
