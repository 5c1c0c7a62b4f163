"""The order of jobs, and jobs that fail."""

import os
import signal
import unittest
from collections.abc import Iterator

from claimeven.errors import EngineError
from workers import on_this_machine


def double(number: int, *more: int) -> int:
    if number == 13:
        raise ValueError(number)
    if number == 14:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number + sum(more)


class Jobs(unittest.TestCase):
    def test_every_job_is_done_once(self) -> None:
        for count in (1, 2, 7):
            with on_this_machine(count) as workers:
                self.assertEqual(sorted(workers.results(double, range(12))), [*range(0, 24, 2)])
                self.assertEqual([*workers.results(double, [])], [])
                self.assertEqual([*workers.results(double, [1], 5)], [7])

    def test_jobs_are_taken_as_workers_become_free(self) -> None:
        taken = []

        def jobs() -> Iterator[int]:
            for job in range(12):
                taken.append(job)
                yield job

        with on_this_machine(2) as workers:
            next(workers.results(double, jobs()))
            self.assertLessEqual(len(taken), 4)

    def test_an_error_of_a_job_ends_the_run(self) -> None:
        with on_this_machine(2) as workers, self.assertRaises(ValueError):
            list(workers.results(double, [1, 13]))

    def test_a_killed_worker_ends_the_run(self) -> None:
        with on_this_machine(1) as workers, self.assertRaisesRegex(EngineError, "was killed"):
            list(workers.results(double, [14]))
