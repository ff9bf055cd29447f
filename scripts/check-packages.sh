#!/usr/bin/env bash
# Builds the packages for rpm and pacman from the archive of a release, compares their files with data/manifest,
# has rpmlint look at them, and installs and removes them in empty roots. PROGRAMS has the programs of `make release`;
# with FROM_SOURCE=1 both build them themselves, without a network, which takes a release build each. What is not
# committed is not in the archive.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "scripts/check-packages.sh: $*" >&2; exit 1; }
quietly() { "$@" >"$work/log" 2>&1 || { tail -n 60 "$work/log" >&2; fail "failed: $*"; }; }
[ -n "${FROM_SOURCE:-}" ] || programs=$(realpath "${PROGRAMS:-.build-release/release}")
work=$(mktemp -d /var/tmp/notify-schedule-packages.XXXXXX)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
archive=$(scripts/source-archive.sh "$work")

listed() { PARTS=$1 PREFIX=/usr SYSCONFDIR=/etc data/install.sh --list | sort; }
# Whether its pages are compressed is a distribution's own, and so are the links by which rpm finds what debuggers read.
as_installed() { sed -e '/^\/usr\/lib\/\.build-id\//d' -e 's,\(/man/.*\)\.gz$,\1,' | sort; }
compare() {
    diff "$work/expected" "$work/found" >&2 || fail "the files of $1 are not those of data/manifest"
}

# rpm: its database knows nothing of this machine's packages.
mkdir -p "$work/rpm/SOURCES"
cp "$archive" "$work/rpm/SOURCES/"
# A build of the source has no network, nothing that this user has fetched before, and no lock of another user's build.
given=() alone=()
if [ -z "${FROM_SOURCE:-}" ]; then
    given=(--define "programs $programs")
else
    alone=(unshare --net env HOME="$work/rpm" TMPDIR="$work/rpm" GIT_CONFIG_NOSYSTEM=1)
    [ "$(id -u)" -eq 0 ] || alone=(unshare --map-current-user "${alone[@]:1}")
fi
quietly "${alone[@]}" rpmbuild -bb --nodeps --define "_topdir $work/rpm" --load Tests/Packages/systemd.macros \
    "${given[@]}" packaging/notify-schedule.spec
mv "$work"/rpm/RPMS/*/*.rpm "$work/"
for part in base window; do
    if [ $part = base ]; then name=notify-schedule; else name=notify-schedule-gtk; fi
    package=$(echo "$work/$name"-[0-9]*.rpm)
    listed $part >"$work/expected"
    rpm -qp --queryformat '[%{FILEMODES:perms} %{FILENAMES}\n]' "$package" | sed -n 's/^[^d][^ ]* //p' | as_installed >"$work/found"
    compare "$(basename "$package")"
    quietly rpm --root "$work/rpm-root" --install --nodeps --noscripts "$package"
done
"$work/rpm-root/usr/bin/notify-schedule" --version >/dev/null
quietly rpm --root "$work/rpm-root" --erase --noscripts notify-schedule-gtk notify-schedule
[ -z "$(find "$work/rpm-root/usr" "$work/rpm-root/etc" ! -type d -print -quit 2>/dev/null)" ] ||
    fail "this is left after rpm's removal: $(find "$work/rpm-root/usr" "$work/rpm-root/etc" ! -type d)"
quietly rpmlint --config Tests/Packages/rpmlint.toml "$work"/*.rpm packaging/notify-schedule.spec
grep ' 0 errors, 0 warnings' "$work/log" >/dev/null || { cat "$work/log" >&2; fail "rpmlint has remarks"; }
echo "rpm: built, compared, installed, removed"

# makepkg does not run as root.
mkdir "$work/arch"
cp "$archive" packaging/PKGBUILD packaging/notify-schedule.install "$work/arch/"
as_user=()
if [ "$(id -u)" -eq 0 ]; then
    chown -R nobody "$work/arch"
    as_user=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    # Nobody may read a home.
    if [ -z "${FROM_SOURCE:-}" ]; then
        mkdir "$work/programs"
        for program in notify-agent notify-schedule notify-ical notify-push notify-relay notify-window; do
            cp "$programs/$program" "$work/programs/"
        done
        programs=$work/programs
    fi
fi
(
    cd "$work/arch"
    built=(-u PROGRAMS)
    [ -n "${FROM_SOURCE:-}" ] || built=(PROGRAMS="$programs")
    exec "${alone[@]}" "${as_user[@]}" env "${built[@]}" HOME="$work/arch" TMPDIR="$work/arch" PKGEXT=.pkg.tar.gz \
        makepkg --nodeps --nocolor
) >"$work/log" 2>&1 || { tail -n 60 "$work/log" >&2; fail "makepkg failed"; }
cat >"$work/pacman.conf" <<END
[options]
Architecture = auto
SigLevel = Never
END
mkdir -p "$work/pacman-root/var/lib/pacman"
# Nothing of this machine's own pacman; what a package depends on is not there.
pacman() {
    command pacman --config "$work/pacman.conf" --root "$work/pacman-root" --dbpath "$work/pacman-root/var/lib/pacman" \
        --cachedir "$work/pacman-root/cache" --hookdir "$work/no-hooks" --noconfirm "$@"
}
mkdir "$work/no-hooks"
for part in base window; do
    if [ $part = base ]; then name=notify-schedule; else name=notify-schedule-gtk; fi
    package=$(echo "$work/arch/$name"-[0-9]*.pkg.tar.gz)
    # Arch has licences in a folder of its own.
    { listed $part && echo "/usr/share/licenses/$name/LICENSE"; } | sort >"$work/expected"
    bsdtar -tf "$package" | sed -e '/^\./d' -e '/\/$/d' -e 's,^,/,' | as_installed >"$work/found"
    compare "$(basename "$package")"
    quietly pacman --upgrade --noscriptlet --nodeps --nodeps "$package"
done
"$work/pacman-root/usr/bin/notify-schedule" --version >/dev/null
quietly pacman --query --check notify-schedule notify-schedule-gtk
quietly pacman --remove --noscriptlet --nodeps --nodeps notify-schedule-gtk notify-schedule
[ -z "$(find "$work/pacman-root/usr" "$work/pacman-root/etc" ! -type d -print -quit 2>/dev/null)" ] ||
    fail "this is left after pacman's removal: $(find "$work/pacman-root/usr" "$work/pacman-root/etc" ! -type d)"
sh -n packaging/notify-schedule.install
echo "pacman: built, compared, installed, removed"
