"""What a person says of a source, laid over what was found in it: what is said wins, and each is noted.

Figures of the data (rows, blanks, bounds) are measured, not said: they are passed over. A name that is not there is a
mistake with the nearest that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from groundplan.contracts.source_model import Dataset, Field, Figure, Note, Relation, SourceModel
from groundplan.errors import SourceError
from groundplan.sources.model.adds_up import adds_up
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.expressions import columns, parsed
from groundplan.sources.model.homes import holds
from groundplan.sources.model.notes import still_held
from groundplan.sources.model.ossie_read import Declared, Mistake, Said
from groundplan.sources.model.paths import with_paths
from groundplan.sources.model.related import Related
from groundplan.sources.model.spelling import missing, named
from groundplan.sources.model.tests import inferred_tests

OF_FIELDS = ("role", "unit", "adds_up", "signed", "ordered", "separator", "codes", "description", "synonyms")
OF_DATASETS = ("row_is", "primary_key", "unique_keys", "main_time", "name_field", "ended", "latest_of", "aliases",
               "description", "synonyms")  # fmt: skip
NAMING = ("primary_key", "unique_keys", "main_time", "name_field", "ended", "latest_of", "aliases")
"""What of a dataset names its fields."""
AS_READ = ("missing_marks", "type")
"""Decided while the cells are read, so that it cannot be said afterwards."""
KINDS = ({"integer", "number"}, {"date", "datetime"})

Elsewhere = Callable[[str], bool]
"""Whether a dataset of that name may be one that was not opened this time."""


def laid_over(
    model: SourceModel, said: Declared, evidence: Evidence, elsewhere: Elsewhere = lambda name: False
) -> tuple[SourceModel, list[Mistake]]:
    """The model as it is said to be, and what could not be followed."""
    made = _Laying(model, evidence, elsewhere)
    for one in said.datasets:
        made.dataset(one)
    related = Related(made.datasets, model.relations, evidence, elsewhere)
    for one in said.relations:
        related.said(one)
    made.datasets = related.datasets
    for dataset, field, line in made.coded:
        made.uncoded(dataset, field, line, related.relations)
    for one in said.figures:
        made.figure(one)
    whole = with_paths(
        SourceModel(
            datasets=tuple(made.datasets.values()),
            relations=tuple(related.relations),
            figures=tuple(made.figures.values()),
            notes=(*still_held(related.still(model.notes), model, made.datasets), *made.notes, *related.notes),
        )
    )
    return whole, [*said.mistakes, *made.mistakes, *related.mistakes]


class _Laying:
    """The parts of a model while they are changed."""

    def __init__(self, model: SourceModel, evidence: Evidence, elsewhere: Elsewhere) -> None:
        self.datasets = {dataset.name: dataset for dataset in model.datasets}
        self.figures = {figure.name: figure for figure in model.figures}
        self.coded: list[tuple[str, str, int]] = []
        """Fields with a code book, and where it stands."""
        self.notes: list[Note] = []
        self.mistakes: list[Mistake] = []
        self._evidence = evidence
        self._elsewhere = elsewhere

    def dataset(self, said: Said) -> None:
        """Its fields first: the rest may name them."""
        name = named(said.name, self.datasets)
        if name is None:
            if not self._elsewhere(said.name):
                self._mistake(said.line, self._unknown(said))
            return
        before = dataset = self.datasets[name]
        for one in said.fields:
            dataset = self._with_field(dataset, one)
        known = [field.name for field in dataset.fields]
        update = {}
        for key, value in _different(dataset, said, OF_DATASETS):
            right, wrong = _fields_of(value, known) if key in NAMING else (value, [])
            for other in wrong:
                self._mistake(said.lines[key], missing("field", other, known, name))
            if not wrong:
                update[key] = right
        if update.get("latest_of") and not update.get("main_time", dataset.main_time):
            self._mistake(said.lines["latest_of"], "'latest_of' is by time: say the 'main_time', too")
            del update["latest_of"]
        dataset = dataset.model_copy(update=update)
        tests = self._tests(before, dataset, said)
        self._note(name, update | ({"tests": tests} if tests != before.tests else {}))
        self.datasets[name] = dataset.model_copy(update={"tests": tests})

    def _unknown(self, said: Said) -> str:
        """Which dataset there is not; one that was found inside another is not called otherwise."""
        source = str(said.values.get("source", ""))
        inside = self.datasets.get(named(source, self.datasets) or "")
        if inside:
            told = f"{inside.name!r} cannot be called {said.name!r}: it was found inside of {inside.source}"
            return f"{told}; say `synonyms` of it"
        sources = [dataset.source for dataset in self.datasets.values()]
        if source and said.name not in sources:
            return missing("dataset or file", source, [*self.datasets, *sources])
        return missing("dataset", said.name, self.datasets)

    def _tests(self, before: Dataset, after: Dataset, said: Said) -> dict[str, str]:
        """What was found follows what is said of its fields; a condition that is said to be nothing goes."""
        found, now = inferred_tests(before), inferred_tests(after)
        tests = {name: text for name, text in before.tests.items() if found == now or found.get(name) != text}
        tests |= {} if found == now else now
        for name, text in said.values.get("tests", {}).items():
            if after.field(name):
                self._mistake(
                    said.lines["tests"], f"a field of {after.name} is called {name!r}; call the test otherwise"
                )
            else:
                tests[name] = text.strip()
        return {name: text for name, text in tests.items() if text}

    def _with_field(self, dataset: Dataset, said: Said) -> Dataset:
        known = [field.name for field in dataset.fields]
        was = named(said.column, known)
        name = named(said.name, known) or was
        if name is None:
            self._mistake(said.line, missing("field", said.column or said.name, known, dataset.name))
            return dataset
        if was and was.casefold() != said.name.casefold():
            why = "another field is" if name != was else f"it was found inside of {dataset.source}"
            self._mistake(said.line, f"{was!r} of {dataset.name} cannot be called {said.name!r}: {why}")
            return dataset
        field = dataset.fields[known.index(name)]
        for key, value in _different(field, said, AS_READ):
            if key != "type" or not _alike(value, field.type):
                told = (
                    f"{said.name!r} was read with {key} {_spelt(getattr(field, key))}, which cannot be said otherwise"
                )
                self._mistake(said.lines[key], told)
        update = dict(_different(field, said, OF_FIELDS))
        if update.get("adds_up") and field.role != "measure":
            update.setdefault("role", "measure")
        if update.get("role") == "measure" and field.type not in KINDS[0]:
            self._mistake(said.line, f"{name!r} is no measure: it was read as {field.type}")
            return dataset
        if update.get("separator") and field.type != "text":
            self._mistake(said.lines["separator"], f"{name!r} holds no lists: it was read as {field.type}")
            return dataset
        self._note(f"{dataset.name}.{name}", update)
        if update.get("codes"):
            self.coded.append((dataset.name, name, said.lines["codes"]))
        changed = self._settled(dataset, field.model_copy(update=update), update) if update else field
        return dataset.model_copy(update={"fields": tuple(changed if one is field else one for one in dataset.fields)})

    def _settled(self, dataset: Dataset, field: Field, said: Mapping[str, Any]) -> Field:
        """What follows from it: codes are labels, and only a measure has figures that come together."""
        if field.codes and "role" not in said:
            field = field.model_copy(update={"role": "category"})
        if "separator" in said and "role" not in said:
            field = field.model_copy(update={"role": "list" if field.separator else "category"})
        if field.separator:
            field = field.model_copy(update={"ordered": ()})
        if field.role != "measure":
            return field.model_copy(update={"adds_up": None, "signed": False})
        if field.adds_up is None:
            how = adds_up(dataset, field, {}, self._evidence)
            return field.model_copy(update={"adds_up": how.up if how else None})
        return field

    def uncoded(self, dataset: str, field: str, line: int, relations: Sequence[Relation]) -> None:
        """What names rows of another dataset, or is named so, must stay as it is."""
        for one in relations:
            if (dataset, field) in [(one.many, name) for name in one.columns] + [
                (one.one, name) for name in one.others
            ]:
                self._mistake(line, f"{dataset}.{field} relates {one.many} to {one.one}, so that its values stay codes")
                self.datasets[dataset] = _without_codes(self.datasets[dataset], field)
                return

    def figure(self, said: Said) -> None:
        """A new one, or another meaning of one that there is."""
        text = said.values.get("expression")
        if text is None:
            return
        try:
            fields = columns(parsed(text))
        except SourceError as error:
            self._mistake(said.line, f"figure {said.name!r}: {str(error).rstrip('.')}")
            return
        lost = [one for one in fields if not any(holds(dataset, one) for dataset in self.datasets.values())]
        if lost:
            known = {field.name for dataset in self.datasets.values() for field in dataset.fields}
            self._mistake(said.line, f"figure {said.name!r}: {missing('field', lost[0].name, known)}")
            return
        figure = Figure(name=said.name, **said.values)
        if self.figures.get(said.name) == figure:
            return
        self.figures = {name: one for name, one in self.figures.items() if name.casefold() != said.name.casefold()}
        self.figures[said.name] = figure
        self._note(said.name, {"expression": text})

    def _note(self, about: str, update: Mapping[str, Any]) -> None:
        self.notes += [
            Note(about=about, text=f"{key.replace('_', ' ')}: {_spelt(value)}", declared=True)
            for key, value in update.items()
        ]

    def _mistake(self, line: int, text: str) -> None:
        self.mistakes.append(Mistake(line, text))


def _without_codes(dataset: Dataset, name: str) -> Dataset:
    fields = [one.model_copy(update={"codes": {}}) if one.name == name else one for one in dataset.fields]
    return dataset.model_copy(update={"fields": tuple(fields)})


def _different(noun: Dataset | Field, said: Said, keys: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """What is said otherwise than it was found."""
    for key in keys:
        if key in said.values and said.values[key] != getattr(noun, key):
            yield key, said.values[key]


def _fields_of(value: Any, known: Sequence[str]) -> tuple[Any, list[str]]:
    """The names of fields as they are spelt, one by one or in lists; and those that there are not."""
    if isinstance(value, str):
        right = named(value, known) if value else ""
        return (value, [value]) if right is None else (right, [])
    parts = [_fields_of(one, known) for one in value]
    return tuple(right for right, _ in parts), [name for _, wrong in parts for name in wrong]


def _alike(one: str, other: str) -> bool:
    return any({one, other} <= kind for kind in KINDS)


def _spelt(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} is {meaning}" for key, meaning in value.items())
    if isinstance(value, (tuple, list)):
        return ", ".join(_spelt(one) for one in value) or "none"
    return str(value) if value not in ("", None) else "none"
