#!/bin/sh
# Writes down which functions the agent runs in daily use, and which more the command does, for the linker to lay them
# side by side: the kernel maps 64 KiB around each page that is needed, so that what lies scattered costs memory, and
# time where a program starts.
#
# PROGRAMS is the folder of the release's programs. What is used: start, add, send, list, show, history, remove, a
# bubble with a button, its dismissal, stop, and a second start on what the first has left.
set -eu
: "${PROGRAMS:?the folder of the programs}"
list=$(cd "$(dirname "$0")" && pwd)/link-order.txt
WORK=$(mktemp -d)
export WORK
trap 'rm -rf "$WORK"' EXIT
mkdir -m 700 "$WORK/bin" "$WORK/run" "$WORK/traces"
for program in notify-agent notify-schedule; do
	cat > "$WORK/bin/$program" <<END
#!/bin/sh
exec valgrind --quiet --tool=callgrind --demangle=no --callgrind-out-file="$WORK/traces/%p" \\
	"$PROGRAMS/$program" "\$@"
END
	chmod +x "$WORK/bin/$program"
done

cat > "$WORK/use" <<'END'
dunst > /dev/null 2>&1 &
server=$!
for start in first second; do
	notify-agent > "$WORK/agent.log" 2>&1 &
	agent=$!
	gdbus wait --session --timeout 60 org.notifyschedule.Agent
	for number in 1 2 3; do
		notify-schedule add "Later $number" "Of the $start start" --in "${number}h"
		notify-schedule send "Now $number" "Of the $start start"
	done
	notify-schedule add "Weekly" "Of the $start start" --on "Tue 14:00" --id weekly
	notify-schedule add "Soon" "Of the $start start" --in 5s --action "Yes=https://example.org" --id soon
	notify-schedule send --wait --expire-time 8000 "Until" "the one before is there"
	notify-schedule list
	notify-schedule show weekly
	notify-schedule history
	notify-schedule remove weekly
	notify-schedule dismiss soon
	notify-schedule agent stop
	wait "$agent"
done
kill "$server"
END
PATH="$WORK/bin:$PATH" HOME="$WORK" XDG_RUNTIME_DIR="$WORK/run" XDG_CONFIG_HOME="$WORK/config" \
	XDG_DATA_HOME="$WORK/data" XDG_STATE_HOME="$WORK/state" XDG_CACHE_HOME="$WORK/cache" \
	timeout 600 dbus-run-session -- xvfb-run -a sh -eu "$WORK/use"

# The functions of a program in all traces. A name is written out once in a trace, and is a number from there on.
functions_of() {
	LC_ALL=C awk -v program="/$1$" '
	FNR == 1 { split("", objects); split("", functions); inside = 0 }
	match($0, /^c?(ob|fn)=\([0-9]+\)/) {
		number = substr($0, RSTART, RLENGTH); sub(/^.*\(/, "", number); sub(/\)$/, "", number)
		name = substr($0, RLENGTH + 2)
		if ($0 ~ /^c?ob=/) {
			if (name != "") objects[number] = name
			if ($0 ~ /^ob=/) inside = objects[number] ~ program
		} else {
			# Of a function that calls itself.
			sub(/'"'"'[0-9]+$/, "", name)
			if (name != "") functions[number] = name
			name = functions[number]
			if ($0 ~ /^fn=/ && inside && name !~ /^(0x|\(below main\))/ && !(name in seen)) { seen[name]; print name }
		}
	}' "$WORK/traces"/* > "$WORK/functions"
	test -s "$WORK/functions"
	LC_ALL=C sort "$WORK/functions" > "$WORK/$1"
}
functions_of notify-agent
functions_of notify-schedule
LC_ALL=C comm -13 "$WORK/notify-agent" "$WORK/notify-schedule" > "$WORK/functions"
cat "$WORK/notify-agent" "$WORK/functions" > "$list"
echo "$(wc -l < "$list") functions in $list, $(wc -l < "$WORK/notify-agent") of them the agent's"
