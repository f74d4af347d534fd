# The targets of the project. Each first sets up its requirements; `make` alone lists them.
SHELL := /bin/bash
PYTHON ?= python3
SWIFT ?= swift
# One optimised build serves running, tests and benchmarks.
BUILD = $(SWIFT) build -c release
BIN = $$($(BUILD) --show-bin-path)
ESBUILD_FLAGS = --bundle --minify --charset=utf8 --format=esm --target=es2022 --external:../vendor/inter.woff2 --log-level=warning
WASM_FLAGS = --triple wasm32-unknown-none-wasm --toolset wasm/toolset.json -c release
PLACE ?=
PORT ?= 8080
DATA ?=
KILLS ?= 10
ROUNDS ?= 100
MINUTES ?= 10
REQUESTS ?= 1000000
EACH ?= 1000
POSTS ?= 1000000
EVENTS ?= 10000000
FRAMES ?= 10000000
PEERS ?=
PEERS_PYTHON ?= python3
SEED ?= 1
PREFIX ?= /usr/local
DESTDIR ?=
# The program of `make build`: `make install` may run as another user, who has no Swift.
BUILT = $(wildcard .build/*-linux-gnu/release/hereabouts)
NAME = $(patsubst %.osm,%,$(basename $(notdir $(PLACE))))

.PHONY: help docs check-docs build install uninstall package check-package installed run test lint format bench bench-peers check-data fuzz page wasm parity bocce ar mesh durability schedule contract clients tiles floors outside leaks fairness quotas requests passkeys mesh-join mesh-links mesh-hosts mesh-name bench-mesh soak soak-mesh servers shared-rules database-doctor database-backups database-schedule plans move soak-servers soak-patroni soak-postgres test-postgres postgres-hosts soak-mesh-hosts soak-parity soak-quotas soak-requests same setup setup-test clean rolling places s3 changes memory within

help: ## List the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## Install what running needs
	@$(PYTHON) scripts/setup.py run

setup-test: ## Install what running and testing need
	@$(PYTHON) scripts/setup.py test

run: setup ## Serve the sample place, or PLACE=my.osm.pbf, at http://localhost:8080 (PORT=…)
	$(BUILD) --product hereabouts
	$(MAKE) --no-print-directory wasm page
ifeq ($(PLACE),)
	exec $(BIN)/hereabouts demo --port $(PORT)
else
	mkdir -p -m 700 data
	$(BIN)/hereabouts import "$(PLACE)" -o "data/$(NAME).atlas"
	exec $(BIN)/hereabouts serve --atlas "data/$(NAME).atlas" --data data --port $(PORT)
endif

build: ## Build the program and its page, to install them
	@$(PYTHON) scripts/setup.py package
	$(BUILD) --product hereabouts
	$(MAKE) --no-print-directory wasm page

install: ## Copy what `make build` built to PREFIX=/usr/local, below DESTDIR=
	@test -n "$(BUILT)" || { echo "nothing is built; run \`make build\` first"; exit 2; }
	$(PYTHON) scripts/installation.py "$(BUILT)" "$(PREFIX)" "$(DESTDIR)"

uninstall: ## Remove that again
	cd "$(DESTDIR)$(PREFIX)" && rm -rf bin/hereabouts {lib,share,share/doc}/hereabouts share/man/man[15]/hereabouts{.1,-*.1,.conf.5}.gz

package: build ## Make a Debian package, a tarball and the root of a container in dist
	rm -rf dist
	for kind in deb tarball root; do $(PYTHON) scripts/package.py $(BIN)/hereabouts dist $$kind || exit 1; done

check-package: package ## As root: use the package in a bare Debian, from installing to removing, and the container's root
	@$(PYTHON) scripts/setup.py check-package
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(PYTHON) scripts/package.py $(BIN)/hereabouts "$$folder" deb && \
	$(PYTHON) scripts/check_package.py dist --again "$$folder"/*.deb

wasm: ## Build the browser's core, its game, its view through the camera and its part of the mesh
	$(SWIFT) build $(WASM_FLAGS) --product WebCore
	$(SWIFT) build $(WASM_FLAGS) --product BocceCore
	$(SWIFT) build $(WASM_FLAGS) --product ARProgram
	$(SWIFT) build $(WASM_FLAGS) --product GossipProgram
	folder="$$($(SWIFT) build $(WASM_FLAGS) --show-bin-path)" && \
	cp "$$folder/WebCore.wasm" Web/core.wasm && cp "$$folder/BocceCore.wasm" Web/bocce.wasm && \
	cp "$$folder/ARProgram.wasm" Web/ar.wasm && cp "$$folder/GossipProgram.wasm" Web/mesh.wasm

page: ## Gather the page's modules and style sheets into the files that browsers load
	esbuild core-worker=Web/data/core-worker.js unpack-worker=Web/data/unpack-worker.js look=Web/look/look.css \
		bocce=Web/bocce/play.js bocce=Web/look/bocce.css ar=Web/ar/open.js ar=Web/look/ar.css \
		compass=Web/ar/compass.js floors=Web/look/floors.css mesh=Web/mesh/open.js mesh=Web/look/mesh.css $(ESBUILD_FLAGS) --outdir=Web/built
	esbuild main=Web/main.js $(ESBUILD_FLAGS) --splitting --chunk-names=[name] --outdir=Web/built

test: setup-test ## Run every test: Swift, parity of the browser's core, contract, browser
	$(BUILD) --build-tests --explicit-target-dependency-import-check error
	@# All at once, the tests would have more files open than Foundation's Process can list.
	$(PYTHON) scripts/with_postgres.py $(SWIFT) test -c release --skip-build --parallel --experimental-maximum-parallelization-width 64 --skip PostgresLanesTests
	@# These wait for the clock, so they run without the others.
	$(PYTHON) scripts/with_postgres.py $(SWIFT) test -c release --skip-build --filter PostgresLanesTests
	$(MAKE) --no-print-directory wasm page
	@# Most of these keep one core busy, or none. The last ones compare times, so each runs alone.
	$(MAKE) --no-print-directory --jobs=3 --output-sync=target schedule parity bocce ar mesh mesh-join durability contract clients tiles floors outside requests passkeys installed check-docs postgres-hosts servers shared-rules database-doctor database-backups places move s3 changes memory within
	$(MAKE) --no-print-directory leaks fairness quotas
	scripts/test_web.sh $(BIN)/hereabouts

parity: ## Ask the engines, a server and the page's core the same questions and compare bytes; play the same games of bocce
	set -o pipefail; $(BIN)/hereabouts bocce sample --games 10000 | node wasm/bocce.mjs Web/bocce.wasm
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(BIN)/hereabouts parity "$$folder" --atlas "$$folder/sample.atlas" && \
	node wasm/parity.mjs Web/core.wasm "$$folder" && \
	$(PYTHON) scripts/check_offline.py $(BIN)/hereabouts "$$folder/sample.atlas" --each 100

bocce: ## Compare how balls of bocce come to rest with another physics engine
	.venv/bin/python scripts/check_bocce.py $(BIN)/hereabouts

ar: ## Compare where the camera's view puts places with SciPy, and its declinations with another model; measure a frame
	.venv/bin/python scripts/make_wmm.py
	.venv/bin/python scripts/check_ar.py Web/ar.wasm
	node wasm/ar.mjs Web/ar.wasm --speed

mesh: ## Compare the vectors of the mesh's messages with another implementation's, and replay recorded sessions of Negentropy
	.venv/bin/python scripts/make_message_vectors.py
	.venv/bin/python scripts/make_mail_vectors.py
	.venv/bin/python scripts/make_dns_vectors.py
	$(BUILD) --product NegentropyHarness
	$(PYTHON) scripts/check_negentropy.py $(BIN)/NegentropyHarness

mesh-links: setup-test ## As root: let nodes of the mesh find each other and link, on hosts made of network namespaces
	$(BUILD) --product MeshLinksHarness
	.venv/bin/python scripts/check_mesh_links.py $(BIN)/MeshLinksHarness

mesh-hosts: setup-test ## As root, on hosts made of network namespaces: let servers with --mesh pass lines and posts on through a cut and KILLS kills, be carried between islands and change their addresses; let a phone carry lines
	$(BUILD) --product hereabouts
	$(MAKE) --no-print-directory wasm page
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_mesh.py $(BIN)/hereabouts "$$folder/sample.atlas" --kills $(KILLS) --seed $(SEED) && \
	.venv/bin/python scripts/check_mesh_moves.py $(BIN)/hereabouts "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_mesh_phone.py $(BIN)/hereabouts "$$folder/sample.atlas"

soak-mesh-hosts: setup-test ## As root, half an hour: the same with 100 kills at random, 20 cuts of a minute, and 30 servers
	$(BUILD) --product hereabouts
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_mesh_kills.py $(BIN)/hereabouts "$$folder/sample.atlas" --kills 100 --seed $(SEED) && \
	.venv/bin/python scripts/check_mesh_many.py $(BIN)/hereabouts "$$folder/sample.atlas" --nodes 30 --seed $(SEED) && \
	.venv/bin/python scripts/check_mesh_cuts.py $(BIN)/hereabouts "$$folder/sample.atlas" --runs 20 --seconds 60

mesh-join: ## Let nodes join a place with the command line, at ports of their own on this machine; and let them fail to, each with its remedy
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_mesh_join.py $(BIN)/hereabouts "$$folder/sample.atlas"

mesh-name: setup ## As root, on hosts made of network namespaces: let two servers with --mesh answer at one name, with certificates of one authority
	$(BUILD) --product hereabouts
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_mesh_name.py $(BIN)/hereabouts "$$folder/sample.atlas"

bench-mesh: setup-test ## As root: measure bytes and times of the mesh, beside Reticulum's LXMF with PEERS=folder of reticulum_baseline.py and PEERS_PYTHON=a Python with rns and lxmf
	$(BUILD) --product hereabouts
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	.venv/bin/python Benchmarks/measure_mesh.py $(BIN)/hereabouts "$$folder/sample.atlas" $(if $(PEERS),--peers "$(PEERS)" --python "$(PEERS_PYTHON)")

soak-mesh: setup-test ## Half an hour: give ten million made-up frames and messages of the mesh to their readers (FRAMES=number); let 1000 simulated nodes spread messages, and attack some with EVENTS=10000000 of each kind; try to track nodes
	$(BUILD) --build-tests
	HOSTILE_FRAMES=$(FRAMES) $(SWIFT) test -c release --skip-build --filter HostileFrameTests
	CAPTURES=100 $(SWIFT) test -c release --skip-build --filter TrackingTests
	$(BUILD) --product MeshSoak
	for loss in 0 0.1; do $(BIN)/MeshSoak spread 1000 $$loss $(SEED) || exit 1; done
	for attack in $$($(BIN)/MeshSoak attacks); do $(BIN)/MeshSoak attack $$attack $(EVENTS) $(SEED) || exit 1; done
	$(MAKE) --no-print-directory soak-mesh-hosts

test-postgres: setup-test ## Run the tests of connections to PostgreSQL and of the stores, beside a server of their own
	$(BUILD) --build-tests
	$(PYTHON) scripts/with_postgres.py $(SWIFT) test -c release --skip-build --filter "PostgresLanesTests|Conformance|SharedStores"

postgres-hosts: ## Write to PostgreSQL while a host is killed, frozen, stopped and restarted
	$(BUILD) --product PostgresLedger
	$(PYTHON) scripts/check_postgres_lanes.py $(BIN)/PostgresLedger --rounds 5 --seed $(SEED)

servers: ## Let two servers share PostgreSQL, strike at both, set a clock wrong, and ask one what was taken back at the other
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/place.atlas" && \
		$(PYTHON) scripts/check_servers.py $(BIN)/hereabouts "$$folder/place.atlas" --rounds 3 --kinds server kill ahead --seed $(SEED) && \
		$(PYTHON) scripts/check_sharing.py $(BIN)/hereabouts "$$folder/place.atlas" --people 10 --seconds 8 --delay --seed $(SEED)

shared-rules: ## Log in at two servers of a place, do at both what excludes each other, and look at the plan of every statement
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/place.atlas" && \
		.venv/bin/python scripts/check_log_ins.py $(BIN)/hereabouts "$$folder/place.atlas" && \
		$(PYTHON) scripts/check_races.py $(BIN)/hereabouts "$$folder/place.atlas" --servers 2 --rounds 1 --seed $(SEED) && \
		$(PYTHON) scripts/check_plans.py $(BIN)/hereabouts "$$folder/place.atlas" --posts 20000 --positions 200000 --people 1000

database-doctor: ## Stop, freeze and misconfigure hosts of PostgreSQL, and see what `doctor`, figures and the log say
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/place.atlas" && \
		$(PYTHON) scripts/check_database_doctor.py $(BIN)/hereabouts "$$folder/place.atlas"

database-backups: ## Back up a place in PostgreSQL, destroy keys, and bring a backup back to PostgreSQL
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/place.atlas" && \
		$(PYTHON) scripts/check_database_backups.py $(BIN)/hereabouts "$$folder/place.atlas"

database-schedule: ## Let two servers on PostgreSQL make one backup by themselves, while one of them is frozen (two minutes)
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/place.atlas" && \
		$(PYTHON) scripts/check_database_backups.py $(BIN)/hereabouts "$$folder/place.atlas" --schedule

plans: ## Fill PostgreSQL with a million posts and ten million positions, and look at the plan of every statement (POSTS=number)
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/place.atlas" && \
		$(PYTHON) scripts/check_plans.py $(BIN)/hereabouts "$$folder/place.atlas" --posts $(POSTS) --positions $(POSTS)0 --figures

move: ## Move a place from files to PostgreSQL and back, kill moves in their middle, and look for what was lost
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/place.atlas" && \
		$(PYTHON) scripts/check_move.py $(BIN)/hereabouts "$$folder/place.atlas" --kills 4 --seed $(SEED)

soak-servers: setup-test ## As root, an hour: three servers on hosts made of network namespaces, behind haproxy, ROUNDS=100 strikes at them and at PostgreSQL, and 200 people who take back
	@$(PYTHON) scripts/setup.py servers
	$(BUILD) --product hereabouts
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/place.atlas" && \
		$(PYTHON) scripts/check_servers.py $(BIN)/hereabouts "$$folder/place.atlas" --servers 3 --network --rounds $(ROUNDS) --seed $(SEED) && \
		$(PYTHON) scripts/check_sharing.py $(BIN)/hereabouts "$$folder/place.atlas" --people 200 --seconds 600 --delay --seed $(SEED) && \
		$(PYTHON) scripts/check_races.py $(BIN)/hereabouts "$$folder/place.atlas" --servers 3 --seed $(SEED)

soak-patroni: setup-test ## As root, minutes: three servers on PostgreSQL that Patroni runs; its primary is killed, frozen and switched over, and a server is cut off
	@$(PYTHON) scripts/setup.py patroni
	$(BUILD) --product hereabouts
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/place.atlas" && \
		$(PYTHON) scripts/check_servers.py $(BIN)/hereabouts "$$folder/place.atlas" --servers 3 --network --patroni --rounds 5 --kinds machine frozen switchover process cut --seed $(SEED)

soak-postgres: setup-test ## Half an hour: write to PostgreSQL while hosts are killed, frozen and stopped, ROUNDS=100 times
	$(BUILD) --product PostgresLedger
	$(PYTHON) scripts/check_postgres_lanes.py $(BIN)/PostgresLedger --rounds $(ROUNDS) --seed $(SEED)

durability: ## Kill the server while posts are written, KILLS=10 times, and look for lost ones
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_durability.py $(BIN)/hereabouts "$$folder/sample.atlas" --kills $(KILLS)

schedule: ## Let a server make a backup by itself, a minute after its start, and bring that back
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_schedule.py $(BIN)/hereabouts "$$folder/sample.atlas"

contract: ## Compare the types of the page with /openapi.json; ask a server made-up questions as each role, and compare its answers with it; ask by names that are not its own; take accounts and take them back
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_types.py $(BIN)/hereabouts "$$folder/sample.atlas" --self-test && \
	.venv/bin/python scripts/check_contract.py $(BIN)/hereabouts "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_hosts.py $(BIN)/hereabouts "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_accounts.py $(BIN)/hereabouts "$$folder/sample.atlas"

clients: ## Let client libraries of other routers, geocoders, trackers and maps, a client made of /openapi.json and Prometheus ask a server, and add other programs' track files
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_clients.py $(BIN)/hereabouts "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_geocoders.py $(BIN)/hereabouts "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_trackers.py $(BIN)/hereabouts "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_generated_client.py $(BIN)/hereabouts "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_metrics.py $(BIN)/hereabouts "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_loops.py $(BIN)/hereabouts "$$folder/sample.atlas" --rounds 1 --quiet && \
	.venv/bin/python scripts/check_tracks.py $(BIN)/hereabouts "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_map.py $(BIN)/hereabouts "$$folder/sample.atlas"

tiles: ## Let Protomaps' own reader find every tile of an archive of tiles, and compare them with the server's
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_tile_archives.py $(BIN)/hereabouts "$$folder/sample.atlas"

floors: ## Compare the inside of buildings, and routes there, with the extract: of an invented house, or PLACE=my.osm.pbf
	.venv/bin/python scripts/check_floors.py $(BIN)/hereabouts "$(or $(PLACE),Tests/Fixtures/floors.osm)"
	.venv/bin/python scripts/check_inside.py $(BIN)/hereabouts "$(or $(PLACE),Tests/Fixtures/floors.osm)"

rolling: setup ## Restart servers behind haproxy and nginx (install them first), and swap atlases, under 500 requests a second
	$(BUILD) --product hereabouts
	$(PYTHON) scripts/check_rolling.py $(BIN)/hereabouts .cache/sample/Helsinki.osm.pbf

within: ## Import parts of an extract, the sample or PLACE=my.osm.pbf, and compare with osmium; EACH=100 boxes and polygons
	$(PYTHON) scripts/check_within.py $(BIN)/hereabouts "$(or $(PLACE),.cache/sample/Helsinki.osm.pbf)" --each $(if $(filter file,$(origin EACH)),6,$(EACH)) --seed $(SEED)

changes: ## Apply random change files to an extract, the sample or PLACE=my.osm.pbf, and compare with osmium and a fresh import
	$(PYTHON) scripts/check_changes.py $(BIN)/hereabouts "$(or $(PLACE),.cache/sample/Helsinki.osm.pbf)"

memory: ## Import copies of the sample with little memory, with too little, and with a full disk
	$(PYTHON) scripts/check_memory.py $(BIN)/hereabouts .cache/sample/Helsinki.osm.pbf

outside: ## Build an app outside this folder on the client alone, and post with it
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_outside.py $(BIN)/hereabouts "$$folder/sample.atlas"

leaks: ## Let people report where they are for a day, and look for it wherever it must not be
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_leaks.py $(BIN)/hereabouts "$$folder/sample.atlas" && \
	for run in one other; do \
		$(BIN)/hereabouts simulate "$$folder/sample.atlas" --people 60 --days 2 --until 2026-11-02 --data "$$folder/$$run" >"$$folder/$$run.txt" || { cat "$$folder/$$run.txt"; exit 1; }; \
	done && \
	grep "60 people lived 2 days" "$$folder/one.txt" && \
	cmp "$$folder/one.txt" "$$folder/other.txt"

fairness: ## Let one network send the most expensive requests, and check that another network is answered
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_fairness.py $(BIN)/hereabouts "$$folder/sample.atlas" --seconds 1

quotas: ## Let people store as much as they may, and see that neither a restart nor anybody's answers take longer for it
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_quotas.py $(BIN)/hereabouts "$$folder/sample.atlas"

soak-quotas: setup ## The same with all that eight people may keep, and with the clock: minutes
	$(BUILD) --product hereabouts
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_quotas.py $(BIN)/hereabouts "$$folder/sample.atlas" --positions 1500000 --figures

requests: ## Send a server requests with something wrong in them, bytes that are no requests, and several at the same moment to the same thing
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_requests.py $(BIN)/hereabouts "$$folder/sample.atlas" --requests 5000 --streams 1500 --quiet && \
	$(PYTHON) scripts/check_races.py $(BIN)/hereabouts "$$folder/sample.atlas" --rounds 2

soak-parity: setup wasm ## Ask a server and the browser's core EACH=1000 questions of each kind from SEED=1, and compare bytes: minutes
	$(BUILD) --product hereabouts
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_offline.py $(BIN)/hereabouts "$$folder/sample.atlas" --each $(EACH) --seed $(SEED)

soak-requests: setup ## The same with REQUESTS=1000000 of each, for half an hour
	$(BUILD) --product hereabouts
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_requests.py $(BIN)/hereabouts "$$folder/sample.atlas" --requests $(REQUESTS) --streams $(REQUESTS) && \
	$(PYTHON) scripts/check_races.py $(BIN)/hereabouts "$$folder/sample.atlas" --rounds 40

same: setup-test ## Show where two programs, BEFORE= and AFTER=, answer otherwise (DATA=folder of extracts; WEB_BEFORE= and WEB_AFTER= for their pages, too)
	@test -n "$(BEFORE)" -a -n "$(AFTER)" || { echo "name two built programs: make same BEFORE=program AFTER=program"; exit 2; }
	$(PYTHON) scripts/setup.py same
	.venv/bin/python scripts/check_same_answers.py "$(BEFORE)" "$(AFTER)" "$(if $(DATA),$(DATA),.cache/sample)"/*.osm.pbf \
		$(if $(WEB_AFTER),--pages --web-before "$(WEB_BEFORE)" --web-after "$(WEB_AFTER)")

passkeys: ## Let another's server judge the soft authenticator whose answers the tests of Passkeys verify; log in with it, and try what must not work
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_passkeys.py $(BIN)/hereabouts "$$folder/sample.atlas"

places: ## Serve two places with one process, with files and with PostgreSQL, and try to come from one to the other
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/check_places.py $(BIN)/hereabouts "$$folder/sample.atlas"

s3: ## Keep pictures in a bucket of a store that verifies signatures; stop it meanwhile, and start the server with wrong settings
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	.venv/bin/python scripts/check_s3.py $(BIN)/hereabouts "$$folder/sample.atlas"

installed: ## Lay out an installation, move it away and use it there
	$(PYTHON) scripts/check_installed.py $(BIN)/hereabouts

soak: setup ## Ask a server random questions, half of them malformed, for MINUTES=10, and watch that it stays well
	$(BUILD) --product hereabouts
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/hereabouts import .cache/sample/Helsinki.osm.pbf -o "$$folder/sample.atlas" && \
	$(PYTHON) scripts/soak.py $(BIN)/hereabouts "$$folder/sample.atlas" --minutes $(MINUTES)

docs: ## Check the documentation of the Swift client, and build it under .build/docs
	$(BUILD) --target HereaboutsAPI
	$(MAKE) --no-print-directory check-docs

check-docs: ## The same with the client that is built
	rm -rf .build/docs && mkdir -p .build/docs/symbols
	$(SWIFT) symbolgraph-extract -module-name HereaboutsAPI -I $(BIN)/Modules -target $$($(SWIFT) -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p') -minimum-access-level public -skip-inherited-docs -output-dir .build/docs/symbols
	$(PYTHON) scripts/member_docs.py .build/docs/symbols/HereaboutsAPI.symbols.json
	docc convert Sources/HereaboutsAPI/HereaboutsAPI.docc --warnings-as-errors --fallback-bundle-identifier hereabouts.HereaboutsAPI --additional-symbol-graph-dir .build/docs/symbols --output-dir .build/docs/archive

lint: setup-test ## Check format, module arrows and the web page's sources
	$(SWIFT) format lint --strict --recursive Sources Tests Examples Benchmarks Package.swift
	$(PYTHON) scripts/check_arrows.py --self-test
	$(PYTHON) scripts/check_web_arrows.py --self-test
	scripts/lint_web.sh

format: ## Lay out the Swift sources
	$(SWIFT) format --in-place --recursive Sources Tests Examples Benchmarks Package.swift

bench: setup-test ## Measure import, tiles, search and routes, in process and over HTTP (DATA=folder of extracts)
	$(BUILD) --product hereabouts
	Benchmarks/run.sh $(BIN)/hereabouts "$(if $(DATA),$(DATA),.cache/sample)"

bench-peers: setup-test ## Measure OSRM, Valhalla and RoutingKit beside it, and compare answers with OSRM's (DATA=folder of extracts)
	$(BUILD) --product hereabouts
	$(PYTHON) scripts/setup.py peers
	.peers/bin/python Benchmarks/measure_peers.py $(BIN)/hereabouts "$(if $(DATA),$(DATA),.cache/sample)"/*.osm.pbf
	.peers/bin/python Benchmarks/measure_cch.py $(BIN)/hereabouts "$(if $(DATA),$(DATA),.cache/sample)"/*.osm.pbf
	.peers/bin/python Benchmarks/compare_osrm.py $(BIN)/hereabouts "$(if $(DATA),$(DATA),.cache/sample)"/*.osm.pbf

check-data: setup-test ## Run the heavy checks on every extract in DATA=folder
	@test -n "$(DATA)" || { echo "name a folder of .osm.pbf files: make check-data DATA=folder"; exit 2; }
	$(BUILD) --product hereabouts
	scripts/check_data.sh $(BIN)/hereabouts "$(DATA)"

fuzz: setup ## Fuzz the readers of untrusted bytes (RUNS=number of executions of each target)
	scripts/fuzz $(if $(RUNS),$(RUNS),1000000)

clean: ## Remove what was built
	rm -rf .build Web/core.wasm Web/built dist
