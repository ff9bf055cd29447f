#!/bin/sh
# Installs what data/manifest lists, takes it away again, or says what it would install.
#
#   data/install.sh [--user] [--uninstall | --list]
#
# PREFIX (/usr/local), SYSCONFDIR (/etc), DESTDIR (none) and ZSHDIR say where to; --user is into the
# home of the user, without a right that others lack. PROGRAMS is the folder of the built programs. PARTS is what
# of it: "base", and "window", which is in data/manifest.window and is installed where it is built.
# With STRIP=no the programs keep what debuggers read.
set -eu
umask 022
cd "$(dirname "$0")/.."

user=false
goal=install
for argument in "$@"; do
    case $argument in
    --user) user=true ;;
    --uninstall) goal=uninstall ;;
    --list) goal=list ;;
    *)
        echo "data/install.sh: there is no option $argument; there are --user, --uninstall and --list" >&2
        exit 64
        ;;
    esac
done

DESTDIR=${DESTDIR:-}
STRIP=${STRIP:-yes}
PROGRAMS=${PROGRAMS:-.build-release/release}
[ $goal = uninstall ] || [ -x "$PROGRAMS/notify-window" ] || PARTS=${PARTS:-base}
PARTS=${PARTS:-base window}
if $user; then
    : "${HOME:?is not set; --user installs into it}"
    datadir=${XDG_DATA_HOME:-$HOME/.local/share}
    bindir=$HOME/.local/bin
    libdir=$HOME/.local/lib
    unitdir=$datadir/systemd/user
    autostartdir=${XDG_CONFIG_HOME:-$HOME/.config}/autostart
else
    prefix=${PREFIX:-/usr/local}
    datadir=$prefix/share
    bindir=$prefix/bin
    libdir=$prefix/lib
    unitdir=$prefix/lib/systemd/user
    # Sessions look for nothing in /usr/local/etc.
    autostartdir=${SYSCONFDIR:-/etc}/xdg/autostart
fi
case $bindir$datadir$autostartdir in
*["$(printf '\t')"\ \"\'\|\&\\%\$]*)
    echo "data/install.sh: $bindir cannot stand in a service file as it is; choose a folder without" \
        "blanks, quotes and the signs | & \\ % $" >&2
    exit 64
    ;;
esac
docdir=$datadir/doc/notify-schedule
zshdir=${ZSHDIR:-$datadir/zsh/site-functions}
version=$(cat Sources/AgentInterface/VERSION)
date=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(stat -c %Y CHANGELOG.md)}" +%F)

fill() {
    sed -e "s|@bindir@|$bindir|g" -e "s|@datadir@|$datadir|g" -e "s|@docdir@|$docdir|g" -e "s|@libdir@|$libdir|g" \
        -e "s|@unitdir@|$unitdir|g" -e "s|@autostartdir@|$autostartdir|g" -e "s|@zshdir@|$zshdir|g" \
        -e "s|@version@|$version|g" -e "s|@date@|$date|g"
}

# The lines of the manifest, the manual pages, the documentation and its pictures.
entries() {
    case $PARTS in *window*) sed -e '/^#/d' data/manifest.window ;; esac
    case $PARTS in *base*) ;; *) return 0 ;; esac
    sed -e '/^#/d' -e '/^$/d' data/manifest
    for page in data/man/*.[1-8]; do
        [ "$page" = data/man/notify-window.1 ] || echo "file ./$page @datadir@/man/man${page##*.}/${page##*/}"
    done
    for language in $(cat po/LINGUAS); do
        echo "catalogue ./po/$language.po @datadir@/locale/$language/LC_MESSAGES/notify-schedule.mo"
    done
    for page in README.md SECURITY.md docs/*.md; do echo "page ./$page @docdir@/$page"; done
    for picture in data/screenshots/*.png data/screenshots/*.svg; do
        echo "file ./$picture @docdir@/$picture"
    done
}

# Writes the template $source with its texts in all languages; $1 is its kind, which gettext knows by its name.
translated() {
    folder=$(mktemp -d)
    template=$folder/$(basename "$source" .in)
    fill <"$source" >"$template"
    msgfmt "--$1" -d po --template="$template" --output-file="$folder/out"
    cat "$folder/out"
    rm -r "$folder"
}

# Writes what an entry of the manifest is made of to standard output.
content() {
    case $2 in
    ./*) source=${2#./} ;;
    *) source=data/$2 ;;
    esac
    case $1 in
    template)
        case $source in
        *.desktop.in) translated desktop ;;
        *.metainfo.xml.in) translated xml ;;
        *) fill <"$source" ;;
        esac
        ;;
    catalogue) msgfmt --output-file=- "$source" ;;
    # It is read by a shell, not run.
    completion) env -u SWIFT_BACKTRACE "$PROGRAMS/notify-schedule" --generate-completion-script "$2" | sed '1{/^#!/d}' ;;
    # The examples are in a folder of their own where they are installed.
    page) sed 's#](\(\.\./\)*data/\([a-z.]*\.conf\|requests\.d/[a-z.]*\))#](\1examples/\2)#g' "$source" ;;
    *) cat "$source" ;;
    esac
}

put() {
    target=$DESTDIR$3
    mkdir -p "$(dirname "$target")"
    # What is being run is replaced, not written over.
    rm -f "$target"
    case $1 in
    program)
        if [ "$STRIP" = no ]; then cp "$PROGRAMS/$2" "$target"; else strip -o "$target" -R .comment -R .note "$PROGRAMS/$2"; fi
        chmod 755 "$target"
        ;;
    link) ln -s "$2" "$target" ;;
    *)
        content "$1" "$2" >"$target"
        chmod 644 "$target"
        if [ "$1" = template ] && grep -n '@[a-z]*@' "$target"; then
            echo "data/install.sh: nothing stands for that in $2" >&2
            exit 70
        fi
        ;;
    esac
}

# Removes folders that have become empty: in DESTDIR all, else those alone that only this filled.
remove_folders() {
    folder=$(dirname "$1")
    while [ -n "$folder" ] && [ "$folder" != / ] && [ "$folder" != . ]; do
        if [ -z "$DESTDIR" ]; then
            case $folder in
            */notify-schedule | */notify-schedule/* | */graphical-session.target.wants) ;;
            *) return 0 ;;
            esac
        fi
        rmdir "$DESTDIR$folder" 2>/dev/null || return 0
        folder=$(dirname "$folder")
    done
}

if [ $goal = install ]; then
    for program in $(entries | sed -n 's/^program *\([^ ]*\).*/\1/p'); do
        if [ ! -x "$PROGRAMS/$program" ]; then
            echo "data/install.sh: $PROGRAMS/$program is not there; build it first: make release" >&2
            exit 66
        fi
    done
fi
if [ $goal = install ] && ! command -v msgfmt >/dev/null; then
    echo "data/install.sh: msgfmt is not there, which makes the texts in other languages; install gettext" >&2
    exit 69
fi
if [ $goal = uninstall ] && $user && [ -z "$DESTDIR" ] && [ -x "$bindir/notify-schedule" ]; then
    "$bindir/notify-schedule" agent stop >/dev/null 2>&1 || :
fi

entries | while read -r what from to; do
    to=$(echo "$to" | fill)
    case $goal in
    list) echo "$to" ;;
    install) put "$what" "$from" "$to" ;;
    uninstall)
        rm -f "$DESTDIR$to"
        remove_folders "$to"
        ;;
    esac
done

if [ $goal = uninstall ] && [ -z "$DESTDIR" ]; then
    echo "Each user's requests stay in ~/.local/state/notify-schedule and the settings in ~/.config/notify-schedule."
fi

# Running sessions hear of it; where there is none, the next one does.
if [ $goal != list ] && $user && [ -z "$DESTDIR" ]; then
    systemctl --user daemon-reload 2>/dev/null || :
    dbus-send --session --type=method_call --dest=org.freedesktop.DBus / \
        org.freedesktop.DBus.ReloadConfig 2>/dev/null || :
    case $goal:":$PATH:" in
    install:*:"$bindir":*) ;;
    install:*) echo "Installed. $bindir is not in PATH yet; log in again, or put it there." ;;
    esac
fi
