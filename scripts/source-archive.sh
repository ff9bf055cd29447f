#!/usr/bin/env bash
# Writes the source of the last commit with the Swift packages that it needs, so that it builds without a network, the
# same to a byte each time: source-archive.sh FOLDER
set -euo pipefail
folder=$(cd "${1:?usage: scripts/source-archive.sh FOLDER}" && pwd)
cd "$(dirname "$0")/.."
# In a namespace of its own, this user may not be the owner of the checkout.
git() { command git -c safe.directory='*' "$@"; }
version=$(git show HEAD:Sources/AgentInterface/VERSION)
name=notify-schedule-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/$name"
git archive HEAD | tar -C "$work/$name" -xf -

# What is not at the release of Package.resolved would be another source than was tested.
[ -e Package.resolved ] || swift package resolve
cp Package.resolved "$work/$name/"
mkdir "$work/$name/vendor"
python3 - <<'END' >"$work/pins"
import json
for pin in json.load(open("Package.resolved"))["pins"]:
    print(pin["location"], pin["state"]["revision"], pin["state"]["version"])
END
while read -r location revision tag; do
    [[ $location == https://github.com/apple/* ]] || {
        echo "scripts/source-archive.sh: the Makefile looks for packages of github.com/apple alone, not for $location" >&2
        exit 65
    }
    copy=$work/$name/vendor/$(basename "$location" .git)
    git clone --quiet --bare --depth 1 --branch "$tag" "$location" "$copy" 2>"$work/log" || { cat "$work/log" >&2; exit 69; }
    [ "$(git -C "$copy" rev-parse HEAD)" = "$revision" ] || {
        echo "scripts/source-archive.sh: $tag of $location is not $revision, as Package.resolved has it" >&2
        exit 65
    }
    # What is left of a clone besides its objects and its one name: dates, addresses and examples of this machine.
    git -C "$copy" -c pack.threads=1 repack -q -a -d -f --no-write-bitmap-index
    rm -rf "$copy/hooks" "$copy/logs" "$copy/FETCH_HEAD" "$copy/description" "$copy/info"
    git -C "$copy" config --remove-section remote.origin
    mkdir -p "$copy/refs/heads" "$copy/objects/info"
done <"$work/pins"

tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=gnu \
    --mtime="@$(git log -1 --format=%ct)" -cf - "$name" | gzip -9n >"$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
