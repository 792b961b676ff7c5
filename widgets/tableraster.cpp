// SPDX-License-Identifier: GPL-3.0-or-later
#include "tableraster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace {

// Pairs worked on together: their independent products keep the processor busy.
constexpr Eigen::Index lanes = 8;
// Runs from one exact phase to the next; between them the phase is turned on.
constexpr std::size_t exactEvery = 64;

using Lane = Eigen::Array<double, lanes, 1>;

/// What a run of one length does: turns the phase on, and averages it.
struct RunStep {
    double count = 0.0;
    Lane turnCos, turnSin, meanCos, meanSin;
};

RunStep runStep(const Eigen::ArrayXd& frequencies, double count)
{
    RunStep step;
    step.count = count;
    Eigen::ArrayXd meanCos;
    Eigen::ArrayXd meanSin;
    encodings::meanCosSin(frequencies, 0.0, count, meanCos, meanSin);
    step.meanCos = meanCos;
    step.meanSin = meanSin;
    for (Eigen::Index lane = 0; lane < lanes; ++lane) {
        const std::complex<double> turn = encodings::phasor(count, frequencies[lane]);
        step.turnCos[lane] = turn.real();
        step.turnSin[lane] = turn.imag();
    }
    return step;
}

/// meanOverRuns for exactly `lanes` frequencies.
void meanOverRunsOfLanes(
    const Eigen::ArrayXd& frequencies, const CellRuns& runs, double* cos, double* sin, Eigen::Index stride)
{
    std::vector<RunStep, Eigen::aligned_allocator<RunStep>> steps;
    const RunStep* step = nullptr;
    Lane phaseCos = Lane::Zero();
    Lane phaseSin = Lane::Zero();
    for (std::size_t run = 0; run < runs.firsts.size(); ++run) {
        if (run % exactEvery == 0) {
            for (Eigen::Index lane = 0; lane < lanes; ++lane) {
                const std::complex<double> phase = encodings::phasor(runs.firsts[run], frequencies[lane]);
                phaseCos[lane] = phase.real();
                phaseSin[lane] = phase.imag();
            }
        }
        if (!step || step->count != runs.counts[run]) {
            // Pixels of one width hold two different numbers of positions at most, give or take rounding.
            auto found = std::find_if(steps.begin(), steps.end(),
                [&](const RunStep& known) { return known.count == runs.counts[run]; });
            if (found == steps.end())
                found = steps.insert(steps.end(), runStep(frequencies, runs.counts[run]));
            step = &*found;
        }
        Eigen::Map<Lane>(cos + static_cast<Eigen::Index>(run) * stride)
            = phaseCos * step->meanCos - phaseSin * step->meanSin;
        Eigen::Map<Lane>(sin + static_cast<Eigen::Index>(run) * stride)
            = phaseSin * step->meanCos + phaseCos * step->meanSin;
        const Lane turned = phaseCos * step->turnCos - phaseSin * step->turnSin;
        phaseSin = phaseSin * step->turnCos + phaseCos * step->turnSin;
        phaseCos = turned;
    }
}

/// Sums of the dimensions that fall to each row run. Shape: (position runs, row runs).
Eigen::ArrayXXf summed(const encodings::Scheme& scheme, const CellRuns& columns, const CellRuns& rows)
{
    const Eigen::ArrayXd frequencies = scheme.frequencies();
    const Eigen::Index pairs = frequencies.size();
    const auto runs = static_cast<Eigen::Index>(columns.firsts.size());
    Eigen::ArrayXXf sums = Eigen::ArrayXXf::Zero(runs, static_cast<Eigen::Index>(rows.firsts.size()));

    // Row of the cosine and of the sine of every pair, -1 where it is not in the picture.
    std::vector<std::array<Eigen::Index, 2>> rowOf(static_cast<std::size_t>(pairs), { -1, -1 });
    for (std::size_t row = 0; row < rows.firsts.size(); ++row) {
        for (double count = 0; count < rows.counts[row]; ++count) {
            const TableDimension at
                = tableDimension(scheme, pairs, static_cast<Eigen::Index>(rows.firsts[row] + count));
            rowOf[static_cast<std::size_t>(at.pair)][at.sine ? 1 : 0] = static_cast<Eigen::Index>(row);
        }
    }
    std::vector<Eigen::Index> shownPairs;
    for (Eigen::Index pair = 0; pair < pairs; ++pair) {
        const auto [cosRow, sinRow] = rowOf[static_cast<std::size_t>(pair)];
        if (cosRow >= 0 || sinRow >= 0)
            shownPairs.push_back(pair);
    }

    CellRuns shifted = columns;
    for (double& first : shifted.firsts)
        first += tokenShift(scheme);
    encodings::CosSinTable means;
    Eigen::ArrayXd some;
    for (std::size_t start = 0; start < shownPairs.size(); start += lanes) {
        const std::size_t count = std::min<std::size_t>(lanes, shownPairs.size() - start);
        some.resize(static_cast<Eigen::Index>(count));
        for (std::size_t i = 0; i < count; ++i)
            some[static_cast<Eigen::Index>(i)] = frequencies[shownPairs[start + i]];
        meanOverRuns(some, shifted, means);
        for (const std::size_t sine : { 0, 1 }) {
            const Eigen::ArrayXXd& values = sine ? means.sin : means.cos;
            const auto rowAt
                = [&](std::size_t i) { return rowOf[static_cast<std::size_t>(shownPairs[start + i])][sine]; };
            // Pairs next to each other that share a row are added up first.
            for (std::size_t i = 0, end = 0; i < count; i = end) {
                while (end < count && rowAt(end) == rowAt(i))
                    ++end;
                if (rowAt(i) >= 0)
                    sums.col(rowAt(i))
                        += values.middleRows(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(end - i))
                               .colwise()
                               .sum()
                               .transpose()
                               .cast<float>();
            }
        }
    }
    return sums;
}

/// The same where there is no closed form, from some positions of every run; NaN where none has a value.
Eigen::ArrayXXf sampled(
    const encodings::Scheme& scheme, const CellRuns& columns, const CellRuns& rows, double most)
{
    Eigen::ArrayXXf sums(
        static_cast<Eigen::Index>(columns.firsts.size()), static_cast<Eigen::Index>(rows.firsts.size()));
    for (std::size_t column = 0; column < columns.firsts.size(); ++column) {
        const double samples = std::min(most, columns.counts[column]);
        Eigen::ArrayXd mean = Eigen::ArrayXd::Zero(tableDimensions(scheme));
        double found = 0.0;
        for (double sample = 0.0; sample < samples; ++sample) {
            const double token
                = columns.firsts[column] + std::floor((sample + 0.5) * columns.counts[column] / samples);
            const Eigen::ArrayXd values = tableValues(scheme, token);
            if (values.isNaN().any())
                continue;
            mean += values;
            ++found;
        }
        mean /= found;
        for (std::size_t row = 0; row < rows.firsts.size(); ++row)
            sums(static_cast<Eigen::Index>(column), static_cast<Eigen::Index>(row))
                = static_cast<float>(mean.segment(static_cast<Eigen::Index>(rows.firsts[row]),
                                             static_cast<Eigen::Index>(rows.counts[row]))
                                         .sum());
    }
    return sums;
}

} // namespace

CellRuns CellRuns::over(double from, double to, int pixels, double lowest, double highest)
{
    CellRuns runs;
    runs.runOfPixel.assign(static_cast<std::size_t>(std::max(0, pixels)), -1);
    const double width = (to - from) / std::max(1, pixels);
    const bool average = width > 1.0;
    for (int pixel = 0; pixel < pixels; ++pixel) {
        const double start = from + pixel * width;
        // A cell belongs to the pixel that its centre lies in; where cells are wider, to the pixels whose
        // centres lie in it.
        double first = average ? std::ceil(start - 0.5) : std::floor(start + 0.5 * width);
        double last = average ? std::ceil(from + (pixel + 1) * width - 0.5) - 1.0 : first;
        first = std::max(first, lowest);
        last = std::min(last, highest);
        if (last < first)
            continue;
        if (runs.firsts.empty() || first > runs.firsts.back()) {
            runs.firsts.push_back(first);
            runs.counts.push_back(last - first + 1.0);
        }
        runs.runOfPixel[static_cast<std::size_t>(pixel)] = static_cast<int>(runs.firsts.size()) - 1;
    }
    return runs;
}

void meanOverRuns(const Eigen::ArrayXd& frequencies, const CellRuns& runs, encodings::CosSinTable& means)
{
    const Eigen::Index pairs = frequencies.size();
    const Eigen::Index stride = (pairs + lanes - 1) / lanes * lanes;
    means.cos.resize(stride, static_cast<Eigen::Index>(runs.firsts.size()));
    means.sin.resize(stride, static_cast<Eigen::Index>(runs.firsts.size()));
    for (Eigen::Index start = 0; start < pairs; start += lanes) {
        Eigen::ArrayXd some = Eigen::ArrayXd::Zero(lanes);
        const Eigen::Index count = std::min(lanes, pairs - start);
        some.head(count) = frequencies.segment(start, count);
        meanOverRunsOfLanes(some, runs, means.cos.data() + start, means.sin.data() + start, stride);
    }
    if (stride != pairs) {
        means.cos.conservativeResize(pairs, Eigen::NoChange);
        means.sin.conservativeResize(pairs, Eigen::NoChange);
    }
}

SignedColors::SignedColors(const Theme& theme)
    : m_low(theme.trained)
    , m_middle(theme.ground)
    , m_high(theme.unseen)
    , m_empty(theme.towardsGround(theme.mutedText, 0.8))
{
    for (int index = 0; index <= 2 * half; ++index) {
        const double share = static_cast<double>(index - half) / half;
        const QColor& end = share < 0 ? m_low : m_high;
        const auto mixed = [&](int middle, int extreme) {
            return static_cast<int>(std::lround(middle + std::abs(share) * (extreme - middle)));
        };
        m_table.push_back(qRgb(mixed(m_middle.red(), end.red()), mixed(m_middle.green(), end.green()),
            mixed(m_middle.blue(), end.blue())));
    }
}

QImage tableImage(const encodings::Scheme& scheme, const TableWindow& window, const SignedColors& colors,
    double extent, double samples)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    QImage image(window.pixels, QImage::Format_RGB32);
    if (image.isNull())
        return image;
    const auto dimensions = static_cast<double>(tableDimensions(scheme));
    const CellRuns columns = CellRuns::over(window.left, window.right, image.width(), -infinity, infinity);
    const CellRuns rows = CellRuns::over(window.top, window.bottom, image.height(), 0.0, dimensions - 1.0);
    const Eigen::ArrayXXf sums
        = hasClosedForm(scheme) ? summed(scheme, columns, rows) : sampled(scheme, columns, rows, samples);

    std::vector<QRgb> line(columns.firsts.size());
    int drawnRun = -1;
    for (int y = 0; y < image.height(); ++y) {
        auto* const pixels = reinterpret_cast<QRgb*>(image.scanLine(y));
        const int run = rows.runOfPixel[static_cast<std::size_t>(y)];
        if (run < 0) {
            std::fill_n(pixels, image.width(), colors.middle().rgb());
            continue;
        }
        if (run == drawnRun) {
            std::memcpy(
                pixels, image.constScanLine(y - 1), static_cast<std::size_t>(image.width()) * sizeof(QRgb));
            continue;
        }
        const float share = static_cast<float>(1.0 / rows.counts[static_cast<std::size_t>(run)] / extent);
        const float* const values = sums.col(run).data();
        for (std::size_t x = 0; x < line.size(); ++x)
            line[x] = std::isnan(values[x]) ? colors.empty().rgb() : colors.of(values[x] * share);
        for (int x = 0; x < image.width(); ++x)
            pixels[x] = line[static_cast<std::size_t>(columns.runOfPixel[static_cast<std::size_t>(x)])];
        drawnRun = run;
    }
    return image;
}
