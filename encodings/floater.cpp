// SPDX-License-Identifier: GPL-3.0-or-later
#include "floater.h"

#include "formulatext.h"
#include "parametererror.h"
#include "recent.h"
#include "rope.h"
#include "scalingparameters.h"
#include "seeded.h"

#include <cmath>
#include <mutex>
#include <tuple>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

ArrayXd noValue(Index dimension)
{
    return ArrayXd::Constant(dimension, std::numeric_limits<double>::quiet_NaN());
}

/// p' = (J - damping) p from sines and cosines of 0, solved: angles grow by a frequency at every position.
AdditiveRows rotating(const ArrayXd& frequencies, double damping)
{
    const Index dimension = 2 * frequencies.size();
    return { .dimension = dimension, .at = [=](double id) -> ArrayXd {
                if (!(id >= 0.0))
                    return noValue(dimension);
                ArrayXd row(dimension);
                Eigen::Map<Eigen::Array2Xd> parts(row.data(), 2, frequencies.size());
                const double size = std::exp(-damping * id);
                parts.row(0) = size * (id * frequencies).sin();
                parts.row(1) = size * (id * frequencies).cos();
                return row;
            } };
}

/// Multiplications that the rows of one network may take in all: about a tenth of a second.
constexpr double affordable = 2e8;
constexpr Index widestNetwork = 1024;

/// Rows that a network of this width is followed for: a step of Runge and Kutta asks it four times.
double rowsOfNetwork(Index dimension)
{
    const auto width = static_cast<double>(dimension);
    return std::min(65536.0, std::floor(affordable / (8 * width * (width + 1))));
}

/// The path that an untrained network steers from an untrained start, followed as far as it is asked for.
/// Layers as in the released flow_func_linear: linear, ReLU, linear, each with the time beside its input;
/// Xavier-uniform weights, no bias. May be used from any thread.
class NetworkPath {
public:
    NetworkPath(std::uint64_t seed, Index dimension, double step)
        : m_seed(seed)
        , m_step(step)
        , m_rows(dimension, static_cast<Index>(rowsOfNetwork(dimension)))
    {
    }

    ArrayXd at(double id)
    {
        if (!(id >= 0.0 && id <= static_cast<double>(m_rows.cols() - 1)))
            return noValue(m_rows.rows());
        const auto below = static_cast<Index>(id);
        const double share = id - static_cast<double>(below);
        const std::lock_guard lock(m_mutex);
        follow(std::min(below + 2, m_rows.cols()));
        return share == 0.0
            ? m_rows.col(below).array()
            : ((1 - share) * m_rows.col(below) + share * m_rows.col(below + 1)).array().eval();
    }

private:
    MatrixXd layer(std::uint64_t number) const
    {
        const Index width = m_rows.rows();
        const double bound = std::sqrt(6.0 / static_cast<double>(2 * width + 1));
        return MatrixXd::NullaryExpr(width, width + 1, [&](Index row, Index column) {
            const auto index = static_cast<std::uint64_t>(column * width + row);
            return bound * (2 * seededUniform(m_seed, TableStream + number, index) - 1);
        });
    }

    VectorXd direction(const VectorXd& point, double time) const
    {
        const Index width = m_rows.rows();
        const auto timed = [&](const MatrixXd& weights, const VectorXd& input) -> VectorXd {
            return weights.leftCols(width) * input + time * weights.col(width);
        };
        return timed(m_second, timed(m_first, point).cwiseMax(0.0));
    }

    void follow(Index count)
    {
        if (m_known == 0) {
            m_first = layer(1);
            m_second = layer(2);
            const double bound = std::sqrt(6.0 / static_cast<double>(m_rows.rows() + 1));
            m_rows.col(0) = VectorXd::NullaryExpr(m_rows.rows(), [&](Index i) {
                return bound * (2 * seededUniform(m_seed, TableStream, static_cast<std::uint64_t>(i)) - 1);
            });
            m_known = 1;
        }
        for (; m_known < count; ++m_known)
            m_rows.col(m_known) = next(m_rows.col(m_known - 1), m_step * static_cast<double>(m_known - 1));
    }

    /// A step of the classic method of Runge and Kutta. NaN once the path has left what numbers can hold.
    VectorXd next(const VectorXd& point, double time) const
    {
        const double half = m_step / 2;
        const VectorXd one = direction(point, time);
        const VectorXd two = direction(point + half * one, time + half);
        const VectorXd three = direction(point + half * two, time + half);
        const VectorXd four = direction(point + m_step * three, time + m_step);
        const VectorXd reached = point + m_step / 6 * (one + 2 * two + 2 * three + four);
        return reached.cwiseAbs().maxCoeff() < farthest ? reached : noValue(point.size()).matrix();
    }

    static constexpr double farthest = 1e100;

    const std::uint64_t m_seed;
    const double m_step;
    std::mutex m_mutex;
    MatrixXd m_first;
    MatrixXd m_second;
    MatrixXd m_rows; ///< (dimension, positions)
    Index m_known = 0; ///< positions that have been reached
};

AdditiveRows steered(const Values& values)
{
    const Index dimension = values.integer("dimension");
    if (dimension > widestNetwork)
        throw ParameterError("dimension", displayNumber(static_cast<double>(dimension)),
            "at most " + displayNumber(static_cast<double>(widestNetwork)) + " with dynamics network");
    using Key = std::tuple<std::uint64_t, Index, double>;
    static Recent<Key, NetworkPath> recent;
    const Key key { static_cast<std::uint64_t>(values.number("seed")), dimension, values.number("step") };
    const std::shared_ptr<NetworkPath> path = recent.at(
        key, [&] { return std::make_shared<NetworkPath>(std::get<0>(key), dimension, std::get<2>(key)); });
    return { .dimension = dimension, .length = rowsOfNetwork(dimension), .at = [path](double id) {
                return path->at(id);
            } };
}

void apply(const Values& values, Scheme& scheme)
{
    const std::string& dynamics = values.text("dynamics");
    if (dynamics == "network")
        scheme.mechanism = steered(values);
    else
        scheme.mechanism = rotating(geometricFrequencies(values.number("base"), values.integer("dimension")),
            dynamics == "damped" ? values.number("damping") : 0.0);
}

std::vector<FormulaLine> formula(const Values& values)
{
    const std::string& dynamics = values.text("dynamics");
    const double step = values.number("step");
    std::vector<FormulaLine> lines { { "p(t) = p(0) + ∫<sub>0</sub><sup>t</sup> h(τ, p(τ)) dτ, t = m Δ",
        "Δ = " + displayNumber(step) } };
    if (dynamics == "network") {
        lines.push_back({ "h = W<sub>2</sub> [ReLU(W<sub>1</sub> [p; τ]); τ], untrained",
            "followed for " + displayNumber(rowsOfNetwork(values.integer("dimension"))) + " positions" });
        return lines;
    }
    const ArrayXd frequencies = geometricFrequencies(values.number("base"), values.integer("dimension"));
    const Index pair = shownPair(values, frequencies.size());
    const std::string turn = "θ<sub>" + displayNumber(static_cast<double>(pair))
        + "</sub>/Δ = " + displayNumber(frequencies[pair] / step);
    if (dynamics == "damped")
        lines.push_back({ "h = (J − γ) p / Δ, J turns pair i by θ<sub>i</sub>",
            turn + ", γ/Δ = " + displayNumber(values.number("damping") / step) });
    else
        lines.push_back({ "h = J p / Δ, J turns pair i by θ<sub>i</sub>", turn });
    return lines;
}

} // namespace

Encoding floater()
{
    const std::string id = "floater";
    Parameter damping = ownNumber(id, "damping", "damping",
        "Dynamics damped: how fast the vector shrinks, per position.", 0.01, { 0, 100 }, { 0, 0.1 });
    damping.symbol = "γ";
    Parameter step = ownNumber(id, "step", "time step",
        "Time from one position to the next; 0.01 in the released code.", 0.01, { 1e-6, 1 }, { 0.001, 0.1 });
    step.symbol = "Δ";
    step.logarithmic = true;
    return { .id = id,
        .name = "FLOATER",
        .year = 2020,
        .family = "absolute, in the embedding",
        .trainable = Trainable::Untrained,
        .citation = "Liu et al., FLOATER, arXiv 2003.09229",
        .about
        = "The vectors of successive positions are points on the path of a dynamical system, trained in "
          "the paper. rotation: the system whose path is the sinusoidal table, solved; damped: it "
          "shrinks; network: an untrained one, followed by Runge-Kutta with one step per position "
          "(released code: five), only as far as it takes little time.",
        .refers = Refers::Absolute,
        .enters = { Entry::Embedding },
        .extrapolation = "the path goes on; nothing says that it stays bounded",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters
        = { ownChoice(id, "dynamics", "dynamics", "What moves the vector from position to position.",
                { "rotation", "damped", "network" }),
            std::move(damping), std::move(step) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
