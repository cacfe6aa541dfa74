"""Steps that hang on a condition of the task, and are done in any case, or in the wrong one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from groundplan.contracts import Step
from groundplan.packs.workflows.checks import bears
from groundplan.packs.workflows.drafting.clauses import Clause
from groundplan.packs.workflows.drafting.words import Token
from groundplan.packs.workflows.generation.naming import NOT
from groundplan.packs.workflows.generation.uses import Uses, meant, speaks_of, terms


@dataclass(frozen=True)
class Guards:
    """The conditions of a task beside those of a plan."""

    task: str
    said: Sequence[Clause]
    uses: Uses
    own: Mapping[str, Sequence[Token]]
    """By writing step, the words that it quotes itself."""

    def wrong(self) -> Iterator[tuple[Step, str, str]]:
        """Each step at fault, what is wrong, and how to mend it."""
        several = sum(clause.kind == "condition" for clause in self.said) > 1
        for clause in self.said:
            if clause.under is None or clause.kind not in ("action", "question"):
                continue
            condition = self.said[clause.under]
            quoted = repr(self.task[condition.start : condition.end])
            for step in self._done_by(clause):
                ways = self._ways(step.when, condition) if step.when is not None else []
                if step.when is None and step.each is None:
                    told = f"{step.tool} is done in any case, and the task says {quoted}"
                    yield step, told, "lead to it by a router, or give it `when`"
                elif ways and (_odd(condition.tokens) ^ clause.turned) not in ways:
                    told = f"{step.tool} is done when {step.when}, and {quoted} says the opposite"
                    yield step, told, "turn the condition round, or exchange the branches"
                elif several and step.when is not None and not ways:
                    told = f"{step.tool} is done when {step.when}, which {quoted} does not say"
                    yield step, told, "give it the condition that it hangs on"

    def _ways(self, when: str, condition: Clause) -> list[bool]:
        """Of each test that the words of a condition mean, whether it is turned round."""
        return [way for text, way in terms(when) if any(self._meant(one, text) for one in condition.tokens)]

    def _meant(self, one: Token, text: str) -> bool:
        if one.kind == "number":
            return str(one.value) in re.findall(r"[\d.]+", text)
        return bears(one) and not one.marks & NOT and meant(one, self._names(text))

    def _names(self, text: str) -> frozenset[str]:
        """The words of a test, without those that only say whose field it is."""
        return speaks_of(text) - frozenset(word for id in self.uses.steps for word in id.split("_")) or speaks_of(text)

    def _done_by(self, clause: Clause) -> list[Step]:
        """The writing steps that were read from a clause."""
        others = {one.start for other in self.said if other is not clause for one in other.tokens}
        bearing = {one.start for one in clause.tokens if bears(one)}
        bearing = bearing - others or bearing  # what is left out of `otherwise by letter` stands in another clause
        return [self.uses.steps[id] for id, words in self.own.items() if bearing & {one.start for one in words}]


def _odd(found: Sequence[Token]) -> bool:
    """Whether words say that something is not so."""
    return bool(sum(bool(one.marks & {"negation", "missing"}) for one in found) % 2)
