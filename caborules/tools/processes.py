"""One call for each of many numbers, shared out among processes; none is left when the command is interrupted."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import TypeVar

T = TypeVar("T")


class ProcessLost(Exception):  # noqa: N818 - what happened, in words
    """A process ended before it had answered for all its numbers: killed, or out of memory."""


def spread(call: Callable[[int], T], numbers: Sequence[int], jobs: int) -> Iterator[tuple[int, T]]:
    """``(number, call(number))`` for each number, as they come.

    Raises what ``call`` raises; ProcessLost. Whenever the iterator is left, the processes are killed: there is no queue
    and no lock that a killed process could hold, as each has a pipe of its own.
    """
    readers: list[Connection] = []
    processes = []
    try:
        with _interrupts_held():
            for at in range(min(jobs, len(numbers))):
                reader, writer = multiprocessing.Pipe(duplex=False)
                readers.append(reader)
                given = (call, numbers[at::jobs], writer, tuple(readers))
                processes.append(multiprocessing.Process(target=_answer, args=given, daemon=True))
                processes[-1].start()
                writer.close()
        yield from _answers(readers)
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.join()
        for reader in readers:
            reader.close()


def _answers(readers: Sequence[Connection]) -> Iterator[tuple[int, T]]:
    open_ones = list(readers)
    while open_ones:
        for reader in wait(open_ones):
            assert isinstance(reader, Connection)
            try:
                answer = reader.recv()
            except EOFError as end:
                raise ProcessLost("a process that played games has ended without a word") from end
            match answer:
                case None:
                    open_ones.remove(reader)
                case BaseException():
                    raise answer
                case (number, found):
                    yield number, found


def _answer(
    call: Callable[[int], T], numbers: Sequence[int], writer: Connection, inherited: Sequence[Connection]
) -> None:
    """What a process does. Ctrl-C reaches it as well and is none of its business; it ends when nobody listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for reader in inherited:
        reader.close()
    try:
        for number in numbers:
            writer.send((number, call(number)))
        writer.send(None)
    except BrokenPipeError:
        return
    except Exception as error:
        writer.send(error)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits meanwhile, so that it meets no process that has not yet been told to leave it alone."""
    if not hasattr(signal, "pthread_sigmask"):  # where there are no signal masks
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
