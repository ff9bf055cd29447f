#!/bin/sh
# Installs the packages named, where they are missing and the machine has apt.
# Says in a sentence what to do where it cannot.
set -u

# What is missing there is not known; a build says it itself.
if ! command -v apt-get >/dev/null 2>&1; then
    echo "This system has no apt-get. Its own package manager has what is needed, by Debian's names: $*" >&2
    exit 0
fi

# What is installed, and what that stands in for: before it was split, dbus was dbus-daemon too.
installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}, ${Provides}\n' 2>/dev/null |
    sed -n -e 's/([^)]*)//g' -e 's/^installed //p' | tr ', ' '\n\n')

missing=""
for package in "$@"; do
    printf '%s\n' "$installed" | grep -Fqx "$package" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

# sudo hands on no environment. A question behind the hidden output would wait for ever.
run() { env DEBIAN_FRONTEND=noninteractive "$@"; }
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Run this as root: apt-get update && apt-get install$missing" >&2
        exit 1
    fi
    run() { sudo env DEBIAN_FRONTEND=noninteractive "$@"; }
fi

# apt installs nothing after an installation that was cut off, by a power failure for instance.
if [ -n "$(ls /var/lib/dpkg/updates 2>/dev/null)" ]; then
    echo "An earlier installation was interrupted. It is completed first, by: dpkg --configure -a"
    run dpkg --configure -a >/dev/null || exit 1
fi

echo "Installing:$missing"
run apt-get update -qq || exit 1
# shellcheck disable=SC2086 # the names are meant to be split
run apt-get install -y -qq --no-install-recommends $missing >/dev/null || exit 1
