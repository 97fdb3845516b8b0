"""What Signum counts: turns, Prosperity, wounds, what the tie-breaks compare."""

from collections.abc import Callable, Iterator, Mapping

from companion.games.display.sheets import OpenPointReading
from companion.games.display.tally import CONCEDED, Outcome, Score, StateSummary, Table, Turn
from companion.games.signum.creature.stats import health
from companion.games.signum.model.open_points import readings
from companion.games.signum.model.state import State
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.readings import reading_in_words
from companion.games.signum.turn.game_end import city_costs
from companion.games.signum.views import PlayerView, SignumView
from companion.games.signum.words.names import name_of
from companion.texts import Language, listed

FIGURES = ("log.value.prosperity", "report.city_cost", "report.hero_wounds", "log.value.kills", "report.creatures")
"""What is told of each player at the end: what the tie-breaks compare (S-END-13, S-END-15), won by them or not."""


class SignumTally:
    """What Legends of Signum counts."""

    def turn(self, state: State) -> Turn:
        """Which turn it is."""
        return Turn(state.turn, state.active)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if state.outcome is None:
            return None
        if loser := state.gave_up:
            return Outcome(state.outcome.winners, CONCEDED, (loser,))
        return Outcome(state.outcome.winners, state.outcome.reason)

    def asks_all(self, state: State) -> bool:
        """Whether something that is too close to call is open to the table."""
        return state.question is not None

    def under_way(self, state: State) -> bool:
        """Whether a step is on the stack."""
        return bool(state.steps)

    def waiting_for(self, state: State, view: SignumView) -> tuple[str, ...]:
        """Players who owe something, as far as the viewer may know."""
        return view.waiting_for

    def rules(self, state: State, language: Language) -> tuple[str, ...]:
        """The edition and the variant."""
        variant = say(language, f"report.variant.{state.rules.variant.value}")
        edition = say(language, f"setup.rules.edition_{state.rules.edition.value}")
        return (say(language, "report.edition", edition=edition, variant=variant),)

    def readings(self, state: State, language: Language) -> tuple[OpenPointReading, ...]:
        """Every open point, also where it is read as the edition does (S-OPEN)."""
        return tuple(reading_in_words(each, language) for each in readings(state.rules))

    def table(self, state: State, language: Language) -> Table:
        """Where everybody stands."""
        heads = tuple(say(language, key) for key in ("report.hero", *FIGURES))
        rows = {seat.id: tuple(_figures(state, seat.id, language)) for seat in state.setup.seats}
        return Table(heads, rows, frozenset({0}))

    def curves(self, state: State) -> tuple[str, ...]:
        """Prosperity, where the program keeps it, and the heroes' wounds."""
        return ("prosperity", "wounds") if state.rules.keeps("prosperity") else ("wounds",)

    def height(self, state: State, curve: str, player: str) -> int | None:
        """A player's figure; None where there is none any more."""
        return HEIGHTS[curve](state, player)

    def goal(self, state: State, curve: str) -> int:
        """The Prosperity that wins; nobody is after wounds."""
        return state.rules.numbers.prosperity_to_win if curve == "prosperity" else 0

    def standing(self, state: State, view: SignumView, language: Language) -> StateSummary:
        """How the game stands, as a viewer may know it."""
        hand = tuple(card.key for player in view.players for card in player.hand)
        return StateSummary(tuple(_lines(state, view, language)), hand)

    def brief(self, state: State, language: Language) -> tuple[str, ...]:
        """Prosperity and the hero's wounds of each player."""
        words = say(language, "report.prosperity"), say(language, "report.hero_wounds")
        return tuple(
            f"{seat.name}: {words[0]} {_stock(state, seat.id, language)}, {words[1]} {_figure(wounds(state, seat.id))}"
            for seat in state.setup.seats
        )

    def score(self, state: State) -> Score:
        """How the game went, for a tournament."""
        rules = {"edition": state.rules.edition.value, "variant": state.rules.variant.value}
        return Score(rules, {seat.id: _in_the_end(state, seat.id) for seat in state.setup.seats})


def prosperity(state: State, player: str) -> int | None:
    """A player's Prosperity; None once they are out."""
    mine = state.players[player]
    return None if mine.out else mine.prosperity


def wounds(state: State, player: str) -> int | None:
    """Wounds on a player's hero, also on one that has left the game; 0 while it waits to be placed."""
    hero = state.hero(player) or state.lost_heroes.get(player)
    if hero is not None:
        return hero.wounds
    return None if state.turn else 0


HEIGHTS: Mapping[str, Callable[[State, str], int | None]] = {"prosperity": prosperity, "wounds": wounds}


def _stock(state: State, player: str, language: Language) -> str:
    if state.rules.keeps("prosperity"):
        return _figure(prosperity(state, player))
    return say(language, "phones.on_cardboard")


def _figure(value: int | None) -> str:
    return "–" if value is None else str(value)


def _figures(state: State, player: str, language: Language) -> Iterator[str | int]:
    mine = state.players[player]
    yield name_of(state.seat(player).hero, state, language)
    yield mine.prosperity if state.rules.keeps("prosperity") else say(language, "phones.on_cardboard")
    yield city_costs(state)[player]
    yield _hero(state, player, language)
    yield mine.kills
    yield sum(each.controller == player and bool(each.stand) for each in state.creatures.values())


def _hero(state: State, player: str, language: Language) -> str:
    """The hero's wounds of its health; once it has left the game its last wounds, and why it left."""
    hero = state.hero(player)
    if (lost := state.lost_heroes.get(player)) is not None:
        return f"{lost.wounds} ({say(language, 'report.gave_up' if lost.gave_up else 'report.fallen')})"
    if hero is None:
        return say(language, "report.fallen") if state.turn else "–"
    return f"{hero.wounds}/{health(state, hero)}"


def _in_the_end(state: State, player: str) -> dict[str, str | int | float | None]:
    mine = state.players[player]
    return {
        "hero": state.seat(player).hero,
        "prosperity": mine.prosperity if state.rules.keeps("prosperity") else None,
        "kills": mine.kills,
        "clock_s": mine.clock_s,
    }


def _lines(state: State, view: SignumView, language: Language) -> Iterator[str]:
    if view.turn:
        yield say(language, "report.turn", turn=view.turn, player=name_of(view.active, state, language))
    for player in view.players:
        yield _player_line(state, player, language)
    for creature in view.creatures:
        name = name_of(creature.id, state, language)
        if creature.x_mm is None or creature.y_mm is None:
            yield f"  {name}"
            continue
        most = "?" if creature.health is None else creature.health
        place = f"({creature.x_mm:.0f}, {creature.y_mm:.0f})"
        yield f"  {name} {place}: {say(language, 'log.value.wounds')} {creature.wounds}/{most}"


def _player_line(state: State, player: PlayerView, language: Language) -> str:
    """A player's figures, and the hand where it may be seen."""
    hand = listed(name_of(card.id, state, language) for card in player.hand)
    keeps, apart = state.rules.keeps, say(language, "phones.on_cardboard")
    graveyard = say(language, "report.graveyard", count=player.graveyard_count)
    figures = (
        f"{say(language, 'log.value.prosperity')} {player.prosperity if keeps('prosperity') else apart}",
        say(language, "report.hand", count=player.hand_count) + (f" ({hand})" if hand else ""),
        say(language, "report.deck", count=player.deck_count),
        graveyard if keeps("graveyards") else say(language, "phones.graveyard_on_cardboard"),
    )
    return f"{player.name}: {', '.join(figures)}"
