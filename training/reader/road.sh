#!/usr/bin/env bash
# The whole road to the reader's three networks: examples on all cores, and three trainings beside them on one GPU.
#
#   training/reader/road.sh BASE OUT [arguments for every command, such as --device cpu --lines 60]
#
# BASE: folder with the model.safetensors of all-MiniLM-L6-v2. OUT: gets sets/, reader-211.pt, reader-212.pt, reader-213.pt
# and a log of each. From the environment: PYTHON, and FIRST and SECOND, the generated examples in a set of either stage.
set -eu
base=$1 out=$2
shift 2
sets=$out/sets
mkdir -p "$sets"

train() {
    OMP_NUM_THREADS=1 "${PYTHON:-python}" -m training.reader.train --out "$out" "$@"
}

named() {
    for set in "$@"; do printf '%s ' "$sets/$set"; done
}

examples() {  # of both stages; in the second everyday questions weigh more
    train --only-arrays --arrays $(named S1 S2 S3 S4 S5 S6) --generated "${FIRST:-110000}" --charts-copies 2 --everyday-copies 7 --seed 201 "$@"
    train --only-arrays --arrays $(named E1 E2 E3 E4) --generated "${SECOND:-75000}" --charts-copies 1 --everyday-copies 7 --seed 301 "$@"
}

network() {  # its number, the sets of its first stage, those of its second
    local number=$1 first=$2 second=$3
    shift 3
    train --base "$base" --arrays $(named $first) --epochs 12 --rate 4e-4 --seed "20$number" "$@"
    train --start "$out/reader-20$number.pt" --arrays $(named $second) --epochs 6 --rate 2e-4 --seed "21$number" "$@"
}

trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
examples "$@" >"$out/examples.log" 2>&1 &
network 1 "S1 S1 S2 S2 S3 S3 S4 S4 S5 S5 S6 S6" "E1 E2 E3 E4 E1 E2" "$@" >"$out/network-1.log" 2>&1 &
network 2 "S1 S1 S2 S1 S3 S2 S4 S3 S5 S4 S6 S5" "E1 E2 E1 E3 E4 E3" "$@" >"$out/network-2.log" 2>&1 &
network 3 "S1 S1 S2 S2 S3 S1 S4 S2 S5 S3 S6 S6" "E2 E1 E3 E2 E4 E4" "$@" >"$out/network-3.log" 2>&1 &
for job in $(jobs -p); do
    wait "$job" || { echo "a part failed after $SECONDS s: see the logs in $out" >&2; exit 1; }
done
echo "$out/reader-211.pt, reader-212.pt and reader-213.pt after $SECONDS s"
