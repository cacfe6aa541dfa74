"""Measures a reader on lines kept aside, in the runtime: every slot, whole forms, refusals, questions back.

python -m training.reader.evaluate --data .train --model FOLDER --split test
    [--same-lists] [--columns 30] [--wrong 20] [--json FILE]
"""

from __future__ import annotations

import argparse
import functools
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.progress import track

from groundplan.language.labels import labels
from groundplan.language.phrases import Phrasebook, phrasebook
from groundplan.reading.embedded.compared_columns import said_comparison
from groundplan.reading.embedded.decode import decode
from groundplan.reading.embedded.encoder import Encoder, read_over
from groundplan.reading.embedded.page import Page
from groundplan.reading.embedded.rules import RULES, Rules
from groundplan.reading.embedded.values_said import period
from groundplan.reading.formed.form import Form
from training.generator.domains import KEPT, Column, Domain
from training.generator.mutate import written
from training.reader.compare import SLOTS, compared, naming
from training.reader.examples import Example, of_line, parts_of
from training.reader.featurise import before, fields_of, load, sheet_of
from training.reader.widen import widened


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".train"))
    parser.add_argument("--model", type=Path, default=None)
    parser.add_argument("--split", default="test", help="test, tune, or `kept`: the generator's tables kept out")
    parser.add_argument(
        "--same-lists",
        action="store_true",
        help="a list of rows is the same with and without its naming column",
    )
    parser.add_argument("--columns", type=int, default=0, help="give every table so many, by those of other tables")
    parser.add_argument("--wrong", type=int, default=0, help="show so many forms that are not exact")
    parser.add_argument("--json", type=Path, default=None)
    arguments = parser.parse_args()
    encoder = Encoder(arguments.model)
    lines = kept() if arguments.split == "kept" else load(arguments.data)[arguments.split]
    lines = widened(lines, arguments.columns) if arguments.columns else lines
    called = naming(lines) if arguments.same_lists else {}
    results = [
        measured(line, encoder, called.get(line["table"]["name"])) for line in track(lines, description=arguments.split)
    ]
    for result in [r for r in results if not r["exact"]][: arguments.wrong]:
        print(
            json.dumps({k: result[k] for k in ("question", "wrong", "ours", "gold")}, ensure_ascii=False, default=str)
        )
    told = figures(results)
    print(json.dumps(told, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def kept() -> list[dict[str, Any]]:
    """The written questions over the generator's tables that are never trained on, each without what was before."""
    return [
        {
            "table": _table(domain),
            **{key: getattr(one, key) for key in ("question", "status", "form", "said")},
            "choices": list(one.choices),
            "lang": domain.lang,
            "source": "generator",
        }
        for lang in ("en", "ru")
        for domain, one in written(lang, KEPT)
    ]


def _table(domain: Domain) -> dict[str, Any]:
    columns = [_shown(column) for column in domain.columns]
    return {"id": domain.name, "name": domain.name, "title": domain.title, "columns": columns}


def _shown(column: Column) -> dict[str, Any]:
    return {"name": column.name, "type": column.type, "values": list(column.values)}


def measured(line: dict[str, Any], encoder: Encoder, called: str | None = None, rules: Rules = RULES) -> dict[str, Any]:
    """One line, read and held against its gold; `called` is the column that names a row of its table."""
    example, book = of_line(line), _book()
    fields = fields_of(example)
    comparison = said_comparison(example.question, fields, book) if said_comparison in rules.aside else None
    asked = replace(example, question=comparison.rest) if comparison else example
    sheet, scores = read_over(fields, lambda shown: sheet_of(asked, encoder.tokens, fields=shown), encoder)
    page = Page(scores, sheet, asked.question, book, _prior(example, book), comparison=comparison)
    status = page.scores.best("status")[0]
    out: dict[str, Any] = {"status": status, "want": example.status, "follow_up": example.before is not None}
    out |= {"question": example.question, "lang": line.get("lang", "en")}
    if example.form is None:
        return {**out, "exact": status == example.status, "wrong": ["status"], "ours": status, "gold": example.status}
    form = decode(page, rules=rules).form
    right = compared(form, example.form, {c.name: c for c in example.table.columns}, book, called)
    right["filters"] = right["filters"] and _parted_alike(form, example.form)
    out |= {"slots": right, "filtered": bool(example.form["filters"]), "exact": all(right.values())}
    out |= {"ours": form.model_dump(mode="json", exclude_defaults=True), "gold": example.form}
    return {**out, "wrong": [slot for slot, fine in right.items() if not fine]}


@functools.cache
def _book() -> Phrasebook:
    return phrasebook(labels())


def _parted_alike(form: Form, gold: dict[str, Any]) -> bool:
    """Where `and` and `or` mix, whether the same conditions stand together."""
    if not any(f.join for f in form.filters) and not any(f.get("join") for f in gold["filters"]):
        return True
    ours = {frozenset(f.column for f in part) for part in form.alternatives}
    return ours == {frozenset(f["column"] for f in part) for part in parts_of(gold)}


def _prior(example: Example, book: Phrasebook) -> Form | None:
    """The form before, its periods resolved as the product would have them."""
    form = before(example)
    if form is None or example.before is None:
        return None
    columns = {column.name: column for column in example.table.columns}
    filters = []
    for condition, gold in zip(form.filters, example.before["filters"], strict=True):
        dated = period(str(gold["value"]), columns[condition.column], book) if gold["op"] == "period" else None
        filters.append(dated.model_copy(update={"join": condition.join}) if dated else condition)
    return form.model_copy(update={"filters": tuple(filters)})


def figures(results: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Shares of right slots and forms, and of questions rightly refused or asked back."""
    results = list(results)
    answered = [r for r in results if "slots" in r]
    filtered = [r for r in answered if r["filtered"]]
    out: dict[str, Any] = {"n": len(results), "answered": len(answered), "exact": share(r["exact"] for r in answered)}
    out["slots"] = {slot: share(r["slots"][slot] for r in answered) for slot in SLOTS}
    out["filters where some"] = share(r["slots"]["filters"] for r in filtered)
    for name, picked in (
        ("russian", [r for r in answered if r["lang"] == "ru"]),
        ("follow-ups", [r for r in answered if r["follow_up"]]),
    ):
        out[name] = {"n": len(picked), "exact": share(r["exact"] for r in picked)}
    out["status"] = {
        want: dict(Counter(r["status"] for r in results if r["want"] == want))
        for want in ("answered", "clarify", "refused")
    }
    return out


def share(values: Iterable[bool]) -> float:
    """In percent."""
    values = list(values)
    return round(100 * sum(values) / len(values), 1) if values else 0.0


if __name__ == "__main__":
    main()
