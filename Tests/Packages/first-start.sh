#!/usr/bin/env bash
# Runs as a service of a root of check-roots.sh that was booted with a desktop. The display manager has a user in a
# session: an older package is installed there, the user logs out and in, and the agent must run without a command, and
# `doctor` find no error. Then comes the upgrade, with more users, whose agents run and are stopped. first-start.sh PACKAGES PROCESS ROUTE: the folder with the .deb files, the session's own process,
# and what starts the agent there, "systemd" or "autostart".
set -euo pipefail
packages=$1 process=$2 expected=$3
export DEBIAN_FRONTEND=noninteractive
fail() {
    journalctl --no-pager --lines 60
    ps -u tester --format pid,args || :
    cat /tmp/log
    echo "first-start.sh: $*"
    exit 1
}

# Whether a command succeeds within so many seconds.
within() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/tmp/log 2>&1; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.5
    done
}
session_process() { pgrep --euid tester --oldest --exact "$process"; }
# A command with the variables of the session.
in_session() {
    local variables
    mapfile -d '' -t variables <"/proc/$(session_process)/environ"
    setpriv --reuid=tester --regid=tester --init-groups env -i "${variables[@]}" "$@"
}
has_server() {
    in_session dbus-send --session --print-reply --dest=org.freedesktop.Notifications /org/freedesktop/Notifications \
        org.freedesktop.Notifications.GetServerInformation
}
# Whether the user is logged out, and systemd of the user has ended; what GNOME does after a session would end the next one.
is_gone() { ! pgrep --euid tester; }
log_in() {
    systemctl start lightdm
    within 120 session_process || fail "there is no $process in the session"
    within 60 has_server || fail "the session has no notification server"
}
agents() { pgrep --euid tester --exact notify-agent; }

log_in
apt-get install -y --no-install-recommends "$packages"/older/notify-schedule_*.deb >/tmp/log 2>&1 || fail "the installation failed"
! agents || fail "the installation has started the agent"
systemctl stop lightdm
within 60 is_gone || fail "the session does not end"
log_in
within 60 agents || fail "the next session has not started the agent"
agent=$(agents)
in_session notify-schedule doctor >/tmp/log || fail "doctor has found errors"
[ "$(agents)" = "$agent" ] || fail "another agent runs than the one that the session has started"
case $(grep '^0:' "/proc/$agent/cgroup") in
*/notify-agent.service) route=systemd ;;
*) route=autostart ;;
esac
# With both, the later one fails.
[ "$route" = "$expected" ] || fail "$route has started the agent, and not $expected"

# Users whose managers run without a session. The agent of the first does not start again.
agent_of() { pgrep --euid "$1" --exact notify-agent; }
manager() { systemctl --user --machine="$1@" "${@:2}"; }
for user in broken runs stopped; do
    useradd --create-home --shell /bin/sh "$user"
    loginctl enable-linger "$user"
    within 60 manager "$user" start default.target || fail "the manager of $user does not start"
done
for user in broken runs; do
    within 60 manager "$user" start notify-agent || fail "the agent of $user does not start"
done
mkdir -p ~broken/.config/systemd/user/notify-agent.service.d
printf '[Service]\nExecStart=\nExecStart=/bin/false\nRestart=no\n' >~broken/.config/systemd/user/notify-agent.service.d/broken.conf
earlier=$(agent_of runs)
! agent_of stopped || fail "nobody has started the agent of a user"

apt-get install -y --no-install-recommends "$packages"/notify-schedule_*.deb >/tmp/upgrade 2>&1 || fail "the upgrade failed"
[ "$(manager broken show --property=ActiveState --value notify-agent)" = failed ] || fail "an agent that cannot start is not tried"
later=$(agent_of runs) || fail "the upgrade has ended the agent of a user without a session"
[ "$later" != "$earlier" ] || fail "the upgrade has not restarted the agent of a user without a session"
[ "$(manager runs show --property=NeedDaemonReload --value notify-agent)" = no ] || fail "the upgrade restarts the earlier unit"
! agent_of stopped || fail "the upgrade has started the agent of a user who had none"
if [ "$route" = systemd ]; then
    [ "$(agents)" != "$agent" ] || fail "the upgrade has not restarted the agent of the session"
    ! grep 'keep the earlier agent' /tmp/upgrade || fail "the upgrade speaks of an earlier agent"
else
    [ "$(agents)" = "$agent" ] || fail "the agent of the session is another one"
    grep -q 'keep the earlier agent' /tmp/upgrade || fail "the upgrade does not speak of the earlier agent"
fi

apt-get remove -y notify-schedule >/tmp/log 2>&1 || fail "the removal failed"
! agent_of runs || fail "the removal has not stopped an agent"
. /etc/os-release
echo "$PRETTY_NAME: $process: the agent was started by $route, and the upgrade restarted what systemd ran" >/result
