"""The guided first game of Warseer: from the Hero's first hex to how the game is won."""

from companion.games.display.guide import GuideStep

TURN = ("asked:act",)
"""Beside this question it is told what has been: it stands between two actions."""

GUIDE = (
    GuideStep("lay", when=("asked:lay",), until=("asked:deploy",), light=("cells", "asked:lay"),
              optional=True),
    GuideStep("deploy", when=("asked:deploy",), until=("asked:back",), light=("meant", "zone", "asked:deploy")),
    GuideStep("back", when=("asked:back",), until=("turn:1",), light=("asked:back",)),
    GuideStep("refused", when=("refused",), until=("over",), light=("refused",), optional=True),
    GuideStep("misplaced", when=("misplaced",), until=("over",), light=("misplaced",), optional=True),
    GuideStep("activate", when=("offer:activate",), until=("said:activated",), light=("offer:activate",)),
    GuideStep(
        "walk",
        when=("asked:activation",),
        until=("said:moved", "said:attackdeclared", "turn:2"),
        light=("meant", "cells", "asked:activation"),
    ),
    GuideStep("react", when=("asked:react",), until=("said:cardplayed", "said:notreacted"), light=("asked:react",),
              optional=True),
    GuideStep("dice", when=("roll",), until=("said:rolled",), light=("roll",), optional=True),
    GuideStep("reroll", when=("asked:reroll",), light=("asked:reroll",), optional=True),
    GuideStep("attack", when=("offer:attack",), until=("said:attackdeclared",), light=("offer:attack",), optional=True),
    GuideStep("push", when=("asked:push",), until=("said:moved.push",), light=("meant", "cells", "asked:push"),
              optional=True),
    GuideStep("undo", when=("newest:moved",), until=("undone",), light=("undoing", "undo"), optional=True,
              beside=(*TURN, "asked:activation")),
    GuideStep("summon", when=("offer:summon",), until=("said:summoned", "turn:3"), light=("meant", "offer:summon"),
              optional=True),
    GuideStep("play", when=("offer:play",), until=("said:cardplayed",), light=("offer:play",), optional=True),
    GuideStep("income", when=("offer:discard",), until=("said:discarded",), light=("offer:discard",), optional=True),
    GuideStep("feat", when=("said:featdrawn",), beside=TURN),
    GuideStep("end_turn", when=("offer:endturn",), until=("turn:2",), light=("offer:endturn",)),
    GuideStep("goal", last=True, beside=TURN),
)  # fmt: skip
"""The first step that can be shown is shown: what comes up on the way stands before what can wait."""
