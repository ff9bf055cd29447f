#!/usr/bin/env bash
# Runs the tests that look for rare faults for a time, one after the other: stress.sh MINUTES PART…. Each part has the
# same share of it, and prints its seed; SEED=… repeats one.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf 'stress: %s\n' "$1" >&2
    exit 64
}
# The tests of a part.
tests_of() {
    case $1 in
    crash) echo '\.CrashHarnessTests/nothingIsLost' ;;
    year) echo '\.YearTests/' ;;
    disk) echo '\.(DiskFault|PageDamage)Tests/' ;;
    load) echo '\.SoakTests/loadLeaves' ;;
    rush) echo '\.SoakTests/whatIsDueAtOnce|\.(HostileBus|ClockProperty|Crash)Tests/|\.(CalendarRuleProperty|LibicalAgreement)Tests/' ;;
    *) fail "there is no part \"$1\"; there are crash, year, disk, load, rush and fuzz" ;;
    esac
}

minutes=${1-}
[[ $minutes =~ ^[1-9][0-9]*$ ]] || fail "MINUTES=\"$minutes\" is not a positive whole number"
shift
[ $# -gt 0 ] || fail "STRESS names no part; there are crash, year, disk, load, rush and fuzz"
for part in "$@"; do [ "$part" = fuzz ] || tests_of "$part" >/dev/null; done

seconds=$((minutes * 60 / $#))
[ -z "${SEED:-}" ] || export NOTIFY_STRESS_SEED=$SEED
export NOTIFY_STRESS_SECONDS=$seconds
status=0
for part in "$@"; do
    printf '\n== %s, %s s\n' "$part" "$seconds"
    if [ "$part" = fuzz ]; then
        # Nine, two at a time.
        FUZZ_SEED=${SEED:-0} make fuzz SECONDS=$((seconds / 5 + 1)) || status=1
    else
        # From ten minutes on a rush has its full numbers, which take half an hour.
        scripts/run-tests.sh --timeout $((seconds + 3600)) --show "$(tests_of "$part")" || status=1
    fi
done
exit $status
