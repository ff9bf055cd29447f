#!/bin/sh
# Makes the Debian package of the built programs: data/package.sh [FOLDER], into .build/deb by default.
#
# DEBFULLNAME and DEBEMAIL name who answers for it.
set -eu
umask 022
cd "$(dirname "$0")/.."
out=${1:-.build/deb}
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$(sed -n 's/.*programVersion = "\(.*\)".*/\1/p' Sources/AgentInterface/AgentNames.swift)-1
architecture=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-The notify-schedule authors} <${DEBEMAIL:-authors@notifyschedule.org}>"
# The same sources make the same package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH

root=$work/root
docs=$root/usr/share/doc/notify-schedule
DESTDIR=$root PREFIX=/usr SYSCONFDIR=/etc ZSHDIR=/usr/share/zsh/vendor-completions data/install.sh

mkdir "$root/DEBIAN"
cp data/debian/copyright "$docs/copyright"
gzip -9n <CHANGELOG.md >"$docs/changelog.gz"
gzip -9n >"$docs/changelog.Debian.gz" <<END
notify-schedule ($version) unstable; urgency=medium

  * What changed is in changelog.gz.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
find "$root/usr/share/man" -type f -exec gzip -9n {} + 2>/dev/null || :

# What the user's administrator changed in /etc stays.
(cd "$root" && find etc -type f | sed 's|^|/|') >"$root/DEBIAN/conffiles"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
for script in postinst prerm; do
    cp "data/debian/$script" "$root/DEBIAN/$script"
    chmod 755 "$root/DEBIAN/$script"
done

mkdir "$work/debian"
printf 'Source: notify-schedule\n\nPackage: notify-schedule\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "$root"/usr/bin/* | sed -n 's/^shlibs:Depends=//p')
size=$(du -k -s --apparent-size "$root" | cut -f1)
sed -e "s|@version@|$version|" -e "s|@architecture@|$architecture|" -e "s|@maintainer@|$maintainer|" \
    -e "s|@size@|$size|" -e "s|@depends@|$depends|" data/debian/control.in >"$root/DEBIAN/control"

find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
package=$out/notify-schedule_${version}_$architecture.deb
# A higher level takes minutes and saves little.
dpkg-deb --root-owner-group -Zxz -z2 --build "$root" "$package"
