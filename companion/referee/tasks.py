"""What the table asks of a player, and what a player may do, in words that a screen can show.

Screens know no rules: they show a task's title, its offers as buttons, and for each offer the inputs that it takes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.prompt import CommandSpec, Faces, Field, Number, Pick, Prompt, Spot
from companion.games.signum.abilities import CATALOGUE
from companion.presentation.teller import Teller
from companion.texts import TextError

BY_HAND = frozenset(
    {
        "correct",
        "setvalue",
        "movecard",
        "giveeffect",
        "tell",
        "concede",
        "offerdraw",
        "withdraw",
        "overrule",
        "clock",
        "keeping",
    }
)
"""What players may do at any time; screens keep it in a drawer of its own."""


SHORTEST_MOVE_MM = 1.0


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be chosen.

    Attributes:
        value: The word that is sent.
        label: What people read.
        thing: Id of the card or creature that it is, for a picture or its details; empty for a mere word.
    """

    value: str
    label: str
    thing: str = ""


@dataclass(frozen=True, slots=True)
class Input:
    """What an offer still takes.

    Attributes:
        field: Its name.
        kind: `choose`, `number`, `faces`, `words`, `place` for what the camera measures, or `pick` for one of a long
            list.
        label: What people read.
        choices: Of `choose`, `pick` and `faces`.
        least: So many choices at least, or the least number.
        most: So many at most, or the greatest number.
        limit_mm: Of a place: how far the piece may travel; None where that is no question.
    """

    field: str
    kind: str
    label: str
    choices: tuple[Choice, ...] = ()
    least: int = 1
    most: int = 1
    limit_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a player may do.

    Attributes:
        kind: The command.
        label: What a button says.
        fixed: Fields that have these words.
        inputs: What it still takes.
    """

    kind: str
    label: str
    fixed: Mapping[str, str]
    inputs: tuple[Input, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """What the table waits for.

    Attributes:
        key: Stable name, such as `roll`.
        title: What is asked, in one sentence.
        about: Id of the card or creature it is about; empty for none.
        offers: The answers.
        step: The key with what it is for, such as `roll.melee.attack`, for explaining it.
    """

    key: str
    title: str
    about: str
    offers: tuple[Offer, ...]
    step: str = ""


def tasks(prompts: Iterable[Prompt], teller: Teller) -> tuple[Task, ...]:
    """What a player owes.

    Args:
        prompts: What the game asks of this player.
        teller: Tells the game to the one who is asked.
    """
    return tuple(
        Task(
            prompt.key,
            _title(prompt, teller),
            str(prompt.about.get("creature") or prompt.about.get("card") or ""),
            tuple(
                offer(spec, teller, prompt)
                for spec in prompt.specs
                if spec.by == teller.viewer or (prompt.all_of_them and spec.by not in prompt.to)
            ),
            ".".join(str(part) for part in (prompt.key, prompt.about.get("purpose")) if part),
        )
        for prompt in prompts
    )


def offers(specs: Iterable[CommandSpec], teller: Teller) -> tuple[Offer, ...]:
    """What a player may do besides, by hand apart."""
    return tuple(offer(spec, teller) for spec in specs if not is_by_hand(spec) and not _leads_nowhere(spec))


def _leads_nowhere(spec: CommandSpec) -> bool:
    """Whether it is a move of less than a hand can do."""
    limits = (field.limit_mm for field in spec.fields.values() if isinstance(field, Spot))
    return spec.kind == "move" and any(limit is not None and limit < SHORTEST_MOVE_MM for limit in limits)


def is_by_hand(spec: CommandSpec) -> bool:
    """Whether an offer is one of those that are always there for what the program does not know."""
    freely = any(getattr(field, "options", None) is None for field in spec.fields.values())
    if spec.kind in ("reveal", "tell"):
        return freely
    return spec.kind in BY_HAND and "what" not in spec.fixed


def _title(prompt: Prompt, teller: Teller) -> str:
    key = prompt.key
    if key == "choose":
        key = f"choose.{str(prompt.about['purpose']).replace('.', '_')}"
    values = {name: _value(name, value, teller) for name, value in prompt.about.items()}
    try:
        return teller.say(f"ask.{key}", **values)
    except TextError:
        return teller.say("ask.choose.anything", **values)


def _value(name: str, value: str | float | bool, teller: Teller) -> str | float:  # noqa: FBT001 (a value, no switch)
    if not isinstance(value, str):
        return value
    if name in ("purpose", "ability"):
        return _ability(value, teller)
    if name == "question":
        return _maybe(teller, f"log.question.{value.split(':')[0]}", value)
    return teller.name(value)


def offer(spec: CommandSpec, teller: Teller, prompt: Prompt | None = None) -> Offer:
    """One offer in words; of an answer, with the prompt that it answers."""
    fixed = {name: ("false", "true")[v] if isinstance(v, bool) else str(v) for name, v in spec.fixed.items()}
    # `say` calls the text itself its key.
    named: dict[str, object] = {name: _fixed_name(name, word, teller) for name, word in fixed.items() if name != "key"}
    if spec.kind == "move":
        limits = (field.limit_mm for field in spec.fields.values() if isinstance(field, Spot))
        named["mm"] = f"{max(limits, key=lambda each: each or 0.0, default=0.0) or 0.0:.0f}"
    inputs = tuple(_input(name, field, teller, spec.kind, prompt) for name, field in spec.fields.items())
    return Offer(spec.kind, teller.say(f"ask.do.{_label(spec)}", **named), fixed, inputs)


def _label(spec: CommandSpec) -> str:
    """Which text a button has: some kinds read differently with other values."""
    flags = {
        "move": "run" if spec.fixed.get("run") else "",
        "fight": "magical" if spec.fixed.get("magical") else "",
        "detect": "magical" if spec.fixed.get("magical") else "",
        "play": "surcharge" if spec.fixed.get("surcharge") else "",
        "ruling": "yes" if spec.fixed.get("yes") else "no",
        "keeping": "yes" if spec.fixed.get("yes") else "no",
        "reveal": "yes" if spec.fixed.get("yes") else "no",
        "offerdraw": "yes" if spec.fixed.get("agree") else "no",
        "setvalue": "what" if spec.fixed.get("what") else "",
        "reroll": "some" if spec.fields else "none",
        "use": ("on_with" if spec.fixed.get("card") else "on")
        if spec.fixed.get("target")
        else ("with" if spec.fixed.get("card") else ""),
    }
    flag = flags.get(spec.kind, "")
    return f"{spec.kind}_{flag}" if flag else spec.kind


def _fixed_name(name: str, word: str, teller: Teller) -> str:
    if name == "ability":
        return _ability(word, teller)
    if name == "side":
        return _maybe(teller, f"log.side.{word}", word)
    if name == "what":
        return _maybe(teller, f"log.value.{word}", word)
    return teller.name(word)


def _input(name: str, field: Field, teller: Teller, kind: str, prompt: Prompt | None) -> Input:
    label = _maybe(teller, f"ask.field.{kind}_{name}", "") or _maybe(teller, f"ask.field.{name}", name)
    match field:
        case Pick(options=options, least=least, most=most):
            purpose = str(prompt.about.get("purpose", "")) if prompt is not None else ""
            choices = tuple(_choice(each, kind, purpose, teller) for each in options)
            return Input(name, "choose", label, choices, least, most)
        case Number(least=least, most=most):
            return Input(name, "number", label, (), least, most)
        case Faces(count=count, faces=faces):
            choices = tuple(Choice(face, teller.face(face)) for face in faces)
            return Input(name, "faces", label, choices, count, count)
        case Spot(limit_mm=limit_mm):
            return Input(name, "place", label, limit_mm=limit_mm)
        case _ if kind == "priority":
            numbers = tuple(Choice(str(number), str(number)) for number in range(1, 7))
            return Input(name, "choose", label, numbers)
        case _:
            return Input(name, "words", label)


def _choice(value: str, kind: str, purpose: str, teller: Teller) -> Choice:
    state = teller.state
    if value in state.players or value in state.setup.cards or value in state.keys:
        return Choice(value, teller.name(value), value)
    if value.isdigit() and kind == "reroll":
        return Choice(value, teller.say("ask.option.die", number=int(value) + 1))
    if value.isdigit() and purpose in ("overflow", "discard_blind"):
        return Choice(value, teller.say("ask.option.hidden_card", number=int(value)))
    if "/" in value:  # a rider of a card in play, such as `A:17/0`
        return Choice(value, teller.name(value.rpartition("/")[0]), value.rpartition("/")[0])
    return Choice(value, _maybe(teller, f"ask.option.{value}", _maybe(teller, f"log.{value}", value)))


def _ability(key: str, teller: Teller) -> str:
    known: Any = CATALOGUE.get(key)
    if known is not None:
        return str(known.names.get(teller.language.value) or known.names["en"])
    return _maybe(teller, f"log.purpose.{key}", key)


def _maybe(teller: Teller, key: str, otherwise: str) -> str:
    try:
        return teller.say(key)
    except TextError:
        return otherwise
