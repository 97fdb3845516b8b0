"""What a reader owes and may do, grouped: the question first, then actions by who acts."""

from collections.abc import Iterable, Iterator, Sequence

from companion.games.display.actions import PIECE, TURN, Action, ActionGroup, BarredCard, PendingPrompt, SeatAnswer
from companion.games.display.card_look import CardLook
from companion.games.display.sheets import Bout, Side
from companion.games.prompt import CommandSpec, Pick, Prompt, Spot, is_no_way
from companion.games.signum.creature.abilities import abilities_of
from companion.games.signum.creature.prices import priced
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.mat import base_of
from companion.games.signum.model.state import State
from companion.games.signum.sheets.card_looks import look_of
from companion.games.signum.sheets.own_cards import OwnCards
from companion.games.signum.sheets.reader import Reader
from companion.games.signum.shelf.wording.abilities import ability_name, ability_rule
from companion.games.signum.turn.turns import buildable, why_not_construct
from companion.games.signum.words.names import refusal_sentence
from companion.games.signum.words.phrases import pieces_of
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import measure_gap
from companion.texts import listed

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
EXPERTS = ("expert_of_attack", "expert_of_defence")
MIN_REST_MM = 15.0
"""Who moved, and has less way than that left, is not asked about it at the end of a turn unless an enemy is so near."""
NEAR_MM = 2.0
"""So much a measured gap may be wrong."""
BROUGHT = ("construct", "layterrain")


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

    def groups(self, specs: Iterable[CommandSpec], barred: tuple[BarredCard, ...] = ()) -> tuple[ActionGroup, ...]:
        """What the reader may do besides, by who acts.

        Args:
            specs: Those commands.
            barred: Cards that a rule keeps out of the game; they stand with what no creature does.
        """
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
                notes = self._market(str(spec.fixed["card"])) if spec.kind == "construct" else ()
                action = Action(spec, piece=creature, notes=notes, look=self._look(spec))
                groups.setdefault(creature, []).append(action)
        shown = [
            ActionGroup(self._reader.name(who) if who else "", tuple(found), () if who else barred)
            for who, found in sorted(groups.items(), key=lambda group: group[0] != self._view.acting)
        ]
        return (*shown, *([ActionGroup("", tuple(closing))] if closing else []))

    def _look(self, spec: CommandSpec) -> CardLook | None:
        """How a building or a terrain looks that comes into the game."""
        cards = self._reader.state.setup.cards
        card = cards.get(self._reader.state.keys.get(str(spec.fixed.get("card", "")), ""))
        return look_of(card, cards) if card is not None and spec.kind in BROUGHT else None

    def barred(self) -> tuple[BarredCard, ...]:
        """The buildings that a rule keeps the reader from building, each with what it costs and why."""
        reader, view = self._reader, self._view
        state, found = reader.state, []
        for thing in buildable(state, view.viewer):
            fault = why_not_construct(state, view.viewer, thing)
            if fault is not None:
                why = refusal_sentence(RuleViolation(*fault), state, view.viewer, reader.language)
                look = look_of(state.card(thing), state.setup.cards)
                found.append(BarredCard(reader.name(thing), look, (*self._market(thing), why)))
        return tuple(found)

    def _market(self, thing: str) -> tuple[str, ...]:
        """What a building costs, what it gives, and which cards of the own hand want it."""
        reader = self._reader
        card = reader.state.card(thing)
        names = {card.key, card.building_type}
        hand = reader.own.hand if reader.own else ()
        wanting = dict.fromkeys(reader.name(each.id) for each in hand if names & {*each.lacks})
        cost = priced(reader.state, self._view.viewer, card).prosperity
        price = [reader.say("phones.market.price", count=cost)] if cost else []
        wanted = [reader.say("phones.market.wanted", cards=listed(wanting))] if wanting else []
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
        about = listed(reader.name(each) for each in pieces_of(reader.state, question.key))
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
        elif prompt.key == "assign" and about in reader.state.creatures:
            yield from self._experts(reader.state.creatures[about])
        elif prompt.key == "choose" and keys.get(about, "") in cards:
            yield from self._cards.text(cards[keys[about]])
        elif prompt.key == "reveal":
            for thing in _things(self._first(prompt), reader.state):
                if keys.get(thing, "") in cards:
                    for line in self._cards.text(cards[keys[thing]]):
                        yield f"{reader.name(thing)}: {line}"

    def _experts(self, creature: Creature) -> Iterator[str]:
        """The abilities that add dice where all go to one side: the keys tell the dice without them."""
        reader = self._reader
        edition = reader.state.rules.edition
        for name in EXPERTS:
            ability = next((each for each in abilities_of(reader.state, creature) if each.name == name), None)
            if ability is not None:
                named = ability_name(name, edition, reader.language)
                yield f"{named}: {ability_rule(name, edition, reader.language, ability)}"

    def _first(self, prompt: Prompt) -> Sequence[CommandSpec]:
        """The reader's first answer."""
        viewer = self._view.viewer
        return [s for s in prompt.specs if s.by == viewer or (prompt.all_of_them and s.by not in prompt.to)][:1]

    def _left_over(self) -> str:
        """Who could still act, for whoever is about to end the turn; empty if nobody."""
        reader, ready = self._reader, self._ready()
        idle = [reader.name(each.id) for each in self._view.creatures if each.id in ready]
        return reader.say("phones.sure.end", creatures=listed(idle)) if idle else ""

    def _ready(self) -> frozenset[str]:
        acting, commands = self._view.acting, self._view.commands
        own = (each for each in commands if each.fixed.get("creature") == acting and each.kind not in CLOSES)
        found = {acting} if acting and any(not self._is_rest(each) for each in own) else set()
        for spec in commands:
            if spec.kind == "activate":
                found |= {str(spec.fixed.get("creature", ""))}
                found |= {each for field in spec.fields.values() for each in getattr(field, "options", ())}
        return frozenset(found)

    def _is_rest(self, spec: CommandSpec) -> bool:
        """Whether it is the rest of a move that nobody forgets: short, and too short for contact with an enemy."""
        state, creature = self._reader.state, self._reader.state.creatures.get(str(spec.fixed.get("creature", "")))
        left_mm = [field.limit_mm for field in spec.fields.values() if isinstance(field, Spot)]
        if spec.kind != "move" or creature is None or creature.stand is None or None in left_mm:
            return False
        rest_mm = max(each for each in left_mm if each is not None) if left_mm else 0.0
        if leads_nowhere(spec) or not creature.deeds.moved_mm or rest_mm >= MIN_REST_MM:
            return leads_nowhere(spec)
        own = base_of(state, creature)
        enemies = (
            base_of(state, each)
            for each in state.creatures.values()
            if each.stand is not None and not state.allied(each.controller, creature.controller)
        )
        return all(measure_gap(own, each).gap_mm > rest_mm + NEAR_MM for each in enemies)


def _things(specs: Iterable[CommandSpec], state: State) -> Iterator[str]:
    """Ids of the cards that may be chosen; of a rider of a card in play, that card's."""
    for spec in specs:
        for field in spec.fields.values():
            if isinstance(field, Pick):
                for option in field.options:
                    known = option in state.keys or "/" not in option
                    yield option if known else option.rpartition("/")[0]
