"""Hands do anything on the mat, and players tap at anything: nothing breaks, and the record is sound."""

import contextlib
import random

import pytest

from companion.games.signum.model.commands import End, Skip
from companion.record.verification import verify
from companion.referee import (
    AcceptPlacement,
    BindModel,
    ConfirmMode,
    ConfirmProposal,
    DismissProposal,
    SetConfirmMode,
    TrackState,
)
from companion.referee.match.command_builder import NotOfferedError, UnfitError, UnseenError
from tests.referee.mat.mat_game import BLIND, HEALTHY, Mats
from tests.referee.match.test_match import GAMES

STEPS = 60


class Chance:
    """Does one thing after another."""

    def __init__(self, mat, seed):
        self.mat, self.chance = mat, random.Random(seed)  # noqa: S311 (a test's own chance)

    def step(self):
        deeds = (self.moves, self.moves, self.moves, self.nudges, self.swaps, self.lifts, self.hides, self.takes)
        deeds += (self.blinds, self.taps, self.taps, self.taps, self.intents, self.intents, self.goes_back, self.sets)
        self.chance.choice(deeds)()
        self.mat.look(self.chance.choice((0.1, 0.5, 1.0, 2.5)))

    def base(self):
        return self.chance.choice(sorted(self.mat.places)) if self.mat.places else "x_new"

    def moves(self):
        self.mat.put(self.base(), self.chance.uniform(16, 584), self.chance.uniform(16, 584), seconds=0.5)

    def nudges(self):
        base = self.base()
        if base in self.mat.places:
            x_mm, y_mm = self.mat.places[base]
            self.mat.places[base] = (x_mm + self.chance.uniform(-6, 6), y_mm + self.chance.uniform(-6, 6))

    def swaps(self):
        one, other = self.base(), self.base()
        if one in self.mat.places:
            self.mat.places[one], self.mat.places[other] = self.mat.places[other], self.mat.places[one]

    def lifts(self):
        self.mat.states[self.base()] = self.chance.choice(
            (TrackState.LIFTED, TrackState.MOVED, TrackState.SEEN, TrackState.SEEN)
        )

    def hides(self):
        base = self.base()
        self.mat.states[base] = self.chance.choice((TrackState.HELD, TrackState.LOST, TrackState.SEEN, TrackState.SEEN))
        self.mat.ages_s[base] = self.chance.choice((0.0, 0.5, 7.0))

    def takes(self):
        if self.chance.random() < 0.3:
            self.mat.places.pop(self.base(), None)

    def blinds(self):
        self.mat.health = self.chance.choice((BLIND, HEALTHY, HEALTHY, HEALTHY))

    def taps(self):
        things = [each.of for each in self.mat.standing.all] or ["A:hero"]
        names = [each.id for each in self.mat.side.proposals] or ["gone"]
        body = self.chance.choice(
            (
                ConfirmProposal(self.chance.choice(names)),
                ConfirmProposal(self.chance.choice(names)),
                DismissProposal(self.chance.choice(names)),
                AcceptPlacement(self.chance.choice(things)),
                BindModel(self.chance.choice(things), self.chance.choice(("", self.base()))),
                SetConfirmMode(self.chance.choice(list(ConfirmMode))),
            )
        )
        self.mat.ask(body)

    def intents(self):
        """One of the offers of a phone that need no more than a place."""
        game, state = self.mat.record.game, self.mat.state
        seat = self.chance.choice(("A", "B"))
        specs = [
            spec
            for spec in game.commands(state, seat)
            if spec.kind in ("move", "place", "placehero", "end", "skip", "finish", "play", "ruling", "activate")
        ]
        if not specs:
            return
        spec = self.chance.choice(specs)
        words = {name: str(value).lower() if isinstance(value, bool) else value for name, value in spec.fixed.items()}
        words |= {name: field.options[0] for name, field in spec.fields.items() if getattr(field, "options", ())}
        with contextlib.suppress(UnseenError, NotOfferedError, UnfitError):
            self.mat.submit(seat, spec.kind, **words)

    def goes_back(self):
        ends = self.mat.record.boundaries
        if ends and self.chance.random() < 0.3:
            self.mat.match.undo(self.chance.choice(ends[-4:]), "A")

    def sets(self):
        self.mat.places.setdefault(f"{self.chance.choice('ABx')}_{self.chance.randint(1, 9)}", (100.0, 300.0))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_hands_do_nothing_breaks_and_the_record_is_sound(tmp_path, seed):
    mat = Mats(tmp_path)
    mat.begun().give(Skip(by="A"))
    mat.summon(100.0, 16.0)
    mat.give(End(by="A"), Skip(by="B"))
    chance = Chance(mat, seed)
    for _ in range(STEPS):
        chance.step()
        models, things = mat.pointing.models.of, [each.of for each in mat.standing.all]
        assert len(set(models.values())) == len(models)
        assert len(set(things)) == len(things)
        assert len({each.id for each in mat.side.proposals}) == len(mat.side.proposals)
        if mat.standing.blind:
            assert mat.side.proposals == ()
    path = mat.record.path
    mat.record.close()
    assert verify(path, GAMES).otherwise == ()
