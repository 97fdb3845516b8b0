"""What the game counts: turns, points, and how it ended."""

from typing import Any

from companion.games.brawl.model.setup import PROPOSED
from companion.games.brawl.model.state import State
from companion.games.brawl.own_texts import say
from companion.games.defaults.speech import PlainTally
from companion.games.display.sheets import OpenPointReading
from companion.games.display.tally import CONCEDED, Outcome, Score, StateSummary, Table
from companion.games.kit.readings import readings_in_words
from companion.texts import Language, translated


class BrawlTally(PlainTally):
    """Victory points by side, knock-outs, challenges."""

    def outcome(self, state: Any) -> Outcome | None:  # noqa: ANN401 (as the base has it)
        """All players of the side that won."""
        return None if state.outcome is None else outcome_of(state, state.outcome, state.ended)

    def under_way(self, state: Any) -> bool:  # noqa: ANN401 (as the base has it)
        """As long as something is resolved above the turn."""
        return len(state.steps) > 1 and state.round > 0

    def rules(self, state: Any, language: Language) -> tuple[str, ...]:  # noqa: ANN401 (as the base has it)
        """Who plays, how champions were chosen, and what wins."""
        variant = say(language, f"setup.variant.{'super_teams' if state.setup.of_four else 'duel'}")
        draft = say(language, f"setup.draft.{state.setup.drafted}")
        return (f"{variant}. {draft}.", say(language, "report.goal", points=state.setup.goal))

    def readings(self, state: Any, language: Language) -> tuple[OpenPointReading, ...]:  # noqa: ANN401 (as the base has it)
        """Every open point, also where it is read as proposed (B-OPEN)."""
        return readings_in_words(state.setup.readings, PROPOSED, say, language)

    def table(self, state: Any, language: Language) -> Table:  # noqa: ANN401 (as the base has it)
        """Points, champions at the gate, powered champions, cards in hand."""
        heads = tuple(say(language, f"report.{key}") for key in ("points", "at_gate", "powered", "hand"))
        return Table(
            heads,
            {
                player: (
                    state.points.get(state.side(player), 0),
                    sum(each.cell is None for each in state.mine(player)),
                    sum(each.powered for each in state.mine(player)),
                    len(state.hands.get(player, ())),
                )
                for player in state.order
            },
        )

    def curves(self, state: Any) -> tuple[str, ...]:  # noqa: ANN401 (as the base has it)
        """Victory points."""
        return ("points",)

    def height(self, state: Any, curve: str, player: str) -> int | None:  # noqa: ANN401 (as the base has it)
        """A player's side's points."""
        return int(state.points.get(state.side(player), 0))

    def goal(self, state: Any, curve: str) -> int:  # noqa: ANN401 (as the base has it)
        """What wins."""
        return int(state.setup.goal)

    def standing(self, state: Any, view: Any, language: Language) -> StateSummary:  # noqa: ANN401 (as the base has it)
        """Points, cores and champions, a line for each player."""
        return StateSummary(self.brief(state, language))

    def brief(self, state: Any, language: Language) -> tuple[str, ...]:  # noqa: ANN401 (as the base has it)
        """A line for each player."""
        names = {seat.id: seat.name for seat in state.setup.seats}
        return tuple(
            say(
                language,
                "report.brief",
                player=names[player],
                points=state.points.get(state.side(player), 0),
                goal=state.setup.goal,
                cores=len(state.cores.get(player, ())),
                champions=", ".join(_champion(state, each.id, language) for each in state.mine(player)),
            )
            for player in state.order
        )

    def score(self, state: Any) -> Score:  # noqa: ANN401 (as the base has it)
        """Points by player."""
        players = {player: {"points": state.points.get(state.side(player), 0)} for player in state.order}
        return Score({"draft": state.setup.drafted}, players)


def outcome_of(state: State, side: str, why: str) -> Outcome:
    """How the game ended; where a side gave up, with its players."""
    lost = state.players_of(state.other_side(side)) if why == CONCEDED else ()
    return Outcome(state.players_of(side), why, lost)


def _champion(state: State, piece: str, language: Language) -> str:
    champion = state.champions[piece]
    name = translated(state.setup.champion(champion.card).names, language)
    health = state.values(piece).health
    return f"{name} {health - champion.damage}/{health}"
