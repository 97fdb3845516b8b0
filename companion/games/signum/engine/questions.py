"""The three steps that every rule uses to ask: dice, a choice, a shuffle."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.command import TABLE, Command
from companion.games.common import Choose, DiceRolled, Reroll, Rolled, Shuffled
from companion.games.prompt import CommandSpec, Faces, Pick, Prompt
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import BaseHandler, Handler
from companion.games.signum.model.editions import FACE_NAMES, FACES
from companion.games.signum.model.events import DeckOrdered
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import ChoiceStep, DiceStep, ShuffleStep
from companion.games.verdicts.measured import RuleViolation


def refuse(key: str, **values: str | float) -> RuleViolation:
    """A command that does not answer what is asked."""
    return RuleViolation("S-TURN-24", key, values)


class DiceHandler(BaseHandler[DiceStep]):
    """Rolls, then forced rerolls, then optional ones (S-MELEE-37); the step below gets the faces.

    Of rolls of the same moment all fall before any is rolled again (S-MELEE-15).
    """

    def __init__(self, handlers: dict[type, Handler], rerolls: Callable[[State, DiceStep], DiceStep]) -> None:
        """Prepares.

        Args:
            handlers: Who resolves which kind of step.
            rerolls: A roll with the rerolls that effects on its creature add.
        """
        self._handlers = handlers
        self._rerolls = rerolls

    def prompts(self, state: State, step: DiceStep) -> tuple[Prompt, ...]:
        if step.stage == "optional":
            about: dict[str, str | int | float | bool] = {"purpose": step.purpose, "creature": step.creature}
            ability, most = step.optional[0]
            dice = tuple(str(n) for n in _open_to(step))
            most = min(most, len(dice))
            pick = Pick(options=dice, least=most if step.exactly else 1, most=most)
            some = CommandSpec(kind="reroll", by=step.by, fields={"dice": pick})
            none = CommandSpec(kind="reroll", by=step.by)
            return (Prompt(key="reroll", to=(step.by,), about=about | {"ability": ability}, specs=(some, none)),)
        owed = (step, *self._beside(state, step))
        return tuple(_roll_prompt(state, each) for each in owed) if _count(step) else ()

    def answer(self, draft: Draft, step: DiceStep, command: Command) -> None:
        if isinstance(command, Reroll) and step.stage == "optional":
            self._chosen_again(draft, step, command)
        elif isinstance(command, Rolled) and step.stage != "optional":
            owed = (step, *self._beside(draft.state, step))
            meant = next((each for each in owed if each.by == command.by), step)
            self._rolled(draft, meant, command, tuple(each for each in owed if each is not meant))
        else:
            raise refuse("roll_first", purpose=step.purpose, count=step.count)

    def go_on(self, draft: Draft, step: DiceStep) -> None:
        """No dice to roll, or none left to roll again."""
        self._next_stage(draft, step)

    def _beside(self, state: State, step: DiceStep) -> tuple[DiceStep, ...]:
        """Dice of others that fall at the same time, and have not yet (S-MELEE-17)."""
        if step.stage != "roll":
            return ()
        below, here = state.steps[-2], {step.by, *(each.by for each in step.fallen)}
        return tuple(each for each in self._handlers[type(below)].beside(state, below, step) if each.by not in here)

    def _rolled(self, draft: Draft, step: DiceStep, command: Rolled, owed: tuple[DiceStep, ...]) -> None:
        wanted = _count(step)
        shown = tuple(FACE_NAMES.get(face, "") for face in command.faces)
        if command.by not in (step.by, TABLE) or len(shown) != wanted or "" in shown:
            raise refuse("roll_so_many", purpose=step.purpose, count=wanted, player=step.by)
        rolled = DiceRolled(
            purpose=step.purpose,
            by=step.by,
            creature=step.creature,
            faces=shown,
            good=step.good,
            again=step.again if step.stage != "roll" else (),
            witnesses=command.witnesses,
        )
        draft.emit(rolled)
        faces = list(step.faces) if step.stage != "roll" else list(shown)
        for place, face in zip(step.again, shown, strict=False):
            if step.stage != "roll":
                faces[place] = face
        begun = self._rerolls(draft.state, step) if step.stage == "roll" else step
        now = replace(begun, faces=tuple(faces), again=())
        if owed:
            here = draft.state.steps[-1]
            assert isinstance(here, DiceStep)  # noqa: S101 (it is answered)
            draft.turn_to(replace(owed[0], fallen=(*here.fallen, replace(now, fallen=()))))
        else:
            self._next_stage(draft, now)

    def _chosen_again(self, draft: Draft, step: DiceStep, command: Reroll) -> None:
        _, most = step.optional[0]
        chosen = tuple(sorted(set(command.dice)))
        able = _open_to(step)
        fits = set(chosen) <= set(able) and len(chosen) <= most
        if step.exactly and chosen and len(chosen) != min(most, len(able)):
            fits = False
        if command.by != step.by or not fits:
            raise refuse("reroll_so_many", count=most, player=step.by)
        rest = replace(step, optional=step.optional[1:])
        if chosen:
            draft.turn_to(replace(rest, again=chosen, stage="again"))
        else:
            self._next_stage(draft, rest)

    def _next_stage(self, draft: Draft, step: DiceStep) -> None:
        """Rolls again what must be, then what may be; the active player's dice come first both times."""
        fallen = sorted((step, *step.fallen), key=lambda each: each.by != draft.state.active)
        rolls = [_without_idle(replace(each, fallen=())) for each in fallen]
        following = next((each for each in rolls if each.forced), next((each for each in rolls if each.optional), None))
        if following is not None:
            others = tuple(each for each in rolls if each is not following)
            draft.turn_to(replace(_begun_again(following), fallen=others))
            return
        draft.pop()
        for each in rolls:
            below = draft.state.steps[-1]
            self._handlers[type(below)].dice(draft, below, each)


def _without_idle(step: DiceStep) -> DiceStep:
    """A roll without the abilities that find no die to roll again."""
    if step.forced and not _successes(step):
        return _without_idle(replace(step, forced=()))
    if step.optional and not step.forced and not _open_to(step):
        return _without_idle(replace(step, optional=step.optional[1:]))
    return step


def _begun_again(step: DiceStep) -> DiceStep:
    """A roll whose next ability has its dice rolled again, or asks which."""
    if not step.forced:
        return replace(step, stage="optional")
    return replace(step, forced=step.forced[1:], again=_successes(step), stage="forced")


def _successes(step: DiceStep) -> tuple[int, ...]:
    return tuple(n for n, face in enumerate(step.faces) if face in step.good)


def wounds_spoil(state: State, creature: str, purpose: str, good: tuple[str, ...]) -> bool:
    """Whether a creature hits on fewer faces because it is wounded (S-MELEE-20, S-BACK-09).

    Args:
        state: The game when the dice are asked for.
        creature: Whose dice they are.
        purpose: What for.
        good: The faces on which they hit.
    """
    faces, known = state.rules.faces, state.creatures.get(creature)
    hurt = known is not None and bool(known.wounds) and purpose in ("melee.attack", "backstab")
    return hurt and set(good) == set(faces.melee_wounded) < set(faces.melee)


def _roll_prompt(state: State, step: DiceStep) -> Prompt:
    about: dict[str, str | int | float | bool] = {"purpose": step.purpose, "creature": step.creature}
    if wounds_spoil(state, step.creature, step.purpose, step.good):
        about |= {"note": "wounded", "good": ",".join(step.good)}
    faces = Faces(count=_count(step), faces=FACES)
    spec = CommandSpec(kind="rolled", by=step.by, fields={"faces": faces})
    return Prompt(key="roll", to=(step.by,), about=about | {"count": faces.count}, specs=(spec,))


def _count(step: DiceStep) -> int:
    return step.count if step.stage == "roll" else len(step.again)


def _open_to(step: DiceStep) -> tuple[int, ...]:
    """Which dice, by number, the next ability may roll again."""
    ability, _ = step.optional[0]
    return tuple(n for n, face in enumerate(step.faces) if ability not in step.failed_only or face not in step.good)


class ChoiceHandler(BaseHandler[ChoiceStep]):
    """A choice among options; the step below gets it."""

    def __init__(self, handlers: dict[type, Handler]) -> None:
        self._handlers = handlers

    def prompts(self, state: State, step: ChoiceStep) -> tuple[Prompt, ...]:
        pick = Pick(options=step.options, least=step.least, most=step.most)
        spec = CommandSpec(kind="choose", by=step.by, fields={"chosen": pick})
        return (
            Prompt(key="choose", to=(step.by,), about={"purpose": step.purpose, "card": step.about}, specs=(spec,)),
        )

    def answer(self, draft: Draft, step: ChoiceStep, command: Command) -> None:
        if not isinstance(command, Choose) or command.by != step.by:
            raise refuse("choose_first", purpose=step.purpose, player=step.by)
        chosen = command.chosen
        fits = step.least <= len(chosen) <= step.most and len(set(chosen)) == len(chosen)
        if not fits or set(chosen) - set(step.options):
            raise refuse("choose_among", purpose=step.purpose, least=step.least, most=step.most)
        draft.pop()
        below = draft.state.steps[-1]
        self._handlers[type(below)].chosen(draft, below, step, chosen)


class ShuffleHandler(BaseHandler[ShuffleStep]):
    """A deck's new order, which only the table can give."""

    def prompts(self, state: State, step: ShuffleStep) -> tuple[Prompt, ...]:
        cards = state.players[step.player].deck
        pick = Pick(options=cards, least=len(cards), most=len(cards))
        spec = CommandSpec(kind="shuffled", by=TABLE, fixed={"player": step.player}, fields={"order": pick})
        return (Prompt(key="shuffle", to=(TABLE,), about={"player": step.player}, specs=(spec,)),)

    def answer(self, draft: Draft, step: ShuffleStep, command: Command) -> None:
        deck = draft.state.players[step.player].deck
        meant = isinstance(command, Shuffled) and command.by == TABLE and command.player == step.player
        if not isinstance(command, Shuffled) or not meant or sorted(command.order) != sorted(deck):
            raise refuse("shuffle_first", player=step.player)
        draft.emit(DeckOrdered(player=step.player, order=command.order))
        draft.pop()
