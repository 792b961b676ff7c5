// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parametererror.h"

#include <Eigen/Core>

#include <cstdint>
#include <istream>
#include <memory>
#include <string>

namespace encodings {

/// The most numbers that a file may hold: 1 GiB of them once read.
constexpr std::int64_t mostNumbersOfFile = std::int64_t { 1 } << 27;

/// A file of a table that cannot be read: names the path, with what is wrong and where.
class TableError : public ParameterError {
public:
    TableError(const std::string& path, const std::string& fault);
};

/// The table of numbers, (rows, columns), in the regular file at `path` (UTF-8): .npy or .csv, by its ending.
/// Both are at least 1 and all numbers are finite. Files that were read lately and did not change since are
/// not read again. May be called from any thread. Throws TableError.
std::shared_ptr<const Eigen::MatrixXd> readTable(const std::string& path);

/// Reads a NumPy array of two dimensions (format 1.0, 2.0, 3.0; float16, float32, float64, int8 to int64,
/// uint8 to uint64, bool; either byte order; C or Fortran order). Throws std::runtime_error that says what is
/// wrong and where. https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
Eigen::MatrixXd readNpy(std::istream& stream);

/// Reads lines of numbers separated by `,`, `;` or tabs, below an optional line of names. A first column
/// named `position` or `distance` is left out; positions have to count 0, 1, 2, ... Throws
/// std::runtime_error that names line and column.
Eigen::MatrixXd readCsv(std::istream& stream);

/// The start of a .npy file (format 1.0) of float64 in C order; the numbers of row after row follow.
std::string npyHeader(std::int64_t rows, std::int64_t columns);

/// Appends rows as they follow npyHeader.
void appendNpyRows(std::string& bytes, const Eigen::Ref<const Eigen::ArrayXXd>& rows);

} // namespace encodings
