"""One try to read spans as a query of one dataset: what was used, paths to what is meant, times and persons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from groundplan.contracts.source_model import Dataset
from groundplan.packs.activity.heard.lexicon import Meaning, said
from groundplan.packs.activity.heard.spans import Heard, Span
from groundplan.query.scope import Scope
from groundplan.reading.constructions.routes import routes

JOINED = ("authors", "projects")


class Unreadable(Exception):
    """The words make no query over this dataset."""


class Contrary(Unreadable):
    """The words say of the same rows what cannot be at once: no other rows are meant either."""


@dataclass
class Page:
    """The question, the rows that it is of, and which of its spans were read."""

    heard: Heard
    scope: Scope
    base: str
    acts: tuple[tuple[Span, Mapping[str, Any]], ...] = ()
    """What is said to be done to these rows, with how it is declared."""
    through: str = ""
    """The relation to the rows that are spoken of, where others are asked in their place."""
    moment: str = ""
    """The time that the figure that is asked is about."""
    used: set[Span] = field(default_factory=set)

    @property
    def dataset(self) -> Dataset:
        """The rows that are asked of."""
        return self.scope.dataset(self.base)

    @property
    def spoken(self) -> str:
        """The rows that the question speaks of."""
        if not self.through:
            return self.base
        return self.scope.hops(self.dataset)[self.through].to.name

    def use(self, *spans: Span | None) -> None:
        """Spans that a part was read from."""
        self.used |= {span for span in spans if span is not None}

    def free(self, *kinds: str) -> list[Span]:
        """Spans of these kinds that no part was read from."""
        return [span for span in self.heard.spans if span not in self.used and span.of(*kinds)]

    def cues(self, *names: str) -> list[Span]:
        """Free spans that are cues of these names."""
        return [span for span in self.heard.spans if span not in self.used and span.cue(*names)]

    def before(self, span: Span) -> Span | None:
        """The span that stands right before."""
        spans = self.heard.spans
        at = spans.index(span)
        return spans[at - 1] if at else None

    def after(self, span: Span) -> Span | None:
        """The span that stands right behind."""
        spans = self.heard.spans
        at = spans.index(span)
        return spans[at + 1] if at + 1 < len(spans) else None

    def path(self, dataset: str, name: str = "") -> str:
        """The way to a field of a dataset, or to its rows."""
        if dataset == self.base:
            return name or "this"
        if dataset == "projects" and not name:
            return self.project()
        if dataset == "files" and self.base == "commits":
            return f"files.{name}" if name else "files"
        found = routes(self.scope, self.dataset, dataset)
        steps = {route.steps for route in found if not {"author", "acceptor", "assignee", "project"} & {*route.steps}}
        if self.through:
            steps = {one for one in steps if one[0] == self.through} or steps
        if len(steps) != 1:
            raise Unreadable(f"{dataset.replace('_', ' ')} are not reached from {self.base.replace('_', ' ')}")
        return ".".join((*next(iter(steps)), *([name] if name else [])))

    def project(self) -> str:
        """The way to the project of a row."""
        for steps in ("project", "merge_request.project", "issue.project"):
            first, _, then = steps.partition(".")
            hop = self.scope.hops(self.dataset).get(first)
            if hop is not None and (not then or then in self.scope.hops(hop.to)):
                return steps
        raise Unreadable(f"{self.base.replace('_', ' ')} are of no project")

    def meant(self, span: Span, *kinds: str) -> Meaning | None:
        """Of its meanings the one that fits these rows: their own, then of what is spoken of, then of any."""
        for dataset in (self.base, self.spoken, ""):
            found = [one for one in span.of(*kinds) if one.dataset in ((dataset,) if dataset else (one.dataset,))]
            if found and (dataset or len({one.dataset for one in found}) == 1):
                return found[0]
        return None

    def time(self, near: Span | None = None) -> str:
        """The time that a period is about: of what is said to be done, else the main one."""
        timed = [(span, when) for span, act in self.acts if (when := self._when(act))]
        if timed:
            at = near.start if near else 0
            before = [one for one in timed if near and one[0].start < at]
            return before[-1][1] if before else min(timed, key=lambda one: abs(one[0].start - at))[1]
        if self.moment:
            return self.moment
        if self.dataset.main_time:
            return self.dataset.main_time
        return self.path("commits", "committed_at") if self.base == "files" else self._no_time()

    def _when(self, act: Mapping[str, Any]) -> str:
        """The time of these rows at which it was done; nothing where only others know it."""
        if act.get("by") and act["by"] != self.base:
            return str(act.get("time", ""))
        return str(act.get("when", ""))

    def _no_time(self) -> str:
        raise Unreadable(f"{self.base.replace('_', ' ')} have no time")

    def person(self, span: Span | None = None) -> str:
        """How a person stands to these rows."""
        for _, act in self.acts if span is None or self._does(span) else ():
            who = act.get("who") if act.get("by", self.base) == self.base else act.get("person")
            if who or act.get("person"):
                return str(who or act["person"])
        known = said()
        before = self.before(span) if span else None
        if before is not None and before.cue("made_by") and self.base in known["made"]:
            self.use(before)
            return str(known["made"][self.base])
        if self.base not in known["persons"]:
            raise Unreadable(f"{self.base.replace('_', ' ')} are nobody's")
        return str(known["persons"][self.base])

    def _does(self, span: Span) -> bool:
        """Whether a person is who did it, and not whose the rows are: `Anna's`, `merge requests of Anna`."""
        before, behind = self.before(span), self.heard.text[span.end : span.end + 2]
        if behind in ("'s", "’s"):
            return False
        if before is not None and before.cue("made_by", "between"):
            before = self.before(before)
        return before is None or not any(m.dataset in (self.base, self.spoken) for m in before.of("noun"))

    def left(self) -> list[Span]:
        """Spans that mean something and play no part."""
        changes = self.base in ("commits", "files")
        free = (span for span in self.heard.spans if span not in self.used and not (changes and span.cue("lines")))
        return [span for span in free if not _idle(span)]


def _idle(span: Span) -> bool:
    """Whether it may be passed over."""
    if span.cue("idle", "between", "ids", "which", "or", "sorted", "made_by", "since"):
        return not span.of("name", "test", "value", "figure") and not (span.mark and span.mark.kind == "period")
    return not span.meanings and span.mark is None


def dataset_of(span: Span, datasets: Iterable[str], kinds: Sequence[str]) -> list[str]:
    """The datasets that a span speaks of, among some."""
    known = set(datasets)
    return [one.dataset for one in span.of(*kinds) if one.dataset in known]
