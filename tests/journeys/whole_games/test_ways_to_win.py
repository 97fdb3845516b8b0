"""Every way in which a game ends, played to by touches in the program's own window: the record is the expected one."""

import tomllib
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.registry import games
from companion.record.record import Record
from companion.referee.mat.models import Models
from companion.referee.mat.models_file import write_models
from companion.referee.match.settings import SettingsFile
from companion.session import beside
from tests.journeys.game_in_progress import BASES, sits_down
from tests.journeys.game_script import ANN, BEGINS, BOB, GUARD, captain, scripted
from tests.journeys.record_comparison import BEGAN, begun, compare, played_on, settled

pytestmark = pytest.mark.slow


TEXTS = ("companion/texts/en/log.toml", "companion/games/signum/texts/en/log.toml")
ROOT = Path(__file__).resolve().parents[3]
LIMIT_S = 45 * 60.0
FACE_TO_FACE = "B correct of=B:hero at=300,48"


def duel(
    *commands: str,
    rules: str = "",
    health: int = 1,
    ann: str = "guard = 20",
    bob: str = "guard = 20",
    buildings: str = "",
    more: str = "",
) -> str:
    """A duel of two captains that has begun, and some commands of it."""
    built = f"buildings = [{buildings}]"
    seats = replace(ANN, cards=ann, rest=built), replace(BOB, cards=bob, rest=built)
    return scripted(*BEGINS, *commands, seats=seats, cards=(captain(health), GUARD, more), rules=rules)


async def won(person) -> str:
    """What the tablet says of the end."""
    await person.opens("now")
    await person.until(lambda: person.cards("WonCard"), "told who has won")
    return person.cards("WonCard")[0].text


async def the_heros_fall(person):
    """A game is set up from the start screen and played; the heroes meet sooner than they would, and one falls."""
    await person.begins()
    await person.throws("A", 6)
    await person.types("B", 2)
    await person.does("A", "choosefirst", player="A")
    await person.places("A:hero", 300, 24)
    await person.places("B:hero", 300, 576)
    await person.does("A", "keep")
    await person.does("B", "keep")
    await person.does("A", "skip")
    await person.does("A", "setvalue", tab="hand", of="B:hero", what="health", value="1")
    await person.stands_there("B:hero", 300, 120)
    await person.does("A", "activate", creature="A:hero")
    await person.places("A:hero", 300, 71.8)
    await person.does("A", "fight", target="B:hero")
    await person.does("B", "assign", attack="0")
    await person.does("A", "assign", defence="0")
    await person.throws("A", 6, 4, 2)
    await person.throws("B", 1, 1, 1)
    return await won(person)


THE_HEROS_FALL = """
table priority rolled=A:6,B:2
A choosefirst player=A
A placehero at=300,24
B placehero at=300,576
table shuffled player=A order=*
table shuffled player=B order=*
A keep
B keep
A skip
= phase activation
= active A
A setvalue what=health of=B:hero value=1
table correct of=B:hero at=300,120
A activate creature=A:hero
A move creature=A:hero to=300,71.8
A fight creature=A:hero target=B:hero
B assign attack=0 defence=3
A assign attack=3 defence=0
A rolled faces=shield,axe,bullseye by=own-serial
B rolled faces=bullseye,bullseye,bullseye by=own-serial
= outcome.winners A
= outcome.rule_id S-END-01
= outcome.reason last_hero
"""


def test_a_game_set_up_on_the_screen_is_won_by_the_heros_fall(stage, tmp_path):
    settled(tmp_path, players=("Ann", "Bob"))
    said = stage.play(the_heros_fall, tmp_path)
    (game,) = (tmp_path / "games").glob("*.signum")
    assert said == "The game is over, won by Ann: the other hero has fallen."
    compare(game, THE_HEROS_FALL)


async def enough_prosperity(person):
    """A number is set by hand, and what the rules add to it is enough."""
    await person.continues()
    await person.does("A", "setvalue", tab="hand", of="A", what="prosperity", value="50")
    await person.does("A", "skip")
    return await won(person)


ENOUGH_PROSPERITY = """
A setvalue what=prosperity of=A value=50
A skip
= players.A.prosperity 52
= outcome.winners A
= outcome.rule_id S-END-02
= outcome.reason prosperity
"""


def test_enough_prosperity_wins_at_once(stage, tmp_path):
    assert ends(stage, tmp_path, enough_prosperity, duel(), ENOUGH_PROSPERITY) == (
        "The game is over, won by Ann: enough Prosperity."
    )


async def an_empty_deck(person):
    """What is paid for the sixth card that cannot be drawn is more than the goal."""
    await person.continues()
    for seat in ("A", "B"):
        await person.does(seat, "skip")
        await person.does(seat, "end")
    return await won(person)


AN_EMPTY_DECK = """
= players.A.missed_draws 5
= players.B.prosperity 34
A skip
A end
B skip
B end
= players.A.missed_draws 6
= players.B.prosperity 66
= outcome.winners B
= outcome.reason prosperity
"""


def test_an_empty_deck_pays_the_opponent_to_the_goal(stage, tmp_path):
    script = duel(
        *("A skip", "A end", "B skip", "B end") * 5,
        rules="numbers = { income = 0, skip_income = 0 }",
        ann="guard = 5",
        bob="guard = 40",
    )
    assert (
        ends(stage, tmp_path, an_empty_deck, script, AN_EMPTY_DECK)
        == "The game is over, won by Bob: enough Prosperity."
    )


async def giving_up(person):
    """A player has had enough."""
    await person.continues()
    await person.does("B", "concede", tab="hand")
    return await won(person)


GIVING_UP = """
B concede
= outcome.winners A
= outcome.reason last_hero
"""


def test_who_gives_up_has_lost(stage, tmp_path):
    said = ends(stage, tmp_path, giving_up, duel(), GIVING_UP)
    assert said == "Bob gave up. The game is over, won by Ann."


async def peace(person):
    """Both want to stop, each behind the own curtain."""
    await person.continues()
    await person.does("A", "offerdraw", tab="hand", agree="true")
    await person.does("B", "offerdraw", tab="hand", agree="true")
    return await won(person)


PEACE = """
A offerdraw
= outcome none
B offerdraw
= outcome.winners empty
= outcome.rule_id S-END-09
= outcome.reason draw_agreed
"""


def test_a_draw_on_which_all_agree_ends_the_game(stage, tmp_path):
    assert ends(stage, tmp_path, peace, duel(), PEACE) == "The game ends in a draw: all players agreed to a draw."


async def a_fight_to_the_end(person, reveals):
    """Both heroes stand face to face with all that they have, and whoever has a last word may say it."""
    await sits_down(person)
    await person.does("A", "activate", creature="A:hero")
    await person.does("A", "fight", target="B:hero")
    await person.does("B", "assign", attack="0" if reveals else "3")
    await person.does("A", "assign", attack="3")
    await person.throws("A", 6, 6, 6)
    await person.throws("B", *(1, 1, 1) if reveals else (6, 6, 6))
    if reveals:
        await person.does("B", "reveal", tactic="B:1", yes="true")
    return await won(person)


TOGETHER = """
A activate creature=A:hero
A fight creature=A:hero target=B:hero
B assign attack=3 defence=0
A assign attack=3 defence=0
A rolled faces=shield,shield,shield by=own-serial
B rolled faces=shield,shield,shield by=own-serial
= outcome.winners A
= outcome.rule_id S-END-12
= outcome.reason heroes_together
"""


def test_heroes_that_fall_together_leave_it_to_the_tie_breaks(stage, tmp_path):
    script = duel("A skip", "A end", "B skip", "B end", "A skip", FACE_TO_FACE)
    assert ends(stage, tmp_path, a_fight_to_the_end, script, TOGETHER, reveals=False) == (
        "The game is over, won by Ann: the heroes fell together, so the tie-breaks decide."
    )


LAST_WILL = """
[[card]]
key = "last_will"
names = { en = "Last Will" }
kind = "tactic"
[[card.riders]]
trigger = { on = "eliminated", whose = "any", condition = { creature = { what = "hero" } } }
effects = [{ type = "prosper", amount = 60 }]
"""
AT_ONCE = """
A activate creature=A:hero
A fight creature=A:hero target=B:hero
B assign attack=0 defence=3
A assign attack=3 defence=0
A rolled faces=shield,shield,shield by=own-serial
B rolled faces=bullseye,bullseye,bullseye by=own-serial
= outcome none
B reveal tactic=B:1
= outcome.winners B
= outcome.rule_id S-END-05
= outcome.reason tie_break
"""


def test_what_a_falling_hero_sets_off_may_win_by_the_tie_breaks(stage, tmp_path):
    script = duel(
        *("A skip", "A end", "B skip", "B play card=B:1", "B end", "A skip", FACE_TO_FACE),
        bob="last_will = 1, guard = 19",
        more=LAST_WILL,
    )
    assert ends(stage, tmp_path, a_fight_to_the_end, script, AT_ONCE, reveals=True, pause_s=0.0) == (
        "The game is over, won by Bob: several players have won at once, so the tie-breaks decide."
    )


LAST_LAUGH = (
    LAST_WILL.replace("last_will", "last_laugh")
    .replace("Last Will", "Last Laugh")
    .replace('{ type = "prosper", amount = 60 }', '{ type = "end" }')
)
A_CARD_SAYS_SO = AT_ONCE.replace("S-END-05", "S-DRAGON-01").replace("tie_break", "card_says")


def test_a_card_may_say_that_its_player_has_won(stage, tmp_path):
    script = duel(
        *("A skip", "A end", "B skip", "B play card=B:1", "B end", "A skip", FACE_TO_FACE),
        bob="last_laugh = 1, guard = 19",
        more=LAST_LAUGH,
    )
    assert ends(stage, tmp_path, a_fight_to_the_end, script, A_CARD_SAYS_SO, reveals=True, pause_s=0.0) == (
        "The game is over, won by Bob: a card says so."
    )


async def time_is_up(person):
    """A limit is set that has passed by now; the next deed wakes the clock, which then is the last one."""
    await person.continues()
    await person.opens("table")
    await person.press(await person.key("45 min", person.column.stack))
    await person.until(lambda: person.play.timing.limit_s == LIMIT_S, "set the limit")
    await person.does("A", "skip")
    return await won(person)


FEWER_WOUNDS = """
A skip
table overrule 'command={"kind":"timeup","by":"table"}' reason=agreed_limit
= outcome.winners B
= outcome.rule_id S-END-11
= outcome.reason time_fewer_wounds
"""


def test_when_time_is_up_the_hero_with_fewer_wounds_has_won(stage, tmp_path):
    script = duel("A setvalue what=wounds of=A:hero value=2", "A setvalue what=wounds of=B:hero value=1", health=6)
    assert ends(stage, tmp_path, time_is_up, script, FEWER_WOUNDS, used_s=LIMIT_S) == (
        "The game is over, won by Bob: time is up, and the hero has fewer wounds."
    )


EQUAL_WOUNDS = """
A skip
table timeup
= outcome.winners A
= outcome.rule_id S-END-12
= outcome.reason time_tie_break
"""


def test_when_time_is_up_equal_wounds_leave_it_to_the_tie_breaks(stage, tmp_path):
    script = duel(rules="time_limit = true")
    assert ends(stage, tmp_path, time_is_up, script, EQUAL_WOUNDS, used_s=LIMIT_S) == (
        "The game is over, won by Ann: time is up, wounds are equal, and the tie-breaks decide."
    )


ON_CARDBOARD = """
A skip
table timeup
= outcome.winners empty
= outcome.rule_id S-END-12
= outcome.reason cardboard_tie_break
"""


def test_a_tie_break_that_lies_on_cardboard_is_left_to_the_players(stage, tmp_path):
    script = duel("A keeping what=prosperity yes=false", rules="time_limit = true")
    said = ends(stage, tmp_path, time_is_up, script, ON_CARDBOARD, used_s=LIMIT_S)
    assert said == (
        "The game is over: wounds or victories are equal, and Prosperity is kept as real tokens: count it yourselves."
    )


def ends(stage, folder, journey, script, expected, *, used_s=0.0, limit_s=None, pause_s=0.3, **words) -> str:  # noqa: PLR0913 (a test's sides)
    """Plays a game that has begun to its end, and compares its record; answers what the tablet says."""
    path = begun(folder, script, pause_s=pause_s)
    write_models(beside(path, "models"), Models({of: BASES[of] for of in ("A:hero", "B:hero")}))
    if used_s:
        with closing(Record.open(path, games(), lambda: BEGAN)) as record:
            name = next(record.entries()).hash.hex()
        SettingsFile(beside(path, "table"), name).change(used_s=used_s, limit_s=limit_s)
    return played_on(stage, folder, path, journey, expected, **words)


def test_there_is_no_other_way_for_a_game_to_end():
    played = {
        line.split()[-1]
        for lines in (
            THE_HEROS_FALL, ENOUGH_PROSPERITY, PEACE, TOGETHER, AT_ONCE, A_CARD_SAYS_SO, FEWER_WOUNDS, EQUAL_WOUNDS,
            ON_CARDBOARD,
        )
        for line in lines.splitlines()
        if line.startswith("= outcome.reason")
    }  # fmt: skip
    told = (tomllib.loads((ROOT / file).read_text(encoding="utf-8")) for file in TEXTS)
    assert played == {reason for texts in told for reason in texts["ended"]}
