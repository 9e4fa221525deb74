"""Statements as points of a list: what happens, step by step."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.walk import all_expressions, statements, subexpressions
from caborules.tools.rulebook import choosing, loops
from caborules.tools.rulebook.conditions import clause, knowing
from caborules.tools.rulebook.document import Inline, Item, Link, Text, cited, plain
from caborules.tools.rulebook.english import capital, listed, sentence, words
from caborules.tools.rulebook.folding import inlined
from caborules.tools.rulebook.groups import group
from caborules.tools.rulebook.mapping import mapped
from caborules.tools.rulebook.naming import named
from caborules.tools.rulebook.nouns import argument, noun, part_phrase, title, told_with
from caborules.tools.rulebook.steps import simple
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
    def block(self, block: st.Block, before: int = 0) -> tuple[Item, ...]:
        """The points of a block, in order; ``before``: how many points stand before them in the same list."""
        items: list[Item] = []
        teller = self
        left = list(block.statements)
        while left:
            one = left.pop(0)
            match one:
                case st.Let():
                    found = named(teller.talk, one, tuple(left), self._named_rules(), before + len(items) + 1)
                    if found.step:
                        items.append(teller.line(one, found.step))
                    teller, left = teller.saying(found.talk), list(found.after)
                    if left and not found.step:
                        left[0] = replace(left[0], cites=(*one.cites, *left[0].cites))
                case st.Pick() if (lot := _lot(teller.talk, one, left)) is not None:
                    step = left.pop(0)
                    items.append(teller.line(replace(step, cites=(*one.cites, *step.cites)), lot))
                case st.Pick():
                    members = group(teller.talk, one.among)
                    thing = "player" if members.players else "one"
                    phrase = teller.talk.free(f"the {thing} drawn by lot", f"the {thing} drawn by lot last")
                    items.append(teller.line(one, f"draw lots among {members.all_of()}"))
                    teller = teller.saying(teller.talk.with_name(one.name, phrase))
                case st.CallRule():
                    items += teller.call(one, before + len(items))
                case st.RepeatTimes(times=ex.Const(value=1), body=body):
                    items += teller.block(body, before + len(items))
                case _:
                    items += teller.statement(one)
        return tuple(items)

    def _named_rules(self) -> frozenset[str]:
        return frozenset(thing.removeprefix("rule ") for thing in self.sections if thing.startswith("rule "))

    def line(self, one: st.Line, text: str) -> Item:
        return Item(cited((sentence(text),), one.cites))

    def statement(self, one: st.Statement) -> tuple[Item, ...]:
        t = self.talk
        match one:
            case st.If():
                return self._if(one)
            case st.ForEach():
                return (loops.for_each(self, one),)
            case st.RepeatTimes():
                return (loops.repeat_times(self, one),)
            case st.RepeatUntil():
                told = f"Again and again, until {clause(t, one.condition)}: "
                return (self.under(told, one, self.block(one.body)),)
            case st.Decide():
                return choosing.decision(self, one)
            case st.Do():
                return (self._do(one),)
            case st.SetWindow():
                return (self._window(one),)
            case st.Await():
                text: Text = ("If ", self.link(f"window {one.window}"), " is open: all who may react to it are asked ")
                text = (*text, "whether they do, until all of them have passed in succession or nobody can any more.")
                return (Item(cited(text, one.cites)),)
            case st.EndRule():
                return (Item(cited((self.link(f"rule {one.rule}"), " ends at once."), one.cites)),)
        return (self.line(one, simple(t, one)),)

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
        then = self.saying(knowing(self.talk, one.condition)).block(one.then)
        if one.instead and len(then) == 1 and not then[0].below:
            return self._instead(one, then[0])
        if (both := self._and_if(one, then)) is not None:
            return (both,)
        items = [self.under(f"If {clause(self.talk, one.condition)}: ", one, then)]
        otherwise = one.otherwise
        while len(otherwise.statements) == 1 and isinstance(otherwise.statements[0], st.If):
            nested = otherwise.statements[0]
            items.append(
                self.under(f"Otherwise, if {clause(self.talk, nested.condition)}: ", nested, self.block(nested.then))
            )
            otherwise = nested.otherwise
        if otherwise.statements:
            items.append(self.under("Otherwise: ", one, self.block(otherwise)))
        return tuple(items)

    def _and_if(self, one: st.If, then: tuple[Item, ...]) -> Item | None:
        """One condition for one in another, where both are told in one sentence and nothing is said of what else."""
        if len(then) != 1 or one.otherwise.statements:
            return None
        first, *rest = then[0].text
        told = clause(self.talk, one.condition)
        inner = first.partition(": ")[0] if isinstance(first, str) else ""
        if not inner.startswith("If ") or re.search(r" or |\(|, ", f"{told}{inner}"):
            return None
        assert isinstance(first, str)
        return replace(then[0], text=cited((f"If {told} and {first.removeprefix('If ')}", *rest), one.cites))

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

    def under(self, text: str, one: st.Line, items: tuple[Item, ...]) -> Item:
        """The points after words that end with a colon; a single one in the same line, if it is not too much."""
        if len(items) == 1 and plain(items[0].text).count(": ") < 2:
            return Item(cited((text, *_small(items[0].text)), one.cites), items[0].below, items[0].ordered)
        return Item(cited((text.strip(),), one.cites), items, ordered=len(items) > 1)

    # ------------------------------------------------------------ rules
    def call(self, one: st.CallRule, before: int) -> tuple[Item, ...]:
        """A rule that has a section is named; any other is told in place."""
        rule = self.talk.system.rules[one.rule]
        key = f"rule {one.rule}"
        given = dict(zip((part.name for part in rule.parameters), one.arguments, strict=True))
        if key in self.sections:
            return (Item(cited((self.link(key), self._with(one.rule, given)), one.cites)),)
        clauses = tuple(dict.fromkeys((*one.cites, *self.cites.get(key, ()))))
        if _bound(rule.body) & {
            p.name for e in given.values() for p in subexpressions(e) if isinstance(p, ex.LocalRef)
        }:
            talk = self.talk
            for name, value in given.items():
                talk = talk.with_name(name, noun(self.talk, value))
            items = self.saying(talk).block(st.Block(0, (*rule.resets.statements, *rule.body.statements)), before)
        else:
            body = mapped(rule.body, lambda expr: inlined(expr, given))
            items = self.block(st.Block(0, (*rule.resets.statements, *body.statements)), before)
        return (replace(items[0], text=cited(items[0].text, clauses)), *items[1:]) if items else ()

    def _with(self, rule: str, given: Mapping[str, ex.Expr]) -> str:
        """With what a rule that has a heading is carried out, as far as that is not what it is called there."""
        told = [
            told_with(part, argument(self.talk, given[part.name]))
            for part in self.talk.system.rules[rule].parameters
            if part.name in given and noun(self.talk, given[part.name]) != part_phrase(part)
        ]
        return f" ({', '.join(told)})." if told else "."

    def _do(self, one: st.Do) -> Item:
        t = self.talk
        by = listed([noun(t, part) for part in one.arguments])
        match one.rule:
            case ex.RuleMade(rule=str(name)):
                fixed = dict(one.rule.given)
                left = (part.name for part in t.system.rules[name].parameters if part.name not in fixed)
                given = {**fixed, **dict(zip(left, one.arguments, strict=False))}
                return Item(cited((self.link(f"rule {name}"), self._with(name, given)), one.cites))
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


def _lot(t: Talk, pick: st.Pick, after: list[st.Statement]) -> str | None:
    """``the dealer is drawn by lot``, where that is all that the lot is for."""
    match after:
        case [st.Assign(value=ex.LocalRef(name=name)) as step, *rest] if name == pick.name:
            spoken = (part for part in all_expressions(st.Block(0, tuple(rest))) if isinstance(part, ex.LocalRef))
            if all(part.name != name for part in spoken):
                variable = ex.VariableRef(step.value.type, None, step.variable, step.owner)
                return f"{noun(t, variable)} is drawn by lot from {group(t, pick.among).all_of()}"
    return None


def _small(text: Text) -> Text:
    """A sentence that goes on after a colon."""
    first, *rest = text
    if isinstance(first, str) and len(first) > 1 and first[1].islower():
        return (first[0].lower() + first[1:], *rest)
    return text
