// SPDX-License-Identifier: GPL-3.0-or-later
#include "squarevalues.h"

#include "encodings/cleanregisters.h"

#include <algorithm>

namespace {

/// Nanoseconds on the interface thread: a part of a frame.
constexpr double immediateCost = 8e6;
/// What a picture of the fewest cells may take when there is no other.
constexpr double mostImmediateCost = 4e7;
constexpr Eigen::Index fewestCells = 8;
constexpr Eigen::Index rowsTogether = 64;

double costOf(const std::vector<SquareSource>& sources, const SquareCells& cells)
{
    double cost = 0.0;
    for (const SquareSource& source : sources)
        cost += source.cost(static_cast<double>(cells.queries), static_cast<double>(cells.keys));
    return cost;
}

std::vector<Eigen::ArrayXXd> computed(
    const std::vector<SquareSource>& sources, const SquareCells& cells, const std::stop_token& stop)
{
    const Eigen::ArrayXd queries = cells.queryTokens();
    const Eigen::ArrayXd keys = cells.keyTokens();
    std::vector<Eigen::ArrayXXd> all;
    for (const SquareSource& source : sources) {
        Eigen::ArrayXXd& values = all.emplace_back(cells.queries, cells.keys);
        for (Eigen::Index row = 0; row < cells.queries && !stop.stop_requested(); row += rowsTogether) {
            const Eigen::Index count = std::min(rowsTogether, cells.queries - row);
            encodings::cleanRegisters();
            values.middleRows(row, count) = source.at(queries.segment(row, count), keys);
        }
    }
    return all;
}

} // namespace

bool SquareValues::isOf(const std::vector<SquareSource>& sources, const SquareCells& cells) const
{
    return m_cells == cells
        && std::equal(sources.begin(), sources.end(), m_sources.begin(), m_sources.end(),
            [](const SquareSource& one, const SquareSource& other) { return one.sameAs(other); });
}

SquareAnswer SquareValues::answer(const std::vector<SquareSource>& sources, const SquareCells& cells,
    bool exactNow, const std::function<void()>& repaint)
{
    const std::lock_guard lock(m_mutex);
    if (isOf(sources, cells) && !(exactNow && m_answer.pending))
        return m_answer;
    m_sources = sources;
    m_cells = cells;
    m_worker.drop();
    Eigen::Index factor = 1;
    const Eigen::Index most = std::max(cells.queries, cells.keys);
    const auto thin = [&] { return cells.thinned(factor); };
    while (!exactNow && costOf(sources, thin()) > immediateCost && most / (2 * factor) >= fewestCells)
        factor *= 2;
    m_answer = { thin(), {}, factor > 1 };
    if (factor > 1 && costOf(sources, thin()) > mostImmediateCost)
        m_answer.cells = cells;
    else
        m_answer.values = computed(sources, m_answer.cells, {});
    if (factor == 1)
        return m_answer;
    const std::weak_ptr<SquareValues> weak = weak_from_this();
    m_worker.start([weak, sources, cells, repaint](const std::stop_token& stop) {
        std::vector<Eigen::ArrayXXd> values = computed(sources, cells, stop);
        const std::shared_ptr<SquareValues> cache = weak.lock();
        if (!cache || stop.stop_requested())
            return;
        {
            const std::lock_guard storing(cache->m_mutex);
            if (!cache->isOf(sources, cells))
                return;
            cache->m_answer = { cells, std::move(values), false };
        }
        if (repaint)
            repaint();
    });
    return m_answer;
}
