#!/usr/bin/env bash
# The whole road to the reader's two networks on one GPU: examples on all cores, two trainings beside each other that
# take them as they come, two short ones that go on from these over examples of their own, and the means of both.
#
#   training/reader/road.sh MINILM MPNET OUT [arguments for every training, such as --device cpu --lines 60]
#
# MINILM and MPNET: folders with the model.safetensors of all-MiniLM-L6-v2 and of all-mpnet-base-v2. OUT: gets sets/, the
# networks (first.pt, the deep one, reads every question, second.pt, the small one, those in doubt) and a log of each
# part. From the environment:
# PYTHON, and EXAMPLES, the generated examples in a set.
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
run train --only-arrays --arrays $(named $(seq 20)) --generated "${EXAMPLES:-60000}" --charts-copies 2 \
    --everyday-copies 5 --seed 401 --out "$out" "$@" >"$out/examples.log" 2>&1 &
examples=$!

both() {  # of the small and of the deep network: rate, seed, and what it starts from, both over the same sets
    local sets_of=$1 more=("${@:8}")
    run train --size small --rate "$2" --seed "$3" "$4" --arrays $(named $sets_of) --epochs $(wc -w <<<"$sets_of") \
        --out "$out" "${more[@]}" >"$out/$3.log" 2>&1 &
    local small=$!
    run train --size deep --rate "$5" --seed "$6" "$7" --arrays $(named $sets_of) --epochs $(wc -w <<<"$sets_of") \
        --out "$out" "${more[@]}" >"$out/$6.log" 2>&1 &
    wait "$small" && wait $! || failed
}

twice=$(for set in $(seq 16); do echo "$set $set"; done)
both "$twice $(seq 11 16)" 4e-4 411 "--base=$minilm" 2.5e-4 412 "--base=$mpnet" "$@"
both "17 18 17 18 19 20 19 20" 1.2e-4 421 "--start=$out/reader-411.pt" 8e-5 422 "--start=$out/reader-412.pt" "$@"
wait "$examples" || failed
run mean "$out/reader-412.pt" "$out/reader-422.pt" --out "$out/first.pt"
run mean "$out/reader-411.pt" "$out/reader-421.pt" --out "$out/second.pt"
echo "first.pt and second.pt in $out after $SECONDS s"
