#!/bin/sh
# Installs the Debian package on this machine, uses it on a bus of its own, purges it, and compares the files
# of the machine with those of before. Where Swift is, the same with a program and the package of the library. Needs root.
set -eu
package=$(readlink -f "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DEBIAN_FRONTEND=noninteractive
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }
fail() { echo "data/check-package.sh: $*" >&2; exit 1; }

# Without the records of the package manager itself.
files() {
    find /etc /opt /usr /var /home /root -xdev \( -path /var/cache -o -path /var/log -o -path /var/tmp \
        -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /root/.cache \) -prune -o -print | sort
}

[ ! -e /usr/bin/notify-agent ] || fail "notify-schedule is installed already; purge it first"
# What it depends on stays; only its own files are of interest.
quietly apt-get satisfy -y --no-install-recommends "$(dpkg-deb -f "$package" Depends)"
# So with the library's.
library=$(echo "${package%/*}"/developers/swift-usernotifications-dev_*.deb)
if command -v swift >/dev/null; then
    [ -e "$library" ] || fail "there is no $library; make deb builds it"
    quietly apt-get satisfy -y --no-install-recommends "$(dpkg-deb -f "$library" Depends)"
fi
files >"$work/before"
# Whatever happens, it does not stay.
trap 'apt-get purge -y notify-schedule swift-usernotifications-dev >/dev/null 2>&1 || :; rm -rf "$work"' EXIT
quietly apt-get install -y --no-install-recommends "$package"

debian/tests/commands "$work"
if command -v swift >/dev/null; then
    quietly apt-get install -y --no-install-recommends "$library"
    mkdir -p "$work/App/Sources/App"
    # As docs/swift.md says.
    echo '// swift-tools-version: 6.1
import PackageDescription
let package = Package(
    name: "App",
    dependencies: [.package(path: "/usr/share/swift-usernotifications", traits: [])],
    targets: [.executableTarget(name: "App", dependencies: [
        .product(name: "UserNotifications", package: "swift-usernotifications")])])' >"$work/App/Package.swift"
    echo 'import UserNotifications
let content = UNMutableNotificationContent()
content.title = "Tea"
print(content.title)' >"$work/App/Sources/App/main.swift"
    quietly swift build --package-path "$work/App" \
        --cache-path "$work/cache" --config-path "$work/cache" --security-path "$work/cache"
    [ "$("$work/App/.build/debug/App")" = Tea ] || fail "a program with the library's package does not run"
    quietly apt-get purge -y swift-usernotifications-dev
fi

quietly apt-get purge -y notify-schedule
trap 'rm -rf "$work"' EXIT
files >"$work/after"
diff -u "$work/before" "$work/after" >&2 || fail "the files differ from those of before the installation"
[ -e "$work/home/.local/state/notify-schedule/store.sqlite" ] || fail "the user's own state is gone"
echo "installed, used and purged: $(basename "$package")"
