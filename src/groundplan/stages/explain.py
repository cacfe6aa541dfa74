"""What was tried -> Answer: why there is none, and what to ask instead."""

from __future__ import annotations

from groundplan.contracts import Answer, Doubt, Finding, Understanding


def explain(understanding: Understanding, findings: tuple[Finding, ...], attempts: int, instead: str) -> Answer:
    """What was tried, every finding, and what could be asked instead."""
    ended = next((finding for finding in findings if finding.final), None)
    if understanding.doubt:
        told = _doubt(understanding.doubt)
    elif ended:
        told = [f"{ended.message[:1].upper()}{ended.message[1:]}; {ended.help}."]
    else:
        told = [_tried(attempts), *map(_finding, dict.fromkeys(findings)), instead]
    return Answer(text="\n".join(told).strip(), style="EXPLAIN")


def _doubt(doubt: Doubt) -> list[str]:
    return [doubt.message, *(f"- {choice}" for choice in doubt.choices)]


def _tried(attempts: int) -> str:
    if not attempts:  # a saved plan: none was drafted
        return "The plan does not fit these sources."
    return f"No sound plan was found in {attempts} {'attempt' if attempts == 1 else 'attempts'}."


def _finding(finding: Finding) -> str:
    return f"- {finding.code}: {finding.message}{f'; {finding.help}' if finding.help else ''}"
