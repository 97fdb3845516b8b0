"""What Signum puts on the mat, and what hands may mean that move it."""

from companion.games.signum.board.board import SignumBoard

__all__ = ["SignumBoard"]
