// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "csv.h"
#include "theme.h"

#include "encodings/scene.h"

#include <QImage>
#include <QSizeF>
#include <QString>

#include <memory>
#include <stdexcept>

class View;
struct ViewInfo;

/// A picture or table that could not be made. `fileFault` tells a file that cannot be written from a wrong
/// wish.
class PictureError : public std::runtime_error {
public:
    PictureError(const QString& message, bool fileFault)
        : std::runtime_error(message.toStdString())
        , m_fileFault(fileFault)
    {
    }
    bool fileFault() const { return m_fileFault; }

private:
    bool m_fileFault;
};

/// Size and ground of an exported picture.
struct PictureOptions {
    enum class Unit { Pixels, Millimetres };

    QSizeF size { 1200, 800 };
    Unit unit = Unit::Pixels;
    double dpi = 96.0; ///< PNG: pixels per inch; a size in pixels keeps its pixels
    Theme::Name theme = Theme::Name::Print;
    bool transparent = false;
    std::optional<CsvRows> rows; ///< tables only
};

/// Reads `1200x800` (px), `16cmx9cm`, `160mmx90mm`, `6inx4in`. False for anything else.
bool parsePictureSize(const QString& text, PictureOptions& options);

/// Endings that can be written, for messages and file dialogs: png, svg, pdf, csv, npy.
QStringList pictureEndings();

/// Whether files with this ending hold rows of numbers instead of a picture.
bool isTableEnding(const QString& ending);

/// Draws the view of `state` and writes it to `file`, in the type of its ending; the file is replaced whole
/// or not at all. Throws PictureError, and ParameterError for a state that is not valid.
void savePicture(
    const ViewInfo& view, const encodings::State& state, const QString& file, const PictureOptions& options);

/// What a panel shows, as an image for the clipboard: at `size` px, `scale` device pixels to a px. Uses what
/// `view` has worked out already, and draws an estimate, labelled, where that is all there is.
QImage pictureOf(View& view, const QString& title, std::shared_ptr<const encodings::Scene> scene,
    const QSize& size, double scale, const Theme& theme);
