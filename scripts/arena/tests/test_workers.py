"""The order of jobs, and jobs that fail."""

import os
import signal
from collections.abc import Iterator

import pytest

from claimeven.errors import EngineError
from workers import on_this_machine


def double(number: int, *more: int) -> int:
    if number == 13:
        raise ValueError(number)
    if number == 14:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number + sum(more)


def test_every_job_is_done_once() -> None:
    for count in (1, 2, 7):
        with on_this_machine(count) as workers:
            assert sorted(workers.results(double, range(12))) == [*range(0, 24, 2)]
            assert [*workers.results(double, [])] == []
            assert [*workers.results(double, [1], 5)] == [7]


def test_jobs_are_taken_as_workers_become_free() -> None:
    taken = []

    def jobs() -> Iterator[int]:
        for job in range(12):
            taken.append(job)
            yield job

    with on_this_machine(2) as workers:
        next(workers.results(double, jobs()))
        assert len(taken) <= 4


def test_an_error_of_a_job_ends_the_run() -> None:
    with on_this_machine(2) as workers, pytest.raises(ValueError):
        list(workers.results(double, [1, 13]))


def test_a_killed_worker_ends_the_run() -> None:
    with on_this_machine(1) as workers, pytest.raises(EngineError, match="was killed"):
        list(workers.results(double, [14]))
