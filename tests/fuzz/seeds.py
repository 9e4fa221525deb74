"""What the fuzzer starts from: small games that use every part of the language, and sections of shipped files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from caborules.text.feed import section_words
from caborules.text.resources import shipped_root
from tests.support.lockstep_games import GAMES
from tests.support.rulesets import HEAD

NAMES_GAME = Path(__file__).parents[1] / "data" / "names"

FRENCH = HEAD.replace("suit: red or blue", "suit: clubs or diamonds or hearts or spades").replace(
    "suit red, blue", "suit hearts, clubs"
)
SHEETS = """
form play
    style: hard, open in easy or hard
    stake: 2, option
    bonus: yes

define form play "How it is played"
    style: easy or hard "How?"
    stake: 0..5 = 1 when play.style is hard "How much?"
    bonus: yes or no = no "A bonus?"

kind fault: late or wrong
define table costs by fault for (player) "What faults cost"
    cost: rule for (player) = nothing "What?"
    points: 0..40 "Points?"
table costs | cost          | points
    late    | --, option in nothing or pay-cards 1 | size of row of player
    wrong   | pay-cards 2   | play.stake, open in 2 or 3

options
    long: yes or no = player-count is more than 2 "A long game"
    copies: 1..3 = 1, open "How often"
    require not long or copies is at least 1 "Long games need cards."

preset quick "Quick"
    play.style is easy
    long is no

state
    total of each player: 0..200, at first 0
    rounds: 0..5, at first 0
    best: player or nobody, each game nobody

define busy of (player) "busy": yes or no
    no when row of player is empty
    otherwise size of row of player is at least 2

define warm of (card) = suit of card is hearts
define sums of (player) = sum of (2 if warm of c otherwise 1) for each c in row of player

won by those p in players with the highest total of p

rule game
    shuffle stock
    repeat (3 if long otherwise 2) times
        add 1 to rounds
        for each p in players
            move top of stock to row of p otherwise nothing
            one-turn by p

rule one-turn by (player) "A turn"
    player must
        take when stock is not empty "take"
            move top of stock to row of player
        hit (c in row of player where size of row of player is at least 1) "hit"
            show c to everyone
            if warm of c
                add points of (wrong, player) to total of player otherwise nothing
                do cost of (wrong, player) for player
            otherwise
                announce "it is cold" rank of c
        rest "rest"
            if busy of player
                set best to player

rule pay-cards (n: 0..4) for (player)
    repeat n times
        move top of stock to row of player otherwise nothing

example "one takes a card"
    given option long is no
    given players A, B
    given row of A: 2♥ 4♣
    given stock: 3♥ ...
    at one-turn by A
    when A does take
    then size of row of A is 3
    then row of A: 2♥ ? 3♥

property "cards stay few"
    after rounds is 2 until best is nobody always size of row of first-seat is at most 12
property "all ends"
    game always ends assuming takers and answers
property "one turn"
    during game at most 20 one-turn
property "for each"
    after rounds is 1 until game is over exactly 1 one-turn for each q in players
property "long"
    game need not end
property "counted"
    conserved rounds
assume takers: each player eventually take or hit
assume answers: each player eventually decides
"""

VARIANT = """\
language 1
ruleset mine "Mine" extends "game.cabo"
players 2..3 was 2..4

change form play
    passing: yes was no
change table worth | points
    black | 3 was 2
    red   | 2 was 1
change options
    rounds is 3 was 2
before rule score
    open shout
after choice turn.draw
    nothing
add choice turn.rest when full of player "rest"
    set taken of player to 2
remove example "black counts two"
define twice of (player) = taken of player times 2
property "few"
    never some p in players where twice of p is more than 20
"""


ACCEPTED = (
    ("seats", ("            pay 1 from", "            if score of p is at least 1\n                pay 1 from")),
    ("sets", ("(some cs in hand of player sharing rank)", "(some cs in discard sharing rank)")),
    ("sets", ("(sum of value of c for each c in cs) is at most 9", "size of cs is at most 9")),
    ("sets", ("where rank of c is in {3, 4, 5, 6}) to hand", "where position of c is in {3, 4, 5, 6}) to hand")),
)
"""What has to be changed in the games of the lock-step tests so that every check accepts them."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A whole main file, as its sections."""

    name: str
    sections: tuple[str, ...]


def sections(text: str) -> tuple[str, ...]:
    """A text cut before every line that begins a section (the first two lines stay together)."""
    begins = re.compile("|".join(sorted(section_words())))
    found: list[str] = []
    for line in text.splitlines(keepends=True):
        word = re.match(r"[a-z]+", line)
        if not found or (word and begins.fullmatch(word[0])):
            found.append(line)
        else:
            found[-1] += line
    return tuple(found)


REFUSED = ("veils",)
"""Games of the lock-step tests that the compiler refuses on purpose: a secret shows in what is not possible (E404)."""


@cache
def games() -> tuple[Seed, ...]:
    """Games small enough to be loaded thousands of times."""
    texts = {name: HEAD + rules for name, rules in GAMES.items() if name not in REFUSED}
    for name, (old, new) in ACCEPTED:
        assert texts[name].count(old) == 1, old
        texts[name] = texts[name].replace(old, new)
    texts |= {"sheets": FRENCH + SHEETS, "variant": VARIANT}
    return tuple(Seed(name, sections(text)) for name, text in texts.items())


@cache
def shipped() -> tuple[tuple[str, str], ...]:
    """The shipped files by name."""
    root = shipped_root()
    paths = sorted(root.rglob("*.cabo"))
    return tuple((path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")) for path in paths)


@cache
def shipped_sections() -> tuple[str, ...]:
    return tuple(section for _, text in shipped() for section in sections(text)[1:])
