# Everything a newcomer needs: `make demo` and `make test` install what is missing, build and run.

SWIFT ?= swift
BUILD := .build/debug

# What the programs are built with and run on.
PACKAGES := libglib2.0-dev libnotify-dev libsqlite3-dev pkg-config dbus-daemon tzdata
# What the tests talk to: a display, a real notification server, a mouse, systemd's calendar, zdump.
TEST_PACKAGES := xvfb xdotool x11-utils notification-daemon imagemagick systemd libc-bin procps python3

.PHONY: demo test lint build release figures fuzz dependencies test-dependencies clean

demo: dependencies
	$(SWIFT) build
	$(BUILD)/notify-schedule demo

test: test-dependencies
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	$(SWIFT) test --skip-build --disable-xctest --filter NotifyCoreTests
	$(SWIFT) test --skip-build --disable-xctest --no-parallel --filter 'AgentInterfaceTests|GLibBridgeTests|LauncherTests|UserNotificationsTests'
	$(SWIFT) test --skip-build --disable-xctest --no-parallel --filter AgentTests

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests \
		Benchmarks/Package.swift Benchmarks/Figures
	sh -n data/install-packages.sh data/screenshot.sh

# The programs as they are installed. Swift's own libraries are inside, and those are C++ in part.
release:
	@sh data/install-packages.sh $(PACKAGES) g++
	$(SWIFT) build -c release --static-swift-stdlib --scratch-path .build-release

# The figures of the README: all, or FIGURES="engine replan".
figures: release
	@sh data/install-packages.sh libnotify-bin systemd
	$(SWIFT) build -c release --static-swift-stdlib --package-path Benchmarks \
		--explicit-target-dependency-import-check error
	Benchmarks/.build/release/figures --programs .build-release/release $(FIGURES)

# Looks for inputs that break the parsers of URLs and command lines: SECONDS=600 for a long look.
SECONDS ?= 60
FUZZ := Tests/Fuzz/.build

fuzz: dependencies
	$(SWIFT) build -c release --sanitize fuzzer --package-path Tests/Fuzz
	mkdir -p $(FUZZ)/corpus
	$(FUZZ)/release/fuzz-urls -max_total_time=$(SECONDS) -max_len=9000 -timeout=5 -rss_limit_mb=1024 \
		-print_final_stats=1 -artifact_prefix=$(FUZZ)/ -dict=Tests/Fuzz/urls.dict \
		$(FUZZ)/corpus Tests/Fuzz/Corpus

build: dependencies
	$(SWIFT) build

dependencies:
	@sh data/install-packages.sh $(PACKAGES)

# All in one go: who has to ask an administrator asks once.
test-dependencies:
	@sh data/install-packages.sh $(PACKAGES) $(TEST_PACKAGES)

clean:
	rm -rf .build .build-release Benchmarks/.build Tests/Fuzz/.build
