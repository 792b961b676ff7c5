// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <stdexcept>

/// Why a command cannot do what was asked, in one sentence, and the exit code that says so.
class Failure : public std::runtime_error {
public:
    enum Kind {
        File = 1, ///< a file that cannot be read or written
        Usage = 2 ///< an unknown option, id or key; a value outside what is allowed
    };

    Failure(Kind kind, const QString& message);

    Kind kind() const { return m_kind; }
    QString message() const { return QString::fromUtf8(what()); }

private:
    Kind m_kind;
};
