"""Relations that a person adds, replaces or takes away, held against the data before they are believed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from groundplan.contracts.source_model import Dataset, Field, Note, Relation
from groundplan.sources.lists import parts_of
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.ossie_read import Mistake, Said
from groundplan.sources.model.paths import NEVER, WAYS, start
from groundplan.sources.model.spelling import missing, named

SIDES = (("many", "columns"), ("one", "others"))


class Related:
    """The relations of a model while they are changed."""

    def __init__(
        self,
        datasets: Mapping[str, Dataset],
        relations: Sequence[Relation],
        evidence: Evidence,
        elsewhere: Callable[[str], bool],
    ) -> None:
        self.datasets = dict(datasets)
        self.relations = list(relations)
        self._found = tuple(relations)
        self._called: dict[str, str] = {}
        """What relations that were found are called now."""
        self._ways: dict[tuple[str, str], str] = {}
        """Ways that are said, by the dataset they begin at and their name, with the relation."""
        self.notes: list[Note] = []
        self.mistakes: list[Mistake] = []
        self._evidence = evidence
        self._elsewhere = elsewhere

    def said(self, said: Said) -> None:
        """One that is found by its name, or by the columns it goes from."""
        alike = [one for one in self.relations if _begins(one) == _begin(said)]
        before = next((one for one in [*self.relations, *alike] if _meant(one, said)), next(iter(alike), None))
        if said.values.get("remove") or (before is None and not said.values.keys() & {"many", "columns", "one"}):
            self._without(before, said)
            return
        made = self._made(said, before)
        if made and before and _ends(made) == _ends(before):
            self._again(self.relations.index(before), said)
        elif made:
            self._with(made, [one for one in self.relations if one is before or one in alike], said)

    def still(self, notes: Sequence[Note]) -> list[Note]:
        """The notes of what was found, without those of relations that went."""
        ends = {_ends(one) for one in self.relations}
        gone = {one.name for one in self._found if _ends(one) not in ends}
        kept = [note for note in notes if note.about not in gone]
        return [note.model_copy(update={"about": self._called.get(note.about, note.about)}) for note in kept]

    def _without(self, before: Relation | None, said: Said) -> None:
        if before is None:
            self._mistake(said.line, missing("relation", said.name, [one.name for one in self.relations]))
            return
        self.relations.remove(before)
        self.notes.append(Note(about=before.name, text="taken away", declared=True))

    def _again(self, place: int, said: Said) -> None:
        """What was found, otherwise called."""
        before = self.relations[place]
        made = self._passed(before.model_copy(update={"name": said.name or before.name}), said)
        self.relations[place] = made
        self._called[before.name] = made.name
        for key in ("name", *WAYS):
            if getattr(made, key) not in ("", getattr(before, key)):
                told = f"{'called' if key == 'name' else key} {getattr(made, key)}"
                self.notes.append(Note(about=made.name, text=told, declared=True))

    def _passed(self, made: Relation, said: Said) -> Relation:
        """With the ways that are said; what was found and is called so gets another name."""
        for way in WAYS:
            name, here = said.values.get(way, ""), start(made, way)
            if (name and self._ways.setdefault((here, name.casefold()), made.name) != made.name) or name in NEVER:
                self._mistake(
                    said.lines[way], f"{name!r} means something else from {here} on already; say another {way}"
                )
            elif name:
                self.relations = [_without_way(one, here, name) for one in self.relations]
                made = made.model_copy(update={way: name})
        return made

    def _with(self, made: Relation, instead_of: Sequence[Relation], said: Said) -> None:
        place = self.relations.index(instead_of[0]) if instead_of else len(self.relations)
        self.relations = [one for one in self.relations if one not in instead_of]
        made = self._passed(made, said)
        self.relations.insert(place, made)
        start = ", ".join(made.columns)
        told = f"{made.many}.{start} names a row of {made.one}"
        self.notes.append(Note(about=made.name, text=told, share=made.found, declared=True))
        self._points(made)

    def _points(self, made: Relation) -> None:
        """What names a row of another dataset is no figure."""
        dataset = self.datasets[made.many]
        if len(made.columns) == 1:
            fields = tuple(_key(one) if one.name == made.columns[0] else one for one in dataset.fields)
            self.datasets[made.many] = dataset.model_copy(update={"fields": fields})

    def _made(self, said: Said, before: Relation | None) -> Relation | None:
        """The relation, if it can be one."""
        values = ({} if before is None else before.model_dump()) | said.values
        lacking = [key for key in ("many", "columns", "one", "others") if not values.get(key)]
        if lacking:
            keys = {"many": "from", "one": "to", "columns": "from_columns", "others": "to_columns"}
            self._mistake(said.line, f"relation {said.name!r} lacks {', '.join(keys[key] for key in lacking)}")
            return None
        if not all([self._side(said, values, *side) for side in SIDES]):
            return None
        if len(values["columns"]) != len(values["others"]):
            self._mistake(said.line, f"relation {said.name!r} has not as many columns on both sides")
            return None
        ends = {key: values[key] for side in SIDES for key in side}
        name = said.name or "_".join((ends["many"], *ends["columns"]))
        made = Relation(name=name, **ends, declared=True)
        return self._held(made, said)

    def _side(self, said: Said, values: dict[str, object], dataset: str, columns: str) -> bool:
        """Whether the dataset and its columns are there; they are spelt as they stand."""
        name = str(values[dataset])
        found = named(name, self.datasets)
        line = said.lines.get(dataset, said.line)
        if found is None:
            if not self._elsewhere(name):
                self._mistake(line, missing("dataset", name, self.datasets))
            return False
        known = [field.name for field in self.datasets[found].fields]
        spelt = {str(column): named(str(column), known) for column in values[columns]}  # type: ignore[attr-defined]
        for column in (column for column, right in spelt.items() if right is None):
            self._mistake(said.lines.get(columns, said.line), missing("field", column, known, found))
        values[dataset], values[columns] = found, tuple(spelt.values())
        return None not in spelt.values()

    def _held(self, made: Relation, said: Said) -> Relation | None:
        """A row must be named by its columns alone, or each row that names it would meet several."""
        here, there = self._types(made.many, made.columns), self._types(made.one, made.others)
        rows, _, _ = self._evidence.found(made.one, made.others, made.one, made.others)
        if self._evidence.distinct(made.one, made.others) < rows:
            told = f"{made.one}.{', '.join(made.others)} stands more than once, so that it names no one row"
            self._mistake(said.line, f"{told}; is it the side that `from` is of?")
            return None
        if (listed := self.datasets[made.many].field(made.columns[0])) and listed.separator:
            return self._listed(made, listed.separator)
        if here != there:  # they meet as texts
            return made
        filled, found, _ = self._evidence.found(made.many, made.columns, made.one, made.others)
        single = filled > 0 and self._evidence.distinct(made.many, made.columns) == filled
        return made.model_copy(update={"found": round(found / filled, 4) if filled else 1.0, "single": single})

    def _listed(self, made: Relation, separator: str) -> Relation:
        """Of many to many: how many of the keys in the lists are found."""
        known = set(map(str, self._evidence.counts(made.one, made.others[0])))
        parts = parts_of(self._evidence.counts(made.many, made.columns[0]), separator)
        found = sum(times for part, times in parts.items() if part in known)
        return made.model_copy(update={"found": round(found / parts.total(), 4) if parts else 1.0})

    def _types(self, dataset: str, columns: Sequence[str]) -> list[bool]:
        return [self.datasets[dataset].field(column).type == "text" for column in columns]  # type: ignore[union-attr]

    def _mistake(self, line: int, text: str) -> None:
        self.mistakes.append(Mistake(line, text))


def _begin(said: Said) -> tuple[str, ...]:
    return _folded(said.values.get("many", ""), said.values.get("columns", ()))


def _begins(one: Relation) -> tuple[str, ...]:
    return _folded(one.many, one.columns)


def _folded(many: str, columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(str(name).casefold() for name in (many, *columns))


def _meant(one: Relation, said: Said) -> bool:
    """Whether it is called so, and is of the dataset that is said, if one is."""
    return one.name == said.name and str(said.values.get("many", one.many)).casefold() == one.many.casefold()


def _without_way(one: Relation, here: str, name: str) -> Relation:
    gone = [way for way in WAYS if start(one, way) == here and getattr(one, way).casefold() == name.casefold()]
    return one.model_copy(update=dict.fromkeys(gone, "")) if gone else one


def _ends(one: Relation) -> tuple[str, tuple[str, ...], str, tuple[str, ...]]:
    return one.many, one.columns, one.one, one.others


def _key(field: Field) -> Field:
    update = {"role": "key", "unit": "", "adds_up": None, "signed": False}
    return field.model_copy(update=update) if field.role in ("measure", "text") else field
