"""The order of jobs, and the jobs of lost workers."""

import collections
import contextlib
import io
import unittest
from collections.abc import Callable, Iterator
from typing import Any

from pool import LOSSES_IN_A_ROW, LocalPool, Pool, WorkerLost


class Doubler:
    """A worker that doubles numbers."""

    def run(self, job: int) -> int:
        if job == 13:
            raise ValueError(job)
        return 2 * job

    def close(self) -> None:
        """Does nothing."""


class ShakyPool(Pool):
    """A pool in which a function decides when a worker is lost. Jobs are done in order."""

    def __init__(self, count: int, lost: Callable[[str, int | None], bool]) -> None:
        self.workers = [chr(ord("a") + number) for number in range(count)]
        self.lost = lost
        self.handles: dict[int, tuple[str, int | None]] = {}

    def start(self, worker: str, job: int | None) -> int:
        self.handles[len(self.handles)] = worker, job
        return len(self.handles) - 1

    def ready(self, worker: str) -> int:
        return self.start(worker, None)

    def wait(self, handles: list[int]) -> int:
        return handles[0]

    def take(self, handle: int) -> Any:
        worker, job = self.handles[handle]
        if self.lost(worker, job):
            raise WorkerLost("power failure")
        return None if job is None else 2 * job

    def close(self) -> None:
        """Does nothing."""


class Jobs(unittest.TestCase):
    def test_every_job_is_done_once(self) -> None:
        for workers in (1, 2, 7):
            with LocalPool(workers, Doubler) as pool:
                self.assertEqual(sorted(pool.results(range(12))), [*range(0, 24, 2)])
                self.assertEqual([*pool.results([])], [])

    def test_jobs_are_taken_as_workers_become_free(self) -> None:
        taken = []

        def jobs() -> Iterator[int]:
            for job in range(12):
                taken.append(job)
                yield job

        with LocalPool(2, Doubler) as pool:
            results = pool.results(jobs())
            next(results)
            self.assertLessEqual(len(taken), 4)

    def test_an_error_of_a_job_ends_the_run(self) -> None:
        with LocalPool(2, Doubler) as pool, self.assertRaises(ValueError):
            list(pool.results([1, 13]))

    def test_jobs_of_lost_workers_are_done_by_others(self) -> None:
        seen: collections.Counter[int | None] = collections.Counter()

        def lost(_: str, job: int | None) -> bool:
            seen[job] += 1
            return job in (3, 8) and seen[job] == 1

        with contextlib.redirect_stderr(io.StringIO()) as stderr:
            found = sorted(ShakyPool(2, lost).results(range(10)))
        self.assertEqual(found, [*range(0, 20, 2)])
        self.assertEqual(stderr.getvalue().count("was lost: power failure"), 2)

    def test_other_workers_do_the_jobs_if_one_never_starts(self) -> None:
        class Pending(ShakyPool):
            def wait(self, handles: list[int]) -> int:
                return next(handle for handle in handles if self.handles[handle][0] != "b")

        pool = Pending(2, lambda *_: False)
        self.assertEqual(sorted(pool.results(range(10))), [*range(0, 20, 2)])

    def test_losses_with_finished_jobs_between_them_do_not_end_the_run(self) -> None:
        seen: collections.Counter[int | None] = collections.Counter()

        def lost(_: str, job: int | None) -> bool:
            seen[job] += 1
            return job is not None and seen[job] == 1

        jobs = range(3 * LOSSES_IN_A_ROW)
        with contextlib.redirect_stderr(io.StringIO()):
            found = [*ShakyPool(1, lost).results(jobs)]
        self.assertEqual(found, [2 * job for job in jobs])

    def test_workers_that_are_always_lost_end_the_run(self) -> None:
        pool = ShakyPool(1, lambda _, job: job is not None)
        with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as end:
            list(pool.results([1]))
        self.assertIn(f"{LOSSES_IN_A_ROW + 1} times", str(end.exception))
