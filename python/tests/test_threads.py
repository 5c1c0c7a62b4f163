"""Threads, signals and processes of Python during the work."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
from conftest import random_moves

import claimeven

MOVES = [*random_moves(500, seed=5, least=20)]
HARD = [*random_moves(2_000, seed=6, least=8, most=9)]


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_any_number_of_threads_gives_the_same_scores(threads: int) -> None:
    want = claimeven.analyze_many(MOVES)
    assert np.array_equal(claimeven.analyze_many(MOVES, threads=threads).scores, want.scores)
    assert claimeven.score(MOVES[0], threads=threads) == want.value[0]


def test_threads_of_python_run_during_the_work_and_may_call_it() -> None:
    want = claimeven.analyze_many(MOVES).scores
    count, is_done = 0, threading.Event()

    def tick() -> None:
        nonlocal count
        while not is_done.wait(0.001):
            count += 1

    ticker = threading.Thread(target=tick)
    ticker.start()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: claimeven.analyze_many(MOVES, threads=1).scores, range(4)))
    is_done.set()
    ticker.join()
    assert count > 3
    assert all(np.array_equal(scores, want) for scores in found)


# Each waits for longer than the work may take to stop.
WORKS = {
    "many": "claimeven.analyze_many(hard, book=False, progress=lambda *_: print(flush=True))",
    "one": "print(flush=True); claimeven.analyze('', book=False)",
    "annotate": "print(flush=True); claimeven.annotate('4', book=False)",
    "grade": "claimeven.grade(hard, book=False, progress=lambda *_: print(flush=True))",
}


@pytest.mark.skipif(os.name == "nt", reason="Windows sends Ctrl-C to a whole console")
@pytest.mark.parametrize("work", WORKS.values(), ids=WORKS)
def test_ctrl_c_ends_the_work_with_keyboard_interrupt(work: str) -> None:
    script = f"""
        import claimeven
        claimeven.score(""), claimeven.analyze_many([])
        hard = {HARD!r}
        try:
            {work}
        except KeyboardInterrupt:
            print(claimeven.score("4453"))
    """
    words = [sys.executable, "-c", textwrap.dedent(script)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout
        run.stdout.readline()
        time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        begin = time.monotonic()
        assert run.stdout.read().split()[-1:] == ["-2"]
        assert time.monotonic() - begin < 5
        assert run.wait() == 0


def score_of(moves: str) -> int:
    return claimeven.score(moves)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_other_processes_use_the_package(method: str) -> None:
    want = claimeven.analyze_many(MOVES[:20]).value.tolist()
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(score_of, MOVES[:20]) == want
        forms = [claimeven.Position(moves) for moves in MOVES[:20]]
        assert pool.map(score_of, forms) == want


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_during_the_work_can_work_itself() -> None:
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        work = pool.submit(claimeven.analyze_many, MOVES)
        child = os.fork()
        if child == 0:
            try:
                found = claimeven.analyze_many(MOVES[:50]).value[0]
                os._exit(0 if found == claimeven.score(MOVES[0]) else 1)
            finally:
                os._exit(2)
        assert os.waitpid(child, 0)[1] == 0
        assert len(work.result().value) == len(MOVES)
