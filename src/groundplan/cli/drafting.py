"""What `draft` and `refine` share: an opened catalogue, a language model where one is set, and progress on stderr."""

from __future__ import annotations

from dataclasses import dataclass
from json import dumps
from typing import Any

from groundplan.cli.show import talk
from groundplan.llm.base import LLM
from groundplan.llm.chain import chain
from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.settings import CatalogueSettings
from groundplan.settings import Settings


@dataclass
class Desk:
    """A catalogue, opened, and who drafts over it."""

    data: tuple[str, ...]
    model: str | None = None
    stream: bool = False
    """Whether progress is told as JSON, a line each."""

    def __enter__(self) -> Desk:
        s = self.settings = Settings.from_environment(model=self.model)
        self.own: Any = CatalogueSettings(**s.read(CatalogueSettings))
        options = {"temperature": s.planner_temperature}
        self.llm: LLM | None = chain(
            s.model, s.model_url, key=s.api_key or None, timeout=s.timeout, max_tokens=s.max_tokens, options=options
        )
        self.opened: Opened = open_catalogue(self.data, s.cache, self.own)
        return self

    def __exit__(self, *_: object) -> None:
        """Give the catalogue back."""
        self.opened.close()

    def told(self, what: str) -> None:
        """One line of progress, where somebody looks or asked for it."""
        if self.stream:
            talk().print(dumps({"drafting": what}, ensure_ascii=False), markup=False, soft_wrap=True)
        elif talk().is_terminal:
            talk().print(what, style="dim", markup=False)
