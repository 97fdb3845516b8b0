"""What a reader owes and may do, grouped for a phone: the question first, then acts by who acts."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.games.command import SPECTATOR
from companion.games.prompt import CommandSpec
from companion.games.signum.phrases import pieces_of
from companion.games.signum.state import State
from companion.games.signum.views import SignumView
from companion.phones.showing_cards import CardShowing
from companion.presentation.teller import Teller
from companion.referee.by_hand import by_hand_offers
from companion.referee.deeds import CLOSING
from companion.referee.owing import OCCASION
from companion.referee.tasks import Offer, Task, offer, offers, tasks


class ActShowing:
    """Shows one reader what to do."""

    def __init__(
        self,
        view: SignumView,
        teller: Teller,
        cards: CardShowing,
        occasion: int,
        *,
        why: str = "",
    ) -> None:
        """Prepares.

        Args:
            view: All that the reader may know.
            teller: Tells the reader of the game.
            cards: Shows cards to the same reader.
            occasion: The one that answers are for. Dice, or the same player at another screen, may be faster than this
                one, and what is asked next may look just alike.
            why: The picture of what is too close to call.
        """
        self._why, self._now = why, {OCCASION: str(occasion)}
        self._view, self._teller, self._cards = view, teller, cards
        self._state: State = teller.state

    def owed(self) -> list[dict[str, Any]]:
        """What is asked of the reader."""
        view = self._view
        if view.viewer == SPECTATOR:
            return []
        return [self._task(task) for task in tasks(view.prompts, self._teller.to(view.viewer))]

    def free(self, specs: Iterable[CommandSpec]) -> list[dict[str, Any]]:
        """What the reader may do besides, by who acts; cards of the hand stand there."""
        groups: dict[str, list[Offer]] = {}
        closing: list[dict[str, Any]] = []
        for each in offers(specs, self._teller):
            if each.kind in CLOSING:
                sure = self._left_over() if each.kind == "end" else ""
                closing.append({"offer": each, "sure": sure, "fold": False})
            else:
                groups.setdefault(each.fixed.get("creature", ""), []).append(each)
        shown = [
            {
                "title": self._name(who) if who else "",
                "offers": [{"offer": each, "sure": "", "fold": _is_long(each)} for each in found],
            }
            for who, found in sorted(groups.items(), key=lambda group: group[0] != self._view.acting)
        ]
        return [*shown, *([{"title": "", "offers": closing}] if closing else [])]

    def by_hand(self) -> list[dict[str, Any]]:
        """What the reader may set by hand."""
        sure = {"concede": self._say("phones.sure.concede"), "offerdraw": self._say("phones.sure.offerdraw")}
        found = by_hand_offers(self._view, self._teller)
        return [{"offer": each, "sure": sure.get(each.kind, "")} for each in found]

    def fight(self) -> dict[str, Any] | None:
        """The melee that runs, with the dice that each has assigned."""
        fight = self._view.fight
        if fight is None:
            return None
        sides = []
        for creature in (fight.attacker, fight.target):
            split = self._say("phones.fight.open")
            if creature in fight.attack or creature in fight.defence:
                dice = {"attack": fight.attack.get(creature, 0), "defence": fight.defence.get(creature, 0)}
                split = self._say("phones.fight.split", **dice)
            sides.append({"name": self._name(creature), "split": split})
        return {"title": self._say("phones.fight.title"), "sides": sides}

    def _task(self, task: Task) -> dict[str, Any]:
        shown: dict[str, Any] = {"title": task.title, "key": task.key, "detail": [], "said": [], "picture": ""}
        shown["step"] = task.step
        shown["offers"] = [self._folded(each, task) for each in task.offers]
        if task.key == "ruling":
            shown |= self._ruling()
            withdraw = next((spec for spec in self._view.commands if spec.kind == "withdraw"), None)
            if withdraw is not None:
                shown["offers"].append({"offer": offer(withdraw, self._teller), "fold": False, "main": False})
        else:
            shown["detail"] = self._detail(task)
        return shown

    def _folded(self, each: Offer, task: Task) -> dict[str, Any]:
        """One answer; lists of many cards wait behind their name where there are other answers too."""
        main = task.key not in ("assign", "ruling") and each is task.offers[0]
        meant = replace(each, fixed={**each.fixed, **self._now})
        return {"offer": meant, "fold": _is_long(each) and len(task.offers) > 1, "main": main}

    def _ruling(self) -> dict[str, Any]:
        """What was measured, about whom, and who has answered what."""
        question = self._view.question
        if question is None:
            return {}
        about = ", ".join(self._name(each) for each in pieces_of(self._state, question.key))
        said = []
        for player in self._view.players:
            if not player.out:
                answer = question.agreed.get(player.id)
                key = "waits" if answer is None else "yes" if answer else "no"
                said.append({"name": player.name, "answer": self._say(f"phones.ruling.{key}")})
        who = self._say("phones.ruling.asked", player=self._name(question.command.by))
        detail = [*([about] if about else []), who, self._say("phones.ruling.both")]
        return {"detail": detail, "said": said, "picture": self._why}

    def _detail(self, task: Task) -> list[str]:
        """What the card in question says; of a tactic that is met, that tactic's."""
        things = [task.about]
        if task.key == "roll":
            return [self._name(task.about)] if task.about else []
        if task.key == "reveal":
            things = [choice.thing for each in task.offers[:1] for entry in each.inputs for choice in entry.choices]
        cards = self._state.setup.cards
        found = [(thing, self._state.keys.get(thing, "")) for thing in things if thing]
        if task.key == "reveal":
            return [
                f"{self._name(thing)}: {line}"
                for thing, key in found
                if key in cards
                for line in self._cards.text(cards[key])
            ]
        return [
            line for _, key in found if key in cards and task.key == "choose" for line in self._cards.text(cards[key])
        ]

    def _left_over(self) -> str:
        """Who could still act, for whoever is about to end the turn; empty if nobody."""
        view = self._view
        idle = [self._name(each.id) for each in view.creatures if each.id in self._ready()]
        return self._say("phones.sure.end", creatures=", ".join(idle)) if idle else ""

    def _ready(self) -> frozenset[str]:
        found = {self._view.acting} - {""}
        for spec in self._view.commands:
            if spec.kind == "activate":
                found |= {str(spec.fixed.get("creature", ""))}
                found |= {each for field in spec.fields.values() for each in getattr(field, "options", ())}
        return frozenset(found)

    def _name(self, thing: str) -> str:
        return self._teller.name(thing)

    def _say(self, key: str, **values: object) -> str:
        return self._teller.say(key, **values)


def _is_long(each: Offer) -> bool:
    """Whether it takes more than one tap, so that it waits behind its name where there is much else."""
    if len(each.inputs) == 1 and each.inputs[0].kind == "choose" and each.inputs[0].most == 1:
        return False
    return any(entry.kind == "choose" and len(entry.choices) > entry.least for entry in each.inputs)
