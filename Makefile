# Everything a newcomer needs: `make demo` and `make test` install what is missing, build and run.

SWIFT ?= swift
BUILD := .build/debug

# What the programs are built with and run on. A machine that needs no window sets NOTIFY_SCHEDULE_WITHOUT_WINDOW=1.
PACKAGES = libglib2.0-dev libnotify-dev libsqlite3-dev libical-dev libssl-dev libsodium-dev libsoup-3.0-dev \
	glib-networking pkg-config dbus-daemon tzdata gettext $(if $(NOTIFY_SCHEDULE_WITHOUT_WINDOW),,libadwaita-1-dev)
# What the tests talk to: a display, a real notification server, a mouse, systemd's calendar, zdump, shells,
# the location service, ssh, other readers of calendars, what a window tells programs for blind people.
TEST_PACKAGES := libnotify-bin xvfb dbus-x11 xdotool x11-utils notification-daemon mate-notification-daemon imagemagick systemd libc-bin locales procps python3 dunst g++ \
	zsh fish groff-base geoclue-2.0 openssh-server openssh-client curl \
	gnome-keyring libsecret-tools libglib2.0-bin \
	python3-icalendar python3-recurring-ical-events python3-vobject python3-cryptography python3-nacl \
	at-spi2-core gsettings-desktop-schemas adwaita-icon-theme librsvg2-common

# Whole desktops: GNOME Shell headless, Plasma under Xvfb, and what looks inside them.
DESKTOP_PACKAGES := gnome-shell gjs python3-dbusmock mutter gsettings-desktop-schemas \
	libgl1-mesa-dri adwaita-icon-theme librsvg2-common \
	plasma-workspace plasma-desktop kwin-x11 kwin-wayland qtwayland5 konsole kactivitymanagerd libkf5globalaccel-bin \
	breeze-icon-theme at-spi2-core xvfb xdotool imagemagick zenity \
	undistract-me ruby-notify rerun \
	xfce4-notifyd mate-notification-daemon lxqt-notificationd notification-daemon dunst cinnamon budgie-core \
	sway mako-notifier sway-notification-center grim jq fonts-noto-color-emoji fonts-dejavu-core foot tmux wtype
# Those that Debian has since version 13.
NEWER_DESKTOP_PACKAGES := fnott

# What a package that does not declare this one needs to find the module: one with
# `#if canImport(UserNotifications)` in its source, such as swift-custom-dump.
MODULE_FLAGS = -Xcc "-fmodule-map-file=$(CURDIR)/Sources/CGLib/module.modulemap" \
	$(addprefix -Xcc ,$(filter -I%,$(shell pkg-config --cflags gobject-2.0)))

# Of a crash in a test: the thread that crashed, and no more, so that the end of a log shows it.
export SWIFT_BACKTRACE ?= enable=yes,threads=crashed,registers=none,images=none,color=no,interactive=no

.DEFAULT_GOAL := demo

EXAMPLES = $(SWIFT) build --package-path Examples --build-tests $(MODULE_FLAGS)

.PHONY: help demo test build-tests programs dates pot test-relay test-relay-nats test-push-sender load-relay check stress coverage nightly test-release sanitize test-desktops screenshots examples places docs \
	links lint lint-c golden build release benchmarks figures bench instructions fuzz dependencies test-dependencies all-dependencies clean \
	install install-user uninstall uninstall-user deb check-install check-deb sizes check-roots check-reproducible check-packages check-autopkgtest \
	release-files check-release check-sbom check-workflow sbom

# The targets with a line each; what they take is beside them below.
help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-19s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# It needs no window, so it needs no GTK.
demo: export NOTIFY_SCHEDULE_WITHOUT_WINDOW = 1
demo: dependencies ## try it: a bubble whose buttons start commands
	$(SWIFT) build
	$(CATALOGUES)
	$(BUILD)/notify-schedule demo

# All tests but whole desktops: those that need no process in one, the others a suite a process, side by side.
TEST_TARGETS = ^(AgentInterface|CalendarFiles|Command|Documentation|EndToEnd|GLibBridge|Launcher|NotifyCore|Push|Relay|RelayProgram|RelayServer|Scheduler|SQLiteBridge|Stress|TerminalCommands|TimeZones|UserNotifications|Window)Tests\.
BUILD_TESTS = $(SWIFT) build --build-tests --explicit-target-dependency-import-check error

test: build-tests ## build everything and run the tests
	scripts/run-tests.sh '$(TEST_TARGETS)'

build-tests: test-dependencies dates
	$(BUILD_TESTS)
	$(CATALOGUES)

# The texts in other languages, where the programs of a build look for them.
CATALOGUES = scripts/catalogues.sh build "$$(readlink -f $(BUILD))/../share/locale"

# What translators work on: po/notify-schedule.pot, and what is new in each po/LANGUAGE.po.
pot: ## collect the texts for translators, in po
	@sh scripts/install-packages.sh $(PACKAGES)
	scripts/catalogues.sh template

# The tests of what differs from the last commit, or of one target: `make check TARGET=NotifyCore`.
check: dependencies ## the tests of what changed, or of TARGET=NAME
	SWIFT=$(SWIFT) scripts/check.sh $(TARGET)

# Looks for rare faults for MINUTES: kills, simulated years, failing disks, load, and inputs that break readers.
# STRESS chooses some; SEED=… repeats what a run printed.
MINUTES ?= 60
STRESS ?= crash year disk load rush fuzz
SEED ?=
stress: build-tests ## rare faults for MINUTES: kills, years, failing disks, load
	SEED=$(SEED) scripts/stress.sh $(MINUTES) $(STRESS)

# What of Sources the tests run: a summary here, pages in .build-coverage/report.
coverage: test-dependencies ## what of Sources the tests run
	SWIFT=$(SWIFT) scripts/coverage.sh '$(TEST_TARGETS)'

# What takes too long for every change, with MINUTES of stress. Run it before a release.
nightly: all-dependencies ## all that takes too long for every change
	scripts/nightly.sh $(MINUTES)

# The tests with a sanitizer in the tests and the programs, and what it reports in .build-SANITIZER/reports.
SANITIZER ?= thread
sanitize: test-dependencies ## the tests with SANITIZER=thread or address
	SWIFT=$(SWIFT) CLANG=$(CLANG) Tests/Sanitizers/run.sh $(SANITIZER)

# Real GNOME Shell and real Plasma, and the servers of small desktops; pictures and logs stay in .build/…/desktops.
# DESKTOP_TESTS chooses some, DESKTOP_SKIP leaves some out, and DESKTOP_SERVERS=mako,swaync takes some of the servers. A
# desktop draws on all processors, so one is started at a time. ROOT=/path runs them in a root of another release of
# Debian, as root, and SUITE=trixie makes that first where it is not there.
DESKTOP_TESTS ?= ^DesktopTests\.
RUN_DESKTOP_TESTS = scripts/run-tests.sh --jobs 1 --timeout 3600 $(if $(DESKTOP_SKIP),--skip '$(DESKTOP_SKIP)') '$(DESKTOP_TESTS)'
ROOT ?=
SUITE ?=
test-desktops: dependencies ## real GNOME Shell and Plasma, and small servers; ROOT
	@sh scripts/install-packages.sh $(if $(ROOT),debootstrap,$(DESKTOP_PACKAGES))
	$(BUILD_TESTS)
	$(if $(ROOT),$(if $(filter 0,$(shell id -u)),,sudo --preserve-env=DESKTOP_SERVERS) scripts/in-root.sh $(if $(SUITE),--suite "$(SUITE)") \
		"$(ROOT)" $(PACKAGES) $(DESKTOP_PACKAGES) $(NEWER_DESKTOP_PACKAGES) -- )$(RUN_DESKTOP_TESTS)

# The pictures of README and docs: the bubbles of real servers, and the window. With ROOT and SUITE those that are of
# another release of Debian.
ifeq ($(ROOT),)
screenshots: dependencies test-dependencies ## the pictures of README and docs; ROOT
	@sh scripts/install-packages.sh $(DESKTOP_PACKAGES)
	$(BUILD_TESTS)
	$(SWIFT) test --skip-build --disable-xctest --no-parallel \
		--filter '^DesktopTests\.(BubbleLooksTests|RightToLeftTests|ServerMatrixTests/texts)'
	cp .build/desktops/pictures/gnome-shell-*.png .build/desktops/pictures/plasma-*.png data/screenshots/
	scripts/server-pictures.sh .build/desktops/pictures data/screenshots
	scripts/screenshot.sh $(BUILD) data/screenshots/notification-daemon.png
	scripts/window-pictures.sh $(BUILD) data/screenshots
	@sh scripts/install-packages.sh fonts-noto-cjk fonts-noto-core locales
	$(CATALOGUES)
	scripts/language-pictures.sh $(BUILD) data/screenshots de_DE ja_JP ar_EG
else
screenshots: DESKTOP_TESTS = ^DesktopTests\.(BubbleLooksTests|ServerMatrixTests/texts)
screenshots: export DESKTOP_SERVERS = fnott
screenshots: test-desktops
	scripts/root-pictures.sh "$(ROOT)" data/screenshots
endif

# Each example, built as an app's author builds a program, against the real agent, and the lines of README.md. The
# dumping package is built twice: the second time it finds the module, and its conformances are in.
examples: build-tests ## the example apps against the real agent
	$(EXAMPLES)
	rm -f Examples/.build/debug/Modules/CustomDump.*
	find Examples/.build/debug/CustomDump.build -type f ! -name output-file-map.json ! -name sources -delete
	$(EXAMPLES)
	$(SWIFT) test --package-path Examples --skip-build --disable-xctest --no-parallel
	EXAMPLES_FOLDER="$(CURDIR)/Examples/.build/debug" scripts/run-tests.sh '^ExamplesTests\.ExamplesTests'
	SWIFT=$(SWIFT) scripts/readme-app.sh

# The location trigger, with the package trait that it needs.
places: build-tests ## the location trigger
	$(SWIFT) test --package-path Tests/Places --disable-xctest --no-parallel
	PLACES_FOLDER="$(CURDIR)/Tests/Places/.build/debug" scripts/run-tests.sh '^ExamplesTests\.PlacesTests'

# The tests of the relay with the real ntfy of Debian 13, which is fetched once, and more kills; all on loopback. What
# needs a server with a token or with faults is left to the played one of `make test`.
RELAY_SERVERS := .build/relay-servers
RELAY_ROUNDS ?= 200
test-relay: test-dependencies ## the relay with the real ntfy
	Tests/Relay/fetch-servers.sh $(RELAY_SERVERS)
	$(BUILD_TESTS)
	NOTIFY_RELAY_SERVER="$(CURDIR)/$(RELAY_SERVERS)/ntfy" NOTIFY_RELAY_ROUNDS=$(RELAY_ROUNDS) \
		scripts/run-tests.sh --timeout 3600 --skip ServerFaultTests --skip doctorSaysWhatIsWrong \
		'^Relay(Program|Server)Tests\.'

# The tests of the relay with the real nats-server of Debian 13. They have a build of their own, since a trait counts for
# a whole build. NATS_TESTS chooses some of the targets.
NATS_BUILD := .build-nats
NATS_TESTS ?= RelayServerTests RelayProgramTests
NATS_PACKAGES := libnats-dev
test-relay-nats: test-dependencies ## the relay with the real nats-server
	@sh scripts/install-packages.sh $(NATS_PACKAGES)
	Tests/Relay/fetch-servers.sh $(RELAY_SERVERS)
	NOTIFY_TEST_TARGETS='$(NATS_TESTS)' $(SWIFT) build --scratch-path $(NATS_BUILD) \
		--traits Programs,NATS --product notify-schedulePackageTests
	NOTIFY_RELAY_SERVER="$(CURDIR)/$(RELAY_SERVERS)/nats-server" NOTIFY_RELAY_ROUNDS=$(RELAY_ROUNDS) \
		scripts/run-tests.sh --build $(NATS_BUILD)/debug --timeout 3600 \
		--skip ServerFaultTests --skip PhoneTests --skip theCheckTriesTheTopics --skip doctorSaysWhatIsWrong \
		'^Relay(Program|Server)Tests\.'

# The tests of push messages with http-ece from PyPI, by which servers in Python encrypt, instead of the tests' own sender.
PUSH_SENDER := .build/push-sender
test-push-sender: test-dependencies ## push messages of a real sender
	python3 -c 'import ensurepip' 2>/dev/null || sh scripts/install-packages.sh python3-venv
	[ -d $(PUSH_SENDER)/lib ] || python3 -m venv $(PUSH_SENDER)
	$(PUSH_SENDER)/bin/pip install --quiet --disable-pip-version-check http-ece==1.2.1
	$(BUILD_TESTS)
	NOTIFY_PUSH_HTTP_ECE="$(CURDIR)/$(PUSH_SENDER)/bin/python3" \
		scripts/run-tests.sh '^PushTests\.(Sender|PushedNotification)Tests'

# The tests of mcp with the SDK of the Model Context Protocol from PyPI as the assistant, instead of the tests' own client.
MCP_SDK := .build/mcp-sdk
test-mcp-sdk: test-dependencies ## assistants with a real client
	python3 -c 'import ensurepip' 2>/dev/null || sh scripts/install-packages.sh python3-venv
	[ -d $(MCP_SDK)/lib ] || python3 -m venv $(MCP_SDK)
	$(MCP_SDK)/bin/pip install --quiet --disable-pip-version-check mcp==2.3.0
	$(BUILD_TESTS)
	NOTIFY_MCP_SDK="$(CURDIR)/$(MCP_SDK)/bin/python3" scripts/run-tests.sh '^EndToEndTests\.MCPTests'

# Loads the real ntfy and nats-server with 1,000 devices, some minutes each, nats-server also with a stream for each group:
# the figures of docs/relay.md.
NOTIFICATIONS ?= 100000
load-relay: ## 1,000 devices on real servers
	Tests/Relay/fetch-servers.sh $(RELAY_SERVERS)
	python3 Tests/Relay/load.py ntfy $(RELAY_SERVERS)/ntfy --notifications $(NOTIFICATIONS)
	python3 Tests/Relay/load.py nats $(RELAY_SERVERS)/nats-server --notifications $(NOTIFICATIONS)
	python3 Tests/Relay/load.py nats $(RELAY_SERVERS)/nats-server --notifications $(NOTIFICATIONS) --streams 250

# The documentation of the library for Swift programs, in .build-docs; a link that leads nowhere fails.
docs: links ## the pages of the Swift library, in .build-docs
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

# Where words with a private meaning are looked for; scripts/words.txt is the list.
WORDS_IN = README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs Sources Tests Benchmarks Examples \
	data/man data/agent.conf data/launcher.conf data/requests.d data/*.sh Makefile .ci/run
PAGES = README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/*.md Sources/*/*.docc/*.md

# Links of the documentation to files and headings of this repository.
links: ## the links between the pages
	scripts/links.py $(PAGES)

# What runs all day, or reads what comes from outside.
WITHOUT_FOUNDATION = AgentInterface BusCallers CalendarFiles ConfigurationFiles DesktopBubbles GLibBridge Launcher \
	NotificationServer NotifyCore NotifyWindow PushMessages RelayGroup RelayProgram RelayServers RequestFiles \
	SchedulerAgent SQLiteBridge TimeZones UserRequests

# Folders of the agent that know nothing of D-Bus and GLib.
WITHOUT_BUS = Agent Answers Apps Imports Journal Lists Pushes Questions Requests Responses Round Schedule Screen Senders Store Values

lint: lint-c links ## format, words, links, the boundaries of the code
	scripts/words.py $(WORDS_IN)
	@ls -d $(addprefix Sources/SchedulerAgent/,$(WITHOUT_BUS)) $(addprefix Sources/,$(WITHOUT_FOUNDATION)) >/dev/null
	@! grep -rnE 'import Foundation' $(addprefix Sources/,$(WITHOUT_FOUNDATION)) || \
		{ echo 'the agent and what it is made of link no Foundation, which is most of their size'; exit 1; }
	@! grep -rn 'import GLibBridge' $(addprefix Sources/SchedulerAgent/,$(WITHOUT_BUS)) || \
		{ echo 'the rules of the agent do not import GLibBridge; see docs/architecture.md'; exit 1; }
	@! grep -rnE '[^A-Za-z.](Foundation\.)?Process\(\)' Sources Tests --include='*.swift' || \
		{ echo "Foundation's Process crashes where many tests start one: use Program of Tests/TestSupport"; exit 1; }
	scripts/check-parts.py
	scripts/check-version.sh
	scripts/catalogues.sh check
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests \
		Benchmarks/Figures Benchmarks/Instructions \
		Examples/Package.swift Examples/Sources Examples/Tests
	for script in data/*.sh Benchmarks/*.sh debian/*.postinst debian/*.prerm debian/*.postrm debian/tests/bubble debian/tests/commands packaging/*.install; do sh -n $$script || exit 1; done
	for script in scripts/*.sh Tests/*/*.sh .ci/run; do bash -n $$script || exit 1; done
	@sh scripts/install-packages.sh groff-base
	@for page in data/man/*.[1-8]; do groff -mandoc -ww -Tutf8 $$page 2>&1 >/dev/null | (! grep .) || exit 1; done

# The headers through which Swift sees C, before the compiler and the analyser of the toolchain.
CLANG ?= $(firstword $(wildcard $(dir $(realpath $(shell command -v $(SWIFT))))clang) clang)
C_CHECKS = "-fsyntax-only" \
	"--analyze -Xanalyzer -analyzer-opt-analyze-headers -Xanalyzer -analyzer-werror"

# That of NATS needs a package that nothing else does.
C_SHIMS = $(filter-out $(if $(wildcard /usr/include/nats/nats.h),,Sources/CNATS/%),$(wildcard Sources/C*/shim.h))

lint-c:
	@sh scripts/install-packages.sh $(PACKAGES)
	@for header in $(C_SHIMS); do for check in $(C_CHECKS); do \
		printf '#include <libnotify/notify.h>\n#include <libsoup/soup.h>\n#include <adwaita.h>\n#include "%s"\n' $$header | $(CLANG) -x c -std=gnu11 -Wall -Wextra -Werror $$check \
			-I. $$(pkg-config --cflags gio-unix-2.0 libnotify libical libsoup-3.0 libadwaita-1) -o /dev/null - || exit 1; \
	done; done

# The parts of the manual pages, the help texts, completions and messages that the tests compare with, made again from
# the commands; look at what changes.
golden: build-tests ## write the help, completions, and manual pages again
	UPDATE_GOLDEN=1 $(SWIFT) test --skip-build --disable-xctest --no-parallel --filter '^CommandTests\.'

# How the programs are linked that are installed. Nobody looks for symbols in them; the C++ parts of Swift's
# libraries are inside as well, so that no start has to bind a whole library for them; and what has only to
# be moved, 48,000 places in the command, is written down shortly where the loader (glibc 2.36) can read that. All is
# bound at the start, so that nothing that the loader writes stays writable; `add` takes as long.
STATIC := $(CURDIR)/.build-release/static
LINKING = -Xswiftc -use-ld=lld -Xlinker -O2 -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic -Xlinker "-L$(STATIC)" \
	$(shell getconf GNU_LIBC_VERSION | awk '{ split($$2, v, "."); if (v[1] > 2 || v[2] >= 36) \
		print "-Xlinker -z -Xlinker pack-relative-relocs" }')

# The programs as they are installed, with Swift's own libraries inside. They are built in one place, since what is
# compiled depends on the folder of the sources.
release: ## the programs as they are installed, in .build-release
	@sh scripts/install-packages.sh $(PACKAGES) g++
	scripts/in-place.sh $(MAKE) --no-print-directory programs

# Where the archive of a release has the sources of other packages with it, nothing is fetched.
VENDORED = $(if $(wildcard vendor),env GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="url.file://$(CURDIR)/vendor/.insteadOf" \
	GIT_CONFIG_VALUE_0=https://github.com/apple/)

# Some distributions have no archive of it.
SODIUM = $(if $(wildcard $(shell g++ -print-file-name=libsodium.a)),env NOTIFY_SCHEDULE_SODIUM=:libsodium.a)

# Clang writes the dates of headers into what debuggers read. They are what follows from their content, so that one that
# changes has another date, in the past.
dates:
	@for file in $(wildcard Sources/C*/*.h Sources/C*/*.modulemap Sources/C*/include/*.h); do \
		date=$$(($$(cksum <$$file | cut -d ' ' -f 1) / 4)); \
		[ "$$(stat -c %Y $$file)" = $$date ] || touch -d "@$$date" $$file || exit 1; done

# For builders that have no apt. What was compiled in another folder is of no use. For its incremental builds the compiler
# keeps a hash in each program, which is not always the same.
programs: dates
	@[ "$$(cat .build-release/folder 2>/dev/null)" = "$(CURDIR)" ] || rm -rf .build-release
	mkdir -p "$(STATIC)"
	@echo "$(CURDIR)" >.build-release/folder
	@file=$$(g++ -print-file-name=libstdc++.a); [ ! -e "$$file" ] || ln -sf "$$file" "$(STATIC)/"
	$(SODIUM) $(VENDORED) $(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath --scratch-path .build-release \
		-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen $(LINKING)
	scripts/catalogues.sh build "$$(readlink -f .build-release/release)/../share/locale"

# The tests with the programs that are installed: the optimiser may break what holds without it.
test-release: release ## the tests with the programs as they are installed
	NOTIFY_BIN_DIR="$(CURDIR)/$(PROGRAMS)" $(MAKE) test

# What data/manifest lists, to PREFIX and DESTDIR; build it first: `make release && sudo make install`.
PREFIX ?= /usr/local
DESTDIR ?=
PROGRAMS ?= .build-release/release
INSTALL = PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" PROGRAMS="$(PROGRAMS)" data/install.sh

install: $(PROGRAMS)/notify-agent ## install what `make release` built; PREFIX, DESTDIR
	$(INSTALL)

uninstall: ## remove what was installed
	$(INSTALL) --uninstall

# The same for one user alone, into ~/.local and ~/.config.
install-user: $(PROGRAMS)/notify-agent ## the same for this user, without root
	$(INSTALL) --user

uninstall-user: ## the same for this user
	$(INSTALL) --user --uninstall

# Whoever installs as root has built as somebody else.
$(PROGRAMS)/notify-agent:
	$(MAKE) release

# The Debian packages, in .build/deb, and in developers/ below it what programs and debuggers need. dpkg-buildpackage
# makes the same. Ubuntu calls those for debuggers .ddeb.
deb: release ## Debian packages, in .build/deb
	@test -z "$(NOTIFY_SCHEDULE_WITHOUT_WINDOW)" || { echo "make deb packages the window as well; unset NOTIFY_SCHEDULE_WITHOUT_WINDOW"; exit 64; }
	@sh scripts/install-packages.sh dpkg-dev debhelper binutils
	rm -rf .build/deb && mkdir -p .build/deb/developers
	debian/rules clean && PACKAGES_TO=.build/deb debian/rules binary && debian/rules clean
	mv .build/deb/*-dbgsym_*deb .build/deb/*-dev_*.deb .build/deb/developers

# What is installed is what is listed, and nothing is left of it afterwards.
check-install: $(PROGRAMS)/notify-agent ## install into a temporary folder, compare, uninstall
	@sh scripts/install-packages.sh binutils systemd desktop-file-utils appstream
	PROGRAMS="$(PROGRAMS)" data/check-install.sh

# Installs the package of `make deb` on this machine, uses it and purges it again.
check-deb: ## install, use and purge the package on this machine
	@sh scripts/install-packages.sh dbus-daemon lintian
	lintian --fail-on error,warning --suppress-tags bogus-mail-host .build/deb/*.deb .build/deb/developers/*.deb
	$(if $(filter 0,$(shell id -u)),,sudo) data/check-package.sh .build/deb/notify-schedule_*.deb

sizes: ## the sizes of the packages of `make deb`
	@scripts/sizes.sh

# In roots of Debian 12, 13, testing and sid: an upgrade, a click on a bubble, removal, and the first start in a session of
# i3, GNOME and Plasma. The roots stay in ROOTS. SUITES chooses some, and DESKTOPS=i3 of the sessions.
SUITES ?=
check-roots: ## the packages in roots of Debian's releases, as root
	@sh scripts/install-packages.sh debootstrap dpkg-dev piuparts systemd-container
	$(if $(filter 0,$(shell id -u)),,sudo --preserve-env=DESKTOPS) scripts/check-roots.sh $(SUITES)

# It takes a release build; what is committed is built.
check-reproducible: deb ## build the packages again elsewhere and compare
	scripts/check-reproducible.sh

# FROM_SOURCE=1 has rpmbuild and makepkg build the programs as well.
check-packages: $(if $(FROM_SOURCE),,$(PROGRAMS)/notify-agent) ## packages for rpm and pacman, against the manifest
	@sh scripts/install-packages.sh rpm rpmlint makepkg pacman-package-manager libarchive-tools binutils
	PROGRAMS="$(PROGRAMS)" scripts/check-packages.sh

# The tests of debian/tests as Debian runs them, on this machine, with the packages of `make deb`.
check-autopkgtest: ## debian/tests on this machine, as root
	@sh scripts/install-packages.sh autopkgtest
	$(if $(filter 0,$(shell id -u)),,sudo) scripts/check-autopkgtest.sh

# What a release consists of, in .build/release-files; RELEASE_KEY is the key of gpg that signs.
release-files: deb sbom ## what a release consists of, signed by RELEASE_KEY
	@sh scripts/install-packages.sh reprepro gnupg
	scripts/release-files.sh .build/release-files

# The same with a key for the test, and what a user does with it.
check-release: deb check-sbom ## sums, signatures and apt's archive of a release
	@sh scripts/install-packages.sh reprepro gnupg
	scripts/check-release.sh

# The schema of CycloneDX, by its library of PyPI.
SBOM_CHECK := .build/sbom-check
check-sbom: sbom ## validate the list of what is in the programs
	@python3 -c 'import ensurepip' 2>/dev/null || sh scripts/install-packages.sh python3-venv
	[ -d $(SBOM_CHECK)/lib ] || python3 -m venv $(SBOM_CHECK)
	$(SBOM_CHECK)/bin/pip install --quiet --disable-pip-version-check 'cyclonedx-python-lib[json-validation]==11.12.0'
	$(SBOM_CHECK)/bin/python3 scripts/check-sbom.py .build/sbom.json

# The workflow of a release, by its schema and by what is known to be unsafe; it runs nowhere but there.
WORKFLOW_CHECK := .build/workflow-check
check-workflow: ## validate the workflow of a release
	@python3 -c 'import ensurepip' 2>/dev/null || sh scripts/install-packages.sh python3-venv
	[ -d $(WORKFLOW_CHECK)/lib ] || python3 -m venv $(WORKFLOW_CHECK)
	$(WORKFLOW_CHECK)/bin/pip install --quiet --disable-pip-version-check check-jsonschema==0.39.0 zizmor==1.32.0
	$(WORKFLOW_CHECK)/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(WORKFLOW_CHECK)/bin/zizmor --offline --quiet --config .github/zizmor.yml .github/workflows

# What is in the programs, as CycloneDX.
sbom: release ## list what is in the programs, in .build/sbom.json
	@sh scripts/install-packages.sh binutils
	@mkdir -p .build
	scripts/sbom.py "$(PROGRAMS)" >.build/sbom.json

# Declares the targets of Benchmarks/ and Tests/Fuzz/ in Package.swift; a build folder is for one value.
DEVELOPMENT = NOTIFY_SCHEDULE_DEVELOPMENT=1 $(SWIFT) build -c release
BENCHMARKS := .build-benchmarks
BUILD_BENCHMARKS = for product in figures gio-list bare-call add-clients bare-notify timed-notify answering-server sqlite-commits; do \
	$(DEVELOPMENT) --static-swift-stdlib --scratch-path $(BENCHMARKS) --product $$product \
		--explicit-target-dependency-import-check error || exit 1; done

# The programs that measure, so that a change of the code does not leave them behind.
benchmarks: ## build the programs that measure
	@sh scripts/install-packages.sh $(PACKAGES) g++
	$(BUILD_BENCHMARKS)

# The longer list of figures in docs/performance.md: all, or FIGURES="engine replan".
FIGURES ?= engine delivery replan launcher idle place leak
figures: release ## the longer list of figures; FIGURES chooses some
	@sh scripts/install-packages.sh libnotify-bin systemd
	$(BUILD_BENCHMARKS)
	$(BENCHMARKS)/release/figures --programs .build-release/release $(FIGURES)

# The same beside what one would take instead: the table and the plot of docs/performance.md. MAX_PENDING=100000 makes
# it shorter; it writes to the disk much and takes half an hour otherwise.
BENCH ?= wall burst commits delivery scale idle size
PEER_PACKAGES := libnotify-bin libnotify-dev libsqlite3-dev at systemd dunst xvfb xauth binutils python3-venv
MAX_PENDING ?= 1000000
IDLE_SECONDS ?= 600

bench: release ## the table of docs/performance.md; BENCH chooses rows
	@sh scripts/install-packages.sh $(PEER_PACKAGES)
	python3 -m venv .build-release/peers
	.build-release/peers/bin/pip --quiet install desktop-notifier==6.2.0
	$(BUILD_BENCHMARKS)
	MAX_PENDING=$(MAX_PENDING) IDLE_SECONDS=$(IDLE_SECONDS) PLOT=data/screenshots/scale.svg \
		$(BENCHMARKS)/release/figures --programs $(PROGRAMS) $(BENCH)

# The instructions of the engine of dates and of the coding of records, against those that are kept in
# Benchmarks/instructions.txt; UPDATE=1 keeps new ones.
instructions: dependencies ## the instructions of engine and records against the kept ones
	@sh scripts/install-packages.sh valgrind g++
	$(DEVELOPMENT) --static-swift-stdlib --scratch-path $(BENCHMARKS) --product instructions
	Benchmarks/check-instructions.sh "$(CURDIR)/$(BENCHMARKS)/release/instructions"

# Looks for inputs that break the readers of what comes from outside, SECONDS for each of FUZZ_TARGETS, two at a
# time: `make fuzz SECONDS=600` for a long look. INPUTS=20000 ends after so many inputs instead, the same ones
# each time.
INPUTS ?=
SECONDS ?= $(if $(INPUTS),,60)
FUZZ := .build-fuzz
FUZZ_TARGETS ?= urls times records transfer keyfiles calendars plists messages relay

fuzz: ## inputs that break the readers; SECONDS or INPUTS
	@sh scripts/install-packages.sh $(PACKAGES) g++
	$(DEVELOPMENT) --sanitize fuzzer --scratch-path $(FUZZ) --product fuzz
	printf '%s\n' $(FUZZ_TARGETS) | xargs -P 2 -I @ Tests/Fuzz/run.sh $(FUZZ) "$(SECONDS)" "$(INPUTS)" @

build: dependencies ## the programs for debugging, in .build/debug
	$(SWIFT) build

dependencies: ## install the packages that the programs need
	@sh scripts/install-packages.sh $(PACKAGES)

# All in one go: who has to ask an administrator asks once.
test-dependencies: ## install what the tests need as well
	@sh scripts/install-packages.sh $(PACKAGES) $(TEST_PACKAGES)

# For .ci/run, whose steps run side by side: only one of them may call the package manager.
all-dependencies:
	@sh scripts/install-packages.sh $(sort $(PACKAGES) $(TEST_PACKAGES) $(DESKTOP_PACKAGES) $(NATS_PACKAGES) \
		valgrind binutils dpkg-dev desktop-file-utils appstream python3-venv)

clean: ## remove what was built
	rm -rf .build .build-docs .build-release .build-thread .build-address .build-coverage $(NATS_BUILD) $(BENCHMARKS) $(FUZZ) Examples/.build Tests/Places/.build
