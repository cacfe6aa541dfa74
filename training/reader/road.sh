#!/usr/bin/env bash
# The whole road to the reader's three networks on one GPU: examples on all cores, a large teacher, what it says of them,
# half of them in other words, and three small networks that learn from it.
#
#   training/reader/road.sh BASE LARGE OUT [arguments for every training, such as --device cpu --lines 60]
#
# BASE and LARGE: folders with the model.safetensors of all-MiniLM-L6-v2 and of all-mpnet-base-v2. OUT: gets sets/, the
# teacher (reader-101.pt), the networks (reader-201.pt, -202, -203) and a log of each. From the environment:
# PYTHON, and EXAMPLES, the generated examples in a set.
set -eu
base=$1 large=$2 out=$3
shift 3
sets=$out/sets
mkdir -p "$sets"

run() {
    OMP_NUM_THREADS=1 "${PYTHON:-python}" -m "training.reader.$@"
}

named() {  # the files of sets, with an ending
    local ending=$1
    shift
    for set in "$@"; do printf '%s ' "$sets/S$set$ending"; done
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

ended() {  # waits for processes, all of which must end well
    for job in "$@"; do wait "$job" || failed; done
}

trap 'kill $(jobs -p) 2>/dev/null; echo quit | nvidia-cuda-mps-control 2>/dev/null || true' EXIT
beside
run train --only-arrays --arrays $(named "" 1 2 3 4 5 6 7 8 9 10 11 12) --generated "${EXAMPLES:-60000}" \
    --charts-copies 1 --everyday-copies 5 --seed 301 --out "$out" "$@" >"$out/examples.log" 2>&1 &
examples=$!
run near --base "$large" --tokenizer .train/tokenizer.json --out "$out/near.npz" >"$out/near.log" 2>&1 || failed
run train --size large --base "$large" --arrays $(named "" 1 2 3 4 5 6 7 8) --epochs 8 --rate 1.5e-4 --seed 101 \
    --out "$out" "$@" >"$out/teacher.log" 2>&1 || failed
echo "a teacher after $SECONDS s"
jobs=("$examples")
run teach --teachers "$out/reader-101.pt" --near "$out/near.npz" --arrays $(named "" 1 2 3 4 5 6 7 8 9 10 11 12) \
    >"$out/teach.log" 2>&1 &
jobs+=($!)
network() {  # its number, and the sets in its order
    local number=$1 order=($2)
    shift 2
    run train --base "$base" --share 0.5 --arrays $(named .told "${order[@]}") --epochs ${#order[@]} --rate 4e-4 \
        --seed "20$number" --out "$out" "$@" >"$out/network-$number.log" 2>&1
}
network 1 "1 2 3 4 5 6 7 8 9 10 11 12 1 2 3 4 5 6 7 8" "$@" &
jobs+=($!)
network 2 "1 3 2 4 6 5 7 9 8 10 12 11 2 1 4 3 6 5 8 9" "$@" &
jobs+=($!)
network 3 "2 1 3 5 4 6 8 7 9 11 10 12 3 6 9 12 1 4 7 10" "$@" &
jobs+=($!)
ended "${jobs[@]}"
echo "$out/reader-201.pt, reader-202.pt and reader-203.pt after $SECONDS s"
