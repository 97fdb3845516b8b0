"""The guided first game of Legends of Signum: from the hero's place to how the game is won."""

from companion.games.display.guide import GuideStep

GUIDE = (
    GuideStep("first", when=("asked:first",), until=("said:order_set",), light=("asked:first",)),
    GuideStep("place", when=("asked:place_hero",), until=("said:stands",), light=("meant", "zone")),
    GuideStep("place_other", when=("asked:place_hero",), until=("asked:hand", "turn:1"), light=("meant", "zone")),
    GuideStep("hand", when=("asked:hand",), until=("turn:1",), light=("asked:hand",)),
    GuideStep("refused", when=("refused",), until=("over",), light=("refused",), optional=True),
    GuideStep("back", when=("misplaced",), until=("over",), light=("misplaced",), optional=True),
    GuideStep("build", when=("offer:construct",), until=("said:phase.activation",), light=("offer:construct",)),
    GuideStep(
        "move",
        when=("offer:activate", "offer:move"),
        until=("said:moved_by", "meant:move", "meant:run"),
        light=("model",),
    ),
    GuideStep("why", when=("meant:move", "meant:run"), until=("why",), light=("measured", "tab:log")),
    GuideStep("keep", when=("meant:move", "meant:run"), until=("said:moved_by",), light=("meant",)),
    GuideStep("undo", when=("said:moved_by",), until=("undone",), light=("undoing", "undo")),
    GuideStep(
        "melee",
        when=("offer:fight", "then:fight"),
        until=("said:told.melee_declared",),
        light=("offer:fight", "meant"),
    ),
    GuideStep("shot", when=("offer:shoot",), until=("said:told.shot_declared",), light=("offer:shoot",), optional=True),
    GuideStep(
        "dice",
        when=("asked:assign", "asked:roll"),
        until=("said:rolled", "said:rolled_well"),
        light=("asked:assign", "roll"),
    ),
    GuideStep("result", when=("result",), light=("result",)),
    GuideStep(
        "card",
        when=("offer:play",),
        until=("said:tapped", "said:moved.tactics", "said:moved.relics"),
        light=("offer:play", "tab:hand"),
        optional=True,
    ),
    GuideStep(
        "approach",
        when=("offer:construct", "offer:skip", "offer:activate", "offer:move"),
        until=("offer:fight", "then:fight", "said:told.melee_declared"),
        light=("meant", "model"),
    ),
    GuideStep("end_turn", when=("offer:end",), until=("turn:2",), light=("offer:end",)),
    GuideStep("goal", last=True),
)
"""The first step that can be shown is shown: what comes up in a fight stands before what can wait."""
