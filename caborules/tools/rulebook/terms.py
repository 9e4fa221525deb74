"""The terms of the game: every function that has a text, with what it means."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.ir import expressions as ex
from caborules.ir.system import FunctionDef, ParamDef
from caborules.ir.types import BoolType, CollectionType
from caborules.tools.rulebook.conditions import clause, knowing
from caborules.tools.rulebook.document import Heading, Item, Part, Points, Strong, cited
from caborules.tools.rulebook.english import capital, words
from caborules.tools.rulebook.groups import it
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
    head, talk = _spoken(teller.talk, one.parameters)
    name = ex.Apply(one.type, None, one.name, tuple(ex.LocalRef(p.type, None, p.name) for p in one.parameters))
    clauses = tuple(dict.fromkeys((*one.cites, *teller.cites.get(f"define {one.name}", ()))))
    if isinstance(one.type, BoolType):
        if isinstance(one.body, ex.Either):
            text = f" means: {_either(talk, one.body)}."
            return Item(cited((Strong(capital(clause(head, name))), text), clauses))
        text = f" means: {clause(talk, one.body)}."
        return Item(cited((Strong(capital(clause(head, name))), text), clauses))
    if noun(head, name) == noun(talk, one.body):
        return None
    below = tuple(_cases(talk, one.body)) if isinstance(one.body, ex.Either) else ()
    if below:
        return Item(cited((Strong(capital(noun(head, name))), ", by the first of these that holds:"), clauses), below)
    return Item(cited((Strong(capital(noun(head, name))), f": {noun(talk, one.body)}."), clauses))


def _either(talk: Talk, body: ex.Expr) -> str:
    """A condition with cases, the first that holds."""
    if not isinstance(body, ex.Either):
        return clause(talk, body)
    return f"if {clause(talk, body.condition)}, {clause(talk, body.then)}; otherwise, {_either(talk, body.otherwise)}"


def _spoken(talk: Talk, parts: tuple[ParamDef, ...]) -> tuple[Talk, Talk]:
    """How the parts of a term are spoken of in its name, and in what it means.

    A part with a name of one or two letters has no word of its own: it is a player, a card, or one and another.
    """
    head = talk
    for part in parts:
        kind = it(part.type).removeprefix("that ")
        same = [one for one in parts if len(one.name) < 3 and one.type == part.type]
        if len(part.name) > 2:
            first = then = f"the {words(part.name)}"
        elif isinstance(part.type, CollectionType):
            first, then = f"some {kind.removeprefix('those ')}", kind
        elif len(same) == 1:
            first, then = f"a given {kind}", f"that {kind}"
        elif part == same[0]:
            first, then = f"one {kind}", f"the one {kind}"
        else:
            first, then = f"another {kind}", f"the other {kind}"
        head, talk = head.with_name(part.name, first), talk.with_name(part.name, then)
    return head, talk


def _cases(talk: Talk, body: ex.Expr) -> Iterator[Item]:
    while isinstance(body, ex.Either):
        if isinstance(body.then, ex.Either) and not isinstance(body.otherwise, ex.Either):
            yield Item((f"{noun(talk, body.otherwise)}, if {clause(talk, body.condition, no=True)};",))
            body = body.then
        else:
            yield Item((f"{noun(knowing(talk, body.condition), body.then)}, if {clause(talk, body.condition)};",))
            body = body.otherwise
    yield Item((f"otherwise {noun(talk, body)}.",))
