"""A game on a mat that a test sets up by hand: what the camera would see, and what comes of it."""

import asyncio
from dataclasses import replace

from companion.games.command import TABLE
from companion.games.common import Correct, Place, Rolled, SetValue
from companion.games.signum.game import GAME
from companion.games.signum.model.commands import ChooseFirst, End, Keep, PlaceHero, Play, Priority, Skip
from companion.games.signum.model.state import Setup
from companion.games.values import Stand
from companion.geometry import Base, Mat, MatPoint, Terrain
from companion.presentation.teller import Teller
from companion.record.record import Record
from companion.referee import Choices, Count, Health, Level, Measures, Piece, Subsystem, TrackState, View
from companion.referee.api.proposal import ConfirmMode
from companion.referee.mat.locator import ModelLocator
from companion.referee.mat.models import Models
from companion.referee.mat.things import things_of
from companion.referee.mat.wording import worded
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.command_request import CommandRequest
from companion.referee.match.match import Match
from companion.referee.screen.view import TemplateView
from companion.session.mat_controller import MatController
from companion.texts import Language
from tests.games.signum.table import duel
from tests.plain_spaces import spaced
from tests.referee.match.test_match import GAMES, NOW, SEED

HEALTHY = Health(dict.fromkeys(Subsystem, Level.GOOD), (), 0.05, 20.0, "usb:0", Count(2))
BLIND = replace(HEALTHY, levels={**HEALTHY.levels, Subsystem.CAMERA: Level.BLIND})
FRAME_S = 0.1
RADIUS_MM = 16.0


class Mats:
    """A mat with a game on it; bases are named after their owner, such as `A_greer`, `x_robin` for nobody's."""

    def __init__(self, folder, setup: Setup | None = None, confirming=ConfirmMode.ALL, known=None, record=None):
        self.now_s = 0.0
        self.record = record or Record.create(
            folder / "game.signum", GAMES["signum"], setup or duel().setup, lambda: NOW, seed=SEED
        )
        self.match = Match(self.record, self._clock, pause_s=0.0)
        self.kept = []
        piece_of = self.record.game.board.piece_of
        self.pointing = ModelLocator(
            self.match.players, self._clock, things_of(self.match), known or Models(), self.kept.append, piece_of
        )
        self.said, self.stirred = [], 0
        self.side = MatController(self.match, self.pointing, self.said.append, self._stir, self._clock, confirming)
        self.gateway = CommandGateway(self.match, self.pointing, self._clock, self.side.stages)
        self.places: dict[str, tuple[float, float]] = {}
        self.states: dict[str, TrackState] = {}
        self.ages_s: dict[str, float] = {}
        self.radii_mm: dict[str, float] = {}
        self.templates: dict[str, tuple[tuple[float, float], ...]] = {}
        self.health, self.chosen, self.sigma_mm = HEALTHY, (), 0.2
        self._number = 0

    def _clock(self) -> float:
        return self.now_s

    def _stir(self) -> None:
        self.stirred += 1

    @property
    def state(self):
        return self.match.shown

    @property
    def standing(self):
        return self.side.standing

    @property
    def zones(self):
        return self.side._zones.drops(Language.ENGLISH)[0]

    def how(self, thing):
        return self.standing.of(thing).how

    def view(self) -> View:
        pieces = tuple(
            Piece(
                Base(
                    name,
                    MatPoint(*at),
                    self.radii_mm.get(name, RADIUS_MM),
                    None if name[0] == "x" else name[0],
                    sigma_mm=self.sigma_mm,
                ),
                self.states.get(name, TrackState.SEEN),
                self.ages_s.get(name, 0.0),
            )
            for name, at in self.places.items()
        )
        terrain = tuple(
            Terrain(name, tuple(MatPoint(*each) for each in corners), sigma_mm=self.sigma_mm)
            for name, corners in self.templates.items()
        )
        laid = tuple(TemplateView(name, TrackState.SEEN, 0.0) for name in self.templates)
        choices = Choices(chosen=self.chosen)
        return View(0, Mat(), Measures(), choices, self.health, pieces=pieces, terrain=terrain, laid=laid)

    def look(self, seconds=1.0):
        """Looks at the mat for so long."""
        for _ in range(max(1, round(seconds / FRAME_S))):
            self.now_s += FRAME_S
            self.side.saw(self.view())
        return self

    def put(self, name, x_mm, y_mm, *, seconds=1.0):
        """A hand takes a base and puts it down."""
        if name in self.places:
            self.states[name] = TrackState.MOVED
            self.look(0.3)
        self.places[name] = (x_mm, y_mm)
        self.states[name] = TrackState.SEEN
        return self.look(seconds)

    def give(self, *commands):
        """Commands that come from elsewhere, such as a phone."""
        for command in commands:
            self._number += 1
            answers = []
            self.match.submit(CommandRequest(f"given/{self._number}", command, answers.append))
            assert type(answers[0]).__name__ == "CommandDone", answers
        return self

    def submit(self, seat, kind, **values):
        """An intent of a phone."""
        self._number += 1
        words = {name: [value] for name, value in values.items()}
        return asyncio.run(self.gateway.submit(f"phone/{self._number}", seat, kind, words))

    def ask(self, ask):
        """An intent of the tablet about the mat; what became of it."""
        self._number += 1
        self.said.clear()
        self.side.apply(ask, f"tablet/{self._number}", Language.ENGLISH)
        return self.said[-1] if self.said else None

    def begun(self):
        """Heroes in the middle of their sides with their models, A begins, the activation phase runs."""
        self.look(4.0)
        self.give(Priority(by=TABLE, rolled={"A": "6", "B": "2"}), ChooseFirst(by="A", player="A"))
        self.put("A_greer", 300.0, 16.0)
        self.give(PlaceHero(by="A", at=Stand(300.0, 16.0, 0.2)))
        self.put("B_robin", 300.0, 584.0)
        self.give(PlaceHero(by="B", at=Stand(300.0, 584.0, 0.2)), Keep(by="A"), Keep(by="B"))
        return self.look()

    def give_hand(self, creature, x_mm, y_mm):
        """A creature stands where its model was put, on the record, by hand."""
        self.give(Correct(by="A", of=creature, at=Stand(x_mm, y_mm, self.sigma_mm)))
        return self.look(3.0)

    def wound(self, creature, wounds):
        self.give(SetValue(by="A", what="wounds", of=creature, value=wounds))

    def roll(self):
        """Answers the roll that is asked for."""
        (spec,) = (spec for prompt in self.record.game.prompts(self.state) for spec in prompt.specs)
        field = spec.fields["faces"]
        self.give(Rolled(by=spec.by, faces=field.faces[:1] * field.count))

    def summon(self, x_mm, y_mm):
        """The player whose turn it is summons a fighter, whose model comes to the mat; its id."""
        seat = self.state.active
        card = next(each for each in self.state.players[seat].hand if self.state.keys[each] == "fighter")
        self.give(Play(by=seat, card=card)).look(0.2)
        base = f"{seat}_{card.partition(':')[2]}"
        self.put(base, x_mm, y_mm)
        self.give(Place(by=seat, creature=card, at=Stand(x_mm, y_mm, self.sigma_mm)))
        self.look()
        assert self.pointing.models.base(card) == base
        return card

    def end_turn(self):
        """The turn ends, and the next player's activation phase begins."""
        self.give(End(by=self.state.active), Skip(by="B" if self.state.active == "A" else "A"))
        return self.look()

    def skirmish(self, own=(100.0, 200.0, 400.0), enemies=(100.0, 500.0)):
        """Fighters along both sides, at these x, with player A to move; ids of those, A's first."""
        self.begun().give(Skip(by="A"))
        ours = [self.summon(x_mm, RADIUS_MM) for x_mm in own]
        self.end_turn()
        theirs = [self.summon(x_mm, 600.0 - RADIUS_MM) for x_mm in enemies]
        self.end_turn()
        return ours, theirs


def only(mat):
    """The one command that is proposed."""
    (proposal,) = mat.side.proposals
    return proposal


def text(mat, proposal=None, language=Language.ENGLISH):
    """The sentence of a proposal, of the only one if none is named, with plain spaces."""
    return spaced(worded(proposal or only(mat), Teller(GAME, mat.state, language)).text)
