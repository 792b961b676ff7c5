// SPDX-License-Identifier: GPL-3.0-or-later
#include "otherencodings.h"

#include <cmath>

namespace {

std::string encodingOf(const OtherEncoding& said)
{
    if (said.vectorsByDistance == "relative_key")
        return "shaw";
    if (said.vectorsByDistance == "relative_key_query")
        return "huang";
    if (said.kind == "none")
        return "nope";
    return said.kind == "unknown" ? std::string() : said.kind.toStdString();
}

/// Vectors of a head, or those of the whole model, in pairs as every dimension here.
void setDimension(encodings::Model& model, std::optional<double> size)
{
    if (size && std::fmod(*size, 2.0) == 0.0)
        model.values.set("dimension", *size);
}

} // namespace

void fillOtherEncoding(const OtherEncoding& said, encodings::Model& model)
{
    const std::string id = encodingOf(said);
    model.encodings.clear();
    if (id.empty())
        return;
    model.encodings.push_back(id);
    model.values.merge(said.numbers);
    if (id == "shaw")
        model.values.set("shaw_convention", std::string("hf"));
    if (id == "learned") {
        model.values.erase("head_dimension");
        setDimension(model, said.width);
    } else {
        setDimension(model,
            model.values.contains("head_dimension") ? model.values.givenNumber("head_dimension")
                                                    : std::nullopt);
    }
}
