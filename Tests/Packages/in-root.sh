#!/usr/bin/env bash
# Runs in a root of check-roots.sh, as its root: installs an older package, schedules with it, upgrades, clicks on a
# bubble, opens the window, removes and purges. in-root.sh PACKAGES TESTS: folders with the .deb files, an older one in
# PACKAGES/older, and with what is run as a user.
set -euo pipefail
packages=$1 tests=$2
home=/home/tester/session
export DEBIAN_FRONTEND=noninteractive
fail() { echo "in-root.sh: $*" >&2; exit 1; }
quietly() { "$@" >/tmp/log 2>&1 || { cat /tmp/log >&2; fail "failed: $*"; }; }
as_user() { setpriv --reuid=tester --regid=tester --init-groups "$@"; }
version() { dpkg-query -W -f='${Version}' notify-schedule; }

id tester >/dev/null 2>&1 || useradd --create-home --shell /bin/sh tester
quietly apt-get install -y --no-install-recommends "$packages"/older/notify-schedule_*.deb
older=$(version)
as_user "$tests/commands" "$home"

quietly apt-get install -y --no-install-recommends "$packages"/notify-schedule_*.deb
[ "$(version)" != "$older" ] || fail "$older has not been upgraded"
as_user "$tests/commands" "$home" again
as_user "$tests/bubble" "$home"
as_user "$tests/commands" "$home" again

quietly apt-get install -y --no-install-recommends "$packages"/notify-schedule-gtk_*.deb
dpkg -L notify-schedule notify-schedule-gtk >/tmp/files
while read -r program; do
    # A library that is not here is "not found" there.
    ! ldd "$program" | grep 'not found' || fail "$program lacks a library"
    # 64 is that it has no such option; the loader's own statuses are above.
    status=0
    as_user env HOME="$home/home" "$program" --help >/dev/null 2>&1 || status=$?
    [ $status -le 64 ] || fail "$program does not start: status $status"
done < <(grep -E '^/usr/bin/.' /tmp/files)

apt-get remove -y notify-schedule notify-schedule-gtk >/tmp/log 2>&1 || { cat /tmp/log >&2; fail "removal failed"; }
grep -q '/notify-schedule and the settings in ' /tmp/log || fail "removal does not say where the user's files are"
quietly dpkg --purge notify-schedule notify-schedule-gtk
[ -e "$home/home/.local/state/notify-schedule/store.sqlite" ] || fail "the user's requests are gone"
[ -e "$home/home/.config/notify-schedule/launcher.conf" ] || fail "the user's settings are gone"
while read -r file; do
    if [ ! -d "$file" ] && { [ -e "$file" ] || [ -L "$file" ]; }; then fail "$file is left after purge"; fi
    case $file in *notify-schedule*) [ ! -e "$file" ] || fail "$file is left after purge" ;; esac
done </tmp/files
. /etc/os-release
echo "$PRETTY_NAME: installed $older, upgraded, clicked, removed and purged"
