"""The facts at every node, as a certificate states them: in words, each once, by rule and number of the node."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from caborules.check.certificate.section import Json, Misread, wanted
from caborules.check.certificate.words import fact_text, read_fact
from caborules.check.claims import AllFacts
from caborules.check.flow import Graph
from caborules.check.prove import Proof
from caborules.check.work import Work
from caborules.ir import lowered as lo
from caborules.symbolic.facts import Fact

NEVER: Final = "never reached"
_RANGE: Final = re.compile(r"([0-9]+)(?:-([0-9]+))? (.+)")
_CLOSED: Final = re.compile(r"([0-9]+) (.+), way ([0-9]+)")


# ---------------------------------------------------------------- written
def write(work: Work) -> Json:
    """The section. Systems with the same facts are written once."""
    numbers = {fact: 0 for proof in work.proofs for facts in proof.facts for fact in facts or ()}
    texts = sorted((fact_text(fact), fact) for fact in numbers)
    numbers = {fact: number for number, (_, fact) in enumerate(texts, 1)}
    graphs: list[dict[str, Json]] = []
    for proof in work.proofs:
        system = proof.graph.system
        graph = {
            "operations": len(system.nodes),
            "at": dict(_ranges(system, proof.facts, numbers)),
            "closed": [f"{node} {path(system, node)}, way {way}" for node, way in sorted(proof.closed)],
        }
        same = next((one for one in graphs if {**one, "players": 0} == {**graph, "players": 0}), None)
        if same is None:
            graphs.append({"players": [list(system.players)], **graph})
        else:
            same["players"].append(list(system.players))
    return {"facts": {str(n): text for n, (text, _) in enumerate(texts, 1)}, "graphs": graphs}


def path(system: lo.LoweredSystem, node: int) -> str:
    """The rule that a node is of."""
    rules = system.nodes[node].source.rules
    return rules[-1] if rules else "the play"


def _ranges(system: lo.LoweredSystem, facts: AllFacts, numbers: Mapping[Fact, int]) -> Iterator[tuple[str, str]]:
    """Nodes that follow on each other in one rule, with the same facts, on one line."""
    count = len(system.nodes)
    for (where, here), group in groupby(range(count), lambda n: (path(system, n), facts[n])):
        nodes = list(group)
        span = str(nodes[0]) if len(nodes) == 1 else f"{nodes[0]}-{nodes[-1]}"
        said = NEVER if here is None else " ".join(str(n) for n in sorted(numbers[fact] for fact in here))
        yield f"{span} {where}", said


# ---------------------------------------------------------------- read
def read(work: Work, section: Json) -> tuple[Proof, ...]:
    """The facts for each lowered system. Raises Misread."""
    wanted(isinstance(section, dict) and set(section) == {"facts", "graphs"}, "it has the parts facts and graphs")
    facts = _facts(section["facts"])
    wanted(isinstance(section["graphs"], list), "graphs is a list")
    by_players: dict[tuple[int, int], Json] = {}
    for graph in section["graphs"]:
        wanted(isinstance(graph, dict) and set(graph) == {"players", "operations", "at", "closed"}, "parts of a graph")
        for players in _players(graph["players"]):
            wanted(players not in by_players, f"{players} players once")
            by_players[players] = graph
    systems = {system.players: system for system in work.lowered}
    wanted(set(by_players) == set(systems), f"graphs for these numbers of players: {sorted(systems)}")
    return tuple(_proof(system, by_players[system.players], facts) for system in work.lowered)


def _facts(part: Json) -> dict[str, Fact]:
    wanted(isinstance(part, dict), "facts are numbered")
    found = {}
    for number, text in part.items():
        wanted(isinstance(text, str), f"fact {number} is a text")
        try:
            found[number] = read_fact(text)
        except ValueError as error:
            raise Misread(f"fact {number}: {error}") from error
    return found


def _players(part: Json) -> Iterator[tuple[int, int]]:
    wanted(isinstance(part, list), "players is a list of ranges")
    for one in part:
        wanted(isinstance(one, list) and len(one) == 2 and all(type(n) is int for n in one), "a range of players")
        yield one[0], one[1]


def _proof(system: lo.LoweredSystem, graph: Json, facts: Mapping[str, Fact]) -> Proof:
    count = len(system.nodes)
    wanted(graph["operations"] == count, f"{count} operations")
    wanted(isinstance(graph["at"], dict) and isinstance(graph["closed"], list), "at and closed")
    found: list[frozenset[Fact] | None] = []
    for key, said in graph["at"].items():
        match = _RANGE.fullmatch(key)
        wanted(match is not None and isinstance(said, str), f"operations and their rules, not {key}")
        assert match is not None
        low, high = int(match[1]), int(match[2] or match[1])
        wanted(low == len(found) and low <= high < count, f"operation {len(found)} after the one before, not {key}")
        here = _here(said, facts)
        for node in range(low, high + 1):
            wanted(path(system, node) == match[3], f"operation {node} is of {path(system, node)}, not of {match[3]}")
            found.append(here)
    wanted(len(found) == count, f"facts at all {count} operations")
    return Proof(Graph(system), tuple(found), (), 0, frozenset(_closed(system, graph["closed"])), ())


def _here(said: str, facts: Mapping[str, Fact]) -> frozenset[Fact] | None:
    if said == NEVER:
        return None
    numbers = said.split()
    for number in numbers:
        wanted(number in facts, f"a fact with the number {number}")
    wanted(len(set(numbers)) == len(numbers), f"each fact once, not {said}")
    return frozenset(facts[number] for number in said.split())


def _closed(system: lo.LoweredSystem, part: Sequence[Json]) -> Iterator[tuple[int, int]]:
    targets = Graph(system).targets
    for said in part:
        match = _CLOSED.fullmatch(said) if isinstance(said, str) else None
        wanted(match is not None, f"an operation, its rule and a way, not {said}")
        assert match is not None
        node, way = int(match[1]), int(match[3])
        wanted(node < len(targets) and path(system, node) == match[2], f"an operation of {match[2]}, not {node}")
        wanted(way < len(targets[node]), f"a way on from operation {node}, not {way}")
        yield node, way
