"""The verifier of the knowledge pack: answers spoiled by program that it catches, good answers that it lets pass."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

import yaml

from benchmarks.measure import Figure, seconds
from groundplan.contracts import Answer, Brief, Coverage, Facts

HERE = Path(__file__).parent
PORTFOLIO = HERE.parent / "examples" / "portfolio"
SPOILED = 300
STYLES = ("BULLETS", "GROUPED_BULLETS", "SHORT", "TABLE")
INVENTED = ("Terraform Cloud", "Nordwind", "Zephyrus", "Quantix", "Halcyon Systems")
TOLD = re.compile(r"(?<![\w@/.,:-])(\d+)(?![\w@/]|[.,]\d|[.)] )")
"""Numbers that stand by themselves; no marks of a numbered list."""


@dataclass(frozen=True)
class Case:
    """A question with what was found for it."""

    brief: Brief
    facts: Facts
    source: Any


@dataclass(frozen=True)
class Good:
    """A right answer; `reworded` by hand, or the renderer's own."""

    case: Case
    text: str
    reworded: bool


def figures() -> list[Figure]:
    """Caught and falsely alarmed, by kind of fault; then the time of a check."""
    good = list(answers())
    spoiled = list(spoiling(good))
    reworded = [one for one in good if one.reworded]
    by_kind = [
        Figure(f"caught: {kind}", _share(caught(one) for one in spoiled if one[0] == kind), "%") for kind in KINDS
    ]
    took = median(seconds(_checking(one), 3) for one in good)
    return [
        Figure(f"{len(spoiled)} spoiled answers caught", _share(map(caught, spoiled)), "%", target="at least 95 %"),
        *by_kind,
        Figure(f"false alarms, {len(good)} good answers", _share(map(alarmed, good)), "%", target="under 2 %"),
        Figure(f"false alarms, {len(reworded)} rewordings by hand", _share(map(alarmed, reworded)), "%"),
        Figure("an answer verified, warm", 1000 * took, "ms", target="a few ms"),
    ]


def caught(spoiled: tuple[str, Case, str]) -> bool:
    """Whether anything is found in a spoiled answer."""
    return bool(_violations(spoiled[1], spoiled[2]))


def alarmed(good: Good) -> bool:
    """Whether anything is found in a good answer."""
    return bool(_violations(good.case, good.text))


def _violations(case: Case, text: str) -> tuple[str, ...]:
    from groundplan.packs.knowledge.verify import verify

    return verify(Answer(text=text), case.brief, case.facts, case.source)


def _share(found: Any) -> float:
    held = list(found)
    return 100 * sum(held) / len(held) if held else 0.0


def _checking(good: Good) -> Callable[[], object]:
    return lambda: _violations(good.case, good.text)


def answers(held: bool | None = None) -> Iterator[Good]:
    """Every case as written by hand and as rendered in every style; `held` picks one of the two sets."""
    from groundplan.packs.knowledge.render import render

    for told in _data()["cases"]:
        if held is not None and held != bool(told.get("held")):
            continue
        case = _case(told)
        yield from (Good(case, text, True) for text in told["good"])
        for style in STYLES:
            again = case.brief.model_copy(update={"form": {**case.brief.form, "render_style": style}})
            yield Good(Case(again, case.facts, case.source), render(again, case.facts).text, False)


def _case(told: dict[str, Any]) -> Case:
    source = _source(told["base"])
    language = told["language"]
    facts = _facts(source, told)
    nodes = [source.graph.node(id) for id in told["start"]]
    form = {
        "intents": ["FOUND"],
        "entities": [{"type": node.type, "id": node.id, "name": node.called(language)} for node in nodes],
        "tool_calls": [{"tool": "graph_query_tool", "args": {"intent": "FOUND", "entity_id": told["start"]}}],
        "limits": {"max_items": told.get("limit", 10)},
        "render_style": told.get("style", "BULLETS"),
        "answer_style": "NATURAL_RU" if language == "ru" else "NATURAL_EN",
        "info_need": told.get("need", "list"),
        "query": told["question"],
    }
    return Case(Brief(goal=told["question"], form=form, coverage=Coverage(version=1, needs={})), facts, source)


def _facts(source: Any, told: dict[str, Any]) -> Facts:
    from groundplan.packs.knowledge.collect import _groups, _item
    from groundplan.packs.knowledge.tools import graph_query_tool

    hops = told["path"] or [None]
    found: dict[str, Any] | None = None
    for at, hop in enumerate(hops):
        last = at == len(hops) - 1
        more = {"fields": told["fields"], "group": told.get("group", False)} if last else {}
        start = {"start": found} if found else {"entity_id": told["start"]}
        found = graph_query_tool(source, hop=hop, language=told["language"], **start, **more)
    assert found is not None
    items = found["items"]
    return Facts(
        found=bool(items), items=tuple(map(_item, items)), groups=_groups(items),
        sources=tuple(item["id"] for item in items),
    )  # fmt: skip


@cache
def _source(base: str) -> Any:
    """The graph of a base with its domain and registry; documents are not needed here."""
    from groundplan.packs.knowledge.domain.read import domain_of, read_schema
    from groundplan.packs.knowledge.graph import GraphBuilder
    from groundplan.packs.knowledge.ingest.records import Records
    from groundplan.packs.knowledge.registry import EntityRegistry

    told = _data().get(base, {})
    domain = domain_of(told["domain"], base) if told else read_schema(PORTFOLIO / "schema.yaml")
    files = [{key: part for key, part in told.items() if key != "domain"}] if told else _records()
    builder = GraphBuilder(domain)
    for data in files:
        for record in Records(domain, base).read(data):
            builder.add(record)
    built = builder.build()
    registry = EntityRegistry(built.nodes)
    return SimpleNamespace(domain=built.domain, graph=built.store(), registry=registry, nodes=built.nodes)


def _records() -> list[Any]:
    files = sorted(path for path in PORTFOLIO.glob("*.yaml") if path.stem not in ("schema", "cases"))
    return [yaml.safe_load(path.read_text("utf-8")) for path in files]


@cache
def _data() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((HERE / "knowledge_verify.yaml").read_text("utf-8"))
    return loaded


def spoiling(good: Sequence[Good], number: int = SPOILED, seed: int = 7) -> Iterator[tuple[str, Case, str]]:
    """So many answers, each with one fault or two, every kind as often; the fault, the case, the text."""
    chance = random.Random(seed)
    kinds = [*KINDS]
    made = tries = 0
    while made < number and tries < 60 * number:
        tries += 1
        one, kind = chance.choice(good), kinds[made % len(kinds)]
        text = KINDS[kind](one, chance)
        if text and text != one.text:
            made += 1
            yield kind, one.case, text


def _number(good: Good, chance: random.Random) -> str | None:
    """Another figure in place of one that is told."""
    places = list(TOLD.finditer(good.text))
    if not places:
        return None
    place = chance.choice(places)
    known = {int(n) for n in re.findall(r"\d+", _all_told(good.case))} | {*range(len(good.case.facts.items) + 1)}
    old = int(place[1])
    others = [n for n in (old + 1, old + 2, old + 7, old * 2, old * 3 + 1, max(old - 1, 2)) if n not in known]
    if chance.random() < 0.3:  # harder: a figure of another line
        others = sorted({int(n) for n in TOLD.findall(good.text)} - {int(n) for n in TOLD.findall(_line(good, place))})
    return _put(good.text, place.start(), place.end(), str(chance.choice(others))) if others else None


def _line(good: Good, place: re.Match[str]) -> str:
    start = good.text.rfind("\n", 0, place.start()) + 1
    end = good.text.find("\n", place.end())
    return good.text[start : end if end > 0 else None]


def _all_told(case: Case) -> str:
    items = [f"{item.name} {item.text}" for item in case.facts.items]
    return " ".join([*items, case.brief.goal])


def _outside(good: Good, chance: random.Random) -> str | None:
    """A further name, of the same type or invented, beside one that is told."""
    places = _named(good)
    if not places:
        return None
    _, end = chance.choice(places)
    language = "ru" if good.case.brief.form["answer_style"] == "NATURAL_RU" else "en"
    types = {item.type for item in good.case.facts.items}
    told = _all_told(good.case).casefold()
    others = [
        node.called(language) for node in good.case.source.nodes if node.type in types and node.id not in _ids(good)
    ]
    names = [name for name in others if len(name) < 30 and name.casefold() not in told] or [*INVENTED]
    name = chance.choice(names if chance.random() < 0.6 else INVENTED)
    return _put(good.text, end, end, f", {name}")


def _ids(good: Good) -> set[str]:
    return {*good.case.facts.sources, *(entity["id"] for entity in good.case.brief.form["entities"])}


def _dropped(good: Good, chance: random.Random) -> str | None:
    """An item's bullet with what hangs under it; in a sentence, its name with the comma."""
    if good.case.brief.form["info_need"] == "yes_no":
        return None
    lines = good.text.splitlines()
    bullets = [at for at, line in enumerate(lines) if _bulleted(line, good.case)]
    if len(bullets) > 1:
        at = chance.choice(bullets)
        return "\n".join(lines[:at] + lines[_end(lines, at) :])
    places = [(start, end) for start, end in _named(good) if good.text[max(start - 2, 0) : start] == ", "]
    if not places:
        return None
    start, end = chance.choice(places)
    return _put(good.text, start - 2, end, "")


def _bulleted(line: str, case: Case) -> bool:
    told = line.strip().lstrip("-| 0123456789.").casefold()
    if not re.match(r"\s*(?:[-|]|\d+\.)\s", line):
        return False
    return any(told.startswith(item.name.casefold()) for item in case.facts.items)


def _end(lines: Sequence[str], at: int) -> int:
    depth = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    while end < len(lines) and lines[end].strip() and len(lines[end]) - len(lines[end].lstrip()) > depth:
        end += 1
    return end


def _id(good: Good, chance: random.Random) -> str | None:
    """An id, a reference, a score or the name of a tool behind a name."""
    places = _named(good)
    if not places:
        return None
    _, end = chance.choice(places)
    id = chance.choice(sorted(_ids(good)))
    marks = (
        f" ({id})",
        " [1]",
        " (confidence: 0.86)",
        f" — {id}",
        " [2] –",
        " (graph_query_tool)",
        " (уверенность 0,91)",
    )
    return _put(good.text, end, end, chance.choice(marks))


def _swapped(good: Good, chance: random.Random) -> str | None:
    """Two items with each other's facts, or two groups with each other's items."""
    lines = good.text.splitlines()
    groups = [at for at, line in enumerate(lines) if line.strip().lstrip("- ").rstrip(":") in _titles(good.case)]
    heads = groups if len(groups) > 1 else [at for at, line in enumerate(lines) if _bulleted(line, good.case)]
    pairs = [(a, b) for a in heads for b in heads if a < b and (groups or _differ(lines[a], lines[b], good.case))]
    if pairs:
        a, b = chance.choice(pairs)
        lines[a], lines[b] = _exchanged(lines[a], lines[b], good.case)
        return "\n".join(lines)
    return _swapped_names(good, chance)


def _titles(case: Case) -> set[str]:
    return {title for title, _ in case.facts.groups}


def _differ(one: str, other: str, case: Case) -> bool:
    """Whether the lines tell something beyond the names, and not the same."""
    rests = [_parted(line, case)[2].strip(" .:") for line in (one, other)]
    return all(rests) and rests[0] != rests[1]


def _parted(line: str, case: Case) -> tuple[str, str, str]:
    names = [*(item.name for item in case.facts.items), *_titles(case)]
    for name in sorted(names, key=len, reverse=True):
        at = line.casefold().find(name.casefold())
        if at >= 0:
            return line[:at], line[at : at + len(name)], line[at + len(name) :]
    return line, "", ""


def _exchanged(one: str, other: str, case: Case) -> tuple[str, str]:
    (a, name, b), (c, second, d) = _parted(one, case), _parted(other, case)
    return f"{a}{second}{b}", f"{c}{name}{d}"


def _swapped_names(good: Good, chance: random.Random) -> str | None:
    """In a sentence: two names that each have figures of their own behind them, exchanged."""
    places = [(start, end) for start, end in _named(good) if _figured(good.text, end)]
    pairs = [
        (a, b) for a in places for b in places if a[1] < b[0] and _figured(good.text, a[1]) != _figured(good.text, b[1])
    ]
    if not pairs:
        return None
    (a, b), (c, d) = chance.choice(pairs)
    text = good.text
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _figured(text: str, end: int) -> str:
    """The parenthesis with figures right behind a name."""
    found = re.match(r"\W{0,2}\(([^()]*\d[^()]*)\)", text[end:])
    return found[1] if found else ""


def _twice(good: Good, chance: random.Random) -> str | None:
    """Two faults of different kinds."""
    first, second = chance.sample((_number, _outside, _dropped, _id, _swapped), 2)
    text = first(good, chance)
    return second(Good(good.case, text, good.reworded), chance) or text if text else None


def _named(good: Good) -> list[tuple[int, int]]:
    """Where items stand by name in the text."""
    names = sorted({item.name for item in good.case.facts.items}, key=len, reverse=True)
    found = re.finditer("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), good.text, re.IGNORECASE)
    return [match.span() for match in found]


def _put(text: str, start: int, end: int, said: str) -> str:
    return text[:start] + said + text[end:]


KINDS: dict[str, Callable[[Good, random.Random], str | None]] = {
    "wrong number": _number, "name from outside": _outside, "dropped item": _dropped, "id or score": _id,
    "swapped pair": _swapped, "two faults": _twice,
}  # fmt: skip
