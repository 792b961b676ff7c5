// SPDX-License-Identifier: GPL-3.0-or-later
#include "csv.h"

#include "encodings/arrayfile.h"

#include <QIODevice>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace {

constexpr Eigen::Index cellsPerBlock = 1 << 16;

std::string quotedIfNeeded(const std::string& name)
{
    if (name.find_first_of(",\"\n\r") == std::string::npos)
        return name;
    std::string quoted = "\"";
    for (const char letter : name)
        quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return quoted + "\"";
}

void appendNumber(QByteArray& text, double number)
{
    char buffer[40];
    const std::to_chars_result result
        = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::general, 17);
    text.append(buffer, result.ptr - buffer);
}

/// Calls write(first row, values) for one block of rows after the other, while it returns true.
template <typename Write> bool inBlocks(const CsvTable& table, const CsvRows& wanted, Write write)
{
    const Eigen::Index count = wanted.count();
    const Eigen::Index rowsPerBlock
        = std::max<Eigen::Index>(1, cellsPerBlock / std::max<Eigen::Index>(1, cellsPerRow(table)));
    Eigen::ArrayXXd values;
    for (Eigen::Index done = 0; done < count; done += rowsPerBlock) {
        const double first = wanted.first + wanted.step * static_cast<double>(done);
        table.fill(first, wanted.step, std::min(rowsPerBlock, count - done), values);
        if (!write(first, values))
            return false;
    }
    return true;
}

} // namespace

Eigen::Index CsvRows::count() const
{
    const double steps = (last - first) / step;
    return steps < 0 ? 0 : static_cast<Eigen::Index>(std::floor(steps)) + 1;
}

CsvTable tableOverRange(const encodings::Scene& scene, const std::string& rowName)
{
    CsvTable table;
    table.rowName = rowName;
    std::tie(table.rows.first, table.rows.last) = scene.range();
    const encodings::Parameter& range = *encodings::findParameter(encodings::sharedParameters(), "range");
    table.lowestRow = range.minimum;
    table.highestRow = range.maximum;
    return table;
}

CsvTable tableOverPairs(
    const encodings::Scene& scene, const std::vector<std::string>& names, std::vector<Eigen::ArrayXXd> values)
{
    CsvTable table;
    table.rowName = "pair";
    table.highestRow = -1.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        table.highestRow = std::max(table.highestRow, static_cast<double>(values[i].rows() - 1));
        for (const std::string& name : names)
            table.columns.push_back(scene.series[i].label + "." + name);
    }
    table.rows = { 0.0, table.highestRow, 1.0 };
    table.fill = [values = std::move(values), each = static_cast<Eigen::Index>(names.size())](
                     double first, double step, Eigen::Index count, Eigen::ArrayXXd& cells) {
        cells.setConstant(
            count, each * static_cast<Eigen::Index>(values.size()), std::numeric_limits<double>::quiet_NaN());
        for (Eigen::Index row = 0; row < count; ++row) {
            const double pair = first + step * static_cast<double>(row);
            if (!(pair >= 0.0) || pair != std::floor(pair))
                continue;
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (pair < static_cast<double>(values[i].rows()))
                    cells.row(row).segment(each * static_cast<Eigen::Index>(i), each)
                        = values[i].row(static_cast<Eigen::Index>(pair));
            }
        }
    };
    return table;
}

Eigen::Index cellsPerRow(const CsvTable& table)
{
    return static_cast<Eigen::Index>(table.columns.size()) * table.keys.count();
}

bool writeCsv(QIODevice& device, const CsvTable& table, const std::optional<CsvRows>& rows)
{
    const bool pairs = !table.keyName.empty();
    QByteArray text = QByteArray::fromStdString(table.rowName);
    if (pairs)
        text.append(',').append(QByteArray::fromStdString(table.keyName));
    for (const std::string& column : table.columns)
        text.append(',').append(QByteArray::fromStdString(quotedIfNeeded(column)));
    for (const std::string& column : table.wordColumns)
        text.append(',').append(QByteArray::fromStdString(quotedIfNeeded(column)));
    text.append('\n');

    const CsvRows wanted = rows.value_or(table.rows);
    const Eigen::Index keys = table.keys.count();
    const bool written = inBlocks(table, wanted, [&](double first, const Eigen::ArrayXXd& values) {
        for (Eigen::Index line = 0; line < values.rows() * keys; ++line) {
            const Eigen::Index row = line / keys;
            const Eigen::Index key = line % keys;
            if (pairs && values(row, Eigen::seqN(key, values.cols() / keys, keys)).isNaN().all())
                continue;
            appendNumber(text, first + wanted.step * static_cast<double>(row));
            if (pairs) {
                text.append(',');
                appendNumber(text, table.keys.first + table.keys.step * static_cast<double>(key));
            }
            for (Eigen::Index cell = key; cell < values.cols(); cell += keys) {
                text.append(',');
                if (!std::isnan(values(row, cell)))
                    appendNumber(text, values(row, cell));
            }
            if (table.words) {
                for (const std::string& word : table.words(first + wanted.step * static_cast<double>(row)))
                    text.append(',').append(QByteArray::fromStdString(quotedIfNeeded(word)));
            }
            text.append('\n');
        }
        const bool taken = device.write(text) == text.size();
        text.clear();
        return taken;
    });
    return written && device.write(text) == text.size();
}

bool writeNpy(QIODevice& device, const CsvTable& table, const std::optional<CsvRows>& rows)
{
    const CsvRows wanted = rows.value_or(table.rows);
    std::string bytes = encodings::npyHeader(wanted.count(), cellsPerRow(table));
    const auto send = [&] {
        const auto size = static_cast<qint64>(bytes.size());
        const bool taken = device.write(bytes.data(), size) == size;
        bytes.clear();
        return taken;
    };
    return send() && inBlocks(table, wanted, [&](double, const Eigen::ArrayXXd& values) {
        encodings::appendNpyRows(bytes, values);
        return send();
    });
}
