"""Which teams may be played, and how one is put together by touch."""

from collections.abc import Mapping
from typing import Any

from companion.cards import Fault
from companion.cards.pack import SCHEMA
from companion.games.brawl.model.cards import ActionCard, Card, ChampionCard
from companion.games.brawl.model.constants import (
    ACTION_CARDS,
    OFFERED,
    OFFERED_OF_FOUR,
    TEAM_SIZE,
    TEAM_SIZE_OF_FOUR,
)
from companion.games.brawl.own_texts import say
from companion.games.brawl.shelf.team import Team
from companion.games.options import Chosen, OptionValue
from companion.games.shelf import DeckChoice
from companion.texts import Language, translated


class TeamMaker:
    """A team is put together of all champions who can be played."""

    def choice(self, cards: Mapping[str, Card], chosen: Chosen, language: Language) -> DeckChoice:
        """As many champions as what was chosen wants."""
        whole = (
            each for key, each in cards.items() if isinstance(each, ChampionCard) and not champion_fault(key, cards)
        )
        members = tuple(OptionValue(each.key, translated(each.names, language)) for each in whole)
        count = wanted_champions(chosen)
        return DeckChoice(say(language, "setup.gather"), say(language, "setup.team", count=count), members, count)

    def deck(self, members: tuple[str, ...], names: Mapping[str, str], cards: Mapping[str, Card]) -> Mapping[str, Any]:
        """A team as its file has it."""
        return {"schema": SCHEMA, "name": dict(names), "champions": list(members)}


def wanted_champions(chosen: Chosen) -> int:
    """How many champions each player has to bring (B-DRAFT-06, B-DRAFT-07, B-TEAM-01, B-TEAM-43, B-TEAM-44)."""
    of_four = chosen["variant"][0] == "super_teams"
    if chosen["draft"][0] == "tournament":
        return OFFERED_OF_FOUR if of_four else OFFERED
    return TEAM_SIZE_OF_FOUR if of_four else TEAM_SIZE


def team_faults(deck: Team, cards: Mapping[str, Card], chosen: Chosen) -> list[Fault]:
    """Every rule that a team breaks under what was chosen."""
    if chosen["draft"][0] == "normal":  # everybody picks from one pool; what anybody brings is of no account
        return []
    wanted, faults = wanted_champions(chosen), []
    if len(deck.champions) < wanted:
        rule = "B-DRAFT-07" if chosen["draft"][0] == "tournament" else "B-DRAFT-02"
        said = f"this team has {len(deck.champions)} champions; {wanted} are needed"
        faults.append(Fault(deck.file, deck.line("champions"), "", said, rule))
    for index, key in enumerate(deck.champions):
        if said := champion_fault(key, cards):
            faults.append(Fault(deck.file, deck.line("champions", index), key, said, "B-CARD-05"))
    return faults


def champion_fault(key: str, cards: Mapping[str, Card]) -> str:
    """Why a champion cannot be played; empty if it can (B-CARD-05, B-DATA-20)."""
    if not isinstance(cards.get(key), ChampionCard):
        return f"there is no champion {key!r} in the packs"
    mine = [card for card in cards.values() if isinstance(card, ActionCard) and card.champion == key]
    count = sum(card.copies for card in mine)
    return "" if count == ACTION_CARDS else f"{key!r} has {count} action cards; {ACTION_CARDS} are needed"
