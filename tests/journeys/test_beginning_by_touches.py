"""From the start screen into the first turn, by touches alone: a table is simulated, everything else is the program."""

from tests.journeys.retold import compare, settled


async def to_the_first_turn(person):
    """Practises: who begins is thrown and typed, heroes are put down by hand, hands are kept behind the curtain."""
    start = await person.page("StartPage")
    players = await person.leads_to(start.keys["practise"], "PlayersStep")
    await person.leads_to(players.begin, "TablePage")
    await person.at_table()
    await person.throws("A", 6)
    await person.types("B", 2)
    await person.does("A", "choosefirst", player="A")
    await person.places("A:hero", 300, 24)
    await person.places("B:hero", 300, 576)
    await person.does("A", "keep")
    await person.does("B", "keep")
    await person.does("A", "skip")


EXPECTED = """
table priority rolled=A:6,B:2
A choosefirst player=A
A placehero at=300,24
B placehero at=300,576
table shuffled player=A order=*
table shuffled player=B order=*
A keep
B keep
A skip
= phase action
= active A
"""


def test_a_game_is_set_up_and_begun_by_touches(stage, tmp_path):
    settled(tmp_path, players=("Ann", "Bob"))
    stage.play(to_the_first_turn, tmp_path)
    (game,) = (tmp_path / "games").glob("*.signum")
    compare(game, EXPECTED)
