# Oddfish from a bare machine: Python >= 3.10, a C compiler and make are enough.
#
#   make play      Augmented Half Chess with random armies: in XBoard, else in the browser, else in the terminal
#   make check     the quick tests: run them after each edit
#   make test      the usual tests
#   make test-all  every test except those of the GUI, and some of them again under python -O
#   make test-gui  the tests that play in a real XBoard (.ci/run lists what they need)
#   make test-winboard WINBOARD=path/to/winboard.exe  the tests that play in a real WinBoard under Wine
#   make test-sanitized  tests of the core, the library, the engine and the protocols under the sanitizers
#   make fuzz      hostile lines, FENs, files, calls, engines and kills (MINUTES=60; SANITIZE=1 uses the sanitizers);
#                  make fuzz-totals repeats the totals in docs/reliability.md, which takes hours
#   make lint      ruff, mypy, stubtest, cython-lint, codespell, and .ci/prose for the style of the pages
#   make bench     node-count signature, then all benches against Stockfish, Fairy-Stockfish, python-chess, OpenSpiel
#   make measured  the tables of docs/measured.md and the README, from the records in bench/measured
#   make docs      the documentation as a site, in build/site; fails on any broken link
#   make wheel     a wheel for this system, in dist/
#   make bundle    a program for people without Python, with the browser board: a folder and an archive, in dist/
#   make deb       the same as a Debian package (.ci/deb-check installs, uses and removes it)
#   make build     the virtual environment and the extension modules
#   make clean     remove what was built

PYTHON ?= python3
VENV   ?= .venv
PYTEST_ARGS ?=
# Folders where every test needs a GUI: without these options pytest imports them before it deselects the tests.
NO_GUI := --ignore=tests/gui --ignore=tests/winboard
# Tests run in one process per processor, at most eight (PYTEST_ARGS="-n 0" runs them all in one).
WORKERS := -n logical --maxprocesses 8 --dist worksteal

BIN     := $(VENV)/bin
PY      := $(BIN)/python
PIP     := $(PY) -m pip install -q --disable-pip-version-check
ODDFISH := $(BIN)/oddfish

# Stamp files: the environment with its packages, the linters, the packages for the site and for slow tests, the
# extension modules.
INSTALLED := $(VENV)/.oddfish-installed
LINTERS   := $(VENV)/.oddfish-linters
SITE      := $(VENV)/.oddfish-site
JAX       := $(VENV)/.oddfish-jax
BUILT     := $(VENV)/.oddfish-built
SOURCES   := setup.py $(wildcard $(foreach ending,pyx pxd pxi h,cext/*/*.$(ending)))

VARIANT := augmented-half-chess

.PHONY: all build play check test test-slow test-all test-gui test-winboard test-sanitized fuzz fuzz-totals lint bench \
        measured docs wheel bundle deb clean
.DELETE_ON_ERROR:

all: build

build: $(BUILT)

# Some distributions ship venv without ensurepip; any other pip can then install pip into the environment.
$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
	  || { echo "Oddfish needs Python 3.10 or newer (make PYTHON=/path/to/python3)" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 \
	  || { rm -rf $(VENV); $(PYTHON) -m virtualenv -q $(VENV) 2>/dev/null; } \
	  || { rm -rf $(VENV); $(PYTHON) -m venv --without-pip $(VENV) \
	       && $(PYTHON) -m pip --python $(PY) install -q pip; } \
	  || { rm -rf $(VENV); \
	       echo "cannot make a virtual environment: install Python's venv module (Debian: python3-venv)" >&2; exit 1; }

# The first time, and when the requirements change, everything is installed; later only changed sources are rebuilt,
# because the environment keeps the build requirements. Bytecode is compiled here, as pip does for packages: if Python
# may not write any (PYTHONDONTWRITEBYTECODE), each start of an engine would compile it again.
$(BUILT): pyproject.toml $(SOURCES) | $(PY)
	@set -e; if [ ! -e $(INSTALLED) ] || [ pyproject.toml -nt $(INSTALLED) ]; then \
	  echo "Installing what the build needs into $(VENV)"; \
	  $(PIP) 'setuptools>=77' 'cython>=3.1' wheel; \
	  $(PY) setup.py -q build_ext --inplace; \
	  echo "Installing Oddfish and what it needs"; \
	  $(PIP) --no-build-isolation -e '.[test]'; \
	  touch $(INSTALLED); \
	else \
	  $(PY) setup.py -q build_ext --inplace; \
	fi
	@$(PY) -m compileall -q cext engine protocols library
	@touch $@

$(LINTERS): pyproject.toml | $(BUILT)
	$(PIP) 'ruff>=0.8' 'mypy>=1.13' 'cython-lint>=0.16' 'codespell[toml]>=2.3'
	@touch $@

$(SITE): pyproject.toml | $(BUILT)
	$(PIP) 'mkdocs>=1.6' 'mkdocs-material>=9.5' 'mkdocstrings[python]>=0.29' 'ruff>=0.8'
	@touch $@

$(JAX): pyproject.toml | $(BUILT)
	$(PIP) 'jax>=0.4.30'
	@touch $@

# Debian installs games in folders that are not on root's PATH. Ctrl-C ends watching and is not an error.
play: build
	@PATH="$$PATH:/usr/games:/usr/local/games"; stopped=; trap 'stopped=yes' INT; \
	over() { [ $$? -ge 128 ] || [ -n "$$stopped" ]; }; \
	if [ -n "$$DISPLAY" ] && command -v xboard >/dev/null; then \
	  $(ODDFISH) xboard $(VARIANT) --watch || over; \
	elif { [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; } \
	  && $(PY) -c 'import webbrowser, starlette, uvicorn, websockets; webbrowser.get()' 2>/dev/null; then \
	  $(ODDFISH) web $(VARIANT) || over; \
	else \
	  $(ODDFISH) play $(VARIANT) --self || over; \
	fi

# `make check` leaves out tests marked `later`, `thorough` or `slow`; `make test` only those marked `slow`.
check: build
	$(PY) -m pytest -q -m "not gui and not slow and not thorough and not later" $(NO_GUI) $(WORKERS) $(PYTEST_ARGS)

test: build
	$(PY) -m pytest -q -m "not gui and not slow" $(NO_GUI) $(WORKERS) $(PYTEST_ARGS)

# The slow tests that `make test` leaves out; some need mypy or JAX. Under -O only the asserts of the
# tests themselves remain.
test-slow: build $(LINTERS) $(JAX)
	$(PY) -m pytest -q -m "slow and not gui" $(NO_GUI) $(WORKERS) $(PYTEST_ARGS)
	$(PY) -O -m pytest -q -m "not gui and not slow and not thorough" -W ignore::pytest.PytestConfigWarning \
	  tests/core tests/search $(WORKERS) $(PYTEST_ARGS)

test-all: test test-slow

test-gui: build
	$(PY) -m pytest -q -m gui tests/gui $(WORKERS) --reruns 1 -rfER $(PYTEST_ARGS)

# Skipped, with the reason, if something is missing. bridge.exe must be in the same folder as winboard.exe.
WINBOARD ?=
test-winboard: build
	WINBOARD="$(abspath $(WINBOARD))" $(PY) -m pytest -q -m gui tests/winboard $(WORKERS) --reruns 1 -rfER $(PYTEST_ARGS)

# The tests that need no long search, no real GUI and no memory limit, with a sanitizer build.
SANITIZED = core search engine library envs protocols match train tune fuzz $(FAMILIES)
FAMILIES  = halfchess fanorona banqi bifold tandem
test-sanitized: build
	.ci/sanitized $(PY) -m pytest -q -m "not gui and not slow and not thorough" $(SANITIZED:%=tests/%) \
	  $(WORKERS) $(PYTEST_ARGS)

# `make fuzz-totals` repeats the totals in docs/reliability.md. It takes hours on one processor; you can interrupt it,
# and the next run continues where it stopped.
MINUTES ?= 5
FUZZ = $(if $(SANITIZE),.ci/sanitized $(PY),$(PY)) -m support.fuzz
fuzz: build
	PYTHONPATH=$(abspath tests) $(FUZZ) --minutes $(MINUTES) $(FUZZ_ARGS)

fuzz-totals: build
	PYTHONPATH=$(abspath tests) $(FUZZ) --minutes 6000 --goals --processes 1 --record build/fuzz-totals.jsonl $(FUZZ_ARGS)

# All checks run even if one fails. PATH is set because cython-lint calls pycodestyle by name.
STUBBED = $(sort $(patsubst %.pyi,oddfish.%,$(subst /,.,$(wildcard cext/*/*.pyi))))
lint: build $(LINTERS)
	@export PATH="$(abspath $(BIN)):$$PATH"; status=0; \
	for check in "ruff check ." "ruff format --check ." mypy "cython-lint cext" codespell .ci/prose \
	  "stubtest $(STUBBED) --mypy-config-file pyproject.toml --allowlist .ci/stubtest-allowlist --ignore-disjoint-bases"; do \
	  echo "$${check%% oddfish.*}"; $$check || status=1; \
	done; exit $$status

# Benches against engines that cannot be installed are skipped.
bench: build
	$(ODDFISH) bench
	-@.ci/programs "stockfish fairy-stockfish" "stockfish fairy-stockfish"
	$(PY) -m pytest bench -q --benchmark-quiet $(PYTEST_ARGS)

measured: build
	$(PY) bench/measured.py

docs: build $(SITE)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q

wheel: | $(PY)
	$(PIP) 'build>=1.2'
	$(PY) -m build --wheel --outdir dist .

# Uses the modules that `make build` compiled. .ci/bundle-check runs the program without any Python around it.
bundle: build
	rm -f dist/oddfish-*.whl
	$(PY) -m build --wheel --no-isolation --outdir dist . >build/wheel.log 2>&1 || { cat build/wheel.log >&2; exit 1; }
	$(PY) .ci/bundle dist --wheel dist

deb: bundle
	build/bundle/env/bin/python .ci/deb dist

clean:
	rm -rf build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	rm -f $(BUILT) $(INSTALLED) library/built.json
	find cext -name '*.so' -o -name '*.pyd' | xargs rm -f
	find library cext engine protocols tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
