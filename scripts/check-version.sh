#!/bin/sh
# Every place that has to spell out the version has that of Sources/AgentInterface/VERSION.
set -eu
cd "$(dirname "$0")/.."
version=$(cat Sources/AgentInterface/VERSION)
status=0
check() {
    [ "$2" = "$version" ] || {
        echo "$1 has the version $2; Sources/AgentInterface/VERSION has $version" >&2
        status=1
    }
}
check debian/changelog "$(sed -n '1s/.*(\(.*\)-.*).*/\1/p' debian/changelog)"
check packaging/notify-schedule.spec "$(sed -n 's/^Version: *//p' packaging/notify-schedule.spec)"
check packaging/notify-schedule.spec "$(sed -n '/^%changelog/{n;s/.* - \(.*\)-[0-9]*$/\1/p}' packaging/notify-schedule.spec)"
check packaging/PKGBUILD "$(sed -n 's/^pkgver=//p' packaging/PKGBUILD)"
exit $status
