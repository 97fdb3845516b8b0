"""What a Tournament says, and what it counts."""

from typing import Any

from companion.games.command import Event
from companion.games.common import PileShuffled
from companion.games.defaults.speech import PlainSpeech, PlainTally, ending_of
from companion.games.display.speech import Phrase, Reference
from companion.games.display.tally import Outcome, StateSummary, Table
from companion.games.warseer.shelf.maps import maps, scenarios
from companion.games.warseer.tournament import events as e
from companion.games.warseer.tournament.model import TournamentState
from companion.games.warseer.tournament.own_texts import say
from companion.texts import Language, translated


def name_of(state: TournamentState, thing: str, language: Language) -> str:
    """What a player, card, map or achievement is called; what is none of these stays as it is."""
    for seat in state.setup.seats:
        if seat.id == thing:
            return seat.name
    if thing in state.setup.cards:
        return translated(state.setup.cards[thing].names, language)
    drawn = maps().get(thing) or scenarios().get(thing)
    return thing if drawn is None else translated(drawn.names, language)


class TournamentSpeech(PlainSpeech):
    """Names cards, maps and achievements, and tells what happened."""

    def said(self, state: Any, event: Event) -> tuple[Phrase, ...]:  # noqa: ANN401 (as the base has it)
        """One sentence an event; of what its own events tell more of, those."""
        found: tuple[Phrase, ...]
        match event:
            case PileShuffled() | e.TournamentEnded():
                found = ()  # what chance decided follows, and the ending speaks for itself
            case e.MatchBegan():
                found = (Phrase("matchbegan", {"row": event.row, "coins": event.coins}), *_behind(event))
            case e.Settled(what=what, value=value):
                found = (Phrase(f"settled_{what}", {"value": Reference(value)}),)
            case e.MatchPlayed(players=players):
                found = tuple(_played(player, each.points) for player, each in players.items())
            case e.Taken(player=player, card=card):
                found = _taken(player, card)
            case _:
                found = super().said(state, event)
        return found

    def ending(self, state: object) -> Phrase | None:
        """Who has won, and by what."""
        outcome = TournamentTally().outcome(state)
        return None if outcome is None else ending_of(outcome)

    def name(self, state: Any, thing: str, language: Language) -> str:  # noqa: ANN401 (as the base has it)
        """A player, card or map."""
        found = name_of(state, thing, language)
        return found if found != thing else super().name(state, thing, language)


def _behind(event: e.MatchBegan) -> tuple[Phrase, ...]:
    more = event.difference.items()
    return tuple(Phrase("behind", {"player": Reference(player), "coins": count}) for player, count in more)


def _played(player: str, points: int) -> Phrase:
    return Phrase("matchplayed", {"player": Reference(player), "points": points})


def _taken(player: str, card: str) -> tuple[Phrase, ...]:
    if not card:
        return (Phrase("not_received", {"player": Reference(player)}),)
    if "/" not in card:
        return ()  # the box that is ticked is told by an event of its own
    return (Phrase("taken", {"player": Reference(player), "card": Reference(card)}),)


class TournamentTally(PlainTally):
    """VP, matches won, coins."""

    def outcome(self, state: Any) -> Outcome | None:  # noqa: ANN401 (as the base has it)
        """Who has won, and whether by VP or by matches."""
        if state.outcome is None:
            return None
        return Outcome((state.outcome,) if state.outcome else (), state.ended)

    def under_way(self, state: object) -> bool:
        """Nothing is resolved over several commands."""
        return False

    def table(self, state: Any, language: Language) -> Table:  # noqa: ANN401 (as the base has it)
        """VP, matches won, coins, Characters."""
        heads = tuple(say(language, f"sheet.{each}") for each in ("total", "matches_won", "purse", "characters"))
        rows = {
            player: (each.points, each.won, each.coins, len(each.characters)) for player, each in state.players.items()
        }
        return Table(heads, rows)

    def standing(self, state: Any, view: Any, language: Language) -> StateSummary:  # noqa: ANN401 (as the base has it)
        """A line for each player."""
        return StateSummary(self.brief(state, language))

    def brief(self, state: Any, language: Language) -> tuple[str, ...]:  # noqa: ANN401 (as the base has it)
        """A line for each player."""
        return tuple(
            say(
                language,
                "sheet.standing",
                player=name_of(state, player, language),
                points=each.points,
                coins=each.coins,
                won=each.won,
            )
            for player, each in state.players.items()
        )
