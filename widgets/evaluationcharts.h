// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "evaluationchart.h"
#include "lateworker.h"

#include <memory>
#include <mutex>

/// The chart of the scene that is looked at: at once where that is quick, else from a worker thread, and
/// until then one without curves. Share by std::make_shared.
class EvaluationCharts : public std::enable_shared_from_this<EvaluationCharts> {
public:
    /// With `exactNow` nothing is left to the worker.
    void look(const std::shared_ptr<const encodings::Scene>& scene, bool exactNow,
        const std::function<void()>& repaint);
    /// What there is of the scene looked at last.
    std::shared_ptr<const EvaluationChart> chart();
    /// The same of `scene`; worked out now where it is another one.
    std::shared_ptr<const EvaluationChart> chartOf(const encodings::Scene& scene);
    bool isPending();

private:
    std::mutex m_mutex;
    std::shared_ptr<const EvaluationChart> m_chart;
    bool m_pending = false;
    LateWorker m_worker;
};
