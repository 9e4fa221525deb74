"""The formatter: canonical, idempotent, and without loss; and fingerprints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from caborules.syntax import nodes as n
from caborules.syntax.printer import expression, fingerprint, format_file, print_item
from caborules.text import parse
from caborules.text.resources import shipped_root

HEAD = 'language 1\nlibrary lib "A library"\n'
SHIPPED = sorted(shipped_root().rglob("*.cabo"))

EVERYTHING = (
    HEAD
    + """use "a.cabo", "b.cabo" @x.A
clauses "c.toml"
players 2..6 was 2..4
begin with play @x.B
won by players @x.A1
kind k: a or b or no or 3 or 2..4
attribute rank: ace or 2..10
pack french @x.C
    each rank ace, 2..10 and each suit clubs, hearts
    4 of each rank joker
define form f "F" @x.D
    q: yes or no = no when a is b "Q?" @x.E
    r: set of number "R?"
define table t by card for (player) "T"
    power: rule by (player) to (c: card) = nothing "P?"
define one-half of (n: 0..4, player) "half" : number = n div 2 plus (n mod 2) minus -1 times 2
define by-cases of (player): yes or no
    yes when a is at least 1 and b is at most 2 or c is more than 3 @x.F
    no if a is less than 1 otherwise yes when not a
    otherwise some p in players where p knows c @x.G
options
    o: 0..4 = 0, open "O" @x.H
    two: yes or no = no
    require o is 1 or two "Why." @x.I
preset quick "Quick" @x.J
    f.q is no
    t.ace is penalty 1 for player
deck in stock
    french, (a plus 1) times when two @x.K
    joker
places
    row of each player: row, seen by its owner
    stock: pile, face down "the heap" @x.K2
state
    s of each player: 0..9, at first 0
    c: player or nobody, each round nobody "caller" @x.K3
    d: yes or no, at first no "D"
form f
    q: yes, open in yes or no or 3 or 2..4 or penalty 1
    r: {1, 2}, option
table t | power | value
    ace, 2..6, other king of hearts | -- | 1, open
    joker | peek to x | number
rule r (c: card) to (player) by (other: player) "R" @x.L
    move top of a to b otherwise nothing @x.M
    swap a with b
    shuffle a
    show (those c in a where c is face up) to player secretly
    flip all of a up
    flip a down
    set a of b to (first x in y where z otherwise w)
    add sum of a for each p in players where b to c
    pay 3 from a to b
    let n be a if b otherwise c
    let m be one of (1..4) at random
    announce "it" n
    announce "it"
    open w
    close w
    await w
    do power of c by player
    end r
    if a is empty and (b or 5♠ is c) @x.N
        again
    otherwise if a is not empty
        nothing
    otherwise @x.O
        nothing
    for each p in players from left of p where a is not in b
        nothing
    repeat 3 times
        nothing
    repeat until lap is over or w is open
        nothing
    player alone may secretly
        nothing (c in a where b, some cs in a sharing rank, 2..4 ds in a, 3 es in b where c) when a announces "N" @x.P
            nothing
        flip (i in (0..4))
    otherwise
        nothing
    each p in (those q in players with the lowest total of q) where a must
        x
    player alone must when (some q in players where b) or c otherwise may secretly @x.P2
        x
    otherwise
        nothing
    any p in players must when a otherwise may
        x
window w "W" @x.Q
    closes before a, b.c
    opens after d
    late: r c to p
    held during e when f @x.R
    p in players where a may @x.S
        x (c in a)
            nothing
event over when timed "Over"
    set a to b
change form f
    q: no, open was yes @x.T
change table t | power
    ace | x was --
    add king | y
    remove queen
change options
    o is 2 was 0 @x.U
fix o at 3
fix o at 2 was 3 @x.U2
replace won by first-ones plus a was ~abcdef @x.U3
replace rule r was ~abcdef
    nothing
replace define x was ~abcdef = 1
replace define y: number was ~abcdef
    1 when a
    otherwise 2
replace deck in stock was ~abcdef
    joker
replace table t | power was ~abcdef
    other | --
replace window w "W" was ~abcdef
    p in players may
        x
replace choice a.b (c in d) when e "E" was ~abcdef
    nothing
add choice a.c "C"
    nothing
remove rule r was ~abcdef @x.V
remove choice r.c
remove example "e"
remove property "p", "q", "s" @x.V2
before rule r
    nothing
after choice r.c @x.W
    nothing
cite
    r, r.c @x.X @x.Y
excuse @x.Z "Because."
example "e" @x.AA
    given players A, B
    given option f.q is penalty 1
    given row of A: 5♠ (9♥) _ ? ...
    given w is open
    at r c to A
    when A does x 5♠ B 3 (7♣ 7♦) late
    when event over
    then row of A: empty
    then A can x
    then A cannot x 3
    then a share rank
property "p" @x.AB
    after a until b unchanged c plus d
property "q"
    after a eventually b assuming z
property "s"
    always possible a
property "t"
    r always ends assuming z
property "u"
    never a
property "v"
    after a until r is over exactly 2 r for each q in b of c
property "w"
    during r at most 1 s
property "x"
    conserved a of b plus c
property "y"
    r need not end
property "z"
    r always ends assuming z and y
property "za"
    r, s, r2 always end assuming z
property "zb"
    r, s need not end
assume y: each player eventually decides
assume z: each player eventually x or x2 @x.AC
"""
)


def formatted(text: str) -> str:
    return format_file(parse(text, "f"), text)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.name))
def test_the_shipped_files_are_in_canonical_layout(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text


def test_everything_survives() -> None:
    before = parse(EVERYTHING, "f")
    text = format_file(before, EVERYTHING)
    assert parse(text, "f") == before
    assert formatted(text) == text


def test_the_test_has_every_kind_of_node() -> None:
    def kinds(value: object) -> set[str]:
        if isinstance(value, tuple):
            return set().union(*map(kinds, value))
        if not isinstance(value, n.Node):
            return set()
        return {type(value).__name__}.union(*(kinds(getattr(value, name)) for name in type(value).__slots__))

    declared = {
        name
        for name, kind in vars(n).items()
        if isinstance(kind, type) and issubclass(kind, n.Node) and kind is not n.Node
    }
    assert declared - kinds(parse(EVERYTHING, "f")) - {"Comment"} == set()


def test_single_items_are_printed_too() -> None:
    file = parse(EVERYTHING, "f")
    text = HEAD + "\n".join(print_item(item) for item in file.items)
    assert parse(text, "f").items == file.items


def test_columns_and_citations_are_aligned() -> None:
    text = HEAD + "table t|a|bc @x.Y\n  ace|1, open|-- @x.Z\n  other king|number|x\n\n\n\n\nrule r    @x.W\n  nothing"
    assert formatted(text) == HEAD + (
        "table t        | a       | bc".ljust(91) + "@x.Y\n"
        + "    ace        | 1, open | --".ljust(91) + "@x.Z\n"
        + "    other king | number  | x\n"
        + "\n"
        + "rule r".ljust(91) + "@x.W\n"
        + "    nothing\n"
    )  # fmt: skip


def test_comments_stay_where_they_belong() -> None:
    text = """# before everything
language 1  # version
library lib "A library"

# ---- a section


rule r  # about r
    # about the step
    if a
        nothing  # inside
        # the last line of the block
    otherwise  # else
        nothing
    # after the block
# at the margin

define f = total of (
    a,  # first
    b
)  # end
# at the end
"""
    canonical = text.replace("\n\n\n", "\n\n")
    assert formatted(text) == canonical
    assert formatted(text.replace("    ", "  ")).splitlines()[:13] == canonical.splitlines()[:13]


def test_no_comment_is_lost_in_a_statement_over_several_lines_that_is_rewritten() -> None:
    text = HEAD + "define f = ((a  # one\n  # two\n  plus (b)))  # three\n"
    result = formatted(text)
    assert [c.text for c in parse(result, "f").comments] == ["# one", "# two", "# three"]
    assert parse(result, "f") == parse(text, "f")
    assert formatted(result) == result


def test_a_changed_tree_is_printed_although_its_source_is_kept_otherwise() -> None:
    text = HEAD + "define f = total of (\n    a,\n    b\n)\n"
    file = parse(text, "f")
    assert format_file(file, text) == text
    (other,) = parse(HEAD + "define f = total of (a, c)", "f").items
    assert format_file(replace(file, items=(other,)), text) == HEAD + "define f = total of (a, c)\n"


def test_and_within_or_is_bracketed() -> None:
    (define,) = parse(HEAD + "define f = a and b or c", "f").items
    assert isinstance(define, n.Define)
    assert expression(define.otherwise) == "(a and b) or c"


# ---- fingerprints


def prints(*texts: str) -> set[str]:
    return {fingerprint(parse(HEAD + text, "f").items[0]) for text in texts}


def test_a_fingerprint_ignores_citations_texts_and_layout() -> None:
    assert len(prints(
        'rule r (c: card) "One" @x.Y\n    announce "a" c @x.Z\n',
        '# comment\nrule r (c: card)\n  announce "b"   c  # comment\n',
    )) == 1  # fmt: skip


def test_a_fingerprint_notices_what_matters() -> None:
    different = (
        "rule r\n    move 5♠ to b\n",
        "rule r\n    move 6♠ to b\n",
        "rule r\n    move b to 5♠\n",
        "rule r\n    swap 5♠ with b\n",
        "rule r by (player)\n    move 5♠ to b\n",
        "rule r\n    move 5♠ to b otherwise nothing\n",
        "rule r\n    if a\n        move 5♠ to b\n",
    )
    assert len(prints(*different)) == len(different)


def test_fingerprints_are_stable() -> None:
    """They stand in files of users: a change here makes every `was ~...` wrong."""
    assert prints("define f = 1 plus 2") == {"~20f670"}
    assert prints("rule r (c: card) by (player)\n    move c to row of player\n") == {"~caeb83"}
