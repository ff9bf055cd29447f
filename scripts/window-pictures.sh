#!/bin/sh
# Takes the pictures of the window: real requests on a bus and a screen of its own.
# usage: scripts/window-pictures.sh FOLDER_OF_THE_PROGRAMS FOLDER_OF_THE_PICTURES
set -eu
programs=$(realpath "$1")
pictures=$(realpath "$2")
place=$(mktemp -d)
mkdir -m 700 "$place/run" "$place/config" "$place/config/notify-schedule" "$place/data"
export GTK_A11Y=none NO_AT_BRIDGE=1 HOME="$place" XDG_CONFIG_HOME="$place/config" XDG_STATE_HOME="$place/state" \
    XDG_RUNTIME_DIR="$place/run" XDG_DATA_HOME="$place/data" GDK_BACKEND=x11 GSK_RENDERER=cairo TZ=Europe/Berlin

mkfifo "$place/display"
Xvfb -displayfd 3 -screen 0 1280x900x24 3>"$place/display" >/dev/null 2>&1 &
xvfb=$!
read -r number <"$place/display"
export DISPLAY=":$number"
dbus-daemon --session --nofork --print-address=3 --address="unix:path=$place/bus" \
    3>"$place/address" 2>/dev/null &
bus=$!
while [ ! -s "$place/address" ]; do kill -0 $bus; done
DBUS_SESSION_BUS_ADDRESS=$(cat "$place/address")
export DBUS_SESSION_BUS_ADDRESS
dunst >/dev/null 2>&1 &
server=$!
window=
leave() {
    "$programs/notify-schedule" agent stop >/dev/null 2>&1 || true
    kill $window $server $bus $xvfb 2>/dev/null || true
    rm -rf "$place"
}
trap leave EXIT

cat >"$place/config/notify-schedule/launcher.conf" <<'END'
[Command photos]
Exec=rsync -a Pictures /mnt/photos

[Scheme note]
Exec=gedit Notes/%h.txt

[Action wifi]
Name=Wi-Fi
Category=Settings
URL=prefs:root=WIFI
Enabled=true

[Action sound]
Name=Sound
Category=Settings
URL=prefs:root=Sounds

[Action mail]
Name=New Mail
Category=Mail
URL=mailto:
Enabled=true
END
add() { "$programs/notify-schedule" add "$@" >/dev/null 2>&1; }
add "Backup is done" "12 GB in 4 minutes" --app org.example.Backup
dunstctl set-paused true
add "Parcel has come" "It is at the neighbour's" --open https://example.org/parcel
dunstctl set-paused false
add "Tea" "It is ready" --at 23:30 --snooze 5m
add "Stand-up" --on "Mon..Fri 9:30" --open https://example.org/standup
add "Dentist" --at "$(date -d '+2 days' +%F) 15:00" --before 1d,1h --nag 5m,3
add "Water the plants" --rrule "FREQ=WEEKLY;BYDAY=SU" --starting 10:00
add "Rent" --on "*-*-01 8:00" --app org.example.Money

# Starts the window of a size, and waits until it is there.
start() {
    "$programs/notify-window" >/dev/null 2>&1 &
    window=$!
    id=$(xdotool search --sync --onlyvisible --class org.notifyschedule.Window | head -n 1)
    xdotool windowsize --sync "$id" "$1" "$2" || true
    xdotool windowfocus "$id"
}

# Keeps a picture of the screen within a window once it changes no longer.
picture() {
    last=
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sleep 1
        timeout 30 import -window "$id" "$pictures/$1.png"
        now=$(cksum <"$pictures/$1.png")
        [ "$now" = "$last" ] && break
        last=$now
    done
}

# Opens a dialog by a click on a place of the window.
dialog() {
    main=$id
    xdotool mousemove --window "$id" "$1" "$2" click 1
    sleep 1
    id=$(xdotool search --onlyvisible --class org.notifyschedule.Window | grep -v "^$main\$" | head -n 1)
}

start 720 760
xdotool type "call mom tomorrow 5pm"
picture window
xdotool key alt+2
picture window-delivered
xdotool key alt+3
picture window-launcher
xdotool key alt+4
sleep 5
picture window-apps
kill $window
wait $window || true
start 720 760
sleep 2
# The first row, below the entry and the buttons.
dialog 200 330
picture window-edit
kill $window
wait $window || true
start 720 760
sleep 2
xdotool key alt+3
sleep 2
# The button New….
dialog 554 183
xdotool windowfocus "$id"
xdotool type "backup"
xdotool key Tab
xdotool type "tar -czf backup.tar.gz Documents"
picture window-command
kill $window
wait $window || true
export ADW_DEBUG_COLOR_SCHEME=prefer-dark
start 360 640
picture window-dark
