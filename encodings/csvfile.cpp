// SPDX-License-Identifier: GPL-3.0-or-later
#include "arrayfile.h"

#include "countednoun.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace encodings {

namespace {

constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \r");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \r") - first + 1);
}

/// A cell without the quotes around it.
std::string_view bare(std::string_view cell)
{
    cell = trimmed(cell);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
        cell = trimmed(cell.substr(1, cell.size() - 2));
    return cell;
}

/// NaN for what is a number that is not finite or too large; nothing for what is no number.
std::optional<double> numberIn(std::string_view cell)
{
    if (cell.starts_with('+'))
        cell.remove_prefix(1);
    double number = 0.0;
    const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    if (stop != cell.data() + cell.size() || error == std::errc::invalid_argument)
        return std::nullopt;
    if (error != std::errc() || !std::isfinite(number))
        return std::numeric_limits<double>::quiet_NaN();
    return number;
}

[[noreturn]] void refuse(std::size_t line, std::size_t column, const std::string& fault)
{
    throw std::runtime_error(
        "line " + std::to_string(line) + ", column " + std::to_string(column + 1) + ": " + fault);
}

/// The text of a cell, short enough for a sentence.
std::string quoted(std::string_view cell)
{
    constexpr std::size_t most = 40;
    return '"' + std::string(cell.substr(0, most)) + (cell.size() > most ? "…\"" : "\"");
}

class CsvReader {
public:
    explicit CsvReader(std::istream& stream)
        : m_stream(stream)
    {
    }

    Eigen::MatrixXd read()
    {
        std::string first;
        if (!takeRecord(first))
            throw std::runtime_error("it is empty");
        if (first.starts_with(byteOrderMark))
            first.erase(0, byteOrderMark.size());
        const std::size_t firstLine = m_recordLine;
        std::string second;
        const bool more = takeRecord(second);
        // a line of numbers holds no other separator; names may
        const std::string& sample = more ? second : first;
        m_separator = sample.find(';') != std::string::npos ? ';'
            : sample.find('\t') != std::string::npos        ? '\t'
                                                            : ',';
        if (!isHeader(first))
            takeNumbers(first, firstLine);
        for (bool another = more; another; another = takeRecord(second))
            takeNumbers(second, m_recordLine);
        if (m_numbers.empty())
            throw std::runtime_error("it has no line of numbers");
        const auto columns = static_cast<Eigen::Index>(m_columns - (m_counted ? 1 : 0));
        using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        return Eigen::Map<const Rows>(
            m_numbers.data(), static_cast<Eigen::Index>(m_numbers.size()) / columns, columns);
    }

private:
    /// The next line; with those that follow while a quote is open. False at the end of the file, which empty
    /// lines may precede.
    bool takeRecord(std::string& record)
    {
        record.clear();
        m_recordLine = m_line + 1;
        std::size_t empty = 0;
        bool inQuotes = false;
        std::string line;
        while (takeLine(line)) {
            if (record.empty() && trimmed(line).empty()) {
                ++empty;
                continue;
            }
            if (empty > 0)
                refuse(m_recordLine, 0, "an empty line");
            record += line;
            inQuotes = inQuotes != (std::count(line.begin(), line.end(), '"') % 2 == 1);
            if (!inQuotes)
                return true;
            record += '\n';
        }
        if (!record.empty())
            refuse(m_recordLine, 0, "a quote that is not closed");
        return false;
    }

    bool takeLine(std::string& line)
    {
        line.clear();
        if (!std::getline(m_stream, line))
            return false;
        ++m_line;
        if (line.find('\0') != std::string::npos)
            throw std::runtime_error(
                "a zero byte in line " + std::to_string(m_line) + ": it is not UTF-8 text");
        return true;
    }

    std::vector<std::string_view> cellsOf(const std::string& record) const
    {
        std::vector<std::string_view> cells;
        bool inQuotes = false;
        std::size_t start = 0;
        for (std::size_t i = 0; i < record.size(); ++i) {
            inQuotes = inQuotes != (record[i] == '"');
            if (record[i] == m_separator && !inQuotes) {
                cells.push_back(bare(std::string_view(record).substr(start, i - start)));
                start = i + 1;
            }
        }
        cells.push_back(bare(std::string_view(record).substr(start)));
        return cells;
    }

    /// A line of names; takes note of the first column. A name among numbers is a mistake, not a header.
    bool isHeader(const std::string& record)
    {
        const std::vector<std::string_view> cells = cellsOf(record);
        m_positions = cells.front() == "position";
        m_counted = m_positions || cells.front() == "distance";
        const bool named = m_counted || std::all_of(cells.begin(), cells.end(), [](std::string_view cell) {
            return !cell.empty() && !numberIn(cell);
        });
        if (!named)
            return false;
        if (cells.size() > 1 && cells[0] == "query" && cells[1] == "key")
            throw std::runtime_error("it lists pairs of query and key; a .npy file holds them as a table");
        m_columns = cells.size();
        if (m_columns == (m_counted ? 1U : 0U))
            throw std::runtime_error("it has no column beside " + std::string(cells.front()));
        return true;
    }

    void takeNumbers(const std::string& record, std::size_t line)
    {
        const std::vector<std::string_view> cells = cellsOf(record);
        if (m_columns == 0)
            m_columns = cells.size();
        if (cells.size() != m_columns) {
            refuse(line, std::min(cells.size(), m_columns),
                countedNoun(cells.size(), "cell") + ", where the lines before have "
                    + std::to_string(m_columns));
        }
        for (std::size_t column = 0; column < cells.size(); ++column) {
            const double number = numberAt(cells[column], line, column);
            if (!m_counted || column > 0)
                m_numbers.push_back(number);
            else if (m_positions && number != static_cast<double>(m_rows))
                refuse(line, column,
                    "position " + std::string(cells[column]) + ", where " + std::to_string(m_rows)
                        + " is expected");
        }
        ++m_rows;
        if (static_cast<std::int64_t>(m_numbers.size()) > mostNumbersOfFile)
            throw std::runtime_error("it has more than " + std::to_string(mostNumbersOfFile) + " numbers");
    }

    static double numberAt(std::string_view cell, std::size_t line, std::size_t column)
    {
        if (cell.empty())
            refuse(line, column, "an empty cell");
        const std::optional<double> number = numberIn(cell);
        if (!number)
            refuse(line, column, quoted(cell) + " is not a number");
        if (!std::isfinite(*number))
            refuse(line, column, quoted(cell) + " is not a finite number");
        return *number;
    }

    std::istream& m_stream;
    std::size_t m_line = 0; ///< lines taken
    std::size_t m_recordLine = 0; ///< where the record begins
    char m_separator = ',';
    std::size_t m_columns = 0; ///< cells in every line
    bool m_counted = false; ///< the first column says position or distance
    bool m_positions = false;
    std::size_t m_rows = 0;
    std::vector<double> m_numbers; ///< row after row
};

} // namespace

Eigen::MatrixXd readCsv(std::istream& stream) { return CsvReader(stream).read(); }

} // namespace encodings
