"""Jobs for long-lived workers on this machine or on a Ray cluster.

A worker is an object that has engines and does one job at a time. In one pool the workers run in
threads of this process, with engines in processes of their own. In the other they run in Ray
actors. Ray restarts an actor that dies; its job goes to a free worker. Each job has one result,
and results come in the order in which they are ready.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import importlib.util
import os
import pathlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, Self

from arguments import output_file, whole
from news import report
from package import PACKAGE, EngineError
from parts import Contradiction

# The exit code of a program that Ctrl-C ended: 128 plus the signal's number.
INTERRUPTED = 130
# The run fails if a worker is lost this often while no job is finished.
LOSSES_IN_A_ROW = 5


class Worker(Protocol):
    """Does jobs one after another."""

    def run(self, job: Any) -> Any:
        """Returns the result of a job. Fails only if the job fails in every worker."""

    def close(self) -> None:
        """Ends its engines, even during a job."""


class WorkerLost(Exception):
    """A worker died during a job. Another worker can do the job."""


class Pool(ABC):
    """Workers, and their jobs."""

    workers: list[Any]

    def results(self, jobs: Iterable[Any]) -> Iterator[Any]:
        """Yields the result of each job. Free workers take the next job."""
        source, again = iter(jobs), collections.deque[Any]()
        idle: collections.deque[Any] = collections.deque()
        # A worker may wait for its machine, and gets no job before it runs.
        running: dict[Any, tuple[Any, Any]] = {
            self.ready(worker): (worker, None) for worker in self.workers
        }
        losses: collections.Counter[int] = collections.Counter()
        while True:
            while idle and (job := again.popleft() if again else next(source, None)) is not None:
                worker = idle.popleft()
                running[self.start(worker, job)] = worker, job
            if idle and all(job is None for _, job in running.values()):
                return
            handle = self.wait(list(running))
            worker, job = running.pop(handle)
            try:
                result = self.take(handle)
            except WorkerLost as loss:
                number = self.workers.index(worker)
                losses[number] += 1
                report(f"worker {number + 1} was lost: {loss}")
                if losses[number] > LOSSES_IN_A_ROW:
                    lost = f"worker {number + 1} was lost {losses[number]} times"
                    raise SystemExit(f"{lost} and no job was finished") from None
                again.extend([job] if job is not None else [])
                running[self.ready(worker)] = worker, None
                continue
            idle.append(worker)
            if job is not None:
                losses.clear()
                yield result

    @abstractmethod
    def start(self, worker: Any, job: Any) -> Any:
        """Gives a worker a job. Returns a handle for its result."""

    @abstractmethod
    def wait(self, handles: list[Any]) -> Any:
        """Returns the first handle whose result is ready."""

    @abstractmethod
    def take(self, handle: Any) -> Any:
        """Returns the result of a handle that is ready."""

    @abstractmethod
    def ready(self, worker: Any) -> Any:
        """Returns a handle that is ready when a worker can take jobs."""

    @abstractmethod
    def close(self) -> None:
        """Ends all workers, even during jobs."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LocalPool(Pool):
    """Workers in threads of this process."""

    def __init__(self, count: int, make: Callable[[], Worker]) -> None:
        self.workers = [make() for _ in range(count)]
        self.threads = concurrent.futures.ThreadPoolExecutor(count)

    def start(self, worker: Worker, job: Any) -> concurrent.futures.Future[Any]:
        return self.threads.submit(worker.run, job)

    def wait(self, handles: list[Any]) -> Any:
        ready, _ = concurrent.futures.wait(handles, return_when=concurrent.futures.FIRST_COMPLETED)
        return ready.pop()

    def take(self, handle: concurrent.futures.Future[Any]) -> Any:
        return handle.result()

    def ready(self, worker: Worker) -> Any:
        there: concurrent.futures.Future[None] = concurrent.futures.Future()
        there.set_result(None)
        return there

    def close(self) -> None:
        for worker in self.workers:
            worker.close()
        self.threads.shutdown(cancel_futures=True)


class RayPool(Pool):
    """Workers in actors of a Ray cluster, which get a copy of this folder and of the package."""

    def __init__(
        self, count: int | None, make: Callable[[], Worker], address: str | None, cpus: int
    ) -> None:
        import ray

        self.ray = ray
        here = str(pathlib.Path(__file__).parent)
        ray.init(
            address=address,
            runtime_env={
                "working_dir": here,
                "py_modules": [str(PACKAGE)],
                "excludes": ["tests", "__pycache__"],
            },
            logging_level="warning",
        )
        room = int(ray.cluster_resources().get("CPU", 0)) // cpus
        if not room:
            raise SystemExit(f"the cluster has no worker with {cpus} CPUs")
        actor = ray.remote(Actor).options(num_cpus=cpus, max_restarts=-1)
        self.workers = [actor.remote(make) for _ in range(count or room)]

    def start(self, worker: Any, job: Any) -> Any:
        return worker.run.remote(job)

    def wait(self, handles: list[Any]) -> Any:
        ready, _ = self.ray.wait(handles)
        return ready[0]

    def take(self, handle: Any) -> Any:
        try:
            return self.ray.get(handle)
        except self.ray.exceptions.RayTaskError as error:
            # The job failed, and would fail in another worker too.
            raise (error.cause or error) from None
        except self.ray.exceptions.RayError as error:
            raise WorkerLost(type(error).__name__) from None

    def ready(self, worker: Any) -> Any:
        # Waits through all restarts, even if the machine never returns.
        return worker.ready.options(max_task_retries=-1).remote()

    def close(self) -> None:
        for worker in self.workers:
            with contextlib.suppress(self.ray.exceptions.RayError):
                self.ray.kill(worker)
        self.ray.shutdown()


class Actor:
    """A worker in a Ray actor."""

    def __init__(self, make: Callable[[], Worker]) -> None:
        self.worker = make()

    def ready(self) -> None:
        """Returns once the actor is running again."""

    def run(self, job: Any) -> Any:
        return self.worker.run(job)


@contextlib.contextmanager
def one_line_errors() -> Iterator[None]:
    """Ends the program after an error with one line. Finished work stays."""
    try:
        yield
    except (Contradiction, EngineError) as error:
        sys.exit(f"{type(error).__name__}: {error}")
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        report("stopped; use --resume to continue")
        sys.exit(INTERRUPTED)


def executor(text: str) -> str:
    if text == "ray" and importlib.util.find_spec("ray") is None:
        raise argparse.ArgumentTypeError("Ray is not installed: pip install ray")
    return text


def make_parser(description: str, output: str) -> argparse.ArgumentParser:
    """Returns a parser with the arguments of every run: the output, and the choice of a pool."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--output", type=output_file, required=True, help=output)
    parser.add_argument("--resume", action="store_true", help="continue a stopped run")
    group = parser.add_argument_group("workers")
    group.add_argument("--executor", type=executor, choices=("local", "ray"), default="local")
    group.add_argument("--workers", type=whole(1), help="number of workers (default: one per CPU)")
    group.add_argument("--cpus", type=whole(1), default=1, help="CPUs of each worker")
    group.add_argument("--address", help="Ray cluster (default: a new one on this machine)")
    return parser


def make_pool(arguments: argparse.Namespace, make: Callable[[], Worker]) -> Pool:
    if arguments.executor == "ray":
        return RayPool(arguments.workers, make, arguments.address, arguments.cpus)
    count = arguments.workers or max(1, (os.cpu_count() or 1) // arguments.cpus)
    return LocalPool(count, make)
