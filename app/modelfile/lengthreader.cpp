// SPDX-License-Identifier: GPL-3.0-or-later
#include "lengthreader.h"

#include "encodings/numbertext.h"

#include <QCoreApplication>

#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("LengthReader", text); }

QString shown(double number) { return QString::fromStdString(encodings::displayNumber(number)); }

/// Every length that the file states, the one that Hugging Face reads first.
std::vector<FoundNumber> lengths(const ConfigSection& config)
{
    std::vector<FoundNumber> found;
    for (const char* key : { "max_position_embeddings", "n_positions", "max_sequence_length", "max_seq_len",
             "max_seq_length", "seq_length", "seq_len", "n_ctx", "model_max_length" }) {
        if (const auto length = config.count(key))
            found.push_back(*length);
    }
    return found;
}

} // namespace

std::optional<FoundNumber> readContextLength(
    const ConfigSection& config, std::optional<double> factor, GroupNotes& notes)
{
    const std::vector<FoundNumber> all = lengths(config);
    if (all.empty()) {
        notes.origin("context_length", tr("not in the file (max_position_embeddings)"));
        return std::nullopt;
    }
    FoundNumber used = all.front();
    for (const FoundNumber& other : all) {
        // Vicuna writes both: 4096 positions, and 16384 with the factor.
        if (factor && *factor > 1 && other.value == all.front().value * *factor)
            used = other;
    }
    for (const FoundNumber& other : all) {
        if (other.value != used.value)
            notes.warn(tr("%1 is %2 and %3 is %4: %1 is used as the context length")
                           .arg(used.key, asWritten(used.value), other.key, asWritten(other.value)));
    }
    config.requireAllowed("trained_length", used.value, used.key);
    notes.fromFile("context_length", used);
    return used;
}

QString LengthReader::whichLength(double shorter, double context)
{
    return tr("The file does not name the trained length: it is %1 if %2 is the extended length, else %2.")
        .arg(asWritten(shorter), asWritten(context));
}

QString LengthReader::claimed() { return tr("claimed: the file does not say how the model was trained"); }

LengthReader::Answer LengthReader::context()
{
    const Answer length = readContextLength(m_config, m_layers.factor, m_notes);
    if (length)
        m_layers.contextLength = length->value;
    return length;
}

void LengthReader::setTrained(const FoundNumber& length, const QString& remark)
{
    m_config.requireAllowed("trained_length", length.value, length.key);
    m_notes.fromFile("trained_length", length, remark);
    m_layers.trainedLength = length.value;
    m_values.set("trained_length", length.value);
}

LengthReader::Answer LengthReader::original() const
{
    const QString key = "original_max_position_embeddings";
    const Answer inside = m_block.section ? m_block.section->count(key) : std::nullopt;
    return inside ? inside : m_config.count(key);
}

void LengthReader::noTrainedLength(const QString& why)
{
    m_notes.origin("trained_length", why);
    m_notes.warnOfChoice(
        "trained_length", tr("the trained length is not in the file; the length already shown stays"));
    m_notes.ask({ "trained_length", tr("The trained length is not in the file."), { "2048", "4096", "8192" },
        false });
}

void LengthReader::assumeTrained(
    double length, const QString& origin, const QString& warning, const OpenQuestion& question)
{
    m_notes.origin("trained_length", origin);
    m_values.set("trained_length", length);
    m_notes.warnOfChoice("trained_length", warning);
    m_notes.ask(question);
}

void LengthReader::askNeededLength()
{
    m_notes.origin("trained_length", tr("not in the file"));
    m_notes.ask({ "trained_length", tr("The trained length is not in the file, and this scaling needs it."),
        { "4096", "8192", "32768" }, true });
}

void LengthReader::extended(double length, const QString& origin)
{
    m_notes.origin("extended_length", tr("%1, %2").arg(asWritten(length), origin));
}

LengthReader::Answer LengthReader::factor(bool required)
{
    const Answer found = m_block.section->number("factor");
    if (!found && required) {
        m_block.section->refuse(
            "factor", tr("missing; a number is expected beside type \"%1\"").arg(m_block.type));
    }
    if (found)
        setFactor(*found);
    return found;
}

void LengthReader::setFactor(const FoundNumber& found)
{
    m_config.requireAllowed("scale", found.value, found.key);
    m_notes.fromFile("factor", found);
    m_layers.factor = found.value;
    m_values.set("scale", found.value);
}

void LengthReader::trainedByOriginal()
{
    const Answer length = context();
    if (const Answer named = original()) {
        setTrained(*named);
        compareFactors(named->value);
        return;
    }
    if (!length) {
        askNeededLength();
        return;
    }
    OpenQuestion question { "trained_length", tr("The file does not name the trained length."),
        { asWritten(length->value) }, false };
    QString intended;
    if (m_layers.factor && *m_layers.factor > 1) {
        const double shorter = std::floor(length->value / *m_layers.factor);
        question.answers.append(asWritten(shorter));
        question.question = whichLength(shorter, length->value);
        intended = tr("; if %1 is the extended length already, the trained length is %2")
                       .arg(asWritten(length->value), asWritten(shorter));
    }
    assumeTrained(length->value,
        tr("not in the file (original_max_position_embeddings): assumed %1, as transformers does")
            .arg(asWritten(length->value)),
        tr("original_max_position_embeddings is not in the file; assumed is %1 %2, as transformers does%3")
            .arg(length->key, asWritten(length->value), intended),
        question);
}

void LengthReader::compareFactors(double trained)
{
    if (!m_layers.factor)
        return;
    const double product = *m_layers.factor * trained;
    extended(product,
        tr("derived: trained_length %1 x factor %2").arg(asWritten(trained), asWritten(*m_layers.factor)));
    if (!m_layers.contextLength)
        return;
    const double implied = *m_layers.contextLength / trained;
    if (implied == 1.0 || std::abs(implied - *m_layers.factor) <= 1e-6 * implied)
        return;
    m_notes.warnOfChoice("factor",
        tr("factor is %1, but the context %2 / trained length %3 makes it %4: %1 is used, as in today's "
           "transformers; versions of 2025 took %4")
            .arg(asWritten(*m_layers.factor), asWritten(*m_layers.contextLength), asWritten(trained),
                shown(implied)));
    m_notes.ask({ "scale",
        tr("The file writes the factor %1, but its lengths make it %2. Which one counts?")
            .arg(asWritten(*m_layers.factor), shown(implied)),
        { asWritten(*m_layers.factor), asWritten(implied) }, false });
    m_values.set("max_positions", *m_layers.contextLength);
}

void LengthReader::factorFromLengths()
{
    const Answer named = original();
    if (m_layers.factor || !m_layers.contextLength || !named)
        return;
    const double implied = *m_layers.contextLength / named->value;
    m_config.requireAllowed("scale", implied, named->key);
    m_layers.factor = implied;
    m_values.set("scale", implied);
    m_notes.origin("factor",
        tr("derived: context_length %1 / trained_length %2")
            .arg(asWritten(*m_layers.contextLength), asWritten(named->value)));
    if (implied == 1.0)
        m_values.set("max_positions", *m_layers.contextLength);
}
