// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodingtext.h"

#include "coretext.h"

#include <QRegularExpression>

namespace {

class EncodingText {
    Q_DECLARE_TR_FUNCTIONS(EncodingText)
};

} // namespace

QString muted(const QString& html, const Theme& theme)
{
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(theme.mutedText.name(), html);
}

QString honestLabel(encodings::Trainable trainable)
{
    switch (trainable) {
    case encodings::Trainable::Slider:
        return EncodingText::tr("few trained numbers, here moved by hand");
    case encodings::Trainable::Untrained:
        return EncodingText::tr("untrained: seeded random numbers");
    case encodings::Trainable::Imported:
        return EncodingText::tr("imported weights");
    case encodings::Trainable::Fixed:
        break;
    }
    return EncodingText::tr("fixed: nothing is trained");
}

QString citationHtml(const std::string& citation)
{
    static const QRegularExpression arxiv(QStringLiteral("arXiv:? ?(\\d{4}\\.\\d{4,5})"));
    QString html = coreText(citation).toHtmlEscaped();
    return html.replace(arxiv, QStringLiteral("<a href='https://arxiv.org/abs/\\1'>arXiv\u00a0\\1</a>"));
}

QString formulaHtml(
    const std::vector<const encodings::Encoding*>& used, const encodings::Values& values, const Theme& theme)
{
    QString html;
    for (const encodings::Encoding* encoding : used) {
        if (!encoding->formula)
            continue;
        for (const encodings::FormulaLine& line : encoding->formula(values)) {
            html += QStringLiteral("<p style='margin:%1px 0 0 0; line-height:115%; color:%3'>%2</p>")
                        .arg(html.isEmpty() ? 0 : 6)
                        .arg(coreText(line.symbols), theme.text.name());
            if (!line.numbers.empty())
                html += QStringLiteral("<p style='margin:0; line-height:115%'>%1</p>")
                            .arg(muted(coreText(line.numbers), theme));
        }
    }
    // A label cuts a superscript off its first line: leave a little room above.
    return html.isEmpty() ? html : QStringLiteral("<p style='margin:0; font-size:3px'>&nbsp;</p>") + html;
}
