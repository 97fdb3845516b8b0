"""Packs with a mistake: refused with a sentence for each, and the line that it stands on."""

from pathlib import Path

import pytest

from companion.cards import CardLibrary
from companion.cards.errors import PackError


def is_refused_with_its_line(library: CardLibrary, folder: Path, text: str, old: str, new: str, said: str) -> None:
    """Puts a mistake into a pack's text, and checks that one of the sentences about it says so.

    Args:
        library: The game's.
        folder: Where the wrong pack is written.
        text: A sound pack.
        old: What is replaced, once.
        new: The mistake.
        said: A part of the sentence.
    """
    assert old in text
    wrong = folder / "wrong.toml"
    wrong.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PackError) as refused:
        library.load_packs((wrong,))
    faults = refused.value.faults
    assert any(said in str(fault) for fault in faults), [str(fault) for fault in faults]
    assert all(fault.line > 0 and fault.file.endswith("wrong.toml") for fault in faults)
