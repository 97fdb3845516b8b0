"""What the rules forbid, tried by touch without a camera: the screen says what is wrong, or offers no key for it."""

import itertools
import re
from dataclasses import replace

import pytest

from companion.games.command import TABLE
from companion.games.common import Correct, MoveCard, Place, SetValue
from companion.games.signum.game import Signum
from companion.games.signum.model.commands import ChooseFirst, End, Keep, PlaceHero, Play, Priority, Skip
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.mat import radius_mm
from companion.games.values import Stand
from companion.record.record import Record
from companion.referee.mat import rest_detector
from companion.referee.match.command_request import CommandDone, CommandRequest
from companion.referee.match.match import Match
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.plain_spaces import spaced
from tests.referee.match.test_match import (
    LIBRARY,
    NOW,
    SEED,
    all_cards,
    all_names,
    commitment,
    seat_from_deck,
    setup_for,
)

TORBEN, EDDA, TULLY = (300.0, 24.0), (200.0, 130.0), (500.0, 16.0)
"""Where Ann's hero stands, Bob's at first, and Ann's character in the end."""
OGRIM = (300.0, 130.0)
BESIDE, TOUCHING = (247.0, 24.0), (251.0, 26.0)
"""Where Bob's hero may be in contact with Ann's, as far as a finger can tell, and where it is laid against her."""
FAR, BEHIND_OGRIM = (200.0, 420.0), (300.0, 230.0)
RAW = re.compile(r"\b[SBW]-[A-Z]+-\d|[A-Za-z]+_[A-Za-z]|\b[AB]:|\{|\}|\(\)")
"""What no sentence for people has: an id of a rule or a thing, a name of the program's, a gap that was not filled."""


@pytest.fixture(autouse=True)
def _hurried(monkeypatch):
    """Somebody touches the mat sooner than people do: what comes then does not count as lying there all along."""
    monkeypatch.setattr(rest_detector, "ARRIVAL_S", 0.0)


def crossroads(path):
    """Ann begins her second turn: Tully in her hand can be paid, Ogrim stands between her hero and the middle."""
    cards, rules = all_cards(LIBRARY.packs.values()), rules_for(Edition.EN)
    seats = tuple(
        seat_from_deck(LIBRARY.decks[deck], cards, rules, id=seat, side=side, name=name)
        for seat, name, side, deck in (
            ("A", "Ann", "player_one", "first_kettle_clans"),
            ("B", "Bob", "player_two", "first_lanternmarch"),
        )
    )
    names = all_names(LIBRARY.packs.values())
    setup = setup_for(rules, seats, cards, seed_hash=commitment(SEED), names=names)
    record = Record.create(path, Signum(), setup, lambda: NOW, seed=SEED)
    match, number = Match(record, lambda: 0.0, pause_s=0.0), itertools.count()

    def give(*commands):
        for command in commands:
            answers = []
            match.submit(CommandRequest(f"before/{next(number)}", command, answers.append))
            assert isinstance(answers[0], CommandDone), (command, answers)

    give(
        Priority(by=TABLE, rolled={"A": "6", "B": "2"}),
        ChooseFirst(by="A", player="A"),
        PlaceHero(by="A", at=Stand(*TORBEN)),
        PlaceHero(by="B", at=Stand(300.0, 576.0)),
        Keep(by="A"),
        Keep(by="B"),
    )
    ids = {key: card for card, key in record.state.keys.items() if card.startswith("A:")}

    def brought(*keys, zone):
        give(*(MoveCard(by="A", card=ids[f"skirmish/{key}"], zone=zone, player="A") for key in keys))

    brought("arena", "tavern", "shooting_range", zone="city")
    brought("big_ogrim", "tully_knives", "blunder_joss", zone="hand")
    ogrim = ids["skirmish/big_ogrim"]
    give(
        Skip(by="A"),
        Play(by="A", card=ogrim, buildings=(ids["skirmish/tavern"], ids["skirmish/shooting_range"])),
        Place(by="A", creature=ogrim, at=Stand(100.0, radius_mm(record.state, record.state.card(ogrim)))),
        End(by="A"),
        Skip(by="B"),
        End(by="B"),
        SetValue(by="A", what="prosperity", of="A", value=3),
        Correct(by="A", of=ogrim, at=Stand(*OGRIM)),
        Correct(by="A", of="B:hero", at=Stand(*EDDA)),
    )
    record.close()
    return path


def texts_of(one):
    """All that can be read, in one string."""
    return "\n".join(one.words())


WHY = {Language.ENGLISH: "Show me why", Language.RUSSIAN: "Показать, почему", Language.UKRAINIAN: "Показати, чому"}


async def is_measured(one, sentence):
    """Waits for a sentence, and reads it in every language: plain words; beside it stands *Show me why*."""
    await one.reads(sentence)
    shell = one.shell
    for language in (Language.RUSSIAN, Language.UKRAINIAN, Language.ENGLISH):
        before = texts_of(one)
        shell.change(replace(shell.settings, language=language))
        await one.until(lambda before=before: texts_of(one) != before, f"in {language.value}")
        await one.reads(WHY[language])
        is_plain(one)
    await one.reads(sentence)


def is_plain(one):
    """Nothing that can be read is meant for programs."""
    assert [text for text in one.words() if RAW.search(text)] == []


async def offers(one, words, *, at_all=True):
    """Waits until a key is there, or is not."""
    await one.until(lambda: bool(one.keys(words)) == at_all, f"{'a' if at_all else 'no'} key {words!r}")


async def all_answer(one, word):
    """Both players answer what is too close to call; each has keys of their own, Bob below Ann."""
    for number, player in enumerate(("Ann", "Bob")):
        await one.reads(f"{player}: not yet")
        one.finger.press(await one.rested(lambda number=number: answers(one, word)[number], word))
        await one.until(lambda player=player: f"{player}: not yet" not in texts_of(one), f"{player} has answered")


def answers(one, word):
    """The keys that read so, from top to bottom."""
    return sorted((key for key in one.keys(word) if key.text == word), key=lambda key: -key.to_window(*key.center)[1])


async def puts_enemy(one, start, end):
    """Moves Bob's hero over the mat, and lets its place count, by hand; keys beside a model go first."""
    if one.keys("Remove"):
        one.touches_mat(560.0, 560.0)
        await offers(one, "Add a model")
    await one.drags(start, end)
    await one.touches("Only correct its place")
    await one.until(lambda: not one.keys("Only correct its place"), "kept")


def test_what_the_rules_forbid_is_told_in_plain_words_or_never_offered(newly, tmp_path):
    path = crossroads(tmp_path / "game.signum")

    async def act(one):
        from companion.tablet.window.shell import TableRequest  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)

        await one.until(lambda: type(one.shell.page).__name__ == "StartPage", "opened")
        one.shell.open_table(TableRequest(NO_CAMERA, game=path))
        await one.touches("Pass to Ann")
        await one.touches("I am Ann: show it")
        await builds(one)
        await summons(one)
        await plays_in_an_activation(one)
        await shoots(one)
        await fights(one)

    newly(act, Settings(language=Language.ENGLISH, sounds=False, animations=False, guided=True))


async def builds(one):
    """What is too dear has no key, its price and why; a card of another phase says which."""
    await offers(one, "Build Smithy")
    assert not one.keys("Coal Exchange"), "3 Prosperity do not pay for it"
    await one.reads("Coal Exchange", "Costs 6 Prosperity.", "Too little Prosperity: this costs 6, and there are 3.")
    is_plain(one)
    await one.touches("Tully Knives")
    await one.reads("Not in this phase (Construction Phase)")
    is_plain(one)
    assert not one.keys("Play"), "nor can it be played"
    await one.touches("Close")
    await one.touches("No building")
    await one.reads("Activation Phase")


async def summons(one):
    """Beside the own side, too close to an enemy, and on another base; near the side it snaps to it."""
    await one.touches("Tully Knives")
    await one.touches("Play")
    await one.reads("Put the model so that it touches your side: Tully Knives")
    await offers(one, "Tully Knives: touch its new place")
    one.touches_mat(450.0, 300.0)
    await is_measured(one, "The base's edge must touch its player's own side of the mat")
    await one.drags((450.0, 300.0), (200.0, 16.0))
    await is_measured(one, "Too close to Edda Linnet")
    await one.drags((200.0, 16.0), (310.0, 16.0))
    await is_measured(one, "The place is taken")
    await one.drags((322.0, 12.0), (512.0, 18.0))  # nearly at the side, so it snaps there: nothing is too close to call
    await one.touches("Yes, correct")
    await offers(one, "End the turn")
    assert "not yet" not in texts_of(one)
    tully = next(each for each in one.shell.view.pieces if abs(each.base.centre.x_mm - TULLY[0]) < 5.0)
    assert tully.base.centre.y_mm == pytest.approx(TULLY[1]), "it touches the side"


async def plays_in_an_activation(one):
    """Ann's hero acts; until it has, no card can be played."""
    one.touches_mat(*TORBEN)
    await one.touches("Activate")
    await offers(one, "End the activation")
    await one.touches("Blunder Joss")
    await one.reads("An activation is going on")
    is_plain(one)
    await one.touches("Close")


async def shoots(one):
    """Nobody is offered to shoot at what is too far away or out of sight."""
    await offers(one, "shoot at Edda Linnet")
    await puts_enemy(one, EDDA, FAR)
    await offers(one, "shoot at", at_all=False)
    await puts_enemy(one, FAR, BEHIND_OGRIM)
    await offers(one, "shoot at", at_all=False)


async def fights(one):
    """Contact that a finger cannot tell is asked of both; without it there is no melee, and none with own models."""
    assert not one.keys("Melee"), "Ogrim touches nobody, and is Ann's own"
    await puts_enemy(one, BEHIND_OGRIM, BESIDE)
    await offers(one, "Melee against Edda Linnet")
    await one.touches("Melee against Edda Linnet")
    await one.reads("Too close to call", "Show me why")
    column = one.shell.page.table_view.ids.game
    await one.until(lambda: column.more.shown, "told that there is more below")
    await all_answer(one, "No")
    assert not column.more.shown, "Bob's keys are the last"
    await is_measured(one, "is not in contact: a melee needs contact.")
    # S-RANGED-06: a ranged attack cannot be declared while the shooter is in contact with an enemy.
    await one.touches("shoot at Edda Linnet")
    await one.until(lambda: "With that answer" not in texts_of(one), "asked anew")
    await one.reads("Too close to call", "Show me why")
    await all_answer(one, "Yes")
    await is_measured(one, "a creature that touches an enemy cannot shoot.")
    await puts_enemy(one, BESIDE, FAR)
    await puts_enemy(one, FAR, TOUCHING)
    await one.touches("Melee against Edda Linnet")
    await one.reads("split the dice between attack and defence")
    assert "not yet" not in texts_of(one), "it was laid against her, so nobody is asked whether they touch"


def test_the_sentences_are_plain():
    """Raw ids would be noticed."""
    for raw in ("Rule S-MELEE-01 forbids it.", "Too close to B:hero", "melee_in_contact", "{target} is far away."):
        assert RAW.search(raw), spaced(raw)
    assert not RAW.search("Too close to Edda Linnet: a summoned character must be at least S (80 mm) from every enemy.")
