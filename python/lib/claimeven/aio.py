"""A running engine for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, TypeVar, Union

from .engine import ANSWER, HANDSHAKE, Engine, Info, Option, Search, Value

if TYPE_CHECKING:
    from ._native import Position

Result = TypeVar("Result")


class AsyncEngine:
    """An `Engine` whose methods are coroutines. It lives from ``async with`` to its end.

    The parameters and errors are those of `Engine`. A task that is cancelled while it waits for a
    search stops the search. One engine does one thing at a time: a second call waits for the first.

    Examples
    --------
    >>> import asyncio, claimeven
    >>> async def best(moves):
    ...     async with claimeven.AsyncEngine() as engine:
    ...         await engine.position(moves)
    ...         return (await engine.go(movetime=50)).best
    >>> asyncio.run(best("445332"))
    4
    """

    def __init__(
        self,
        command: Union[str, Sequence[str], None] = None,
        options: Optional[Mapping[str, Option]] = None,
        *,
        timeout: float = ANSWER,
        handshake: float = HANDSHAKE,
    ) -> None:
        self._start = lambda: Engine(command, options, timeout=timeout, handshake=handshake)
        self._engine: Optional[Engine] = None
        self._turn: Optional[asyncio.Lock] = None

    async def __aenter__(self) -> AsyncEngine:
        self._turn = asyncio.Lock()
        self._engine = await _on_thread(self._start)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._engine is not None:
            await _on_thread(self._engine.close)

    async def set(self, options: Mapping[str, Option]) -> None:
        """Set options, as `Engine.set` does."""
        await self._do(lambda engine: engine.set(options))

    async def new_game(self) -> None:
        """Clear the table before the next search."""
        await self._do(lambda engine: engine.new_game())

    async def position(
        self, position: Union[str, Position] = "", moves: Iterable[Union[int, str]] = ()
    ) -> None:
        """Set the position, as `Engine.position` does."""
        await self._do(lambda engine: engine.position(position, moves))

    async def go(
        self, *, on_info: Optional[Callable[[Info], object]] = None, **limits: Any
    ) -> Search:
        """Search with the limits of `Engine.go`. `on_info` is called in the event loop."""
        loop = asyncio.get_running_loop()

        def forward(info: Info) -> None:
            assert on_info
            loop.call_soon_threadsafe(on_info, info)

        report = forward if on_info else None
        return await self._do(lambda engine: engine.go(on_info=report, **limits))

    async def analyze(self) -> tuple[Value, ...]:
        """Return the values of columns 1 to 7, as `Engine.analyze` does."""
        return await self._do(lambda engine: engine.analyze())

    async def stop(self) -> None:
        """End the search that runs. In `on_info`, use ``asyncio.ensure_future(engine.stop())``."""
        # Not on a thread: searches may be waiting on all of them.
        if self._engine is not None:
            self._engine.stop()

    async def _do(self, work: Callable[[Engine], Result]) -> Result:
        if self._engine is None or self._turn is None:
            raise RuntimeError("expected async with around the calls of an AsyncEngine")
        engine = self._engine
        async with self._turn:
            task = asyncio.ensure_future(_on_thread(work, engine))
            try:
                return await asyncio.shield(task)
            except asyncio.CancelledError:
                # The thread must end before the engine gets another question.
                engine.stop()
                await asyncio.wait([task])
                raise


async def _on_thread(work: Callable[..., Result], *arguments: object) -> Result:
    return await asyncio.get_running_loop().run_in_executor(None, work, *arguments)
