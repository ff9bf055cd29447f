#!/usr/bin/env bash
# The tests with a sanitizer in all that is built here: run.sh thread|address. The programs that the tests start
# have it, too. What any process reports is a file in .build-SANITIZER/reports, and one file fails the run.
#
# TESTS chooses tests of the agent; by default all that need no process, and those of the others in which most
# happens at a time.
set -uo pipefail
sanitizer=${1-}
cd "$(dirname "$0")/../.."
swift=${SWIFT:-swift}
build=.build-$sanitizer
reports=$PWD/$build/reports
# The quotes are the sanitizer's own, for a folder with a blank or a colon.
options="log_path='$reports/report':exitcode=66"
case $sanitizer in
# Otherwise each command would wait for a second at its end.
thread) export TSAN_OPTIONS=$options:atexit_sleep_ms=0 ;;
# A search for leaks looks for plain addresses. Swift marks the upper bits of those that it keeps in strings and
# in enumerations, so whatever is alive at the end and held by one of these would count as lost. That nothing grows
# is tested by SoakTests.
address) export ASAN_OPTIONS=$options:detect_leaks=0 ;;
*)
    echo "usage: run.sh thread|address" >&2
    exit 64
    ;;
esac
concurrent='AppBus|Attachment|AwaitedResponse|BusFault|Call|Control|CrashHarness|Hostile|MainPath|Place|Response'
concurrent+='|StoreDamage|Takeover'
tests=${TESTS:-^SchedulerTests\.|^(EndToEnd|Stress)Tests\.($concurrent)}

flags=(--sanitize="$sanitizer" --scratch-path "$build")
mkdir -p "$build"
if [ "$sanitizer" = thread ]; then
    read -ra include < <(pkg-config --cflags glib-2.0)
    for part in mutex loop; do
        "${CLANG:-clang}" -O1 -Wall -Wextra -Werror "${include[@]}" -c "Tests/Sanitizers/$part.c" -o "$build/$part.o" || exit 1
        flags+=(-Xlinker "$PWD/$build/$part.o")
    done
fi
"$swift" build --build-tests "${flags[@]}" || exit 1

# Some tests run programs as another user, who has something to report, too.
rm -rf "$reports"
mkdir -m 1777 "$reports"

left_out=()
while read -r test; do
    left_out+=(--skip "$test")
done < <(sed -n "s/^\\(any\\|$sanitizer\\) //p" Tests/Sanitizers/left-out.txt)

status=0
# Without CommandTests: they look at texts, one command after the other.
suites='AgentInterfaceTests|CalendarFilesTests|GLibBridgeTests|LauncherTests|NotifyCoreTests|SQLiteBridgeTests'
suites+='|TimeZonesTests|UserNotificationsTests'
scripts/run-tests.sh --build "$build/debug" --timeout 600 "${left_out[@]}" "^($suites)\\.|$tests" || status=1

for report in "$reports"/*; do
    [ -e "$report" ] || break
    printf '\n== %s\n' "${report#"$PWD"/}"
    head -n 60 "$report"
    status=1
done
[ $status -ne 0 ] || printf '\n== the %s sanitizer has nothing to report\n' "$sanitizer"
exit $status
