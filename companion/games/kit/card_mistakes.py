"""What is wrong with a card that is being made: where it is shown, and in which words."""

from collections.abc import Callable, Sequence

from companion.cards.mistakes import Mistake, Sentence
from companion.games.workshop import Raw
from companion.texts import Language


def in_place(mistake: Mistake) -> Mistake:
    """A mistake where it is shown: what is missing stands where it would be written."""
    path, sentence = mistake
    field = sentence.values.get("field") if isinstance(sentence, Sentence) else None
    return ((*path, str(field)) if field else path), sentence


def once_named(raw: Raw, found: Sequence[Mistake]) -> Raw | None:
    """A card as if it had a name, where it lacks nothing else that its kind must have; None where it does.

    So all that is still wrong is told at once, and not the rest only after the card was named.
    """
    if len(found) != 1 or in_place(found[0])[0] != ("names",) or "names" in raw:
        return None
    return {**raw, "names": {each.value: "?" for each in Language}}


def said(mistake: Mistake, say: Callable[..., str]) -> str:
    """What is wrong, in a sentence for players.

    Args:
        mistake: Of a card.
        say: The text of a key, with what its placeholders stand for.
    """
    _, sentence = mistake
    if not isinstance(sentence, Sentence):
        return sentence
    values = {name: value for name, value in sentence.values.items() if name != "field"}
    return say(f"workshop.wrong.{sentence.key}", **values)
