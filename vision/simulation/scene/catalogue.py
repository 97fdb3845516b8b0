"""The catalogue of scenes, by name."""

from collections.abc import Callable
from dataclasses import replace

from vision.errors import SourceError
from vision.simulation.scene import plain_scenes as scenes
from vision.simulation.scene import trial_scenes as trials
from vision.simulation.scene.plain_scenes import SceneOptions
from vision.simulation.scene.scene import Scene
from vision.simulation.scene.script import Ramp

FOR_PLAYERS = frozenset({"demo", "match", "board", "askew"})
"""The scenes on which people practise and look around; all others try the eyes, on a cluttered mat."""


def simulated_names() -> tuple[str, ...]:
    """Returns the names of all scenes."""
    return tuple(_SCENES)


def named_scene(name: str, options: SceneOptions) -> Scene:
    """Returns the scene with a name.

    Raises:
        SourceError: If there is none; the message lists the names.
    """
    make = _SCENES.get(name)
    if make is None:
        raise SourceError(f"There is no simulated table {name!r}; choose one of {', '.join(_SCENES)}.")
    scene = make(options)
    faults = scene.faults
    if options.blur_px is not None:
        faults = replace(faults, blur_px=Ramp(((0.0, options.blur_px),)))
    if options.noise is not None:
        faults = replace(faults, noise=options.noise)
    if options.jpeg_quality is not None:
        faults = replace(faults, jpeg_quality=options.jpeg_quality)
    return replace(scene, name=name, faults=faults, plain=name in FOR_PLAYERS and not options.clutter)


_SCENES: dict[str, Callable[[SceneOptions], Scene]] = {
    "demo": scenes.demo,
    "still": scenes.still,
    "hands": scenes.hands,
    "dark": scenes.dark,
    "shadow": scenes.shadow,
    "bump": scenes.bump,
    "blur": scenes.blur,
    "crowd": scenes.crowd,
    "tilt": scenes.tilt,
    "empty": scenes.empty,
    "play": trials.play,
    "match": trials.match,
    "focus": trials.focus,
    "flicker": trials.flicker,
    "lamp": trials.lamp,
    "sweep": trials.sweep,
    "wavy": trials.wavy,
    "creep": trials.creep,
    "corner": trials.corner,
    "turned": trials.turned,
    "board": trials.board,
    "askew": trials.askew,
}
