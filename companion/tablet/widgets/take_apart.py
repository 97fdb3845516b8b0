"""Takes widgets apart that are shown no longer, so that their memory is free at once.

A widget of Kivy refers to itself in a hundred ways: by what listens to its properties, by its parent, by the names that
its looks give to its parts. Only a search through all memory finds such a circle, at several times the price of making
the widget, and no touch is answered meanwhile. Whoever drops a widget for good knows that it is not needed any more.
"""

from collections.abc import Iterable
from contextlib import suppress

from kivy.lang import Builder
from kivy.properties import DictProperty
from kivy.uix.widget import Widget

_listened: dict[type, tuple[str, ...]] = {}
"""For each sort of widget, the properties and events that something listens to."""
_named: dict[type, tuple[str, ...]] = {}
"""For each sort of widget, the properties whose values refer to it."""


def take_apart(widget: Widget) -> None:
    """Lets nothing listen to a widget and its parts any more, and breaks the circles that hold them.

    Whatever still refers to it may read and set its properties, and those of the parts that its looks name; nothing
    comes of that. It must not be shown again.

    Args:
        widget: It is in no other widget.
    """
    _hold_named(widget)
    for child in widget.children:
        take_apart(child)
        child.parent = None
    Builder.unbind_widget(widget.uid)
    for name in _listened_of(widget):
        for observer, _, _, is_weak, uid in widget.get_property_observers(name, args=True):
            if uid:
                widget.unbind_uid(name, uid)
            elif (listener := observer() if is_weak else observer) is not None:
                widget.unbind(**{name: listener})
    widget.children = []
    widget.canvas.clear()
    for name in _named_of(widget):
        getattr(widget, name).obj = None


def _hold_named(widget: Widget) -> None:
    """Lets a widget's names hold its parts, which nothing else does from now on."""
    for name, part in list(widget.ids.items()):
        with suppress(ReferenceError):  # a part that was dropped before
            dict.__setitem__(widget.ids, name, part.__self__)


def take_all_apart(widgets: Iterable[Widget]) -> None:
    """Takes several widgets apart."""
    for each in widgets:
        take_apart(each)


def _listened_of(widget: Widget) -> tuple[str, ...]:
    kind = type(widget)
    if kind not in _listened:
        names = (*widget.properties(), *widget.events())
        _listened[kind] = tuple(name for name in names if widget.get_property_observers(name))
    return _listened[kind]


def _named_of(widget: Widget) -> tuple[str, ...]:
    kind = type(widget)
    if kind not in _named:
        _named[kind] = tuple(name for name, each in widget.properties().items() if isinstance(each, DictProperty))
    return _named[kind]
