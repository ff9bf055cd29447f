#!/usr/bin/env bash
# Builds the app of README.md's section "From Swift", from its lines as they are, beside a copy of this checkout: it must
# build without a warning, and resolve no other package, from a folder and from a repository.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    printf 'scripts/readme-app.sh: %s\n' "$1" >&2
    [ $# -lt 2 ] || cat "$2" >&2
    exit 1
}
# The Nth block of Swift in the section.
block() {
    sed -n '/^## From Swift/,/^## /p' README.md | awk -v wanted="$1" '
        /^```$/ { inside = 0 }
        inside && found == wanted { print }
        /^```swift$/ { inside = 1; found++ }'
}

git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
    [ ! -e "$file" ] || printf '%s\0' "$file"
done | xargs -0 cp --parents -P -t "$(mkdir "$folder/notify-schedule" && echo "$folder/notify-schedule")"
app=$folder/app
mkdir -p "$app/Sources/Meetings"
block 1 >"$app/Package.swift"
block 2 >"$app/Sources/Meetings/Meeting.swift"
echo 'try await schedule()' >"$app/Sources/Meetings/main.swift"
for file in Package.swift Sources/Meetings/Meeting.swift; do
    [ -s "$app/$file" ] || fail "README.md has no lines for $file"
done

cd "$app"
"$swift" build >"$folder/log" 2>&1 || fail "the app does not build" "$folder/log"
! grep -q 'warning:' "$folder/log" || fail "the build warns" "$folder/log"
[ ! -e Package.resolved ] || fail "the app resolves more packages" Package.resolved
echo "the app of README.md builds without a warning"

# The same from a repository, where SwiftPM reads the manifest before there is a checkout.
repository=$folder/notify-schedule
git -C "$repository" init -q -b main
git -C "$repository" add -A
git -C "$repository" -c user.name=test -c user.email=test@localhost commit -q -m all
sed -i 's|path: "../notify-schedule"|url: "file://'"$repository"'", branch: "main"|' Package.swift
grep -q 'branch: "main"' Package.swift || fail "the dependency in README.md is not ../notify-schedule" Package.swift
"$swift" package resolve >"$folder/log" 2>&1 || fail "the repository cannot be resolved" "$folder/log"
packages=$(sed -n 's/.*"identity" : "\(.*\)".*/\1/p' Package.resolved | paste -sd' ')
[ "$packages" = notify-schedule ] || fail "the app resolves $packages" "$folder/log"
echo "it resolves $packages and no other package"
