#!/bin/sh
# Takes a picture of a late reminder and of the window in each of some languages: real programs on a screen of their own.
# usage: scripts/language-pictures.sh FOLDER_OF_THE_PROGRAMS FOLDER_OF_THE_PICTURES LOCALE…
set -eu
programs=$(realpath "$1")
pictures=$(realpath "$2")
shift 2
place=$(mktemp -d)
mkdir -m 700 "$place/run"
export GTK_A11Y=none NO_AT_BRIDGE=1 HOME="$place" XDG_CONFIG_HOME="$place/config" XDG_RUNTIME_DIR="$place/run" \
    XDG_DATA_HOME="$place/data" GDK_BACKEND=x11 GSK_RENDERER=cairo TZ=Europe/Berlin LOCPATH="$place/locales"
mkdir "$LOCPATH"
processes=
leave() {
    for process in $processes; do kill "$process" 2>/dev/null || true; done
    rm -rf "$place"
}
trap leave EXIT

mkfifo "$place/display"
Xvfb -displayfd 3 -screen 0 1280x900x24 3>"$place/display" >/dev/null 2>&1 &
processes="$processes $!"
read -r number <"$place/display"
export DISPLAY=":$number"
dbus-daemon --session --nofork --print-address=3 --address="unix:path=$place/bus" 3>"$place/address" 2>/dev/null &
processes="$processes $!"
while [ ! -s "$place/address" ]; do sleep 0.1; done
DBUS_SESSION_BUS_ADDRESS=$(cat "$place/address")
export DBUS_SESSION_BUS_ADDRESS
dunst -config /dev/null >/dev/null 2>&1 &
processes="$processes $!"

# Keeps a picture of the screen within a window once it changes no longer.
picture() {
    last=
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sleep 1
        timeout 30 import -window "$1" "$place/$2.png"
        now=$(cksum <"$place/$2.png")
        [ "$now" = "$last" ] && break
        last=$now
    done
}

for locale in "$@"; do
    localedef -i "$locale" -f UTF-8 "$LOCPATH/$locale.UTF-8" || true
    export LANG="$locale.UTF-8" XDG_STATE_HOME="$place/state-$locale"
    add() { "$programs/notify-schedule" add "$@" >/dev/null 2>&1; }
    case $locale in
    de_*) tea=Tee ready="Er ist fertig" dentist=Zahnarzt ;;
    ja_*) tea=お茶 ready=できました dentist=歯医者 ;;
    ar_*) tea=شاي ready="إنه جاهز" dentist="طبيب الأسنان" ;;
    *) tea=Tea ready="It is ready" dentist=Dentist ;;
    esac
    add "$tea" "$ready" --in 3s --snooze 10m --reply "" --id tea
    add "$dentist" --at "$(date -d '+2 days' +%F) 15:00" --id dentist
    add "Yoga" --on "Tue,Thu 18:30"
    # It comes due while the agent is away, and is late then.
    "$programs/notify-schedule" agent stop >/dev/null 2>&1
    sleep 70
    "$programs/notify-schedule" list >/dev/null 2>&1
    bubble=$(xdotool search --sync --onlyvisible --class dunst | head -n 1)
    picture "$bubble" bubble
    "$programs/notify-window" >/dev/null 2>&1 &
    window=$!
    processes="$processes $window"
    id=$(xdotool search --sync --onlyvisible --class org.notifyschedule.Window | head -n 1)
    xdotool windowsize --sync "$id" 560 560 || true
    picture "$id" window
    convert "$place/bubble.png" "$place/window.png" -background white -gravity center -append \
        "$pictures/language-${locale%_*}.png"
    kill "$window"
    wait "$window" || true
    "$programs/notify-schedule" agent stop >/dev/null 2>&1 || true
    dunstctl close-all
done
