"""What the game counts: turns, points, and how it ended."""

from typing import Any

from companion.games.brawl.model.state import State
from companion.games.brawl.own_texts import say
from companion.games.defaults.speech import PlainTally
from companion.games.display.tally import Outcome, Score, StateSummary, Table
from companion.texts import Language, translated


class BrawlTally(PlainTally):
    """Victory points by side, knock-outs, challenges."""

    def outcome(self, state: Any) -> Outcome | None:  # noqa: ANN401 (as the base has it)
        """All players of the side that won."""
        return None if state.outcome is None else Outcome(state.players_of(state.outcome), state.ended)

    def under_way(self, state: Any) -> bool:  # noqa: ANN401 (as the base has it)
        """As long as something is resolved above the turn."""
        return len(state.steps) > 1 and state.round > 0

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


def _champion(state: State, piece: str, language: Language) -> str:
    champion = state.champions[piece]
    name = translated(state.setup.champion(champion.card).names, language)
    health = state.values(piece).health
    return f"{name} {health - champion.damage}/{health}"
