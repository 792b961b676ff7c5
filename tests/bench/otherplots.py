#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The eight curves of viewbench in matplotlib and in pyqtgraph, offscreen, 1200 x 800: milliseconds a frame.

Needs Debian's python3-numpy, python3-matplotlib and python3-pyqtgraph (with python3-pyqt5). Run it beside viewbench in the same minute:
only ratios count.
"""
import os
import statistics
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
import numpy

RUNS = 7
PAIRS = [pair * 63 // 7 for pair in range(8)]
THETA = [10000.0 ** (-2 * pair / 128) for pair in PAIRS]


def median_ms(action):
    times = []
    for run in range(RUNS):
        start = time.perf_counter()
        action(run)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def curves(length, run):
    positions = numpy.arange(length) + 1e-9 * run
    return positions, [numpy.cos(positions * theta) for theta in THETA]


def with_matplotlib(length):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(12, 8), dpi=100)

    def frame(run):
        axes.clear()
        positions, values = curves(length, run)
        for value in values:
            axes.plot(positions, value)
        figure.canvas.draw()

    return median_ms(frame)


def with_pyqtgraph(length):
    import pyqtgraph

    application = pyqtgraph.mkQApp()
    pyqtgraph.setConfigOptions(antialias=True)
    plot = pyqtgraph.PlotWidget()
    plot.resize(1200, 800)
    plot.show()
    items = [plot.plot(pen=pyqtgraph.mkPen(pyqtgraph.intColor(index), width=1)) for index in range(len(THETA))]

    def frame(run):
        positions, values = curves(length, run)
        for item, value in zip(items, values):
            item.setData(positions, value)
        application.processEvents()
        plot.grab()

    return median_ms(frame)


for length in (4096, 1048576):
    for name, measure in (("matplotlib", with_matplotlib), ("pyqtgraph, antialiased", with_pyqtgraph)):
        if name == "matplotlib" and length > 4096:
            continue
        try:
            print(f"{name:24} {length:>10,} positions: {measure(length):8.1f} ms", flush=True)
        except ImportError as error:
            print(f"{name:24} not here ({error})", flush=True)
