"""How dice are named, what is kept beside a record, and dice events as lines of a file."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.registry import game_called
from companion.referee.api.table_intents import Strictness
from companion.referee.dice.json_lines import event_data, event_of
from companion.referee.dice.kinds import checked_kinds, of_kind
from companion.referee.dice.names import tells_symbols_only, where_of
from companion.referee.dice.sources import DicePlaces
from companion.referee.errors import SetupError
from companion.referee.match.settings import SettingsFile, TableSettings
from hardware.events import (
    BatteryLevel,
    Cocked,
    Connected,
    Disconnected,
    Discovered,
    Evidence,
    EvidenceKind,
    Moved,
    Reconnected,
    RollStarted,
    Settled,
)
from hardware.makes import MAKES, OwnerData
from hardware.radio.dialogue import Advertisement
from hardware.radio.godice_shells import Shell

heads = st.fixed_dictionaries({"die": st.text(), "source": st.text(), "at_s": st.floats(-1e9, 1e9)})
evidence = st.builds(Evidence, st.sampled_from(EvidenceKind), st.binary(max_size=30))
MORE = {
    Discovered: {"name": st.text(), "kind": st.none() | st.text(), "rssi_dbm": st.none() | st.integers()},
    Connected: {},
    RollStarted: {},
    Settled: {
        "face": st.integers(0, 20),
        "confidence": st.floats(0, 1),
        "evidence": evidence,
        "throw": st.none() | st.integers(),
    },
    Moved: {"face": st.none() | st.integers(), "evidence": evidence},
    Cocked: {"evidence": evidence},
    BatteryLevel: {"percent": st.integers(), "charging": st.none() | st.booleans()},
    Disconnected: {"why": st.text(), "cause": st.text()},
    Reconnected: {},
}
events = st.sampled_from(list(MORE)).flatmap(
    lambda kind: st.tuples(heads, st.fixed_dictionaries(MORE[kind])).map(lambda parts: kind(**parts[0], **parts[1]))
)


@given(events)
def test_an_event_read_from_a_file_is_the_one_that_was_written(event):
    assert event_of(json.loads(json.dumps(event_data(event)))) == event


@pytest.mark.parametrize(
    "data", [{}, {"event": "juggled"}, {"event": "lost", "die": "a"}, {"event": "cocked", "evidence": 1}]
)
def test_what_is_no_event_is_refused(data):
    with pytest.raises(ValueError, match="no event"):
        event_of(data)


@pytest.mark.parametrize(
    ("words", "where"),
    [
        ((), DicePlaces(radio=False)),
        (("radio", "usb"), DicePlaces(usb=True)),
        (("serial:/dev/a", "serial:COM3"), DicePlaces(radio=False, ports=(("serial", "/dev/a"), ("serial", "COM3")))),
        (("text:/dev/b", "virtual:6"), DicePlaces(radio=False, ports=(("text", "/dev/b"),), virtual=6)),
        (("tray:usb:1",), DicePlaces(radio=False, camera="usb:1")),
        (("tray-symbols-coded:usb:1",), DicePlaces(radio=False, camera="usb:1", dice_set="symbols-coded")),
    ],
)
def test_words_name_dice(words, where):
    assert where_of(words) == where


@pytest.mark.parametrize(
    "word", ["", "dice", "radio:1", "serial:", "virtual:0", "virtual:999", "virtual:x", "tray:", "tray-marbles:usb:0"]
)
def test_words_that_name_no_dice_are_refused_in_a_sentence(word):
    with pytest.raises(SetupError, match="names no dice"):
        where_of((word,))


def test_only_one_tray_is_looked_at():
    with pytest.raises(SetupError, match="names no dice"):
        where_of(("tray:usb:1", "tray:usb:2"))


def test_stickers_tell_symbols_and_pips_tell_numbers():
    assert tells_symbols_only(("tray-symbols:usb:1",), "camera")
    assert not tells_symbols_only(("tray:usb:1",), "camera")
    assert not tells_symbols_only(("tray-symbols:usb:1", "radio"), "pixels")


def test_what_is_set_is_there_again(tmp_path):
    SettingsFile(tmp_path / "table", "this").change(dice=("radio",), strictness=Strictness.TEACH, seats_s={"A": 1.5})
    again = SettingsFile(tmp_path / "table", "this").now
    assert (again.dice, again.strictness, again.seats_s) == (("radio",), Strictness.TEACH, {"A": 1.5})


@pytest.mark.parametrize("content", [b"", b"{", b'{"strictness": "wild"}'])
def test_a_damaged_file_leaves_everything_as_it_is_at_first(tmp_path, content):
    (tmp_path / "table").write_bytes(content)
    assert SettingsFile(tmp_path / "table", "this").now == TableSettings(game="this")


def test_what_was_set_for_another_game_is_not_taken_over(tmp_path):
    SettingsFile(tmp_path / "table", "that").change(used_s=99.0)
    assert SettingsFile(tmp_path / "table", "this").now.used_s == 0.0


def test_what_cannot_be_written_holds_all_the_same(tmp_path):
    settings = SettingsFile(tmp_path / "missing" / "table", "this")
    settings.change(limit_s=60.0)
    assert settings.now.limit_s == 60.0


def test_each_godice_may_sit_in_a_shell_of_its_own():
    where = where_of(["godice:d20", "godice:19CCE4=d8", "godice:00aa11=d4"])
    assert where.radio
    assert (where.shell, where.shells) == ("d20", (("19cce4", "d8"), ("00aa11", "d4")))
    assert (where_of(["radio"]).shell, where_of(["radio"]).shells) == ("d6", ())
    drivers = [
        make.radio.driver(OwnerData(Shell.D20, {"godice:19cce4": Shell.D8})) for make in MAKES if make.radio is not None
    ]
    (godice,) = [driver for driver in drivers if driver.name == "godice"]
    for name, kind in (("GoDice_19CCE4_K_v04", "d8"), ("GoDice_19CCE5_K_v04", "d20")):
        seen = godice.recognise(Advertisement("C0:00:00:00:00:01", name, -60, frozenset(), {}, {}))
        assert seen.kind == kind


def test_a_die_that_does_not_tell_its_colour_is_of_the_kind_that_its_owner_names():
    where = where_of(["radio", "red=pixels:1a2b3c4d", "blue=godice:19cce4"])
    kinds = checked_kinds(where.kinds, game_called("warseer"))
    seen = Discovered("pixels:1a2b3c4d", "pixels", 1.0, "Red", "d6")
    assert of_kind(seen, kinds).kind == "d6-red"
    assert of_kind(replace(seen, kind="d20"), kinds).kind == "d20"
    assert of_kind(replace(seen, die="pixels:ffffffff"), kinds).kind == "d6"
    for word, game in (("pink=pixels:1a2b3c4d", "warseer"), ("red=pixels:1a2b3c4d", "signum")):
        with pytest.raises(SetupError, match="names no kind of dice of the game"):
            checked_kinds(where_of([word]).kinds, game_called(game))


@pytest.mark.parametrize("word", ["godice:", "godice:d7", "godice:19cce=d8", "godice:19cce4=", "godice:=d6"])
def test_a_shell_that_there_is_not_is_refused(word):
    with pytest.raises(SetupError, match=r"no shell of a GoDice; expected one of d4, .* such as 19cce4=d20"):
        where_of([word])
