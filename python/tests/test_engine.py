"""Running engines, their records, and the command."""

from __future__ import annotations

import asyncio
import inspect
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from conftest import error_of

import claimeven
from claimeven import AsyncEngine, Engine, EngineError, Info, InputError, Late, Rejected, records
from claimeven.engine import column_of
from claimeven.pipe import Pipe

WON = "1212121"


@pytest.fixture
def engine() -> Iterator[Engine]:
    """An engine without its book, so that it searches."""
    with Engine(options={"OwnBook": False}) as engine:
        yield engine


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], list[str]]:
    """Returns the command of an engine with this source."""

    def write(text: str) -> list[str]:
        path = tmp_path / "engine.py"
        path.write_text(text)
        return [sys.executable, str(path)]

    return write


@pytest.fixture
def scripted(script) -> Callable[[dict[str, str]], list[str]]:
    """Returns the command of an engine that answers lines as in a table."""
    loop = "import sys\nfor line in sys.stdin: print(%r.get(line.strip(), ''), flush=True)"
    return lambda answers: script(loop % answers)


def test_an_engine_plays_analyzes_and_keeps_its_options() -> None:
    with Engine(options={"Hash": 16, "MultiPV": 3, "OwnBook": False}) as engine:
        assert engine.name.startswith("claimeven ")
        engine.position("445332")
        found = engine.go(nodes=2000)
        assert [line.rank for line in found.lines] == [1, 2, 3]
        assert found.best == found.lines[0].pv[0] in (3, 4, 6, 7)
        engine.set({"MultiPV": 1})
        assert engine.go(columns=[1]).best == 1
        engine.position(claimeven.Position("445332"), moves=[4, "d"])
        assert len(engine.analyze()) == 7
        engine.position("4 4 5", moves=[3])
        engine.new_game()
        assert engine.analyze() == (-5, -5, -2, -3, -4, -2, -2)
        engine.position(WON)
        assert engine.go().best is None and engine.analyze() == (None,) * 7


@pytest.mark.parametrize(
    ("solve", "position", "values"),
    [
        ("strong", "14764211577553161274152737", (None, 6, -8, -7, -7, -3, None)),
        ("weak", "14764211577553161274152737", (None, 1, -1, -1, -1, -1, None)),
        ("weak", "15522153122246652473331666", (-1, None, -1, 0, -1, -1, -1)),
    ],
)
def test_values_are_numbers(engine: Engine, solve: str, position: str, values: tuple) -> None:
    engine.set({"Solve": solve})
    engine.position(position)
    assert engine.analyze() == values


@pytest.mark.parametrize(("solve", "least", "most"), [("weak", -1, 1), ("strong", -18, 18)])
def test_bounds_are_a_pair(engine: Engine, solve: str, least: int, most: int) -> None:
    engine.set({"Solve": solve})
    engine.position("")
    threading.Timer(0.1, engine.stop).start()
    for bounds in engine.analyze():
        assert isinstance(bounds, claimeven.Bounds)
        lower, upper = bounds
        assert least <= lower == bounds.lower < upper == bounds.upper <= most


@pytest.mark.parametrize("word", ["1:x", "1:", "1:1..2..3", "1:-4..", "1"])
def test_a_value_that_cannot_be_read_is_an_error(scripted, word: str) -> None:
    answers = {"uci": "uciok", "isready": "readyok", "analyze": f"analysis {word}"}
    with Engine(scripted(answers)) as engine:
        with pytest.raises(EngineError, match="expected a value such as -2, -4..2, W or -; found"):
            engine.analyze()


YEAR = 31_536_000_000


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"movetime": 0}, f"movetime: expected 1 to {YEAR}; found 0"),
        ({"movetime": YEAR + 1}, f"movetime: expected 1 to {YEAR}; found {YEAR + 1}"),
        ({"nodes": -1}, "nodes: expected 1 to 18446744073709551615; found -1"),
        ({"nodes": 2**64}, "nodes: expected 1 to 18446744073709551615; found 18446744073709551616"),
        ({"depth": 0}, "depth: expected 1 to 42; found 0"),
        ({"depth": 43}, "depth: expected 1 to 42; found 43"),
        ({"mate": 22}, "mate: expected 1 to 21; found 22"),
        ({"clocks": (1000, -1)}, f"clocks: expected 0 to {YEAR}; found -1"),
        ({"increments": (-5, 0)}, f"increments: expected 0 to {YEAR}; found -5"),
        ({"columns": [1, 8]}, "columns: expected 1 to 7; found 8"),
        ({"columns": iter([0])}, "columns: expected 1 to 7; found 0"),
    ],
)
def test_a_limit_out_of_range_is_an_error_with_the_range(
    engine: Engine, limits: dict, reason: str
) -> None:
    engine.position("4453")
    assert str(error_of(engine.go, **limits)) == reason
    assert engine.go(depth=42, mate=21, nodes=1, columns=iter([3])).best == 3
    assert engine.go(clocks=(0, 0)).best in range(1, 8)


@pytest.mark.parametrize("name", ["timeout", "handshake"])
@pytest.mark.parametrize("seconds", [-1, float("nan")])
def test_a_time_that_cannot_be_used_is_an_error(name: str, seconds: float) -> None:
    with pytest.raises(InputError, match=f"^{name}: expected 0 to inf; found {seconds}$"):
        Engine(**{name: seconds})


@pytest.mark.parametrize("position", [4453, None, [4, 4]])
def test_a_position_that_cannot_be_used_is_an_error(engine: Engine, position: object) -> None:
    error = error_of(engine.position, position)
    assert str(error) == f"position: expected a text or a Position; found {position!r}"


def test_the_ranges_are_those_that_the_engine_declares(engine: Engine) -> None:
    options = {"hash": "hash", "threads": "threads", "level": "skill level", "elo": "uci_elo"}
    for name, option in options.items():
        least, most = map(int, re.findall(r"(?:min|max) (\d+)", engine.declared[option]))
        assert name != "elo" or (least, most) == (522, 1975)
        function = claimeven.score if name in ("hash", "threads") else claimeven.play
        wanted = f"^{name}: expected a whole number from {least} to {most}; found "
        for wrong in (least - 1, most + 1, 2**70, -(2**70), 5.5, "5", [], float("nan")):
            with pytest.raises(InputError, match=wanted + re.escape(repr(wrong))):
                function("44533244", **{name: wrong})
        function("44533244", **{name: least})


def test_a_closed_engine_says_so() -> None:
    with Engine() as engine:
        pass
    for call in (engine.analyze, engine.go, engine.new_game, engine.position, engine.stop):
        with pytest.raises(EngineError, match=f"^{engine.name} is closed$"):
            call()
    engine.close()


def test_limits_reports_and_stop(engine: Engine) -> None:
    infos: list[Info] = []
    engine.position("")
    assert engine.go(movetime=50, on_info=infos.append).best in range(1, 8)
    assert infos and infos[-1].nodes > 0
    engine.go(clocks=(1000, 1000), increments=(10, 10))
    engine.go(depth=8)
    threading.Timer(0.1, engine.stop).start()
    assert engine.go(infinite=True).best
    # A report may stop the search.
    assert engine.go(infinite=True, on_info=lambda _: engine.stop()).best


def test_an_engine_can_be_asked_after_an_exception(engine: Engine) -> None:
    def fail(info: Info) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        engine.go(infinite=True, on_info=fail)
    with pytest.raises(Rejected) as error:
        engine.position("4458")
    assert "8" in error.value.reason and error.value.char == 4
    assert str(error.value).startswith(f"{engine.name}: char 4: ")
    with pytest.raises(Rejected) as error:
        engine.position("7/7/7/7/7/7 w", moves=["d1", "x"])
    assert error.value.char == len("7/7/7/7/7/7 w moves d1 x")
    with pytest.raises(Rejected, match="no valid position"):
        engine.go(nodes=10)
    for name in ("Hash", "No such option"):
        with pytest.raises(Rejected):
            engine.set({name: "many"})
    engine.position("44")
    assert engine.go().best == 4


@pytest.mark.parametrize(
    ("text", "error", "times", "wanted"),
    [
        ("import sys; print('uciok', flush=True); sys.stdin.readline(); sys.exit('no memory')",
         EngineError, {}, "ended with code 1: no memory"),
        ("raise SystemExit(3)", EngineError, {}, "ended with code 3; it printed nothing"),
        ("import os; os.abort()", EngineError, {}, "ended with signal 6"),
        ("print('hello'); print('uciok', flush=True); input(); input(); input()",
         Late, {"timeout": 0.1, "handshake": 2}, "expected readyok within 2 s.*'hello'"),
        ("print('hello', flush=True); input(); input(); input()",
         Late, {"handshake": 2}, "expected uciok or ugiok within 2 s.*'hello'"),
    ],
)  # fmt: skip
def test_a_wrong_engine_is_an_error_that_shows_what_it_printed(
    script, text: str, error: type[Exception], times: dict, wanted: str
) -> None:
    with pytest.raises(error, match=wanted):
        Engine(script(text), **times)


def test_an_engine_that_is_not_there_is_an_error() -> None:
    with pytest.raises(EngineError, match="no such engine does not start"):
        Engine(["no such engine"])


@pytest.mark.skipif(os.name == "nt", reason="programs of Unix")
def test_a_program_that_is_no_engine_is_an_error_at_once() -> None:
    begin = time.monotonic()
    for command, reason in [
        (["cat"], "cat is not an engine: it repeats its input"),
        ("tee", "tee is not an engine: it repeats its input"),
        ("yes", "yes is not an engine: it printed 10000 lines, but no uciok"),
    ]:
        with pytest.raises(EngineError) as error:
            Engine(command)
        assert str(error.value) == reason
    assert time.monotonic() - begin < 10


def test_other_engines_may_speak_ugi(scripted) -> None:
    answers = {
        "ugi": "id name other dialect\noption name Some Style type string default a\nugiok",
        "isready": "readyok",
        "position startpos moves 4 5": "info string error char 27: no",
        "uginewgame": "info string new",
    }
    with Engine(scripted(answers), handshake=4) as engine:
        assert (engine.name, engine.protocol) == ("other dialect", "ugi")
        assert engine.declared == {"some style": "string default a"}
        engine.new_game()
        with pytest.raises(Rejected, match="^other dialect: char 3: no$"):
            engine.position(moves=[4, 5])


def test_more_than_a_pipe_holds_is_sent_while_answers_are_read() -> None:
    lines = [b"%d" % number for number in range(100_000)]
    echo = "import sys; [print(line, end='', flush=True) for line in sys.stdin]"
    with Pipe([sys.executable, "-c", echo]) as pipe:
        pipe.send_bytes(b"".join(line + b"\n" for line in lines))
        deadline = time.monotonic() + 60
        assert [pipe.read_bytes(deadline) for _ in lines] == lines


@pytest.mark.parametrize(
    ("errors", "found"),
    [
        ("error: no room\n\nUsage: sh\n", "error: no room"),
        ("counting\n  error: a\nerror: b\n", "error: a"),
        ("counting\nno more\n", "no more"),
        ("\n \n", "it printed nothing"),
    ],
)
def test_the_error_of_a_process_that_ends_is_found(script, errors: str, found: str) -> None:
    command = script(f"import sys; sys.stderr.write({errors!r}); sys.exit(3)")
    with Pipe(command, "me") as pipe:
        with pytest.raises(EngineError, match=f"^me ended with code 3[:;] {found}$"):
            pipe.read(time.monotonic() + 60)


def test_an_engine_ends_with_its_block_even_during_a_search() -> None:
    with pytest.raises(RuntimeError), Engine(options={"OwnBook": False}) as engine:
        engine.pipe.send("go infinite")
        raise RuntimeError
    assert engine.pipe.process.poll() is not None
    engine = Engine(options={"OwnBook": False})
    engine.pipe.send("go infinite")
    engine.close()
    assert engine.pipe.process.poll() is not None


def test_coroutines() -> None:
    infos: list[Info] = []

    async def play() -> None:
        async with AsyncEngine(options={"OwnBook": False}) as engine:
            await engine.position("")
            found = await engine.go(movetime=100, on_info=infos.append)
            assert found.best in range(1, 8)
            search = asyncio.ensure_future(engine.go(infinite=True))
            await asyncio.sleep(0.1)
            await engine.stop()
            assert (await search).best
            # A report may stop the search.
            stops: list[asyncio.Future[None]] = []
            await engine.go(
                infinite=True,
                on_info=lambda _: stops.append(asyncio.ensure_future(engine.stop())),
            )
            assert stops
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.go(infinite=True), 0.1)
            await engine.position("445332")
            await engine.set({"OwnBook": True})
            first, second = await asyncio.gather(engine.analyze(), engine.go())
            assert (first, second.best) == ((-2, -4, 2, 2, -2, 2, 2), 4)

    asyncio.run(play())
    assert infos
    for name in ("set", "new_game", "position", "go", "analyze", "stop"):
        assert inspect.iscoroutinefunction(getattr(AsyncEngine, name)), name
    with pytest.raises(RuntimeError, match="async with"):
        asyncio.run(AsyncEngine().analyze())


def test_reports_and_moves_are_read() -> None:
    line = "info depth 9 seldepth 9 multipv 2 score cp -10000 upperbound nodes 7 time 3 pv P@d1 d2"
    info = Info(rank=2, depth=9, cp=-10000, bound="upperbound", nodes=7, time=3, pv=(4, 4))
    assert Info.parse(line) == info
    assert Info.parse("info string pv 4") is None is Info.parse("bestmove 4")
    with pytest.raises(EngineError):
        column_of("e2e4")


def test_records_are_read(command: str) -> None:
    lines = "4453\tmine\n448\n1212121\n"
    for weak in ([], ["--weak"]):
        words = [command, "analyze", "--quiet", "--allow-bad", "--pv", "--input", "-", *weak]
        run = subprocess.run(words, input=lines, stdout=subprocess.PIPE, text=True, check=True)
        one, bad, over = records.read(run.stdout.splitlines())
        assert isinstance(one, records.Record) and isinstance(over, records.Record)
        assert (one.label, one.outcome, len(one.scores)) == ("mine", "loss", 7)
        assert one.score == (None if weak else -2) and over.best is None
        assert one.pv and len(one.pv) in (one.plies, 42 - one.stones, len(one.pv))
        assert isinstance(bad, records.BadLine) and (bad.line, bad.char) == (2, 3)
    for line in ("", "[]", "{}", '{"input": 3}'):
        with pytest.raises(claimeven.InputError, match="expected a record"):
            records.parse(line)


def test_the_command_is_the_program(command: str) -> None:
    def run(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run([command, *words], capture_output=True, text=True, **options)

    assert run("--version").stdout.split() == ["claimeven", version("claimeven")]
    assert claimeven.__version__ == version("claimeven")
    assert "-5" in run("analyze", "4453").stdout
    assert (run("analyze", "448").returncode, run("analize").returncode) == (1, 2)
    module = [sys.executable, "-m", "claimeven", "--version"]
    assert subprocess.run(module, capture_output=True).returncode == 0
    with subprocess.Popen([command, "analyze", "4453"], stdout=subprocess.PIPE) as closed:
        assert closed.stdout
        closed.stdout.close()
        assert closed.wait() in (0, 1)


@pytest.mark.skipif(os.name == "nt", reason="the shell of Unix")
def test_no_file_takes_the_place_of_a_closed_output(command: str, tmp_path: Path) -> None:
    output = tmp_path / "output"
    show = f"'{command}' analyze --quiet --input - --output '{output}' >&- <<< 448"
    run = subprocess.run(["bash", "-c", show], stderr=subprocess.PIPE)
    assert run.returncode == 1, run.stderr
    assert output.read_text().count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_signals_give_the_exit_codes_of_the_program(command: str) -> None:
    line = "".join(f"{moves}\n" for moves in ("1", "7"))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        words = [command, "analyze", "--no-book", "--input", "-"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(words, text=True, **pipes) as process:
            assert process.stdin and process.stderr
            process.stdin.write(line * 10)
            process.stdin.flush()
            time.sleep(1)
            process.send_signal(number)
            assert process.wait(30) == 128 + number
