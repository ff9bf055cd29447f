#!/bin/sh
# Installs into an empty folder, compares what is there with the manifest, has the field's own tools look at
# it, and takes it away again until nothing is left.
set -eu
cd "$(dirname "$0")/.."

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
files() { (cd "$1" && find . \( -type f -o -type l \) | sed 's/^\.//' | sort); }

compare() {
    diff -u "$root/expected" "$root/found" >&2 || {
        echo "data/check-install.sh: $1" >&2
        exit 1
    }
}

# $1: how it is called; the rest: options of install.sh.
check() {
    name=$1
    shift
    export DESTDIR="$root/$name"
    mkdir "$DESTDIR"
    data/install.sh "$@"
    data/install.sh "$@" --list | sort >"$root/expected"
    files "$DESTDIR" >"$root/found"
    compare "what is installed ($name) is not what data/manifest lists"
    # A second time over the first, as at an upgrade.
    data/install.sh "$@"
    files "$DESTDIR" >"$root/found"
    compare "a second installation ($name) differs from the first"
    data/install.sh "$@" --uninstall
    : >"$root/expected"
    find "$DESTDIR" -mindepth 1 >"$root/found"
    compare "this is left after uninstall ($name)"
    unset DESTDIR
    echo "installed and uninstalled: $name"
}
check system
PREFIX=/usr check distribution
HOME=/home/someone XDG_DATA_HOME='' XDG_CONFIG_HOME='' check user --user

# Without DESTDIR the paths inside the files are those of the files.
export PREFIX="$root/place" SYSCONFDIR="$root/place/etc"
mkdir -p "$PREFIX/bin" "$PREFIX/share/applications"
data/install.sh
mkdir -m 700 "$root/run"
XDG_RUNTIME_DIR="$root/run" systemd-analyze verify --user --man=no \
    "$PREFIX/lib/systemd/user/notify-agent.service" "$PREFIX/lib/systemd/user/notify-push.service" \
    "$PREFIX/lib/systemd/user/notify-relay.service" 2>"$root/complaints" || cat "$root/complaints" >&2
# It tells of other units of this machine, too.
if grep -E 'notify-(agent|push|relay)' "$root/complaints"; then exit 1; fi
# Where systemd starts the session it runs the unit, and not the autostart entry beside it.
generator=/usr/lib/systemd/user-generators/systemd-xdg-autostart-generator
mkdir -p "$root/units/early" "$root/units/normal" "$root/units/late"
XDG_CONFIG_HOME="$SYSCONFDIR/xdg" XDG_CONFIG_DIRS=/nonexistent \
    "$generator" "$root/units/early" "$root/units/normal" "$root/units/late"
find "$root/units" -name '*.service' >"$root/found"
: >"$root/expected"
compare "systemd would run the autostart entry beside the unit"
desktop-file-validate "$PREFIX"/share/applications/*.desktop "$SYSCONFDIR"/xdg/autostart/*.desktop
appstreamcli validate --no-net "$PREFIX"/share/metainfo/*.xml
"$PREFIX/bin/notify-schedule" --version
for program in "$PREFIX"/bin/*; do
    readelf --dynamic "$program" | grep -q BIND_NOW || { echo "$program is linked without -z now" >&2; exit 1; }
done
size() { stat -c %s "$PREFIX/bin/$1" | awk -v name="$1" '{ printf "%s: %.1f MB\n", name, $1 / 1e6 }'; }
size notify-schedule
size notify-agent
data/install.sh --uninstall >"$root/said"
grep -q '/notify-schedule and the settings in ' "$root/said" || { echo "uninstall does not say where the user's files are" >&2; exit 1; }
[ -d "$PREFIX/bin" ] || { echo "a folder that was there before is gone" >&2; exit 1; }
: >"$root/expected"
files "$PREFIX" >"$root/found"
compare "this is left after uninstall"
