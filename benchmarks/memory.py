"""`groundplan batch` over 500 questions: memory at the end against memory after the first fifty."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Figure
from benchmarks.overhead import QUESTIONS
from benchmarks.startup import EXAMPLES

COUNT = 500


def figures() -> list[Figure]:
    """Resident memory of the real process, read from outside while it works."""
    with tempfile.TemporaryDirectory() as folder:
        early, late, most = _watched(Path(folder))
    return [
        Figure("batch of 500, memory at the end", late, "MB", "after 50 questions", early, "flat"),
        Figure("batch of 500, highest memory", most, "MB", "after 50 questions", early),
    ]


def _watched(folder: Path) -> tuple[float, float, float]:
    import psutil

    questions, out = folder / "in.jsonl", folder / "out.jsonl"
    sources = [str(EXAMPLES / name) for name in ("sales.csv", "weather.csv")]
    lines = [
        {"id": str(i), "question": QUESTIONS[i % len(QUESTIONS)], "sources": [sources[0] if i % 9 else sources[1]]}
        for i in range(COUNT)
    ]
    questions.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    command = [str(Path(sys.executable).parent / "groundplan"), "batch", str(questions), str(out)]
    seen: list[tuple[int, float]] = []
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        watched = psutil.Process(process.pid)
        while process.poll() is None:
            done = out.read_bytes().count(b"\n") if out.exists() else 0
            try:
                seen.append((done, watched.memory_info().rss / 1e6))
            except psutil.NoSuchProcess:
                break
            time.sleep(0.05)
    assert out.read_bytes().count(b"\n") == COUNT
    early = next((rss for done, rss in seen if done >= 50), seen[-1][1])
    return early, seen[-2][1] if len(seen) > 1 else seen[-1][1], max(rss for _, rss in seen)
