// SPDX-License-Identifier: GPL-3.0-or-later
#include "arrayfile.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace encodings {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
/// NumPy itself reads no longer headers unasked.
constexpr std::size_t longestHeader = 10000;
constexpr std::size_t bytesPerBlock = std::size_t { 1 } << 20;

struct Header {
    std::string type; ///< as in the file: "<f8"
    bool fortran = false;
    std::vector<std::int64_t> shape;
};

/// The Python dict of a header: 'descr', 'fortran_order' and 'shape', each once, in any order.
class HeaderText {
public:
    explicit HeaderText(std::string_view text)
        : m_text(text)
    {
    }

    Header read()
    {
        std::optional<std::string> type;
        std::optional<bool> fortran;
        std::optional<std::vector<std::int64_t>> shape;
        expect('{');
        while (!accept('}')) {
            const std::string key = word();
            expect(':');
            if (key == "descr" && !type)
                type = word();
            else if (key == "fortran_order" && !fortran)
                fortran = truth();
            else if (key == "shape" && !shape)
                shape = tuple();
            else
                fail();
            if (!accept(',') && !next('}'))
                fail();
        }
        skipSpace();
        if (m_at != m_text.size() || !type || !fortran || !shape)
            fail();
        return { *type, *fortran, *shape };
    }

private:
    [[noreturn]] void fail() const
    {
        throw std::runtime_error("its header is wrong at character " + std::to_string(m_at)
            + ": 'descr' with a number type, 'fortran_order' and 'shape' are expected");
    }
    void skipSpace() { m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size()); }
    bool next(char letter)
    {
        skipSpace();
        return m_at < m_text.size() && m_text[m_at] == letter;
    }
    bool accept(char letter)
    {
        const bool found = next(letter);
        m_at += found ? 1 : 0;
        return found;
    }
    void expect(char letter)
    {
        if (!accept(letter))
            fail();
    }
    std::string word()
    {
        const char quote = next('"') ? '"' : '\'';
        expect(quote);
        const std::size_t end = m_text.find(quote, m_at);
        if (end == std::string_view::npos)
            fail();
        const std::string text(m_text.substr(m_at, end - m_at));
        m_at = end + 1;
        return text;
    }
    bool truth()
    {
        skipSpace();
        for (const std::string_view name : { "True", "False" }) {
            if (m_text.substr(m_at).starts_with(name)) {
                m_at += name.size();
                return name == "True";
            }
        }
        fail();
    }
    std::vector<std::int64_t> tuple()
    {
        std::vector<std::int64_t> numbers;
        expect('(');
        while (!accept(')')) {
            skipSpace();
            std::int64_t number = 0;
            const char* const end = m_text.data() + m_text.size();
            const auto [stop, error] = std::from_chars(m_text.data() + m_at, end, number);
            if (error != std::errc())
                fail();
            m_at = static_cast<std::size_t>(stop - m_text.data());
            numbers.push_back(number);
            if (!accept(',') && !next(')'))
                fail();
        }
        return numbers;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// Half precision, IEEE 754: 1 bit sign, 5 exponent, 10 fraction.
double fromHalf(std::uint16_t bits)
{
    const int exponent = (bits >> 10) & 0x1f;
    const int fraction = bits & 0x3ff;
    double number = 0.0;
    if (exponent == 0x1f)
        number
            = fraction ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    else if (exponent == 0)
        number = std::ldexp(fraction, -24);
    else
        number = std::ldexp(fraction + 0x400, exponent - 25);
    return bits & 0x8000 ? -number : number;
}

template <typename Number> double decoded(const char* bytes)
{
    Number number {};
    std::memcpy(&number, bytes, sizeof number);
    return static_cast<double>(number);
}

double decodedHalf(const char* bytes)
{
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);
    return fromHalf(bits);
}

struct NumberType {
    std::string_view name;
    std::size_t size = 0;
    double (*decode)(const char* bytes) = nullptr; ///< bytes in the order of this machine
};

constexpr std::array<NumberType, 12> numberTypes { {
    { "f8", 8, decoded<double> },
    { "f4", 4, decoded<float> },
    { "f2", 2, decodedHalf },
    { "i8", 8, decoded<std::int64_t> },
    { "i4", 4, decoded<std::int32_t> },
    { "i2", 2, decoded<std::int16_t> },
    { "i1", 1, decoded<std::int8_t> },
    { "u8", 8, decoded<std::uint64_t> },
    { "u4", 4, decoded<std::uint32_t> },
    { "u2", 2, decoded<std::uint16_t> },
    { "u1", 1, decoded<std::uint8_t> },
    { "b1", 1, decoded<std::uint8_t> },
} };

const NumberType& typeNamed(const std::string& name)
{
    const auto found = std::find_if(numberTypes.begin(), numberTypes.end(),
        [&](const NumberType& type) { return name.size() == 3 && name.substr(1) == type.name; });
    const std::string_view orders = found != numberTypes.end() && found->size == 1 ? "<>|=" : "<>=";
    if (found == numberTypes.end() || orders.find(name.front()) == std::string_view::npos) {
        std::string readable = name.substr(0, 20);
        std::replace_if(
            readable.begin(), readable.end(), [](char letter) { return letter < ' ' || letter > '~'; }, '?');
        throw std::runtime_error("its numbers have the type " + readable
            + "; float16, float32, float64 and whole numbers are read");
    }
    return *found;
}

std::string taken(std::istream& stream, std::size_t size)
{
    std::string bytes(size, '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(size));
    if (static_cast<std::size_t>(stream.gcount()) != size)
        throw std::runtime_error("it ends inside its header");
    return bytes;
}

Header takenHeader(std::istream& stream)
{
    if (taken(stream, magic.size()) != magic)
        throw std::runtime_error("it does not begin as a NumPy file");
    const std::string version = taken(stream, 2);
    const int major = static_cast<unsigned char>(version[0]);
    if (major < 1 || major > 3 || version[1] != 0) {
        throw std::runtime_error("it has format " + std::to_string(major) + '.'
            + std::to_string(static_cast<unsigned char>(version[1])) + "; 1.0, 2.0 and 3.0 are read");
    }
    std::size_t length = 0;
    const std::string bytes = taken(stream, major == 1 ? 2 : 4);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        length |= std::size_t { static_cast<unsigned char>(bytes[i]) } << (8 * i);
    if (length > longestHeader)
        throw std::runtime_error("its header is " + std::to_string(length) + " bytes long");
    return HeaderText(taken(stream, length)).read();
}

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text;
    for (const std::int64_t size : shape)
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    return '(' + text + (shape.size() == 1 ? ",)" : ")");
}

void requireTable(const std::vector<std::int64_t>& shape)
{
    const std::string start = "its shape is " + shapeText(shape);
    if (shape.size() != 2)
        throw std::runtime_error(start + "; two dimensions are expected: rows and columns");
    if (shape[0] < 1 || shape[1] < 1)
        throw std::runtime_error(start + "; at least one row and one column are expected");
    if (shape[0] > mostNumbersOfFile || shape[1] > mostNumbersOfFile / shape[0])
        throw std::runtime_error(
            start + "; at most " + std::to_string(mostNumbersOfFile) + " numbers are read");
}

std::int64_t bytesLeft(std::istream& stream)
{
    const auto here = stream.tellg();
    stream.seekg(0, std::ios::end);
    const auto end = stream.tellg();
    stream.seekg(here);
    return static_cast<std::int64_t>(end - here);
}

} // namespace

Eigen::MatrixXd readNpy(std::istream& stream)
{
    const Header header = takenHeader(stream);
    requireTable(header.shape);
    const NumberType& type = typeNamed(header.type);
    const std::int64_t count = header.shape[0] * header.shape[1];
    const auto expected = count * static_cast<std::int64_t>(type.size);
    if (const std::int64_t left = bytesLeft(stream); left != expected) {
        throw std::runtime_error("its header announces " + std::to_string(expected)
            + " bytes of numbers, and there are " + std::to_string(left));
    }
    const bool swapped = (header.type.front() == '>') == (std::endian::native == std::endian::little)
        && header.type.front() != '=';
    Eigen::MatrixXd table(header.shape[0], header.shape[1]);
    std::string block;
    for (std::int64_t index = 0; index < count;) {
        const auto numbers = std::min<std::int64_t>(count - index, std::int64_t { bytesPerBlock / 8 });
        block.resize(static_cast<std::size_t>(numbers) * type.size);
        if (!stream.read(block.data(), static_cast<std::streamsize>(block.size())))
            throw std::runtime_error("it cannot be read to its end");
        for (char* bytes = block.data(); bytes != block.data() + block.size(); bytes += type.size, ++index) {
            if (swapped)
                std::reverse(bytes, bytes + type.size);
            const std::int64_t row = header.fortran ? index % table.rows() : index / table.cols();
            const std::int64_t column = header.fortran ? index / table.rows() : index % table.cols();
            table(row, column) = type.decode(bytes);
            if (!std::isfinite(table(row, column))) {
                throw std::runtime_error("its number at [" + std::to_string(row) + ", "
                    + std::to_string(column) + "] is not finite");
            }
        }
    }
    return table;
}

std::string npyHeader(std::int64_t rows, std::int64_t columns)
{
    std::string dict
        = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shapeText({ rows, columns }) + ", }";
    const std::size_t start = magic.size() + 4;
    dict.append(63 - (start + dict.size()) % 64, ' '); // the numbers begin at a multiple of 64 bytes
    dict += '\n';
    std::string bytes(magic);
    bytes += { '\x01', '\x00', static_cast<char>(dict.size() & 0xff), static_cast<char>(dict.size() >> 8) };
    return bytes + dict;
}

void appendNpyRows(std::string& bytes, const Eigen::Ref<const Eigen::ArrayXXd>& rows)
{
    bytes.reserve(bytes.size() + static_cast<std::size_t>(rows.size()) * sizeof(double));
    for (Eigen::Index row = 0; row < rows.rows(); ++row) {
        for (Eigen::Index column = 0; column < rows.cols(); ++column) {
            std::array<char, sizeof(double)> number {};
            std::memcpy(number.data(), &rows.coeffRef(row, column), number.size());
            if constexpr (std::endian::native == std::endian::big)
                std::reverse(number.begin(), number.end());
            bytes.append(number.data(), number.size());
        }
    }
}

} // namespace encodings
