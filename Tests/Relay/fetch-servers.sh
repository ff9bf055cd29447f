#!/usr/bin/env bash
# Fetches ntfy and nats-server of Debian 13 into FOLDER, from where this machine's apt fetches its packages and with apt's checks
# of their signatures, and without a change to the machine's own packages.
# usage: Tests/Relay/fetch-servers.sh FOLDER
set -euo pipefail
folder=${1:?usage: Tests/Relay/fetch-servers.sh FOLDER}
release=trixie
[ -x "$folder/ntfy" ] && [ -x "$folder/nats-server" ] && exit 0
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

fail() {
    printf 'Tests/Relay/fetch-servers.sh: %s\n' "$1" >&2
    exit 69
}

# The first archive of Debian in either format of apt's list; the package's own release is on it as well.
archive=$(awk '/^Types:/ {deb = /(^| )deb( |$)/} /^URIs:/ && deb {print $2; exit}' \
    /etc/apt/sources.list.d/*.sources 2>/dev/null || true)
if [ -z "$archive" ]; then
    archive=$(sed -n 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) .*/\2/p' /etc/apt/sources.list \
        /etc/apt/sources.list.d/*.list 2>/dev/null | head -n 1)
fi
[ -n "$archive" ] || fail 'apt has no source of packages; see /etc/apt/sources.list.d'
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -r "$keys" ] || fail "$keys is missing; install debian-archive-keyring"

apt=$folder/apt
mkdir -p "$apt"/lists/partial "$apt"/cache/archives/partial "$apt"/preferences.d
echo "deb [signed-by=$keys] $archive $release main" >"$apt/sources.list"
: >"$apt/status"
cat >"$apt/apt.conf" <<END
Dir::State "$apt";
Dir::State::lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "-";
Dir::Etc::preferencesparts "$apt/preferences.d";
APT::Sandbox::User "";
END
export APT_CONFIG=$apt/apt.conf
apt-get update -qq
(cd "$apt" && apt-get download -qq ntfy nats-server)
for package in "$apt"/*.deb; do dpkg-deb -x "$package" "$apt/root"; done
for program in ntfy nats-server; do
    mv "$(find "$apt/root/usr" -type f -name "$program" -perm -100 | head -n 1)" "$folder/$program"
done
rm -rf "$apt"
"$folder/ntfy" --help >/dev/null || fail "$folder/ntfy does not run here"
"$folder/nats-server" --version >/dev/null || fail "$folder/nats-server does not run here"
