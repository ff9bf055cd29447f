#!/bin/sh
# Makes the Debian packages of the built programs, the window in one of its own: data/package.sh [FOLDER], into
# .build/deb by default.
#
# DEBFULLNAME and DEBEMAIL name who answers for it.
set -eu
umask 022
cd "$(dirname "$0")/.."
out=${1:-.build/deb}
PROGRAMS=${PROGRAMS:-.build-release/release}
export PROGRAMS
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$(sed -n 's/.*programVersion = "\(.*\)".*/\1/p' Sources/AgentInterface/AgentNames.swift)-1
architecture=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-The notify-schedule authors} <${DEBEMAIL:-authors@notifyschedule.org}>"
# The same sources make the same package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH

# What both packages have: the licence and the changes.
document() {
    mkdir -p "$1"
    cp data/debian/copyright "$1/copyright"
    gzip -9n <CHANGELOG.md >"$1/changelog.gz"
    gzip -9n >"$1/changelog.Debian.gz" <<END
notify-schedule ($version) unstable; urgency=medium

  * What changed is in changelog.gz.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
}

# Makes the package of a part: NAME, PART, CONTROL and the scripts of its maintainer.
package() {
    name=$1 part=$2 control=$3
    shift 3
    root=$work/$name
    mkdir -p "$root/DEBIAN" "$work/debian"
    DESTDIR=$root PREFIX=/usr SYSCONFDIR=/etc ZSHDIR=/usr/share/zsh/vendor-completions PARTS=$part data/install.sh
    document "$root/usr/share/doc/$name"
    find "$root/usr/share/man" -type f -exec gzip -9n {} + 2>/dev/null || :

    # What the user's administrator changed in /etc stays.
    if [ -d "$root/etc" ]; then (cd "$root" && find etc -type f | sed 's|^|/|') >"$root/DEBIAN/conffiles"; fi
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    for script in "$@"; do
        cp "data/debian/$script" "$root/DEBIAN/$script"
        chmod 755 "$root/DEBIAN/$script"
    done

    printf 'Source: notify-schedule\n\nPackage: %s\nArchitecture: any\n' "$name" >"$work/debian/control"
    depends=$(cd "$work" && dpkg-shlibdeps -O "$root"/usr/bin/* | sed -n 's/^shlibs:Depends=//p')
    size=$(du -k -s --apparent-size "$root" | cut -f1)
    sed -e "s|@version@|$version|" -e "s|@architecture@|$architecture|" -e "s|@maintainer@|$maintainer|" \
        -e "s|@size@|$size|" -e "s|@depends@|$depends|" "data/debian/$control" >"$root/DEBIAN/control"

    find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    # A higher level takes minutes and saves little.
    dpkg-deb --root-owner-group -Zxz -z2 --build "$root" "$out/${name}_${version}_$architecture.deb"
}

package notify-schedule base control.in postinst prerm
[ ! -x "$PROGRAMS/notify-window" ] || package notify-schedule-gtk window control-gtk.in
