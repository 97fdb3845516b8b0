"""Damage to bytes, texts and trees of plain data; the same random numbers do the same damage."""

import copy
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

DEEP = 3000
LONG = 100_000
NUMBERS = (
    "0", "-1", "1e308", "-1e308", "1e-308", "9999999999", "-9999999999", "9223372036854775807", "9223372036854775808",
    "1" * 401, "1" * 5000, "1e999", "0.5", "2147483648", "65536", "1000000",
)  # fmt: skip
PLAIN = (
    b"0",
    b"1",
    b"-1",
    b"2",
    b"3",
    b"0.5",
    b"7",
    b"16",
    b"100",
    b"999",
    b"1000",
    b"10000",
    b"-100",
    b"1e-6",
    b"600.0",
)
TOML_VALUES = (
    *NUMBERS, "nan", "inf", "-inf", "0x" + "f" * 5000, "true", '""', '"' + "a" * LONG + '"', "'\\u0000'", '"\\u0000"',
    '"\\u001b[31m"', "[]", "{}", "[" * DEEP + "]" * DEEP, "[" * 50 + "]" * 50, "{a=" * DEEP + "1" + "}" * DEEP,
    "[" + "1," * LONG + "]", "1979-05-27", "1979-05-27T07:32:00Z", '"\U0001f600"', '"../../x"',
    '"/dev/zero"', "[[0,0],[1,0],[1,1],[0,1]]", "[nan, nan]", "[1e300, 1e300]", "-0.0",
)  # fmt: skip
TREE_VALUES: tuple[Callable[[], Any], ...] = (
    lambda: 0, lambda: -1, lambda: 10**401, lambda: 10**18, lambda: -(10**19), lambda: 1e308, lambda: 1e-308,
    lambda: 0.5, lambda: "", lambda: "a" * LONG, lambda: "\x00", lambda: "\ud800", lambda: "\x1b[31m", lambda: None,
    lambda: True, lambda: [], lambda: {}, lambda: [1] * LONG, lambda: [[]], lambda: {"a": {}}, lambda: "A",
    lambda: "B:1",
    lambda: 9999999999, lambda: 2**31, lambda: -0.0, lambda: [None], lambda: "1", lambda: float("nan"),
    lambda: float("inf"), lambda: deep_list(60), lambda: deep_list(150), lambda: [0, 0], lambda: [1e300, -1e300],
)  # fmt: skip


def deep_list(depth: int) -> list[Any]:
    """A list within a list, and so on."""
    whole: list[Any] = []
    for _ in range(depth):
        whole = [whole]
    return whole


def damaged_bytes(chance: Random, data: bytes) -> bytes:
    """Bytes flipped, cut off, doubled, put in, taken out or zeroed."""
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 5, 20))):
        at, much = chance.randrange(len(data) + 1), chance.choice((1, 2, 4, 16, 256, 4096))
        match chance.randrange(7):
            case 0 if at < len(data):
                data[at] ^= 1 << chance.randrange(8)
            case 1:
                data[at : at + much] = chance.randbytes(min(much, len(data[at : at + much])))
            case 2:
                del data[at:]
            case 3:
                data[at:at] = data[at : at + much]
            case 4:
                data[at:at] = chance.choice((b"\0", b"\xff", b"\n", b"\xff\xd8", b"\xff\xda")) * much
            case 5:
                del data[at : at + much]
            case _:
                data[at : at + much] = b"\0" * len(data[at : at + much])
    return bytes(data)


_NUMBER = re.compile(rb"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")
_STRING = re.compile(rb'"[^"\n]*"')
_WORD = re.compile(rb"(?<![\w.-])[A-Za-z][\w:]*(?![\w.-])")
_KEY = re.compile(rb"^([ \t]*)([A-Za-z_][\w.-]*)(\s*=)", re.MULTILINE)


def damaged_text(chance: Random, data: bytes) -> bytes:
    """A text of keys and values, one of which is something else now; or lines doubled, lost or put in."""
    for _ in range(chance.choice((1, 1, 1, 1, 1, 2, 4))):
        data = chance.choice(_TEXT_WAYS)(chance, data)
    return data


def _other_value(chance: Random, data: bytes) -> bytes:
    what = chance.choice((_NUMBER, _STRING))
    return _swapped(chance, data, what, chance.choice(TOML_VALUES).encode())


def _like_value(chance: Random, data: bytes) -> bytes:
    """Another value of the same kind, as stands elsewhere in the text or may well stand there."""
    what = chance.choice((_NUMBER, _STRING, _WORD))
    known = what.findall(data) or [b"1"]
    return _swapped(chance, data, what, chance.choice(PLAIN if what is _NUMBER and chance.random() < 0.5 else known))


def _other_key(chance: Random, data: bytes) -> bytes:
    key = chance.choice((b"x", b"'a b'", b"schema", b"id", b"a." * 5000 + b"a", b"a." * 17 + b"a", b'"\\u0000"'))
    return _swapped(chance, data, _KEY, key + b" =")


def _swapped(chance: Random, data: bytes, what: re.Pattern[bytes], other: bytes) -> bytes:
    found = list(what.finditer(data))
    if not found:
        return data + other
    place = chance.choice(found)
    return data[: place.start()] + other + data[place.end() :]


def _lines(chance: Random, data: bytes) -> bytes:
    rows = data.split(b"\n")
    at, many = chance.randrange(len(rows)), chance.randint(1, 5)
    match chance.randrange(4):
        case 0:
            del rows[at : at + many]
        case 1:
            rows[at:at] = rows[at : at + many] * chance.choice((1, 2, 1000))
        case 2:
            other = chance.randrange(len(rows))
            rows[at], rows[other] = rows[other], rows[at]
        case _:
            rows.insert(
                at, chance.choice((b"[x]", b"[[card]]", b"= 1", b"\xff\xfe", b"#" * LONG, b"---", b"{", b"a=1\r"))
            )
    return b"\n".join(rows)


def _as_bytes(chance: Random, data: bytes) -> bytes:
    return damaged_bytes(chance, data)


_TEXT_WAYS = (*(_like_value,) * 6, _other_value, _other_value, _other_key, _lines, _lines, _as_bytes)


def damaged_tree(chance: Random, whole: Any) -> Any:
    """Plain data with a value of another kind somewhere, or an entry lost, doubled or put in."""
    whole = copy.deepcopy(whole)
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        places = [(inner, key) for inner, key in _places(whole)]
        if not places:
            return chance.choice(TREE_VALUES)()
        inner, key = chance.choice(places)
        match chance.randrange(8):
            case 0:
                del inner[key]
            case 1 if isinstance(inner, list):
                inner[key:key] = [copy.deepcopy(inner[key])] * chance.choice((1, 2, 300))
            case 1:
                inner["x"] = inner[key]
            case 2:
                other, place = chance.choice(places)
                if place in other if isinstance(other, dict) else place < len(other):
                    inner[key] = copy.deepcopy(other[place])
            case 3 | 4 | 5 if isinstance(inner[key], int | float) and not isinstance(inner[key], bool):
                inner[key] = inner[key] * chance.choice((-1, 0, 1, 2, 1000, 0.5)) + chance.choice((0, 1, -1))
            case _:
                inner[key] = chance.choice(TREE_VALUES)()
    return whole


def _places(inner: Any, depth: int = 0) -> list[tuple[Any, Any]]:
    if depth > 50:
        return []
    keys = list(inner) if isinstance(inner, dict) else range(len(inner)) if isinstance(inner, list) else ()
    found = [(inner, key) for key in keys]
    if len(found) > 1000:
        return found
    return found + [place for key in keys for place in _places(inner[key], depth + 1)]


def damaged_json(chance: Random, data: bytes) -> bytes:
    """JSON, damaged as a tree or as a text."""
    if chance.random() < 0.2:
        return damaged_bytes(chance, data)
    if chance.random() < 0.15:
        deep = chance.choice((b"[" * LONG, b'{"a":' * LONG, b"[" * 900 + b"]" * 900, b"1" * 5000, b"NaN", b'"\\ud800"'))
        return _swapped(chance, data, chance.choice((_NUMBER, _STRING)), deep)
    return json.dumps(damaged_tree(chance, json.loads(data))).encode()
