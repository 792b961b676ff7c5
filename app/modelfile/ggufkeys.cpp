// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufkeys.h"

#include "filenumbers.h"
#include "modelfileerror.h"

#include <QCoreApplication>

#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("GgufKeys", text); }

QString typeInWords(const GgufValue& value)
{
    struct Words {
        QString operator()(double number) const { return tr("the number %1").arg(asWritten(number)); }
        QString operator()(bool isTrue) const { return isTrue ? tr("true") : tr("false"); }
        QString operator()(const QString& text) const { return tr("the text \"%1\"").arg(text.left(60)); }
        QString operator()(const GgufList& list) const { return tr("a list of %1").arg(list.count); }
    };
    return std::visit(Words {}, value);
}

} // namespace

GgufKeys::GgufKeys(QString path, const GgufFile& file)
    : m_path(std::move(path))
    , m_file(file)
{
    m_architecture = text("general.architecture");
    if (m_architecture.isEmpty()) {
        throw ModelFileError(m_path, "general.architecture",
            tr("not in the file; the name of an architecture, such as llama, is expected"));
    }
}

bool GgufKeys::hasAny(const QString& start) const
{
    const auto first = m_file.metadata.lower_bound(full(start));
    return first != m_file.metadata.end() && first->first.startsWith(full(start));
}

const GgufValue* GgufKeys::find(const QString& wholeKey)
{
    const auto found = m_file.metadata.find(wholeKey);
    if (found == m_file.metadata.end())
        return nullptr;
    m_used.insert(wholeKey);
    return &found->second;
}

void GgufKeys::refuseType(const QString& wholeKey, const GgufValue& value, const QString& expected) const
{
    throw ModelFileError(
        m_path, wholeKey, tr("%1 stands here; %2 is expected").arg(typeInWords(value), expected));
}

void GgufKeys::refuse(const QString& key, const QString& problem) const
{
    throw ModelFileError(m_path, full(key), problem);
}

std::optional<double> GgufKeys::number(const QString& key)
{
    const GgufValue* value = find(full(key));
    if (value == nullptr)
        return std::nullopt;
    const double* number = std::get_if<double>(value);
    if (number == nullptr || !std::isfinite(*number))
        refuseType(full(key), *value, tr("a finite number"));
    return *number;
}

std::optional<double> GgufKeys::count(const QString& key)
{
    const auto found = number(key);
    if (found && !(*found >= 1.0 && std::floor(*found) == *found))
        refuseType(full(key), *found, tr("a whole number from 1 on"));
    return found;
}

std::optional<std::vector<double>> GgufKeys::numbers(const QString& key)
{
    const GgufValue* value = find(full(key));
    if (value == nullptr)
        return std::nullopt;
    std::vector<double> numbers;
    if (const double* number = std::get_if<double>(value))
        numbers = { *number };
    else if (const GgufList* list = std::get_if<GgufList>(value))
        numbers = list->numbers;
    if (numbers.empty())
        refuseType(full(key), *value, tr("a number or a short list of numbers"));
    for (const double number : numbers) {
        if (!std::isfinite(number))
            refuseType(full(key), number, tr("a list of finite numbers"));
    }
    return numbers;
}

std::optional<bool> GgufKeys::flag(const QString& key)
{
    const GgufValue* value = find(full(key));
    if (value == nullptr)
        return std::nullopt;
    const bool* flag = std::get_if<bool>(value);
    if (flag == nullptr)
        refuseType(full(key), *value, tr("true or false"));
    return *flag;
}

QString GgufKeys::text(const QString& wholeKey)
{
    const GgufValue* value = find(wholeKey);
    if (value == nullptr)
        return {};
    const QString* text = std::get_if<QString>(value);
    if (text == nullptr)
        refuseType(wholeKey, *value, tr("a text"));
    return *text;
}

void GgufKeys::requireAllowed(const char* parameterKey, double value, const QString& key) const
{
    if (const QString why = whyNotAllowed(parameterKey, value); !why.isEmpty())
        refuse(key, why);
}

QStringList GgufKeys::unused() const
{
    QStringList keys;
    for (const auto& [key, value] : m_file.metadata) {
        if (!m_used.contains(key) && !key.startsWith("tokenizer."))
            keys.append(onOneLine(key));
    }
    return keys;
}
