"""The guided first game of Super Fantasy Brawl: from the end of the arena over the first hit to how the game is won."""

from companion.games.display.guide import GuideStep

TURN = ("asked:act",)
"""Beside this question it is told what has been: it stands between two actions, and no card waits for an answer."""
LEFT = ("offer:play", "offer:act")
"""Something is left to do in the turn."""
HIT = ("said:damaged.attack",)
"""The first attack has hit."""

GUIDE = (
    GuideStep(
        "end",
        when=("asked:end",),
        until=("said:endtaken",),
        light=("asked:end",),
        zones=("spawn_one", "spawn_two"),
    ),
    GuideStep("pick", when=("asked:pick",), until=("asked:lay",), light=("asked:pick",), optional=True),
    GuideStep("lay", when=("asked:lay",), until=("asked:change",), light=("cells", "asked:lay")),
    GuideStep("change", when=("asked:change",), until=("asked:deploy",), light=("asked:change",)),
    GuideStep("deploy", when=("asked:deploy",), until=("turn:1",), light=("meant", "zone", "asked:deploy")),
    GuideStep("refused", when=("refused",), until=("over",), light=("refused",), optional=True),
    GuideStep("back", when=("misplaced",), until=("over",), light=("misplaced",), optional=True),
    GuideStep("play", when=("asked:act",), until=("said:cardplayed", "said:actiondone"), light=("asked:act",)),
    GuideStep(
        "walk",
        when=("asked:walk",),
        until=("said:moved", "asked:attack", "asked:use", "turn:2"),
        light=("meant", "cells", "asked:walk"),
    ),
    GuideStep(
        "attack",
        when=("asked:attack",),
        until=(*HIT, "said:notreacted", "said:reacted"),
        light=("asked:attack",),
    ),
    GuideStep("skill", when=("asked:use",), light=("asked:use",), optional=True),
    GuideStep("enter", when=("asked:enter",), light=("meant", "cells", "asked:enter"), optional=True),
    GuideStep(
        "react", when=("asked:react",), until=("said:reacted", "said:notreacted"), light=("asked:react",), optional=True
    ),
    GuideStep("hit", when=HIT, beside=TURN),
    GuideStep("trap", when=("said:trapsprung",), optional=True, beside=TURN),
    GuideStep("knock_out", when=("said:knockedout",), optional=True, beside=TURN),
    GuideStep(
        "undo",
        when=("newest:moved", "newest:actiondone", "newest:damaged", "newest:refrained"),
        until=("undone",),
        light=("undoing", "undo"),
        optional=True,
        beside=TURN,
    ),
    GuideStep("challenge", when=("turn:2",), beside=TURN),
    GuideStep("approach", when=LEFT, until=HIT, light=("asked:act",)),
    GuideStep("end_turn", when=("offer:endturn",), until=("turn:2",), light=("offer:endturn",), unless=LEFT),
    GuideStep("next_turn", when=("offer:endturn",), until=HIT, light=("offer:endturn",), unless=LEFT),
    GuideStep("goal", last=True, beside=TURN),
)
"""The first step that can be shown is shown: what comes up on the way stands before what can wait."""
