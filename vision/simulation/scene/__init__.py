"""Scripted scenes as data: what is on the table, who moves it when, and the scenes there are."""
