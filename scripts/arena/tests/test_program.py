"""Invalid arguments are rejected before a run begins."""

import importlib.util

import pytest

from tests.helpers import Folder

# The arguments that each program needs, and the values that it rejects.
SHARDS = "--again=-0.5 --again=1.1 --again=1e-9 --hash=0 --engine= --engine='' --shards=0"
PROGRAMS = {
    "cluster/analyze": (["--input", __file__], f"{SHARDS} --shards=x"),
    "cluster/book": (["--ply", "2"], f"{SHARDS} --ply=-1 --ply=17"),
    "arena/match": (
        [],
        "--alpha=0 --beta=0.5 --pairs=-1 --pairs=0 --elo0=-inf --elo1=nan --elo1=20000 --timeout=nan "
        "--timeout=0 --timeout=1e30 --engine2= --engine1='a --option1=Hash --option2==1",
    ),
}
EVERY = "--cpus=0 --workers=-1 --workers=999999999999 --output= --output=/"


def error_of(runs: Folder, script: str, *more: str) -> str:
    words = [*PROGRAMS[script][0], "--output", str(runs.folder / "output")]
    done = runs.run(f"../{script}.py", *words, *more)
    assert done.returncode == 2, done.stderr
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize("script", PROGRAMS)
def test_invalid_values_are_rejected(runs: Folder, script: str) -> None:
    for word in [*EVERY.split(), f"--output={runs.folder}", *PROGRAMS[script][1].split()]:
        name, _, value = word.partition("=")
        error = error_of(runs, script, word)
        assert f"error: argument {name}: expected " in error
        assert error.endswith(f"; found {value!r}"), error
    assert [*runs.folder.iterdir()] == []


def test_arguments_that_do_not_fit_are_rejected(runs: Folder) -> None:
    link = runs.folder / "link"
    link.symlink_to("link")
    for error, *words in [
        ("--elo0 and --elo1: expected", "--elo0", "20"),
        ("--output: expected a file", "--output", str(link)),
        *([] if importlib.util.find_spec("ray") else [("pip install ray", "--executor", "ray")]),
    ]:
        assert error in error_of(runs, "arena/match", *words)
