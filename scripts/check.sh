#!/usr/bin/env bash
# Builds the tests and runs those of what differs from the last commit, or of one target: check.sh [TARGET].
# Of the agent and the command the whole way of a notification runs besides, and no more of the end-to-end tests.
# A target of tests runs whole.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
whole_way='^EndToEndTests\.MainPathTests'

# The tests of a target of Sources or Tests, as a filter.
tests_of() {
    case $1 in
    AgentInterface | CalendarFiles | GLibBridge | Launcher | NotifyCore | SQLiteBridge | TimeZones | UserNotifications) echo "^$1Tests\\." ;;
    NotificationServer | DesktopBubbles | CGLib | CNotify) echo "^GLibBridgeTests\\.|$whole_way" ;;
    NotificationCenter) echo "^UserNotificationsTests\\." ;;
    CSQLite) echo '^SQLiteBridgeTests\.' ;;
    ScheduleCommands | notify-schedule) echo "^CommandTests\\.|$whole_way" ;;
    ConfigurationFiles) echo "^LauncherTests\\.|^SchedulerTests\\.RequestFileTests|$whole_way" ;;
    SchedulerAgent | notify-agent | AgentTestSupport) echo "^SchedulerTests\\.|$whole_way" ;;
    RequestFiles) echo '^SchedulerTests\.RequestFileTests|^EndToEndTests\.RequestFolderTests' ;;
    FaultyDisk) echo '^StressTests\.(Disk|Full|Page)' ;;
    CICal | notify-ical) echo '^CalendarFilesTests\.' ;;
    RelayGroup | CSodium) echo '^RelayTests\.' ;;
    RelayServers | CSoup) echo '^RelayServerTests\.' ;;
    RelayProgram | notify-relay) echo '^RelayProgramTests\.' ;;
    NotifyWindow | UserRequests | CAdwaita | notify-window) echo '^WindowTests\.' ;;
    PushMessages | CCrypto | notify-push) echo '^PushTests\.' ;;
    BusCallers) echo '^SchedulerTests\.CallerTests|^EndToEndTests\.(Caller|Sandboxed|OtherUser|SlowBus)|^PushTests\.' ;;
    CoreLocation) echo '^NotifyCoreTests\.RegionTests' ;;
    TestSupport | SampleApp | HostApp) echo "^GLibBridgeTests\\.TestSupportTests|$whole_way" ;;
    *Tests) [ -d "Tests/$1" ] && echo "^$1\\." ;;
    esac
}

[ $# -le 1 ] || {
    echo "usage: make check [TARGET=NAME]; one target, not \"$*\"" >&2
    exit 64
}
if [ $# -eq 1 ]; then
    filter=$(tests_of "$1") || filter=
    [ -n "$filter" ] || {
        printf 'There is no target "%s"; name a folder of Sources or Tests: %s\n' "$1" \
            "$(cd Sources && echo *)" >&2
        exit 64
    }
else
    filter=
    while read -r file; do
        # What was deleted has no tests.
        [ -e "$file" ] || continue
        case $file in
        # They need what `make examples` and `make places` build.
        Tests/ExamplesTests/* | Tests/Places/*) more= ;;
        Tests/*/*Tests.swift)
            more="^$(cut -d/ -f2 <<<"$file")\\.$(basename "$file" .swift)/" ;;
        Sources/*/* | Tests/*/*) more=$(tests_of "$(cut -d/ -f2 <<<"$file")") || more= ;;
        *) more= ;;
        esac
        [ -z "$more" ] || filter+="${filter:+|}$more"
    done < <({ git diff --name-only HEAD; git ls-files --others --exclude-standard; } | sort -u)
    [ -n "$filter" ] || {
        echo "nothing of Sources or Tests differs from the last commit; name a target: make check TARGET=NotifyCore"
        exit 0
    }
fi
"$swift" build --build-tests
scripts/run-tests.sh "$filter"
