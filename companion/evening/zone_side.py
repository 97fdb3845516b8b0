"""Where models may be put down, beside one game: drawn on the tablet, and what a finger's drag snaps to."""

from dataclasses import replace

from companion.games.measured import RuleViolation
from companion.games.signum.commands import Activate
from companion.games.signum.state import State
from companion.presentation.teller import Teller
from companion.referee.drop_zones import DropZone, DropZones, Grabbed
from companion.referee.filling import Values
from companion.referee.match import Match
from companion.texts import Language

Drops = tuple[tuple[DropZone, ...], Grabbed | None]


class ZoneSide:
    """The zones of one match, worked out where something new is shown or another model is taken."""

    def __init__(self, match: Match) -> None:
        """Prepares.

        Args:
            match: The game.
        """
        self._match = match
        self._zones = DropZones(match.record.game, match.players)
        self._running: tuple[int, dict[str, bool]] = (-1, {})
        self._held = ""
        self._made: tuple[object, Drops] | None = None

    @property
    def running(self) -> dict[str, bool]:
        """Who said to run (or to move) and has not moved since."""
        version, running = self._running
        return running if version == self._match.version else {}

    @property
    def held(self) -> str:
        """Id of the creature whose model a finger holds; empty for none."""
        return self._held

    def wished(self, kind: str, values: Values) -> None:
        """Is told every wish: who wants to move or to run says so, even before the model was touched."""
        if kind == "move":
            creature, run = (next(iter(values.get(name, ())), "") for name in ("creature", "run"))
            self._running = self._match.version, {**self.running, creature: run == "true"}

    def hold(self, creature: str) -> None:
        """A finger takes the model of a creature; nobody's id lets go."""
        self._held = creature

    def drops(self, language: Language) -> Drops:
        """All zones, and what there is to say of the model that is held."""
        match, state = self._match, self._state
        as_of = match.version, language, self._held, tuple(self.running.items())
        if self._made is None or self._made[0] != as_of:
            quiet = match.pause_left_s is not None or state.outcome is not None
            zones = () if quiet else self._zones.open(state, self.running)
            teller = match.teller(language)
            grabbed = self._grabbed(state, zones, teller) if self._held and not quiet else None
            self._made = as_of, (tuple(_named(each, teller) for each in zones), grabbed)
        return self._made[1]

    @property
    def _state(self) -> State:
        shown: State = self._match.shown
        return shown

    def _grabbed(self, state: State, zones: tuple[DropZone, ...], teller: Teller) -> Grabbed:
        zone = next((each for each in zones if each.of == self._held), None)
        zone = zone or self._zones.of_model(state, self._held, self.running)
        if zone is not None:
            return Grabbed(self._held, _named(zone, teller))
        known = state.creatures.get(self._held)
        why = ""
        if known is not None:
            try:
                self._match.record.game.decide(state, Activate(by=known.controller, creature=known.id))
            except RuleViolation as violation:
                why = teller.to(known.controller).refusal(violation)
        return Grabbed(self._held, why=why)


def _named(zone: DropZone, teller: Teller) -> DropZone:
    return replace(zone, name=teller.name(zone.of))
