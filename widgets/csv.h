// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

#include <QString>

#include <Eigen/Core>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QIODevice;

/// Rows of a table, by the value of their first column: first, first + step, ... up to last, included.
/// Negative steps count down.
struct CsvRows {
    double first = 0.0;
    double last = 0.0;
    double step = 1.0;

    Eigen::Index count() const;
};

/// A table that can be computed in any run of rows, so that it is never held whole.
struct CsvTable {
    std::string rowName; ///< name of the first column
    std::vector<std::string> columns; ///< names of the others: "LABEL.NAME"
    CsvRows rows; ///< all that the view shows
    double lowestRow = 0.0; ///< smallest and largest first column that can be asked for
    double highestRow = 0.0;
    /// A table over pairs such as query and key: name and values of a second column. Every row then has a
    /// line for each key that has a value in any column. No name: one line for each row.
    std::string keyName {};
    CsvRows keys {};
    /// The same table without the keys after `last`, which is one of them. Empty: a row may have values at
    /// keys greater than its own number.
    std::function<CsvTable(double last)> upToKey {};
    /// Values of `count` rows first, first + step, ...; shape (count, columns times keys): the keys of the
    /// first column, then those of the next. NaN: an empty cell.
    std::function<void(double first, double step, Eigen::Index count, Eigen::ArrayXXd& values)> fill;
    /// Names of columns of words, after those of numbers and in CSV only, and the words of a row.
    std::vector<std::string> wordColumns {};
    std::function<std::vector<std::string>(double row)> words {};
};

/// A table without columns yet, with a row for every position or distance of the scene's range; any others
/// can be asked for.
CsvTable tableOverRange(const encodings::Scene& scene, const std::string& rowName);

/// A table with a row for every pair of the widest series and the columns `names` for every series. `values`:
/// one array for each series, of shape (its pairs, names).
CsvTable tableOverPairs(const encodings::Scene& scene, const std::vector<std::string>& names,
    std::vector<Eigen::ArrayXXd> values);

/// Numbers in one row: columns times keys.
Eigen::Index cellsPerRow(const CsvTable& table);

/// Writes a header and the rows: 17 significant digits, `.` and `,` in every locale, `\n`, quotes only where
/// a label needs them. False when the device fails.
bool writeCsv(QIODevice& device, const CsvTable& table, const std::optional<CsvRows>& rows = std::nullopt);

/// Writes the values alone as a NumPy array of float64, shape (rows, cellsPerRow), NaN for empty cells. False
/// when the device fails.
bool writeNpy(QIODevice& device, const CsvTable& table, const std::optional<CsvRows>& rows = std::nullopt);
