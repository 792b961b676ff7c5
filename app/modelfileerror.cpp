// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelfileerror.h"

namespace {

QString sentence(const QString& path, const QString& where, const QString& problem)
{
    return where.isEmpty() ? path + ": " + problem : path + ": " + where + ": " + problem;
}

} // namespace

ModelFileError::ModelFileError(const QString& path, const QString& where, const QString& problem)
    : std::runtime_error(sentence(path, where, problem).toStdString())
    , m_path(path)
    , m_where(where)
    , m_problem(problem)
{
}

QString ModelFileError::message() const
{
    return sentence(m_path, m_where, m_problem);
}
