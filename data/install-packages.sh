#!/bin/sh
# Installs the packages named, where they are missing and the machine has apt.
# Says in a sentence what to do where it cannot.
set -u

missing=""
for package in "$@"; do
    if ! dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -q '^installed$'; then
        missing="$missing $package"
    fi
done
[ -z "$missing" ] && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "These packages are missing:$missing. Install them with this system's own package manager." >&2
    exit 1
fi

run() { "$@"; }
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Run this as root: apt-get install$missing" >&2
        exit 1
    fi
    run() { sudo "$@"; }
fi

echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
run apt-get update -qq || exit 1
# shellcheck disable=SC2086 # the names are meant to be split
run apt-get install -y -qq --no-install-recommends $missing >/dev/null || exit 1
