// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelfileerror.h"

namespace {

QString sentence(const QString& path, const QString& where, const QString& problem)
{
    return where.isEmpty() ? path + ": " + problem : path + ": " + where + ": " + problem;
}

} // namespace

QString onOneLine(const QString& text)
{
    constexpr qsizetype longest = 400;
    QString line = text.left(longest);
    for (QChar& character : line) {
        if (character.category() == QChar::Other_Control || character.category() == QChar::Separator_Line
            || character.category() == QChar::Separator_Paragraph)
            character = u' ';
    }
    return text.size() > longest ? line + u'…' : line;
}

ModelFileError::ModelFileError(const QString& path, const QString& where, const QString& problem)
    : std::runtime_error(sentence(path, onOneLine(where), onOneLine(problem)).toStdString())
    , m_path(path)
    , m_where(onOneLine(where))
    , m_problem(onOneLine(problem))
{
}

QString ModelFileError::message() const { return sentence(m_path, m_where, m_problem); }
