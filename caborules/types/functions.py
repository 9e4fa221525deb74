"""Functions: ``define`` -> one expression. Typed when first needed: their order in the files does not matter."""

from __future__ import annotations

from caborules.ir import expressions as x
from caborules.ir.expressions import Expr
from caborules.ir.system import FunctionDef, ParamDef
from caborules.ir.types import Type
from caborules.syntax import nodes as n
from caborules.types import coerce, wants
from caborules.types.declared import plain_parameters, resolve
from caborules.types.locals import bind
from caborules.types.narrowing import assume, learn_function
from caborules.types.report import Failed
from caborules.types.world import Env, FunctionSig, Local, World, cites


def signature(w: World, name: str) -> FunctionSig:
    """Parameters and result; types the body where the result is not declared. Raises Failed (E310 for a circle)."""
    if name in w.signatures:
        return w.signatures[name]
    if name in w.failed:
        raise Failed
    define = w.book.defines[name]
    try:
        if define.type is None:
            return _typed(w, name)
        made = FunctionSig(plain_parameters(w, define.params), resolve(w, define.type, name))
    except Failed:
        w.failed.add(name)
        raise
    w.signatures[name] = made
    return made


def function(w: World, name: str) -> FunctionDef:
    """The typed function. Raises Failed."""
    if name in w.functions:
        return w.functions[name]
    if name in w.failed:
        raise Failed
    try:
        _typed(w, name)
    except Failed:
        w.failed.add(name)
        raise
    return w.functions[name]


def _typed(w: World, name: str) -> FunctionSig:
    define = w.book.defines[name]
    if name in w.typing_now:
        circle = [*w.typing_now[w.typing_now.index(name) :], name]
        message = f"The functions go in a circle: {' -> '.join(circle)}."
        raise w.report.error("E310", define.span, message, "A function cannot use itself, not even through others.")
    w.typing_now.append(name)
    if len(w.typing_now) > w.most_nested:
        w.typing_now.pop()
        raise w.report.error("E313", define.span, "Too many functions wait for one another.", "Declare their types.")
    try:
        params = plain_parameters(w, define.params)
        env = parameters_env(w, define.params, params)
        want = None if define.type is None else resolve(w, define.type, name)
        body = _by_cases(w, define, env, want) if define.by_cases else _value(w, define.otherwise, env, want)
    finally:
        w.typing_now.pop()
    made = FunctionSig(params, want if want is not None else body.type)
    text = define.text or name.replace("-", " ")
    w.signatures[name] = made
    learn_function(w, name, body)
    w.functions[name] = FunctionDef(define.span, cites(define.cites), name, text, params, made.type, body)
    return made


def parameters_env(w: World, nodes: tuple[n.Param, ...], params: tuple[ParamDef, ...]) -> Env:
    """Where the parameters of a function, table or rule are known."""
    env = Env()
    for node, param in zip(nodes, params, strict=True):
        if node.type is None and w.sorts.get(param.name) == "attribute":
            env = env.with_local(param.name, Local(param.name, param.type))
        else:
            env = bind(w, env, param.name, param.type, node.span)
    return env


def _value(w: World, node: n.Expr, env: Env, want: Type | None) -> Expr:
    return w.expr(node, env) if want is None else wants.wanted(w, node, env, want)


def _by_cases(w: World, define: n.Define, env: Env, want: Type | None) -> Expr:
    """The first case that holds: nested ``Either``."""
    if len(define.cases) > w.most_nested:
        message = f"{len(define.cases)} cases are too many; {w.most_nested} are the limit."
        raise w.report.error("E313", define.span, message, "Write a table.")
    cases: list[tuple[Expr, Expr]] = []
    failed = False
    for case in define.cases:
        test = w.report.trying(wants.condition, w, case.when, env)
        if test is None:
            failed = True
            continue
        inner = assume(w, env, test)
        value = w.report.trying(_value, w, case.value, inner, want)
        if value is None:
            failed = True
        else:
            cases.append((test, value))
        env = assume(w, env, test, False)
    result = _value(w, define.otherwise, env, want)
    if failed:
        raise Failed
    for test, value in reversed(cases):
        value, result, type = coerce.meet(w, value, result)
        result = x.Either(want or type, value.span, test, value, result)
    return result
