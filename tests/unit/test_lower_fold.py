"""Comparisons that the range of a variable decides are decided, and no others."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from caborules.ir import expressions as ex
from caborules.ir.operators import Comparison
from caborules.ir.types import BOOL, NumberType
from caborules.lower.fold import is_no, is_yes, simplify

ORDER = {
    "is": int.__eq__,
    "is not": int.__ne__,
    "is at least": int.__ge__,
    "is at most": int.__le__,
    "is more than": int.__gt__,
    "is less than": int.__lt__,
}


@pytest.mark.parametrize(("op", "number"), [*product(get_args(Comparison), range(-1, 6))])
def test_a_comparison_with_a_variable_is_decided_by_its_range_or_stays(op: Comparison, number: int) -> None:
    kind = NumberType(1, 3)
    variable, constant = ex.VariableRef(kind, None, "count", None), ex.Const(NumberType(number, number), None, number)
    told = simplify(ex.Compare(BOOL, None, op, variable, constant))
    outcomes = {bool(ORDER[op](one, number)) for one in (1, 2, 3)}
    assert (is_yes(told), is_no(told)) == (outcomes == {True}, outcomes == {False})
