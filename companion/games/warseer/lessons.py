"""What learners of the game are told: the rule behind what is asked and what may be done, in a sentence with its id."""

from companion.games.display.offers import Lesson, Offer
from companion.games.warseer.own_texts import say
from companion.texts import Language

RULES = {
    "task.lay": "W-TER-03",
    "task.landmark": "W-SC4-07",
    "task.deploy": "W-SETUP-16",
    "task.deploy_squad": "W-SKIR-08",
    "task.back": "W-SETUP-17",
    "task.act": "W-ACT-05",
    "task.skirmish": "W-SKIR-15",
    "task.choose_start": "W-OPEN-57",
    "task.start_poison": "W-KW-33",
    "task.start_disease": "W-KW-17",
    "task.start_contract": "W-KW-12",
    "task.activation": "W-ACT-02",
    "task.choose_dice": "W-ATK-06",
    "task.reroll": "W-ATK-09",
    "task.enter": "W-DATA-01",
    "task.choose_order": "W-ATK-20",
    "task.after_slash": "W-CR-09",
    "task.after_swap": "W-CR-12",
    "task.after_counter": "W-KW-13",
    "task.after_advance": "W-CR-03",
    "task.after_nimble": "W-CR-07",
    "task.after_hunt": "W-KW-32",
    "task.after_strike": "W-CR-04",
    "task.choose_end": "W-TURN-22",
    "task.push": "W-PUSH-03",
    "task.shift": "W-MOVE-01",
    "task.place": "W-MOVE-04",
    "task.minion": "W-MIN-11",
    "task.protect": "W-KW-35",
    "task.choose_relic": "W-REL-16",
    "task.replace": "W-REL-06",
    "task.enchant": "W-SPELL-03",
    "task.react": "W-TAC-02",
    "task.marker": "W-MULT-02",
    "task.discard": "W-ZONE-10",
    "task.resurgent": "W-KW-37",
    "task.equip": "W-IMP-10",
    "task.choose_whom": "W-PAY-05",
    "task.choose_choice": "W-PAY-05",
    "task.choose_pay": "W-PAY-01",
    "task.choose_recall": "W-ECON-07",
    "task.choose_wreck": "W-ZONE-10",
    "do.activate": "W-ACT-11",
    "do.move": "W-MOVE-06",
    "do.run": "W-RUN-02",
    "do.attack": "W-ATK-05",
    "do.use": "W-ACTV-01",
    "do.use_healer": "W-KW-23",
    "do.use_long_shot": "W-KW-28",
    "do.use_hook": "W-KW-24",
    "do.stop": "W-ACT-06",
    "do.remove": "W-MIN-09",
    "do.summon": "W-SUM-01",
    "do.play": "W-PLAY-05",
    "do.discard": "W-ECON-08",
    "do.score": "W-FEAT-16",
    "do.spend": "W-FEAT-10",
    "do.react": "W-TAC-03",
    "do.endturn": "W-TURN-21",
}
"""The rule that each sentence of the topic `teach` rests on."""


def lessons_of(about: str | Offer, language: Language) -> tuple[Lesson, ...]:
    """What to know about what is asked or may be done.

    Args:
        about: What is asked, by its step such as `activation`; or something that may be done.
        language: The reader's.
    """
    if isinstance(about, Offer):
        keys = [f"do.{about.kind}_{about.fixed.get('ability', '')}", f"do.{about.kind}"]
    else:
        keys = [f"task.{about}"]
    key = next((each for each in keys if each in RULES), "")
    return (Lesson(RULES[key], say(language, f"teach.{key}")),) if key else ()
