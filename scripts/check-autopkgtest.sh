#!/usr/bin/env bash
# Runs debian/tests by autopkgtest on this machine, with the package of `make deb`, which is removed afterwards. Needs root.
set -euo pipefail
cd "$(dirname "$0")/.."
[ ! -e /usr/bin/notify-agent ] || { echo "scripts/check-autopkgtest.sh: notify-schedule is installed; purge it first" >&2; exit 1; }
work=$(mktemp -d)
trap 'apt-get purge -y notify-schedule notify-schedule-gtk >/dev/null 2>&1 || :; rm -rf "$work"' EXIT
# It takes what its testbed takes for the source: what is in debian/ is enough.
mkdir "$work/source"
cp -R debian "$work/source/"
# 2 is that tests were left out.
autopkgtest --no-built-binaries "$work/source" .build/deb/notify-schedule_*.deb -- null
