"""Tells a game to the outbox as everybody at the table sees it: what is shown, when it is shown, and nothing before.

What is written and not shown yet tells of hidden cards by its mere coming, so that only what spectators are shown
counts here. Where an event shows nothing to them, no message is made of it.
"""

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Any

import msgspec

from companion.games.command import SPECTATOR
from companion.league.wire.bodies import (
    Body,
    ClockTold,
    GameOpened,
    JudgeCalled,
    JudgeDecided,
    LiveScore,
    ResultTold,
    Shown,
    VerdictTold,
)
from companion.league.wire.outbox import Outbox
from companion.referee.match.chronicle import Line
from companion.referee.match.match import Match
from companion.texts import Language

Scene = Callable[[Language], Mapping[str, str]]
"""The sections of the spectators' page in a language."""


class Feed:
    """Fills the outbox of one game; used by the game's own thread."""

    def __init__(
        self, match: Match, outbox: Outbox, scene: Scene, languages: tuple[Language, ...], name: str = ""
    ) -> None:
        """Takes up a game that may have been told in part.

        Args:
            match: The game.
            outbox: Where messages go.
            scene: See `Scene`.
            languages: In which scenes are told.
            name: Which match of a tournament it is; empty where nobody said.

        Raises:
            OSError: If the outbox cannot be written.
        """
        self._match, self._outbox, self._scene, self._languages = match, outbox, scene, languages
        self._told_scene: dict[str, dict[str, str]] = {each.value: {} for each in languages}
        self._told_score: LiveScore | None = None
        self._told_line = 0
        self._folded: tuple[int, ...] = ()
        self._state: Any = match.record.game.new(match.record.setup)
        self._public: list[bool] = []
        self._waiting: list[msgspec.Raw] = []
        # A message that opens the game lets the scene be told as a whole, whatever was told before.
        self._put(self._opening(name), covers=(), kept=0)

    def tell(self) -> bool:
        """Tells what is new to everybody; whether there was anything.

        Raises:
            OSError: If the outbox cannot be written; the same is told the next time.
        """
        numbers = self._match.shown_numbers
        before = self._outbox.covered
        same = len(tuple(takewhile(lambda pair: pair[0] == pair[1], zip(numbers, before, strict=False))))
        self._fold(numbers, same)
        scene, score = self._changed_scene(), self._score()
        undone = same < len(before)
        if not (self._waiting or undone or any(scene.values()) or score != self._told_score):
            return False
        body = Shown(
            kept=sum(self._public[:same]),
            events=tuple(self._waiting),
            verdicts=self._verdicts(),
            score=score,
            scene={language: sections for language, sections in scene.items() if sections},
        )
        self._put(body, covers=numbers[same:], kept=same)
        self._waiting = []
        for language, sections in scene.items():
            self._told_scene[language] = {**self._told_scene[language], **sections}
        self._told_score, self._told_line = score, len(self._lines())
        return True

    def clock(self, told: ClockTold) -> None:
        """Tells the players' clocks."""
        self._put(told)

    def call(self, told: JudgeCalled) -> None:
        """Calls a judge."""
        self._put(told)

    def decided(self, told: JudgeDecided) -> None:
        """Takes note of a judge's decision."""
        self._put(told)

    def result(self, told: ResultTold) -> None:
        """Tells how the game ended, or who has confirmed it by now."""
        self._put(told)

    def _put(self, body: Body, *, covers: tuple[int, ...] = (), kept: int | None = None) -> None:
        head = self._match.record.head
        self._outbox.put(body, b"" if head is None else head.hash, covers=covers, kept=kept)

    def _opening(self, name: str) -> GameOpened:
        record, teller = self._match.record, self._match.teller(Language.ENGLISH)
        readings = record.game.tally.readings(record.state, Language.ENGLISH)
        return GameOpened(
            rules=record.game.name,
            edition=str(getattr(record.setup, "edition", "")),
            players={seat: teller.name(seat) for seat in self._match.players},
            match=name,
            languages=tuple(each.value for each in self._languages),
            readings=tuple(f"{each.text}: {each.value}" for each in readings),
        )

    def _fold(self, numbers: tuple[int, ...], same: int) -> None:
        """Finds the public events that were not told yet; what was folded before is folded on, not again."""
        record, game = self._match.record, self._match.record.game
        if numbers[: len(self._folded)] != self._folded:
            self._folded, self._state = numbers[:same], record.state_at(numbers[same - 1] if same else 0)
            self._waiting = []
            del self._public[same:]
        for number in numbers[len(self._folded) :]:
            event = record.event(number)
            shown = game.public_event(self._state, event, SPECTATOR)
            self._public.append(shown is not None)
            if shown is not None:
                self._waiting.append(msgspec.Raw(msgspec.json.encode(shown)))
            self._state = record.evolved(self._state, number)
        self._folded = numbers

    def _changed_scene(self) -> dict[str, dict[str, str]]:
        changed = {}
        for language in self._languages:
            known, now = self._told_scene[language.value], self._scene(language)
            gone = {name: "" for name in known if name not in now}
            changed[language.value] = {
                name: html for name, html in {**now, **gone}.items() if known.get(name, "") != html
            }
        return changed

    def _score(self) -> LiveScore:
        game, state = self._match.record.game, self._match.shown
        tally = game.tally
        turn, outcome, curves = tally.turn(state), tally.outcome(state), tally.curves(state)
        players = self._match.players
        return LiveScore(
            turn=turn.number,
            player=turn.player,
            figures={curve: {player: tally.height(state, curve, player) for player in players} for curve in curves},
            goals={curve: tally.goal(state, curve) for curve in curves},
            over=outcome is not None,
            winners=() if outcome is None else outcome.winners,
            reason="" if outcome is None else outcome.reason,
        )

    def _lines(self) -> tuple[Line, ...]:
        return self._match.lines(SPECTATOR)

    def _verdicts(self) -> tuple[VerdictTold, ...]:
        return tuple(
            VerdictTold(
                line=line.number,
                question=each.kind,
                rule=each.rule_id,
                answer=each.verdict.answer.value,
                value_mm=each.verdict.value_mm,
                limit_mm=each.verdict.limit_mm,
                sigma_mm=each.verdict.sigma_mm,
                ruled=each.ruled,
            )
            for line in self._lines()[self._told_line :]
            for each in line.measured
        )
