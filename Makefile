# Placard. `make` alone lists what there is.
SHELL := /bin/bash
.DEFAULT_GOAL := help

CARGO_TARGET_DIR ?= $(CURDIR)/target
export CARGO_TARGET_DIR
DATA_DIR ?= data
LISTEN ?= 127.0.0.1:8080
PLACARD := $(CARGO_TARGET_DIR)/debug/placard
LIBRARY := $(CURDIR)/node_modules/@duckdb/node-bindings-linux-x64

NPM_STAMP := node_modules/.package-lock.json
WEB_SOURCES := $(shell find web tag -type f \( -name '*.ts' -o -name '*.tsx' -o -name '*.css' -o -name '*.json' -o -name '*.html' -o -name '*.svg' -o -name '*.mjs' -o -path 'tag/wordpress/*' \) -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null)

.PHONY: help run simulate test lint gen bench dev dist build assets crates clean

help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

run: build ## Build everything and serve a living demo network on http://127.0.0.1:8080
	@LD_LIBRARY_PATH="$(LIBRARY)" "$(PLACARD)" serve --demo --data-dir "$(DATA_DIR)" --listen "$(LISTEN)"

simulate: ## Send visitors to the running demo network for ten minutes
	@LD_LIBRARY_PATH="$(LIBRARY)" "$(PLACARD)" simulate --url "http://$(LISTEN)"

# The crates are compiled while npm installs and builds what a browser gets; only linking waits for the library that npm brings. What is
# read from the folders of the built files is found by the path that they had when the crates were compiled. The front end gives way:
# the compiler is what is waited for.
build: ## Build the web application, the tag and the executable
	@mkdir -p web/dist tag/dist
	@$(MAKE) --no-print-directory -j2 assets crates
	@cargo build --bin placard

assets: web/dist/app.html tag/dist/p.js

crates:
	@scripts/say "Compiling the executable (the first time this takes several minutes)"
	@MAKEFLAGS= cargo build --lib --workspace --exclude placard-sim --exclude placard-powerloss # Or it would take no more than the two jobs of this make.

test: ## Everything that CI runs
	@scripts/test

lint: $(NPM_STAMP) ## Formatting and lints of all languages
	@scripts/lint

gen: $(NPM_STAMP) ## Regenerate the OpenAPI document and the TypeScript client
	@scripts/gen

bench: $(NPM_STAMP) ## Print the figures of docs/benchmarks.md, measured here
	@scripts/bench

dev: $(NPM_STAMP) tag/dist/p.js ## Serve with hot reload of the web application on http://127.0.0.1:5173
	@scripts/dev

dist: web/dist/app.html tag/dist/p.js ## Make dist/placard: the executable with its library beside it
	@scripts/dist

clean: ## Remove what was built (not the data folder)
	rm -rf target web/dist tag/dist dist

$(NPM_STAMP): package.json package-lock.json web/package.json tag/package.json e2e/package.json
	@scripts/say "Installing the npm workspace"
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@

tools/apigen/node_modules/.package-lock.json: tools/apigen/package.json tools/apigen/package-lock.json
	@scripts/say "Installing the generator of the TypeScript client"
	@npm ci --prefix tools/apigen --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/app.html: $(NPM_STAMP) $(WEB_SOURCES)
	@scripts/say "Building the web application"
	@nice -n 19 npm run build --silent --workspace web
	@touch $@

tag/dist/p.js: $(NPM_STAMP) $(WEB_SOURCES)
	@scripts/say "Building the tag"
	@nice -n 19 npm run build --silent --workspace tag
	@touch $@
