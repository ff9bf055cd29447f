#!/bin/sh
# Fuzzes one target: run.sh FOLDER SECONDS INPUTS TARGET; where SECONDS is empty, it ends after so many INPUTS. What
# breaks it stays in FOLDER as TARGET-crash-…; its log is printed then, and otherwise one line.
# FUZZ_SEED=0 takes other inputs each time; without it they are the same as long as the corpus is, so that what a run
# finds can be found again.
set -u
folder=$1 seconds=$2 inputs=$3 target=$4
here=$(dirname "$0")
corpus=$folder/corpus/$target
log=$folder/$target.log
mkdir -p "$corpus"

# libical keeps what it allocated for its zones.
set -- -seed="${FUZZ_SEED:-1}" -max_len=9000 -timeout=25 -rss_limit_mb=1024 -detect_leaks=0 \
    -print_final_stats=1 -artifact_prefix="$folder/$target-"
[ -z "$seconds" ] || set -- "$@" -max_total_time="$seconds"
[ -z "$inputs" ] || set -- "$@" -runs="$inputs"
[ ! -e "$here/Dictionaries/$target.dict" ] || set -- "$@" -dict="$here/Dictionaries/$target.dict"

# Swift's own handler of crashes would end the process before the fuzzer writes down the input.
if SWIFT_BACKTRACE=enable=no FUZZ_TARGET=$target "$folder/release/fuzz" "$@" "$corpus" "$here/Corpus/$target" >"$log" 2>&1; then
    echo "$target: clean; $(sed -n 's/^stat::number_of_executed_units: */inputs: /p; s/^stat::peak_rss_mb: */MB: /p' "$log" | tr '\n' ' ')"
else
    tail -n 60 "$log"
    echo "$target: broken by an input; see $folder/$target-*"
    exit 1
fi
