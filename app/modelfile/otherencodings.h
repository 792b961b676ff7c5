// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QString>

#include <optional>

/// What a file says about an encoding that turns nothing; what it does not say is absent.
struct OtherEncoding {
    QString kind; ///< as ModelFile::kind
    QString vectorsByDistance {}; ///< position_embedding_type where it is about those: "relative_key"
    std::optional<double> width {}; ///< of the model: that of a table added to the embedding
    encodings::Values numbers {}; ///< keys of the encoding's parameters
};

/// Gives `model` this encoding, with dimension and head dimension that fit it. None for "unknown".
void fillOtherEncoding(const OtherEncoding& said, encodings::Model& model);
