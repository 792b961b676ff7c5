// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"
#include "failure.h"
#include "statewish.h"

#include "encodings/parametererror.h"
#include "widgets/picture.h"
#include "widgets/views.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

[[noreturn]] void refuse(const QString& option, const QString& value, const QString& allowed)
{
    throw Failure(Failure::Usage, tr("%1 cannot be \"%2\"; allowed: %3").arg(option, value, allowed));
}

const ViewInfo& viewOf(const QString& id)
{
    if (const ViewInfo* view = findView(id.toStdString()))
        return *view;
    if (id == catalogueInfo().id)
        return catalogueInfo();
    QStringList ids;
    for (const ViewInfo& view : allViews())
        ids.append(view.id);
    ids.append(catalogueInfo().id);
    refuse("--view", id, ids.join(", "));
}

/// A number in any form that parameters take.
double numberOf(const QString& text, encodings::Kind kind, double minimum, double maximum)
{
    encodings::Parameter parameter;
    parameter.kind = kind;
    parameter.minimum = minimum;
    parameter.maximum = maximum;
    return std::get<double>(encodings::parseValue(parameter, text.toStdString()));
}

double dpiOf(const QString& text)
{
    try {
        return numberOf(text, encodings::Kind::Number, 1, 10000);
    } catch (const encodings::ParameterError&) {
        refuse("--dpi", text, tr("a number from 1 to 10,000"));
    }
}

Theme::Name themeOf(const QString& text)
{
    if (text == "light")
        return Theme::Name::Light;
    if (text == "dark")
        return Theme::Name::Dark;
    if (text == "projector")
        return Theme::Name::Projector;
    if (text == "print")
        return Theme::Name::Print;
    refuse("--theme", text, "light, dark, projector, print");
}

CsvRows rowsOf(const QString& text, const QString& ending)
{
    const QString allowed
        = tr("FIRST:LAST[:STEP], whole numbers from -1e15 to 1e15, STEP leading from FIRST towards LAST");
    if (!isTableEnding(ending))
        throw Failure(
            Failure::Usage, tr("--rows is for tables only; allowed: --out with the ending .csv or .npy"));
    const QStringList parts = text.split(':');
    if (parts.size() < 2 || parts.size() > 3)
        refuse("--rows", text, allowed);
    QList<double> numbers;
    try {
        for (const QString& part : parts)
            numbers.append(numberOf(part, encodings::Kind::Integer, -1e15, 1e15));
    } catch (const encodings::ParameterError&) {
        refuse("--rows", text, allowed);
    }
    const CsvRows rows { numbers.at(0), numbers.at(1), numbers.size() > 2 ? numbers.at(2) : 1.0 };
    if (rows.step == 0 || (rows.last - rows.first) * rows.step < 0)
        refuse("--rows", text, allowed);
    return rows;
}

PictureOptions pictureOptions(const CommandLine& command, const QString& ending)
{
    PictureOptions options;
    if (command.size && !parsePictureSize(*command.size, options))
        refuse("--size", *command.size, tr("WxH in px such as 1200x800, or 16cmx9cm, 160mmx90mm, 6inx4in"));
    if (command.dpi)
        options.dpi = dpiOf(*command.dpi);
    if (command.theme)
        options.theme = themeOf(*command.theme);
    if (command.background && *command.background != "white" && *command.background != "transparent")
        refuse("--background", *command.background, "white, transparent");
    options.transparent = command.background == QString("transparent");
    if (command.rows)
        options.rows = rowsOf(*command.rows, ending);
    return options;
}

} // namespace

void runExport(const CommandLine& command)
{
    const QString ending = QFileInfo(command.out).suffix().toLower();
    if (!pictureEndings().contains(ending))
        refuse("--out", command.out, tr("a file ending in .%1").arg(pictureEndings().join(", .")));
    const ViewInfo& view = viewOf(command.view);
    const PictureOptions options = pictureOptions(command, ending);
    const encodings::State state = stateFromWish(command.wish);
    try {
        savePicture(view, state, command.out, options);
    } catch (const PictureError& error) {
        throw Failure(error.fileFault() ? Failure::File : Failure::Usage, QString::fromUtf8(error.what()));
    }
}
