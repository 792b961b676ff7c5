// SPDX-License-Identifier: GPL-3.0-or-later
#include "view.h"

std::shared_ptr<const encodings::Scene> sceneFor(
    const View& view, std::shared_ptr<const encodings::Scene> scene)
{
    std::vector<encodings::SceneSeries> kept;
    std::vector<encodings::SceneProblem> problems;
    for (const encodings::SceneSeries& series : scene->series) {
        const QString reason = view.whyNot(series);
        if (reason.isEmpty())
            kept.push_back(series);
        else
            problems.push_back({ series.name, reason.toStdString() });
    }
    if (problems.empty())
        return scene;
    encodings::Scene fitting = *scene;
    fitting.series = std::move(kept);
    fitting.problems.insert(fitting.problems.end(), problems.begin(), problems.end());
    return std::make_shared<const encodings::Scene>(std::move(fitting));
}
