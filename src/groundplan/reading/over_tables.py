"""Questions over the columns of one source: read by the trained heads, constructions or a model, held to the words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from groundplan.contracts import Doubt, Question, Understanding
from groundplan.language.labels import labels
from groundplan.pack import Aids, Form, Mind, Reader
from groundplan.plan import folder
from groundplan.query import asked
from groundplan.reading.blank import Blank
from groundplan.reading.formed.form import HEARD
from groundplan.reading.formed.form import Form as Heard
from groundplan.reading.formed.held_to_model import held_to_model
from groundplan.reading.formed.meaning.asked import Asked
from groundplan.reading.formed.meaning.own_figures import figure_without_rows
from groundplan.reading.formed.own_figures import as_columns, figures_named
from groundplan.reading.formed.parts_of_files import Parted, over_files, over_parts, with_figures
from groundplan.sources.opened import Tables
from groundplan.sources.shape import Table

LABELS = labels()
INTENTS = folder.intents(Path(__file__).parent)
"""What questions over tables are for, each with examples."""
Meeting = Callable[[Tables, Heard], bool | None]
"""Whether rows meet the conditions of a form; None where that is not known."""


def _unknown(_source: Tables, _form: Heard) -> None:
    return None


@dataclass(frozen=True)
class Blanks:
    """What may be said of a source: how conditions are tried on its rows is the pack's."""

    meeting: Meeting = _unknown

    def over(self, source: Tables, heard: Mapping[str, Any] | None = None, named: Sequence[str] = ()) -> Blank:
        """What may be said of an opened source; figures only where they are named, now or before."""
        before = Heard.model_validate(heard) if heard else None
        parted = _parted(source, before, named)
        return Blank(
            intents=INTENTS,
            labels=LABELS,
            tables=tuple(map(_columned, parted.files)),
            prior=over_files(as_columns(before), parted).model_dump(mode="json") if before else None,
            find=source.find,
            linked=source.linked,
            meeting=lambda form: self.meeting(source, over_parts(form, "", parted)),
        )


def mind(blanks: Blanks, source: Tables, aids: Aids) -> Mind:
    """Who reads over an opened source."""
    from groundplan.reading.accounted import Accounts
    from groundplan.reading.followup import follow_up
    from groundplan.reading.own_words import in_own_words

    embedded = trained(aids.settings.reader, aids.cache, aids.encoder)

    def gate(question: Question) -> tuple[bool, str]:
        before = [turn.text for turn in question.history if turn.role == "user"]
        over = blanks.over(source)
        said = in_own_words(question.text, source.understood, over).text
        follows, reason = follow_up(said, before[-1] if before else "", over, aids.encoder)
        if follows or not before or not Accounts(source, over, aids.encoder).points_back(said):
            return follows, reason
        return True, f"{question.text!r} only changes the question before"

    def modelled(llm: Any) -> Reader:
        return OverTables(blanks, source, embedded, aids.encoder, llm)

    return Mind(reader=OverTables(blanks, source, embedded, aids.encoder), gate=gate, modelled=modelled)


@lru_cache(maxsize=2)
def trained(name: str, cache: Path, embedder: Any) -> Any:
    """The trained reader, one for the process; its networks are loaded in the background."""
    from groundplan.reading.embedded import Encoder, TrainedReader
    from groundplan.reading.embedded.encoder import load_in_background

    encoder = Encoder(None if name == "trained" else Path(name), cache / "networks")
    load_in_background(encoder, embedder)
    return TrainedReader(encoder, embedder)


@dataclass(frozen=True)
class OverTables:
    """A reader of questions over the columns of one source."""

    blanks: Blanks
    source: Tables
    reader: Any
    embedder: Any
    llm: Any = None
    """A language model that writes queries beside the reader, if there is one."""

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        """The query of the question, every name in it one that the source has."""
        if question.query:
            return asked.understood(question.query, self.source.understood, date.today())
        if prior is None:
            return await self._read(question, None)
        heard = prior.get(HEARD)
        only_edits = heard is None or self._accounts(self.blanks.over(self.source)).only_edits_know(question.text)
        if only_edits and (changes := self._edited(question, prior)):
            return changes
        if heard is None:
            return _unclear(question, prior)
        read = await self._read(question, heard)
        return (self._edited(question, prior) if read.doubt else None) or _following(read, prior)

    def _edited(self, question: Question, prior: Form) -> Understanding | None:
        """The question before with what the words change of it; None where one of them is not understood."""
        edited: Understanding | None = self._accounts(self.blanks.over(self.source)).edited(question.text, prior)
        return edited

    async def _read(self, question: Question, heard: Mapping[str, Any] | None) -> Understanding:
        """By the trained heads, or whoever is in their place; `heard`: what they read of the question before."""
        from groundplan.reading.own_words import in_own_words  # loads the reader

        own = in_own_words(question.text, self.source.understood, self.blanks.over(self.source, heard))
        if own.doubt:
            return Understanding(doubt=own.doubt)
        held = Asked(own.text, self.source.understood, self.source.model)
        if unknown := figure_without_rows(held):
            return Understanding(doubt=unknown)
        plain = question.model_copy(update={"text": held.plain})
        named = [one.figure.name for one in held.figures]
        over = self.blanks.over(self.source, heard, named)
        understood: Understanding = await self.reader.read(plain, over)
        understood = understood.model_copy(update={"remarks": own.remarks})
        meant = self._meant(understood, heard, own.text, held, named)
        accounts = self._accounts(over)
        embedded: Understanding = accounts.held(question, own.text, meant, heard is not None, held.figures)
        if self.llm is None or heard is not None:
            return embedded
        from groundplan.reading.modelled.held import ModelledReading

        return await ModelledReading(accounts, self.llm).read(question, own.text, embedded)

    def _accounts(self, over: Blank) -> Any:
        """What holds readings to the words, whoever read them."""
        from groundplan.reading.accounted import Accounts  # loads the values

        return Accounts(self.source, over, self.embedder)

    def _meant(
        self, understood: Understanding, heard: Mapping[str, Any] | None, text: str, held: Asked, named: Sequence[str]
    ) -> Understanding:
        """The form as the source model says what it means."""
        if understood.doubt or not understood.form:
            return understood
        read = Heard.model_validate(understood.form)
        before = Heard.model_validate(heard) if heard else None
        parted = over_parts(read, text, _parted(self.source, before, named))
        form, doubt = held_to_model(parted, held)
        return understood.model_copy(update={"form": form.model_dump(mode="json"), "doubt": doubt})


def _parted(source: Tables, before: Heard | None, named: Sequence[str]) -> Parted:
    """The files with the figures that are named, now or before, over the things inside them."""
    figures = [figure.name for _, figure in figures_named(before, source.model).values()] if before else []
    return Parted(with_figures(source.files, source.model, {*named, *figures}), source.model)


def _columned(table: Table) -> Table:
    """The table with its figures as columns, for readers."""
    return table.model_copy(update={"columns": table.all_columns, "figures": ()}) if table.figures else table


def _following(read: Understanding, prior: Form) -> Understanding:
    """With the questions before it, so that it can be undone."""
    if read.doubt or asked.KEY not in read.form:
        return read
    before = [*prior.get("before", ()), *([prior[asked.KEY]] if asked.is_query(prior) else [])]
    return read.model_copy(update={"form": {**read.form, "before": before}})


def _unclear(question: Question, prior: Form) -> Understanding:
    """A follow-up that is asked back; the question before stays as it stands."""
    before = f"the question before was read as {prior[asked.KEY]!r}; " if asked.is_query(prior) else ""
    told = f"{before}what {question.text!r} changes of it is not clear; ask in full"
    doubt = Doubt(kind="clarify", message=told, said=question.text)
    return Understanding(doubt=doubt, form=dict(prior))
