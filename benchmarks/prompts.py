"""Prompt tokens of plan adaptation: the narrowed tools against the whole list, for catalogues that grow."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.measure import Figure
from benchmarks.overhead import QUESTIONS
from benchmarks.startup import EXAMPLES


def figures() -> list[Figure]:
    """The mean over some questions, counted by the bundled tokenizer."""
    import asyncio

    from groundplan.contracts import Question
    from groundplan.installed import Packs
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    pack = Packs().find("tables")
    lines = {
        name: f"{t.name}({', '.join(t.params)}): {t.description}" for name, t in pack.planning.catalogue.tools.items()
    }
    with tempfile.TemporaryDirectory() as folder:
        planner = Planner(Settings(cache=Path(folder)))
        sources = (str(EXAMPLES / "sales.csv"),)
        runs = [asyncio.run(planner.answer(Question(text=text, sources=sources))) for text in QUESTIONS]
        planner.close()
    narrowed = sum(_tokens("\n".join(lines[name] for name in run.narrowed)) for run in runs) / len(runs)
    whole = _tokens("\n".join(lines.values()))
    made_up = whole / len(lines) * 1000
    return [
        Figure("tools in the prompt, narrowed", narrowed, "tokens", f"all {len(lines)} tools", whole),
        Figure("tools in the prompt, narrowed", narrowed, "tokens", "a catalogue of 1,000 tools", made_up),
    ]


def _tokens(text: str) -> int:
    from tokenizers import Tokenizer

    import groundplan

    model = Path(groundplan.__file__).parent / "models" / "sentences" / "tokenizer.json"
    tokenizer = Tokenizer.from_file(str(model))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return len(tokenizer.encode(text).ids)
