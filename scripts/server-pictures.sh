#!/bin/sh
# Puts the pictures that the tests of small servers keep side by side: a strip for each server.
# usage: scripts/server-pictures.sh FOLDER_OF_THE_KEPT FOLDER_OF_THE_STRIPS [SERVER]
set -eu
kept=$1
strips=$2
for first in "$kept"/${3:-*}-plain.png; do
    server=$(basename "$first" -plain.png)
    # Whole desktops have pictures of their own.
    [ -e "$kept/$server-emoji.png" ] || continue
    set --
    for look in plain buttons image critical markup emoji right-to-left long; do
        set -- "$@" -label "$look" "$kept/$server-$look.png"
    done
    montage "$@" -tile x1 -geometry '300x320>+8+8' -gravity north -background '#d8d8d8' -font DejaVu-Sans \
        -colors 96 "PNG8:$strips/server-$server.png"
done
