"""A sound tells that somebody is asked, that something was refused, or that the table is lost from sight; once."""

import wave
from dataclasses import replace

import pytest

from companion.games.command import SPECTATOR
from companion.games.display.result import ResultShown, StruckShown
from companion.games.display.sheets import Sheet
from companion.geometry import MatPoint
from companion.referee import GameScreen, IntentResult, Level, Subsystem
from companion.referee.screen.player_screen import PlayerScreen
from tests.tablet.views import healthy, view_of

LOST = healthy(levels={Subsystem.CAMERA: Level.BLIND}, age_s=8.0)


@pytest.fixture
def listener():
    from companion.tablet.look.sounds import Listener  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)

    return Listener()


def hears(listener, *views):
    heard = [listener.hears(view) for view in views]
    return [None if cue is None else cue.value for cue in heard]


def playing(waiting_for=(), said=None):
    shown = PlayerScreen(Sheet(SPECTATOR, (), waiting_for=waiting_for))
    return replace(view_of(), play=GameScreen((), shown, said=said))


def test_who_is_asked_anew_is_heard_once(listener):
    nobody, ann, both = (playing(who) for who in ((), ("A",), ("A", "B")))
    assert hears(listener, nobody, ann, ann, both, ann, nobody, ann) == [
        None, "asked", None, "asked", None, None, "asked",
    ]  # fmt: skip


def test_a_game_that_is_taken_up_again_is_silent_at_first(listener):
    assert hears(listener, playing(("A",))) == [None]


def test_what_is_refused_is_heard_once_and_what_is_granted_is_not(listener):
    refused, granted = (IntentResult("A", "1", granted=granted) for granted in (False, True))
    first, again = playing(said=refused), playing(said=refused)
    assert hears(listener, playing(), first, again, playing(said=granted)) == [None, "refused", None, None]


def fought(*results):
    return replace(playing(), play=replace(playing().play, results=results))


def test_a_fight_that_has_ended_is_heard_once_in_whatever_language(listener):
    def struck(wounds, name="Maud"):
        return StruckShown(name, "disc", (), wounds, at=MatPoint(1.0, 2.0))

    under_way = ResultShown("Melee", (), (), over=False)
    ended, russian, next_one = (ResultShown("Melee", (), (each,)) for each in (struck(1), struck(1, "Мод"), struck(2)))
    views = [fought(), fought(under_way), fought(ended), fought(russian), fought(), fought(next_one), fought(ended)]
    assert hears(listener, *views) == [None, None, "result", None, None, "result", "result"]


def test_the_table_lost_from_sight_is_heard_once(listener):
    lost = view_of(health=LOST)
    assert hears(listener, view_of(), lost, lost, view_of(), lost) == [None, "blind", None, None, "blind"]


def test_every_sound_is_a_short_file_that_is_not_silent(tmp_path):
    from companion.tablet.look.sounds import TONES, Cue, _write  # noqa: PLC0415 (likewise)

    assert set(TONES) == set(Cue)
    for cue, tones in TONES.items():
        _write(tmp_path / cue.value, tones)
        with wave.open(str(tmp_path / cue.value)) as file:
            assert 0.1 < file.getnframes() / file.getframerate() < 1.0
            assert max(file.readframes(file.getnframes())) > 0
