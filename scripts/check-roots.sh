#!/usr/bin/env bash
# Tries the packages of `make deb` in roots of Debian's releases: check-roots.sh [SUITE…]
#
# Each root is made once, in ROOTS (/var/tmp/notify-schedule-roots), and brought up to date once a day; a run works in a
# layer above it that goes when it ends. Needs root, for chroot and mounts, which end with this script's own namespace.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "scripts/check-roots.sh: run it as root; it mounts and changes roots" >&2; exit 77; }
# All mounts below are of this namespace, and end with it.
if [ -z "${IN_OWN_NAMESPACE:-}" ]; then
    IN_OWN_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$@"
fi
suites=("$@")
[ $# -gt 0 ] || suites=(bookworm trixie testing sid)
packages=$PWD/.build/deb
roots=${ROOTS:-/var/tmp/notify-schedule-roots}
# What the tests need beside what the package depends on.
tools=(dbus-daemon dunst fonts-dejavu-core xdotool xvfb)
keys=/usr/share/keyrings/debian-archive-keyring.gpg
fail() { echo "scripts/check-roots.sh: $*" >&2; exit 1; }
ls "$packages"/notify-schedule_*.deb >/dev/null 2>&1 || fail "there is no package in $packages; build it first: make deb"

archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | head -n 1)
[ -n "$archive" ] || fail "apt has no source of Debian's packages; see /etc/apt/sources.list.d"

work=$(mktemp -d)
mount -t tmpfs check-roots "$work"
trap 'umount -l "$work" && rmdir "$work"' EXIT

# The same programs under a lower version stand for the release before: what is tried is the upgrade itself.
mkdir -p "$work/packages/older"
cp "$packages"/*.deb "$work/packages/"
dpkg-deb -R "$packages"/notify-schedule_*.deb "$work/older"
sed -i 's/^Version: .*/Version: 0.0.1-1/' "$work/older/DEBIAN/control"
dpkg-deb -Znone -b "$work/older" "$work/packages/older/notify-schedule_0.0.1-1.deb" >/dev/null
rm -rf "$work/older"
chmod -R a+rX "$work"

# Runs a command in the root of $1, with what programs expect.
in_root() {
    local root=$1
    shift
    mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
    mountpoint -q "$root/dev" || mount --rbind /dev "$root/dev"
    cp --remove-destination /etc/resolv.conf "$root/etc/resolv.conf"
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        ${http_proxy:+http_proxy="$http_proxy"} chroot "$root" "$@"
}

# The root of a suite with the tools in it. A root that was not made to its end does not count.
prepare() {
    local suite=$1 root=$roots/$1
    if [ ! -e "$root/made" ]; then
        rm -rf --one-file-system "$root"
        mkdir -p "$root"
        debootstrap --variant=minbase --keyring="$keys" "$suite" "$root/plain" "$archive" >"$root/log" 2>&1 ||
            { tail -n 20 "$root/log" >&2; exit 1; }
        # What runs there must start nothing of itself.
        printf '#!/bin/sh\nexit 101\n' >"$root/plain/usr/sbin/policy-rc.d"
        chmod 755 "$root/plain/usr/sbin/policy-rc.d"
        cp -a "$root/plain" "$root/tools"
        # A mirror that stands still for some weeks is good enough here; signatures are checked as ever.
        echo 'Acquire::Check-Valid-Until "false";' >"$root/tools/etc/apt/apt.conf.d/standing-mirror"
        touch "$root/made"
    fi
    if [ -z "$(find "$root/ready" -mtime -1 2>/dev/null)" ]; then
        in_root "$root/tools" sh -c 'apt-get update && apt-get -y dist-upgrade &&
            apt-get install -y --no-install-recommends "$@" && apt-get clean' sh "${tools[@]}" >"$root/log" 2>&1 ||
            { tail -n 20 "$root/log" >&2; exit 1; }
        touch "$root/ready"
    fi
}

try() {
    local suite=$1 place=$work/$1
    mkdir "$place" "$place/upper" "$place/work" "$place/root"
    mount -t overlay -o "lowerdir=$roots/$suite/tools,upperdir=$place/upper,workdir=$place/work" overlay "$place/root"
    # What is fetched is kept for the next time.
    mkdir -p "$roots/$suite/archives/partial" "$place/root/packages" "$place/root/tests"
    mount --bind "$roots/$suite/archives" "$place/root/var/cache/apt/archives"
    rm -f "$place/root/etc/apt/apt.conf.d/docker-clean"
    cp -R "$work/packages/." "$place/root/packages/"
    cp debian/tests/commands debian/tests/bubble Tests/Packages/in-root.sh "$place/root/tests/"
    chmod 755 "$place/root"/tests/*
    in_root "$place/root" /tests/in-root.sh /packages /tests
}

# Debian's own check of installation and purge; it knows releases up to its own. What it finds of systemd, which comes as
# a dependency, is not of this package.
check_purge() {
    local suite=$1
    if [ "$suite" = "$(. /etc/os-release && echo "$VERSION_CODENAME")" ] && command -v piuparts >/dev/null; then
        piuparts --distribution "$suite" --existing-chroot "$roots/$suite/plain" --mirror "$archive" \
            --scriptsdir /etc/piuparts/scripts --tmpdir "$work" \
            --ignore-regex '^/(root/\.ssh|var/(cache|lib|log)/private|var/lib/systemd/[a-z]*)/?$' \
            "$work"/packages/notify-schedule_*.deb >"$work/piuparts" 2>&1 ||
            { grep -A 20 'ERROR' "$work/piuparts" >&2; exit 1; }
        echo "$suite: piuparts found nothing"
    fi
}

failed=0
for suite in "${suites[@]}"; do
    # Not as a condition, in which the shell would go on after what fails.
    set +e
    (set -e; prepare "$suite"; try "$suite"; check_purge "$suite") >"$work/log" 2>&1
    status=$?
    set -e
    if [ $status -eq 0 ]; then
        grep -E ': (installed .* purged|piuparts found nothing)$' "$work/log"
    else
        cat "$work/log" >&2
        echo "scripts/check-roots.sh: $suite failed" >&2
        failed=1
    fi
done
exit $failed
