"""TOML and JSON from outside: what is too deep, too long or no number is refused where it stands."""

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.documents import DocumentError, decode_json, parse_json, parse_toml, read_text

FAULTS = {
    "no TOML": ("a = 1\nb = \n", "is not TOML", 2),
    "an end too soon": ("a = 1\nb = '", "is not TOML", 2),
    "a number of 401 digits": (f"a = 1\nb = {'1' * 401}", "b: this number is too large", 2),
    "a number of 5000 digits": (f"a = {'1' * 5000}", "thousands of digits", 0),
    "a hexadecimal number of 5000 digits": (f"a = 0x{'f' * 5000}", "a: this number is too large", 1),
    "one more than TOML promises": (f"a = {2**63}", "a: this number is too large", 1),
    "a number beyond all numbers": ("a = 1\n\n[b]\nc = [1.0, 1e999]", "b.c.1: a finite number was expected", 4),
    "no number": ("a = nan", "a: a finite number was expected", 1),
    "lists in one another": (f"a = 1\nb = {'[' * 65}{']' * 65}", "more than 64 deep", 2),
    "lists beyond the stack": (f"b = {'[' * 100_000}", "too deep", 0),
    "tables in one another": (f"b = {'{a=' * 9000}1{'}' * 9000}", "too deep", 0),
    "a key of many parts": (f"a = 1\n{'a.' * 16}a = 1", "16 parts at most", 2),
    "a key of more parts than memory": (f"{'a . ' * 200_000}a = 1", "16 parts at most", 1),
    "a quoted key of many parts": ("".join('\'a\'."b\\"".' for _ in range(9)) + "a = 1", "16 parts at most", 1),
    "a heading of many parts": (f"\n[{'a.' * 40}a]", "16 parts at most", 2),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_toml_is_a_sentence_with_its_line(fault):
    text, sentence, line = FAULTS[fault]
    with pytest.raises(DocumentError) as refusal:
        parse_toml(text)
    assert sentence in str(refusal.value)
    assert refusal.value.line == line
    assert len(str(refusal.value)) < 300


def test_what_is_within_bounds_is_read_as_the_standard_library_reads_it():
    text = (
        f'a.b."c d" = {2**63 - 1}\nwords = "one.two.three.four.five.six.seven.eight.nine.ten"\nc = {"[" * 63}{"]" * 63}'
    )
    assert parse_toml(text).data == tomllib.loads(text)
    assert parse_toml(text).line(("words",)) == 2


JSON_FAULTS = {
    "no JSON": (b'{\n"a": }', "is not JSON", 2),
    "no text": (b'\n\n"\xff"', "UTF-8", 3),
    "a number of 401 digits": (b'{"a": [' + b"1" * 401 + b"]}", "a.0: this number is too large", 0),
    "a number of 5000 digits": (b"1" * 5000, "thousands of digits", 0),
    "a number beyond all numbers": (b'{"a": 1e999}', "a: a finite number", 0),
    "no number": (b'{"a": NaN}', "NaN", 0),
    "half a letter": (b'{"a": "\\ud800"}', "half a letter", 0),
    "half a letter in a key": (b'{"\\ud800": 1}', "half a letter", 0),
    "lists in one another": (b"[" * 66 + b"]" * 66, "more than 64 deep", 0),
    "lists beyond the stack": (b"[" * 100_000, "too deep", 0),
    "objects beyond the stack": (b'{"a":' * 100_000, "too deep", 0),
}


@pytest.mark.parametrize("fault", JSON_FAULTS)
def test_a_fault_in_json_is_a_sentence(fault):
    data, sentence, line = JSON_FAULTS[fault]
    with pytest.raises(DocumentError) as refusal:
        parse_json(data)
    assert sentence in str(refusal.value)
    assert refusal.value.line == line
    assert len(str(refusal.value)) < 300


TEXTS = st.text(st.characters(exclude_categories=("Cs",)))
NUMBERS = st.integers(-(2**63) + 1, 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
PLAIN = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner),
    max_leaves=20,
)


@given(PLAIN)
def test_json_is_read_as_the_standard_library_reads_it(document):
    data = json.dumps(document).encode()
    assert parse_json(data) == json.loads(data) == document


def test_json_of_another_kind_is_refused():
    assert decode_json(b'{"1": [2]}', dict[int, list[int]]) == {1: [2]}
    with pytest.raises(DocumentError, match="not written as it should be"):
        decode_json(b'{"1": ["x"]}', dict[int, list[int]])


def test_a_text_may_begin_with_a_mark_and_end_its_lines_as_on_windows(tmp_path):
    file = tmp_path / "text"
    file.write_bytes("\ufeffa = 1\r\nb = 2\r\n".encode())
    assert read_text(file) == "a = 1\nb = 2\n"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("name = 'Käthe'".encode("latin-1"), "save it as UTF-8"),
        ("name = 1".encode("utf-16"), "save it as UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "give another file"),
        (b"SQLite format 3\0\x10\0\x01\x01\0@\xff", "give another file"),
    ],
)
def test_text_in_another_coding_is_to_be_saved_anew_and_what_is_no_text_is_another_file(tmp_path, data, sentence):
    file = tmp_path / "text"
    file.write_bytes(data)
    with pytest.raises(DocumentError, match=sentence):
        read_text(file)
