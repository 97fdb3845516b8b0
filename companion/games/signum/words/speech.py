"""What Signum says, as the rest of the program asks for it."""

from collections.abc import Mapping
from typing import cast

from companion.games.command import Event
from companion.games.display.offers import Choice, Lesson, Offer
from companion.games.display.result import ResultShown
from companion.games.display.speech import Phrase, Topic
from companion.games.prompt import CommandSpec
from companion.games.signum.fight_results import Result
from companion.games.signum.model.events import GameEnded, SignumEvent
from companion.games.signum.model.state import State
from companion.games.signum.own_texts import say
from companion.games.signum.words.lessons import lessons_of
from companion.games.signum.words.names import name_of, refusal_sentence, short_mark
from companion.games.signum.words.phrases import face_key, phrases
from companion.games.signum.words.results import result_shown
from companion.games.signum.words.tasks import choice_of, label_of, word_of
from companion.games.signum.words.topics import topic_of
from companion.games.verdicts.measured import RuleViolation
from companion.texts import Language, TextError


class SignumSpeech:
    """The sentences of Legends of Signum."""

    def said(self, state: State, event: Event) -> tuple[Phrase, ...]:
        """The sentences that an event makes, given the state before it."""
        return phrases(state, cast("SignumEvent", event))

    def ending(self, state: State) -> Phrase | None:
        """How the game ended; None while it goes on."""
        if state.outcome is None:
            return None
        (phrase,) = phrases(state, GameEnded(outcome=state.outcome))
        return phrase

    def name(self, state: State, thing: str, language: Language) -> str:
        """What a player, creature or card is called; see `naming.name_of`."""
        return name_of(thing, state, language)

    def mark(self, thing: str) -> str:
        """The seat's letter with a star for a hero, else letter and number."""
        return short_mark(thing)

    def refusal(self, state: State, violation: RuleViolation, viewer: str, language: Language) -> str:
        """Why a rule refuses a command."""
        return refusal_sentence(violation, state, viewer, language)

    def label(self, spec: CommandSpec) -> str:
        """Which text a command's button has."""
        return label_of(spec)

    def word(self, state: State, name: str, word: str, language: Language) -> str:
        """What a word of a prompt or a command means."""
        return word_of(state, name, word, language)

    def choice(self, state: State, word: str, spec: CommandSpec, purpose: str, language: Language) -> Choice:
        """One of the words that a command's field takes."""
        return choice_of(state, word, spec.kind, purpose, language)

    def face(self, state: State, face: str, language: Language) -> str:
        """What a die's face is called, as the edition has it."""
        try:
            return say(language, f"log.{face_key(state, face)}")
        except TextError:
            return face

    def lessons(self, state: State, about: str | Offer, language: Language) -> tuple[Lesson, ...]:
        """What learners are told."""
        return tuple(lessons_of(about, state.rules.edition, language))

    def topic(self, phrase: Phrase) -> Topic:
        """What a sentence is about."""
        return topic_of(phrase)

    def result(self, state: State, result: Result, shapes: Mapping[str, str], language: Language) -> ResultShown:
        """How a fight ended: both sides' dice, hits, saves, what stopped them, and the wounds."""
        return result_shown(state, result, shapes, language)
