// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufyarn.h"

#include "filenumbers.h"

#include "encodings/numbertext.h"
#include "encodings/yarn.h"

#include <QCoreApplication>

#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("GgufYarn", text); }

/// Single precision has no more digits than these.
QString shown(double number) { return QString::fromStdString(encodings::displayNumber(number)); }

/// A number above 0.
std::optional<double> positive(GgufKeys& keys, const QString& key)
{
    const auto found = keys.number(key);
    if (found && !(*found > 0.0))
        keys.refuse(key, tr("%1 is not possible; a number above 0 is").arg(asWritten(*found)));
    return found;
}

/// A number from 0 to 1; negative ones mean "not set" in llama.cpp.
std::optional<double> share(GgufKeys& keys, const QString& key)
{
    const auto found = keys.number(key);
    if (!found || *found < 0.0)
        return std::nullopt;
    if (*found > 1.0)
        keys.refuse(key, tr("%1 is not possible; a number from 0 to 1 is").arg(asWritten(*found)));
    return found;
}

/// mscale_all_dim as the file has it, or 0.
double weightOfAll(GgufKeys& keys, const GgufArchitecture& architecture, const QString& key)
{
    if (architecture.logMultiplier == 0.0)
        return 0.0;
    const double stored = keys.number(key).value_or(0.0);
    if (stored < 0.0)
        keys.refuse(key, tr("%1 is not possible; a number from 0 on is").arg(asWritten(stored)));
    return stored / architecture.logMultiplier;
}

/// Without the ramp llama.cpp takes the file's own factor.
double ownAttnFactor(GgufKeys& keys, double attnFactor, GgufGroup& group)
{
    const QString key = QStringLiteral("rope.scaling.yarn_attn_factor");
    const auto own = positive(keys, key);
    if (own)
        group.origins["attention_factor"] = tr("file: %1").arg(keys.full(key));
    return own.value_or(1.0) * attnFactor;
}

/// ggml multiplies what is returned here by 0.1 ln(factor) + 1.
double rampAttnFactor(
    GgufKeys& keys, const GgufArchitecture& architecture, double factor, double attnFactor, GgufGroup& group)
{
    const QString key = QStringLiteral("rope.scaling.yarn_log_multiplier");
    const double ofAll = weightOfAll(keys, architecture, key);
    // llama.cpp knows no mscale of its own and takes that of DeepSeek V2 from here.
    const double weight = keys.architecture() == "deepseek2" && ofAll != 0.0 ? ofAll : 1.0;
    const QString rule = ofAll == 0.0 ? tr("0.1 ln(factor) + 1")
                                      : tr("from %1 (mscale_all_dim %2)").arg(keys.full(key), shown(ofAll));
    group.origins["attention_factor"] = attnFactor == 1.0
        ? tr("llama.cpp's rule: %1").arg(rule)
        : tr("llama.cpp's rule: %1, times %2").arg(rule, keys.full("rope.scaling.attn_factor"));
    if (architecture.scalesScores) {
        group.layers.model.values.set("logit_scaling", true);
        group.layers.model.values.set("mscale_all_dim", weight);
        group.origins["logit_factor"] = ofAll == 0.0
            ? tr("llama.cpp's rule: (0.1 ln(factor) + 1)²")
            : tr("llama.cpp's rule: (0.1 %1 ln(factor) + 1)², %2").arg(shown(weight), keys.full(key));
    }
    const double byGgml = 1.0 + 0.1 * std::log(factor);
    if (!(byGgml > 0.0))
        keys.refuse("rope.scaling.factor", tr("%1 is too small for YaRN in ggml").arg(asWritten(factor)));
    return encodings::yarnAttentionFactor(factor, weight) / encodings::yarnAttentionFactor(factor, ofAll)
        * attnFactor / byGgml;
}

} // namespace

void readGgufYarn(
    GgufKeys& keys, const GgufArchitecture& architecture, double factor, double attnFactor, GgufGroup& group)
{
    encodings::Values& values = group.layers.model.values;
    values.set("convention", std::string("ggml"));
    const double ext = share(keys, "rope.scaling.yarn_ext_factor").value_or(1.0);
    values.set("ext_factor", ext);
    for (const auto& [key, name] : { std::pair("rope.scaling.yarn_beta_fast", "beta_fast"),
             std::pair("rope.scaling.yarn_beta_slow", "beta_slow") }) {
        if (const auto found = positive(keys, key)) {
            values.set(name, *found);
            group.origins[name] = tr("file: %1").arg(keys.full(key));
        }
    }
    values.set("attn_factor",
        ext == 0.0 ? ownAttnFactor(keys, attnFactor, group)
                   : rampAttnFactor(keys, architecture, factor, attnFactor, group));
    group.layers.model.encodings = { "yarn" };
}
