#!/bin/sh
# Copies the pictures that the tests keep in a root of another release of Debian: those of whole desktops under the names
# of their versions, such as gnome-shell-48-plain.png, and those of fnott, which Debian 12 does not have.
# usage: scripts/root-pictures.sh ROOT FOLDER_OF_THE_PICTURES
set -eu
root=$1
pictures=$2
kept=.build/desktops-$(basename "$root")/pictures
# The first numbers of a package's version.
version() {
    dpkg-query --admindir="$root/var/lib/dpkg" --show --showformat '${source:Upstream-Version}' "$1" | cut -d . -f "$2"
}
gnome=$(version gnome-shell 1)
plasma=$(version plasma-workspace 1,2)
for look in plain action image critical right-to-left long; do
    cp "$kept/gnome-shell-$look.png" "$pictures/gnome-shell-$gnome-$look.png"
    cp "$kept/plasma-$look.png" "$pictures/plasma-$plasma-$look.png"
done
scripts/server-pictures.sh "$kept" "$pictures" fnott
