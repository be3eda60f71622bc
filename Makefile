# Bonesetter. Needs Python ≥ 3.11, Node ≥ 18 and make; everything else goes into this folder (.venv, node_modules, build).
#
#   make run     the bridge, with site and Foundry module, on this machine; prints the addresses and invite links
#   make test    every check and every test
#   make bench   the benchmarks        make dist    wheels, site and module, ready to carry elsewhere
#   make site    the reference site    make clean   removes what was built (not your campaign)

SHELL := /bin/bash
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
S := build/stamps
SITE_URL ?= http://127.0.0.1:8765/
export NO_MKDOCS_2_WARNING = 1
export PIP_DISABLE_PIP_VERSION_CHECK = 1
export PYTHONDONTWRITEBYTECODE = 1

files = $(shell find $(1) -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*' 2>/dev/null)

.PHONY: run test check bench dist site module install tools clean FORCE
.DELETE_ON_ERROR:

run: install site module
	exec $(BIN)/bonesetter serve --site build/site --module build/foundry $(ARGS)

install: $(S)/bridge
site: $(S)/site
module: $(S)/module
tools: $(S)/tools $(S)/node

# A list of a folder's files, touched only when one came or went: a file taken away is a change too.
build/lists/%: FORCE
	@mkdir -p $(@D)
	@find $* -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*' 2>/dev/null | sort > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# The addresses the pages are built for: other ones make other pages.
build/lists/addresses: FORCE
	@mkdir -p $(@D)
	@echo "$(SITE_URL) $(BRIDGE_URL)" > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(S)/venv: site/requirements.txt
	@mkdir -p $(@D)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=…"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q "pip>=25.1" && $(BIN)/pip install -q -r site/requirements.txt
	@touch $@

$(S)/tools: tests/requirements.txt $(S)/bridge
	$(BIN)/pip install -q --find-links build/wheels "bonesetter-bridge[test]" -r tests/requirements.txt
	@touch $@

$(S)/node: package.json package-lock.json .npmrc
	@mkdir -p $(@D)
	npm ci --no-progress --loglevel=error
	@touch $@

# The engine is always used as the wheel it ships as, built from a fresh copy: package data is easily left out.
$(S)/engine: $(S)/venv build/lists/engine $(call files,engine)
	rm -rf build/source/engine build/wheels/bonesetter-*.whl && mkdir -p build/source build/wheels && cp -r engine build/source/ && rm -rf build/source/engine/*.egg-info
	$(BIN)/pip wheel -q --no-deps -w build/wheels build/source/engine
	$(BIN)/pip install -q --no-deps --force-reinstall build/wheels/bonesetter-[0-9]*.whl
	@touch $@

$(S)/bridge: $(S)/engine build/lists/bridge pyproject.toml $(call files,bridge)
	rm -rf build/source/bridge build/wheels/bonesetter_bridge-*.whl && mkdir -p build/source/bridge
	cp -r bridge pyproject.toml README.md LICENSE build/source/bridge/
	$(BIN)/pip wheel -q --no-deps -w build/wheels build/source/bridge
	$(BIN)/pip install -q --force-reinstall --no-deps build/wheels/bonesetter_bridge-*.whl
	$(BIN)/pip install -q --find-links build/wheels build/wheels/bonesetter_bridge-*.whl
	@touch $@

# pyodide-build, for Pyodide's own Python (it runs inside Pyodide, not here)
$(S)/pydeps: site/pyodide-requirements.txt $(S)/venv
	rm -rf build/pydeps
	$(BIN)/pip install -q --target build/pydeps --python-version 3.14 --implementation py --abi none --platform any \
		--only-binary=:all: -r site/pyodide-requirements.txt
	@touch $@

$(S)/python: $(S)/engine $(S)/pydeps $(S)/node site/maker/python.py site/maker/run_in_pyodide.mjs
	PYTHONPATH=site $(BIN)/python -m maker.python build/wheels/bonesetter-[0-9]*.whl build/pydeps build/python
	@touch $@

$(S)/site: $(S)/python $(S)/engine build/lists/site build/lists/addresses mkdocs.yml $(call files,site)
	PYTHONPATH=site SITE_URL=$(SITE_URL) $(BIN)/python -m maker.pages build
	$(BIN)/mkdocs build -q --strict -f build/mkdocs.en.yml
	$(BIN)/mkdocs build -q --strict -f build/mkdocs.it.yml
	PYTHONPATH=site $(BIN)/python -m maker.finish build
	@touch $@

$(S)/module: $(S)/node build/lists/foundry-module $(call files,foundry-module) $(call files,site/widgets)
	node foundry-module/build.mjs build/foundry
	@touch $@

check: $(S)/tools $(S)/node $(S)/bridge
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy
	MYPYPATH=site $(BIN)/mypy --strict site/maker site/worker/host.py
	npm run -s lint
	npm run -s types
	npm run -s module:check

test: tools
	bash tests/needs.sh
	$(MAKE) check install site module
	$(BIN)/python tests/run.py

bench: install tools $(S)/python
	$(BIN)/python -m bench

dist: install site module
	rm -rf dist && mkdir -p dist && cp build/wheels/bonesetter*.whl dist/
	cd build && tar --sort=name --mtime=@1577836800 --owner=0 --group=0 -czf ../dist/bonesetter-site.tar.gz site
	cp build/foundry/bonesetter.zip build/foundry/module.json dist/

clean:
	rm -rf build dist
