#!/usr/bin/env bash
# Puts together what a release consists of, in FOLDER: the source, the packages of `make deb`, what is in them, an
# archive for apt, their sums and, with the name of a key of gpg in RELEASE_KEY, the signatures: release-files.sh FOLDER
set -euo pipefail
target=${1:?usage: scripts/release-files.sh FOLDER}
cd "$(dirname "$0")/.."
fail() { echo "scripts/release-files.sh: $*" >&2; exit 1; }
version=$(cat Sources/AgentInterface/VERSION)
grep -q "^## $version" CHANGELOG.md || fail "CHANGELOG.md has no section \"## $version\""
ls .build/deb/notify-schedule_"$version"-*.deb >/dev/null || fail "there are no packages of $version in .build/deb; run make deb"
[ -s .build/sbom.json ] || fail "there is no .build/sbom.json; run make sbom"
[ -n "${RELEASE_KEY:-}" ] || echo "scripts/release-files.sh: RELEASE_KEY is not set; nothing is signed" >&2
if [ -n "${RELEASE_KEY:-}" ]; then
    gpg --batch --list-secret-keys "$RELEASE_KEY" >/dev/null 2>&1 ||
        fail "gpg has no secret key RELEASE_KEY=\"$RELEASE_KEY\""
fi
rm -rf "$target"
mkdir -p "$target/apt/conf"
target=$(cd "$target" && pwd)

archive=$(scripts/source-archive.sh "$target")
cp .build/deb/*.deb .build/deb/developers/*.deb "$target/"
cp .build/sbom.json "$target/notify-schedule-$version.cdx.json"
# What builds it elsewhere, with the sum of the source that this very release has.
cp packaging/notify-schedule.spec packaging/notify-schedule.install "$target/"
sed "s/^sha256sums=.*/sha256sums=($(sha256sum "$archive" | cut -d ' ' -f 1))/" packaging/PKGBUILD >"$target/PKGBUILD"

# For apt: one suite for all releases of Debian and Ubuntu, since one package is for all of them.
cat >"$target/apt/conf/distributions" <<END
Origin: notify-schedule
Label: notify-schedule
Codename: stable
Architectures: $(dpkg --print-architecture)
Components: main
Description: notify-schedule for Debian 12 and newer, and Ubuntu 24.04 and newer
${RELEASE_KEY:+SignWith: $RELEASE_KEY}
END
reprepro --silent --basedir "$target/apt" includedeb stable "$target"/*.deb
# The archive is published without the files beside it, so both have the key.
if [ -n "${RELEASE_KEY:-}" ]; then
    gpg --batch --armor --export "$RELEASE_KEY" >"$target/notify-schedule.asc"
    cp "$target/notify-schedule.asc" "$target/apt/"
fi
# What only reprepro needs for its next run.
rm -rf "$target/apt/db" "$target/apt/conf"

cd "$target"
find . -maxdepth 1 -type f ! -name 'SHA256SUMS*' -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS
[ -z "${RELEASE_KEY:-}" ] || gpg --batch --yes --armor --local-user "$RELEASE_KEY" --detach-sign SHA256SUMS
echo "$target:"
ls
