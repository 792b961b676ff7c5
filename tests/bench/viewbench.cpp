// SPDX-License-Identifier: GPL-3.0-or-later
// Time from a changed state to finished pixels, and while a slider is dragged. Prints milliseconds; asserts
// nothing.
#include "widgets/plotframe.h"
#include "widgets/picture.h"
#include "widgets/views.h"

#include "encodings/state.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace encodings;

namespace {

constexpr int runs = 15;

double median(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

template <typename Action> double measured(Action action)
{
    std::vector<double> times;
    for (int run = 0; run < runs; ++run) {
        QElapsedTimer timer;
        timer.start();
        action(run);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    return median(times);
}

/// Five encodings that the view applies to.
std::vector<Series> fiveFor(std::string_view view)
{
    std::vector<const char*> ids { "rope", "pi", "yarn", "longrope", "llama3" };
    if (view == "bias")
        ids = { "alibi", "t5", "kerple-log", "sandwich", "fire" };
    else if (view == "similarity")
        ids = { "sinusoidal", "shape", "cape", "learned", "complex" };
    std::vector<Series> series;
    for (const char* id : ids)
        series.push_back({ id, { id } });
    return series;
}

State stateOf(const char* view, double length, std::size_t pairs)
{
    State state = defaultState();
    state.series = { fiveFor(view).front() };
    state.values.set("trained_length", length);
    state.values.set("curve_parts", std::string("cos"));
    Numbers chosen;
    for (std::size_t pair = 0; pair < pairs; ++pair)
        chosen.push_back(static_cast<double>(pair * 63 / std::max<std::size_t>(1, pairs - 1)));
    state.values.set("pairs", chosen);
    return state;
}

/// First frame of a state that the view has not seen: caches start empty.
double frame(const char* id, State state)
{
    QCustomPlot plot;
    plot.resize(1200, 800);
    plot.show();
    QCoreApplication::processEvents();
    return measured([&](int run) {
        const std::unique_ptr<View> view = findView(id)->create();
        state.values.set("position", static_cast<double>(run));
        const auto scene = std::make_shared<const Scene>(makeScene(state));
        drawView(plot, *view, scene, Look { Theme::named(Theme::Name::Light), false, [] {} }, {});
        plot.replot(QCustomPlot::rpImmediateRefresh);
    });
}

/// Every frame while the scale is dragged from 1 to 32, with five series: the view keeps its caches.
std::vector<double> dragged(const ViewInfo& info, double dimension)
{
    State state = defaultState();
    state.values.set("dimension", dimension);
    state.values.set("head_dimension", dimension);
    state.series = fiveFor(info.id);
    QCustomPlot plot;
    plot.resize(1200, 800);
    plot.show();
    QCoreApplication::processEvents();
    const std::unique_ptr<View> view = info.create();
    std::vector<double> times;
    constexpr int frames = 48;
    for (int step = 0; step <= frames; ++step) {
        state.values.set("scale", std::exp2(5.0 * step / frames));
        QElapsedTimer timer;
        timer.start();
        const auto scene = std::make_shared<const Scene>(makeScene(state));
        drawView(plot, *view, scene, Look { Theme::named(Theme::Name::Light), false, [] {} }, {});
        plot.replot(QCustomPlot::rpImmediateRefresh);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        QCoreApplication::processEvents();
    }
    return times;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    std::printf("frame, ms (1200 x 800)     %12s %12s %12s %14s\n", "4,096", "131,072", "16,777,216",
        "worst / first");
    const auto row = [](const char* name, const char* id, std::size_t pairs) {
        std::vector<double> times;
        for (const double length : { 4096.0, 131072.0, 16777216.0 })
            times.push_back(frame(id, stateOf(id, length, pairs)));
        std::printf("%-26s %12.2f %12.2f %12.2f %14.2f\n", name, times[0], times[1], times[2],
            *std::max_element(times.begin(), times.end()) / times[0]);
    };
    row("curves, 64 pairs", "curves", 64);
    for (const ViewInfo& view : allViews())
        row(view.id, view.id, 8);
    std::printf("curves, at 1,048,576       %12.2f\n\n", frame("curves", stateOf("curves", 1048576, 8)));

    std::printf("frame of a drag, ms        %12s %12s %12s %12s\n", "d 128", "slowest", "d 8,192", "slowest");
    for (const ViewInfo& view : allViews()) {
        std::printf("%-26s", view.id);
        for (const double dimension : { 128.0, 8192.0 }) {
            const std::vector<double> times = dragged(view, dimension);
            std::printf(" %12.2f %12.2f", median(times), *std::max_element(times.begin(), times.end()));
        }
        std::printf("\n");
    }
    std::printf("\n");

    const QTemporaryDir folder;
    PictureOptions options;
    parsePictureSize(QStringLiteral("16cmx9cm"), options);
    options.dpi = 300;
    for (const ViewInfo& view : allViews()) {
        const double time = measured([&](int) {
            savePicture(
                view, stateOf(view.id, 4096, 8), folder.filePath(QStringLiteral("picture.png")), options);
        });
        std::printf("%-12s 16 x 9 cm, 300 dpi PNG: %8.1f ms\n", view.id, time);
    }
    return 0;
}
