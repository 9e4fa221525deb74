"""The terms of the game: every function that has a text, with what it means."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.ir import expressions as ex
from caborules.ir.system import FunctionDef
from caborules.ir.types import BoolType
from caborules.tools.rulebook.conditions import clause
from caborules.tools.rulebook.document import Heading, Item, Part, Points, Strong, cited
from caborules.tools.rulebook.english import capital, words
from caborules.tools.rulebook.nouns import noun
from caborules.tools.rulebook.talk import Talk
from caborules.tools.rulebook.telling import Teller


def glossary(teller: Teller) -> Iterator[Part]:
    """The section of terms; nothing where the rules have none."""
    found = (_term(teller, one) for one in teller.talk.system.functions.values())
    items = tuple(item for item in found if item is not None)
    if items:
        yield Heading(2, "Terms", "terms")
        yield Points(items)


def _term(teller: Teller, one: FunctionDef) -> Item | None:
    talk = teller.talk
    for part in one.parameters:
        talk = talk.with_name(part.name, f"the {words(part.name)}")
    name = ex.Apply(one.type, None, one.name, tuple(ex.LocalRef(p.type, None, p.name) for p in one.parameters))
    clauses = tuple(dict.fromkeys((*one.cites, *teller.cites.get(f"define {one.name}", ()))))
    if isinstance(one.type, BoolType):
        text = f" means: {clause(talk, one.body)}."
        return Item(cited((Strong(capital(clause(talk, name))), text), clauses))
    if noun(talk, name) == noun(talk, one.body):
        return None
    below = tuple(_cases(talk, one.body)) if isinstance(one.body, ex.Either) else ()
    if below:
        return Item(cited((Strong(capital(noun(talk, name))), ", by the first of these that holds:"), clauses), below)
    return Item(cited((Strong(capital(noun(talk, name))), f": {noun(talk, one.body)}."), clauses))


def _cases(talk: Talk, body: ex.Expr) -> Iterator[Item]:
    while isinstance(body, ex.Either):
        if isinstance(body.then, ex.Either) and not isinstance(body.otherwise, ex.Either):
            yield Item((f"{noun(talk, body.otherwise)}, if {clause(talk, body.condition, no=True)};",))
            body = body.then
        else:
            yield Item((f"{noun(talk, body.then)}, if {clause(talk, body.condition)};",))
            body = body.otherwise
    yield Item((f"otherwise {noun(talk, body)}.",))
