#!/bin/sh
# Counts the instructions of a round of work, which no other program on the machine changes, and compares them
# with Benchmarks/instructions.txt: 10 % more fail. UPDATE=1 writes the file again.
set -eu
cd "$(dirname "$0")"
program=$1
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 >/dev/null |
        sed -n 's/.*Collected : //p'
}
status=0
new=""
for work in engine records; do
    # The start, and what is done once, are not of the work.
    few=$(count $work 10)
    many=$(count $work 110)
    each=$(((${many:-0} - ${few:-0}) / 100))
    [ "$each" -gt 0 ] || {
        echo "$work: no instructions were counted; run $program $work 10 by hand to see why" >&2
        exit 1
    }
    new="$new$work $each
"
    kept=$(sed -n "s/^$work //p" instructions.txt 2>/dev/null || true)
    if [ -n "${UPDATE-}" ] || [ -z "$kept" ]; then
        echo "$work: $each instructions a round"
        [ -n "${UPDATE-}" ] || status=1
    elif [ "$each" -gt $((kept + kept / 10)) ]; then
        echo "$work: $each instructions a round, more than 10 % above the $kept of Benchmarks/instructions.txt" >&2
        status=1
    else
        echo "$work: $each instructions a round ($kept are kept)"
    fi
done
[ -z "${UPDATE-}" ] || printf '%s' "$new" >instructions.txt
exit $status
