"""A campaign: a series of matches of one game, kept as a record of its own.

A campaign is itself a game, without a board: its commands, events and state are decided, folded and recorded as those
of any other. A game that has one tells it as `campaign`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from companion.games.command import Command, Event
from companion.games.protocol import Game
from companion.texts import Language


class CampaignError(Exception):
    """Something that a campaign cannot be begun or gone on with; its text is one sentence for people."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was recorded.

    Attributes:
        game: Name of its game.
        state: How it ended.
        events: All that count, in order.
        hash: Of the newest entry of its record, in hexadecimal, by which the campaign's record is chained to it.
    """

    game: str
    state: Any
    events: tuple[Event, ...]
    hash: str


@dataclass(frozen=True, slots=True)
class CampaignSheet:
    """A sheet to be read and printed.

    Attributes:
        title: What stands above.
        lines: Sentences below it.
        heads: What stands above the columns; empty for a sheet without a table.
        rows: What stands in them.
        is_first: Whether it is the first of a player's sheets, which begin a page of their own.
        grows: Whether there will be more rows, so that a printed sheet has room to write them.
    """

    title: str
    lines: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    is_first: bool = False
    grows: bool = False


@dataclass(frozen=True, slots=True)
class CampaignDeed:
    """Something that a player may do now, as a key of a screen.

    Attributes:
        by: The player.
        text: What stands on the key.
        command: What it does.
        by_hand: Whether it puts something right that the rules do not ask for.
        sure: What is to be thought of before it is done; empty for nothing.
    """

    by: str
    text: str
    command: Command
    by_hand: bool = False
    sure: str = ""


class Campaign(Protocol):
    """The campaign of a game."""

    @property
    def game(self) -> Game[Any]:
        """Its rules; they are called after the game, such as `warseer.tournament`."""
        ...

    @property
    def sorts(self) -> tuple[str, ...]:
        """How long it may be, by stable words; the first is the usual one."""
        ...

    def begin(
        self,
        players: Sequence[tuple[str, str]],
        sort: str,
        plan: bytes | None,
        seed_hash: str,
        packs: Sequence[Any] = (),
    ) -> msgspec.Struct:
        """What it begins with.

        Args:
            players: Name of each, and whom the player leads.
            sort: One of `sorts`.
            plan: A file with figures of the players' own; None for those that come with the game.
            seed_hash: Of the seed by which chance decides.
            packs: Files of own cards that may come up, too.

        Raises:
            CampaignError: If it cannot be begun so.
            CardsError: If a pack has a mistake.
        """
        ...

    def leader(self, deck: Any) -> str:  # noqa: ANN401 (the game's own)
        """Whom a player leads who brings a deck; empty for nobody."""
        ...

    def name(self, language: Language) -> str:
        """What the campaign is called."""
        ...

    def sort_name(self, sort: str, language: Language) -> str:
        """What a sort is called."""
        ...

    def leaders(self, packs: Sequence[Any], language: Language) -> tuple[tuple[str, str], ...]:
        """Whom a player may lead: the key of each, and the name."""
        ...

    def summary(self, state: Any, language: Language) -> CampaignSheet:  # noqa: ANN401 (the campaign's own)
        """What runs now, without what each player may do."""
        ...

    def deeds(self, state: Any, language: Language) -> tuple[CampaignDeed, ...]:  # noqa: ANN401 (the campaign's own)
        """What each player may do now."""
        ...

    def options(self, state: Any) -> Mapping[str, str]:  # noqa: ANN401 (the campaign's own)
        """By which options of the game the match is played that runs; empty while none can be played."""
        ...

    def key(self, state: Any, word: str) -> str:  # noqa: ANN401 (the campaign's own)
        """The whole key that a word stands for, such as that of a card by its end; any other word as it is."""
        ...

    def result(self, state: Any, match: PlayedMatch) -> Command:  # noqa: ANN401 (the campaign's own)
        """The command that writes a recorded match down.

        Raises:
            CampaignError: If it is no match of this campaign.
        """
        ...

    def decks(self, state: Any) -> Mapping[str, str]:  # noqa: ANN401 (the campaign's own)
        """The deck that each player brings to the match that runs, as its file writes it."""
        ...

    def sheets(self, state: Any, language: Language) -> tuple[CampaignSheet, ...]:  # noqa: ANN401 (the campaign's own)
        """How the campaign stands: what runs first, then the sheets of both players."""
        ...


def campaign_of(game: Game[Any]) -> Campaign | None:
    """The campaign of a game; None for a game without one."""
    found: Campaign | None = getattr(game, "campaign", None)
    return found
