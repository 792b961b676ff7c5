// SPDX-License-Identifier: GPL-3.0-or-later
#include "encoding.h"

#include "alibi.h"
#include "cape.h"
#include "complexwords.h"
#include "cope.h"
#include "datransformer.h"
#include "deberta.h"
#include "dynamicntk.h"
#include "fire.h"
#include "floater.h"
#include "giraffe.h"
#include "kerple.h"
#include "lambdamask.h"
#include "learned.h"
#include "logn.h"
#include "longrope.h"
#include "mrope.h"
#include "nope.h"
#include "ntk.h"
#include "ntkbyparts.h"
#include "ntkvariants.h"
#include "parametererror.h"
#include "pi.h"
#include "pose.h"
#include "proportional.h"
#include "randomized.h"
#include "rerope.h"
#include "resonance.h"
#include "rope.h"
#include "sandwich.h"
#include "selfextend.h"
#include "shape.h"
#include "shaw.h"
#include "sinusoidal.h"
#include "streamingllm.h"
#include "t5.h"
#include "transformerxl.h"
#include "tupe.h"
#include "windowed.h"
#include "xpos.h"
#include "yarn.h"

#include <algorithm>
#include <map>

namespace encodings {

std::span<const Encoding> allEncodings()
{
    static const std::vector<Encoding> encodings {
        sinusoidal(),
        learned(),
        shape(),
        cape(),
        complexWords(),
        floater(),
        rope(),
        xpos(),
        proportional(),
        mrope(),
        positionInterpolation(),
        ntkAware(),
        ntkSimple(),
        ntkFixed(),
        ntkMixed(),
        dynamicNtk(),
        ntkByParts(),
        ntkByParts2023(),
        yarn(),
        dynamicYarn(),
        longRope(),
        llama3(),
        adjustedBase(),
        truncatedBasis(),
        powerBasis(),
        resonance(),
        t5(),
        daTransformer(),
        alibi(),
        kerpleLog(),
        kerplePower(),
        sandwich(),
        fire(),
        shaw(),
        transformerXl(),
        huang(),
        tupe(),
        deberta(),
        cope(),
        nope(),
        randomized(),
        pose(),
        rerope(),
        leakyRerope(),
        selfExtend(),
        windowed(),
        lambdaMask(),
        streamingLlm(),
        logN(),
    };
    return encodings;
}

const Encoding& encodingById(std::string_view id)
{
    std::string ids;
    for (const Encoding& encoding : allEncodings()) {
        if (encoding.id == id)
            return encoding;
        ids += (ids.empty() ? "" : ", ") + encoding.id;
    }
    throw ParameterError("encoding", std::string(id), ids);
}

namespace {

const char* wordsOf(Part part)
{
    switch (part) {
    case Part::Positions:
        return "the position ids";
    case Part::Renumbering:
        return "the places in a cache";
    case Part::Mechanism:
        return "how attention learns of positions";
    case Part::Rounding:
        return "how frequencies are rounded";
    case Part::Decay:
        return "the decay with distance";
    case Part::Axes:
        return "the axes of pairs";
    case Part::Distance:
        return "the distance of query and key";
    case Part::Visibility:
        return "which keys a query sees";
    case Part::Temperature:
        return "the temperature";
    }
    return "the same part";
}

std::string idsOf(const std::vector<const Encoding*>& encodings)
{
    std::string ids;
    for (const Encoding* encoding : encodings)
        ids += (ids.empty() ? "" : "+") + encoding->id;
    return ids;
}

/// What is added to the embedding of a token is the same for every query; a sum that decays has no value for
/// later keys.
void requireOneDistance(const std::vector<const Encoding*>& encodings, const Scheme& scheme)
{
    const bool additive = std::holds_alternative<AdditiveTable>(scheme.mechanism)
        || std::holds_alternative<AdditiveRows>(scheme.mechanism);
    if (additive && (scheme.distance || scheme.renumbered))
        throw ParameterError("encoding", idsOf(encodings),
            "distances and cache places with RoPE or a bias: a table added to the embedding knows none");
    const auto* rotary = std::get_if<Rotary>(&scheme.mechanism);
    if (!scheme.causal && rotary && rotary->decay.size() > 0)
        throw ParameterError("causal", "false",
            "true with " + idsOf(encodings) + ": its scores of later keys grow without end");
}

/// One series holds one value for each key: encodings that mean different things by it cannot share it.
void requireOneMeaning(const std::vector<const Encoding*>& encodings)
{
    std::map<std::string_view, std::pair<const Encoding*, const Parameter*>> meant;
    for (const Encoding* encoding : encodings) {
        for (const Parameter& parameter : encoding->parameters) {
            const auto [place, isNew] = meant.emplace(parameter.key, std::pair(encoding, &parameter));
            if (!isNew && place->second.first != encoding && place->second.second->label != parameter.label)
                throw ParameterError("encoding", place->second.first->id + "+" + encoding->id,
                    "one of the two, because they mean different things by " + parameter.key);
        }
    }
}

} // namespace

std::vector<const Encoding*> completed(std::span<const std::string> ids)
{
    std::vector<const Encoding*> encodings;
    for (const std::string& id : ids)
        encodings.push_back(&encodingById(id));
    const bool hasMechanism = std::any_of(encodings.begin(), encodings.end(), [](const Encoding* encoding) {
        return std::count(encoding->parts.begin(), encoding->parts.end(), Part::Mechanism) > 0;
    });
    const auto completing = std::find_if(encodings.begin(), encodings.end(),
        [](const Encoding* encoding) { return !encoding->completedBy.empty(); });
    if (!hasMechanism && completing != encodings.end())
        encodings.push_back(&encodingById((*completing)->completedBy));
    return encodings;
}

Scheme combine(std::span<const std::string> ids, const Values& resolved)
{
    if (ids.empty())
        throw ParameterError("encoding", "empty", "at least one encoding");
    std::vector<const Encoding*> encodings = completed(ids);
    std::map<Part, const Encoding*> filled;
    for (const Encoding* encoding : encodings) {
        for (const Part part : encoding->parts) {
            const auto [place, isNew] = filled.emplace(part, encoding);
            if (!isNew)
                throw ParameterError("encoding", place->second->id + "+" + encoding->id,
                    std::string("one of the two, because both set ") + wordsOf(part));
        }
    }
    requireOneMeaning(encodings);

    std::stable_sort(encodings.begin(), encodings.end(),
        [](const Encoding* one, const Encoding* other) { return one->parts.front() < other->parts.front(); });
    Scheme scheme;
    for (const Encoding* encoding : encodings)
        encoding->apply(resolved, scheme);
    if (const std::string& causal = resolved.text("causal"); causal != "auto")
        scheme.causal = causal == "true";
    requireOneDistance(encodings, scheme);
    return scheme;
}

} // namespace encodings
