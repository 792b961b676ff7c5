// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelfile/modelfile.h"

/// What a person says to open questions, by what they set (OpenQuestion::setting): texts as on the command
/// line.
using Answers = std::map<QString, QString>;

/// A model file that was read, with a person's answers to what it leaves open.
class OpenedModel {
public:
    explicit OpenedModel(ModelFile file);

    /// What the file says, and the answers in their places, marked as choices in its origins.
    const ModelFile& file() const { return m_file; }
    const Answers& answers() const { return m_answers; }
    /// The same file with `answers` instead. Throws ParameterError for one that its parameter does not allow.
    OpenedModel answered(const Answers& answers) const;

    /// Questions without an answer that drawing needs.
    std::vector<OpenQuestion> neededQuestions() const;
    /// What is drawn where a question has no answer, as on the command line; empty: what is shown stays.
    QString assumed(const OpenQuestion& question) const;

    /// The groups of layers that can be drawn, in the order of the file.
    std::vector<const ModelLayers*> drawable() const;
    /// Their models, called by the name of the file, and of the group where there are several.
    const std::vector<encodings::Model>& models() const { return m_models; }
    /// The group that `model`, one of models(), stands for, or nullptr.
    const ModelLayers* groupOf(const encodings::Model& model) const;
    /// Why `group` cannot be drawn, in a few words; empty when it can.
    QString whyNot(const ModelLayers& group) const;

private:
    void apply(const QString& setting, const QString& text);
    void collectModels();

    ModelFile m_said; ///< without answers
    ModelFile m_file;
    Answers m_answers;
    std::vector<encodings::Model> m_models;
};

/// The parameter that an answer sets, or nullptr ("encoding").
const encodings::Parameter* parameterOf(const OpenQuestion& question);

/// Whether `answer` to the question for the encoding, ids joined by +, names encodings of this program alone.
bool canBeDrawn(const QString& answer);

/// Whether such an answer names an encoding that turns queries and keys.
bool turnsPairs(const QString& answer);

/// Whether `question` matters once `encoding` is the answer to the question for the encoding.
bool countsFor(const OpenQuestion& question, const QString& encoding);

/// An answer as people read it: "RoPE", "10,000".
QString answerInWords(const OpenQuestion& question, const QString& answer);
