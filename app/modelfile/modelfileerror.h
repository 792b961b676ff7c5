// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <stdexcept>

/// `text` without line breaks and other control characters, and not longer than a sentence: what a file holds
/// goes into messages, whatever it is.
QString onOneLine(const QString& text);

/// A model file that cannot be read. One sentence says the file, the place in it, what is wrong and what is
/// allowed.
class ModelFileError : public std::runtime_error {
public:
    /// `where` is a key (`text_config.rope_theta`), a line, or empty for the file as a whole.
    ModelFileError(const QString& path, const QString& where, const QString& problem);

    const QString& path() const { return m_path; }
    const QString& where() const { return m_where; }
    const QString& problem() const { return m_problem; }
    /// The whole sentence, as people read it; what() is the same in UTF-8.
    QString message() const;

private:
    QString m_path;
    QString m_where;
    QString m_problem;
};
