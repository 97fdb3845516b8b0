"""Everything that the table can ask of players is answered by touches, at the tablet and on phones."""

import re
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from companion.games.signum.game import Signum
from companion.record.script import PlayedGame, parse
from companion.referee.history.scripts import in_order, setup_of
from companion.referee.mat.models import Models
from companion.referee.mat.models_file import write_models
from companion.session import beside
from tests.chromium import ARGUMENTS, INSTALLED, on_phones
from tests.journeys.game_in_progress import BASES, FOE, HERO, reading, sits_down
from tests.journeys.game_script import ANN, BEGINS, BOB, GUARD, captain, creature, scripted
from tests.journeys.phone import Phone
from tests.journeys.record_comparison import begun, compare, played_on
from tests.journeys.whole_games.test_battle_of_three import EXPECTED as BATTLE_OF_THREE

pytestmark = pytest.mark.slow


RULES = Path(__file__).resolve().parents[3] / "companion" / "games" / "signum"
SHADE = "B:1"

CARDS = (
    creature(
        "hunter",
        6,
        3,
        "hero",
        'abilities = [{ name = "persecution", x = 1 }, { name = "master_of_attack", x = 1 }]',
    ),
    captain(),
    GUARD,
    creature("squire", 3, 2),
    creature("shade", 1),
    """
[[card]]
key = "gust"
names = { en = "Gust" }
kind = "spell"
effects = [{ type = "place", within = "M", to = { who = "own" } }]
[[card]]
key = "ambush"
names = { en = "Ambush" }
kind = "tactic"
[[card.riders]]
trigger = { on = "melee.declare", whose = "enemy" }
effects = [{ type = "prosper", amount = 3 }]""",
)
SEATS = (
    replace(ANN, hero="hunter", cards="squire = 1, gust = 1, guard = 18"),
    replace(BOB, cards="shade = 1, ambush = 1, guard = 18"),
)


def game(*lines: str) -> str:
    """The game that all is asked in, and lines of it."""
    return scripted(*lines, seats=SEATS, cards=CARDS)


async def sets_up(person):
    """From the first roll to the first turn, at one tablet, with a hand exchanged."""
    await person.continues()
    await person.throws("A", 6)
    await person.throws("B", 2)
    await person.does("A", "choosefirst", player="B")
    await person.places(FOE, 300, 584)
    await person.places(HERO, 300, 16)
    await person.does("B", "keep")
    await person.does("A", "mulligan", cards="A:3")


SET_UP = """
table priority rolled=A:6,B:2
A choosefirst player=B
B placehero at=300,584
A placehero at=300,16
table shuffled player=B order=*
table shuffled player=A order=*
B keep
A mulligan cards=A:3
table shuffled player=A order=*
= active B
= phase construction
"""

BEFORE = (
    *BEGINS,
    "A skip",
    "A end",
    "B skip",
    "B play card=B:1",
    "B place creature=B:1 at=100,584",
    "B play card=B:2",
    "B end",
    "A skip",
    "B correct of=B:1 at=300,50,0.5",
)


async def takes_a_turn(person):
    """A creature is summoned, another is put elsewhere, and a fight goes through all that can come before and after."""
    await sits_down(person)
    await person.does("A", "play", tab="hand", card="A:1")
    await person.places("A:1", 100, 16)
    await person.does("A", "play", tab="hand", card="A:2")
    await person.does("A", "choose", chosen="A:1")
    await person.places("A:1", 100, 80)
    await person.does("A", "activate", creature=HERO)
    await person.does("A", "fight", target=SHADE)
    await person.does("A", "ruling", yes="true")
    await person.does("B", "ruling", yes="true")
    await person.does("B", "reveal", tactic="B:2", yes="true")
    await person.does("B", "setvalue", what="strength", value="1")
    await person.does("B", "assign", attack="0")
    await person.does("A", "assign", attack="3")
    await person.throws("A", 1, 5, 6)
    await person.does("A", "reroll", dice="0")
    await person.throws("A", 3)
    await person.throws("B", 1)
    await person.does("A", "finish")


TURN = """
A play card=A:1
A place creature=A:1 at=100,16
A play card=A:2
A choose chosen=A:1
A place creature=A:1 at=100,80
A activate creature=A:hero
A fight creature=A:hero target=B:1
A ruling yes=true
B ruling yes=true
B reveal tactic=B:2
B setvalue what=strength of=B:1 value=1
B assign attack=0 defence=1
A assign attack=3 defence=0
A rolled faces=bullseye,shield,shield by=own-serial
A reroll dice=0
A rolled faces=axe by=own-serial
B rolled faces=bullseye by=own-serial
= players.A.kills 1
A finish
= acting ""
"""


@asynccontextmanager
async def with_phones(person):
    """A phone for each player."""
    await person.until(lambda: person.view.guests is not None and person.view.guests.address, "phones can come")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=INSTALLED, args=ARGUMENTS)
        links = {each.seat: each.link for each in person.view.guests.seats}
        yield [await Phone.joins(browser, seat, links[seat]) for seat in person.state.players]
        await browser.close()


async def puts(person, phone, of, x_mm, y_mm, kind):
    """A model is put down, and the phone says that it stands there."""
    await person.carries(of, x_mm, y_mm)
    await person.until(lambda: reading(person, of) is not None, f"{of} seen at rest")
    await phone.does(kind)
    await person.until(lambda: of in person.state.creatures and reading(person, of) is None, f"{of} taken over")


async def sets_up_on_phones(person):
    """The same, each on the own phone; the models are known already."""
    await person.continues()
    async with with_phones(person) as (ann, bob):
        await ann.does("priority", rolled="6")
        await bob.does("priority", rolled="2")
        await ann.does("choosefirst", player="B")
        await puts(person, bob, FOE, 300, 584, "placehero")
        await puts(person, ann, HERO, 300, 16, "placehero")
        await bob.does("keep")
        await ann.does("mulligan", cards="A:3")
        await person.until(lambda: person.state.phase == "construction", "begun")


async def takes_a_turn_on_phones(person):
    """The same, each on the own phone."""
    await sits_down(person)
    async with with_phones(person) as (ann, bob):
        await ann.does("play", card="A:1")
        await puts(person, ann, "A:1", 100, 16, "place")
        await ann.does("play", card="A:2")
        await ann.does("choose", chosen="A:1")
        await puts(person, ann, "A:1", 100, 80, "place")
        await ann.does("activate", creature=HERO)
        await ann.does("fight", target=SHADE)
        await ann.does("ruling", yes="true")
        await bob.does("ruling", yes="true")
        await bob.does("reveal", tactic="B:2", yes="true")
        await bob.does("setvalue", what="strength", value="1")
        await bob.does("assign", attack="0")
        await ann.does("assign", attack="3")
        await ann.does("rolled", faces="bullseye,shield,shield")
        await ann.does("reroll", dice="0")
        await ann.does("rolled", faces="axe")
        await bob.does("rolled", faces="bullseye")
        await ann.does("finish")
        await person.until(lambda: not person.state.acting, "finished")


WIDE_CARDS = (
    creature("captain", 6, 3, "hero", 'base = "large"'),
    creature("guard", 3, 2, rest='base = "medium"'),
    creature("giant", 3, 2, rest='base = "large"'),
)
FULL_SIDE = scripted(
    *BEGINS[:2],
    "A placehero at=300,30",
    "B placehero at=300,570",
    "A keep",
    "B keep",
    "A skip",
    "A play card=A:1",
    "A place creature=A:1 at=100,24",
    "A end",
    "B skip",
    "B play card=B:1",
    "B place creature=B:1 at=100,576",
    "B play card=B:2",
    "B place creature=B:2 at=500,576",
    "B end",
    "A skip",
    "table correct of=B:hero at=88,30,0.1",
    "table correct of=A:hero at=205,30,0.1",
    "table correct of=A:1 at=316,24,0.1",
    "table correct of=B:1 at=421,24,0.1",
    "A play card=A:2",
    "B correct of=B:2 at=525,24,0.1",
    seats=(replace(ANN, cards="guard = 1, giant = 19"), BOB),
    cards=WIDE_CARDS,
)
"""A hand fills the last gap at A's side while a giant is on its way (S-SUMMON-04)."""

WITH_RUINS = 'terrain = ["ruins"]'
SHUT_RUINS = scripted(
    *BEGINS,
    "A skip",
    "A play card=A:1",
    "A place creature=A:1 at=100,30",
    "A layterrain card=A:b1 outline=90/100,110/100,110/120,90/120",
    "A end",
    "B skip",
    "B play card=B:1",
    "B place creature=B:1 at=525,570",
    "B layterrain card=B:b1 outline=575/290,595/290,595/310,575/310",
    "B end",
    "table correct of=A:1 at=100,70,0.1",
    "table correct of=B:1 at=545,300,0.1",
    "A skip",
    "A activate creature=A:1",
    "A use creature=A:1 ability=search_ruins card=A:b1",
    "A rolled faces=axe",
    "A end",
    "B skip",
    "B activate creature=B:1",
    "B use creature=B:1 ability=search_ruins card=B:b1",
    "B rolled faces=axe",
    "B end",
    "table correct of=B:1 at=300,300,0.1",
    "A skip",
    "A activate creature=A:1",
    "A use creature=A:1 ability=secret_entrance card=A:b1",
    "A rolled faces=axe",
    "B correct of=B:1 at=545,300,0.1",
    seats=tuple(replace(each, cards="giant = 20", rest=WITH_RUINS) for each in (ANN, BOB)),
    cards=(
        captain(),
        creature("giant", 3, 2, rest='base = "large"'),
        """
[[card]]
key = "ruins"
kind = "terrain"
terrain = ["ruins"]
template = [[0, 0], [20, 0], [20, 20], [0, 20]]""",
    ),
)
"""A hand stands a giant before the other Ruins while A's comes through the secret entrance (S-TERRAIN-41)."""

NOWHERE = "A choose chosen=nowhere"
SHUT = {
    "full side": (FULL_SIDE, {HERO: "a6", FOE: "b6", "A:1": "a4", "B:1": "b4", "B:2": "b5"}),
    "shut ruins": (SHUT_RUINS, {HERO: "a1", FOE: "b1", "A:1": "a6", "B:1": "b6"}),
}


async def goes_nowhere(person):
    """Whoever finds no place any more says so."""
    await sits_down(person)
    await person.does("A", "choose", chosen="nowhere")


async def goes_nowhere_on_phones(person):
    """The same, on the own phone."""
    await sits_down(person)
    async with with_phones(person) as (ann, _):
        await ann.does("choose", chosen="nowhere")


def asked(script: str) -> set[str]:
    """What is asked of players, and answered, in a game that goes on to the end of a script."""
    setup, _, lines = script.strip("-\n").partition("\n---\n")
    counted = [re.sub(r" by=[\w-]+$", "", line) for line in lines.splitlines() if "shuffled" not in line]
    parsed = parse("\n".join(("---", setup, "---", *counted)))
    game = PlayedGame(Signum(), setup_of(parsed.setup, Path())[1].setup, in_order)
    found = set[str]()
    for line in parsed.lines:
        if line.words[0] != "=":
            found |= {prompt.key for prompt in game.game.prompts(game.state)}
            game.take(line)
    return found


WHERE = pytest.mark.parametrize("phones", [False, pytest.param(True, marks=on_phones)], ids=["tablet", "phones"])


@WHERE
def test_a_game_is_set_up(stage, tmp_path, phones):
    path = begun(tmp_path, game(), pause_s=0.0)
    if phones:
        write_models(beside(path, "models"), Models({of: BASES[of] for of in (HERO, FOE)}))
    stage.play(sets_up_on_phones if phones else sets_up, tmp_path)
    compare(path, SET_UP)


@WHERE
def test_a_turn_is_taken_with_all_that_is_asked_in_it(stage, tmp_path, phones):
    path = begun(tmp_path, game(*BEFORE), pause_s=0.0)
    models = {HERO: "a1", FOE: "b1", SHADE: "b2"} | ({"A:1": "a2"} if phones else {})
    write_models(beside(path, "models"), Models(models))
    journey, expected = (takes_a_turn_on_phones, told_by_fingers(TURN)) if phones else (takes_a_turn, TURN)
    played_on(stage, tmp_path, path, journey, expected)


@WHERE
@pytest.mark.parametrize(("script", "models"), SHUT.values(), ids=SHUT)
def test_a_place_that_was_filled_meanwhile_is_given_up(stage, tmp_path, phones, script, models):
    path = begun(tmp_path, script, pause_s=0.0)
    write_models(beside(path, "models"), Models(models))
    played_on(stage, tmp_path, path, goes_nowhere_on_phones if phones else goes_nowhere, NOWHERE)


def told_by_fingers(lines: str) -> str:
    """The same with faces that players have touched on their phones."""
    return lines.replace(" by=own-serial", "")


def test_nothing_else_is_ever_asked():
    """Sides are claimed where more than two play; a deck is shuffled by the table itself."""
    sources = (file.read_text(encoding="utf-8") for file in RULES.rglob("*.py"))
    kinds = {key for source in sources for key in re.findall(r"Prompt\(\s*key=\"(\w+)\"", source)}
    claimed = {"claim_side"} if "claim side=" in BATTLE_OF_THREE else set()
    shut = [asked("\n".join((script, NOWHERE))) for script, _ in SHUT.values()]
    assert asked(game(SET_UP)) | asked(game(*BEFORE, TURN)).union(*shut) | claimed == kinds - {"shuffle"}
