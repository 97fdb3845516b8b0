"""How the demo plays Gatecrash: with the highest card, straight for the gate."""

from companion.games.prompt import cell_word
from companion.games.taste import PlannedCommand
from tests.games.gatecrash import rules


class Straight:
    def next(self, state, seat, chance):
        specs = [spec for prompt in rules.prompts(state) for spec in prompt.specs if spec.by == seat]
        if not specs or specs[0].kind == "rolled":
            return None
        if specs[0].kind == "play":
            return PlannedCommand("play", {"card": (max(state.hands[seat]),)})
        gate = rules.GATES[rules.other(seat)]
        runs = [(spec.fixed["piece"], cell) for spec in specs for cell in spec.fields["to"].options]
        piece, cell = min(runs, key=lambda run: rules.GRID.distance(run[1], gate))
        return PlannedCommand("run", {"piece": (piece,), "to": (cell_word(cell),)})
