"""How a team wins, and what breaks a tie in each edition, played to by touches: the record is the expected one."""

import pytest

from companion.referee.mat.models import Models
from companion.referee.mat.models_file import write_models
from companion.session import beside
from tests.journeys.game_in_progress import sits_down
from tests.journeys.game_script import GUARD, ScriptSeat, captain, scripted
from tests.journeys.record_comparison import begun, played_on
from tests.journeys.whole_games.test_ways_to_win import LIMIT_S, duel, ends, won

ALLIES = scripted(
    "table priority rolled=A:6,B:2,C:1,D:3",
    "A claim side=player_one",
    "B claim side=player_one far=true",
    "C claim side=player_two",
    "D claim side=player_two far=true",
    "A placehero at=100,16",
    "B placehero at=500,16",
    "C placehero at=100,584",
    "D placehero at=500,584",
    "A keep",
    "B keep",
    "C keep",
    "D keep",
    "D concede",
    "A skip",
    "table correct of=C:hero at=300,300",
    "table correct of=A:hero at=300,268",
    "table correct of=B:hero at=300,332",
    seats=(
        ScriptSeat("A", "Ann", "player_one", rest='team = "X"'),
        ScriptSeat("B", "Bob", "player_one", rest='team = "X"'),
        ScriptSeat("C", "Cem", "player_two", rest='team = "Y"'),
        ScriptSeat("D", "Dan", "player_two", rest='team = "Y"'),
    ),
    cards=(captain(health=1), GUARD),
    rules='variant = "shoulder_to_shoulder"',
)


async def an_ally_goes_on(person):
    """Ann's hero falls in a fight of her own; her ally plays on, and the last enemy hero falls."""
    await sits_down(person)
    await person.does("A", "activate", creature="A:hero")
    await person.does("A", "fight", target="C:hero")
    await person.does("C", "assign", attack="3")
    await person.does("A", "assign", attack="0")
    await person.throws("C", 6, 6, 6)
    await person.throws("A", 1, 1, 1)
    await person.does("B", "skip")
    await person.does("B", "activate", creature="B:hero")
    await person.does("B", "fight", target="C:hero")
    await person.does("C", "assign", attack="0")
    await person.does("B", "assign", attack="3")
    await person.throws("B", 6, 6, 6)
    await person.throws("C", 1, 1, 1)
    return await won(person)


AN_ALLY_GOES_ON = """
= players.D.out yes
A activate creature=A:hero
A fight creature=A:hero target=C:hero
C assign attack=3 defence=0
A assign attack=0 defence=3
C rolled faces=shield,shield,shield by=own-serial
A rolled faces=bullseye,bullseye,bullseye by=own-serial
= players.A.out yes
= outcome none
= active B
B skip
B activate creature=B:hero
B fight creature=B:hero target=C:hero
C assign attack=0 defence=3
B assign attack=3 defence=0
B rolled faces=shield,shield,shield by=own-serial
C rolled faces=bullseye,bullseye,bullseye by=own-serial
= outcome.winners A,B
= outcome.rule_id S-END-01
= outcome.reason last_hero
"""


def test_whose_hero_has_fallen_wins_with_the_ally_who_plays_on(stage, tmp_path):
    path = begun(tmp_path, ALLIES)
    heroes = {f"{seat}:hero": f"{seat.lower()}1" for seat in "ABC"}
    write_models(beside(path, "models"), Models(heroes))
    said = played_on(stage, tmp_path, path, an_ally_goes_on, AN_ALLY_GOES_ON)
    assert said == "The game is over, won by Ann, Bob: the other hero has fallen."


HALL = """
[[card]]
key = "hall"
names = { en = "Hall" }
kind = "building"
building_type = "city_hall"
cost = { prosperity = 2 }
"""
RULES = """edition = "{}"
time_limit = true
numbers = {{ skip_income = 0 }}
"""


async def the_last_deed(person):
    """The time was up before it; it wakes the clock."""
    await person.continues()
    await person.does("A", "skip")
    return await won(person)


LAST_DEED = """
A skip
table timeup
= outcome.winners {}
= outcome.rule_id S-END-12
= outcome.reason time_tie_break
"""
TIED = "time is up, wounds are equal, and the tie-breaks decide"


@pytest.mark.parametrize(
    ("edition", "stocks", "kills", "winners"),
    [
        pytest.param("en", (9, 10), (0, 0), ("A", "is over, won by Ann"), id="en: the stock with the City"),
        pytest.param("ru-web", (9, 10), (0, 0), ("B", "is over, won by Bob"), id="ru-web: the stock alone"),
        pytest.param("ru-web", (9, 9), (0, 2), ("A", "is over, won by Ann"), id="ru-web: then the City"),
        pytest.param("en", (8, 10), (0, 2), ("B", "is over, won by Bob"), id="en: then who felled more"),
        pytest.param("en", (8, 10), (2, 2), ("empty", "ends in a draw"), id="en: all is equal"),
    ],
)
def test_what_breaks_a_tie_is_what_the_edition_says(stage, tmp_path, edition, stocks, kills, winners):
    values = [
        f"A setvalue what={what} of={player} value={value}"
        for what, each in (("prosperity", stocks), ("kills", kills))
        for player, value in zip("AB", each, strict=True)
    ]
    begins = ("A construct card=A:b1", "A end", "B skip", "B end", *values)
    script = duel(*begins, rules=RULES.format(edition), buildings='"hall"', more=HALL)
    won_by, words = winners
    expected = LAST_DEED.format(won_by)
    said = ends(stage, tmp_path, the_last_deed, script, expected, limit_s=LIMIT_S, used_s=LIMIT_S)
    assert said == f"The game {words}: {TIED}."
