#!/usr/bin/env bash
# Makes a release's files with a key for the test, and uses them as somebody who downloads them does: sums, signature,
# and an apt that has no other source. A changed byte is found.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "scripts/check-release.sh: $*" >&2; exit 1; }
work=$(mktemp -d)
trap 'GNUPGHOME="$work/keys" gpgconf --kill all 2>/dev/null || :; rm -rf "$work"' EXIT
mkdir -m 700 "$work/keys" "$work/theirs"
export RELEASE_KEY=test@notifyschedule.org
GNUPGHOME="$work/keys" gpg --batch --quiet --passphrase '' --quick-generate-key "$RELEASE_KEY" ed25519 sign 1d 2>"$work/log" ||
    { cat "$work/log" >&2; fail "gpg makes no key"; }
GNUPGHOME="$work/keys" scripts/release-files.sh "$work/files" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "failed"; }

# Somebody else has the public key alone.
export GNUPGHOME="$work/theirs"
gpg --batch --quiet --import "$work/files/notify-schedule.asc"
cmp "$work/files/notify-schedule.asc" "$work/files/apt/notify-schedule.asc" || fail "apt's key is another one"
cd "$work/files"
gpg --batch --quiet --verify SHA256SUMS.asc SHA256SUMS 2>/dev/null || fail "the signature does not fit"
sha256sum --quiet --check SHA256SUMS
# Few download all of it.
mkdir "$work/some" && cp SHA256SUMS notify-schedule_*.deb "$work/some/"
(cd "$work/some" && sha256sum --quiet --ignore-missing --check SHA256SUMS)
[ "$(wc -l <SHA256SUMS)" -eq "$(find . -maxdepth 1 -type f ! -name 'SHA256SUMS*' | wc -l)" ] || fail "SHA256SUMS lacks files"
grep -q "sha256sums=($(sha256sum notify-schedule-*.tar.gz | cut -d ' ' -f 1))" PKGBUILD || fail "PKGBUILD has another sum"
cp SHA256SUMS "$work/changed"
echo >>"$work/changed"
! gpg --batch --quiet --verify SHA256SUMS.asc "$work/changed" 2>/dev/null || fail "the signature fits what was changed"

mkdir -p "$work"/apt/lists/partial "$work"/apt/cache/archives/partial "$work/apt/preferences.d"
gpg --dearmor <apt/notify-schedule.asc >"$work/apt/key.gpg"
echo "deb [signed-by=$work/apt/key.gpg] file:$work/files/apt stable main" >"$work/apt/sources.list"
: >"$work/apt/status"
cat >"$work/apt/apt.conf" <<END
Dir::State "$work/apt"; Dir::State::lists "$work/apt/lists"; Dir::State::status "$work/apt/status";
Dir::Cache "$work/apt/cache"; Dir::Etc::sourcelist "$work/apt/sources.list"; Dir::Etc::sourceparts "-";
Dir::Etc::preferencesparts "$work/apt/preferences.d"; APT::Sandbox::User "root";
END
export APT_CONFIG="$work/apt/apt.conf"
apt-get update -qq || fail "apt does not take the archive"
for package in notify-schedule notify-schedule-gtk swift-usernotifications-dev; do
    (cd "$work" && apt-get download -qq "$package") || fail "apt finds no $package in the archive"
done
# An apt without the key refuses it.
sed -i 's,key.gpg,no-key.gpg,' "$work/apt/sources.list" && cp /usr/share/keyrings/debian-archive-keyring.gpg "$work/apt/no-key.gpg"
rm -rf "$work"/apt/lists && mkdir -p "$work/apt/lists/partial"
! apt-get update -qq -o APT::Update::Error-Mode=any 2>/dev/null || fail "apt takes the archive without its key"
echo "the files of the release are complete, signed, and apt takes them:"
ls "$work/files"
