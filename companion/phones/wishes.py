"""What phones send, checked, and what they hear of it."""

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from companion.record.telling import refusal_sentence
from companion.referee.desk import Desk, Noted
from companion.referee.filling import NotOfferedError, UnfitError, UnseenError
from companion.referee.match import Done, Failed, Refused
from companion.texts import Language, say

UNANSWERED: dict[type[Exception], str] = {NotOfferedError: "stale", UnfitError: "unfit", UnseenError: "unseen"}
"""Wishes that never reach the rules, by what is wrong with them."""

ID_FORM = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")
NAME_FORM = re.compile(r"[a-z_]{1,40}\Z")
NUMBERED_FORM = re.compile(r"([a-z_]{1,40})\.(\d{1,2})\Z")
"""One of several fields that together are a list, such as `faces.2`."""
MOST_FIELDS = 24
MOST_VALUES = 80
MOST_LETTERS = 600


@dataclass(frozen=True, slots=True)
class PhoneWish:
    """What a phone wants.

    Attributes:
        id: Its own name.
        kind: The command.
        values: Words by field.
    """

    id: str
    kind: str
    values: dict[str, list[str]]


def read_wish(body: bytes, media: str) -> PhoneWish:
    """A wish as JSON, or as a form sent without script.

    Raises:
        ValueError: If it is no wish.
    """
    if media == "application/json":
        data = json.loads(body)
        if not isinstance(data, dict):
            raise ValueError("a wish is an object")
        values = data.get("values")
    else:
        values = _gathered(parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MOST_VALUES))
        data = {name: values.pop(name, [""])[0] for name in ("id", "kind")}
    id_, kind = data.get("id"), data.get("kind")
    if not isinstance(id_, str) or not isinstance(kind, str) or not ID_FORM.match(id_) or not NAME_FORM.match(kind):
        raise ValueError("a wish has an id and a kind")
    if not isinstance(values, dict) or len(values) > MOST_FIELDS or not all(map(_is_field, values.items())):
        raise ValueError("a wish has words by field")
    return PhoneWish(id_, kind, values)


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


def _is_field(item: tuple[Any, Any]) -> bool:
    name, words = item
    return (
        isinstance(name, str)
        and NAME_FORM.match(name) is not None
        and isinstance(words, list)
        and len(words) <= MOST_VALUES
        and all(isinstance(word, str) and len(word) <= MOST_LETTERS for word in words)
    )


async def reply_to(desk: Desk, seat: str, wish: PhoneWish, language: Language) -> dict[str, object]:
    """Hands a wish in, and says what became of it: `answer`, and a sentence where there is something to say."""
    # Of two seats with the same id of a wish, neither may hear the other's answer.
    own_id = f"{seat}/{wish.id}"
    try:
        answer = await desk.wish(own_id, seat, wish.kind, wish.values)
    except tuple(UNANSWERED) as error:
        key = UNANSWERED[type(error)]
        return {"answer": key, "text": say(language, f"phones.reply.{key}")}
    match answer:
        case Done():
            return {"answer": "done", "text": ""}
        case Noted():
            return {"answer": "noted", "text": say(language, "phones.reply.noted")}
        case Refused(violation):
            sentence = refusal_sentence(violation, desk.match.shown, seat, language)
            return {"answer": "refused", "rule": violation.rule_id, "text": sentence}
        case Failed():
            return {"answer": "failed", "text": say(language, "phones.reply.failed")}
