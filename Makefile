# Every chore of the project. `make` alone lists them.
#
# ARGS="…" passes options on, for example: make test ARGS="tests/games -k notation"

VENV    := .venv
BIN     := $(VENV)/bin
KIBITZ  := $(BIN)/kibitz
PIP     := $(BIN)/python -m pip --disable-pip-version-check
# Several times as fast as pip, above all because it leaves the compiling of modules to their first
# import. Where it finds no packages, as it does not read the configuration of pip, pip takes over.
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt
HOST    ?= 127.0.0.1
PORT    ?= 8000
ARGS    ?=
UPGRADE ?=
GAME    ?= knaves
GENERATORS := .cache/generators

# The first Python on this machine that is new enough and can make a virtual environment.
# OR-Tools and Numba have no wheels above the upper bound yet.
PYTHON  ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' \
	>/dev/null 2>&1 && echo "$$python" && break; done)

# Nothing that a tool remembers lies in the tree, except under .cache/.
export HYPOTHESIS_STORAGE_DIRECTORY ?= $(CURDIR)/.cache/hypothesis

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test test-browser pictures check format bench bench-strength bench-ablation bench-openspiel bench-nodes docs generators image-test warm lock

help: ## list the chores
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  \033[1mmake %-15s\033[0m %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.installed-run ## install, solve one deal, serve on http://127.0.0.1:8000 and compile the rest meanwhile
	exec $(KIBITZ) serve --host $(HOST) --port $(PORT) --example

test: $(VENV)/.installed-test ## install, compile the kernels, run every test
	$(KIBITZ) warm
	$(BIN)/python -m pytest --ignore=tests/browser $(ARGS)

test-browser: $(VENV)/.installed-browser ## play every game on the board, in Chromium
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		apt-get update -qq && apt-get install -qq --yes --no-install-recommends chromium >/dev/null; } || \
		echo "Chromium could not be installed: the tests of the board will be skipped." >&2
	$(KIBITZ) warm
	$(BIN)/python -m pytest tests/browser $(ARGS)

pictures: $(VENV)/.installed-browser ## take the pictures of the board in docs/pictures again
	$(BIN)/python -m tests.browser.pictures

check: $(VENV)/.installed-check ## style, types, layers, pages, Dockerfile; changes nothing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/python -m tests.house
	$(BIN)/hadolint Dockerfile
	@command -v npm >/dev/null || { echo "Node.js is missing: the types of the board are not checked." >&2; exit 0; }; \
		$(MAKE) --no-print-directory node_modules/.installed && \
		node_modules/.bin/tsc --project web/jsconfig.json && \
		$(BIN)/python -m tests.javascript_types --check

format: $(VENV)/.installed-check ## rewrite the sources: layout, import order, safe fixes
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

bench: $(VENV)/.installed-test ## measure speed and strength
	$(BIN)/python -m benchmarks $(ARGS)

bench-strength: $(VENV)/.installed-test ## matches on duplicate deals: GAME=knaves ARGS="--ms 200 --minutes 120"
	$(BIN)/python -m benchmarks.strength --game $(GAME) $(ARGS)

bench-ablation: $(VENV)/.installed-test ## the settings of the search one by one: GAME=knaves ARGS="--ms 50 --minutes 240"
	$(BIN)/python -m benchmarks.ablation --game $(GAME) $(ARGS)

bench-openspiel: $(VENV)/.installed-test ## iterations a second of our search and of OpenSpiel's
	$(BIN)/python -m benchmarks.openspiel_speed $(ARGS)

bench-nodes: $(VENV)/.installed-test ## print the node count that goes into a commit message
	$(BIN)/python -m benchmarks.nodes $(ARGS)

docs: $(VENV)/.installed-test ## run the documented examples again, rewrite their outputs, docs/openapi.json and its types
	$(BIN)/python -m tests.docs_refresh $(ARGS)
	@command -v npm >/dev/null && $(MAKE) --no-print-directory node_modules/.installed && \
		$(BIN)/python -m tests.javascript_types || echo "web/openapi.d.ts was not written again: no Node.js." >&2

generators: $(GENERATORS)/.installed ## try client generators on docs/openapi.json; that for TypeScript needs Node.js
	$(GENERATORS)/bin/python tests/generators.py

image-test: $(VENV)/.installed-test ## build the image and run it; needs root and Debian, but no registry of images
	$(BIN)/python -m tests.image

warm: $(VENV)/.installed-run ## compile the kernels into the cache
	$(KIBITZ) warm

lock: $(VENV)/.installed-lock ## resolve constraints.txt again (UPGRADE=1: to the newest versions)
	$(BIN)/uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 \
		--no-header --quiet \
		$(if $(UPGRADE),--upgrade) --output-file constraints.txt

# One stamp per set of dependencies: installed again only when their lists change.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Kibitz needs Python 3.11, 3.12, 3.13 or 3.14 with its venv module: none was found (name one with make PYTHON=…)." >&2; exit 1; }
	"$(PYTHON)" -m venv $(VENV)

EXTRAS-run   := .[service]
EXTRAS-test  := .[test]
EXTRAS-browser := .[test,browser]
EXTRAS-check := .[test,check]
EXTRAS-lock  := .[lock]

$(VENV)/.installed-%: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing pinned dependencies into $(VENV)."
	$(PIP) install --quiet --no-compile --constraint constraints.txt uv
	$(INSTALL) --editable '$(EXTRAS-$*)' || $(PIP) install --quiet --constraint constraints.txt --editable '$(EXTRAS-$*)'
	@touch $@

node_modules/.installed: package.json
	npm install --silent --no-audit --no-fund --no-package-lock
	@touch $@

# The generators need other versions of our dependencies, so they have an environment of their own.
$(GENERATORS)/.installed: Makefile | $(BIN)/python
	"$(BIN)/python" -m venv $(GENERATORS)
	$(GENERATORS)/bin/python -m pip install --quiet --disable-pip-version-check \
		datamodel-code-generator==0.89.0 openapi-python-client==0.29.1
	@touch $@
