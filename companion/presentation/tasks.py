"""What the table asks of a player, and what a player may do, in words that a screen can show.

Screens know no rules: they show a task's title, its offers as buttons, and for each offer the inputs that it takes. A
game that has no text for something is read by its keys, as words.
"""

from collections.abc import Iterable, Iterator, Mapping

from companion.games.defaults.speech import readable
from companion.games.display.offers import Choice, Input, Lesson, Offer, Task
from companion.games.prompt import (
    Cells,
    CommandSpec,
    Faces,
    Field,
    Number,
    Pick,
    Prompt,
    RolledByEach,
    Spot,
    cell_word,
    is_no_way,
)
from companion.presentation.teller import Teller
from companion.texts import TextError

MAX_KEYS = 24
"""So many cells at most are shown side by side; of more, one is picked from a list."""
MAX_NUMBERS = 8
"""So many numbers at most have a key each, where nothing but a number is wanted; of more, one is counted to."""


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
    by_hand = teller.game.by_hand
    return tuple(offer(spec, teller) for spec in specs if not by_hand.holds(spec) and not is_no_way(spec))


def offer(spec: CommandSpec, teller: Teller, prompt: Prompt | None = None) -> Offer:
    """One offer in words; of an answer, with the prompt that it answers."""
    fixed = {name: ("false", "true")[v] if isinstance(v, bool) else str(v) for name, v in spec.fixed.items()}
    # `say` calls the text itself its key.
    named = {
        name: teller.game.speech.word(teller.state, name, word, teller.language)
        for name, word in fixed.items()
        if name != "key"
    }
    mm = f"{max(_limits_mm(spec), default=0.0):.0f}"
    purpose = "" if prompt is None else str(prompt.about.get("purpose", ""))
    inputs = tuple(_input(name, field, teller, spec, purpose) for name, field in spec.fields.items())
    label = _label(spec, teller, {"mm": mm, **named}, named.values())
    return Offer(spec.kind, label, fixed, inputs, _none(spec.kind, teller) if any(map(_takes_none, inputs)) else "")


def _takes_none(taken: Input) -> bool:
    return taken.kind == "choose" and taken.least == 0


def _none(kind: str, teller: Teller) -> str:
    """What it is called to choose nothing; empty where the game has no words for it."""
    try:
        return teller.say(f"ask.none.{kind}")
    except TextError:
        return ""


class Teacher:
    """Explains a game to learners; free of all that is hidden."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller

    def of_task(self, step: str) -> tuple[Lesson, ...]:
        """What to know about what is asked, by its `step` (`Task.step`, and `step` in a page's task)."""
        return self._teller.game.speech.lessons(self._teller.state, step, self._teller.language)

    def of_offer(self, offer: Offer) -> tuple[Lesson, ...]:
        """What to know about something that may be done."""
        return self._teller.game.speech.lessons(self._teller.state, offer, self._teller.language)


def _label(spec: CommandSpec, teller: Teller, values: Mapping[str, str], fixed: Iterable[str]) -> str:
    """What a button says; without a text, what is fixed tells the command from others of its kind."""
    key = teller.game.speech.label(spec)
    try:
        return teller.say(f"ask.do.{key}", **values)
    except TextError:
        return ": ".join(each for each in (_begun(readable(key)), ", ".join(fixed)) if each)


def _limits_mm(spec: CommandSpec) -> Iterator[float]:
    for field in spec.fields.values():
        if isinstance(field, Spot) and field.limit_mm is not None:
            yield field.limit_mm


def _title(prompt: Prompt, teller: Teller) -> str:
    """What is asked; of a choice, by its purpose; then what the game has to note about it."""
    purpose = str(prompt.about.get("purpose", "")).replace(".", "_")
    keys = (f"ask.choose.{purpose}", "ask.choose.anything") if prompt.key == "choose" else (f"ask.{prompt.key}",)
    values = {name: _value(name, value, teller) for name, value in prompt.about.items()}
    for key in keys:
        try:
            asked = teller.say(key, **values)
        except TextError:
            continue
        note = prompt.about.get("note")
        return asked if note is None else f"{asked} {teller.say(f'ask.note.{note}', **values)}"
    about = ", ".join(str(value) for value in values.values())
    said = _begun(readable(prompt.key))
    return f"{said}: {about}." if about else f"{said}."


def _value(name: str, value: str | float | bool, teller: Teller) -> str | float:  # noqa: FBT001 (a value, no switch)
    return teller.game.speech.word(teller.state, name, value, teller.language) if isinstance(value, str) else value


def _input(name: str, field: Field, teller: Teller, spec: CommandSpec, purpose: str) -> Input:
    label = _field(name, spec.kind, teller, "at" if isinstance(field, Spot) else "")
    match field:
        case Pick() | Cells():
            return _choosing(name, label, field, teller, spec, purpose)
        case Number(least=least, most=most):
            alone = len(spec.fields) == 1 and most - least < MAX_NUMBERS
            found = Input(name, "choose", label, _numbers(least, most))
            return found if alone else Input(name, "number", label, (), least, most)
        case Faces(count=count, faces=faces):
            choices = tuple(Choice(face, teller.face(face)) for face in faces)
            return Input(name, "faces", label, choices, count, count)
        case Spot(limit_mm=limit_mm):
            return Input(name, "place", label, limit_mm=limit_mm)
        case RolledByEach():
            return Input(name, "choose", label, _numbers(1, 6))
        case _:
            return Input(name, "words", label)


def _numbers(least: int, most: int) -> tuple[Choice, ...]:
    return tuple(Choice(str(number), str(number)) for number in range(least, most + 1))


def _choosing(name: str, label: str, field: Pick | Cells, teller: Teller, spec: CommandSpec, purpose: str) -> Input:
    words = field.options if isinstance(field, Pick) else tuple(cell_word(each) for each in field.options)
    speech = teller.game.speech
    choices = tuple(speech.choice(teller.state, each, spec, purpose, teller.language) for each in words)
    if isinstance(field, Pick):
        return Input(name, "choose", label, choices, field.least, field.most)
    return Input(name, "choose" if len(choices) <= MAX_KEYS else "pick", label, choices, is_cell=True)


def _field(name: str, kind: str, teller: Teller, common: str) -> str:
    """What a field is called; `common` is the field of all games that says the same, empty for none."""
    for key in (f"{kind}_{name}", name, common):
        try:
            return teller.say(f"ask.field.{key}")
        except TextError:
            continue
    return _begun(readable(name))


def _begun(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
