#!/bin/sh
# Installs the Debian package on this machine, uses it on a bus of its own, purges it, and compares the files
# of the machine with those of before. Needs root.
set -eu
package=$(readlink -f "$1")
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

mkdir -m 700 "$work/home" "$work/run"
# As a session starts: nothing but the bus's address is there beside the login's own variables.
in_session() {
    env -i HOME="$work/home" XDG_RUNTIME_DIR="$work/run" PATH=/usr/bin:/bin LANG=C.UTF-8 \
        dbus-run-session -- sh -euc "$1"
}
in_session '
    notify-schedule add "Still there" --in 1h --id kept
    notify-schedule list
    notify-schedule list --json | grep -q "\"kept\""
    notify-schedule export >"$HOME/all" && notify-schedule export "$HOME/all.ics" && notify-schedule import --dry-run "$HOME/all.ics"
    agent=$(notify-schedule agent status --json | sed -n "s/.*\"pid\" *: *\([0-9]*\).*/\1/p")
    [ "$(readlink "/proc/$agent/exe")" = /usr/bin/notify-agent ]
    # 1 is that something is in the way of notifications: nobody shows any here.
    notify-schedule doctor || [ $? -eq 1 ]
    notify-schedule agent stop
'
in_session 'notify-schedule list --json | grep -q "\"kept\""; notify-schedule agent stop' ||
    fail "what was scheduled is not there in the next session"
notify-agent --version

quietly apt-get purge -y notify-schedule
trap 'rm -rf "$work"' EXIT
files >"$work/after"
diff -u "$work/before" "$work/after" >&2 || fail "the files differ from those of before the installation"
[ -e "$work/home/.local/state/notify-schedule/store.sqlite" ] || fail "the user's own state is gone"
echo "installed, used and purged: $(basename "$package")"
