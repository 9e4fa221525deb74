"""Giving a local name: parameters, ``let``, loops and binders. A local name hides nothing."""

from __future__ import annotations

from caborules.diagnostics.span import Span
from caborules.ir.types import Type
from caborules.names.builtin import THINGS
from caborules.types.world import Env, Local, World


def bind(w: World, env: Env, name: str, type: Type | None, span: Span, taken: frozenset[str] = frozenset()) -> Env:
    """The place where the name means a value of the type (None: its declaration failed).

    Reports E202 where the name is known already; the name then means the new value, so that nothing follows from it.
    ``taken`` are names of other parts of the same block: the typed name differs from them.
    """
    other = _known_as(w, env, name)
    if other:
        mend = "Choose another name: a local name hides nothing."
        w.report.error("E202", span, f'"{name}" is {other} already.', mend)
    typed, count = name, 2
    while typed in taken:
        typed, count = f"{name}~{count}", count + 1
    return env.with_local(name, Local(typed, type))


def _known_as(w: World, env: Env, name: str) -> str:
    if name in env.locals:
        return "a name here"
    if name in THINGS:
        return "a word of the language"
    if name in w.sorts:
        sort = w.sorts[name]
        article = "an" if sort[0] in "ao" else "a"
        return "state" if sort == "state" else f"{article} {sort}"
    return ""


def unused(env: Env, name: str) -> str:
    """A name for a binder that the compiler makes: like ``name``, and known nowhere here."""
    names = {local.name for local in env.locals.values()}
    typed, count = f"{name}~", 2
    while typed in names:
        typed, count = f"{name}~{count}", count + 1
    return typed
