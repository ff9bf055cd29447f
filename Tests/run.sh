#!/usr/bin/env bash
# swift test with these arguments. What failed is said once more at the end, where a long log is read first.
#
# The end-to-end tests share the machine with an X server, a bus and whatever else runs. So the few that fail
# run once more by themselves: what fails again fails, and what passes then is named as unsteady. A crash, and
# more failures than LIMIT, are final.
set -uo pipefail
LIMIT=3
swift=${SWIFT:-swift}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

"$swift" test "$@" 2>&1 | tee "$log"
[ "${PIPESTATUS[0]}" -eq 0 ] && exit 0

said() { sed 's/\x1b\[[0-9;]*m//g' "$log" | grep -E "$1"; }

printf '\n== what failed\n'
said '^✘ Test [^ ]+ recorded an issue|^↳|^error: .*(signal|fatal)|^Fatal error' | grep -vE '^↳ (Testing Library Version|Target Platform):' | cut -c1-600 | tail -n 60

if ! said '^✘ Test run with' >/dev/null; then
    echo "the test process did not come to its end"
    exit 1
fi
mapfile -t failed < <(said '^✘ Test [A-Za-z0-9_]+\(.*(failed after)' | sed -E 's/^✘ Test ([A-Za-z0-9_]+)\(.*/\1/' | sort -u)
if [ "${#failed[@]}" -eq 0 ] || [ "${#failed[@]}" -gt "$LIMIT" ]; then
    exit 1
fi

options=()
while [ $# -gt 0 ]; do
    case $1 in
    --filter) shift ;;
    *) options+=("$1") ;;
    esac
    shift
done
for name in "${failed[@]}"; do
    printf '\n== once more: %s\n' "$name"
    if ! "$swift" test "${options[@]}" --filter "/$name\\(" 2>&1 | tee "$log" || ! said '^✔ Test run with [1-9]' >/dev/null; then
        echo "failed twice: $name"
        exit 1
    fi
done
printf '\n== unsteady, passed at the second run: %s\n' "${failed[*]}"
