"""What learners of the game are told: the rule behind what is asked and what may be done, in a sentence with its id."""

from companion.games.brawl.own_texts import say
from companion.games.display.offers import Lesson, Offer
from companion.texts import Language

RULES = {
    "task.lead": "B-TEAM-21",
    "task.end": "B-SETUP-02",
    "task.ban": "B-DRAFT-08",
    "task.pick": "B-DRAFT-04",
    "task.lay": "B-SETUP-10",
    "task.change": "B-SETUP-12",
    "task.deploy": "B-SETUP-14",
    "task.act": "B-ACT-05",
    "task.enter": "B-KO-09",
    "task.walk": "B-MOVE-03",
    "task.dash": "B-KW-16",
    "task.swoop": "B-KW-13",
    "task.jump": "B-KW-14",
    "task.force": "B-KW-11",
    "task.fear": "B-KW-17",
    "task.place": "B-KW-15",
    "task.plan": "B-KW-09",
    "task.stun": "B-KW-07",
    "task.attack": "B-TGT-01",
    "task.use": "B-SKILL-04",
    "task.react": "B-REACT-03",
    "task.strike": "B-BA-05",
    "task.heal": "B-KW-04",
    "task.how_many": "B-BASE-16",
    "task.choose": "B-BASE-13",
    "do.play": "B-ACT-02",
    "do.act_plan": "B-BA-03",
    "do.act_heal": "B-BA-04",
    "do.act_strike": "B-BA-05",
    "do.act_run": "B-BA-06",
    "do.stop": "B-MOVE-02",
    "do.aim": "B-TGT-14",
    "do.refrain": "B-ATK-04",
    "do.react": "B-REACT-09",
    "do.endturn": "B-REF-05",
}
"""The rule that each sentence of the topic `teach` rests on."""


def lessons_of(about: str | Offer, language: Language) -> tuple[Lesson, ...]:
    """What to know about what is asked or may be done.

    Args:
        about: What is asked, by its step such as `walk`; or something that may be done.
        language: The reader's.
    """
    if isinstance(about, Offer):
        keys = [f"do.{about.kind}_{about.fixed.get('action', '')}", f"do.{about.kind}"]
    else:
        family = "how_many" if about.startswith("how_many") else about.partition("_")[0]
        keys = [f"task.{about}", f"task.{family}"]
    key = next((each for each in keys if each in RULES), "")
    return (Lesson(RULES[key], say(language, f"teach.{key}")),) if key else ()
