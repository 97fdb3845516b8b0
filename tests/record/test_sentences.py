"""What happened is said in sentences, in three languages, and no more of it than a viewer may know."""

import random
import re
from pathlib import Path
from typing import get_args

import pytest

from companion.games.command import SPECTATOR
from companion.games.common import DiceRolled, Told
from companion.games.signum import game as rules
from companion.games.signum.model.commands import Skip
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect, LoseEffect
from companion.games.signum.model.events import (
    CardMoved,
    CreatureChanged,
    GameEnded,
    LastingBegan,
    Questioned,
    SignumEvent,
)
from companion.games.signum.model.state import GameResult, Question
from companion.games.signum.model.terms import Until
from companion.games.signum.own_texts import TEXTS
from companion.games.signum.words.names import name_of
from companion.games.signum.words.phrases import SAYS, phrases
from companion.presentation.teller import Teller
from companion.texts import Language
from tests.games.signum.random_play import Game
from tests.games.signum.table import duel
from tests.plain_spaces import spaced

SOURCES = Path(rules.__file__).parent


def said(state, event, language=Language.ENGLISH):
    return [Teller(rules.GAME, state, language).sentence(phrase) for phrase in phrases(state, event)]


def test_every_kind_of_event_says_something_or_is_known_to_be_silent():
    assert set(SAYS) == set(get_args(SignumEvent))


def test_every_line_that_rules_tell_has_its_sentence():
    told = {key for file in SOURCES.rglob("*.py") for key in re.findall(r'\btell\(\s*"(\w+)"', file.read_text("utf-8"))}
    assert len(told) > 10
    missing = {key for key in told if f"log.told.{key}" not in TEXTS.all(Language.ENGLISH)}
    assert missing == set()


def test_every_question_every_roll_and_every_end_has_its_words():
    sources = "\n".join(file.read_text("utf-8") for file in SOURCES.rglob("*.py"))
    english = TEXTS.all(Language.ENGLISH)
    questions = set(re.findall(r'f"([a-z]+):\{', sources))
    ends = set(re.findall(r'_finish\(draft, .*?, "S-END-\d+", "(\w+)"\)', sources)) | {"draw_agreed"}
    assert {kind for kind in questions if f"log.question.{kind}" not in english} == set()
    assert len(ends) == 7
    assert {end for end in ends if f"log.ended.{end}" not in english} == set()


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_told_in_every_language_to_every_viewer(seed):
    game = Game(duel().setup, random.Random(seed))  # noqa: S311 (a game, no secret)
    state, lines = game.state, 0
    for _ in range(150):
        if not game.step():
            break
    for event in game.events:
        for viewer in ("A", SPECTATOR):
            shown = game.rules.public_event(state, event, viewer)
            for language in Language if shown is not None else ():
                for line in said(state, shown, language):
                    lines += 1
                    assert line
                    assert not re.search(r"[{}]|log\.", line)
        state = game.rules.evolve(state, event)
    assert lines > 500


def test_who_draws_is_told_to_all_and_what_only_to_the_one_who_did():
    table = duel().begun()
    event = CardMoved(card=table.state.players["A"].deck[0], player="A", zone="hand", why="S-TURN-10")
    public = table.game.public_event(table.state, event, "B")
    assert public is not None
    assert said(table.state, event) == ["A draws: Fighter."]
    assert said(table.state, public) == ["A takes a card into the hand."]


def test_dice_and_verdicts_are_told_with_their_figures():
    state = duel().begun().state
    rolled = DiceRolled(purpose="melee.attack", by="A", faces=("axe", "shield", "bullseye"), good=("axe", "shield"))
    assert said(state, rolled) == ["A rolls for melee attack: axe, shield, bullseye; 2 successes."]
    question = Question(
        key="contact:fight:A:hero:B:hero", rule_id="S-MOVE-03", value_mm=2.12, limit_mm=2.0, sigma_mm=0.3,
        because="", command=Skip(by="A"),
    )  # fmt: skip
    (line,) = said(state, Questioned(question=question))
    assert spaced(line) == (
        "Too close to call: do they touch (Hero (A), Hero (B)): "
        "measured 2.1 mm, limit 2.0 mm, standard deviation 0.3 mm."
    )
    assert phrases(state, Questioned(question=question))[0].rule == "S-MOVE-03"


def test_a_question_names_a_hero_that_comes_and_no_card_that_is_still_in_a_hand():
    state = duel().state
    assert not state.creatures
    (held, *_) = (card for card in state.keys if card.startswith("A:") and not card.endswith(":hero"))
    named = []
    for key in ("side:A:hero", f"terrain:{held}:side B"):
        question = Question(
            key=key, rule_id="S-MOVE-03", value_mm=1.0, limit_mm=2.0, sigma_mm=2.0, because="", command=Skip(by="A")
        )
        (line,) = said(state, Questioned(question=question))
        named.append(line)
    hero, card = (name_of(each, state, Language.ENGLISH) for each in ("A:hero", held))
    assert f"({hero})" in named[0]
    assert card not in named[1]
    assert "(–)" in named[1]


def test_wounds_effects_and_ends_are_told():
    state = duel().begun().state
    assert said(state, CreatureChanged(creature="A:hero", wounds=2), Language.RUSSIAN) == [
        "Hero (A) получает 2 раны, теперь ран: 2."
    ]
    assert said(state, CreatureChanged(creature="A:hero", wounds=0)) == []
    for effect, words in (
        (
            ChangeEffect(of="strength", by=2, until=Until.END_OF_TURN),
            "Hero (A): strength +2, until the end of the turn.",
        ),
        (LoseEffect(ability="flight"), "Hero (A) loses the ability Flight, for the rest of the game."),
    ):
        lasting = LastingEffect(key="k", source="A:1", by="A", effect=effect, until=effect.until)
        assert said(state, LastingBegan(creature="A:hero", lasting=lasting)) == [words]
    won = GameEnded(outcome=GameResult(winners=("B",), rule_id="S-END-01", reason="last_hero"))
    assert said(state, won, Language.UKRAINIAN) == ["Партію закінчено, перемога: B; герой суперника поліг."]


def test_a_reminder_is_told_in_the_readers_language_else_in_english():
    state = duel().begun().state
    told = Told(key="reminder", values={"card": "fighter", "text_en": "Laugh.", "text_ru": "Смейся."})
    assert said(state, told) == ["To do by hand, as Fighter says: Laugh."]
    assert said(state, told, Language.RUSSIAN)[0].endswith("Смейся.")
    assert said(state, told, Language.UKRAINIAN)[0].endswith("Laugh.")


def test_a_card_that_nobody_told_is_called_by_its_id():
    table = duel(deck=(), deck_size=20)
    assert name_of("A:3", table.state, Language.ENGLISH) == "A:3"
    assert name_of("table", table.state, Language.UKRAINIAN) == "стіл"
