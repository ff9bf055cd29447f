#!/bin/sh
# Takes the README's picture: a real bubble of notification-daemon under Xvfb, with both buttons.
# usage: scripts/screenshot.sh FOLDER_OF_THE_PROGRAMS PICTURE.png
set -eu
programs=$1
picture=$2
place=$(mktemp -d)
mkdir -m 700 "$place/run"
export NO_AT_BRIDGE=1 GTK_A11Y=none HOME="$place" XDG_CONFIG_HOME="$place/config" XDG_STATE_HOME="$place/state" \
    XDG_RUNTIME_DIR="$place/run"

mkfifo "$place/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 3>"$place/display" >/dev/null 2>&1 &
xvfb=$!
read -r number <"$place/display"
export DISPLAY=":$number"
dbus-daemon --session --nofork --print-address=3 --address="unix:path=$place/bus" \
    3>"$place/address" 2>/dev/null &
bus=$!
while [ ! -s "$place/address" ]; do kill -0 $bus; done
DBUS_SESSION_BUS_ADDRESS=$(cat "$place/address")
export DBUS_SESSION_BUS_ADDRESS
/usr/lib/notification-daemon/notification-daemon >/dev/null 2>&1 &
server=$!
leave() {
    "$programs/notify-schedule" agent stop >/dev/null 2>&1 || true
    kill $server $bus $xvfb 2>/dev/null || true
    rm -rf "$place"
}
trap leave EXIT

"$programs/notify-schedule" add "Tea" "It is ready" --in 1s \
    --action "Timer=clock://start?m=4" --action "Wi-Fi=prefs:root=WIFI" 2>/dev/null
xdotool search --sync --onlyvisible --class notification-daemon >/dev/null
# The bubble fades in; its picture is taken when two in a row are the same.
last=""
for _ in 1 2 3 4 5 6 7 8 9 10; do
    import -window root -crop 420x140+860+0 +repage "$picture"
    now=$(cksum <"$picture")
    [ "$now" = "$last" ] && break
    last=$now
    sleep 0.3
done
