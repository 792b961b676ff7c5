// SPDX-License-Identifier: GPL-3.0-or-later
#include "jsontext.h"

#include "modelfileerror.h"
#include "regularfile.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QSet>

#include <vector>

namespace {

/// Nothing of what describes a model is nested anywhere near as deep; QJsonDocument stops at 1024.
constexpr std::size_t deepest = 512;

/// So many repeated keys are named.
constexpr qsizetype mostRepeated = 8;
/// Repetition is looked for among the first so many keys; real files hold some hundreds.
constexpr qsizetype mostKeys = 100000;

/// Begins a string that stands for a bare word. No key or text of a model file holds this control character.
constexpr char marker = '\x7f';

QString tr(const char* text) { return QCoreApplication::translate("JsonText", text); }

QString limitInWords() { return tr("%1 MB").arg(largestJsonText / (1024 * 1024)); }

QString placeOf(QByteArrayView bytes, qsizetype offset)
{
    qsizetype line = 1;
    qsizetype lineStart = 0;
    for (qsizetype i = 0; i < std::min(offset, bytes.size()); ++i) {
        if (bytes[i] == '\n') {
            ++line;
            lineStart = i + 1;
        }
    }
    return tr("line %1, near column %2").arg(line).arg(offset - lineStart + 1);
}

QString problemInWords(const QJsonParseError& error)
{
    switch (error.error) {
    case QJsonParseError::IllegalUTF8String:
        return tr("the text is not UTF-8");
    case QJsonParseError::DeepNesting:
        return tr("objects and lists are nested too deeply");
    case QJsonParseError::IllegalNumber:
        return tr("this is not a number that can be read");
    default:
        return tr("this is not valid JSON");
    }
}

/// One walk over the text before it is parsed: puts strings of the same length in the place of bare words, so
/// that offsets stay true, finds keys that stand twice in one object, and bounds the depth.
class Prescan {
public:
    /// `bytes` keep their length and place, so that keys can be remembered as views.
    Prescan(const QString& path, QByteArray& bytes)
        : m_path(path)
        , m_bytes(bytes)
    {
    }

    QStringList run()
    {
        for (m_at = 0; m_at < m_bytes.size(); ++m_at) {
            switch (m_bytes.at(m_at)) {
            case '"':
                skipString();
                break;
            case '{':
            case '[':
                open();
                break;
            case '}':
            case ']':
                if (!m_open.empty())
                    m_open.pop_back();
                break;
            case 'N':
                replaceWord("NaN");
                break;
            case 'I':
                replaceWord("Infinity");
                break;
            case '-':
                replaceWord("-Infinity");
                break;
            default:
                break;
            }
        }
        return m_repeated;
    }

private:
    void open()
    {
        if (m_open.size() == deepest) {
            throw ModelFileError(m_path, placeOf(m_bytes, m_at),
                tr("objects and lists are nested too deeply; at most %1 levels are read").arg(deepest));
        }
        m_open.emplace_back();
    }

    void skipString()
    {
        const qsizetype first = m_at + 1;
        for (++m_at; m_at < m_bytes.size() && m_bytes.at(m_at) != '"'; ++m_at) {
            if (m_bytes.at(m_at) == '\\')
                ++m_at;
        }
        if (!colonFollows(m_at + 1) || m_open.empty() || ++m_keys > mostKeys)
            return;
        const QByteArrayView key(m_bytes.constData() + first, m_at - first);
        QSet<QByteArrayView>& keys = m_open.back();
        if (keys.contains(key) && m_repeated.size() < mostRepeated
            && !m_repeated.contains(QString::fromUtf8(key)))
            m_repeated.append(QString::fromUtf8(key));
        keys.insert(key);
    }

    bool colonFollows(qsizetype next) const
    {
        while (next < m_bytes.size() && QByteArrayView(" \t\r\n").contains(m_bytes.at(next)))
            ++next;
        return next < m_bytes.size() && m_bytes.at(next) == ':';
    }

    /// Makes a text of `word`, unless it stands where only a key can stand.
    void replaceWord(QByteArrayView word)
    {
        const qsizetype last = m_at + word.size() - 1;
        if (QByteArrayView(m_bytes).sliced(m_at).startsWith(word) && !colonFollows(last + 1)) {
            m_bytes[m_at] = '"';
            m_bytes[m_at + 1] = marker;
            for (qsizetype i = m_at + 2; i < last; ++i)
                m_bytes[i] = word[1]; // tells Infinity from -Infinity
            m_bytes[last] = '"';
            m_at = last;
        }
    }

    const QString& m_path;
    QByteArray& m_bytes;
    qsizetype m_at = 0;
    qsizetype m_keys = 0;
    std::vector<QSet<QByteArrayView>> m_open;
    QStringList m_repeated;
};

} // namespace

JsonText parseJsonText(const QString& path, QByteArray bytes)
{
    if (bytes.startsWith("\xef\xbb\xbf"))
        bytes.remove(0, 3);
    if (bytes.trimmed().isEmpty())
        throw ModelFileError(path, {}, tr("the file is empty; a JSON object is expected"));
    if (bytes.contains('\0'))
        throw ModelFileError(path, {}, tr("this is not text; a JSON object in UTF-8 is expected"));
    const QByteArray start = bytes.trimmed().left(1);
    if (start != "{" && start != "[") // Qt takes null or a number alone for broken JSON
        throw ModelFileError(
            path, placeOf(bytes, bytes.indexOf(start)), tr("a JSON object ({ ... }) is expected"));

    bytes.detach();
    JsonText text;
    text.repeatedKeys = Prescan(path, bytes).run();
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &error);
    if (error.error != QJsonParseError::NoError) {
        const QString problem = error.offset >= bytes.size()
            ? tr("the text ends too early, in the middle of the JSON object")
            : problemInWords(error);
        throw ModelFileError(path, placeOf(bytes, error.offset), problem);
    }
    if (!document.isObject())
        throw ModelFileError(path, {}, tr("the file holds a JSON list; an object ({ ... }) is expected"));
    text.root = document.object();
    return text;
}

JsonText readJsonText(const QString& path)
{
    QFile file(path);
    openRegularFile(file, tr("a config.json file"));
    const QString tooLarge
        = tr("the file is larger than %1, which is more than a config.json holds").arg(limitInWords());
    if (file.size() > largestJsonText)
        throw ModelFileError(path, {}, tooLarge);
    const QByteArray bytes = file.read(largestJsonText + 1);
    if (file.error() != QFileDevice::NoError)
        throw ModelFileError(path, {}, tr("the file cannot be read (%1)").arg(file.errorString()));
    if (bytes.size() > largestJsonText)
        throw ModelFileError(path, {}, tooLarge);
    return parseJsonText(path, bytes);
}

QString nonFiniteWord(const QJsonValue& value)
{
    const QString text = value.toString();
    if (!text.startsWith(QLatin1Char(marker)))
        return {};
    if (text.size() == 1)
        return QStringLiteral("NaN");
    return text.at(1) == u'n' ? QStringLiteral("Infinity") : QStringLiteral("-Infinity");
}
