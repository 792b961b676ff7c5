// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lateworker.h"
#include "squareraster.h"

#include "encodings/scene.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

/// The values of one series at any cells.
struct SquareSource {
    /// (queries, keys) values at these tokens, which ascend; NaN: nothing there. From any thread; keeps what
    /// it needs.
    std::function<Eigen::ArrayXXd(const Eigen::ArrayXd& queries, const Eigen::ArrayXd& keys)> at;
    /// About how many nanoseconds that takes for so many queries and keys.
    std::function<double(double queries, double keys)> cost;
    bool causal = false; ///< nothing at keys later than the query
    /// Two sources of the same series and kind have the same values.
    std::vector<std::string> encodings {};
    encodings::Values values {};

    bool sameAs(const SquareSource& other) const
    {
        return encodings == other.encodings && values == other.values;
    }
};

struct SquareAnswer {
    SquareCells cells;
    std::vector<Eigen::ArrayXXd> values; ///< one for each source, or none yet
    bool pending = false; ///< the cells asked for are being worked out
};

/// Values of the maps of a picture. Where they cost more than a part of a frame, fewer cells come at once,
/// and the rest from a worker thread. Share by std::make_shared: the worker asks whether this is still there.
class SquareValues : public std::enable_shared_from_this<SquareValues> {
public:
    /// With `exactNow` nothing is left to the worker.
    SquareAnswer answer(const std::vector<SquareSource>& sources, const SquareCells& cells, bool exactNow,
        const std::function<void()>& repaint);

private:
    bool isOf(const std::vector<SquareSource>& sources, const SquareCells& cells) const;

    std::mutex m_mutex;
    std::vector<SquareSource> m_sources; ///< the last ones
    SquareCells m_cells;
    SquareAnswer m_answer; ///< for these
    LateWorker m_worker;
};
