"""Question, Blank -> Understanding by our own encoder: one pass, then decoding bound to what exists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from groundplan.contracts import Entity, Question, Understanding
from groundplan.embed import Embedder
from groundplan.language.phrases import phrasebook
from groundplan.language.words import language, stems
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.columns import Field, narrowed
from groundplan.reading.embedded.compared_columns import said_comparison
from groundplan.reading.embedded.decode import decode, with_filters
from groundplan.reading.embedded.doubts import doubt
from groundplan.reading.embedded.encoder import Encoder, read_over
from groundplan.reading.embedded.page import Condition, Page, Reading
from groundplan.reading.embedded.question_words import Piece, fitting, link, pieces
from groundplan.reading.embedded.rules import RULES, Rules
from groundplan.reading.embedded.sheet import Sheet, make_sheet
from groundplan.reading.embedded.values_said import linked
from groundplan.reading.formed.form import Filter, Form
from groundplan.reading.intents import fitting_intents
from groundplan.sources.shape import column_ids

BY_MEANING = "(by meaning)"
"""Said of a link that no single word shows."""

TRIED = 8
"""Alternatives that are run."""


class TrainedReader:
    """Reads a question with the trained encoder; nothing it says is not in the tables or the label maps."""

    def __init__(self, encoder: Encoder, embedder: Embedder, rules: Rules = RULES) -> None:
        self._encoder = encoder
        self._embedder = embedder
        self._rules = rules

    async def read(self, question: Question, blank: Blank) -> Understanding:
        """The likeliest form that the data can answer, with the evidence of each link."""
        page = self.page(question.text, blank)
        best = chosen_reading(page, blank, self._rules)
        form = best.form.model_copy(update={"table": _table(best.form, question.text, blank)})
        return Understanding(
            intents=fitting_intents(form, blank.intents),
            entities=tuple(_entities(page, best)),
            form=form.model_dump(mode="json"),
            confidence=round(best.certainty, 3),
            language=language(question.text),
            doubt=doubt(page, best, blank, self._rules.doubts),
        )

    def page(self, text: str, blank: Blank) -> Page:
        """The question and its columns, read by the encoder."""
        prior = as_said(Form.model_validate(blank.prior)) if blank.prior is not None else None
        book = phrasebook(blank.labels)
        comparison = said_comparison(text, _fields(blank), book) if said_comparison in self._rules.aside else None
        text = comparison.rest if comparison else text
        links = [*link(text, blank.tables), *blank.linked(text)]
        fields = narrowed(text, _fields(blank), links, self._embedder, _columns_of(prior))
        name, title = (blank.tables[0].name, blank.tables[0].title) if len(blank.tables) == 1 else ("", "")

        def made(shown: Sequence[Field]) -> Sheet:
            return make_sheet(text, name, shown, links, self._encoder.tokens, prior, title=title)

        sheet, scores = read_over(fields, made, self._encoder)
        return Page(scores, sheet, text, book, prior, links, comparison)


def _columns_of(prior: Form | None) -> frozenset[str]:
    """The columns of the form before, which a follow-up may keep without naming them."""
    if prior is None:
        return frozenset()
    named = [*(m.column or "" for m in prior.metrics), *prior.group_by, *(f.column for f in prior.filters)]
    return frozenset([*named, *([prior.time.column] if prior.time else []), *(prior.derive.of if prior.derive else ())])


def _fields(blank: Blank) -> list[Field]:
    several = len(blank.tables) > 1
    return [Field(id, column, table if several else "") for id, (table, column) in column_ids(blank.tables).items()]


def _table(form: Form, text: str, blank: Blank) -> str | None:
    """Of several tables the one asked about: counted rows are of the table said first, figures of their own."""
    if len(blank.tables) < 2:
        return None
    owners = {id: table for id, (table, _) in column_ids(blank.tables).items()}
    named = [*(m.column for m in form.metrics), *form.group_by, *(f.column for f in form.filters)]
    counted = any(m.column is None for m in form.metrics)
    said = [stem for piece in pieces(text) for stem in piece.stems]
    first = {t.name: _first_said(t.name, said) for t in blank.tables}
    nearest = min(first, key=lambda name: first[name])
    if counted and first[nearest] < len(said):
        return nearest
    return next((owners[name] for name in named if name), None)


def _first_said(table: str, said: Sequence[str]) -> int:
    """Where a table is said by its last word, which is the noun: `leave` alone is no leave_taken; else the end."""
    nouns = [stem for stem in stems(table) if stem.isalpha()][-1:]
    return min((said.index(noun) for noun in nouns if noun in said), default=len(said))


def _entities(page: Page, reading: Reading) -> list[Entity]:
    """What was linked to what: values by the words that say them, columns by the words that fit their headers."""
    form, said = reading.form, pieces(page.question)
    values = [
        Entity(
            type="value",
            id=f"{limit.column}={limit.value}",
            name=str(limit.value),
            said=" ".join(stretch.text for stretch in condition.said) or BY_MEANING,
            score=round(condition.sure, 3),
        )
        for condition in reading.conditions
        for limit in condition.filters
    ]
    named = dict.fromkeys([*(m.column for m in form.metrics if m.column), *form.group_by])
    named |= dict.fromkeys([form.time.column] if form.time else [])
    named |= dict.fromkeys(name for f in form.filters if f.other for name in (f.column, f.other))
    score = round(min(reading.sure["metrics"], reading.sure["group_by"]), 3)
    columns = [Entity(type="column", id=n, name=n, said=_words_for(n, said), score=score) for n in named]
    return [*columns, *values]


def _words_for(name: str, said: Sequence[Piece]) -> str:
    """The words of the question that fit a header."""
    words = [piece.said for piece in fitting(said, name.rsplit(".", 1)[-1])]
    return " ".join(dict.fromkeys(words)) or BY_MEANING


def chosen_reading(page: Page, blank: Blank, rules: Rules = RULES) -> Reading:
    """The likeliest reading under which the data has rows; the likeliest of all where none has."""
    first = decode(page, rules=rules)
    if not first.form.filters or _rows(blank, first):
        return first
    tried = sorted(_others(page, first), key=lambda reading: -reading.sure["filters"])[:TRIED]
    return next((reading for reading in tried if _rows(blank, reading)), first)


def _rows(blank: Blank, reading: Reading) -> bool:
    """Whether rows are left, as far as can be told."""
    return blank.meeting(reading.form) is not False


def _others(page: Page, first: Reading) -> Iterator[Reading]:
    """Every reading with one condition changed: its column, its value, or gone."""
    for at, condition in enumerate(first.conditions):
        rest = [*first.conditions[:at], *first.conditions[at + 1 :]]
        for other in (*_elsewhere(page, condition), *_loosened(condition)):
            yield with_filters(first, [*rest, other], page)
        if rest and condition.sure < 0.7:
            yield with_filters(replace(first, sure={**first.sure}), rest, page)


def _elsewhere(page: Page, condition: Condition) -> Iterator[Condition]:
    """The same words as a value of another column."""
    op = condition.filters[0].op
    if op not in ("=", "!=") or condition.filters[0].part:
        return
    for place, shown in enumerate(page.sheet.fields, 1):
        if place == condition.place or shown.column.type != "text":
            continue
        for stretch in condition.said:
            near = [
                m.value
                for m in page.links
                if m.column == shown.column.name and m.start < stretch.end and stretch.start < m.end
            ]
            value = near[0] if near else linked(stretch.text, shown.column)
            if value:
                sure = 0.5 * (1.0 - float(page.scores.ops[place][0])) + 0.1
                yield Condition(place, (Filter(column=shown.name, op=op, value=value),), sure, condition.said)


def _loosened(condition: Condition) -> Iterator[Condition]:
    """`= york` as contains: the words may be a part of the value."""
    first = condition.filters[0]
    if first.op in ("=", "!=") and isinstance(first.value, str) and not first.part:
        loose = first.model_copy(update={"op": "contains" if first.op == "=" else "not_contains"})
        yield replace(condition, filters=(loose,), sure=0.4 * condition.sure)


def as_said(prior: Form) -> Form:
    """The form before, without what a ranking leaves out unasked: rows without its time or its group.

    Whether the next form leaves them out is for that form to say: `and by branch instead?` counts all rows.
    """
    if prior.limit is None or len(prior.alternatives) > 1:
        return prior
    ranked = {*prior.group_by, *([prior.time.column] if prior.time else [])}
    kept = tuple(limit for limit in prior.filters if limit.op != "not_null" or limit.column not in ranked)
    return prior.model_copy(update={"filters": kept})
