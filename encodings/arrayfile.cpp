// SPDX-License-Identifier: GPL-3.0-or-later
#include "arrayfile.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <vector>

namespace encodings {

namespace {

/// A file that was read, or why it cannot be.
struct ReadFile {
    std::string path;
    std::uintmax_t size = 0;
    std::filesystem::file_time_type changed;
    std::shared_ptr<const Eigen::MatrixXd> table;
    std::string fault;
};

constexpr std::size_t filesKept = 4;
/// Enough for as many numbers as are read, as text with 17 digits.
constexpr auto largestFile = static_cast<std::uintmax_t>(mostNumbersOfFile) * 32;

std::string endingOf(const std::filesystem::path& path)
{
    std::string ending = path.extension().string();
    for (char& letter : ending) {
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    }
    return ending;
}

Eigen::MatrixXd readFile(const std::filesystem::path& file)
{
    const std::string ending = endingOf(file);
    if (ending != ".npy" && ending != ".csv")
        throw std::runtime_error("its name does not end in .npy or .csv");
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw std::runtime_error("the file cannot be opened");
    return ending == ".npy" ? readNpy(stream) : readCsv(stream);
}

/// Latest first. Files of no more numbers than one file may have are kept beside it.
class RecentFiles {
public:
    ReadFile& at(const std::string& path, std::uintmax_t size, std::filesystem::file_time_type changed)
    {
        const auto found = std::find_if(m_files.begin(), m_files.end(), [&](const ReadFile& file) {
            return file.path == path && file.size == size && file.changed == changed;
        });
        if (found != m_files.end()) {
            std::rotate(m_files.begin(), found, found + 1);
            return m_files.front();
        }
        std::erase_if(m_files, [&](const ReadFile& file) { return file.path == path; });
        m_files.insert(m_files.begin(), { path, size, changed, nullptr, {} });
        return m_files.front();
    }

    void trim()
    {
        std::int64_t numbers = 0;
        std::size_t kept = 0;
        for (; kept < std::min(m_files.size(), filesKept); ++kept) {
            numbers += m_files[kept].table ? m_files[kept].table->size() : 0;
            if (kept > 0 && numbers > mostNumbersOfFile)
                break;
        }
        m_files.resize(kept);
    }

private:
    std::vector<ReadFile> m_files;
};

} // namespace

TableError::TableError(const std::string& path, const std::string& fault)
    : ParameterError(
        "table", path + " (" + fault + ")", "a .npy file of two dimensions or a .csv file, of finite numbers")
{
}

std::shared_ptr<const Eigen::MatrixXd> readTable(const std::string& path)
{
    namespace fs = std::filesystem;
    const fs::path file(std::u8string(path.begin(), path.end()));
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (path.empty() || !fs::exists(status))
        throw TableError(path.empty() ? "\"\"" : path, "there is no such file");
    if (!fs::is_regular_file(status))
        throw TableError(path, fs::is_directory(status) ? "this is a folder" : "this is not a regular file");
    const std::uintmax_t size = fs::file_size(file, error);
    if (!error && size > largestFile)
        throw TableError(path, "the file is larger than 4 GiB");
    const fs::file_time_type changed = fs::last_write_time(file, error);

    static std::mutex mutex;
    static RecentFiles recent;
    const std::lock_guard lock(mutex);
    ReadFile& entry = recent.at(path, size, changed);
    if (!entry.table && entry.fault.empty()) {
        try {
            entry.table = std::make_shared<const Eigen::MatrixXd>(readFile(file));
        } catch (const std::runtime_error& fault) {
            entry.fault = fault.what();
        } catch (const std::bad_alloc&) {
            entry.fault = "there is not enough memory for its numbers";
        }
    }
    const ReadFile answer = entry;
    recent.trim();
    if (!answer.table)
        throw TableError(path, answer.fault);
    return answer.table;
}

} // namespace encodings
