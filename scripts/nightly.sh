#!/usr/bin/env bash
# What takes too long for every change, MINUTES of it with a search for rare faults: nightly.sh MINUTES. What has a
# build of its own goes on beside the rest. A step that fails does not keep the others from running.
set -uo pipefail
cd "$(dirname "$0")/.."
minutes=${1-}
[[ $minutes =~ ^[1-9][0-9]*$ ]] || {
    printf 'nightly: MINUTES="%s" is not a positive whole number\n' "$minutes" >&2
    exit 64
}
. scripts/steps.sh .build-nightly
roots=${ROOTS:-/var/tmp/notify-schedule-roots}

# Runs all steps of a lane, whether or not one fails.
first_lane() {
    local failed=0 all='^(Scheduler|EndToEnd|Stress)Tests\.'
    step coverage make coverage || failed=1
    step thread-sanitizer make sanitize SANITIZER=thread TESTS="$all" || failed=1
    step address-sanitizer make sanitize SANITIZER=address TESTS="$all" || failed=1
    return $failed
}
second_lane() {
    local failed=0
    step test-release make test-release || failed=1
    step deb make deb || failed=1
    step sizes scripts/sizes.sh --check || failed=1
    step roots make check-roots || failed=1
    step autopkgtest make check-autopkgtest || failed=1
    step packages make check-packages || failed=1
    step release make check-release || failed=1
    step workflow make check-workflow || failed=1
    step reproducible make check-reproducible || failed=1
    step desktops make test-desktops || failed=1
    for suite in trixie sid; do
        step "desktops-$suite" make test-desktops SUITE=$suite ROOT="$roots/desktops/$suite" || failed=1
    done
    step relay make test-relay || failed=1
    step nats make test-relay-nats || failed=1
    step stress make stress MINUTES="$minutes" || failed=1
    return $failed
}

failed=0
both first_lane second_lane || failed=1
durations
exit $failed
