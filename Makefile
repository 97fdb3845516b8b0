# Two commands do everything, also on a bare Debian or Ubuntu: `make demo` shows the companion watching a table,
# `make test` runs every check. Both install what they need first (see scripts/setup). `make check`, for a machine that
# has it all, runs in half a minute what tells soonest.

.PHONY: demo test check compiled bench setup setup-test docs format hooks
.DEFAULT_GOAL := demo

UV = $(shell command -v uv || echo .tools/bin/uv)

demo: setup
	$(UV) run --frozen --no-dev companion demo

test: setup-test
	scripts/test

check:
	scripts/check

# The compiled twins against the code beside them, with numba in an environment of its own.
compiled: setup
	$(UV) run --isolated --frozen --extra fast pytest -q -n 0 tests/vision/compiled

bench: setup-test
	$(UV) run --frozen python -m tests.benchmarks

docs: setup
	$(UV) run --frozen python scripts/import_diagram.py

format: setup
	$(UV) run --frozen ruff format .
	$(UV) run --frozen ruff check --fix .

# For contributors: git checks the subject of each commit before it is made.
hooks:
	git config core.hooksPath scripts/hooks

setup:
	scripts/setup

setup-test:
	scripts/setup test
