// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguffile.h"

#include "ggufcursor.h"
#include "modelfileerror.h"
#include "regularfile.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QFloat16>
#include <QStringDecoder>

#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("GgufFile", text); }

constexpr char magic[] = "GGUF";

/// As numbered in the file.
enum class Type : quint32 {
    UInt8,
    Int8,
    UInt16,
    Int16,
    UInt32,
    Int32,
    Float32,
    Bool,
    Text,
    List,
    UInt64,
    Int64,
    Float64
};

/// Far more than real files hold: some hundred keys, some thousand tensors, lists with one number per layer.
constexpr quint64 mostKeys = 65536;
constexpr quint64 mostTensors = 1000000;
constexpr quint64 longestKeptList = 4096;
constexpr qint64 longestKey = 65535; // the format's own limit
constexpr qint64 longestKeptText = 1024;
constexpr int deepestList = 8;
constexpr quint32 mostDimensions = 4;
/// One for each pair of the largest dimension that can be drawn.
constexpr quint64 mostFactors = 32768;
constexpr int mostWarnings = 8;

/// Smallest number of bytes that a value of `type` takes, or nothing for an unknown type.
std::optional<quint64> smallestSize(quint32 type)
{
    static constexpr quint64 sizes[] { 1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8 };
    return type < std::size(sizes) ? std::optional(sizes[type]) : std::nullopt;
}

struct Tensor {
    QString name;
    quint64 count = 1; ///< of its numbers; the largest quint64 where it is larger still
    quint32 type = 0;
    quint64 offset = 0; ///< in bytes from the start of the tensors
};

double fromBrainFloat(quint16 bits) { return std::bit_cast<float>(static_cast<quint32>(bits) << 16); }

double fromHalf(quint16 bits) { return static_cast<float>(std::bit_cast<qfloat16>(bits)); }

class Parser {
public:
    explicit Parser(GgufCursor cursor)
        : m_cursor(std::move(cursor))
    {
    }

    GgufFile run()
    {
        readHeader();
        readMetadata();
        readTensorTable();
        for (const auto& [name, tensor] : m_tensors)
            readFactors(tensor);
        return std::move(m_file);
    }

private:
    void readHeader()
    {
        if (m_cursor.remaining() < 4)
            m_cursor.refuse(tr("the file is too short; it should begin with the letters GGUF"));
        const quint32 letters = m_cursor.number<quint32>();
        if (std::memcmp(&letters, magic, 4) != 0)
            throw ModelFileError(m_cursor.path(), tr("byte 0"), tr("the letters GGUF are expected here"));
        const quint32 version = m_cursor.number<quint32>();
        if (version != 2 && version != 3)
            refuseVersion(version);
        m_tensorCount = m_cursor.number<quint64>();
        m_keyCount = m_cursor.number<quint64>();
        if (m_keyCount > mostKeys) {
            m_cursor.refuse(tr("%1 keys are announced; at most %2 are read").arg(m_keyCount).arg(mostKeys));
        }
        if (m_tensorCount > mostTensors) {
            m_cursor.refuse(
                tr("%1 tensors are announced; at most %2 are read").arg(m_tensorCount).arg(mostTensors));
        }
        constexpr quint64 smallestKey = 8 + 4 + 1; // length, type, value
        constexpr quint64 smallestTensor = 8 + 4 + 4 + 8; // length, dimensions, type, offset
        m_cursor.requireRoom(m_keyCount, smallestKey, tr("keys"));
        m_cursor.requireRoom(m_tensorCount, smallestTensor, tr("tensors"));
    }

    [[noreturn]] void refuseVersion(quint32 version) const
    {
        const QString expected = tr("versions 2 and 3 are read");
        if (version >= 0x01000000 && (version & 0x00ffffff) == 0) {
            m_cursor.refuse(
                tr("this is a big-endian file, for machines of another kind; little-endian files of %1")
                    .arg(expected));
        }
        if (version == 1)
            m_cursor.refuse(tr("this is version 1 of the format, with lengths of 32 bits; %1").arg(expected));
        m_cursor.refuse(tr("this is version %1 of the format; %2").arg(version).arg(expected));
    }

    void warn(const QString& text)
    {
        if (m_file.warnings.size() < mostWarnings)
            m_file.warnings.append(text);
    }

    QString name(const QString& what)
    {
        m_cursor.setPlace(what);
        const quint64 start = m_cursor.position();
        const QByteArray bytes = m_cursor.text(longestKey);
        if (m_cursor.position() - start - 8 > static_cast<quint64>(longestKey))
            m_cursor.refuse(tr("its name is longer than %1 bytes").arg(longestKey));
        QStringDecoder decoder(QStringDecoder::Utf8);
        const QString text = decoder(bytes);
        if (decoder.hasError())
            m_cursor.refuse(tr("its name is not text in UTF-8"));
        m_cursor.setPlace(onOneLine(text));
        return text;
    }

    void readMetadata()
    {
        for (quint64 i = 0; i < m_keyCount; ++i) {
            const QString key = name(tr("key %1 of %2").arg(i + 1).arg(m_keyCount));
            if (m_file.metadata.contains(key))
                warn(tr("%1 stands twice in the file: the last counts").arg(key));
            m_file.metadata[key] = value(m_cursor.number<quint32>());
        }
    }

    GgufValue value(quint32 type)
    {
        if (!smallestSize(type))
            refuseType(type);
        switch (static_cast<Type>(type)) {
        case Type::Bool:
            return truth();
        case Type::Text:
            return QString::fromUtf8(m_cursor.text(longestKeptText));
        case Type::List:
            return list(1);
        default:
            return number(static_cast<Type>(type));
        }
    }

    [[noreturn]] void refuseType(quint32 type) const
    {
        m_cursor.refuse(tr("value type %1 is unknown; types 0 to 12 are allowed").arg(type));
    }

    bool truth()
    {
        const quint8 byte = m_cursor.number<quint8>();
        if (byte > 1)
            m_cursor.refuse(tr("%1 is neither true (1) nor false (0)").arg(byte));
        return byte == 1;
    }

    double number(Type type)
    {
        switch (type) {
        case Type::UInt8:
            return m_cursor.number<quint8>();
        case Type::Int8:
            return m_cursor.number<qint8>();
        case Type::UInt16:
            return m_cursor.number<quint16>();
        case Type::Int16:
            return m_cursor.number<qint16>();
        case Type::UInt32:
            return m_cursor.number<quint32>();
        case Type::Int32:
            return m_cursor.number<qint32>();
        case Type::Float32:
            return static_cast<double>(m_cursor.number<float>());
        case Type::UInt64:
            return static_cast<double>(m_cursor.number<quint64>());
        case Type::Int64:
            return static_cast<double>(m_cursor.number<qint64>());
        default:
            return m_cursor.number<double>();
        }
    }

    GgufList list(int depth)
    {
        if (depth > deepestList)
            m_cursor.refuse(tr("lists are nested too deeply; at most %1 levels are read").arg(deepestList));
        const quint32 type = m_cursor.number<quint32>();
        const auto size = smallestSize(type);
        if (!size)
            refuseType(type);
        GgufList list { .count = m_cursor.number<quint64>(), .numbers = {} };
        m_cursor.requireRoom(list.count, *size, tr("elements"));
        const Type element = static_cast<Type>(type);
        if (element == Type::Text || element == Type::List) {
            for (quint64 i = 0; i < list.count; ++i) {
                if (element == Type::Text)
                    m_cursor.text(0);
                else
                    this->list(depth + 1);
            }
        } else if (list.count > longestKeptList || depth > 1) {
            m_cursor.skip(list.count * *size);
        } else {
            for (quint64 i = 0; i < list.count; ++i)
                list.numbers.push_back(element == Type::Bool ? (truth() ? 1.0 : 0.0) : number(element));
        }
        return list;
    }

    void readTensorTable()
    {
        quint64 lastOffset = 0;
        for (quint64 i = 0; i < m_tensorCount; ++i) {
            Tensor tensor;
            tensor.name = name(tr("tensor %1 of %2").arg(i + 1).arg(m_tensorCount));
            const quint32 dimensions = m_cursor.number<quint32>();
            if (dimensions > mostDimensions) {
                m_cursor.refuse(
                    tr("%1 dimensions; at most %2 are allowed").arg(dimensions).arg(mostDimensions));
            }
            for (quint32 j = 0; j < dimensions; ++j) {
                const quint64 length = m_cursor.number<quint64>();
                constexpr quint64 most = std::numeric_limits<quint64>::max();
                tensor.count = length != 0 && tensor.count > most / length ? most : tensor.count * length;
            }
            tensor.type = m_cursor.number<quint32>();
            tensor.offset = m_cursor.number<quint64>();
            lastOffset = std::max(lastOffset, tensor.offset);
            if (tensor.name == "position_embd.weight")
                m_file.hasPositionTable = true;
            if (tensor.name == "rope_freqs.weight" || tensor.name == "rope_factors_long.weight"
                || tensor.name == "rope_factors_short.weight") {
                if (m_tensors.contains(tensor.name))
                    warn(tr("tensor %1 stands twice in the file: the last counts").arg(tensor.name));
                m_tensors[tensor.name] = tensor;
            }
        }
        findTensorData();
        if (m_tensorCount > 0 && lastOffset >= m_dataSize) {
            warn(tr("the file ends before its last tensor (byte %1 after byte %2): it may not be complete")
                     .arg(lastOffset)
                     .arg(m_dataStart));
        }
    }

    void findTensorData()
    {
        m_cursor.setPlace({});
        quint64 alignment = 32; // the format's default
        if (const auto found = m_file.metadata.find("general.alignment"); found != m_file.metadata.end()) {
            const double* number = std::get_if<double>(&found->second);
            if (number == nullptr || !(*number >= 1.0 && *number <= 1073741824.0)
                || std::floor(*number) != *number || !std::has_single_bit(static_cast<quint64>(*number))) {
                throw ModelFileError(m_cursor.path(), found->first,
                    tr("a power of two from 1 to 2^30 is expected: tensors begin at its multiples"));
            }
            alignment = static_cast<quint64>(*number);
        }
        m_alignment = alignment;
        m_dataStart = (m_cursor.position() + alignment - 1) / alignment * alignment;
        const quint64 end = m_cursor.position() + m_cursor.remaining();
        m_dataSize = end > m_dataStart ? end - m_dataStart : 0;
    }

    void readFactors(const Tensor& tensor)
    {
        const QString where = tr("tensor %1").arg(tensor.name);
        const auto refuse
            = [&](const QString& problem) { throw ModelFileError(m_cursor.path(), where, problem); };
        const bool isHalf = tensor.type == 1;
        const bool isBrainFloat = tensor.type == 30;
        if (tensor.type != 0 && !isHalf && !isBrainFloat)
            refuse(tr("number type %1 is not read here; F32, F16 and BF16 are").arg(tensor.type));
        if (tensor.count == 0 || tensor.count > mostFactors) {
            refuse(tr("%1 numbers, one for each pair, are not possible; 1 to %2 are allowed")
                       .arg(tensor.count)
                       .arg(mostFactors));
        }
        if (tensor.offset % m_alignment != 0) {
            refuse(tr("its offset %1 is not a multiple of the alignment %2")
                       .arg(tensor.offset)
                       .arg(m_alignment));
        }
        const quint64 bytes = tensor.count * (isHalf || isBrainFloat ? 2 : 4);
        if (tensor.offset > m_dataSize || bytes > m_dataSize - tensor.offset) {
            refuse(tr("its %1 bytes from byte %2 on lie outside the file, which ends at byte %3")
                       .arg(bytes)
                       .arg(static_cast<double>(m_dataStart) + static_cast<double>(tensor.offset), 0, 'f', 0)
                       .arg(m_dataStart + m_dataSize));
        }
        m_cursor.setPlace(where);
        m_cursor.jump(m_dataStart + tensor.offset);
        std::vector<double> factors;
        for (quint64 i = 0; i < tensor.count; ++i) {
            const double factor = isHalf ? fromHalf(m_cursor.number<quint16>())
                : isBrainFloat           ? fromBrainFloat(m_cursor.number<quint16>())
                                         : static_cast<double>(m_cursor.number<float>());
            if (!(factor > 0.0 && std::isfinite(factor)))
                m_cursor.refuse(tr("number %1 is %2; every pair's divisor is above 0").arg(i).arg(factor));
            factors.push_back(factor);
        }
        m_file.factors[tensor.name] = std::move(factors);
    }

    GgufCursor m_cursor;
    GgufFile m_file;
    quint64 m_keyCount = 0;
    quint64 m_tensorCount = 0;
    quint64 m_alignment = 32;
    quint64 m_dataStart = 0;
    quint64 m_dataSize = 0;
    std::map<QString, Tensor> m_tensors;
};

} // namespace

bool isGgufFile(const QString& path)
{
    if (!QFileInfo(path).isFile()) // a device or a pipe may never end
        return false;
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(4) == magic;
}

GgufFile readGgufFile(const QString& path)
{
    QFile file(path);
    openRegularFile(file, tr("a GGUF file"), QIODevice::ReadOnly | QIODevice::Unbuffered);
    const auto read = [&file](quint64 offset, char* to, qint64 size) -> qint64 {
        return file.seek(static_cast<qint64>(offset)) ? file.read(to, size) : -1;
    };
    return Parser(GgufCursor(path, static_cast<quint64>(file.size()), read)).run();
}

GgufFile parseGgufFile(QByteArrayView bytes, const QString& name)
{
    const auto read = [bytes](quint64 offset, char* to, qint64 size) -> qint64 {
        std::memcpy(to, bytes.data() + offset, static_cast<std::size_t>(size));
        return size;
    };
    return Parser(GgufCursor(name, static_cast<quint64>(bytes.size()), read)).run();
}
