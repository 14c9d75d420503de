# `make report` and `make test` need only Python and make: they set up .venv by themselves.
# Another Python: make report PYTHON=python3.12. More for pytest: make test PYTEST_ARGS="-k rules".
PYTHON ?= python3
VENV ?= .venv
PYTEST_ARGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
NOTEBOOKS := $(wildcard notebooks/*.ipynb)
PRESETS := $(patsubst ginwin/presets/%.toml,%,$(wildcard ginwin/presets/*.toml))

.DELETE_ON_ERROR:
.PHONY: report reports test test-slow test-all notebooks lint bench clean

report: $(VENV)/.runtime
	@$(BIN)/ginwin report

reports: $(VENV)/.runtime
	@for preset in $(PRESETS); do \
	  $(BIN)/ginwin report $$preset --out reports --format pdf,xlsx,md || exit; \
	done

test: $(VENV)/.dev
	$(BIN)/pytest -n auto $(PYTEST_ARGS)

test-slow: $(VENV)/.dev
	$(BIN)/pytest -m slow $(PYTEST_ARGS)

test-all: test test-slow notebooks

notebooks: $(VENV)/.dev
	$(if $(NOTEBOOKS),$(BIN)/pytest --nbmake $(NOTEBOOKS))

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(VENV)/.dev
	@mkdir -p .benchmarks
	$(BIN)/pytest benchmarks --benchmark-quiet --benchmark-json=.benchmarks/speed.json $(PYTEST_ARGS)
	@$(BIN)/python benchmarks/table.py .benchmarks/speed.json
	@$(BIN)/python benchmarks/processes.py

clean:
	rm -rf $(VENV) build dist .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: a change of pyproject.toml or constraints.txt installs again.
$(VENV)/.runtime: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "error: ginwin needs Python 3.11 or newer, but '$(PYTHON)' is not;" \
	    "name another one: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up $(VENV) (once) ..." >&2
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime
	@echo "Setting up the development tools in $(VENV) (once) ..." >&2
	@$(PIP) install --constraint constraints.txt --editable '.[dev]'
	@touch $@
