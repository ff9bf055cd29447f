#!/usr/bin/env bash
# Runs the built tests that match FILTER and prints what failed. Tests of the targets in `together` need no
# process of their own and run in one, in parallel; of all others each suite is a process, JOBS of them side by
# side, each with its own buses and folders. Nothing runs a second time: a test that fails fails the run.
set -uo pipefail
cd "$(dirname "$0")/.."

together='^(AgentInterfaceTests|CalendarFilesTests|NotifyCoreTests|SQLiteBridgeTests|SchedulerTests|TerminalCommandsTests|TimeZonesTests)\.'
# These need points at which programs end, or symbols, that debug builds alone have: no programs of NOTIFY_BIN_DIR.
debug_only='\.(CrashHarness|DyingAgent|PushProgram|RunWhenDue|SnoozeCrash|UncalledMethod)Tests$'

usage() {
    cat <<END
usage: scripts/run-tests.sh [options] FILTER

  FILTER           which tests: a regular expression on TARGET.SUITE/TEST
  --jobs N         how many processes at once (default: two for each processor)
  --skip REGEX     leaves out the tests that match; may be repeated
  --build FOLDER   where the tests were built (default: .build/debug)
  --list           prints the tests that match, all without FILTER
  --show           prints what the tests themselves print
  --timeout N      seconds after which a suite is ended and fails (default: 300)

  NOTIFY_BIN_DIR   of the environment: where the programs are that the tests run (default: beside the tests)
  DESKTOP_SERVERS  of the environment: the small desktop servers to test; a test that none of them can run is no failure
END
}

fail() {
    printf 'scripts/run-tests.sh: %s\n' "$1" >&2
    exit 64
}

jobs=$((2 * $(nproc)))
build=.build/debug
timeout=300
list=false
show=false
skips=()
filter=
while [ $# -gt 0 ]; do
    case $1 in
    --jobs | --skip | --build | --timeout)
        [ $# -ge 2 ] || fail "$1 needs a value; see --help"
        case $1 in
        --jobs) jobs=$2 ;;
        --skip) skips+=("$2") ;;
        --build) build=$2 ;;
        --timeout) timeout=$2 ;;
        esac
        shift
        ;;
    --list) list=true ;;
    --show) show=true ;;
    -h | --help)
        usage
        exit 0
        ;;
    -*) fail "unknown option $1; see --help" ;;
    *)
        [ -z "$filter" ] || fail "one FILTER, not \"$filter\" and \"$1\"; join them by |"
        filter=$1
        ;;
    esac
    shift
done
$list && : "${filter:=.}"
[ -n "$filter" ] || fail "which tests? Name a FILTER, such as '^NotifyCoreTests\\.'; see --help"
for number in "$jobs" "$timeout"; do
    [[ $number =~ ^[1-9][0-9]*$ ]] || fail "\"$number\" is not a positive whole number"
done

bundle=$(find "$build/" -maxdepth 1 -name '*PackageTests.xctest' -print -quit 2>/dev/null)
[ -n "$bundle" ] || fail "no built tests in $build; run: swift build --build-tests"

logs=$build/test-logs
mkdir -p "$logs"
durations=$build/test-durations
touch "$durations"

tests=$("$bundle" --testing-library swift-testing --list-tests | grep /)
for skip in "${skips[@]}"; do
    tests=$(grep -vE -e "$skip" <<<"$tests")
    [ $? -lt 2 ] || fail "\"$skip\" is not a regular expression"
done
tests=$(grep -E -e "$filter" <<<"$tests")
case $? in
0) ;;
1) fail "no test matches \"$filter\"; scripts/run-tests.sh --list shows all" ;;
*) fail "\"$filter\" is not a regular expression" ;;
esac
if $list; then
    printf '%s\n' "$tests"
    exit 0
fi

# Runs one process and leaves its output, its exit status and its seconds.
run_suite() {
    local name=$1 filter=$2 began
    began=$(date +%s%N)
    [[ ! $name =~ $debug_only ]] || unset NOTIFY_BIN_DIR
    timeout --foreground --kill-after=5 "$timeout" "$bundle" --testing-library swift-testing --filter "$filter" \
        >"$logs/$name.log" 2>&1 </dev/null
    local status=$?
    local milliseconds=$((($(date +%s%N) - began) / 1000000))
    printf '%s %s %s\n' "$name" "$status" "$milliseconds"
}
export -f run_suite
export bundle debug_only logs timeout

# What tests leave behind when they are ended goes with the folder; tests that act as another user write in it, too.
TMPDIR=$(mktemp -d)
TEST_LOGS=$(realpath "$logs")
export TMPDIR TEST_LOGS
chmod 1777 "$TMPDIR"
trap 'rm -rf "$TMPDIR"' EXIT
results=$TMPDIR/results
# The chosen tests of a process, and a filter that matches these alone.
tests_of() { if [ "$1" = together ]; then printf '%s\n' "$parallel"; else grep -F -e "$1/" <<<"$tests"; fi; }
filter_of() { sed -e 's|[^A-Za-z0-9_/]|\\&|g' -e 's/^/^/' <<<"$1" | paste -sd'|'; }
parallel=$(grep -E -e "$together" <<<"$tests")
{
    [ -z "$parallel" ] || printf '%s\0%s\0' together "$(filter_of "$parallel")"
    # The longest first, as the run before had them, so that none is left alone at the end.
    awk 'FILENAME == ARGV[1] { known[$1] = $2; next } { print ($1 in known ? known[$1] : 5000), $1 }' \
        "$durations" <(grep -vE -e "$together" <<<"$tests" | cut -d/ -f1 | sort -u) | sort -rn | cut -d' ' -f2 |
        while read -r suite; do printf '%s\0%s\0' "$suite" "$(filter_of "$(tests_of "$suite")")"; done
} | xargs -0 -r -n 2 -P "$jobs" bash -c 'run_suite "$@"' run_suite >"$results"

# What a log has, without colours.
said() { sed 's/\x1b\[[0-9;]*m//g' "$1" | grep -E "$2"; }

failure='^✘ Test ("|[A-Za-z0-9_]+\().*failed after'
passed=0
without_cases=0
failed=()
while read -r name status milliseconds; do
    log=$logs/$name.log
    ! $show || said "$log" '^[^◇✔✘↳]'
    chosen=$(tests_of "$name" | wc -l)
    # What a test prints may look like anything, so the line at the end counts.
    good=$(said "$log" '^✔ Test run with [0-9]+ tests? ' | sed -E 's/^✔ Test run with ([0-9]+) .*/\1/' | tail -n 1)
    skipped=$(said "$log" '^➜ Test .* skipped' | wc -l)
    if [ -n "${DESKTOP_SERVERS:-}" ]; then
        without=$(said "$log" '^➜ Test .* skipped: "No test cases found\."$' | wc -l)
        skipped=$((skipped - without))
        without_cases=$((without_cases + without))
    fi
    # Some tests act as another user, which only root can do.
    if [ "$status" -eq 0 ] && [ "$skipped" -gt 0 ] && [ "$(id -u)" -ne 0 ]; then
        printf '%s: %d skipped, because they need root\n' "$name" "$skipped"
        skipped=0
        # A suite that is skipped as a whole counts none of its tests.
        [ "${good:-0}" -gt 0 ] || good=$chosen
    fi
    if [ "$status" -eq 0 ] && [ "${good:-0}" -eq "$chosen" ] && [ "$skipped" -eq 0 ]; then
        ((passed += chosen))
        printf '%s %s\n' "$name" "$milliseconds" >>"$durations"
        continue
    fi
    printf '\n== %s\n' "$name"
    case $status in
    0) said "$log" '^➜ Test .* skipped' || echo "${good:-0} of $chosen tests ran" ;;
    124 | 137) printf 'ended after %s s; it was at\n' "$timeout" && tail -n 5 "$log" ;;
    *)
        said "$log" '^✘ Test .* recorded an issue|^↳|^error: |^Fatal error|^==[0-9]+==ERROR|WARNING: ThreadSanitizer' |
            grep -vE '^↳ (Testing Library Version|Target Platform):' | cut -c1-600 | tail -n 60
        said "$log" '^✘ Test run with' >/dev/null || {
            echo "the process ended with status $status; the end of its log:"
            tail -n 30 "$log"
        }
        ;;
    esac
    printf 'log: %s\n' "$log"
    # A test is named by its function, or by its title in quotes.
    bad=$(said "$log" "$failure" | wc -l)
    [ "$status" -ne 1 ] || ((passed += chosen - bad - skipped))
    mapfile -t -O "${#failed[@]}" failed < <(
        said "$log" "$failure" |
            sed -E 's/^✘ Test ("(.*)"|([A-Za-z0-9_]+)\(.*\))( with .*)? failed after.*/\2\3/' |
            while IFS= read -r test; do printf '%s/%s\n' "$name" "$test"; done
        [ "$status" -eq 1 ] && [ "$bad" -gt 0 ] || echo "$name"
    )
done <"$results"
# The last duration of each.
tac "$durations" | sort -u -k1,1 -o "$durations"

total=$(wc -l <<<"$tests")
[ ${#failed[@]} -eq 0 ] || printf '\n== failed\n%s\n' "$(printf '%s\n' "${failed[@]}" | sort -u)"
printf '\n%d tests of "%s" in %d s\n%d passed, %d failed\n' \
    "$total" "$filter" "$SECONDS" "$passed" "$((total - passed))"
if [ "$without_cases" -gt 0 ]; then
    printf 'no case for DESKTOP_SERVERS="%s": %d\n' "$DESKTOP_SERVERS" "$without_cases"
    # A name that no server has would pass otherwise.
    [ "$without_cases" -lt "$total" ] || exit 1
fi
[ "$passed" -eq "$total" ] && [ ${#failed[@]} -eq 0 ]
