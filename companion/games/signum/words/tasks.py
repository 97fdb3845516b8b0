"""What Signum's prompts and commands are called: keys of texts, and what the words in them mean."""

from companion.games.defaults.speech import readable
from companion.games.display.offers import Choice
from companion.games.prompt import CommandSpec
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.effects.effect import ChoiceEffect
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import EffectStep
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.wording.abilities import ability_name
from companion.games.signum.shelf.wording.cards import CardWords
from companion.games.signum.words.names import name_of
from companion.games.signum.words.phrases import face_key
from companion.texts import Language, TextError, listed


def label_of(spec: CommandSpec) -> str:
    """Which text a command's button has: some kinds read differently with other values."""
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


def word_of(state: State, name: str, word: str, language: Language) -> str:
    """What a word means that stands in a prompt or a command under a name."""
    match name:
        case "purpose" | "ability":
            return _ability(word, state.rules.edition, language)
        case "good":
            return listed(say(language, f"log.{face_key(state, face)}") for face in word.split(","))
        case "question":
            return _first(language, word, f"log.question.{word.partition(':')[0]}")
        case "side":
            return _first(language, word, f"log.side.{word}")
        case "what":
            return _first(language, word, f"log.value.{word}")
        case _:
            return name_of(word, state, language)


def choice_of(state: State, word: str, kind: str, purpose: str, language: Language) -> Choice:
    """One of the words that a command's field takes.

    Args:
        state: The game.
        word: Which.
        kind: Of the command.
        purpose: What the prompt is for that it answers; empty for none.
        language: The reader's.
    """
    if word in state.players or word in state.setup.cards or word in state.keys:
        return Choice(word, name_of(word, state, language), word)
    if word.isdigit() and kind == "reroll":
        return Choice(word, say(language, "ask.option.die", number=int(word) + 1))
    if word.isdigit() and purpose in ("overflow", "discard_blind"):
        return Choice(word, say(language, "ask.option.hidden_card", number=int(word)))
    if purpose == "ends_first":  # a lasting effect: its creature, and the card that gave it
        creature, source, _ = (*word.split("/"), "", "")[:3]
        effect = say(language, "ask.option.lasting", source=name_of(source, state, language))
        return Choice(word, f"{name_of(creature, state, language)}: {effect}", creature)
    if "/" in word:  # a rider of a card in play, such as `A:17/0`
        card = word.rpartition("/")[0]
        return Choice(word, name_of(card, state, language), card)
    if purpose == "effect.choice":
        text = _option_words(state, int(word), language)
    else:
        text = _first(language, word, f"ask.option.{word}", f"log.{word}")
    return Choice(word, text)


def _option_words(state: State, number: int, language: Language) -> str:
    """What an option of a card brings, as its card says it."""
    for step in reversed(state.steps):
        effect = step.effects[0] if isinstance(step, EffectStep) and step.effects else None
        if isinstance(effect, ChoiceEffect):
            return CardWords.of_game(state.setup, language).option(effect, number - 1)
    return str(number)


def _ability(key: str, edition: Edition, language: Language) -> str:
    if key in CATALOGUE:
        return ability_name(key, edition, language)
    return _first(language, key, f"log.purpose.{key}")


def _first(language: Language, otherwise: str, *keys: str) -> str:
    """The first of these texts that there is; else the word itself, readable."""
    for key in keys:
        try:
            return say(language, key)
        except TextError:
            continue
    return readable(otherwise)
