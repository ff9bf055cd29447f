#!/usr/bin/env bash
# Builds the packages a second time, from the archive of a release, without a network, in another folder, with another
# home, time zone, language and umask, and compares them with those of `make deb`: the same to a byte, or the names of
# what differs. What is not committed is not in the archive. It takes a release build.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "scripts/check-reproducible.sh: $*" >&2; exit 1; }
first=$PWD/.build/deb
sums() { (cd "$1" && find . -type f -name '*.deb' -exec sha256sum {} + | sort -k 2); }
work=$(mktemp -d "${TMPDIR:-/var/tmp}/notify-schedule again.XXXXXX")
trap 'rm -rf "$work"' EXIT
sums "$first" >"$work/first" 2>/dev/null || :
[ -s "$work/first" ] || fail "there is nothing in $first; build it first: make deb"

mkdir "$work/home" "$work/archive"
tar -C "$work" -xmf "$(scripts/source-archive.sh "$work/archive")"
# Most builds cannot do with the blank in its name; the sources of this one are mounted elsewhere.
again=$(echo "$work"/notify-schedule-*)
if [ "$(id -u)" -eq 0 ]; then own=; else own=--map-root-user; fi
(
    cd "$again"
    umask 027
    # Nothing of this machine's may say where Swift packages come from.
    # shellcheck disable=SC2086 # there may be no option
    exec unshare --net $own env HOME="$work/home" GIT_CONFIG_SYSTEM=/dev/null GIT_CONFIG_GLOBAL=/dev/null \
        TZ=Pacific/Kiritimati LC_ALL=C.UTF-8 LANG=de_DE.UTF-8 make deb
) >"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; fail "the second build failed"; }

sums "$again/.build/deb" >"$work/second"
if ! diff "$work/first" "$work/second" >&2; then
    rm -rf .build/again && cp -R "$again/.build/deb" .build/again
    fail "the second build differs from the first; compare .build/again with .build/deb"
fi
echo "built twice, the second time from the archive and without a network, the same to a byte:"
cat "$work/first"
