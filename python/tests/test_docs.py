"""The documentation: the examples of every public name, and the walk-through of the README."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import claimeven

ROOT = Path(__file__).parents[1]
# Their examples are those of other names.
WITHOUT = {
    "Analyses", "Analysis", "Bounds", "Grade", "Info", "Move", "Search", "SizedAnalysis", "Why",
}


def test_every_public_function_has_examples_that_run() -> None:
    named = set()
    for found in pkgutil.iter_modules(claimeven.__path__):
        if found.name in ("_native", "__main__"):
            continue
        module = importlib.import_module(f"claimeven.{found.name}")
        for example in doctest.DocTestFinder(exclude_empty=False).find(module):
            failed, tried = doctest.DocTestRunner().run(example)
            assert not failed, example.name
            if tried:
                named.add(example.name.rpartition(".")[2])
    for example in doctest.DocTestFinder().find(claimeven.Position, "Position", module=False):
        assert not doctest.DocTestRunner().run(example).failed
        named.add(example.name)
    assert doctest.testmod(claimeven).failed == 0
    errors = {name for name in claimeven.__all__ if name in dir(claimeven.errors)}
    assert set(claimeven.__all__) - errors - WITHOUT <= named


def test_every_public_name_is_documented() -> None:
    for name in claimeven.__all__:
        thing = getattr(claimeven, name)
        members = [name for name in vars(thing) if not name.startswith("_")]
        for part in [thing, *(getattr(thing, member) for member in members if callable(thing))]:
            assert inspect.isdatadescriptor(part) or not callable(part) or part.__doc__, part


@pytest.mark.parametrize(("page", "least"), [("README.md", 20), ("../README.md", 5)])
def test_the_examples_of_the_pages_run(page: str, least: int) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried >= least and not failed


def run_example(folder: Path, *words: str) -> str:
    words = (sys.executable, str(ROOT / "examples" / words[0]), *words[1:])
    return subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout


def test_the_example_that_labels_self_play(tmp_path: Path) -> None:
    run_example(tmp_path, "label.py", "--positions", "600")
    labels = np.load(tmp_path / "labels.npz")
    count = len(labels["value"])
    assert count == 600
    assert labels["boards"].shape == (count, 6, 7) and labels["policy"].shape == (count, 7)
    want = claimeven.analyze_many(labels["boards"], relative="mover")
    assert np.array_equal(labels["value"], want.value)
    assert np.allclose(labels["policy"].sum(axis=1), 1)


def test_the_example_that_measures_a_network(tmp_path: Path) -> None:
    printed = run_example(tmp_path, "perfect.py", "--train", "1000", "--test", "200", "--epochs", "10")
    random, network = (float(line.split()[-2].rstrip("%")) for line in printed.splitlines())
    assert random < network
