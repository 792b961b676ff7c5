// SPDX-License-Identifier: GPL-3.0-or-later
#include "numbertyping.h"

#include "coretext.h"

#include <QFontMetrics>
#include <QRegularExpression>

#include <cmath>

std::string typedNumber(QString text)
{
    static const QRegularExpression grouped(QStringLiteral("^-?\\d{1,3}(,\\d{3})+(\\.\\d*)?$"));
    text.replace(QChar(0x2212), QLatin1Char('-'));
    if (grouped.match(text).hasMatch())
        text.remove(QLatin1Char(','));
    return text.toStdString();
}

QString fittedNumber(double number, const QFontMetrics& metrics, int width)
{
    const QString full = shown(number);
    if (metrics.horizontalAdvance(full) <= width || number == 0.0 || !std::isfinite(number))
        return full;
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(number))));
    QString text;
    for (int digits = 6; digits >= 1; --digits) {
        text = shown(number, digits);
        if (std::abs(number) >= 1e6) {
            const double mantissa = number / std::pow(10.0, exponent);
            text = shown(mantissa, digits) + QStringLiteral(" × 10");
            static const QString superscripts = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
            for (const QChar digit : QString::number(exponent))
                text += superscripts.at(digit.digitValue());
            if (mantissa == 1.0)
                text.remove(0, 4);
        }
        if (metrics.horizontalAdvance(text) <= width)
            break;
    }
    return text;
}
