"""The seam to whoever understands a question."""

from __future__ import annotations

from typing import Protocol

from groundplan.contracts import Blank, Question, Understanding


class Reader(Protocol):
    """Anything that can read a question."""

    async def read(self, question: Question, blank: Blank) -> Understanding:
        """The intents, links and form of the question.

        Requirements are left empty: the understand stage derives them from the form. Every column and every label in
        the form is one that the blank has.
        """
