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
    train --only-arrays --arrays $(named S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12) --generated "${FIRST:-60000}" --charts-copies 1 --everyday-copies 3 --seed 201 "$@"
    train --only-arrays --arrays $(named E1 E2 E3 E4 E5 E6) --generated "${SECOND:-60000}" --charts-copies 1 --everyday-copies 5 --seed 301 "$@"
}

network() {  # its number, the sets of its first stage, those of its second
    local number=$1 first=($2) second=($3)
    shift 3
    train --base "$base" --arrays $(named "${first[@]}") --epochs ${#first[@]} --rate 4e-4 --seed "20$number" "$@"
    train --start "$out/reader-20$number.pt" --arrays $(named "${second[@]}") --epochs ${#second[@]} --rate 2e-4 --seed "21$number" "$@"
}

beside() {  # lets the steps of several trainings run beside each other instead of by turns, where there is a GPU
    command -v nvidia-cuda-mps-control >/dev/null || return 0
    export CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY
    CUDA_MPS_PIPE_DIRECTORY=$(mktemp -d) CUDA_MPS_LOG_DIRECTORY=$CUDA_MPS_PIPE_DIRECTORY
    nvidia-cuda-mps-control -d || echo "the trainings take turns: nvidia-cuda-mps-control did not start" >&2
}

trap 'kill $(jobs -p) 2>/dev/null; echo quit | nvidia-cuda-mps-control 2>/dev/null || true' EXIT
beside
examples "$@" >"$out/examples.log" 2>&1 &
network 1 "S1 S1 S1 S2 S2 S3 S3 S3 S4 S4 S5 S5 S5 S6 S6 S7 S7 S7 S8 S8 S9 S9 S9 S10 S10 S11 S11 S11 S12 S12 S12 S12" \
    "E1 E1 E1 E2 E2 E1 E3 E2 E3 E4 E4 E3 E5 E5 E6 E6" "$@" >"$out/network-1.log" 2>&1 &
network 2 "S1 S1 S1 S2 S1 S3 S2 S3 S4 S2 S5 S4 S5 S6 S3 S7 S6 S7 S8 S4 S9 S8 S9 S10 S6 S11 S10 S11 S12 S5 S12 S11" \
    "E1 E1 E2 E1 E2 E3 E3 E1 E4 E3 E4 E5 E2 E5 E6 E5" "$@" >"$out/network-2.log" 2>&1 &
network 3 "S1 S1 S1 S2 S2 S1 S3 S2 S4 S3 S4 S5 S1 S6 S5 S6 S7 S3 S8 S7 S8 S9 S4 S10 S9 S10 S11 S6 S12 S11 S12 S12" \
    "E1 E1 E1 E2 E1 E3 E2 E3 E4 E2 E4 E5 E4 E6 E5 E6" "$@" >"$out/network-3.log" 2>&1 &
for job in $(jobs -p); do
    wait "$job" || { echo "a part failed after $SECONDS s: see the logs in $out" >&2; exit 1; }
done
echo "$out/reader-211.pt, reader-212.pt and reader-213.pt after $SECONDS s"
