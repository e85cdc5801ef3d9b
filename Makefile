# What a person does with this project. `make run` and `make test` need nothing but Python >= 3.11, Node >= 20.19
# with npm, make and git. Each step is done again only when what it was made from has changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
TOOLS := $(VENV)/.tools
MODULES := web/node_modules/.installed
PAGES := web/dist/pages.json
WEB_SOURCES := $(shell find web -type f ! -path 'web/node_modules/*' ! -path 'web/dist*' ! -path 'web/journeys/*' \
	! -path 'web/test-results/*' ! -path 'web/playwright*' 2>/dev/null)
NODE_IS_NEW := const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)
# uv writes this command into the first lines of each lock file; Renovate reads it there and runs it again.
PIN := uv pip compile --quiet --universal --python-version=3.11 --generate-hashes
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes

SEED ?= 1
COUNT ?= 400

.PHONY: help run company dev setup test check format coverage proof mutants migration bench photo scenes lock notices clean

help: ## say what there is
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' Makefile

run: $(RUNTIME) $(PAGES) ## set up what is missing, load demo data the first time, serve on PORT (8000)
	@$(BIN)/duskline demo --if-empty  # migrates first
	@exec $(BIN)/duskline serve

company: $(RUNTIME) $(PAGES) ## set up what is missing, begin an empty company of your own, serve on PORT (8000)
	@$(BIN)/duskline begin
	@exec $(BIN)/duskline serve

dev: setup ## serve, and start again when Python files or built pages change
	@$(BIN)/duskline migrate
	@exec $(BIN)/duskline serve --reload

setup: $(RUNTIME) $(TOOLS) $(PAGES) ## install everything and build the pages

test: setup ## run every test: server on SQLite and PostgreSQL, browser code, journeys in Chromium
	@$(BIN)/python -m tests.suites

check: $(TOOLS) $(MODULES) ## lint, types and format
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/python docs/third_party.py --check
	@cd web && npm run --silent check

format: $(TOOLS) $(MODULES) ## put every file in order
	@$(BIN)/ruff check --quiet --fix
	@$(BIN)/ruff format --quiet
	@cd web && npm run --silent format

coverage: setup ## run the server's tests and say which lines they leave out; slower than the tests alone
	@rm -f .coverage .coverage.*
	@$(BIN)/python -m coverage run -m pytest -n auto --dist worksteal
	@$(BIN)/python -m coverage combine --quiet
	@$(BIN)/python -m coverage report

proof: setup ## run every case of the families that `make test` samples (docs/proof.md); takes long
	@DUSKLINE_TEST_PROOF=1 $(BIN)/python -m pytest -n auto --dist worksteal
	@DUSKLINE_TEST_PROOF=1 $(BIN)/python -m tests.journeys --reporter=line hostile-words offline-work
	@DUSKLINE_TEST_LOAD=4 $(BIN)/python -m tests.journeys --reporter=line --project=sqlite panel- first-fault

mutants: setup ## plant COUNT (400) faults chosen by SEED (1), one at a time, and count those that tests notice; takes hours
	@$(BIN)/python -m tests.mutants --seed=$(SEED) --count=$(COUNT)

bench: setup ## measure speed
	@$(BIN)/python -m bench

photo: setup ## light photos of your own as the studio would, beside each other in var/photos.jpg: make photo FILES="house.jpg"
	@$(BIN)/python -m bench.photos $(FILES)

migration: setup ## draw up the migration that the models lack: make migration NAME="lead budget"
	@file=$$($(BIN)/python -m duskline.migrations $(NAME)) && $(BIN)/ruff check --quiet --fix "$$file" && \
		$(BIN)/ruff format --quiet "$$file" && echo "Read it before you keep it: $$file"

scenes: ## render the pictures again that are missing (a large package of its own; takes long)
	@test -x scenes/.venv/bin/python || $(PYTHON) -m venv scenes/.venv
	@scenes/.venv/bin/python -m pip install --quiet --disable-pip-version-check -r scenes/requirements.txt
	@scenes/.venv/bin/python -m scenes --all

lock: ## pin again after a change of requirements*.in (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv: https://docs.astral.sh/uv/"; exit 1; }
	@$(PIN) --output-file=requirements.lock requirements.in
	@$(PIN) --constraint=requirements.lock --output-file=requirements-dev.lock requirements-dev.in
	@$(PIN) --output-file=requirements-bench.lock requirements-bench.in

notices: $(RUNTIME) ## write THIRD_PARTY.md again after a change of packages
	@$(BIN)/python docs/third_party.py

clean: ## remove what was built and installed, keep the data
	rm -rf $(VENV) web/node_modules web/dist .make .mypy_cache .ruff_cache .pytest_cache .hypothesis build duskline.egg-info

# --- what the above stand on ---

$(RUNTIME): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Duskline needs Python 3.11 or later; name another one with PYTHON=/path/to/python3." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "This Python has no venv module; install it first (on Debian: apt install python3-venv)." >&2; exit 1; }
	@echo "Installing the server's packages ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(TOOLS): requirements-dev.lock $(RUNTIME)
	@echo "Installing the tools for checks and tests ..."
	@$(INSTALL) -r requirements-dev.lock
	@touch $@

$(MODULES): web/package-lock.json web/package.json web/.npmrc
	@command -v npm >/dev/null && node -e '$(NODE_IS_NEW)' || { \
		echo "Duskline needs Node 20.19 or later with npm." >&2; exit 1; }
	@echo "Installing the browser packages ..."
	@cd web && npm ci --silent
	@touch $@

$(PAGES): $(MODULES) $(WEB_SOURCES)
	@echo "Building the pages ..."
	@cd web && npm run --silent build >/dev/null
	@touch $@
