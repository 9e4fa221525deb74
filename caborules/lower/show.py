"""The printed form of a lowered system: one line a node, grouped by rule, the offers of each decision below it."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.engine.game import value_text
from caborules.ir import lowered as lo
from caborules.ir.show_expressions import show as phrase
from caborules.ir.system import Face
from caborules.ir.types import RuleValue, Value

_SAID = {"open": "open", "close": "close", "forget": "forget who has passed in"}


def show(system: lo.LoweredSystem) -> str:
    """The whole graph as text, for people; line numbers in it are the numbers of nodes."""
    return "\n".join(_lines(system)) + "\n"


def _lines(system: lo.LoweredSystem) -> Iterator[str]:
    low, high = system.players
    players = f"{low} players" if low == high else f"{low} to {high} players"
    yield f"{system.name}, lowered for {players}: {len(system.nodes)} operations, {len(system.points)} decision points"
    yield ""
    for key, value in system.options:
        yield f"option {key} is {value_text(value)}"
    yield ""
    for name, variable in system.variables.items():
        owner = f" of {variable.owner_name}" if variable.per_player else ""
        yield f"at first {name}{owner} is {phrase(variable.initial)}"
    for (table, column), cells in system.cells.items():
        yield ""
        yield f"{column} ({table})"
        for held, keys in _by_value(cells).items():
            yield f"    {value_text(held)}: {', '.join(keys)}"
    rules: tuple[str, ...] | None = None
    for number, node in enumerate(system.nodes):
        if node.source.rules != rules:
            rules = node.source.rules
            yield ""
            yield " > ".join(rules) or "the play"
        yield from _node(system, number, node)


def _by_value(cells: dict[Face | str | int, Value]) -> dict[Value | RuleValue, list[str]]:
    found: dict[Value | RuleValue, list[str]] = {}
    for key, value in cells.items():
        text = " ".join(str(part) for part in key) if isinstance(key, tuple) else str(key)
        found.setdefault(value, []).append(text)
    return found


def _node(system: lo.LoweredSystem, number: int, node: lo.Node) -> Iterator[str]:
    text = _operation(system, node)
    if node.next not in (-1, number + 1):
        text += f"{'; else' if isinstance(node.operation, lo.Test | lo.NextOf) else ', then'} go to {node.next}"
    yield f"{number:6}  {text}{_where(node.source)}"
    if isinstance(node.operation, lo.Ask):
        for offer in system.points[node.operation.point].offers:
            yield f"            {_offer(offer)}{_where(offer.source)}"


def _where(source: lo.Source) -> str:
    """File and line, and the clauses cited, after a mark as comments have it."""
    parts = [] if source.span is None else [f"{source.span.file}:{source.span.start.line}"]
    parts += [f"@{clause}" for clause in source.cites]
    return f"    # {' '.join(parts)}" if parts else ""


def operation_text(system: lo.LoweredSystem, number: int) -> str:
    """The operation of a node, in a line."""
    return _operation(system, system.nodes[number])


def _operation(system: lo.LoweredSystem, node: lo.Node) -> str:
    match node.operation:
        case lo.Lift(register, card, to):
            named = phrase(card)
            name, goal = "" if named == register else f" as {register}", "" if to is None else f" for {phrase(to)}"
            return f"lift {named}{name}{goal}"
        case lo.Lay(register, to):
            return f"lay {register} to {phrase(to)}"
        case lo.MoveAll(source, rest, to):
            return f"move {'rest' if rest else 'all'} of {phrase(source)} to {phrase(to)}"
        case lo.MoveCards(cards, to):
            return f"move {phrase(cards)} to {phrase(to)}"
        case lo.SwapCards(left, right):
            return f"swap {phrase(left)} with {phrase(right)}"
        case lo.ShufflePlace(place):
            return f"shuffle {phrase(place)}"
        case lo.PickOne(register, among):
            return f"let {register} be one of {phrase(among)} at random"
        case lo.ShowCards(cards, to, secretly):
            return f"show {phrase(cards)} to {phrase(to)}" + (" secretly" if secretly else "")
        case lo.TurnCards(cards, up):
            return f"flip {phrase(cards)} {'up' if up else 'down'}"
        case lo.Say(text, value):
            return f'announce "{text}"' + ("" if value is None else f" {phrase(value)}")
        case lo.SetVariable(variable, owner, value):
            whose = "" if owner is None else f" of {phrase(owner)}"
            return f"set {variable}{whose} to {phrase(value)}"
        case lo.SetRegister(register, value):
            return f"let {register} be {phrase(value)}"
        case lo.Rotate(register, start):
            return f"begin {register} from {phrase(start)}"
        case lo.NextOf(register, collection, done):
            return f"next {register} in {collection}, with none left go to {done}"
        case lo.MoveWindow(window, what):
            return f"{_SAID[what]} {window}"
        case lo.Test(condition, otherwise):
            return f"unless {phrase(condition)} go to {otherwise}"
        case lo.Unseal(point, done):
            return f"lay open the next choice sealed at point {point}, with none left go to {done}"
        case lo.Mark(rule, what, player):
            return f"{what} of {rule}" + ("" if player is None else f" by {phrase(player)}")
        case lo.Stop():
            return "the play is over"
        case lo.Ask(point):
            return _ask(point, system.points[point])


def _ask(number: int, point: lo.Point) -> str:
    if point.window is not None:
        return f"point {number}: await {point.window}"
    words = [f"point {number}:", "must choose" if point.must else "may choose"]
    words += ["alone"] if point.alone else []
    words += ["secretly"] if point.sealed else []
    return " ".join(words)


def _offer(offer: lo.Offer) -> str:
    who = "outside"
    if offer.actor is not None:
        who = offer.actor if offer.among is None else f"{offer.actor} in {phrase(offer.among)}"
    text = (
        f"{who}: {offer.kind} {offer.path}" if offer.kind in ("reaction", "event", "late") else f"{who}: {offer.path}"
    )
    if offer.domains:
        text += f" ({', '.join(_domain(domain) for domain in offer.domains)})"
    if offer.guard is not None:
        text += f" when {phrase(offer.guard)}"
    text += " announces" if offer.announces else ""
    return f"{text}, go to {offer.target}"


def _domain(domain: lo.Domain) -> str:
    many = ""
    if domain.many:
        many = f"{domain.low} or more " if domain.high is None else f"{domain.low} to {domain.high} "
    text = f"{many}{domain.register} in {phrase(domain.among)}"
    if domain.measure is not None:
        text += f" sharing {phrase(domain.measure)}"
    return text if domain.where is None else f"{text} where {phrase(domain.where)}"
