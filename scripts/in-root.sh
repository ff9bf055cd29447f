#!/usr/bin/env bash
# Runs a command of this checkout in a root of another release of Debian, with the same programs that were built here.
#
#   in-root.sh [--suite SUITE] ROOT PACKAGE… -- COMMAND…
#
# Where there is no ROOT yet, SUITE is installed into it. PACKAGE… are names of Debian 12; where a release has another
# name for the same thing, that is taken. Packages are brought up to date once a day. What the command leaves in
# .build/desktops is in .build/desktops-NAME, by the name of the root's folder, and the logs of the tests below it.
# Needs root, for mounts, which end with this script's own namespace, as do all processes.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "scripts/in-root.sh: $*" >&2; exit 64; }
[ "$(id -u)" -eq 0 ] || { echo "scripts/in-root.sh: run it as root; it mounts, and installs packages" >&2; exit 77; }
if [ -z "${IN_OWN_NAMESPACE:-}" ]; then
    IN_OWN_NAMESPACE=1 exec unshare --mount --pid --fork --kill-child --propagation private "$0" "$@"
fi
suite=
if [ "${1-}" = --suite ]; then
    suite=${2-}
    shift 2
fi
root=${1-}
[[ $root == /?* ]] || fail "ROOT=\"$root\" is not the path of a folder that begins with /"
shift
packages=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    packages+=("$1")
    shift
done
[ $# -gt 1 ] || fail "which command? in-root.sh [--suite SUITE] ROOT PACKAGE… -- COMMAND…"
shift
bundle=$(find .build/debug/ -maxdepth 1 -name '*PackageTests.xctest' -print -quit 2>/dev/null)
[ -n "$bundle" ] || fail "there are no built tests in .build/debug; run: swift build --build-tests"

# A root that was not made to its end does not count.
if [ ! -e "$root" ]; then
    [ -n "$suite" ] || fail "there is no folder $root; SUITE=trixie makes one of Debian 13, and SUITE=sid one of unstable"
    archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | head -n 1)
    [ -n "$archive" ] || fail "apt has no source of Debian's packages; see /etc/apt/sources.list.d"
    rm -rf --one-file-system "$root.part"
    mkdir -p "$root.part"
    debootstrap --variant=minbase --keyring=/usr/share/keyrings/debian-archive-keyring.gpg "$suite" "$root.part" "$archive" \
        >"$root.log" 2>&1 || { tail -n 20 "$root.log" >&2; exit 1; }
    # What runs there must start nothing of itself.
    printf '#!/bin/sh\nexit 101\n' >"$root.part/usr/sbin/policy-rc.d"
    chmod 755 "$root.part/usr/sbin/policy-rc.d"
    # A mirror that stands still for some weeks is good enough here; signatures are checked as ever.
    echo 'Acquire::Check-Valid-Until "false";' >"$root.part/etc/apt/apt.conf.d/standing-mirror"
    mv "$root.part" "$root"
fi

# A mount of its own, as pivot_root takes no other.
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
[ "$(readlink -m "$root/etc/resolv.conf")" = /etc/resolv.conf ] || cp --remove-destination /etc/resolv.conf "$root/etc/resolv.conf"

# The first of some names that the root's archive has.
first_of() {
    local name
    for name in "$@"; do
        if chroot "$root" apt-cache show --no-all-versions "$name" 2>/dev/null | grep -q '^Filename:'; then
            echo "$name"
            return
        fi
    done
    echo "$1"
}
# What newer releases call something else: Plasma 6 has a program of its own for global keys, and other icons.
name_there() {
    case $1 in
    libkf5globalaccel-bin) first_of kglobalacceld "$1" ;;
    breeze-icon-theme) first_of kf6-breeze-icon-theme "$1" ;;
    *) echo "$1" ;;
    esac
}
apt() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    ${http_proxy:+http_proxy="$http_proxy"} chroot "$root" apt-get -y -q -o Dpkg::Options::=--force-unsafe-io "$@"; }
installed=$root/etc/notify-schedule-packages
if [ "$(cat "$installed" 2>/dev/null)" != "${packages[*]}" ] || [ -z "$(find "$installed" -mtime -1)" ]; then
    install() {
        apt update && apt dist-upgrade || return
        local names=() package
        for package in "${packages[@]}"; do names+=("$(name_there "$package")"); done
        apt install --no-install-recommends "${names[@]}" && apt clean
    }
    install >"$root.log" 2>&1 || { tail -n 20 "$root.log" >&2; echo "scripts/in-root.sh: see $root.log" >&2; exit 1; }
    echo "${packages[*]}" >"$installed"
fi

# The checkout at the same place, as the built tests have that inside.
here=$PWD
kept=$here/.build/desktops-$(basename "$root")
mkdir -p "$root$here" "$kept/test-logs" .build/desktops .build/debug/test-logs
mount --bind "$here" "$root$here"
mount --bind "$kept" "$root$here/.build/desktops"
mount --bind "$kept/test-logs" "$root$here/.build/debug/test-logs"

# The libraries of Swift come from where the build found them. Of the system's, those come along that the release has
# under another number, if at all.
libraries=$root/run/libraries
mkdir "$libraries"
needed=$(ldd "$bundle" | awk '$3 ~ /^\// { print $3 }')
while read -r folder; do
    mkdir -p "$root$folder"
    mount --bind -o ro "$folder" "$root$folder"
done < <(grep -vE '^/(usr/)?lib/' <<<"$needed" | xargs -r dirname | grep -vE "^$here(/|$)" | sort -u)
while read -r name; do
    cp -L "$(grep -F "/$name" <<<"$needed" | head -n 1)" "$libraries/"
done < <(chroot "$root" ldd "$here/$bundle" | awk '/not found/ { print $1 }' | sort -u)

# Not chroot: in that no program may make a sandbox of its own, as GNOME does for pictures.
cd "$root"
pivot_root . .
umount -l .
cd "$here"
exec env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LANG=C.UTF-8 LD_LIBRARY_PATH=/run/libraries \
    ${DESKTOP_SERVERS:+DESKTOP_SERVERS="$DESKTOP_SERVERS"} "$@"
