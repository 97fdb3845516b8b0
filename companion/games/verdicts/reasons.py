"""Reasons of overrulings that the program itself gives, which are worded for each reader."""

SCOREKEEPER = "scorekeeper"
"""Nobody has agreed to it: the referee only keeps the score."""

AGREED_LIMIT = "agreed_limit"
"""The game ends by a time limit set after it began."""
