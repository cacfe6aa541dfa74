"""Runs -> figures: what is reported for every eval, whatever the suite."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Runs = Sequence[Mapping[str, Any]]


def figures(runs: Runs) -> dict[str, Any]:
    """Rates over the answered runs, latencies in milliseconds, tokens and calls a question."""
    answered = [run for run in runs if run["status"] == "answered"]
    return {
        "questions": len(runs),
        "answered": _rate(run["status"] == "answered" for run in runs),
        "requirement_coverage": _coverage(answered),
        "unjustified_steps": _unjustified(answered),
        "retrieval_miss": _rate(bool(_missed(run)) for run in answered),
        "repair": _rate(bool(run.get("repairs")) for run in answered),
        "first_try": _rate(run.get("attempts") == 1 for run in answered),
        "reuse": _rate(run["recall"]["decision"] == "follow_up" for run in answered),
        "schema_fetch": _rate(bool(run.get("meta", {}).get("schema_fetched")) for run in answered),
        "tokens_per_question": _mean(_tokens(run) for run in runs),
        "calls_per_question": _mean(run.get("tokens", {}).get("calls", 0) for run in runs),
        "latency_ms": latencies(runs),
    }


def latencies(runs: Runs) -> dict[str, dict[str, float]]:
    """p50 and p95 of each stage."""
    stages: dict[str, list[float]] = {}
    for run in runs:
        for stage, seconds in run.get("timings", {}).items():
            stages.setdefault(stage, []).append(seconds * 1000)
    return {stage: {"p50": _quantile(times, 0.5), "p95": _quantile(times, 0.95)} for stage, times in stages.items()}


def _coverage(runs: Runs) -> float:
    """The share of requirements that a step of the plan cites."""
    cited = [
        requirement["id"] in {id for step in run["plan"]["steps"] for id in step["satisfies"]}
        for run in runs
        for requirement in run["understanding"]["requirements"]
    ]
    return _rate(cited)


def _unjustified(runs: Runs) -> float:
    """The share of steps that cite no requirement of the question."""
    steps = [
        not {r["id"] for r in run["understanding"]["requirements"]} & set(step["satisfies"])
        for run in runs
        for step in run["plan"]["steps"]
    ]
    return _rate(steps)


def _missed(run: Mapping[str, Any]) -> set[str]:
    """Findings that say a needed tool was not among the narrowed ones."""
    return {finding["code"] for finding in run.get("findings", ())} & {"unmet-requirement", "narrowed-tool"}


def _tokens(run: Mapping[str, Any]) -> int:
    tokens = run.get("tokens", {})
    return int(tokens.get("prompt", 0)) + int(tokens.get("completion", 0))


def _rate(flags: Iterable[bool]) -> float:
    return _mean(float(flag) for flag in flags)


def _mean(values: Iterable[float]) -> float:
    kept = list(values)
    return round(statistics.fmean(kept), 4) if kept else 0.0


def _quantile(values: list[float], share: float) -> float:
    ranked = sorted(values)
    return round(ranked[min(len(ranked) - 1, int(share * len(ranked)))], 2)
