# Fathom's commands. `make` alone lists them; nothing else needs to be installed first.

PYTHON ?= python3
# More than cores: many tests wait for a server, a browser or a disk.
WORKERS ?= 4
# The browser of `make check-site`: chromium or firefox.
BROWSER ?= chromium
# `make lock` takes nothing published after this day: lagging mirrors then have every pin.
LOCK_UNTIL ?= 2026-10-04

BIN := .venv/bin
SET_UP := $(PYTHON) -I tools/environment.py --quiet
SOURCES := $(wildcard src tools benchmarks tests)

# Somebody else's module path must not reach our programs, and thousands of them must not compile everything again.
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play serve quick test truth lint lint-types lint-rest format bench bench-web bench-env bench-site bench-store store-size soak siege growth results ratings docs site site-docs check check-site check-integrations dist release screenshots image lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' Makefile

play: ## play in the terminal
	@$(SET_UP) play
	@$(BIN)/fathom

serve: ## play in the browser, at http://127.0.0.1:8000
	@$(SET_UP) serve
	@$(BIN)/fathom serve || [ $$? -eq 130 ]  # Ctrl+C is how it ends

quick: ## run the quick tests, for an answer in a minute or two while you work
	@$(SET_UP) test
	@echo "Running the quick tests, on as many workers as there are cores"
	@$(BIN)/pytest -n auto --dist worksteal --quiet --maxfail 3 -m "not slow"

test: ## run every test, then check the coverage of the rules
	@$(SET_UP) test
	@echo "Running the tests on $(WORKERS) workers"
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -n $(WORKERS) --dist worksteal -m measured tests/core tests/games
	@$(BIN)/coverage combine --quiet
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal --durations 25 --durations-min 5 -m "not measured and not alone"
	@echo "Running the tests that measure how long others wait, one by one"
	@$(BIN)/pytest -m alone
	@echo "Coverage of the core must be 100%"
	@$(BIN)/coverage report --include='src/fathom/core/*' --fail-under=100
	@echo "Coverage of every game's rules must be 100%"
	@$(BIN)/coverage report --include='src/fathom/games/*/rules.py' --fail-under=100

truth: ## re-derive everything the product says about the games, with a fresh seed
	@$(SET_UP) test
	@echo "Checking every sentence; this takes some minutes"
	@FATHOM_TRUTH_SEED=$${FATHOM_TRUTH_SEED:-$$($(PYTHON) -c "import secrets; print(secrets.randbelow(10**9))")} \
		sh -c '$(BIN)/pytest -n $(WORKERS) --dist worksteal -m truth && $(BIN)/python -m tests.games.sufficiency'

lint: ## check style, types (of the scripts too) and the direction of imports
	@$(SET_UP) test
	@$(MAKE) --no-print-directory --jobs 2 lint-types lint-rest

# mypy takes as long as everything else together, on one core. Collecting the tests also compiles them once: in a new
# clone, every worker of `make test` would compile all of them and the packages that they import.
lint-types:
	@echo "Checking types"
	@$(BIN)/mypy $(SOURCES)

lint-rest:
	@echo "Checking style"
	@$(BIN)/ruff check --quiet $(SOURCES)
	@$(BIN)/ruff format --check --quiet $(SOURCES)
	@echo "Checking the types of the scripts"
	@$(BIN)/deno check --quiet --config tools/deno.json --no-lock --no-remote --no-npm src/fathom/web/static/*.js tools/site/scripts/*.js tools/docs_site/*.js
	@echo "Checking the scripts' types against the API"
	@$(BIN)/python tools/check_types.py
	@echo "Checking the shape of the house"
	@$(BIN)/python tools/house.py
	@echo "Checking the direction of imports"
	@$(BIN)/lint-imports --no-cache --no-logo
	@echo "Checking that every test can be collected"
	@said=$$($(BIN)/pytest --collect-only --quiet --quiet 2>&1) || { echo "$$said"; exit 1; }

format: ## rewrite the code in the project's style
	@$(SET_UP) test
	@echo "Formatting"
	@$(BIN)/ruff check --fix-only --quiet $(SOURCES)
	@$(BIN)/ruff format --quiet $(SOURCES)

bench: ## run the benchmarks (installs OpenSpiel to compare with)
	@$(SET_UP) bench
	@echo "Running the benchmarks"
	@$(BIN)/python -m benchmarks

bench-web: ## put load on the server beside boardgame.io (needs Node and PostgreSQL), and write it into docs/results.md
	@$(SET_UP) bench
	@echo "Measuring the server under load; this takes some minutes"
	@$(BIN)/python -m benchmarks.web

bench-env: ## measure the environments beside pgx (installs it) and SyncVectorEnv, and write it into docs/results.md
	@$(SET_UP) test
	@echo "Playing in environments; this takes some minutes"
	@$(BIN)/python -m benchmarks.environments

bench-site: ## measure the app as static files: its size, its start, and its pages beside a server's; writes docs/results.md
	@$(SET_UP) test
	@echo "Visiting the static site, on slow networks too; this takes some minutes"
	@$(BIN)/python -m benchmarks.site

bench-store: ## measure the server with up to a million stored matches, and write it into docs/results.md
	@$(SET_UP) bench
	@echo "Filling stores and measuring; this takes some minutes and 4 GB of disk"
	@$(BIN)/python -m benchmarks.store

store-size: ## measure how much room a million moves take, and write it into docs/store.md
	@$(SET_UP) test
	@echo "Filling a store in SQLite and one in PostgreSQL; this takes some minutes"
	@$(BIN)/python -m benchmarks.store_size

soak: ## kill the server 200 times under load, and look for lost moves
	@$(SET_UP) test
	@echo "Killing the server under load; this takes some minutes, and Ctrl+C ends it"
	@$(BIN)/python -m tests.web.proof.soak

siege: ## attack the server as one visitor could, and write into docs/results.md what others notice
	@$(SET_UP) test
	@echo "Attacking the server; this takes some minutes, and Ctrl+C ends it"
	@$(BIN)/python -m tests.web.siege

growth: ## measure how solving grows with the options, and write it into docs/results.md
	@$(SET_UP) bench
	@echo "Measuring the growth"
	@$(BIN)/python -m benchmarks.results --growth

results: ## run the benchmarks and the growth, and write docs/results.md
	@$(SET_UP) bench
	@echo "Measuring everything; this takes some minutes"
	@$(BIN)/python -m benchmarks.results

ratings: ## measure the arena: its speed, and how often its confidence intervals cover; writes docs/results.md
	@$(SET_UP) test
	@echo "Playing and simulating tournaments; this takes some minutes"
	@$(BIN)/python -m benchmarks.ratings

docs: ## rewrite the parts of the docs that the code knows
	@$(SET_UP) test
	@echo "Writing the generated docs"
	@$(BIN)/python tools/docs.py

site: ## build the whole app as static files for any web host, in build/site (needs npm)
	@$(SET_UP) serve
	@echo "Building the app as static files"
	@$(BIN)/python -m tools.site $(SITE)

site-docs: ## build the documentation as a site, in build/docs: no server needed, search included
	@$(SET_UP) test
	@echo "Building the documentation"
	@$(BIN)/python -m tools.docs_site.build

check: lint test ## run everything that checks: lint, test, the docs, and truth, soak and siege in small
	@$(SET_UP) test
	@echo "Checking that the generated docs are up to date, and that the site can be built"
	@$(BIN)/python tools/docs.py --check
	@$(BIN)/python -m tools.docs_site.build
	@echo "Checking a sample of sentences, with a fresh seed"
	@FATHOM_TRUTH_SIZE=sample FATHOM_TRUTH_SEED=$${FATHOM_TRUTH_SEED:-$$($(PYTHON) -c "import secrets; print(secrets.randbelow(10**9))")} \
		$(BIN)/pytest -n $(WORKERS) --dist worksteal --quiet -m truth
	@echo "Killing the server five times under load"
	@$(BIN)/python -m tests.web.proof.soak --kills 5 --moves 1000
	@echo "Attacking the server, two seconds for each attack"
	@$(BIN)/python -m tests.web.siege --seconds 2 --no-results
	@echo "Everything is in order"

check-site: ## run the browser tests against the app as static files, in Chromium or, with BROWSER=firefox, in Firefox
	@$(SET_UP) test
	@echo "Running the browser tests against the static site; this takes some minutes"
	@FATHOM_SITE=1 FATHOM_BROWSER=$(BROWSER) $(BIN)/pytest -n 2 --dist loadfile tests/web/browser

check-integrations: ## check the integrations that churn, each with its framework in an environment of its own
	@set -e; for folder in integrations/*/; do \
		folder=$${folder%/}; venv=.venv-$${folder##*/}; \
		echo "Installing what $$folder needs into $$venv"; \
		if command -v uv >/dev/null; then \
			uv venv --quiet --clear --python $(PYTHON) "$$venv"; \
			uv pip install --quiet --python "$$venv/bin/python" . -r "$$folder/requirements.txt"; \
		else \
			$(PYTHON) -m venv --clear "$$venv"; \
			"$$venv/bin/python" -m pip --quiet install . -r "$$folder/requirements.txt"; \
		fi; \
		echo "Checking $$folder"; \
		"$$venv/bin/python" "$$folder/check.py"; \
	done

dist: ## build the wheel, the source distribution and their SBOM into dist/, and play from each
	@$(SET_UP) test
	@$(BIN)/python tools/release.py dist

release: ## release a version: make release VERSION=1.2.3 checks everything, writes the changelog, builds, and tags
	@test -n "$(VERSION)" || { echo "name the version: make release VERSION=1.2.3" >&2; exit 2; }
	@$(SET_UP) test
	@$(BIN)/python tools/release.py check $(VERSION)
	@$(MAKE) --no-print-directory check
	@$(BIN)/python tools/release.py release $(VERSION)

screenshots: ## take a picture of every page of the web app (needs Chromium)
	@$(SET_UP) test
	@echo "Taking pictures of the web app"
	@$(BIN)/python tools/screenshots.py

image: ## build the container image `fathom` (needs podman, buildah or docker)
	@builder=$$(command -v podman || command -v buildah || command -v docker) || \
		{ echo "podman, buildah or docker is needed to build an image" >&2; exit 1; }; \
	echo "Building the image fathom with $$builder"; \
	"$$builder" build --file docs/deploy/Containerfile --tag fathom .

COMPILE := pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-strip-extras --exclude-newer $(LOCK_UNTIL)
BUILD_REQUIRES := $(PYTHON) -c "import tomllib as t; \
	print(*t.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')"

lock: ## pin the newest packages up to LOCK_UNTIL in requirements/
	@echo "Pinning what was published up to $(LOCK_UNTIL)"
	@set -e; scratch=$$(mktemp -d); trap 'rm -rf "$$scratch"' EXIT; \
	uv=$$(command -v uv) || { \
		$(PYTHON) -m venv "$$scratch/venv"; "$$scratch/venv/bin/python" -m pip --quiet install uv; \
		uv=$$scratch/venv/bin/uv; }; \
	$(BUILD_REQUIRES) > "$$scratch/build.in"; \
	"$$uv" $(COMPILE) "$$scratch/build.in" pyproject.toml --all-extras --group test --group bench -o "$$scratch/all.txt"; \
	one() { "$$uv" $(COMPILE) "$$scratch/build.in" -c "$$scratch/all.txt" "$$@"; }; \
	mkdir -p requirements; \
	one pyproject.toml --extra scenario -o requirements/play.txt; \
	served="--extra scenario --extra web --extra fast --extra postgresql"; \
	one pyproject.toml $$served -o requirements/serve.txt; \
	one pyproject.toml $$served --extra cluster --extra gym --extra inspect --extra mcp --extra parquet \
		--extra spiel --extra tables --group test -o requirements/test.txt; \
	one pyproject.toml $$served --group bench -o requirements/bench.txt

clean: ## remove .venv and everything else that make has made
	@echo "Removing .venv, caches and coverage data"
	@rm -rf .venv .venv-pgx .venv-verifiers .venv-openenv build dist htmlcov .coverage .coverage.* .hypothesis \
		.import_linter_cache .mypy_cache .pytest_cache .ruff_cache benchmarks/peers/boardgame_io/node_modules
	@find src tests tools benchmarks integrations -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
