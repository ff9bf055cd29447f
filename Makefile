# Everything a newcomer needs: `make demo` and `make test` install what is missing, build and run.

SWIFT ?= swift
BUILD := .build/debug

# What the programs are built with and run on.
PACKAGES := libglib2.0-dev libnotify-dev libsqlite3-dev libical-dev pkg-config dbus-daemon tzdata
# What the tests talk to: a display, a real notification server, a mouse, systemd's calendar, zdump, shells,
# the location service.
TEST_PACKAGES := libnotify-bin xvfb xdotool x11-utils notification-daemon imagemagick systemd libc-bin procps python3 dunst g++ \
	zsh fish groff-base geoclue-2.0

# Whole desktops: GNOME Shell headless, Plasma under Xvfb, and what looks inside them.
DESKTOP_PACKAGES := gnome-shell gjs python3-dbusmock mutter gsettings-desktop-schemas \
	libgl1-mesa-dri adwaita-icon-theme librsvg2-common \
	plasma-workspace plasma-desktop kwin-x11 kactivitymanagerd libkf5globalaccel-bin \
	breeze-icon-theme at-spi2-core xvfb xdotool imagemagick zenity

# What a package that does not declare this one needs to find the module: one with
# `#if canImport(UserNotifications)` in its source, such as swift-custom-dump.
MODULE_FLAGS = -Xcc -fmodule-map-file=$(CURDIR)/Sources/CGLib/module.modulemap \
	$(addprefix -Xcc ,$(filter -I%,$(shell pkg-config --cflags gio-unix-2.0)))

# Of a crash in a test: the thread that crashed, and no more, so that the end of a log shows it.
export SWIFT_BACKTRACE ?= enable=yes,threads=crashed,registers=none,images=none,color=no,interactive=no

EXAMPLES = $(SWIFT) build --package-path Examples --build-tests $(MODULE_FLAGS)

.PHONY: demo test test-release crash soak rush year sanitize test-desktops screenshots examples places docs lint \
	lint-c golden build release link-order figures bench instructions fuzz dependencies test-dependencies clean \
	install install-user uninstall uninstall-user deb check-install check-deb

demo: dependencies
	$(SWIFT) build
	$(BUILD)/notify-schedule demo

test: test-dependencies
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	SWIFT=$(SWIFT) Tests/run.sh --skip-build --disable-xctest --filter NotifyCoreTests
	SWIFT=$(SWIFT) Tests/run.sh --skip-build --disable-xctest --no-parallel --filter 'AgentInterfaceTests|CalendarFilesTests|CommandTests|GLibBridgeTests|LauncherTests|UserNotificationsTests'
	SWIFT=$(SWIFT) Tests/run.sh --skip-build --disable-xctest --no-parallel --filter '^AgentTests\.'
	$(MAKE) fuzz SECONDS=10

# Kills the agent again and again, at random and at each point of the write order, and compares the books.
# SEED=… repeats a plan.
ROUNDS ?= 2000
SEED ?=
crash: test-dependencies
	$(SWIFT) build --build-tests
	NOTIFY_CRASH_ROUNDS=$(ROUNDS) NOTIFY_CRASH_SEED=$(SEED) \
		$(SWIFT) test --skip-build --disable-xctest --no-parallel --filter '^AgentTests\.CrashHarnessTests'

# Real load for a while: memory and descriptors stay where they are.
MINUTES ?= 60
soak: test-dependencies
	$(SWIFT) build --build-tests
	NOTIFY_SOAK_MINUTES=$(MINUTES) \
		$(SWIFT) test --skip-build --disable-xctest --no-parallel --filter 'loadLeavesMemoryAndDescriptorsFlat'

# Everything at once: 100,000 pending and 10,000 due in one minute on a slow server, 100,000 calls in a row,
# 50,000 signals. Some 25 minutes.
rush: test-dependencies
	$(SWIFT) build --build-tests
	NOTIFY_LONG_TESTS=1 $(SWIFT) test --skip-build --disable-xctest --no-parallel \
		--filter 'whatIsDueAtOnceComesInOrder|aFloodOfCalls|whoNeverReads|aStormOf'

# Years of a thousand requests under a virtual clock, each beside a reference that shares no code with the agent.
# SEED=… repeats one.
YEARS ?= 5
year: test-dependencies
	$(SWIFT) build --build-tests
	NOTIFY_YEARS=$(YEARS) $(if $(SEED),NOTIFY_YEAR_SEED=$(SEED)) \
		$(SWIFT) test --skip-build --disable-xctest --no-parallel --filter '^AgentTests\.YearTests'

# The tests with a sanitizer in the tests and the programs, and what it reports in .build-SANITIZER/reports.
SANITIZER ?= thread
sanitize: test-dependencies
	SWIFT=$(SWIFT) CLANG=$(CLANG) Tests/Sanitizers/run.sh $(SANITIZER)

# Real GNOME Shell and real Plasma; pictures and logs stay in .build/…/desktops. DESKTOP_TESTS chooses some.
DESKTOP_TESTS ?= ^DesktopTests\.
test-desktops: dependencies
	@sh data/install-packages.sh $(DESKTOP_PACKAGES)
	$(SWIFT) build --build-tests
	SWIFT=$(SWIFT) Tests/run.sh --skip-build --disable-xctest --no-parallel --filter '$(DESKTOP_TESTS)'

# The pictures of the README: the bubbles of real servers.
screenshots: dependencies test-dependencies
	@sh data/install-packages.sh $(DESKTOP_PACKAGES)
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --disable-xctest --no-parallel --filter '^DesktopTests\.BubbleLooksTests'
	cp .build/desktops/pictures/*.png data/screenshots/
	data/screenshot.sh $(BUILD) data/screenshots/notification-daemon.png

# Each example against the real agent, which `make test` builds too. The dumping package is built twice: the
# second time it finds the module, and its conformances are in.
examples: test-dependencies
	$(SWIFT) build --product notify-agent
	$(EXAMPLES)
	rm -f Examples/.build/debug/Modules/CustomDump.*
	find Examples/.build/debug/CustomDump.build -type f ! -name output-file-map.json ! -name sources -delete
	$(EXAMPLES)
	NOTIFY_AGENT=$(CURDIR)/$(BUILD)/notify-agent \
		$(SWIFT) test --package-path Examples --skip-build --disable-xctest --no-parallel

# The location trigger, with the package trait that it needs.
places: test-dependencies
	$(SWIFT) build --product notify-agent
	NOTIFY_AGENT=$(CURDIR)/$(BUILD)/notify-agent \
		$(SWIFT) test --package-path Tests/Places --disable-xctest --no-parallel

# The documentation of the library for Swift programs, in .build-docs; a link that leads nowhere fails.
docs:
	$(SWIFT) build --target UserNotifications
	rm -rf .build-docs
	mkdir -p .build-docs/graphs
	swift-symbolgraph-extract -module-name UserNotifications -I $(BUILD)/Modules $(MODULE_FLAGS) \
		-target $(shell uname -m)-unknown-linux-gnu -minimum-access-level public \
		-output-dir .build-docs/graphs
	docc convert Sources/UserNotifications/UserNotifications.docc --warnings-as-errors \
		--additional-symbol-graph-dir .build-docs/graphs --output-path .build-docs/UserNotifications \
		--fallback-display-name UserNotifications \
		--fallback-bundle-identifier org.notifyschedule.UserNotifications

lint: lint-c
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests \
		Benchmarks/Package.swift Benchmarks/Figures Benchmarks/Instructions \
		Examples/Package.swift Examples/Sources Examples/Tests
	for script in data/*.sh Benchmarks/*.sh data/debian/postinst data/debian/prerm; do sh -n $$script || exit 1; done
	@sh data/install-packages.sh groff-base
	@for page in data/man/*.[1-8]; do groff -mandoc -ww -Tutf8 $$page 2>&1 >/dev/null | (! grep .) || exit 1; done

# The headers through which Swift sees C, before the compiler and the analyser of the toolchain.
CLANG ?= $(firstword $(wildcard $(dir $(realpath $(shell command -v $(SWIFT))))clang) clang)
C_CHECKS = "-fsyntax-only" \
	"--analyze -Xanalyzer -analyzer-opt-analyze-headers -Xanalyzer -analyzer-werror"

lint-c:
	@sh data/install-packages.sh $(PACKAGES)
	@for header in Sources/C*/shim.h; do for check in $(C_CHECKS); do \
		echo "#include \"$$header\"" | $(CLANG) -x c -std=gnu11 -Wall -Wextra -Werror $$check \
			-I. $$(pkg-config --cflags gio-unix-2.0 libnotify libical) -o /dev/null - || exit 1; \
	done; done

# The parts of the manual pages, the help texts, completions and messages that the tests hold, made anew from
# the commands; look at what changes.
golden: test-dependencies
	$(SWIFT) build --build-tests
	UPDATE_GOLDEN=1 $(SWIFT) test --skip-build --disable-xctest --no-parallel --filter '^CommandTests\.'

# How the programs are linked that are installed. Nobody looks for symbols in them; the C++ parts of Swift's
# libraries are inside as well, so that no start has to bind a whole library for them; and what has only to be
# moved, 48,000 places in the command, is written down shortly where the loader (glibc 2.36) can read that. What is
# there twice, and whose address nobody asks for, is kept once. What the programs run in daily use lies side by side.
STATIC := $(CURDIR)/.build-release/static
LINKING = -Xswiftc -use-ld=lld -Xlinker -O2 -Xlinker --icf=safe -Xlinker --no-export-dynamic -Xlinker -L$(STATIC) \
	-Xlinker --symbol-ordering-file=$(CURDIR)/data/link-order.txt -Xlinker --no-warn-symbol-ordering \
	-Xlinker -T -Xlinker $(CURDIR)/data/link-unnamed.ld \
	$(shell getconf GNU_LIBC_VERSION | awk '{ split($$2, v, "."); if (v[1] > 2 || v[2] >= 36) \
		print "-Xlinker -z -Xlinker pack-relative-relocs" }')

# The programs as they are installed, with Swift's own libraries inside.
release:
	@sh data/install-packages.sh $(PACKAGES) g++
	mkdir -p $(STATIC)
	ln -sf "$$(g++ -print-file-name=libstdc++.a)" $(STATIC)/
	@# The build does not know of these files, by which it is linked.
	@for file in data/link-order.txt data/link-unnamed.ld; do for program in notify-agent notify-schedule; do \
		test ! $$file -nt .build-release/release/$$program || rm -f .build-release/release/$$program; done; done
	$(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath --scratch-path .build-release \
		-Xswiftc -Xfrontend -Xswiftc -function-sections $(LINKING)

# Writes down anew what the programs run in daily use, by the programs of `make release`.
link-order: release
	@sh data/install-packages.sh valgrind dunst xvfb xauth dbus-daemon libglib2.0-bin
	PROGRAMS="$(abspath $(PROGRAMS))" data/record-link-order.sh

# What the commands and the agent do from end to end, by the programs that are installed: the optimiser may
# break what holds without it. The points at which the crash harness ends an agent are in debug builds alone.
# RELEASE_TESTS chooses some.
RELEASE_TESTS ?= ^(AgentTests|CommandTests)\.
test-release: test-dependencies release
	$(SWIFT) build --build-tests
	NOTIFY_BIN_DIR=$(CURDIR)/$(PROGRAMS) SWIFT=$(SWIFT) Tests/run.sh --skip-build --disable-xctest --no-parallel \
		--skip CrashHarnessTests --filter '$(RELEASE_TESTS)'

# What data/manifest lists, to PREFIX and DESTDIR; build it first: `make release && sudo make install`.
PREFIX ?= /usr/local
DESTDIR ?=
PROGRAMS ?= .build-release/release
INSTALL = PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" PROGRAMS="$(PROGRAMS)" data/install.sh

install: $(PROGRAMS)/notify-agent
	$(INSTALL)

uninstall:
	$(INSTALL) --uninstall

# The same for one user alone, into ~/.local and ~/.config.
install-user: $(PROGRAMS)/notify-agent
	$(INSTALL) --user

uninstall-user:
	$(INSTALL) --user --uninstall

# Whoever installs as root has built as somebody else.
$(PROGRAMS)/notify-agent:
	$(MAKE) release

# The Debian package, in .build/deb.
deb: release
	@sh data/install-packages.sh dpkg-dev binutils
	rm -rf .build/deb
	PROGRAMS="$(PROGRAMS)" data/package.sh .build/deb

# What is installed is what is listed, and nothing is left of it afterwards.
check-install: $(PROGRAMS)/notify-agent
	@sh data/install-packages.sh binutils systemd desktop-file-utils appstream
	PROGRAMS="$(PROGRAMS)" data/check-install.sh

# Installs the package of `make deb` on this machine, uses it and purges it again.
check-deb:
	@sh data/install-packages.sh dbus-daemon
	$(if $(filter 0,$(shell id -u)),,sudo) data/check-package.sh .build/deb/*.deb

# The longer list of the README's figures: all, or FIGURES="engine replan".
FIGURES ?= engine delivery replan launcher idle place leak
figures: release
	@sh data/install-packages.sh libnotify-bin systemd
	$(SWIFT) build -c release --static-swift-stdlib --package-path Benchmarks \
		--explicit-target-dependency-import-check error
	Benchmarks/.build/release/figures --programs .build-release/release $(FIGURES)

# The same beside what one would take instead: the table and the plot of the README. MOST_PENDING=100000 makes
# it shorter; it writes to the disk much and takes half an hour otherwise.
BENCH ?= wall burst commits delivery scale idle size
PEER_PACKAGES := libnotify-bin libnotify-dev libsqlite3-dev at systemd dunst xvfb xauth binutils python3-venv
MOST_PENDING ?= 1000000
IDLE_SECONDS ?= 600

bench: release
	@sh data/install-packages.sh $(PEER_PACKAGES)
	python3 -m venv .build-release/peers
	.build-release/peers/bin/pip --quiet install desktop-notifier==6.2.0
	$(SWIFT) build -c release --static-swift-stdlib --package-path Benchmarks \
		--explicit-target-dependency-import-check error
	MOST_PENDING=$(MOST_PENDING) IDLE_SECONDS=$(IDLE_SECONDS) PLOT=data/screenshots/scale.svg \
		Benchmarks/.build/release/figures --programs $(PROGRAMS) $(BENCH)

# The instructions of the engine of dates and of the coding of records, against those that are kept in
# Benchmarks/instructions.txt; UPDATE=1 keeps new ones.
instructions: dependencies
	@sh data/install-packages.sh valgrind g++
	$(SWIFT) build -c release --static-swift-stdlib --package-path Benchmarks --product instructions
	Benchmarks/check-instructions.sh $(CURDIR)/Benchmarks/.build/release/instructions

# Looks for inputs that break the readers of what comes from outside, SECONDS for each of FUZZ_TARGETS, two at a
# time: `make fuzz SECONDS=600` for a long look.
SECONDS ?= 60
FUZZ := Tests/Fuzz/.build
FUZZ_TARGETS ?= urls times records transfer keyfiles calendars plists

fuzz:
	@sh data/install-packages.sh $(PACKAGES) g++
	$(SWIFT) build -c release --sanitize fuzzer -Xswiftc -enable-testing --package-path Tests/Fuzz
	printf '%s\n' $(FUZZ_TARGETS) | xargs -P 2 -I @ Tests/Fuzz/run.sh $(FUZZ) $(SECONDS) @

build: dependencies
	$(SWIFT) build

dependencies:
	@sh data/install-packages.sh $(PACKAGES)

# All in one go: who has to ask an administrator asks once.
test-dependencies:
	@sh data/install-packages.sh $(PACKAGES) $(TEST_PACKAGES)

clean:
	rm -rf .build .build-docs .build-release .build-thread .build-address Benchmarks/.build Examples/.build Tests/Fuzz/.build Tests/Places/.build
