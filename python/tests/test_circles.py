"""The modules of the package, in Python and in Rust, import each other in one direction."""

import graphlib
import pathlib
import re

import pytest

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
LANGUAGES = {
    # `from .name import` and `from . import name`, also for types alone.
    "lib/claimeven/*.py": r"^\s*from \.(?: import )?(\w+)",
    "src/*.rs": r"\bcrate::(\w+)",
}


@pytest.mark.parametrize("files", LANGUAGES)
def test_no_modules_import_each_other_in_a_circle(files):
    # All modules are found in the list of the root, which imports them.
    modules = {path.stem: path.read_text("utf-8") for path in PACKAGE.glob(files)}
    graph = {name: re.findall(LANGUAGES[files], text, re.M) for name, text in modules.items()}
    assert sum(map(len, graph.values())) > 10
    graphlib.TopologicalSorter(graph).prepare()
