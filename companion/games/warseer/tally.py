"""What the game counts: turns, victory points, and how it ended."""

from typing import Any

from companion.games.defaults.speech import PlainTally
from companion.games.display.sheets import OpenPointReading
from companion.games.display.tally import CONCEDED, Outcome, Score, StateSummary, Table
from companion.games.kit.readings import readings_in_words
from companion.games.kit.seats import players_of
from companion.games.warseer.model.setup import PROPOSED
from companion.games.warseer.model.state import State
from companion.games.warseer.own_texts import say
from companion.games.warseer.rules.creature.values import health
from companion.games.warseer.rules.victory import standing_of
from companion.texts import Language, translated


class WarseerTally(PlainTally):
    """Victory points, Feats, kills and Income."""

    def outcome(self, state: Any) -> Outcome | None:  # noqa: ANN401 (as the base has it)
        """All players of the side that won; nobody in a draw."""
        if state.outcome is None:
            return None
        return outcome_of(state, state.outcome, state.ended)

    def under_way(self, state: Any) -> bool:  # noqa: ANN401 (as the base has it)
        """As long as something is resolved above the turn."""
        return len(state.steps) > 1 and state.round > 0

    def rules(self, state: Any, language: Language) -> tuple[str, ...]:  # noqa: ANN401 (as the base has it)
        """The mode and the map, the Scenario, and what ends the game."""
        setup = state.setup
        mode, where = say(language, f"report.mode.{setup.mode.value}"), translated(setup.field.names, language)
        told = [say(language, "report.mode_and_map", mode=mode, count=len(setup.seats), map=where)]
        if setup.scenario is not None:
            told.append(say(language, "report.scenario", scenario=translated(setup.scenario.names, language)))
        if setup.is_skirmish:
            told.append(say(language, "report.rounds", count=setup.rounds))
        elif setup.goal:
            told.append(say(language, "report.goal_feats" if setup.feats_only else "report.goal", points=setup.goal))
        return tuple(told)

    def readings(self, state: Any, language: Language) -> tuple[OpenPointReading, ...]:  # noqa: ANN401 (as the base has it)
        """Every open point, also where it is read as proposed (W-OPEN)."""
        return readings_in_words(state.setup.readings, PROPOSED, say, language)

    def table(self, state: Any, language: Language) -> Table:  # noqa: ANN401 (as the base has it)
        """VP, Feats played, kills, Income, creatures."""
        heads = tuple(say(language, f"report.{key}") for key in ("points", "feats", "kills", "income", "creatures"))
        return Table(
            heads,
            {
                player: (
                    state.points[player],
                    len(state.fame[player]),
                    standing_of(state, state.side(player))[0] if state.setup.is_skirmish else len(state.kills[player]),
                    state.income(player),
                    len(state.mine(player)),
                )
                for player in state.order
            },
        )

    def curves(self, state: Any) -> tuple[str, ...]:  # noqa: ANN401 (as the base has it)
        """Victory points and Income."""
        return ("points", "income")

    def height(self, state: Any, curve: str, player: str) -> int | None:  # noqa: ANN401 (as the base has it)
        """A player's VP or Income."""
        if player not in state.order:
            return 0
        return int(state.points[player] if curve == "points" else state.income(player))

    def goal(self, state: Any, curve: str) -> int:  # noqa: ANN401 (as the base has it)
        """What ends the game."""
        return int(state.setup.goal) if curve == "points" else 0

    def standing(self, state: Any, view: Any, language: Language) -> StateSummary:  # noqa: ANN401 (as the base has it)
        """A line for each player."""
        return StateSummary(self.brief(state, language))

    def brief(self, state: Any, language: Language) -> tuple[str, ...]:  # noqa: ANN401 (as the base has it)
        """A line for each player."""
        names = {seat.id: seat.name for seat in state.setup.seats}
        return tuple(
            say(
                language,
                "report.brief",
                player=names[player],
                points=state.points[player],
                income=state.income(player),
                creatures=", ".join(_creature(state, each.id, language) for each in state.mine(player)) or "–",
            )
            for player in state.order
        )

    def score(self, state: Any) -> Score:  # noqa: ANN401 (as the base has it)
        """VP by player."""
        return Score({"mode": state.setup.mode.value}, {p: {"points": state.points[p]} for p in state.order})


def outcome_of(state: State, side: str, why: str) -> Outcome:
    """How the game ended; where a side gave up, with all players of the others."""
    winners = players_of(state.setup.seats, side)
    lost = tuple(seat.id for seat in state.setup.seats if seat.id not in winners) if winners else ()
    return Outcome(winners, why, lost if why == CONCEDED else ())


def _creature(state: State, piece: str, language: Language) -> str:
    most = health(state, piece)
    return f"{translated(state.printed(piece).names, language)} {most - state.creatures[piece].wounds}/{most}"
