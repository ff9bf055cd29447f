#!/bin/sh
# Runs a command with this checkout mounted on /usr/src/notify-schedule, for this command alone: in-place.sh COMMAND…
#
# What Swift compiles depends on the folder of the sources, so that a release is built in the same one everywhere.
# Where this user may mount nothing, as in many containers, the command runs in the checkout itself.
set -eu
cd "$(dirname "$0")/.."
export PLACE=/usr/src/notify-schedule

if [ "$(id -u)" -eq 0 ]; then own=; else own=--map-root-user; fi
if unshare --mount $own true 2>/dev/null; then
    # shellcheck disable=SC2016,SC2086 # the inner shell expands it; there may be no option
    exec unshare --mount $own sh -euc '
        mount -t tmpfs -o mode=755 notify-schedule /usr/src
        mkdir "$PLACE"
        mount --bind . "$PLACE"
        cd "$PLACE"
        exec "$@"
    ' sh "$@"
fi
echo "scripts/in-place.sh: $(id -un) may not mount anything here; the programs depend on this folder" >&2
exec "$@"
