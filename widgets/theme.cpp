// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme.h"

#include <QFontDatabase>

#include <iterator>

namespace {

Theme lightTheme()
{
    return { .ground = QColor(0xFFFFFF),
        .panel = QColor(0xF6F7F9),
        .text = QColor(0x1B1F24),
        .mutedText = QColor(0x57606A),
        .hairline = QColor(0x8C959F),
        .grid = QColor(0xE8EBEF),
        .beyond = QColor(0xFDF3E4),
        .beyondHatch = QColor(0xEFD9B4),
        .trained = QColor(0x0072B2),
        .unseen = QColor(0xD55E00),
        .interpolated = QColor(0x009E73) };
}

Theme darkTheme()
{
    return { .ground = QColor(0x15181C),
        .panel = QColor(0x1D2126),
        .text = QColor(0xE6E8EB),
        .mutedText = QColor(0xA3ABB5),
        .hairline = QColor(0x6B7480),
        .grid = QColor(0x272C33),
        .beyond = QColor(0x2A241B),
        .beyondHatch = QColor(0x4A3D28),
        .trained = QColor(0x56B4E9),
        .unseen = QColor(0xF07F2E),
        .interpolated = QColor(0x2BC59A) };
}

/// The palette's order is part of every picture; on dark grounds the darker ones are lifted to 3 : 1 or
/// better.
constexpr QRgb seriesOnLight[]
    = { 0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x7A5C3E, 0x5B5B5B };
constexpr QRgb seriesOnDark[]
    = { 0x3C9FDB, 0xF07F2E, 0x2BC59A, 0xDB93BC, 0xF0B429, 0x7CC8F2, 0xB08D68, 0x9A9A9A };

} // namespace

Theme Theme::named(Name name)
{
    Theme theme = name == Name::Dark ? darkTheme() : lightTheme();
    if (name == Name::Projector) {
        theme.textSize = 13.5;
        theme.lineWidth = 2.5;
        theme.text = QColor(Qt::black);
        theme.mutedText = QColor(0x2F363D);
        theme.hairline = QColor(0x57606A);
    }
    if (name == Name::Print)
        theme.text = QColor(Qt::black);
    return theme;
}

Theme Theme::of(const QPalette& palette)
{
    const bool dark
        = palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
    return named(dark ? Name::Dark : Name::Light);
}

QColor Theme::series(std::size_t index) const
{
    const bool dark = ground.lightness() < 128;
    return QColor(dark ? seriesOnDark[index % std::size(seriesOnDark)]
                       : seriesOnLight[index % std::size(seriesOnLight)]);
}

QList<double> Theme::seriesDash(std::size_t index)
{
    static const QList<double> dashes[] = { {}, { 9, 4 }, { 3, 3 }, { 14, 4, 3, 4 } };
    // The ninth series has the first colour again, but not its dash.
    return dashes[(index + index / std::size(seriesOnLight)) % std::size(dashes)];
}

QColor Theme::towardsGround(const QColor& color, double part) const
{
    const auto mixed = [part](int from, int to) { return qRound(from + (to - from) * part); };
    return QColor(mixed(color.red(), ground.red()), mixed(color.green(), ground.green()),
        mixed(color.blue(), ground.blue()));
}

QFont Theme::font(double factor) const
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPointSizeF(textSize * factor);
    return font;
}

QPalette Theme::palette() const
{
    QPalette palette;
    palette.setColor(QPalette::Window, panel);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, ground);
    palette.setColor(QPalette::AlternateBase, panel);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, mutedText);
    palette.setColor(QPalette::Button, panel);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, unseen);
    palette.setColor(QPalette::ToolTipBase, panel);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Link, trained);
    palette.setColor(QPalette::LinkVisited, trained);
    palette.setColor(QPalette::Highlight, trained);
    palette.setColor(QPalette::HighlightedText, ground);
    const bool dark = ground.lightness() < 128;
    palette.setColor(QPalette::Light, dark ? panel.lighter(150) : QColor(0xFFFFFF));
    palette.setColor(QPalette::Midlight, dark ? panel.lighter(130) : QColor(0xF0F2F4));
    palette.setColor(QPalette::Mid, dark ? panel.lighter(160) : QColor(0xC4CAD1));
    palette.setColor(QPalette::Dark, dark ? panel.darker(140) : QColor(0xA6AEB8));
    palette.setColor(QPalette::Shadow, dark ? QColor(0x08090A) : QColor(0x6B7480));
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, hairline);
    return palette;
}
