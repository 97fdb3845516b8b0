"""The Tournament of Warseer, put together: a game without a board, and the campaign that it is."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import all_cards
from companion.games.campaign import CampaignDeed, CampaignError, CampaignSheet, PlayedMatch
from companion.games.command import TABLE, Command, Event
from companion.games.common import PileShuffled, Shuffled
from companion.games.prompt import CommandSpec, Prompt
from companion.games.warseer.model.cards import MERCENARIES, Card, CharacterCard, HeroCard, ImprovementCard
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.maps import maps_for
from companion.games.warseer.tournament import fold, offers, rules
from companion.games.warseer.tournament.commands import Result, TournamentCommand
from companion.games.warseer.tournament.deeds import deeds_of, options_of
from companion.games.warseer.tournament.events import TournamentEvent
from companion.games.warseer.tournament.match_table import CHAMPION, MATCHES, ROYAL
from companion.games.warseer.tournament.model import (
    TournamentPlayer,
    TournamentSeat,
    TournamentSetup,
    TournamentState,
)
from companion.games.warseer.tournament.own_texts import TEXTS, say
from companion.games.warseer.tournament.plan import Plan, plan_of, shipped_plan
from companion.games.warseer.tournament.results import result_of
from companion.games.warseer.tournament.sheets import running, sheets_of
from companion.games.warseer.tournament.stages import began
from companion.games.warseer.tournament.words import TournamentSpeech, TournamentTally
from companion.texts import Language, translated

SEATS = ("A", "B")


class Tournament:
    """The Tournament as a game that is recorded."""

    name = "warseer.tournament"
    command_type = TournamentCommand
    event_type = TournamentEvent
    state_type = TournamentState
    setup_type = TournamentSetup
    texts = TEXTS
    speech = TournamentSpeech
    tally = TournamentTally()
    rules_version = 1

    evolve = staticmethod(fold.evolve)

    def new(self, setup: TournamentSetup) -> TournamentState:
        """Both with no Character, and with the coins of the first match (W-TRN-18, W-TRN-20)."""
        state = TournamentState(setup=setup, players={player: TournamentPlayer() for player in setup.players})
        return fold.evolve(state, began(state))

    def prompts(self, state: TournamentState) -> tuple[Prompt, ...]:
        """What is asked now."""
        return offers.prompts(state)

    def commands(self, state: TournamentState, player: str) -> tuple[CommandSpec, ...]:
        """What a player may do now."""
        return () if state.waiting or player not in state.players else tuple(offers.specs_of(state, player))

    def decide(self, state: TournamentState, command: Command) -> tuple[Event, ...]:
        """What follows from a command.

        Raises:
            RuleViolation: If a rule forbids it.
        """
        return rules.decide(state, command)

    def shuffling(self, state: TournamentState) -> tuple[str, tuple[str, ...]] | None:
        """What chance decides now."""
        return rules.pile(state)

    def shuffled(self, pile: str, order: tuple[str, ...]) -> Command:
        """What chance has decided: the first of the order."""
        return Shuffled(by=TABLE, player=pile, order=order)

    def shuffle(self, state: TournamentState, event: Event) -> tuple[str, tuple[str, ...]] | None:
        """The order that chance made."""
        return (event.pile, event.order) if isinstance(event, PileShuffled) else None


class WarseerCampaign:
    """The Tournament as a campaign."""

    game: Any = Tournament()
    sorts: tuple[str, ...] = (CHAMPION, ROYAL)

    def begin(
        self,
        players: Sequence[tuple[str, str]],
        sort: str,
        plan: bytes | None,
        seed_hash: str,
        packs: Sequence[Any] = (),
    ) -> TournamentSetup:
        """What a Tournament begins with.

        Raises:
            CampaignError: If there are not two players, or one leads no Hero of the packs, or the plan has a mistake.
            CardsError: If a pack has a mistake.
        """
        if len(players) != len(SEATS):
            raise CampaignError(f"a Tournament has two players (W-TRN-01), not {len(players)}")
        if sort not in MATCHES:
            raise CampaignError(f"there is no Tournament {sort!r}; there is {', '.join(MATCHES)} (W-TRN-16, W-TRN-17)")
        known = _cards(packs)
        heroes = {key: each for key, each in known.items() if isinstance(each, HeroCard)}
        seats = tuple(
            TournamentSeat(seat, name, _hero(word, heroes)) for seat, (name, word) in zip(SEATS, players, strict=True)
        )
        chosen = shipped_plan() if plan is None else plan_of(plan)
        _check_scenarios(chosen, sort)
        cards = {key: each for key, each in known.items() if _may_come_up(each, seats, heroes)}
        return TournamentSetup(seats=seats, cards=cards, plan=chosen, sort=sort, maps=maps_for(2), seed_hash=seed_hash)

    def leader(self, deck: Any) -> str:  # noqa: ANN401 (a squad, or what a form of another game made)
        """The Hero of a squad."""
        return str(deck.hero)

    def name(self, language: Language) -> str:
        """The Tournament."""
        return say(language, "sheet.name")

    def sort_name(self, sort: str, language: Language) -> str:
        """How many matches it has."""
        return say(language, f"sheet.sort.{sort}", count=len(MATCHES[sort]))

    def leaders(self, packs: Sequence[Any], language: Language) -> tuple[tuple[str, str], ...]:
        """The Heroes."""
        heroes = (each for each in _cards(packs).values() if isinstance(each, HeroCard))
        return tuple((each.key, translated(each.names, language)) for each in heroes)

    def summary(self, state: TournamentState, language: Language) -> CampaignSheet:
        """What runs now."""
        return running(state, language, with_offers=False)

    def deeds(self, state: TournamentState, language: Language) -> tuple[CampaignDeed, ...]:
        """What each player may do now."""
        return deeds_of(state, language)

    def options(self, state: TournamentState) -> Mapping[str, str]:
        """By which options of the game the match is played that runs."""
        return options_of(state)

    def key(self, state: TournamentState, word: str) -> str:
        """The key of the only card that ends so; any other word as it is."""
        found = [key for key in state.setup.cards if key.rpartition("/")[2] == word]
        return found[0] if len(found) == 1 else word

    def result(self, state: TournamentState, match: PlayedMatch) -> Result:
        """The result of a recorded match.

        Raises:
            CampaignError: If it is no match of this Tournament.
        """
        return result_of(state, match)

    def decks(self, state: TournamentState) -> Mapping[str, str]:
        """A squad for each: the Hero with the Characters and the Relics of the War Camp (W-TRN-24)."""
        return {seat.id: _squad(seat, state.players[seat.id], state.for_battle(seat.id)) for seat in state.setup.seats}

    def sheets(self, state: TournamentState, language: Language) -> tuple[CampaignSheet, ...]:
        """How the Tournament stands."""
        return sheets_of(state, language)


def _cards(packs: Sequence[Any]) -> Mapping[str, Card]:
    """All cards there are, with those of own packs."""
    return all_cards(LIBRARY.with_packs(packs).values()) if packs else LIBRARY.cards


def _hero(word: str, heroes: Mapping[str, HeroCard]) -> str:
    """Key of a Hero by its key, or the end of it."""
    found = [key for key in heroes if word in {key, key.rpartition("/")[2]}]
    if len(found) != 1:
        raise CampaignError(f"there is no one Hero {word!r} in the packs; there is {', '.join(sorted(heroes))}")
    return found[0]


def _check_scenarios(plan: Plan, sort: str) -> None:
    """Never fewer Scenario cards than matches, unless none is used (W-TRN-15)."""
    matches = len(MATCHES[sort])
    if plan.scenarios and len(plan.scenarios) < matches:
        raise CampaignError(f"the plan has {len(plan.scenarios)} Scenario cards; {matches} matches need as many")


def _may_come_up(card: Card, seats: Sequence[TournamentSeat], heroes: Mapping[str, HeroCard]) -> bool:
    """The two Heroes, Characters whom one of them may lead, and Improvement cards marked A or B (W-TRN-13)."""
    led = {seat.hero for seat in seats}
    if isinstance(card, CharacterCard):
        return card.faction in {MERCENARIES, *(heroes[key].faction for key in led)}
    return card.key in led or (isinstance(card, ImprovementCard) and card.deck in SEATS)


def _squad(seat: TournamentSeat, who: TournamentPlayer, camp: tuple[str, ...]) -> str:
    """A squad as its file writes it; who is injured enters the match with 1 Health left (W-INJ-09).

    Relics among the Improvement cards may be worn in every match anew, Tactics are used in it (W-IMP-09, W-IMP-12,
    W-IMP-13).
    """
    text = f'schema = 1\nhero = "{seat.hero}"\n'
    for name, keys in (("characters", who.characters), ("injured", who.injured), ("improvements", camp)):
        listed = ", ".join(f'"{key}"' for key in keys)
        text += f"{name} = [{listed}]\n" if keys else ""
    return text


CAMPAIGN = WarseerCampaign()
