#!/bin/sh
# What `run` costs: Benchmarks/run-overhead.sh PROGRAM, with the release build of notify-schedule. Prints the median
# of a command's time with and without it, the time of 1 GB through it, and of the hooks of a shell's prompt.
set -eu
program=${1:?usage: Benchmarks/run-overhead.sh PROGRAM}
runs=${RUNS:-101}
DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent
export DBUS_SESSION_BUS_ADDRESS program

cat >/tmp/run-overhead.$$ <<'END'
#!/bin/sh
"$@"
status=$?
[ $status -eq 0 ] || echo failed
exit $status
END
trap 'rm -f /tmp/run-overhead.$$' EXIT
chmod 700 /tmp/run-overhead.$$

# The median in milliseconds of a command line that a shell starts.
median() {
    count=0
    while [ "$count" -lt "$runs" ]; do
        start=$(date +%s%N)
        "$@" >/dev/null 2>&1 || true
        echo $(($(date +%s%N) - start))
        count=$((count + 1))
    done | sort -n | awk -v all="$runs" 'NR == int((all + 1) / 2) { printf "%.1f ms\n", $1 / 1000000 }'
}

printf 'true: '
median true
printf '/bin/true: '
median /bin/true
printf 'a shell wrapper: '
median "/tmp/run-overhead.$$" /bin/true
printf 'run --if-longer 1h -- true: '
median "$program" run --if-longer 1h -- /bin/true
printf 'run --tail 3 --if-longer 1h -- true: '
median "$program" run --tail 3 --if-longer 1h -- /bin/true

# A gigabyte into a pipe.
gigabyte() {
    start=$(date +%s%N)
    "$@" head -c 1000000000 /dev/zero | cat >/dev/null
    echo "$((($(date +%s%N) - start) / 1000000)) ms"
}
for round in 1 2 3; do
    printf '1 GB without: '
    gigabyte env
    printf '1 GB with run: '
    gigabyte "$program" run --if-longer 1h --
    printf '1 GB with run --tail 3: '
    gigabyte "$program" run --if-longer 1h --tail 3 --
done

# A hundred megabytes on a terminal, which is a pseudo-terminal that script(1) reads: alone, and with another one
# between, by script or by `run`.
onTerminal() {
    start=$(date +%s%N)
    script -qec "$* head -c 100000000 /dev/zero" /dev/null </dev/null >/dev/null
    echo "$((($(date +%s%N) - start) / 1000000)) ms"
}
for round in 1 2 3; do
    printf '100 MB on a terminal: '
    onTerminal env
    printf '100 MB through run: '
    onTerminal "$program run --if-longer 1h --"
    printf '100 MB through script: '
    start=$(date +%s%N)
    script -qec "script -qec 'head -c 100000000 /dev/zero' /dev/null" /dev/null </dev/null >/dev/null
    echo "$((($(date +%s%N) - start) / 1000000)) ms"
    printf '100 MB through run --tail 3: '
    onTerminal "$program run --if-longer 1h --tail 3 --"
done

# A thousand prompts without a command to report.
for shell in bash zsh; do
    command -v $shell >/dev/null || continue
    printf '%s, a prompt and its command: ' $shell
    $shell -i -f -c 'eval "$("$program" run --shell-init '$shell')"
        if [ -n "${ZSH_VERSION-}" ]; then
            step() { __notify_schedule_preexec true; true; __notify_schedule_precmd; }
        else
            step() { : "${PS0@P}"; true; __notify_schedule_prompt; }
        fi
        start=$(date +%s%N); n=0
        while [ $n -lt 1000 ]; do step; n=$((n + 1)); done
        echo "$((($(date +%s%N) - start) / 1000000)) us"' 2>/dev/null
done
