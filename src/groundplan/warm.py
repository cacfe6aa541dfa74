"""What is slow to make and is kept between questions: opened sources, tool indexes, the sentence encoder."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.pack import Catalogue, Pack, Source

if TYPE_CHECKING:
    from groundplan.embed import Embedder, ToolIndex

OPEN_SOURCES = 8
"""Sources kept open between questions; the least recently used is closed first, so that memory stays flat."""
INDEXES = 16


@dataclass
class Warm:
    """Opened once, used by many questions."""

    cache: Path
    _sources: OrderedDict[tuple[str, tuple[str, ...]], Source] = field(default_factory=OrderedDict)
    _indexes: OrderedDict[tuple[str, ...], ToolIndex] = field(default_factory=OrderedDict)

    def source(self, pack: Pack, sources: tuple[str, ...], settings: Any) -> Source:
        """The sources, opened once and kept."""
        key = (pack.name, sources)
        if key not in self._sources:
            self._sources[key] = pack.sources.open(sources, self.cache, settings)
            while len(self._sources) > OPEN_SOURCES:
                self._sources.popitem(last=False)[1].close()
        self._sources.move_to_end(key)
        return self._sources[key]

    def index(self, pack: Pack, catalogue: Catalogue) -> ToolIndex:
        """The index of a catalogue of tools."""
        from groundplan.embed import open_index

        key = (pack.name, *catalogue.tools)
        if key not in self._indexes:
            self._indexes[key] = open_index(catalogue.tools, self.embedder, self.cache)
            while len(self._indexes) > INDEXES:
                self._indexes.popitem(last=False)
        return self._indexes[key]

    @property
    def embedder(self) -> Embedder:
        """The sentence encoder: the best one that is on disk."""
        from groundplan.embed import best_embedder

        return best_embedder()

    def close(self) -> None:
        """Every source, given back."""
        while self._sources:
            self._sources.popitem()[1].close()
