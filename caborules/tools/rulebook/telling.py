"""Statements as points of a list: what happens, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.types import BoolType, CardType, CollectionType, PlayerType, SpotType, Type
from caborules.ir.walk import all_expressions, statements, subexpressions
from caborules.tools.rulebook import choosing
from caborules.tools.rulebook.conditions import clause
from caborules.tools.rulebook.document import Inline, Item, Link, Text, cited
from caborules.tools.rulebook.english import capital, listed, sentence, words
from caborules.tools.rulebook.folding import inlined
from caborules.tools.rulebook.mapping import mapped
from caborules.tools.rulebook.nouns import group, it, noun, title
from caborules.tools.rulebook.talk import Talk


@dataclass(frozen=True, slots=True)
class Teller:
    """``sections`` are the anchors of the rules, windows and tables that have a section; ``cites`` their clauses.

    A thing is ``rule lap``, ``choice turn.draw``, ``window match``.
    """

    talk: Talk
    sections: Mapping[str, str]
    cites: Mapping[str, tuple[str, ...]]

    def saying(self, talk: Talk) -> Teller:
        return replace(self, talk=talk)

    # ------------------------------------------------------------ blocks
    def block(self, block: st.Block) -> tuple[Item, ...]:
        """The points of a block, in order."""
        items: list[Item] = []
        teller = self
        for one in block.statements:
            match one:
                case st.Let():
                    phrase = _name(teller.talk, one.name, one.value.type)
                    items.append(teller.line(one, f"remember {noun(teller.talk, one.value)} as {phrase}"))
                    teller = teller.saying(teller.talk.with_name(one.name, phrase))
                case st.Pick():
                    members = group(teller.talk, one.among)
                    phrase = teller.talk.free("the one drawn by lot", f"the one drawn by lot (“{words(one.name)}”)")
                    items.append(teller.line(one, f"draw lots for {members.some()}"))
                    teller = teller.saying(teller.talk.with_name(one.name, phrase))
                case _:
                    items += teller.statement(one)
        return tuple(items)

    def line(self, one: st.Line, text: str) -> Item:
        return Item(cited((sentence(text),), one.cites))

    def statement(self, one: st.Statement) -> tuple[Item, ...]:
        t = self.talk
        match one:
            case st.If():
                return self._if(one)
            case st.ForEach():
                return (self._for_each(one),)
            case st.RepeatTimes():
                fixed = isinstance(one.times, ex.Const)
                often = f"{noun(t, one.times)} times: " if fixed else f"as many times as {noun(t, one.times)} says: "
                return (self._under(often, one, self.block(one.body)),)
            case st.RepeatUntil():
                told = f"Again and again, until {clause(t, one.condition)} (this is looked at before each time):"
                return (Item(cited((told,), one.cites), self.block(one.body)),)
            case st.Decide():
                return (choosing.decision(self, one),)
            case st.CallRule():
                return self._call(one)
            case st.Do():
                return (self._do(one),)
            case st.SetWindow():
                return (self._window(one),)
            case st.Await():
                text: Text = ("All who may react to ", self.link(f"window {one.window}"), " are asked, until ")
                text = (*text, "all of them have passed one after the other or nobody can react any more.")
                return (Item(cited(text, one.cites)),)
            case st.EndRule():
                return (Item(cited((self.link(f"rule {one.rule}"), " ends at once."), one.cites)),)
        return (self.line(one, _simple(t, one)),)

    def link(self, thing: str) -> Inline:
        """The title of a rule, window or table, with a link to its section if there is one."""
        kind, _, name = thing.partition(" ")
        system = self.talk.system
        match kind:
            case "rule":
                text = title(self.talk, name)
            case "window":
                text = system.windows[name].text or capital(words(name))
            case _:
                text = system.tables[name].text or capital(words(name))
        anchor = self.sections.get(thing)
        return Link(text, anchor) if anchor else f"“{text}”"

    # ------------------------------------------------------------ control
    def _if(self, one: st.If) -> tuple[Item, ...]:
        then = self.block(one.then)
        if one.instead and len(then) == 1 and not then[0].below:
            return self._instead(one, then[0])
        items = [self._branch(f"If {clause(self.talk, one.condition)}: ", one, then)]
        otherwise = one.otherwise
        while len(otherwise.statements) == 1 and isinstance(otherwise.statements[0], st.If):
            nested = otherwise.statements[0]
            items.append(
                self._branch(f"Otherwise, if {clause(self.talk, nested.condition)}: ", nested, self.block(nested.then))
            )
            otherwise = nested.otherwise
        if otherwise.statements:
            items.append(self._branch("Otherwise: ", one, self.block(otherwise)))
        return tuple(items)

    def _branch(self, start: str, one: st.If, items: tuple[Item, ...]) -> Item:
        if len(items) == 1:
            return Item((start, *_small(items[0].text)), items[0].below, items[0].ordered)
        return Item(cited((start.strip(),), one.cites), items)

    def _instead(self, one: st.If, item: Item) -> tuple[Item, ...]:
        told, *rest = item.text
        assert isinstance(told, str)
        otherwise = self.block(one.otherwise)
        if not otherwise:
            return (Item((told.removesuffix(".") + ", if there is one.", *rest)),)
        if len(otherwise) == 1:
            found = (told.removesuffix(".") + "; if there is none: ", *_small(otherwise[0].text))
            return (Item(found, otherwise[0].below, otherwise[0].ordered),)
        return (Item((told.removesuffix(".") + "; if there is none:", *rest), otherwise),)

    def _for_each(self, one: st.ForEach) -> Item:
        t = self.talk
        members = group(t, one.among)
        kind = one.among.type.of if isinstance(one.among.type, CollectionType) else one.among.type
        phrase = t.free(it(kind), f"{it(kind).removeprefix('that ')} “{words(one.variable)}”")
        inner = t.with_name(one.variable, phrase)
        which = members if one.where is None else members.narrowed(t, one.variable, one.where)
        start = ""
        if one.start is not None:
            start = f", beginning with {noun(t, one.start)} and going on to the left"
        elif isinstance(one.among, ex.Numbers):
            start = " in order"
        text = f"For {which.each()}{start}: "
        items = self.saying(inner).block(one.body)
        return self._under(text, one, items)

    def _under(self, text: str, one: st.Line, items: tuple[Item, ...]) -> Item:
        if len(items) == 1:
            return Item((text, *_small(items[0].text)), items[0].below, items[0].ordered)
        return Item(cited((text.strip(),), one.cites), items)

    # ------------------------------------------------------------ rules
    def _call(self, one: st.CallRule) -> tuple[Item, ...]:
        rule = self.talk.system.rules[one.rule]
        key = f"rule {one.rule}"
        given = dict(zip((part.name for part in rule.parameters), one.arguments, strict=True))
        if key in self.sections:
            told = [
                f"{part.preposition + ' ' if part.preposition else ''}{noun(self.talk, given[part.name])}"
                for part in rule.parameters
            ]
            tail = f" ({', '.join(told)})." if told else "."
            return (Item(cited((self.link(key), tail), one.cites)),)
        clauses = tuple(dict.fromkeys((*one.cites, *self.cites.get(key, ()))))
        if _bound(rule.body) & {
            p.name for e in given.values() for p in subexpressions(e) if isinstance(p, ex.LocalRef)
        }:
            talk = self.talk
            for name, argument in given.items():
                talk = talk.with_name(name, noun(self.talk, argument))
            items = self.saying(talk).block(st.Block(0, (*rule.resets.statements, *rule.body.statements)))
        else:
            body = mapped(rule.body, lambda expr: inlined(expr, given))
            items = self.block(st.Block(0, (*rule.resets.statements, *body.statements)))
        return (replace(items[0], text=_citing(items[0].text, clauses)), *items[1:]) if items else ()

    def _do(self, one: st.Do) -> Item:
        t = self.talk
        by = listed([noun(t, argument) for argument in one.arguments])
        match one.rule:
            case ex.RuleMade(rule=str(name)):
                given = listed([noun(t, argument) for _, argument in one.rule.given])
                told = ", ".join(filter(None, (given, by)))
                return Item(cited((self.link(f"rule {name}"), f" ({told})." if told else "."), one.cites))
            case ex.Lookup(table=table, column=column, key=key):
                who = f"{capital(by)} does" if by else "Do"
                text: Text = (f"{who} what the column “{words(column)}” of the table ", self.link(f"table {table}"))
                text = (*text, f" says for {noun(t, key)}.")
                return Item(cited(text, one.cites))
        return Item(cited((f"Do {noun(t, one.rule)} ({by}).",), one.cites))

    def _window(self, one: st.SetWindow) -> Item:
        if one.open:
            text: Text = (self.link(f"window {one.window}"), " opens; if it is open already, it begins anew.")
        else:
            text = (self.link(f"window {one.window}"), " closes, if it is open.")
        return Item(cited(text, one.cites))


def _bound(block: st.Block) -> set[str]:
    """The names that a block gives to something."""
    found: set[str] = set()
    for one in statements(block):
        match one:
            case st.Let() | st.Pick():
                found.add(one.name)
            case st.ForEach():
                found.add(one.variable)
            case st.Decide():
                found |= {param.name for choice in one.choices for param in choice.params}
                if isinstance(one.actors, st.SeveralActors):
                    found.add(one.actors.variable)
    found |= {
        part.variable
        for part in all_expressions(block)
        if isinstance(part, ex.Those | ex.ThoseBest | ex.FirstWhere | ex.Exists | ex.Fold | ex.Share)
    }
    return found


def _citing(text: Text, clauses: tuple[str, ...]) -> Text:
    return cited(text, clauses)


def _small(text: Text) -> Text:
    """A sentence that goes on after a colon."""
    first, *rest = text
    if isinstance(first, str) and len(first) > 1 and first[1].islower():
        return (first[0].lower() + first[1:], *rest)
    return text


def _name(t: Talk, name: str, kind: Type) -> str:
    """How a value is spoken of that was given a name."""
    said = f"“{words(name)}”"
    match kind:
        case CardType():
            return f"the card {said}"
        case PlayerType():
            return f"the player {said}"
        case SpotType():
            return f"the place {said}"
        case CollectionType(of=CardType()):
            return f"the cards {said}"
        case CollectionType(of=PlayerType()):
            return f"the players {said}"
        case BoolType():
            return said
    return t.free(said)


# ---------------------------------------------------------------- single steps
def _simple(t: Talk, one: st.Statement) -> str:
    match one:
        case st.Move():
            return _moved(t, one)
        case st.Swap(left=left, right=right):
            return f"{noun(t, left)} and {noun(t, right)} change places"
        case st.Shuffle(place=place):
            return f"shuffle {noun(t, place)}"
        case st.Show(what=what, to=to, secretly=secretly):
            cards = _cards(t, what)
            if isinstance(to, ex.Seats):
                return f"everybody is shown {cards}"
            return f"{noun(t, to)} looks at {cards}" + (", and nobody is told which" if secretly else "")
        case st.Flip(what=what, up=up):
            return f"turn {_cards(t, what)} face {'up' if up else 'down'}"
        case st.Assign():
            return _assigned(t, one)
        case st.Pay():
            source = _variable(t, one.source, one.source_owner)
            target = _variable(t, one.target, one.target_owner)
            return f"{noun(t, one.amount)} goes from {source} to {target}"
        case st.Announce(text=text, value=None):
            return f"it is said to all: “{text}”"
        case st.Announce(text=text, value=value):
            assert value is not None
            return f"it is said to all: “{text}” ({noun(t, value)})"
        case st.Again():
            return "then choose once more"
    return repr(one)


def _cards(t: Talk, what: ex.Expr) -> str:
    if isinstance(what, ex.CardsIn):
        if isinstance(what.place, ex.PlaceRef) and t.system.places[what.place.place].shape == "one card":
            return f"{noun(t, what.place)} (if there is one)"
        return f"all cards of {noun(t, what.place)}"
    return noun(t, what)


def _moved(t: Talk, one: st.Move) -> str:
    what = _cards(t, one.what)
    if isinstance(one.what, ex.LocalRef) and isinstance(one.what.type, CollectionType):
        what = noun(t, one.what)
    match one.to:
        case ex.PlaceRef(place=name):
            shape = t.system.places[name].shape
            to = noun(t, one.to)
            if shape == "one card":
                return f"{what} becomes {to}"
            return f"put {what} {'on top of' if shape == 'pile' else 'into'} {to}"
        case ex.NewSpot(place=place):
            return f"put {what} at the end of {noun(t, place)}"
    if isinstance(one.to.type, SpotType):
        return f"put {what} into {noun(t, one.to)}"
    return f"put {what} into {noun(t, one.to)}"


def _variable(t: Talk, name: str, owner: ex.Expr | None) -> str:
    return noun(t, ex.VariableRef(t.system.variables[name].type, None, name, owner))


def _assigned(t: Talk, one: st.Assign) -> str:
    variable = t.system.variables[one.variable]
    current = ex.VariableRef(variable.type, None, one.variable, one.owner)
    name = noun(t, current)
    match one.value:
        case ex.Const(value=bool(given)) if isinstance(variable.type, BoolType):
            return f"from now on {clause(t, current, not given)}"
        case ex.Arithmetic(op="plus", left=left, right=right) if left == current:
            return f"add {noun(t, right)} to {name}"
        case ex.Arithmetic(op="minus", left=left, right=right) if left == current:
            return f"take {noun(t, right)} off {name}"
        case value if isinstance(variable.type, BoolType):
            who = "" if one.owner is None else noun(t, one.owner)
            predicate = variable.text or f"is marked “{words(one.variable)}”"
            told = f"{who} {predicate}" if who else clause(t, current)
            return f"{told} exactly if {clause(t, value)}"
        case value if isinstance(variable.type, PlayerType):
            return f"{noun(t, value)} is now {name}"
    return f"{name} is now {noun(t, one.value)}"
