"""A plan in plain words: what is read, what is written and how often, what has to be approved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.contracts import REF, Answer, Brief, Facts, Item, Plan, Step
from groundplan.language.names import spoken
from groundplan.pack import Source
from groundplan.packs.workflows.catalogue import Opened, told
from groundplan.packs.workflows.catalogue.nodes import ASKS

_SHORT = 60
_KINDS = {"read": "Read", "write": "Write", "select": "Choose", "fill_text": "Fill in", "model": "Ask a model"}


def facts(plan: Plan, results: Mapping[str, Any], source: Any) -> Facts:
    """The steps of a plan that waits; of one that was run what came of it."""
    assert isinstance(source, Opened)
    if results:
        return told.facts(plan, results, source)
    items = tuple(Item(type=_kind(step, source), name=step.id, text=_told(step, source)) for step in plan.steps)
    return Facts(found=bool(items), items=items)


def render(brief: Brief, found: Facts) -> Answer:
    """The review card of a plan that waits; what came of one that was run."""
    if not found.items or any(item.type not in _KINDS for item in found.items):
        return told.render(brief, found)
    steps = [f"{place}. {item.text}" for place, item in enumerate(found.items, start=1)]
    return Answer(text="\n".join([*steps, _summary(found.items)]), style="PLAN")


def _summary(items: Sequence[Item]) -> str:
    writes = [item.name for item in items if item.type == "write"]
    if not writes:
        return "Nothing is written. Nothing was run yet."
    return f"Written by: {', '.join(writes)}; each has to be approved. Nothing was run yet."


def _kind(step: Step, source: Opened) -> str:
    if step.tool not in source.operations:
        if ASKS in source.tools[step.tool].extra:
            return "model"
        return "write" if source.tools[step.tool].effect == "outside" else step.tool
    return "write" if source.operations[step.tool].writes else "read"


def _told(step: Step, source: Opened) -> str:
    kind = _KINDS[_kind(step, source)]
    args = ", ".join(f"{name} = {_shown(value)}" for name, value in step.args.items() if name not in ("rows", "of"))
    each = f", for each of {_shown(step.each)}" if step.each is not None else ""
    when = f", only when {step.when}" if step.when else ""
    return f"{kind}: {step.tool}({args}){each}{when}. {step.why[:1].upper()}{step.why[1:]}."


def _shown(value: Any) -> str:
    """A reference as it is read aloud: `the id of each`, `contact_id as given`."""
    if isinstance(value, Mapping) and set(value) == {REF}:
        owner, _, rest = str(value[REF]).partition(".")
        last = spoken(rest.rpartition(".")[2]) if rest else ""
        if owner == "inputs":
            return f"{rest} as given"
        return f"its {last}" if owner == "item" else f"{last} of {owner}" if last not in ("result", "rows") else owner
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_shown(inner)}" for name, inner in value.items())
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}..."


def instead(source: Source) -> str:
    """What the catalogue can do, told to somebody whose task came to nothing."""
    assert isinstance(source, Opened)
    names = list(source.operations)
    return f"The catalogue has {', '.join(names[:20])}{f' and {len(names) - 20} more' if len(names) > 20 else ''}."
