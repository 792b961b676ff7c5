// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

#include <QString>

// Answers to View::whyNot that views have in common; empty where the series has what they name.

/// Pairs that turn: frequencies.
QString whyNoPairs(const encodings::SceneSeries& series);
/// Pairs that turn by the same angle from every token to the next.
QString whyNoEvenTurns(const encodings::SceneSeries& series);
/// Even turns from an angle of 0 at position 0.
QString whyNoTurnsFromZero(const encodings::SceneSeries& series);
/// Even turns, and distances that are query - key.
QString whyNoPlainDistances(const encodings::SceneSeries& series);
/// Queries and keys that are turned.
QString whyNoRotation(const encodings::SceneSeries& series);
/// A term of the score (a bias, a content term, a multiplier), or nothing at all.
QString whyNoScoreTerm(const encodings::SceneSeries& series);
/// A vector that is added to the embedding.
QString whyNoAddedTable(const encodings::SceneSeries& series);
/// Values of dimensions at a position: an added vector, or the cosines and sines of turning pairs.
QString whyNoTable(const encodings::SceneSeries& series);
