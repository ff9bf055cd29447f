#!/usr/bin/env bash
# Runs tests in programs that count what they run: coverage.sh FILTER. Prints the share of each target's lines and the files
# that no test reaches; the lines themselves are in .build-coverage/report/index.html. A killed program counts nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
build=.build-coverage
tools=$(dirname "$(realpath "$(command -v "$swift")")")

"$swift" build --build-tests --enable-code-coverage --scratch-path "$build"
rm -rf "$build/profiles"
mkdir -p "$build/profiles"
chmod 1777 "$build/profiles"
status=0
LLVM_PROFILE_FILE=$PWD/$build/profiles/%p-%m.profraw scripts/run-tests.sh --build "$build/debug" "$1" || status=1
find "$build/profiles" -name '*.profraw' -size +0 >"$build/profiles.txt"
"$tools/llvm-profdata" merge --sparse --failure-mode=all -f "$build/profiles.txt" -o "$build/all.profdata"
objects=()
for program in notify-agent notify-schedule notify-ical notify-push notify-relay notify-window; do objects+=(-object "$build/debug/$program"); done
bundle=$(find "$build/debug/" -maxdepth 1 -name '*PackageTests.xctest' -print -quit)
"$tools/llvm-cov" show "$bundle" "${objects[@]}" -instr-profile "$build/all.profdata" --format=html \
    --output-dir "$build/report" Sources >/dev/null
"$tools/llvm-cov" export "$bundle" "${objects[@]}" -instr-profile "$build/all.profdata" --summary-only Sources |
    python3 scripts/coverage.py
echo "pages: $build/report/index.html"
exit $status
