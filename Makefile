# Any Go from 1.21 on can start a build: the toolchain and the experiment are
# chosen here, whatever the environment says.
export GOTOOLCHAIN := go1.27.4
export GOEXPERIMENT := simd
export GOFLAGS := -buildvcs=false
export GOWORK := off
unexport GOOS GOARCH GOWASM

ADDR := 127.0.0.1:8080
FUZZTIME := 60s

# Packages whose results are the same with vectors, without, and in WebAssembly. Of their files
# go vet has seen all but those of core/kernel without vectors before any test runs.
LOOPS := $(patsubst %,./%,$(wildcard core/cf core/search core/generate core/vision core/kernel core/nn core/vae core/causal core/discover core/onnx core/route core/sketch))

# Of them, those that do not use core/kernel: without vectors they are the same programs.
SCALAR := $(patsubst %,./core/%,causal discover route sketch)

CORE := $(if $(wildcard core/*/*.go),./core/...)

.PHONY: help run build reproduce test check fuzz bench study long gallery parquet screenshot clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: bin/build ## build the site if needed and serve it at ADDR (127.0.0.1:8080)
	@bin/build -fast
	@exec bin/build serve -addr $(ADDR)

build: bin/build ## build the static site into dist/, fully compressed, and check its size
	@bin/build

reproduce: bin/build ## build the commit AT (HEAD) in two clean clones, compare, and hold it to RELEASES
	@bin/build reproduce -at $(or $(AT),HEAD)

# Runs tests and says at the end which were skipped, and why.
SUM := go tool gotestsum --format pkgname --jsonfile

# Nobody debugs the programs of the tests: without DWARF they are compiled with a tenth less work.
test: export GOFLAGS += -gcflags=all=-dwarf=false
test: bin/build ## run all tests, the browser's included (installs chromium if it can)
	@bin/build chromium
	go vet ./...
	GOEXPERIMENT=nosimd go vet ./core/kernel
ifneq ($(LOOPS),)
	GOEXPERIMENT=nosimd go test -vet=off -short $(filter-out $(SCALAR),$(LOOPS))
	@if command -v node >/dev/null; then \
		echo "tests of $(LOOPS) in WebAssembly:"; \
		bin/build test -short $(LOOPS); \
	else \
		echo "skipped: tests of $(LOOPS) in WebAssembly need node"; \
	fi
endif
	$(SUM) bin/unit.json -- -vet=off $$(go list ./... | grep -v /app/e2e)
	$(SUM) bin/browser.json -- -vet=off -count 1 -parallel 3 -timeout 30m ./app/e2e ./app/e2e/page; status=$$?; \
	echo "What took above 10 s:"; cat bin/unit.json bin/browser.json | go tool gotestsum tool slowest --threshold 10s --num 30; \
	exit $$status

bench: bin/build ## measure kernels and training, natively and in Chromium, with and without simd
	@bin/build chromium
	go test ./app/e2e/speed -run '^$$' -bench . -benchtime 1x -timeout 30m

DATA := $(if $(CAUSEWAY_DATA),$(CAUSEWAY_DATA),../shared/data)

study: ## print a study, NAME=scores, compare, learned, ways, hidden, steady, sense, bias, peers or trees; see docs/experiments.md
	@case "$(NAME)" in \
	compare) $(call each-table,-compare,401,$(or $(RUNS),3));; \
	scores) $(call each-table,-compare -rows 100 -lead $(or $(LEAD),0.1) $(if $(OUT),-out $(OUT)/$$(echo $$of | tr -dc a-z0-9-)),9701,$(or $(RUNS),3));; \
	learned) $(call each-table,-method actions,501,$(or $(RUNS),10));; \
	ways) $(call each-table,-ways -rows 200,9801,$(or $(RUNS),10));; \
	hidden) $(call each-table,-hidden $(or $(LABELS),100) -rows 200,9801,$(or $(RUNS),3));; \
	steady) $(call each-table,-steady 60,601,$(or $(RUNS),10));; \
	sense) CAUSEWAY_STUDY=1 CAUSEWAY_DATA=$(abspath $(DATA)) go test ./app/store -run '^TestFirstAnswersMakeSense$$' -count 1 -timeout 30m -v;; \
	bias) go build -o bin/paper ./cmd/paper && for of in hiring-fair hiring-biased; do \
		bin/paper -groups group -dataset $$of -headline -rows 200 -lead 0.1 -seed 9701 -runs $(or $(RUNS),10) || exit 1; done;; \
	peers) go run ./bench/peers;; \
	trees) CAUSEWAY_DATA=$(abspath $(DATA)) go test ./core/onnx -run '^TestTreesOfAdult$$' -count 1 -timeout 20m -v;; \
	*) echo "Say which study: make study NAME=scores, compare, learned, ways, hidden, steady, sense, bias, peers or trees."; exit 2;; \
	esac

# each-table runs cmd/paper on every table: flags, first seed, number of runs.
define each-table
go build -o bin/paper ./cmd/paper && \
	for of in "adult -constraint c1" "adult -constraint c2" "census -constraint c1" simple-bn sangiovese; do \
		bin/paper $(1) -dataset $$of -headline -seed $(2) -runs $(3) -data $(DATA) || exit 1; \
	done; \
	for of in "bank-marketing Deposit" "heart-disease num" "student-performance G3"; do \
		set -- $$of; \
		bin/paper $(1) -table $(DATA)/tables/$$1.csv -outcome $$2 -graph cmd/paper/testdata/$$1.graph.json -seed $(2) -runs $(3) || exit 1; \
	done
endef

check: ## everything that must hold before a commit
	@unformatted=$$(gofmt -l app bench cmd $(wildcard core)); \
		if [ -n "$$unformatted" ]; then echo "not gofmt's form:"; echo "$$unformatted"; exit 1; fi
	go build ./...
	GOEXPERIMENT=nosimd go vet ./... && GOEXPERIMENT=nosimd go build ./...
	for experiment in simd nosimd; do \
		for verb in vet build; do \
			GOEXPERIMENT=$$experiment GOOS=js GOARCH=wasm go $$verb ./app ./app/engine $(CORE) || exit 1; \
		done; \
	done
	$(MAKE) --no-print-directory build
	$(MAKE) --no-print-directory fuzz FUZZTIME=5s
	$(MAKE) --no-print-directory test

fuzz: ## run every fuzz test for FUZZTIME (60s)
	@grep -rno --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' app cmd $(wildcard core) | \
	while IFS=: read -r file _ func; do \
		name=$${func#func }; \
		go test "./$$(dirname "$$file")" -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x || exit 1; \
	done

long: bin/build ## do a long test, NAME=property, bombs, faults, speed, session, browsers, accessible or batch; see docs/experiments.md
	@bin/build chromium
	@case "$(NAME)" in \
	property) export CAUSEWAY_FULL=1; \
		go test ./cmd/check -count 1 -timeout 30m -v && \
		go test ./core/mask -run '^TestEveryRowKeepsEveryRule$$' -count 1 -timeout 30m -v && \
		go test ./core/cf -run '^TestNoShownRowBreaksARule$$' -count 1 -timeout 30m -v && \
		go test ./core/engine -run '^TestRandomGroupsDoNotDiffer$$' -count 1 -timeout 90m -v && \
		go test ./app/store -run '^TestEverySequenceIsSaved$$' -count 1 -timeout 120m -v && \
		go test ./core/hostile -run '^(TestVerdictsAreEqualEverywhere|TestParquetKeepsItsBounds)$$' -count 1 -timeout 60m -v;; \
	bombs) CAUSEWAY_FULL=1 go test ./app/e2e -run '^(TestBombsGetOneSentence|TestEndlessFilesAreGivenUp)$$' -count 1 -timeout 30m -v;; \
	faults) CAUSEWAY_KILLS=150 go test ./app/e2e -run '^(TestNoKillLosesAnything|TestAFullDiskIsTold|TestABrowserThatKeepsNothing|TestAFailingStoreLeavesTheLastGoodState|TestEachCallOfTheStoreFailsOnce|TestEachCallOfTheStoreFailsOnceAtAStart|TestEachGrowthOfTheEnginesMemoryFails|TestTheProgramLacksMemoryOnce)$$' -count 1 -timeout 120m -v && \
		export CAUSEWAY_FULL=1; go test ./app/e2e -run '^TestAFirstVisitOverABadLine$$' -count 1 -timeout 30m && \
		go test ./app -run '^TestNothingThatWasSavedIsLost$$' -count 1 -timeout 30m;; \
	speed) CAUSEWAY_FULL=1 go test ./app/e2e/speed -count 1 -timeout 60m -v;; \
	session) CAUSEWAY_FULL=1 CAUSEWAY_MINUTES=$(or $(MINUTES),60) go test ./app/e2e -run '^(TestALongSession|TestStepsLeaveNothingBehind)$$' -count 1 -timeout 120m -v;; \
	browsers) CAUSEWAY_BROWSERS=1 go test ./app/e2e -run '^TestFirstPathElsewhere$$' -count 1 -timeout 30m -v;; \
	accessible) npm ci --prefix bench/axe --ignore-scripts --silent && go test ./app/e2e -run '^TestAccessible' -count 1 -timeout 20m -v;; \
	batch) cd cmd/batch && go vet . && go test -count 1 -timeout 20m .;; \
	*) echo "Say which test: make long NAME=property, bombs, faults, speed, session, browsers, accessible or batch."; exit 2;; \
	esac

gallery: ## train the finished projects of the first screen again and hold them to what they say
	go test ./app -run '^TestGalleryIsMade$$' -update -count 1 -v
	go test ./app -run '^TestTheGalleryHolds$$' -count 1 -v

parquet: ## bundle what reads Parquet files into web/hyparquet.js anew; needs npm
	npm ci --prefix assets/parquet --ignore-scripts --silent
	cd assets/parquet && npx esbuild library.mjs --bundle --minify --format=iife --global-name=hyparquet --legal-comments=none \
		--banner:js="// hyparquet, hyparquet-compressors and fzstd, see assets/parquet; bundled by make parquet." --outfile=../../web/hyparquet.js
	cd assets/parquet/node_modules && for of in fzstd hyparquet hyparquet-compressors; do echo "$$of:"; echo; cat $$of/LICENSE; echo; done > ../LICENSE

screenshot: bin/build ## take the pictures of README and guide
	@bin/build chromium
	CAUSEWAY_SHOTS=$(CURDIR)/docs/guide go test ./app/e2e -run '^TestScreenshot$$' -count 1 -v

clean: ## remove what was built
	rm -rf bin dist

# Always asks go, which knows best whether anything changed.
.PHONY: bin/build
bin/build:
	@mkdir -p bin
	@go build -o bin/build ./cmd/build
