# SPDX-License-Identifier: GPL-3.0-or-later
"""The decay sum as one writes it in numpy, to compare with corebench: terms (pair times distance) per second."""

import statistics
import time

import numpy as np

PAIRS = 64
theta = 10000.0 ** (-np.arange(PAIRS) / PAIRS)


def terms_per_second(count, runs):
    distances = np.arange(count, dtype=np.float64)
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        np.cos(np.outer(distances, theta)).mean(1)
        seconds.append(time.perf_counter() - start)
    return count * PAIRS / statistics.median(seconds)


for count, runs in ((4096, 101), (131072, 9), (1 << 20, 5)):
    print(f"numpy {np.__version__}, {count:8d} distances: {terms_per_second(count, runs) / 1e6:.0f} M terms/s")
