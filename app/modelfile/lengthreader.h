// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "headshape.h"

/// The longest context that the file names, for any kind of encoding; notes "context_length" and warns of
/// keys that differ. `factor`: a linear scaling, whose extended length may stand in a key of its own.
std::optional<FoundNumber> readContextLength(
    const ConfigSection& config, std::optional<double> factor, GroupNotes& notes);

/// Lengths and factor of one group of layers, which contradict each other in many files: reads them into
/// `layers`, and notes, warns and asks accordingly.
class LengthReader {
public:
    LengthReader(const ConfigSection& config, const RopeBlock& block, GroupNotes& notes, ModelLayers& layers)
        : m_config(config)
        , m_block(block)
        , m_notes(notes)
        , m_layers(layers)
        , m_values(layers.model.values)
    {
    }

protected:
    using Answer = std::optional<FoundNumber>;

    /// What is said of a length that stands in max_position_embeddings alone.
    static QString claimed();
    /// The question for the trained length: `shorter`, or the `context` that the file names.
    static QString whichLength(double shorter, double context);
    /// The longest context that the file names.
    Answer context();
    /// `length` is the trained length, as `remark` qualifies.
    void setTrained(const FoundNumber& length, const QString& remark = {});
    /// original_max_position_embeddings, in the block or beside it.
    Answer original() const;
    /// The trained length is unknown, for the reason `why`; frequencies do not depend on it.
    void noTrainedLength(const QString& why);
    /// Drawn is `length`, which the file does not call the trained length.
    void assumeTrained(
        double length, const QString& origin, const QString& warning, const OpenQuestion& question);
    /// The trained length is unknown, and there are no frequencies without it.
    void askNeededLength();
    /// Notes the context that the scaling aims at.
    void extended(double length, const QString& origin);
    /// The factor of the block.
    Answer factor(bool required);
    /// Takes `found` as the factor.
    void setFactor(const FoundNumber& found);
    /// For scalings that count from original_max_position_embeddings; Hugging Face fills in
    /// max_position_embeddings where it is missing.
    void trainedByOriginal();
    /// The written factor against max_position_embeddings / original.
    void compareFactors(double trained);
    /// A factor that the file does not write, where the lengths imply it.
    void factorFromLengths();

    const ConfigSection& m_config;
    const RopeBlock& m_block;
    GroupNotes& m_notes;
    ModelLayers& m_layers;
    encodings::Values& m_values;
};
