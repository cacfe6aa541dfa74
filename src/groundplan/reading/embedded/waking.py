"""The networks, loaded in the background: sources are opened and libraries imported meanwhile."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread

from groundplan.embed import Embedder
from groundplan.reading.embedded.runtime import FIRST, Encoder


def wake(encoder: Encoder, embedder: Embedder) -> None:
    """Starts loading what every question is read with; onnxruntime leaves the interpreter to others for most of it.

    No daemon: a process that ends meanwhile would tear native code off its thread.
    """
    Thread(target=_load, args=(encoder, embedder)).start()


def _load(encoder: Encoder, embedder: Embedder) -> None:
    with suppress(Exception):  # whoever reads meets the same, and says it
        encoder.load(FIRST)
        embedder.embed(["a question"])
