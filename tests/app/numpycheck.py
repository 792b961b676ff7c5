#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""numpycheck.py PROGRAM: tables that numpy writes come back unchanged, and numpy reads what PROGRAM writes."""
import pathlib
import subprocess
import sys
import tempfile

import numpy

program = sys.argv[1]


def export(out, *arguments):
    subprocess.run([program, "export", "--view", "table", "--out", str(out), *arguments], check=True)
    return numpy.load(out) if out.suffix == ".npy" else numpy.loadtxt(out, delimiter=",", skiprows=1, ndmin=2)[:, 1:]


def refused(folder, name, write):
    path = folder / name
    with open(path, "wb") as file:
        write(file)
    answer = subprocess.run([program, "export", "--view", "table", "--out", str(folder / "no.npy"),
                             "--encoding", "learned", "--set", f"table={path}"], capture_output=True, text=True)
    assert answer.returncode == 1 and name in answer.stderr and answer.stderr.count("\n") == 1, (name, answer)


def check(folder):
    numbers = numpy.random.default_rng(0).normal(size=(37, 24))
    written = 0
    for dtype in ("<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "<i2", ">i4", "<i8", "u1", "<u4"):
        for order in "CF":
            for version in ((1, 0), (2, 0), (3, 0)):
                table = numpy.array(numbers * 20 + 100, dtype=dtype, order=order)
                path = folder / f"tablé {dtype[-2:]}.npy"
                with open(path, "wb") as file:
                    numpy.lib.format.write_array(file, table, version=version)
                for ending in (".npy", ".csv") if version == (1, 0) else (".npy",):
                    read = export(folder / f"out{ending}", "--encoding", "learned", "--set", f"table={path}",
                                  "--rows", "0:36")
                    assert read.shape == table.shape and read.dtype == numpy.float64, (dtype, order, read.shape)
                    assert (read == table.astype(numpy.float64)).all(), (dtype, order, version, ending)
                    written += 1

    for delimiter in ",;\t":
        path = folder / "table.csv"
        numpy.savetxt(path, numbers, delimiter=delimiter, fmt="%.17g")
        assert (export(folder / "out.npy", "--encoding", "learned", "--set", f"table={path}", "--rows", "0:36")
                == numbers).all()

    # A table of the program goes out and comes in again, and is the one of the paper.
    sinusoidal = export(folder / "sin.npy", "--encoding", "sinusoidal", "--rows", "0:63", "--set", "dimension=32")
    angles = numpy.arange(64)[:, None] * 10000.0 ** (-numpy.arange(0, 32, 2) / 32)
    expected = numpy.stack([numpy.sin(angles), numpy.cos(angles)], axis=2).reshape(64, 32)
    assert sinusoidal.shape == (64, 32) and numpy.allclose(sinusoidal, expected, rtol=1e-12, atol=1e-12)
    again = export(folder / "again.npy", "--encoding", "learned", "--set", f"table={folder / 'sin.npy'}",
                   "--rows", "0:63")
    assert (again == sinusoidal).all()
    beyond = export(folder / "beyond.npy", "--encoding", "learned", "--set", f"table={folder / 'sin.npy'}",
                    "--rows", "0:70")
    assert numpy.isnan(beyond[64:]).all() and not numpy.isnan(beyond[:64]).any()

    refused(folder, "cube.npy", lambda file: numpy.save(file, numpy.zeros((2, 2, 2))))
    refused(folder, "line.npy", lambda file: numpy.save(file, numpy.zeros(4)))
    refused(folder, "complex.npy", lambda file: numpy.save(file, numpy.zeros((2, 2), dtype=complex)))
    refused(folder, "nan.npy", lambda file: numpy.save(file, numpy.full((2, 2), numpy.nan)))
    refused(folder, "many.npy", lambda file: numpy.savez(file, a=numbers))
    return written


with tempfile.TemporaryDirectory() as temporary:
    print(f"{check(pathlib.Path(temporary))} tables came back unchanged")
