// SPDX-License-Identifier: GPL-3.0-or-later
#include "evaluationcharts.h"

using encodings::Scene;

void EvaluationCharts::look(
    const std::shared_ptr<const Scene>& scene, bool exactNow, const std::function<void()>& repaint)
{
    const std::lock_guard lock(m_mutex);
    m_worker.drop();
    m_pending = !exactNow && isLongWork(*scene);
    if (!m_pending) {
        m_chart = evaluationChart(scene);
        return;
    }
    m_chart = pendingChart(scene);
    m_worker.start([weak = weak_from_this(), scene, repaint](const std::stop_token& stop) {
        auto finished = evaluationChart(scene, stop);
        const std::shared_ptr<EvaluationCharts> charts = weak.lock();
        if (!charts)
            return;
        {
            const std::lock_guard storing(charts->m_mutex);
            if (stop.stop_requested() || charts->m_chart->scene != scene)
                return;
            charts->m_chart = std::move(finished);
            charts->m_pending = false;
        }
        if (repaint)
            repaint();
    });
}

std::shared_ptr<const EvaluationChart> EvaluationCharts::chart()
{
    const std::lock_guard lock(m_mutex);
    return m_chart;
}

std::shared_ptr<const EvaluationChart> EvaluationCharts::chartOf(const Scene& scene)
{
    const std::shared_ptr<const EvaluationChart> current = chart();
    if (current && current->scene.get() == &scene)
        return current;
    return evaluationChart(std::make_shared<const Scene>(scene));
}

bool EvaluationCharts::isPending()
{
    const std::lock_guard lock(m_mutex);
    return m_pending;
}
