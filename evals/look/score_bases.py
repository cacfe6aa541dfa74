"""Compares models of bases with the facts about them. Standard library only.

    score_bases.py TRUTH MODELS            one JSON line
    score_bases.py TRUTH MODELS --misses   the same, and on the error stream the facts missed and the relations invented
    score_bases.py selftest TRUTH          models built from the facts must score 1, spoiled ones less

MODELS: one {"source", "model"} a line, the model in Ossie's JSON with our extensions.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from matching import Line, called, fold

VENDOR = "GROUNDPLAN"


@dataclass(frozen=True)
class Dataset:
    """A dataset of a model: what it may be called, and what is said of it."""

    id: str
    names: tuple[str, ...]
    keys: tuple[list[str], ...]  # the primary one, or without one those that are unique
    unique: tuple[list[str], ...]  # all of them
    labels: dict[str, str]
    said: Line

    def has(self, columns: list[str], fair: list[str], ordered: bool) -> bool:
        """Whether these columns are the fair ones, by name or label, in this order or in any."""
        if len(columns) != len(fair):
            return False
        fits = [[self.is_called(column, name) for name in fair] for column in columns]
        if ordered:
            return all(fits[n][n] for n in range(len(fair)))
        return all(map(any, fits)) and all(map(any, zip(*fits, strict=True)))

    def is_called(self, column: str, name: str) -> bool:
        return called(column, [name]) or called(self.labels.get(fold(column), column), [name])


@dataclass
class Model:
    datasets: list[Dataset] = field(default_factory=list)
    relations: list[Line] = field(default_factory=list)

    def called(self, fair: Any) -> list[Dataset]:
        patterns = fair if isinstance(fair, list) else [fair]
        return [one for one in self.datasets if any(called(name, patterns) for name in one.names)]


def several(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]


def extension(thing: Line) -> Line:
    """What we say of a dataset or field beyond Ossie's own words."""
    for one in thing.get("custom_extensions") or []:
        if one.get("vendor_name") == VENDOR:
            data = one.get("data") or {}
            return json.loads(data) if isinstance(data, str) else data
    return {}


def dataset(raw: Line) -> Dataset:
    """A dataset goes by its name, and by its source's file, stem or last part."""
    source = str(raw.get("source") or "")
    file = re.split(r"[/\\]", source)[-1]
    names = [str(raw.get("name") or ""), file, file.rpartition(".")[0], re.split(r"[#!:|.]", source)[-1]]
    primary, unique = raw.get("primary_key") or [], raw.get("unique_keys") or []
    every = tuple(several(one) for one in ([primary] if primary else []) + unique)
    labels = {fold(one.get("name", "")): one["label"] for one in raw.get("fields") or [] if one.get("label")}
    fair = tuple(name for name in names if name)
    return Dataset(fold(names[0]), fair, every[:1] if primary else every, every, labels, extension(raw))


def model(raw: Line | None) -> Model:
    found = Model()
    for part in (raw or {}).get("semantic_model") or []:
        found.datasets += [dataset(one) for one in part.get("datasets") or []]
        found.relations += part.get("relationships") or []
    return found


def holds(fact: Line, found: Model) -> bool:
    """Whether a model says what the fact says."""
    if fact["kind"] == "relation":
        ends = [fact["from"], fact["from_columns"], fact["to"], fact["to_columns"]]
        entry = [*ends, *(["either"] if fact.get("either") else [])]
        return any(same_relation(found, said, entry) for said in found.relations)
    here = found.called("*" if fact["kind"] == "thing" else fact["dataset"])
    if fact["kind"] == "rows":
        return any(one.said.get("rows") in fact["value"] for one in here)
    if fact["kind"] == "thing":
        return any(one.has(key, columns, False) for one in here for key in one.unique for columns in fact["key"])
    if fact["kind"] == "key":
        return any(one.has(key, columns, False) for one in here for key in one.keys for columns in fact["value"])
    said = [(one, several(one.said.get(fact["kind"]) or [])) for one in here]
    return any(one.has(columns, several(name), False) for one, columns in said for name in fact["value"])


def same_relation(found: Model, said: Line, entry: list[Any]) -> bool:
    """Whether a relation of the model is this one, from the many to the one."""
    ways = [entry[:4]] + ([[*entry[2:4], *entry[:2]]] if "either" in entry[4:] else [])
    return any(
        end_is(found, said, "from", left, columns) and end_is(found, said, "to", right, others)
        for left, columns, right, others in ways
    )


def end_is(found: Model, said: Line, end: str, table: Any, columns: list[str]) -> bool:
    there = fold(said.get(end) or "")
    stated = said.get(f"{end}_columns") or []
    return any(one.id == there and one.has(stated, columns, True) for one in found.called(table))


def relations(fact: Line, found: Model) -> tuple[list[Any], list[Line], int]:
    """Relations that were missed, relations that are not there, and how many were said."""
    said = list(
        {
            json.dumps([r.get(k) for k in ("from", "from_columns", "to", "to_columns")]): r for r in found.relations
        }.values()
    )
    every = [*fact["value"], *fact.get("free", [])]
    missed = [entry for entry in fact["value"] if not any(same_relation(found, one, entry) for one in said)]
    invented = [one for one in said if not any(same_relation(found, one, entry) for entry in every)]
    return missed, invented, len(said)


def score(facts: list[Line], models: list[Line]) -> tuple[Line, list[str]]:
    """The figures, and a line for each fact missed and each relation invented."""
    by_source = {str(one.get("source")).removeprefix("./").rstrip("/"): model(one.get("model")) for one in models}
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    sums, misses = Counter[str](), []
    for fact in facts:
        found = by_source.get(fact["source"], Model())
        if fact["kind"] == "all_relations":
            missed, invented, said = relations(fact, found)
            there = len(fact["value"])
            sums.update(found=there - len(missed), there=there, invented=len(invented), said=said)
            misses += [f"invented in {fact['source']}: {json.dumps(one, ensure_ascii=False)}" for one in invented]
            continue
        right = holds(fact, found)
        kinds[fact["kind"]].update(right=right, every=1)
        misses += [] if right else [f"missed: {json.dumps(fact, ensure_ascii=False)}"]
    every = sum(one["every"] for one in kinds.values())
    right = sum(one["right"] for one in kinds.values())
    by_kind = {kind: f"{one['right']}/{one['every']}" for kind, one in sorted(kinds.items())}
    found_of, invented_of = f"{sums['found']}/{sums['there']}", f"{sums['invented']}/{sums['said']}"
    figures = {"n": every, "right": round(right / every, 4) if every else 0.0, "relations_found": found_of}
    return {**figures, "relations_invented": invented_of, "by_kind": by_kind}, misses


def built(facts: list[Line]) -> list[Line]:
    """Models that say what the facts say, and every relation that is there."""
    sources: dict[str, dict[str, Line]] = defaultdict(dict)
    related: dict[str, list[Line]] = defaultdict(list)

    def plain(table: Any) -> str:
        return (table[0] if isinstance(table, list) else table).replace("*", "") or "anything"

    for fact in facts:
        kind = fact["kind"]
        if kind == "all_relations":
            for left, columns, right, others, *_ in fact["value"]:
                ends = {"from": plain(left), "from_columns": columns, "to": plain(right), "to_columns": others}
                related[fact["source"]].append(ends)
                for name in (plain(left), plain(right)):
                    sources[fact["source"]].setdefault(name, {"name": name, "said": {}})
        elif kind != "relation":
            name = plain(fact["value"] if kind == "thing" else fact["dataset"])
            one = sources[fact["source"]].setdefault(name, {"name": name, "said": {}})
            if kind in ("key", "thing"):
                one["primary_key"] = fact["value" if kind == "key" else "key"][0]
            else:
                one["said"][kind] = fact["value"][0]
    return [{"source": source, "model": ossie(list(sources[source].values()), related[source])} for source in sources]


def ossie(datasets: list[Line], related: list[Line]) -> Line:
    held = [
        {**one, "custom_extensions": [{"vendor_name": VENDOR, "data": json.dumps(one["said"])}]} for one in datasets
    ]
    return {"semantic_model": [{"name": "m", "datasets": held, "relationships": related}]}


def spoiled(models: list[Line]) -> dict[str, list[Line]]:
    """The same models, each way without something, or with something that is not there."""

    def changed(change: Any) -> list[Line]:
        copies = json.loads(json.dumps(models))
        for one in copies:
            change(one["model"]["semantic_model"][0])
        return copies

    def turn(part: Line) -> None:
        for one in part["relationships"]:
            one.update({"from": one["to"], "to": one["from"], "from_columns": ["x"], "to_columns": one["from_columns"]})

    def unkey(part: Line) -> None:
        for one in part["datasets"]:
            one["primary_key"] = [*one.get("primary_key", []), "x"]

    def unsay(part: Line) -> None:
        for one in part["datasets"]:
            one["custom_extensions"] = []

    def invent(part: Line) -> None:
        ends = [part["datasets"][0]["name"], part["datasets"][-1]["name"]]
        part["relationships"].append({"from": ends[0], "from_columns": ["x"], "to": ends[1], "to_columns": ["y"]})

    return {"turned": changed(turn), "unkeyed": changed(unkey), "unsaid": changed(unsay), "invented": changed(invent)}


def lines_of(path: str) -> list[Line]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines() if line.strip()]


def selftest(path: str) -> int:
    """0 when models built from the facts score 1, empty ones 0, and every spoiling is seen."""
    facts = lines_of(path)
    full, misses = score(facts, built(facts))
    nothing, _ = score(facts, [{"source": fact["source"], "model": {}} for fact in facts])
    hurt = {way: score(facts, models)[0] for way, models in spoiled(built(facts)).items()}
    clean = full["right"] == 1 and full["relations_invented"].startswith("0/") and not misses
    seen = all(hurt[way]["right"] < 1 for way in ("turned", "unkeyed", "unsaid"))
    ok = clean and seen and nothing["right"] == 0 and not hurt["invented"]["relations_invented"].startswith("0/")
    print(json.dumps({"n": full["n"], "built": full["right"], "empty": nothing["right"], "ok": ok}))
    sys.stderr.write("".join(f"{miss}\n" for miss in misses))
    return 0 if ok else 1


def main(arguments: list[str]) -> int:
    paths = [one for one in arguments if one != "--misses"]
    if len(paths) != 2:
        sys.exit(__doc__)
    if paths[0] == "selftest":
        return selftest(paths[1])
    figures, misses = score(lines_of(paths[0]), lines_of(paths[1]))
    if "--misses" in arguments:
        sys.stderr.write("".join(f"{miss}\n" for miss in misses))
    print(json.dumps(figures, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
