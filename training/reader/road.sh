#!/usr/bin/env bash
# The whole road to the reader's two networks on one GPU: examples on all cores, and two trainings beside each other that
# take them as they come.
#
#   training/reader/road.sh MINILM MPNET OUT [arguments for every training, such as --device cpu --lines 60]
#
# MINILM and MPNET: folders with the model.safetensors of all-MiniLM-L6-v2 and of all-mpnet-base-v2. OUT: gets sets/, the
# networks (reader-411.pt reads every question, reader-412.pt those in doubt) and a log of each part. From the
# environment: PYTHON, and EXAMPLES, the generated examples in a set.
set -eu
minilm=$1 mpnet=$2 out=$3
shift 3
sets=$out/sets
mkdir -p "$sets"

run() {
    OMP_NUM_THREADS=1 "${PYTHON:-python}" -m "training.reader.$@"
}

named() {
    for set in "$@"; do printf '%s ' "$sets/S$set"; done
}

beside() {  # lets the steps of several trainings run beside each other instead of by turns, where there is a GPU
    command -v nvidia-cuda-mps-control >/dev/null || return 0
    export CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY
    CUDA_MPS_PIPE_DIRECTORY=$(mktemp -d) CUDA_MPS_LOG_DIRECTORY=$CUDA_MPS_PIPE_DIRECTORY
    nvidia-cuda-mps-control -d || echo "the trainings take turns: nvidia-cuda-mps-control did not start" >&2
}

failed() {
    echo "a part failed after $SECONDS s: see the logs in $out" >&2
    exit 1
}

trap 'kill $(jobs -p) 2>/dev/null; echo quit | nvidia-cuda-mps-control 2>/dev/null || true' EXIT
beside
run train --only-arrays --arrays $(named $(seq 16)) --generated "${EXAMPLES:-60000}" --charts-copies 2 \
    --everyday-copies 5 --seed 401 --out "$out" "$@" >"$out/examples.log" 2>&1 &
jobs=($!)
order=($(for set in $(seq 16); do echo "$set $set"; done) $(seq 11 16))  # twice as they come, the last ones once more
run train --size first --base "$minilm" --arrays $(named "${order[@]}") --epochs ${#order[@]} --rate 4e-4 --seed 411 \
    --out "$out" "$@" >"$out/first.log" 2>&1 &
jobs+=($!)
run train --size deep --base "$mpnet" --arrays $(named "${order[@]}") --epochs ${#order[@]} --rate 2.5e-4 \
    --seed 412 --out "$out" "$@" >"$out/second.log" 2>&1 &
jobs+=($!)
for job in "${jobs[@]}"; do wait "$job" || failed; done
echo "$out/reader-411.pt and reader-412.pt after $SECONDS s"
