"""Small sources made by chance: gaps and repeats, keys that are found, blank or orphaned, lists, one to one."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from groundplan.contracts.source_model import Dataset, Field, Relation, SourceModel

TODAY = date(2024, 3, 5)
WORDS = ("red", "Red", "dark blue", "Äpfel", "7")
NAMES = ("Ann", "Bob", "Eva Ann", "bob")
KINDS = ("orders", "people", "places", "items")
Rows = dict[str, list[dict[str, Any]]]


def random_base(rng: Random) -> tuple[SourceModel, Rows]:
    """A model of two to four datasets, and their rows."""
    names = rng.sample(KINDS, rng.randint(2, 4))
    datasets = {name: _dataset(rng, name) for name in names}
    rows = {name: _rows(rng, datasets[name]) for name in names}
    relations: list[Relation] = []
    for at, many in enumerate(names):
        for one in names[:at] or names:
            if rng.random() < 0.8:
                relations += _relations(rng, many, one, datasets, rows)
    if rng.random() < 0.3:
        again = rng.choice(names)
        relations += _relation(rng, again, again, "parent", datasets, rows)
    model = SourceModel(datasets=tuple(datasets.values()), relations=tuple(relations))
    return model, rows


def _dataset(rng: Random, name: str) -> Dataset:
    fields = [_field("id", "integer" if rng.random() < 0.6 else "text"), _field("size", "integer")]
    scale = rng.sample(WORDS, rng.randint(2, len(WORDS))) if rng.random() < 0.25 else []
    fields += [_field("price", "number"), _field("kind", "text", ordered=tuple(scale)), _field("open", "boolean")]
    fields += [_field("day", "date")] if rng.random() < 0.6 else []
    fields += [_field("at", "datetime")] if rng.random() < 0.6 else []
    fields += [_field("label", "text")] if rng.random() < 0.7 else []
    fields += [_field("also", "text", separator="/")] if rng.random() < 0.35 else []
    fields += [_field("took", "integer", unit=rng.choice(("minutes", "h", "days")))] if rng.random() < 0.3 else []
    fields += [_field("tags", "text", separator=";")] if rng.random() < 0.4 else []
    has = {field.name for field in fields}
    times = sorted(has & {"day", "at"})
    keys: dict[str, Any] = {"primary_key": ("id",)}
    keys = rng.choice([keys] * 6 + [{"unique_keys": (("id",),)}, {"primary_key": ("id", "size")}, {}])
    called = ("label",) if "label" in has else ()
    return Dataset(
        name=name, fields=tuple(fields), **keys,
        main_time=rng.choice(times) if times and rng.random() < 0.7 else "",
        name_field=(*called, "kind") if called and rng.random() < 0.15 else called,
        aliases=("also",) if {"also", "label"} <= has else (),
        tests=rng.choice([{}, {"large": "size > 3"}, {"plain": "open and missing(kind)", "large": "price >= 2.5"},
                          {"reddish": 'not kind = "7" and kind != "Red"'}]),
    )  # fmt: skip


def _field(name: str, kind: Any, **more: Any) -> Field:
    return Field(name=name, type=kind, role="text", **more)


def _rows(rng: Random, dataset: Dataset) -> list[dict[str, Any]]:
    count = rng.choice([0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    keys = rng.sample(range(1, 30), count)
    return [{field.name: _cell(rng, field, key) for field in dataset.fields} for key in keys]


def _cell(rng: Random, field: Field, key: int) -> Any:
    if field.name == "id":
        return key if field.type == "integer" else f"k{key}"
    if rng.random() < 0.15:
        return None
    if field.separator:
        pool = NAMES if field.name == "also" else WORDS
        return field.separator.join(rng.choices(pool, k=rng.randint(1, 3)))
    day = date(2023, 11, 25) + timedelta(days=rng.choice([0, 1, 7, 36, 40, 66, 100, 101, 400]))
    moment = datetime(day.year, day.month, day.day, rng.choice([0, 9, 9, 23]), rng.choice([0, 30]))
    texts = NAMES if field.name == "label" else WORDS
    return {
        "integer": rng.randint(-1, 5), "number": rng.randint(-2, 9) / 2, "boolean": rng.random() < 0.5,
        "date": day, "datetime": moment, "text": rng.choice(texts),
    }[field.type]  # fmt: skip


# ------------------------------------------------------------------ relations


def _relations(rng: Random, many: str, one: str, datasets: dict[str, Dataset], rows: Rows) -> list[Relation]:
    """One relation, or two between the same datasets."""
    name = "owner" if many != one else "parent"
    made = _relation(rng, many, one, f"{name}_{one}", datasets, rows)
    return made + (_relation(rng, many, one, f"second_{one}", datasets, rows) if rng.random() < 0.25 else [])


def _relation(rng: Random, many: str, one: str, path: str, datasets: dict[str, Dataset], rows: Rows) -> list[Relation]:
    """A column of keys, with orphans and blanks; or of lists of keys; or of keys that stand once each."""
    held = datasets[many]
    if held.field(f"{path}_id"):
        return []
    listed = rng.random() < 0.2
    single = not listed and many != one and rng.random() < 0.25
    key = datasets[one].field("id")
    assert key
    other = "size" if key.type == "integer" else "kind"  # things without a name are shown by keys of one kind
    target = "id" if single or rng.random() < 0.93 else other
    named = bool(datasets[one].name_field)
    kind = "text" if listed or (not single and named and rng.random() < 0.1) else key.type
    kind = "number" if kind == "integer" and rng.random() < 0.1 else kind
    field = _field(f"{path}_id", kind, separator="," if listed else "")
    keys = [row[target] for row in rows[one] if row[target] is not None]
    _fill(rng, rows[many], field, keys, key.type, single)
    columns, others = (field.name,), (target,)
    fields = [*held.fields, field]
    if not listed and not single and target == "id" and rng.random() < 0.12:
        more, columns, others = _field(f"{path}_size", "integer"), (*columns, f"{path}_size"), (*others, "size")
        fields.append(more)
        _fill_second(rng, rows[many], field.name, more.name, rows[one])
    datasets[many] = held.model_copy(update={"fields": tuple(fields)})
    return [Relation(
        name=f"{many}_{path}", many=many, columns=columns, one=one, others=others, single=single, path=path,
        back=f"{many}_of_{path}",
    )]  # fmt: skip


def _fill(rng: Random, rows: list[dict[str, Any]], field: Field, keys: list[Any], kind: str, single: bool) -> None:
    orphan = 99 if kind == "integer" else "k99"
    left = list(keys)
    for row in rows:
        if field.separator:
            parts = rng.sample([*keys, orphan], min(rng.randint(0, 3), len(keys) + 1))
            row[field.name] = field.separator.join(map(str, parts)) or None
        elif single:
            key = left.pop(rng.randrange(len(left))) if left and rng.random() < 0.8 else None
            row[field.name] = _written(key, field.type)
        else:
            row[field.name] = _written(rng.choice([*keys * 3, orphan, None]), field.type)


def _written(key: Any, kind: str) -> Any:
    """A key as the column of the other side has it."""
    return key if key is None or kind == "integer" else float(key) if kind == "number" else str(key)


def _fill_second(rng: Random, rows: list[dict[str, Any]], first: str, second: str, ones: list[dict[str, Any]]) -> None:
    """The second column of a key of two: that of the row which the first names, mostly."""
    sizes = {str(one["id"]): one["size"] for one in ones}
    for row in rows:
        key = row[first]
        told = sizes.get(str(int(key) if isinstance(key, float) else key))
        row[second] = told if rng.random() < 0.7 else rng.choice((None, 0, 1))
