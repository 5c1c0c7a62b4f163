"""Jobs for the workers of a run: processes on this machine, or tasks on a Ray cluster.

A job is an argument of a function. Each has one result, and results come in the order in which they
are ready. Workers may die: Ray gives their jobs to others, and on this machine the run ends.
"""

import argparse
import contextlib
import functools
import importlib.util
import multiprocessing
import os
import pathlib
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

import package
from claimeven.errors import EngineError
from program import whole

# The number of other workers that get a job if its worker dies.
RETRIES = 5
# The folder of this file, without what the jobs do not need.
SENT = {
    "working_dir": str(pathlib.Path(__file__).resolve().parent),
    "py_modules": [str(package.PACKAGE)],
    "excludes": ["tests", "__pycache__", "*.xz"],
}


@dataclass(frozen=True)
class Workers:
    """Workers of one kind."""

    count: int
    submit: Callable[..., "Future[Any]"]
    """Gives a function and its arguments to a free worker."""
    share: Callable[[Any], Any] = lambda value: value
    """Prepares a value that all jobs get. Ray sends it to each machine once."""

    def results(
        self, function: Callable[..., Any], jobs: Iterable[Any], *shared: Any
    ) -> Iterator[Any]:
        """Yields the result of each job. Takes a job when a worker is free for it."""
        running: set[Future[Any]] = set()
        shared = tuple(map(self.share, shared))
        for job in jobs:
            running.add(self.submit(function, job, *shared))
            if len(running) == self.count:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from map(result_of, done)
        yield from map(result_of, as_completed(running))


def result_of(future: "Future[Any]") -> Any:
    try:
        return future.result()
    except BrokenProcessPool:
        raise EngineError("a worker process was killed") from None
    except Exception as error:
        # Ray's error has the whole trace of the worker. Its cause is the error itself.
        if cause := getattr(error, "cause", None):
            raise cause from None
        if type(error).__module__.startswith("ray."):
            raise EngineError(f"a job's workers were lost: {type(error).__name__}") from None
        raise


@contextlib.contextmanager
def on_this_machine(count: int) -> Iterator[Workers]:
    executor = ProcessPoolExecutor(count, initializer=follow_parent)
    try:
        yield Workers(count, executor.submit)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.kill()


def follow_parent() -> None:
    """Prepares a worker process. It ends with its parent even if that is killed."""
    # Ctrl-C reaches the parent, which ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def on_ray(count: int | None, cpus: int, address: str | None) -> Iterator[Workers]:
    import ray

    ray.init(address=address, runtime_env=SENT, logging_level="warning")
    room = int(ray.cluster_resources().get("CPU", 0)) // cpus
    if not room:
        raise SystemExit(f"the cluster has no worker with {cpus} CPUs")

    @functools.cache
    def remote(function: Callable[..., Any]) -> Any:
        return ray.remote(num_cpus=cpus, max_retries=RETRIES)(function)

    def submit(function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        return remote(function).remote(*arguments).future()

    try:
        yield Workers(count or room, submit, ray.put)
    finally:
        ray.shutdown()


def executor(text: str) -> str:
    if text == "ray" and importlib.util.find_spec("ray") is None:
        raise argparse.ArgumentTypeError("Ray is not installed: pip install ray")
    return text


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments that choose the workers."""
    group = parser.add_argument_group("workers")
    group.add_argument("--executor", type=executor, choices=("local", "ray"), default="local")
    group.add_argument("--workers", type=whole(1), help="number of workers (default: one per CPU)")
    group.add_argument("--cpus", type=whole(1), default=1, help="CPUs of each worker")
    group.add_argument("--address", help="Ray cluster (default: a new one on this machine)")


def workers(arguments: argparse.Namespace) -> contextlib.AbstractContextManager[Workers]:
    """Returns the workers that the arguments choose."""
    if arguments.executor == "ray":
        return on_ray(arguments.workers, arguments.cpus, arguments.address)
    return on_this_machine(arguments.workers or max(1, (os.cpu_count() or 1) // arguments.cpus))
