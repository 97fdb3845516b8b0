"""The command that judges scenes given by coordinates."""

import argparse
import json
from pathlib import Path


def judge(arguments: argparse.Namespace) -> int:
    """Verdicts on a scene given by coordinates, or on a batch of scenes."""
    from companion.referee.measure.judge import judge_file

    answer, lines = judge_file(arguments.scene)
    print(json.dumps(answer) if arguments.json else "\n".join(lines))
    return 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion judge`."""
    parser.add_argument("scene", type=Path, metavar="SCENE.json", help="a scene, or a batch of scenes")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
