"""A campaign and its record: begun, gone on with over weeks, chained to the records of its matches."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import msgspec

from companion.games.campaign import Campaign, CampaignDeed, CampaignError, CampaignSheet, PlayedMatch, campaign_of
from companion.games.command import TABLE, Command, Event, command_called, command_types
from companion.games.protocol import Game
from companion.games.registry import Recorded, game_called, games
from companion.games.verdicts.measured import RuleViolation
from companion.presentation.teller import Teller
from companion.record.record import Record
from companion.record.shuffle import SEED_BYTES, commitment, shuffled
from companion.referee.history.replay import open_record
from companion.texts import Language

RESULT = "result"
"""Kind of the command that writes a match down, in every campaign."""


class CampaignRecord:
    """A campaign whose record is open.

    Attributes:
        campaign: Whose it is.
        record: What happened so far.
    """

    def __init__(self, record: Record) -> None:
        """Takes a record.

        Raises:
            CampaignError: If it is that of a single game.
        """
        found = campaign_of(game_called(record.game.name.partition(".")[0]))
        if found is None or found.game.name != record.game.name:
            record.close()
            raise CampaignError(f"{record.path} is the record of a game, not of a campaign")
        self.campaign: Campaign = found
        self.record = record

    @classmethod
    def begin(  # noqa: PLR0913 (all that a campaign begins with)
        cls,
        path: Path,
        game: Game[Any],
        players: Sequence[tuple[str, str]],
        sort: str,
        plan: bytes | None,
        now: Callable[[], str],
        *,
        packs: Sequence[Path] = (),
    ) -> "CampaignRecord":
        """Begins a campaign in a new file.

        Raises:
            CampaignError: If the game has none, or it cannot be begun so.
            CardsError: If a pack has a mistake.
            RecordError: If the file exists or cannot be written.
        """
        campaign = campaign_of(game)
        if campaign is None:
            raise CampaignError(f"{game.name} has no campaign; there is one for {', '.join(with_campaigns())}")
        seed = secrets.token_bytes(SEED_BYTES)
        setup = campaign.begin(players, sort or campaign.sorts[0], plan, commitment(seed), packs)
        return cls(Record.create(path, campaign.game, setup, now, seed=seed))

    @classmethod
    def open(cls, path: Path, now: Callable[[], str]) -> "CampaignRecord":
        """Opens a campaign to go on with it.

        Raises:
            CampaignError: If it is no campaign.
            RecordError: If it is no record, or not as it was written.
        """
        return cls(Record.open(path, Recorded(), now))

    @classmethod
    def read(cls, path: Path) -> "CampaignRecord":
        """Opens a campaign to look at it.

        Raises:
            CampaignError: If it is no campaign.
            RecordError: If it is no record, or not as it was written.
        """
        return cls(open_record(path))

    @property
    def seats(self) -> tuple[tuple[str, str], ...]:
        """Id and name of each player."""
        return tuple((seat.id, seat.name) for seat in self.record.state.setup.seats)

    @property
    def recorded(self) -> frozenset[str]:
        """Hashes of the records of its matches."""
        return frozenset(each.record for each in self.record.state.matches)

    @property
    def options(self) -> Mapping[str, str]:
        """By which options of the game the match is played that runs."""
        return self.campaign.options(self.record.state)

    @property
    def decks(self) -> Mapping[str, str]:
        """The deck that each player brings to it, as its file writes it."""
        return self.campaign.decks(self.record.state)

    def summary(self, language: Language) -> CampaignSheet:
        """What runs now."""
        return self.campaign.summary(self.record.state, language)

    def deeds(self, language: Language) -> tuple[CampaignDeed, ...]:
        """What each player may do now."""
        return self.campaign.deeds(self.record.state, language)

    def sheets(self, language: Language) -> tuple[CampaignSheet, ...]:
        """How it stands, then the sheets of all players."""
        return self.campaign.sheets(self.record.state, language)

    def ending(self, language: Language) -> str:
        """How it ended, in a sentence; empty while it goes on."""
        return Teller(self.record.game, self.record.state, language).ending()

    def close(self) -> None:
        """Closes the file."""
        self.record.close()

    def command(self, by: str, kind: str, values: Sequence[str]) -> Command:
        """A command as people write it: its kind, and what stands in its fields, in their order.

        Args:
            by: The player.
            kind: Of the command.
            values: Words and numbers; the end of a key will do for the whole of it.

        Raises:
            CampaignError: If there is no such command, or it takes something else.
        """
        kinds = {str(each.__struct_config__.tag): each for each in command_types(self.record.game.command_type)}
        written = {name: each for name, each in kinds.items() if name not in {RESULT, "shuffled"}}
        if kind not in written:
            raise CampaignError(f"there is no {kind!r}; there is {', '.join(sorted(written))}")
        fields = [each for each in msgspec.structs.fields(written[kind]) if each.name not in {"by", "rulings"}]
        needed = [each.name for each in fields if each.required]
        if not len(needed) <= len(values) <= len(fields):
            wanted = " ".join(each.name if each.required else f"[{each.name}]" for each in fields) or "nothing more"
            raise CampaignError(f"after {kind!r} is written: {wanted}")
        words = (self.campaign.key(self.record.state, value) for value in values)
        given = {each.name: word for each, word in zip(fields, words, strict=False)}
        return self._converted({"kind": kind, "by": by, **given})

    def result_written(self, written: Mapping[str, Any]) -> Command:
        """The command that writes a match down that has no record.

        Args:
            written: What stands in its fields, as a file has it.

        Raises:
            CampaignError: If something in it is not what was expected.
        """
        known = {each.name for each in msgspec.structs.fields(command_called(self.record.game.command_type, RESULT))}
        strange = set(written) - known
        if strange:
            raise CampaignError(f"the result has no {min(strange)!r}; it has {', '.join(sorted(known - {'by'}))}")
        whole = {name: self._with_keys(each) for name, each in written.items()}
        return self._converted({**whole, "kind": RESULT, "by": TABLE})

    def result_of(self, path: Path) -> Command:
        """The command that writes a recorded match down, with the hash of its newest entry.

        Raises:
            CampaignError: If it is no match of this campaign.
            RecordError: If it cannot be read, or is not as it was written.
        """
        with closing(open_record(path)) as match:
            last = b""
            for entry in match.entries():
                last = entry.hash
            events = tuple(match.event(number) for number in match.counting)
            played = PlayedMatch(match.game.name, match.state, events, last.hex())
        return self.campaign.result(self.record.state, played)

    def do(self, command: Command, language: Language) -> tuple[str, ...]:
        """Decides and writes a command, and what chance decides after it; tells what happened.

        With the end the seed is shown, so that everybody can check what chance decided.

        Raises:
            CampaignError: If a rule forbids it.
            RecordError: If it cannot be written.
        """
        said: list[str] = []
        before = self.record.state
        try:
            events = self.record.do(command)
        except RuleViolation as violation:
            teller = Teller(self.record.game, before, language)
            raise CampaignError(f"{teller.refusal(violation)} [{violation.rule_id}]") from violation
        said += self._told(before, events, language)
        while (waiting := self.record.game.shuffling(self.record.state)) is not None:
            pile, cards = waiting
            before = self.record.state
            order = shuffled(self.record.seed, self._shuffles() + 1, pile, cards)
            said += self._told(before, self.record.do(self.record.game.shuffled(pile, order)), language)
        if self.record.game.tally.outcome(self.record.state) is not None:
            self.record.reveal()
        return tuple(said)

    def undo(self, actor: str) -> None:
        """Takes the last command back, with what chance decided after it.

        Raises:
            CampaignError: If there is none.
        """
        kept = [number for number in self.record.boundaries if number < (self.record.counting or (0,))[-1]]
        if not self.record.counting:
            raise CampaignError("nothing was done yet, so nothing can be taken back")
        while kept and self.record.game.shuffling(self.record.state_at(kept[-1])) is not None:
            kept.pop()
        self.record.undo(kept[-1] if kept else 0, actor)

    def _shuffles(self) -> int:
        """How many shuffles were written, undone ones included: each follows from its number."""
        return sum(
            self.record.command(entry).__struct_config__.tag == "shuffled"
            for entry in self.record.entries()
            if entry.kind == "command"
        )

    def _with_keys(self, data: Any) -> Any:  # noqa: ANN401 (what a file holds)
        """Data in whose lists every word that stands for a key is that key."""
        if isinstance(data, dict):
            return {name: self._with_keys(each) for name, each in data.items()}
        if isinstance(data, list):
            return [self.campaign.key(self.record.state, each) if isinstance(each, str) else each for each in data]
        return data

    def _converted(self, data: Mapping[str, Any]) -> Command:
        try:
            return cast("Command", msgspec.convert(data, self.record.game.command_type, strict=False))
        except msgspec.ValidationError as error:
            raise CampaignError(f"{data['kind']}: {error}") from error

    def _told(self, state: Any, events: tuple[Event, ...], language: Language) -> list[str]:  # noqa: ANN401 (the campaign's own)
        teller, said = Teller(self.record.game, state, language), []
        for event in events:
            said += [teller.sentence(each) for each in teller.game.speech.said(state, event)]
            state = self.record.game.evolve(state, event)
        ending = Teller(self.record.game, state, language).ending()
        return [*said, ending] if ending else said


def with_campaigns() -> tuple[str, ...]:
    """Names of the games that have a campaign."""
    return tuple(name for name in sorted(games()) if campaign_of(game_called(name)) is not None)
