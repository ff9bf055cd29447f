#!/usr/bin/env bash
# Tries the packages of `make deb` in roots of Debian's releases: check-roots.sh [SUITE…]
#
# Stable releases are also booted with a window manager, GNOME and Plasma, to see the agent start with the session.
# Each root is made once, in ROOTS (/var/tmp/notify-schedule-roots), and brought up to date once a day; a run works in a
# layer above it that goes when it ends. Needs root, for chroot and mounts, which end with this script's own namespace.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "scripts/check-roots.sh: run it as root; it mounts and changes roots" >&2; exit 77; }
# All mounts below are of this namespace, and end with it.
if [ -z "${IN_OWN_NAMESPACE:-}" ]; then
    IN_OWN_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$@"
fi
suites=("$@")
[ $# -gt 0 ] || suites=(bookworm trixie testing sid)
packages=$PWD/.build/deb
desktops=${DESKTOPS-i3 gnome plasma}
roots=${ROOTS:-/var/tmp/notify-schedule-roots}
# What the tests need beside what the package depends on.
tools=(dbus-daemon dunst fonts-dejavu-core xdotool xvfb)
keys=/usr/share/keyrings/debian-archive-keyring.gpg
fail() { echo "scripts/check-roots.sh: $*" >&2; exit 1; }
ls "$packages"/notify-schedule_*.deb >/dev/null 2>&1 || fail "there is no package in $packages; build it first: make deb"

archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | head -n 1)
[ -n "$archive" ] || fail "apt has no source of Debian's packages; see /etc/apt/sources.list.d"

work=$(mktemp -d)
mount -t tmpfs check-roots "$work"
trap 'umount -l "$work" && rmdir "$work"' EXIT

# The same programs under a lower version stand for the release before: what is tried is the upgrade itself.
mkdir -p "$work/packages/older"
cp "$packages"/*.deb "$work/packages/"
dpkg-deb -R "$packages"/notify-schedule_*.deb "$work/older"
sed -i 's/^Version: .*/Version: 0.0.1-1/' "$work/older/DEBIAN/control"
# An upgrade brings another unit.
echo '# of 0.0.1' >>"$work/older/usr/lib/systemd/user/notify-agent.service"
dpkg-deb -Znone -b "$work/older" "$work/packages/older/notify-schedule_0.0.1-1.deb" >/dev/null
rm -rf "$work/older"
chmod -R a+rX "$work"

# Runs a command in the root of $1, with what programs expect.
in_root() {
    local root=$1
    shift
    mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
    mountpoint -q "$root/dev" || mount --rbind /dev "$root/dev"
    cp --remove-destination /etc/resolv.conf "$root/etc/resolv.conf"
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        ${http_proxy:+http_proxy="$http_proxy"} chroot "$root" "$@"
}

# The root of a suite with the tools in it. A root that was not made to its end does not count.
prepare() {
    local suite=$1 root=$roots/$1
    if [ ! -e "$root/made" ]; then
        rm -rf --one-file-system "$root"
        mkdir -p "$root"
        debootstrap --variant=minbase --keyring="$keys" "$suite" "$root/plain" "$archive" >"$root/log" 2>&1 ||
            { tail -n 20 "$root/log" >&2; exit 1; }
        # What runs there must start nothing of itself.
        printf '#!/bin/sh\nexit 101\n' >"$root/plain/usr/sbin/policy-rc.d"
        chmod 755 "$root/plain/usr/sbin/policy-rc.d"
        cp -a "$root/plain" "$root/tools"
        # A mirror that stands still for some weeks is good enough here; signatures are checked as ever.
        echo 'Acquire::Check-Valid-Until "false";' >"$root/tools/etc/apt/apt.conf.d/standing-mirror"
        touch "$root/made"
    fi
    if [ -z "$(find "$root/ready" -mtime -1 2>/dev/null)" ]; then
        in_root "$root/tools" sh -c 'apt-get update && apt-get -y dist-upgrade &&
            apt-get install -y --no-install-recommends "$@" && apt-get clean' sh "${tools[@]}" >"$root/log" 2>&1 ||
            { tail -n 20 "$root/log" >&2; exit 1; }
        touch "$root/ready"
    fi
}

# A layer above the root of a suite, with the packages.
layer() {
    local suite=$1 place=$2
    mkdir "$place" "$place/upper" "$place/work" "$place/root"
    mount -t overlay -o "lowerdir=$roots/$suite/tools,upperdir=$place/upper,workdir=$place/work" overlay "$place/root"
    # What is fetched is kept for the next time.
    mkdir -p "$roots/$suite/archives/partial" "$place/root/packages" "$place/root/tests"
    mount --bind "$roots/$suite/archives" "$place/root/var/cache/apt/archives"
    rm -f "$place/root/etc/apt/apt.conf.d/docker-clean"
    cp -R "$work/packages/." "$place/root/packages/"
}

try() {
    local suite=$1 place=$work/$1
    layer "$suite" "$place"
    cp debian/tests/commands debian/tests/bubble Tests/Packages/in-root.sh "$place/root/tests/"
    chmod 755 "$place/root"/tests/*
    in_root "$place/root" /tests/in-root.sh /packages /tests
}

# Boots a root with a desktop, as a machine of its own; first-start.sh says what happens there.
first_start() {
    local suite=$1 desktop=$2 place=$work/$1-$2
    local root=$place/root process=$desktop route=systemd packages=(dbus-user-session libpam-systemd lightdm procps systemd-sysv)
    case $desktop in
    i3) route=autostart packages+=(i3-wm) ;;
    gnome)
        process=gnome-shell
        packages+=(adwaita-icon-theme gjs gnome-session gnome-shell libgl1-mesa-dri)
        [ "$suite" = bookworm ] || packages+=(gnome-session-xsession)
        ;;
    plasma)
        process=plasmashell
        packages+=(breeze-icon-theme kwin-x11 libgl1-mesa-dri plasma-desktop plasma-workspace)
        ;;
    esac
    layer "$suite" "$place"
    # The desktop has a server of its own.
    [ "$desktop" = i3 ] || in_root "$root" apt-get purge -y dunst
    in_root "$root" sh -c 'apt-get update && apt-get install -y --no-install-recommends "$@"' sh "${packages[@]}"
    # There is no network later.
    in_root "$root" apt-get satisfy -y --no-install-recommends "$(dpkg-deb -f "$work"/packages/notify-schedule_*.deb Depends)"
    umount -R "$root/proc" "$root/dev"
    rm "$root/usr/sbin/policy-rc.d"
    chroot "$root" useradd --create-home --shell /bin/sh tester

    # A display manager that needs no screen: the session is on no seat, and its server ignores what is said to Xorg.
    local session
    session=$(basename "$(find "$root/usr/share/xsessions" -name "$desktop*.desktop" |
        LC_ALL=C sort -r | head -n 1)" .desktop)
    printf '%s DEFAULT=\n' XDG_SEAT XDG_VTNR >"$root/etc/security/no-seat.conf"
    sed -i '0,/^session/s//session required pam_env.so conffile=\/etc\/security\/no-seat.conf\nsession/' \
        "$root/etc/pam.d/lightdm-autologin"
    cat >"$root/usr/local/bin/display" <<'END'
#!/bin/sh
exec Xvfb "$1" -auth "$(echo "$*" | sed 's/.* -auth \([^ ]*\).*/\1/')" -nolisten tcp -screen 0 1280x800x24
END
    chmod 755 "$root/usr/local/bin/display"
    cat >"$root/etc/lightdm/lightdm.conf" <<END
[LightDM]
logind-check-graphical=false
[Seat:*]
xserver-command=/usr/local/bin/display
autologin-user=tester
autologin-session=$session
END
    cp Tests/Packages/first-start.sh "$root/packages/"
    cat >"$root/etc/systemd/system/first-start.service" <<END
[Unit]
SuccessAction=poweroff-force
FailureAction=poweroff-force
[Service]
Type=oneshot
ExecStart=/packages/first-start.sh /packages $process $route
StandardOutput=file:/log
StandardError=file:/log
END
    mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
    ln -s ../first-start.service "$root/etc/systemd/system/multi-user.target.wants/"
    # Newer releases of systemd start only in the newer hierarchy of groups.
    if [ "$(stat -fc %T /sys/fs/cgroup)" != cgroup2fs ]; then
        umount -l /sys/fs/cgroup
        mount -t cgroup2 cgroup2 /sys/fs/cgroup
    fi
    timeout 600 systemd-nspawn --quiet --boot --directory "$root" --machine "first-start-$suite-$desktop" --register=no \
        --keep-unit --private-network --link-journal=no --console=pipe </dev/null >"$place/console" 2>&1 || tail -n 20 "$place/console"
    cat "$root/log"
    cat "$root/result"
    umount -R "$root"
    rm -rf "$place"
}

# Debian's own check of installation and purge; it knows releases up to its own. What it finds of systemd, which comes as
# a dependency, is not of this package.
check_purge() {
    local suite=$1
    if [ "$suite" = "$(. /etc/os-release && echo "$VERSION_CODENAME")" ] && command -v piuparts >/dev/null; then
        piuparts --distribution "$suite" --existing-chroot "$roots/$suite/plain" --mirror "$archive" \
            --scriptsdir /etc/piuparts/scripts --tmpdir "$work" \
            --ignore-regex '^/(root/\.ssh|var/(cache|lib|log)/private|var/lib/systemd/[a-z]*)/?$' \
            "$work"/packages/notify-schedule_*.deb >"$work/piuparts" 2>&1 ||
            { grep -A 20 'ERROR' "$work/piuparts" >&2; exit 1; }
        echo "$suite: piuparts found nothing"
    fi
}

failed=0
for suite in "${suites[@]}"; do
    # Not as a condition, in which the shell would go on after what fails.
    set +e
    (
        set -e
        prepare "$suite"
        try "$suite"
        check_purge "$suite"
        # GNOME and Plasma after Debian 13 have no session that needs no screen.
        for desktop in $(case $suite in bookworm | trixie) echo "$desktops" ;; esac); do first_start "$suite" "$desktop"; done
    ) >"$work/log" 2>&1
    status=$?
    set -e
    if [ $status -eq 0 ]; then
        grep -E ': (installed .* purged|piuparts found nothing|the agent was started by .*)$' "$work/log"
    else
        cat "$work/log" >&2
        echo "scripts/check-roots.sh: $suite failed" >&2
        failed=1
    fi
done
exit $failed
