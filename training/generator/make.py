"""One example: which sort it is, and the parts put together."""

from __future__ import annotations

import random
from typing import Any

from .clarify import ask, leave_one, split, twins
from .compose import compose, with_filters
from .domains import FOLDER, Domain, load
from .follow_ups import FAMILIES, follow_up
from .forms import Draft
from .grammar import load as phrases_of
from .lost import without
from .mutate import columns_of, renamed, vary, written
from .noise import finish
from .refusals import refusal
from .say import Question, say
from .spans import take_out
from .tables import Table, make_table
from .written import Written

NOTHING_SAID: dict[str, Any] = {"filters": [], "limit": None, "having": None}
WRITTEN_ODDS, ENOUGH_WRITTEN = 0.62, 2000
STRANGERS = 0.3  # written questions whose table gets columns of another one
TRIES = 6  # shapes to try on a table, which costs more than a question
TWIN_ODDS = 0.12  # tables in which a column has a near twin, though the question tells them apart
SORTS = ("answered", "refused", "lost", "clarify", "follow_up")
SORT_WEIGHTS = (62.0, 8.5, 8.0, 13.0, 15.0)
LOST = 0.1  # written questions for a group or a figure that the table is then left without
Example = dict[str, Any]


class Maker:
    """Makes examples of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        found = phrases_of(lang)
        assert found is not None
        self.phrases = found
        self.domains = tuple(each for each in load(FOLDER) if each.lang == lang)
        self.written = written(lang)
        self.written_odds = min(WRITTEN_ODDS, len(self.written) / ENOUGH_WRITTEN)

    def example(self, rng: random.Random) -> Example | None:
        """An example; None when what was drawn cannot be said of the table that was drawn."""
        if rng.random() < self.written_odds:
            return self._written(rng)
        table = make_table(rng.choice(self.domains), rng, self.domains)
        sort = rng.choices(SORTS, SORT_WEIGHTS)[0]
        if sort == "refused":
            return self._refused(table, rng)
        if sort == "lost":
            return self._lost(table, rng)
        if sort == "clarify":
            return self._clarify(table, rng)
        if sort == "follow_up":
            return self._follow_up(table, rng) or self._follow_up(table, rng)
        if rng.random() < TWIN_ODDS:
            split(table, rng, self.phrases)
        for _ in range(TRIES):
            example = self._answered(table, rng)
            if example is not None:
                return example
        return None

    def _answered(self, table: Table, rng: random.Random) -> Example | None:
        draft = compose(table, rng)
        question = draft and say(draft, table, rng, self.phrases)
        return self._told(table, draft, question, rng) if draft and question else None

    def _told(self, table: Table, draft: Draft, question: Question, rng: random.Random) -> Example:
        text, said = question.said(draft, finish(question.text, rng, self.phrases))
        return self._example(table, text, draft.family, form=draft.form(), said=said)

    def _refused(self, table: Table, rng: random.Random) -> Example | None:
        found = refusal(table, rng, self.phrases, self.domains)
        if found is None:
            return None
        text = take_out(finish(found[0], rng, self.phrases))[0]
        return self._example(table, text, found[1], status="refused")

    def _lost(self, table: Table, rng: random.Random) -> Example | None:
        """A question for a group or a figure of which the table has no column."""
        draft = compose(table, rng)
        question = draft and say(draft, table, rng, self.phrases)
        used = [*draft.group, *(each.column for each in draft.metrics if each.column)] if draft else []
        if not used or not question:
            return None
        text = take_out(finish(question.text, rng, self.phrases))[0]
        left = without(table, rng.choice(used), text)
        return self._example(left, text, "refused_lost", status="refused") if left else None

    def _clarify(self, table: Table, rng: random.Random) -> Example | None:
        """Half of the time doubt, half of the time the same with one column that fits."""
        found = twins(table, rng, self.phrases)
        if found is None:
            return None
        single = rng.random() < 0.35
        if single:
            leave_one(found, table)
        draft = ask(found, table, rng)
        if draft is None:
            return None
        draft = with_filters(draft, table, rng) if rng.random() < 0.4 else draft
        if any(each.column in found.columns for each in draft.filters):
            return None
        question = say(draft, table, rng, self.phrases)
        if question is None:
            return None
        example = self._told(table, draft, question, rng)
        if single:
            return {**example, "family": "clear"}
        choices = [each.name for each in found.columns]
        return self._example(table, example["question"], "clarify", status="clarify", choices=choices)

    def _follow_up(self, table: Table, rng: random.Random) -> Example | None:
        first = self._answered_draft(table, rng)
        if first is None:
            return None
        draft, before = first
        if rng.random() < 0.08:
            fresh = self._answered(table, rng)
            return {**fresh, "history": before, "family": "new_topic"} if fresh else None
        found = follow_up(draft, table, rng, self.phrases)
        if found is None:
            return None
        marked, after, name = found
        text, said = Question(marked).said(after, finish(marked, rng, self.phrases))
        return self._example(table, text, f"follow_{name}", form=after.form(), said=said, history=before)

    def _answered_draft(self, table: Table, rng: random.Random) -> tuple[Draft, Example] | None:
        draft = compose(table, rng)
        for _ in range(4):
            if draft is not None and draft.family in FAMILIES:
                break
            draft = compose(table, rng)
        if draft is None or draft.family.startswith("cs_"):
            return None
        question = say(draft, table, rng, self.phrases)
        if question is None:
            return None
        text, _ = question.said(draft, finish(question.text, rng, self.phrases))
        return draft, {"question": text, "form": draft.form()}

    def _written(self, rng: random.Random) -> Example | None:
        domain, item = rng.choice(self.written)
        chain = (item, *item.then)
        place = rng.randrange(len(chain)) if len(chain) > 1 and rng.random() < 0.5 else 0
        item = chain[place]
        keep = columns_of(item.form) | set(item.choices)
        before = _before(item, chain[:place])
        if before is not None:
            keep |= columns_of(before.form)
        table = self._around(domain, item, tuple(keep) or ("",), rng)
        text, form, said = vary(item, table, rng, swap=before is None)
        if before is None and form and rng.random() < LOST:
            used = {*form["group_by"], *(each["column"] for each in form["metrics"])}
            columns = [column for column in table.columns if column.name in used]
            left = without(table, rng.choice(columns), text) if columns else None
            if left is not None:
                return self._example(left, text, "refused_lost", status="refused")
        names = {column.spec.name: column.name for column in table.columns}
        history = {"question": before.question, "form": renamed(before.form, table)} if before else None
        choices = [names[each] for each in item.choices]
        return self._example(
            table, text, "written", status=item.status, form=form, said=said, history=history, choices=choices
        )

    def _around(self, domain: Domain, item: Written, keep: tuple[str, ...], rng: random.Random) -> Table:
        """A table for a written question, now and then with columns of another one that do not touch what it says."""
        if item.form is not None and rng.random() < STRANGERS:
            table = make_table(domain, rng, self.domains, keep)
            values = [one["value"] for one in item.form["filters"]]
            values = [each for one in values for each in (one if isinstance(one, list) else [one])]
            if all(table.owners(each) < 2 for each in values):
                return table
        return make_table(domain, rng, (), keep)

    def _example(
        self,
        table: Table,
        question: str,
        family: str,
        *,
        status: str = "answered",
        form: Example | None = None,
        said: dict[str, Any] | None = None,
        history: Example | None = None,
        choices: list[str] | None = None,
    ) -> Example:
        example = {
            "table": table.card(),
            "question": question,
            "lang": self.lang,
            "status": status,
            "form": form,
            "history": history,
            "said": said or NOTHING_SAID,
            "family": family,
        }
        return {**example, "choices": choices} if choices else example


def _before(item: Written, chain: tuple[Written, ...]) -> Written | None:
    """The question before a follow-up: of those in the chain the one whose form is nearest."""
    answered = [each for each in chain if each.form is not None]
    if not answered:
        return None
    if item.form is None:
        return answered[-1]
    form = item.form
    return min(reversed(answered), key=lambda each: sum(form[key] != (each.form or {}).get(key) for key in form))
