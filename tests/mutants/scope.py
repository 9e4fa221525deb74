"""What the files of a ruleset say about their own words: which are players, members, places of one shape."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from caborules.syntax import nodes as n
from tests.mutants.tree import Way

_PLAYERS = frozenset(("players", "everyone", "others", "others-right"))


@dataclass(frozen=True, slots=True)
class Words:
    """``players``: names that stand for one player; ``groups``: for several. ``enumerations``: the members of each
    question (``form.question``), kind, option and variable, ``kinds`` being the kinds; ``rules``: of each column that
    holds rules, those in it; ``parameters``: of each rule, the names of those that are players; ``piles``: shared
    places that can stand for each other, and ``hands`` for each place of a player another one of its shape."""

    players: frozenset[str]
    groups: frozenset[str]
    enumerations: dict[str, tuple[str, ...]]
    kinds: frozenset[str]
    rules: dict[str, tuple[str, ...]]
    parameters: dict[str, tuple[str, ...]]
    piles: tuple[str, ...]
    hands: dict[str, str]

    def other_member(self, enumeration: str, member: str) -> str | None:
        """The member after this one, round and round; None where there is no other."""
        members = self.enumerations.get(enumeration, ())
        if member not in members or len(members) < 2:
            return None
        return members[(members.index(member) + 1) % len(members)]

    def kind_of(self, member: str) -> str | None:
        """The kind, not the question or option, that a member belongs to."""
        known = ((name, all_) for name, all_ in self.enumerations.items() if name in self.kinds)
        return next((name for name, all_ in known if member in all_), None)


def words(files: Iterable[n.File]) -> Words:
    items = [body(item) for file in files for item in file.items]
    groups = set(_PLAYERS)
    for _ in items:
        more = {d.name for d in items if isinstance(d, n.Define) and is_group(d.otherwise, groups)}
        if more <= groups:
            break
        groups |= more
    variables = [line for item in items if isinstance(item, n.State) for line in item.lines]
    places = [line for item in items if isinstance(item, n.Places) for line in item.lines]
    enumerations: dict[str, tuple[str, ...]] = {}
    for item in items:
        if isinstance(item, n.DefineForm):
            enumerations |= {f"{item.name}.{field.name}": _members(field.type) for field in item.fields}
        elif isinstance(item, n.Kind):
            enumerations[item.name] = _members(item.type)
        elif isinstance(item, n.Options | n.State):
            named = [line for line in item.lines if isinstance(line, n.Option | n.Variable)]
            enumerations |= {line.name: _members(line.type) for line in named}
    return Words(
        players=frozenset(v.name for v in variables if _is_player(v)),
        groups=frozenset(groups),
        enumerations=enumerations,
        kinds=frozenset(item.name for item in items if isinstance(item, n.Kind)),
        rules=_columns(items),
        parameters={
            rule.name: tuple(p.name for part in rule.parts for p in part.params if _is_player(p))
            for rule in items
            if isinstance(rule, n.Rule)
        },
        piles=tuple(p.name for p in places if p.each is None and p.shape == "pile"),
        hands=_hands([p for p in places if p.each is not None]),
    )


def _hands(places: list[n.PlaceDecl]) -> dict[str, str]:
    """For each place of a player the next one of the same shape, round and round."""
    found = {}
    for place in places:
        alike = [other.name for other in places if other.shape == place.shape]
        if len(alike) > 1:
            found[place.name] = alike[(alike.index(place.name) + 1) % len(alike)]
    return found


def body(item: n.Node) -> n.Node:
    """What a ``replace`` puts in place of the old; other items as they are."""
    return item.body if isinstance(item, n.Replace) else item


def is_group(expr: n.Node, groups: Iterable[str]) -> bool:
    """Does the expression stand for several players?"""
    match expr:
        case n.Ref(name=name):
            return name.text in groups
        case n.Of(function=function):
            return function.text in groups
        case n.Those(among=among) | n.ThoseBest(among=among):
            return is_group(among, groups)
        case n.Either(value=value):
            return is_group(value, groups)
    return False


def local_players(item: n.Node, way: Way, known: Words) -> tuple[str, ...]:
    """The parameters and variables that stand for players where ``way`` leads in a rule, window or function."""
    found: list[str] = []
    here: Any = item
    for name, at in way:
        found += _brought(here, name, at, known)
        here = getattr(here, name) if at is None else getattr(here, name)[at]
    return tuple(dict.fromkeys(found))


def _brought(node: n.Node, field: str, at: int | None, known: Words) -> list[str]:
    """The names of players that a node gives to what stands in one of its fields."""
    match node:
        case n.Rule(parts=parts) if field == "body":
            return [p.name for part in parts for p in part.params if _is_player(p)]
        case n.Define(params=params):
            return [p.name for p in params if _is_player(p)]
        case n.Hook(path=path) if field == "body" and path.text in known.parameters:
            return list(known.parameters[path.text])
        case n.AddChoice(path=path):
            return list(known.parameters.get(path.parts[0], ()))
        case n.ForEach(variable=name, among=among) if field in ("body", "where"):
            return [name] if is_group(among, known.groups) else []
        case n.Exists(variable=name, among=among) | n.Those(variable=name, among=among) if field == "where":
            return [name] if is_group(among, known.groups) else []
        case n.ThoseBest(variable=name, among=among) if field == "measure":
            return [name] if is_group(among, known.groups) else []
        case n.FirstWhere(variable=name, among=among) if field == "where":
            return [name] if is_group(among, known.groups) else []
        case n.Window(variable=name, among=among) if field in ("where", "alternatives", "late"):
            return [name] if is_group(among, known.groups) else []
        case n.Alternative(params=params):
            earlier = params[:at] if field == "params" else params
            chosen = [p for p in earlier if isinstance(p, n.OneOf)]
            return [p.name for p in chosen if is_group(p.among, known.groups)]
    return []


def _is_player(declared: n.Param | n.Variable) -> bool:
    if declared.type is None:
        return declared.name == "player"
    first = declared.type.parts[0]
    return isinstance(first, n.TypeName) and first.name == "player"


def _members(kind: n.TypeExpr) -> tuple[str, ...]:
    """The words of ``a or b or c``; nothing for other types."""
    if len(kind.parts) < 2 or not all(isinstance(part, n.TypeName) for part in kind.parts):
        return ()
    names = tuple(part.name for part in kind.parts if isinstance(part, n.TypeName))
    return () if names[0] in ("yes", "player") else names


def _columns(items: Iterable[n.Node]) -> dict[str, tuple[str, ...]]:
    """For each column that holds rules, the rules that some cell of it names."""
    held: dict[str, list[str]] = {}
    for item in items:
        if isinstance(item, n.DefineTable):
            held |= {f.name: [] for f in item.fields if any(isinstance(part, n.TypeRule) for part in f.type.parts)}
    for item in items:
        if isinstance(item, n.Table):
            for row in item.rows:
                for column, cell in zip(item.columns, row.cells, strict=True):
                    if isinstance(cell.cell, n.Ref) and column in held:
                        held[column].append(cell.cell.name.text)
    return {column: tuple(dict.fromkeys(names)) for column, names in held.items()}
