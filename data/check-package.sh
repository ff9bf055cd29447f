#!/bin/sh
# Installs the Debian package on this machine, uses it on a bus of its own, purges it, and compares the files
# of the machine with those of before. Needs root.
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
files >"$work/before"
# Whatever happens, it does not stay.
trap 'apt-get purge -y notify-schedule >/dev/null 2>&1 || :; rm -rf "$work"' EXIT
quietly apt-get install -y --no-install-recommends "$package"

debian/tests/commands "$work"

quietly apt-get purge -y notify-schedule
trap 'rm -rf "$work"' EXIT
files >"$work/after"
diff -u "$work/before" "$work/after" >&2 || fail "the files differ from those of before the installation"
[ -e "$work/home/.local/state/notify-schedule/store.sqlite" ] || fail "the user's own state is gone"
echo "installed, used and purged: $(basename "$package")"
