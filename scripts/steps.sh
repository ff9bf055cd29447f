# For scripts that run many commands as steps, such as .ci/run: `. scripts/steps.sh FOLDER`, where the logs go. A step's
# output comes as a whole when it ends, so that steps can run side by side, and durations() prints what each took.
logs=$1
rm -rf "$logs"
mkdir -p "$logs"
: >"$logs/durations"

# Runs a command as a step, step NAME COMMAND…; a skipped test hides what it was to show, and fails it.
step() {
    local name=$1 began=$SECONDS status=0
    shift
    "$@" >"$logs/$name.log" 2>&1 </dev/null || status=$?
    if [ $status -eq 0 ] && grep -qE '^(➜|✘) .* skipped' "$logs/$name.log"; then
        echo "a test was skipped" >>"$logs/$name.log"
        status=1
    fi
    printf '%5d s  %-17s %s\n' $((SECONDS - began)) "$name" "$([ $status -eq 0 ] && echo passed || echo FAILED)" \
        >>"$logs/durations"
    {
        flock 9
        printf '\n== %s: %s\n' "$name" "$*"
        cat "$logs/$name.log"
        [ $status -eq 0 ] || printf '\n== %s failed with status %s\n' "$name" "$status"
    } 9>"$logs/lock"
    return $status
}

# Runs two functions side by side; where one fails, both have failed.
both() {
    local status=0 first
    "$1" &
    first=$!
    "$2" || status=1
    wait $first || status=1
    return $status
}

durations() {
    printf '\n== durations, %s s in all\n' $SECONDS
    cat "$logs/durations"
}
