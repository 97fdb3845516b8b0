"""A game in the middle of a first turn, for journeys on which something goes wrong.

Ann's hero and two of her guards stand in a row before Bob's hero, nobody is activated yet, and everybody knows which
model is whose: the models slide to their places by themselves when the journey begins.
"""

from pathlib import Path

from companion.geometry import MatPoint
from companion.referee.api.placement import PlacementState
from companion.referee.mat.models import Models
from companion.referee.mat.models_file import write_models
from companion.session import beside
from tests.journeys.game_script import BEGINS, GUARD, captain, scripted
from tests.journeys.record_comparison import begun
from tests.plain_spaces import spaced

HERO, LEFT, RIGHT, FOE = "A:hero", "A:1", "A:2", "B:hero"
BASES = {HERO: "a1", LEFT: "a2", RIGHT: "a3", FOE: "b1"}
PLACES = {HERO: (300, 150), LEFT: (180, 150), RIGHT: (420, 150), FOE: (300, 420)}

BEGUN = (
    *BEGINS,
    "A skip",
    "A play card=A:1",
    "A place creature=A:1 at=200,16",
    "A play card=A:2",
    "A place creature=A:2 at=400,16",
)


def begun_midgame(
    folder: Path,
    *more: str,
    places: dict[str, tuple[float, float]] | None = None,
    strength: int = 3,
    **settings: object,
) -> Path:
    """Writes the record, with lines of the test's own behind it, and which model is whose.

    Args:
        folder: That of the journey.
        more: Further lines of the script.
        places: Where creatures stand, where that is not as usual.
        strength: Of both heroes: how many dice each has.
        settings: Of the program, where they are not the usual ones.
    """
    stand = [f"table correct of={of} at={x_mm},{y_mm},0.1" for of, (x_mm, y_mm) in (PLACES | (places or {})).items()]
    path = begun(folder, scripted(*BEGUN, *stand, *more, cards=(captain(strength=strength), GUARD)), **settings)
    write_models(beside(path, "models"), Models(BASES))
    return path


async def sits_down(person) -> None:
    """Goes on with the game, puts all models where the record has them, and waits until they are seen there.

    Templates of terrain, which these tables have none of, are not waited for.
    """
    await person.continues()
    stands = {of: each.stand for of, each in person.state.creatures.items() if each.stand is not None}
    bases = {of: person.play.standing.of(of).base for of in stands}
    person.hands_of.knock({bases[of]: MatPoint(at.x_mm, at.y_mm) for of, at in stands.items()})

    def in_place() -> bool:
        standing = person.play.standing
        return (
            all(standing.of(of).how is PlacementState.IN_PLACE for of in stands) and not ghosts(person) & stands.keys()
        )

    await person.until(in_place, "models in their places")


def ghosts(person) -> set[str]:
    """Whatever is shown to be put back."""
    return {each.of for each in person.play.standing.all if each.ghost}


def sentence(person, of: str) -> str:
    """Where a model is to be put back, as it is shown; empty if it is not."""
    card = person.ghost(of)
    return "" if card is None else spaced(card.text)


def is_ticked(person, of: str) -> bool:
    """Whether it is shown that a model which was put back fits."""
    card = person.ghost(of)
    return card is not None and card.mark == "✔"


def reading(person, of: str):
    """What was most likely meant by what was done with a model; None for nothing."""
    return next((each for each in person.play.proposals if each.of == of), None)


def key_about(person, of: str, text: str):
    """The key that reads so on the card of what was done with a model, or of where it is to be put back."""
    readings = (each for each in person.cards("ProposalCard") if each.proposal.of == of)
    ghost = person.ghost(of)
    cards = [*readings, *([] if ghost is None else [ghost])]
    return next((each for card in cards for each in card.walk() if getattr(each, "text", "") == text), None)
