"""What a reader owes and may do, grouped: the question first, then actions by who acts."""

from collections.abc import Iterable, Iterator, Sequence

from companion.games.display.sheets import PIECE, TURN, Action, ActionGroup, Bout, PendingPrompt, SeatAnswer, Side
from companion.games.prompt import CommandSpec, Pick, Prompt, is_no_way
from companion.games.signum.model.state import State
from companion.games.signum.sheets.own_cards import OwnCards
from companion.games.signum.sheets.reader import Reader
from companion.games.signum.words.phrases import pieces_of

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
CLOSES = {"finish": PIECE, "end": TURN}
ROLLED = ("roll", "priority")


def is_by_hand(spec: CommandSpec) -> bool:
    """Whether a command is one of those that are always there for what the program does not know."""
    freely = any(getattr(field, "options", None) is None for field in spec.fields.values())
    if spec.kind in ("reveal", "tell"):
        return freely
    return spec.kind in BY_HAND and "what" not in spec.fixed


def leads_nowhere(spec: CommandSpec) -> bool:
    """Whether it is a move of less than a hand can do."""
    return spec.kind == "move" and is_no_way(spec)


class ActionList:
    """What one reader is to do."""

    def __init__(self, reader: Reader, cards: OwnCards) -> None:
        """Prepares.

        Args:
            reader: Who.
            cards: The same reader's cards.
        """
        self._reader, self._view, self._cards = reader, reader.view, cards

    def owed(self, prompts: Iterable[Prompt]) -> tuple[PendingPrompt, ...]:
        """What is asked of the reader."""
        return tuple(self._ruling(each) if each.key == "ruling" else self._owed(each) for each in prompts)

    def groups(self, specs: Iterable[CommandSpec]) -> tuple[ActionGroup, ...]:
        """What the reader may do besides, by who acts."""
        groups: dict[str, list[Action]] = {}
        closing: list[Action] = []
        for spec in specs:
            if leads_nowhere(spec):
                continue
            creature, closes = str(spec.fixed.get("creature", "")), CLOSES.get(spec.kind, "")
            if closes:
                sure = self._left_over() if spec.kind == "end" else ""
                closing.append(Action(spec, piece=creature, sure=sure, closes=closes))
            else:
                notes = self._market(spec) if spec.kind == "construct" else ()
                groups.setdefault(creature, []).append(Action(spec, piece=creature, notes=notes))
        shown = [
            ActionGroup(self._reader.name(who) if who else "", tuple(found))
            for who, found in sorted(groups.items(), key=lambda group: group[0] != self._view.acting)
        ]
        return (*shown, *([ActionGroup("", tuple(closing))] if closing else []))

    def _market(self, spec: CommandSpec) -> tuple[str, ...]:
        """What a building costs, what it gives, and which cards of the own hand want it."""
        reader = self._reader
        key = reader.state.keys.get(str(spec.fixed.get("card", "")), "")
        card = reader.state.setup.cards.get(key)
        if card is None:
            return ()
        names = {key, card.building_type}
        hand = reader.own.hand if reader.own else ()
        wanting = dict.fromkeys(reader.name(each.id) for each in hand if names & {*each.lacks})
        price = [reader.say("phones.market.price", count=card.cost.prosperity)] if card.cost.prosperity else []
        wanted = [reader.say("phones.market.wanted", cards=", ".join(wanting))] if wanting else []
        return (*price, *self._cards.text(card), *wanted)

    def bout(self) -> Bout | None:
        """The melee that runs, with the dice that each has assigned."""
        fight, say = self._view.fight, self._reader.say
        if fight is None:
            return None
        sides = []
        for creature in (fight.attacker, fight.target):
            split = say("phones.fight.open")
            if creature in fight.attack or creature in fight.defence:
                dice = {"attack": fight.attack.get(creature, 0), "defence": fight.defence.get(creature, 0)}
                split = say("phones.fight.split", **dice)
            sides.append(Side(self._reader.name(creature), split))
        return Bout(say("phones.fight.title"), tuple(sides))

    def _owed(self, prompt: Prompt) -> PendingPrompt:
        assigns = prompt.key == "assign"
        detail = tuple(self._detail(prompt))
        return PendingPrompt(
            prompt,
            detail,
            likely=not assigns,
            rolled=prompt.key in ROLLED,
            of_bout=assigns,
            beside="hand" if self._is_about_hand(prompt) else "",
        )

    def _is_about_hand(self, prompt: Prompt) -> bool:
        """Whether it is answered by looking at the own hand: the starting hand, or cards to be chosen from it."""
        own = self._reader.own
        hand = {card.id for card in own.hand} if own else set()
        specs = [spec for spec in prompt.specs if spec.by == self._view.viewer]
        picks = (field for spec in specs for field in spec.fields.values() if isinstance(field, Pick))
        return bool(specs and hand) and (prompt.key == "hand" or any(hand & {*pick.options} for pick in picks))

    def _ruling(self, prompt: Prompt) -> PendingPrompt:
        """What was measured, about whom, and who has answered what."""
        question, reader = self._view.question, self._reader
        besides = tuple(spec for spec in self._view.commands if spec.kind == "withdraw")[:1]
        if question is None:
            return PendingPrompt(prompt, besides=besides, likely=False, answers_beside=True)
        about = ", ".join(reader.name(each) for each in pieces_of(reader.state, question.key))
        said = []
        for player in self._view.players:
            if not player.out:
                answer = question.agreed.get(player.id)
                key = "waits" if answer is None else "yes" if answer else "no"
                said.append(SeatAnswer(player.name, reader.say(f"phones.ruling.{key}")))
        who = reader.say("phones.ruling.asked", player=reader.name(question.command.by))
        detail = (*([about] if about else []), who, reader.say("phones.ruling.both"))
        return PendingPrompt(prompt, detail, tuple(said), besides, likely=False, measured=True, answers_beside=True)

    def _detail(self, prompt: Prompt) -> Iterator[str]:
        """What the card in question says; of a tactic that is met, that tactic's."""
        reader = self._reader
        about = str(prompt.about.get("creature") or prompt.about.get("card") or "")
        cards, keys = reader.state.setup.cards, reader.state.keys
        if prompt.key == "roll" and about:
            yield reader.name(about)
        elif prompt.key == "choose" and keys.get(about, "") in cards:
            yield from self._cards.text(cards[keys[about]])
        elif prompt.key == "reveal":
            for thing in _things(self._first(prompt), reader.state):
                if keys.get(thing, "") in cards:
                    for line in self._cards.text(cards[keys[thing]]):
                        yield f"{reader.name(thing)}: {line}"

    def _first(self, prompt: Prompt) -> Sequence[CommandSpec]:
        """The reader's first answer."""
        viewer = self._view.viewer
        return [s for s in prompt.specs if s.by == viewer or (prompt.all_of_them and s.by not in prompt.to)][:1]

    def _left_over(self) -> str:
        """Who could still act, for whoever is about to end the turn; empty if nobody."""
        reader, ready = self._reader, self._ready()
        idle = [reader.name(each.id) for each in self._view.creatures if each.id in ready]
        return reader.say("phones.sure.end", creatures=", ".join(idle)) if idle else ""

    def _ready(self) -> frozenset[str]:
        found = {self._view.acting} - {""}
        for spec in self._view.commands:
            if spec.kind == "activate":
                found |= {str(spec.fixed.get("creature", ""))}
                found |= {each for field in spec.fields.values() for each in getattr(field, "options", ())}
        return frozenset(found)


def _things(specs: Iterable[CommandSpec], state: State) -> Iterator[str]:
    """Ids of the cards that may be chosen; of a rider of a card in play, that card's."""
    for spec in specs:
        for field in spec.fields.values():
            if isinstance(field, Pick):
                for option in field.options:
                    known = option in state.keys or "/" not in option
                    yield option if known else option.rpartition("/")[0]
