"""Random games: whatever is played, with whatever cards, edition and variant, what must always be true stays true.

The decks hold every ability, effect and trigger; miniatures are measured sharply or not, so that some places are too
close to call and the table answers; hands meddle; commands are undone and done again.
"""

import random

import msgspec
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from companion.games.signum.model.events import Questioned
from companion.games.signum.model.state import State
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum import properties, random_commands
from tests.games.signum.offer_match import offered
from tests.games.signum.random_play import Game
from tests.games.signum.random_worlds import any_setup

SEEDS = st.integers(0, 2**32 - 1)
STEPS = 12
"""Of one game after its set-up; each is up to eight commands."""


class RandomGame(RuleBasedStateMachine):
    """One game; Hypothesis chooses what kind of thing happens next, and shrinks to the few that break something."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game | None = None

    @initialize(seed=SEEDS)
    def sit_down(self, seed: int) -> None:
        chance = random.Random(seed)  # noqa: S311 (a game, no secret)
        self.game = Game(any_setup(chance), chance, sigma_mm=chance.choice((0.0, 0.0, 0.0, 0.5, 3.0)))
        # Setting up takes a dozen commands that are much the same in every game.
        while self.game.state.turn == 0 and self.game.step():
            properties.assert_sound(self.game.state)

    @rule(seed=SEEDS, times=st.integers(1, 8))
    def play(self, seed: int, times: int) -> None:
        """Commands that are offered: each is accepted, and what was accepted was on offer."""
        game = self._with(seed)
        for _ in range(times):
            before = game.state
            if not game.step():
                assert game.state.outcome is not None, "nobody can go on, and nobody has won"
                break
            self._accepted(before)
        assert not game.refused, "a command was offered and then refused"

    @rule(seed=SEEDS)
    def meddle(self, seed: int) -> None:
        """Hands set numbers, move cards, bump miniatures; all of it may be refused, nothing may break."""
        game = self._with(seed)
        if game.state.outcome is not None:
            return
        before = game.state
        try:
            game.give(random_commands.by_hand(game.state, game.chance, game.sigma_mm))
        except RuleViolation:
            return
        self._accepted(before)

    @rule(seed=SEEDS)
    def talk_nonsense(self, seed: int) -> None:
        """What is accepted, however odd, was on offer; the rest is refused by a rule."""
        game = self._with(seed)
        sense = game.offered()
        for number in range(12):
            command = random_commands.nonsense(game.state, game.chance)
            if sense and number % 3:
                command = random_commands.altered(game.filled(game.chance.choice(sense)), game.state, game.chance)
            try:
                events = game.rules.decide(game.state, command)
            except RuleViolation:
                continue
            asked = isinstance(events[-1], Questioned)
            assert asked or offered(game.rules, game.state, command), command

    @rule(seed=SEEDS)
    def look(self, seed: int) -> None:
        """A few commands, of which nobody learns what is not theirs to know."""
        game = self._with(seed)
        for _ in range(3):
            before, known = game.state, len(game.events)
            if not game.step():
                return
            properties.assert_tells_nothing(before, game.events[known:], game.state, game.chance)

    @rule(seed=SEEDS)
    def undo_and_redo(self, seed: int) -> None:
        """Folding all events but the last few gives what was; folding those too gives what is (undo, then redo)."""
        game = self._with(seed)
        undone = game.chance.randint(0, len(game.events))
        earlier = game.rules.new(game.setup)
        for event in game.events[:undone]:
            earlier = game.rules.evolve(earlier, event)
        properties.assert_same_from_json(earlier)
        for event in game.events[undone:]:
            earlier = game.rules.evolve(earlier, event)
        assert msgspec.json.encode(earlier) == msgspec.json.encode(game.state)

    def teardown(self) -> None:
        if self.game is not None:
            properties.assert_folds_to(self.game.setup, self.game.events, self.game.state)

    def _with(self, seed: int) -> Game:
        assert self.game is not None
        self.game.chance.seed(seed)
        return self.game

    def _accepted(self, before: State) -> None:
        game = self.game
        assert game is not None
        command = game.commands[-1]
        assert offered(game.rules, before, command), f"accepted and not offered: {command}"
        properties.assert_sound(game.state)
        properties.assert_asks_rightly(game.state, game.chance)
        properties.assert_goes_on(game.state, game.rules.prompts(game.state) or game.offered())


def play_games(count: int, number: int) -> None:
    """Plays so many games; raises what the first broken one raises, shrunk.

    Args:
        count: How many.
        number: Chooses which; the same games for the same number.
    """
    seed(number)(RandomGame)
    run_state_machine_as_test(
        RandomGame,
        settings=settings(
            max_examples=count,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            derandomize=False,
            suppress_health_check=list(HealthCheck),
        ),
    )
