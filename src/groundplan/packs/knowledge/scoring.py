"""Scores a run over a graph or documents: complete sets, first entity, passages found, the memory gate."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from groundplan.pack import Gold, Score

FIRST = 5


def score_set(gold: Gold, run: Gold) -> Score:
    """The names found against all the names there are; its share is the F1 of the two sets."""
    want, got = {_plain(name) for name in gold["names"]}, _names(run)
    hit = len(want & got)
    f1 = 2 * hit / (len(want) + len(got)) if hit else 0.0
    return Score(want == got, f"{hit} of {len(want)} found, {len(got - want)} besides", f1)


def score_entity(gold: Gold, run: Gold) -> Score:
    """The first entity is the right one."""
    ids = [entity["id"] for entity in run["understanding"]["entities"]]
    return Score(ids[:1] == [gold["entity"]], f"{ids[:1]} instead of {gold['entity']}")


def score_passages(gold: Gold, run: Gold) -> Score:
    """The passages among the first five; its share is the recall."""
    sources = [str(id) for id in run["facts"]["sources"][:FIRST]]
    hit = len({id.rpartition("#")[2] for id in sources} & set(gold["passages"]))
    return Score(hit == len(gold["passages"]), f"{hit} of {len(gold['passages'])} found", hit / len(gold["passages"]))


def score_decision(gold: Gold, run: Gold) -> Score:
    """Follow-up or independent."""
    got = run["recall"]["decision"]
    return Score(got == gold["decision"], f"{got} instead of {gold['decision']}")


def score_case(gold: Gold, run: Gold) -> Score:
    """A case of the pack: everything it names is so; what it does not name is free."""
    for wrong in (_status(gold, run), _read(gold, run), _listed(gold, run), _worded(gold, run)):
        if wrong:
            return Score(False, wrong)
    return Score(True, "")


def _status(gold: Gold, run: Gold) -> str:
    wanted = [gold["status"]] if isinstance(gold["status"], str) else list(gold["status"])
    if run["status"] not in wanted:
        return f"{run['status']} instead of {' or '.join(wanted)}"
    decision = run["recall"]["decision"]
    if gold.get("decision", decision) != decision:
        return f"{decision} instead of {gold['decision']}"
    if run["status"] == "answered" and gold.get("found") is False and run["facts"]["found"]:
        return "found something where nothing is"
    return ""


def _read(gold: Gold, run: Gold) -> str:
    intents = {intent["type"] for intent in run["understanding"]["intents"]}
    ids = {entity["id"] for entity in run["understanding"]["entities"]}
    steps = (run.get("plan") or {}).get("steps", ())
    if not set(gold.get("intents", ())) <= intents:
        return f"intents {sorted(intents)} instead of {gold['intents']}"
    if not set(gold.get("entities", ())) <= ids or ids & set(gold.get("not_entities", ())):
        return f"entities {sorted(ids)} instead of {gold.get('entities', [])}"
    if "tool" in gold and (not steps or steps[0]["tool"] != gold["tool"]):
        return f"{steps[0]['tool'] if steps else 'nothing'} first instead of {gold['tool']}"
    category = run["understanding"]["form"].get("category")
    return "" if gold.get("category", category) == category else f"category {category} instead of {gold['category']}"


def _listed(gold: Gold, run: Gold) -> str:
    if "names" in gold and (want := {_plain(name) for name in gold["names"]}) != (got := _names(run)):
        return f"missing {sorted(want - got)}, besides {sorted(got - want)}"
    if "total" in gold and len(run["facts"]["items"]) != gold["total"]:
        return f"{len(run['facts']['items'])} items instead of {gold['total']}"
    return ""


def _worded(gold: Gold, run: Gold) -> str:
    text = _plain((run.get("answer") or {}).get("text", ""))
    missing = [words for words in gold.get("contains", ()) if _plain(words) not in text]
    besides = [words for words in gold.get("absent", ()) if _plain(words) in text]
    return f"the answer lacks {missing}, says {besides}" if missing or besides else ""


def _names(run: Gold) -> set[str]:
    return {_plain(item["name"]) for item in run["facts"]["items"]}


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


BY_KEY = {
    "hops": score_set, "entity": score_entity, "passages": score_passages,
    "status": score_case, "decision": score_decision,
}  # fmt: skip
"""By a key that only such a gold has; the first that is there decides."""


def scorer(gold: Gold) -> Callable[[Gold, Gold], Score] | None:
    """Who can score a run against this gold."""
    return next((score for key, score in BY_KEY.items() if key in gold), None)
