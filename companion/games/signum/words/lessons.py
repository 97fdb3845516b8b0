"""What learners of Signum are told: the rule behind what is asked and what may be done, in a sentence with its id."""

from collections.abc import Iterator

from companion.games.display.offers import Lesson, Offer
from companion.games.signum.model.constants import Edition
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.wording.abilities import ability_rule
from companion.texts import Language, TextError

RULES = {
    "task.priority": "S-SETUP-02",
    "task.first": "S-SETUP-04",
    "task.claim_side": "S-VAR-15",
    "task.place_hero": "S-SETUP-06",
    "task.hand": "S-SETUP-11",
    "task.roll": "S-CONST-01",
    "task.roll_melee_attack": "S-MELEE-19",
    "task.roll_melee_defence": "S-MELEE-25",
    "task.roll_ranged_attack": "S-RANGED-11",
    "task.roll_ranged_defence": "S-RANGED-15",
    "task.roll_backstab": "S-BACK-06",
    "task.roll_detection": "S-STEALTH-13",
    "task.roll_magical_detection": "S-STEALTH-21",
    "task.roll_regeneration": "S-AB-52",
    "task.roll_search_ruins": "S-TERRAIN-31",
    "task.roll_secret_entrance": "S-TERRAIN-40",
    "task.reroll": "S-MELEE-37",
    "task.assign": "S-MELEE-10",
    "task.pursuit": "S-AB-47",
    "task.place": "S-MOVE-12",
    "task.place_summoned": "S-SUMMON-03",
    "task.place_if_possible": "S-SUMMON-04",
    "task.come_out_if_possible": "S-TERRAIN-41",
    "task.reveal": "S-CARD-49",
    "task.ruling": "",
    "task.choose": "S-PLAY-13",
    "task.choose_ends_first": "S-TURN-31",
    "task.choose_relic_takes_damage": "S-DMG-09",
    "task.choose_eliminated": "S-DMG-16",
    "task.choose_overflow": "S-TURN-10",
    "task.choose_contract": "S-AB-13",
    "task.choose_backstab_from_hiding": "S-BACK-20",
    "task.choose_reaction_next": "S-CARD-52",
    "do.construct": "S-TURN-15",
    "do.skip": "S-TURN-13",
    "do.play": "S-PLAY-04",
    "do.layterrain": "S-CONST-20",
    "do.usebuilding": "S-PLAY-09",
    "do.activate": "S-TURN-27",
    "do.finish": "S-ACT-02",
    "do.move": "S-MOVE-13",
    "do.move_run": "S-MOVE-25",
    "do.fight": "S-MELEE-05",
    "do.fight_magical": "S-MELEE-34",
    "do.shoot": "S-RANGED-02",
    "do.detect": "S-STEALTH-11",
    "do.detect_magical": "S-STEALTH-20",
    "do.use": "S-ACT-07",
    "do.end": "S-TURN-30",
    "do.keep": "S-SETUP-16",
    "do.mulligan": "S-SETUP-11",
    "do.trade": "S-SETUP-13",
    "do.reveal_no": "S-CARD-50",
    "do.offerdraw": "S-END-09",
    "do.setvalue": "S-DRAGON-01",
}
"""The rule that each sentence of the topic `teach` rests on; empty where the referee itself does."""

FLAGS = {"move": "run", "fight": "magical", "detect": "magical"}
"""Fields that make another act of a kind."""


def lessons_of(about: str | Offer, edition: Edition, language: Language) -> Iterator[Lesson]:
    """What to know about what is asked or may be done: its rule, and what the ability says that it uses.

    Args:
        about: What is asked, by its step such as `roll.melee.attack`; or something that may be done.
        edition: Of the rules.
        language: The reader's.
    """
    if isinstance(about, Offer):
        yield from _told(_act(about), language)
        yield from _ability(about.fixed.get("ability", ""), edition, language)
    else:
        own = f"task.{about.replace('.', '_')}"
        yield from _told(own if own in RULES else f"task.{about.partition('.')[0]}", language)


def _told(key: str, language: Language) -> Iterator[Lesson]:
    if key in RULES:
        yield Lesson(RULES[key], say(language, f"teach.{key}"))


def _ability(name: str, edition: Edition, language: Language) -> Iterator[Lesson]:
    try:
        yield Lesson("", ability_rule(name, edition, language))
    except TextError:  # one of a card's own, which is printed there
        return


def _act(offer: Offer) -> str:
    flag = FLAGS.get(offer.kind, "")
    if flag and offer.fixed.get(flag) == "true":
        return f"do.{offer.kind}_{flag}"
    if offer.kind == "reveal":
        return "task.reveal" if offer.fixed.get("yes") == "true" else "do.reveal_no"
    return f"do.{offer.kind}"
