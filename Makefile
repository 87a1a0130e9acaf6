# make play    play in the browser, or in the terminal where there is none
# make test    check everything: style, types, layers, and all tests
# make bench   measure speed, beside a peer in the same run
# make lint    style, types and layers only
# make soak    the long forms of the tests
#
# Each makes a virtual environment in .venv first, if it is not there. PYTHON chooses the Python it is made with.

PYTHON ?= python3
BIN := .venv/bin
# Two for each processor: many tests wait for another process or for a screen.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))')
PYTEST := $(BIN)/python -m pytest --dist=worksteal
TOGETHER := $(MAKE) --no-print-directory --jobs=2 --output-sync=target
# Rules, notation and match logic, as plain Python: the compiled code's own reference, and what coverage can see.
PLAIN := tests/test_cases.py tests/games tests/notation tests/match tests/records tests/rules

# Tests start the program many times: it is compiled to bytecode once, even where Python was told to keep none.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test lint warm bench soak clean
.DELETE_ON_ERROR:

play: .venv/installed
	@$(BIN)/tabuleiro serve --open

test:
	@$(TOGETHER) .venv/developing .venv/system
	@$(TOGETHER) lint warm
	$(PYTEST) -n $(WORKERS) --durations=20
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -n 2 tests/test_cases.py
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n $(WORKERS) -m 'not compiled' $(PLAIN) --cov --cov-report=term:skip-covered

lint: .venv/developing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# Compiles all games and the engine, so that tests that run side by side need not.
warm: .venv/developing
	$(BIN)/tabuleiro warm

bench: .venv/developing
	$(BIN)/python benchmarks/peers.py
	$(BIN)/tabuleiro bench
	$(BIN)/python benchmarks/proofs.py
	$(BIN)/python benchmarks/load.py

soak: .venv/developing .venv/system
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,ray]'
	TABULEIRO_SOAK=1 $(PYTEST) -n $(WORKERS)
	NUMBA_BOUNDSCHECK=1 $(BIN)/tabuleiro warm --no-searches
	TABULEIRO_SOAK=1 NUMBA_BOUNDSCHECK=1 $(PYTEST) -n $(WORKERS) tests/test_cases.py tests/test_conformance.py tests/games

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/developing: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/installed

# Made once everything is installed; until then it is looked for, and what is missing is said, each time.
.venv/system: tools/install-system-packages
	@mkdir -p .venv
	@tools/install-system-packages $@
