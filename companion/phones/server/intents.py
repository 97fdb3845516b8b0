"""What phones send, checked, and what they hear of it."""

import re
from typing import Annotated
from urllib.parse import parse_qs

import msgspec

from companion.games.verdicts.measured import RuleViolation
from companion.phones.pages.why import why_shown
from companion.record.errors import RecordError
from companion.referee.mat.wording import doubt_sentence
from companion.referee.match.command_builder import NotOfferedError, TypedFacesError, UnfitError, UnseenError
from companion.referee.match.command_gateway import AnswerNoted, CommandGateway
from companion.referee.match.command_request import Answer, CommandDone, CommandFailed, CommandRefused
from companion.texts import Language, say
from companion.texts.letters import odd_letter


class OddLetterError(ValueError):
    """A word has a character that nobody sees, or that turns others around."""


UNANSWERED: dict[type[Exception], str] = {
    NotOfferedError: "stale",
    TypedFacesError: "typed",
    UnfitError: "unfit",
    UnseenError: "unseen",
    OddLetterError: "odd",
}
"""Intents that never reach the rules, by what is wrong with them."""

GRANTED = ("done", "noted")
"""Answers to intents that took effect."""

REVOKE = "revoke"
"""Kind of the intent that takes back what its player may take back alone; no game has such a command."""

AGREE = "agree"
"""Kind of the intent that agrees with what is being let pass against a rule; no game has such a command."""

NAME = r"^[a-z_]{1,40}\Z"
NUMBERED_FORM = re.compile(r"([a-z_]{1,40})\.(\d{1,2})\Z", re.ASCII)
"""One of several fields that together are a list, such as `faces.2`."""
DECIMAL = re.compile(r"[0-9]{1,6}", re.ASCII)
MAX_FIELDS = 24
MAX_VALUES = 80
MAX_LETTERS = 600

Name = Annotated[str, msgspec.Meta(pattern=NAME)]
Text = Annotated[str, msgspec.Meta(max_length=MAX_LETTERS)]
Texts = Annotated[list[Text], msgspec.Meta(max_length=MAX_VALUES)]


class PhoneIntent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone wants.

    Attributes:
        id: Its own name.
        kind: The command.
        values: Words by field.
        place: The mark of the game and the seat in which a phone made it.
    """

    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}\Z")]
    kind: Name
    values: Annotated[dict[Name, Texts], msgspec.Meta(max_length=MAX_FIELDS)]
    place: Annotated[str, msgspec.Meta(max_length=64)] = ""


Outcome = Answer | AnswerNoted | Exception
"""What the game answers to an intent, or why it gives no answer."""


def read_intent(body: bytes, media: str) -> PhoneIntent:
    """An intent as JSON, or as a form sent without script.

    Raises:
        ValueError: If it is no intent.
    """
    if media == "application/json":
        intent = msgspec.json.decode(body, type=PhoneIntent)
    else:
        values = _gathered(parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MAX_VALUES))
        data = {name: values.pop(name, [""])[0] for name in ("id", "place", "kind")}
        intent = msgspec.convert({**data, "values": values}, type=PhoneIntent)
    return intent


def _gathered(fields: dict[str, list[str]]) -> dict[str, list[str]]:
    """Numbered fields put together in their order."""
    plain: dict[str, list[str]] = {}
    numbered: dict[tuple[str, int], list[str]] = {}
    for name, words in fields.items():
        found = NUMBERED_FORM.match(name)
        if found is None:
            plain[name] = words
        else:
            numbered[found[1], int(found[2])] = words
    for (name, _), words in sorted(numbered.items()):
        plain.setdefault(name, []).extend(words)
    return plain


def own_id(seat: str, intent: str) -> str:
    """By what an intent is known: of two seats with the same id of an intent, neither may hear the other's answer."""
    return f"{seat}/{intent}"


def misplaced(intent: PhoneIntent, place: str, language: Language) -> dict[str, object] | None:
    """The reply to an intent that was made at another seat or in another game; None if it was made at this place."""
    if intent.place == place:
        return None
    return {"answer": "elsewhere", "text": say(language, "phones.reply.elsewhere")}


async def reply_to(gateway: CommandGateway, seat: str, intent: PhoneIntent, language: Language) -> dict[str, object]:
    """Hands an intent in, and says what became of it: `answer`, and a sentence where there is something to say."""
    return reply_about(gateway, seat, await outcome_of(gateway, seat, intent), language)


async def outcome_of(gateway: CommandGateway, seat: str, intent: PhoneIntent) -> Outcome:
    """Hands an intent in; the answer, or why there is none."""
    try:
        _read(intent)
        if intent.kind == REVOKE:
            return _revoked(gateway, seat)
        if intent.kind == AGREE:
            return _agreed(gateway, seat, intent.values.get("dispute", []))
        return await gateway.submit(own_id(seat, intent.id), seat, intent.kind, intent.values)
    except tuple(UNANSWERED) as error:
        return error


def _revoked(gateway: CommandGateway, seat: str) -> Outcome:
    """Takes back what a player may take back alone."""
    try:
        return CommandDone() if gateway.match.revoke(seat) else NotOfferedError(REVOKE)
    except RecordError as error:
        return CommandFailed(str(error))


def _agreed(gateway: CommandGateway, seat: str, dispute: list[str]) -> Outcome:
    """Agrees with what is being let pass, as long as that is what the phone showed."""
    number = int(dispute[0]) if len(dispute) == 1 and DECIMAL.fullmatch(dispute[0]) else 0
    return CommandDone() if gateway.match.agree(seat, number) else NotOfferedError(AGREE)


def reply_about(gateway: CommandGateway, seat: str, outcome: Outcome, language: Language) -> dict[str, object]:
    """What became of an intent: `answer`, and a sentence where there is something to say."""
    match outcome:
        case Exception():
            key = UNANSWERED[type(outcome)]
            if isinstance(outcome, UnseenError) and outcome.why is not None:
                text = doubt_sentence(outcome.why, outcome.of, gateway.match.teller(language, seat))
                return {"answer": key, "text": text}
            return {"answer": key, "text": say(language, f"phones.reply.{key}")}
        case CommandDone(passed):
            return {"answer": "done", "text": ""} if passed is None else _passed(gateway, passed, seat, language)
        case AnswerNoted():
            return {"answer": "noted", "text": say(language, "phones.reply.noted")}
        case CommandRefused(violation):
            sentence = gateway.match.teller(language, seat).refusal(violation)
            reply: dict[str, object] = {"answer": "refused", "rule": violation.rule_id, "text": sentence}
            if violation.measured is not None:
                turned = gateway.match.sheet(seat, language).turned
                reply["picture"] = why_shown(violation.measured, gateway.match.teller(language, seat), turned=turned)
            return reply
        case CommandFailed():
            return {"answer": "failed", "text": say(language, "phones.reply.failed")}


def _read(intent: PhoneIntent) -> None:
    """Refuses words that would look like others to those who read them."""
    if any(odd_letter(word) for words in intent.values.values() for word in words):
        raise OddLetterError


def _passed(gateway: CommandGateway, passed: RuleViolation, seat: str, language: Language) -> dict[str, object]:
    """Of what was written down against a rule: that it was, and which."""
    sentence = gateway.match.teller(language, seat).refusal(passed)
    return {
        "answer": "done",
        "rule": passed.rule_id,
        "text": say(language, "phones.reply.passed", sentence=sentence),
    }
