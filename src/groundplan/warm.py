"""What is slow to make and is kept between questions: opened sources, tool indexes, the sentence encoder."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.pack import Catalogue, Pack, Source

if TYPE_CHECKING:
    from groundplan.embed import Embedder, ToolIndex

OPEN_SOURCES = 8
"""Sources kept open between questions; the least recently used is closed first, so that memory stays flat.

One that a question is being answered from stays open, however many others are opened meanwhile.
"""
INDEXES = 16


@dataclass
class Warm:
    """Opened once, used by many questions."""

    cache: Path
    _sources: OrderedDict[tuple[str, tuple[str, ...]], Source] = field(default_factory=OrderedDict)
    _indexes: OrderedDict[tuple[str, ...], ToolIndex] = field(default_factory=OrderedDict)
    _used: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def source(self, pack: Pack, sources: tuple[str, ...], settings: Any) -> Source:
        """The sources, opened once and kept."""
        key = (pack.name, sources)
        if key not in self._sources:
            self._sources[key] = pack.sources.open(sources, self.cache, settings)
            idle = [other for other in self._sources if other != key and not self._used[other[1]]]
            for other in idle[: max(0, len(self._sources) - OPEN_SOURCES)]:
                self._sources.pop(other).close()
        self._sources.move_to_end(key)
        return self._sources[key]

    def hold(self, pack: Pack, sources: tuple[str, ...], opened: Source) -> None:
        """Sources that somebody else opened, and closes."""
        self._sources[(pack.name, sources)] = opened

    @contextmanager
    def using(self, sources: tuple[str, ...]) -> Iterator[None]:
        """They are being asked: nothing closes them."""
        self._used[sources] += 1
        try:
            yield
        finally:
            self._used[sources] -= 1
            self._used += Counter()  # only what is used stays

    @property
    def busy(self) -> bool:
        """Whether a question is being answered."""
        return bool(self._used)

    def forget(self, sources: Iterable[str]) -> None:
        """What was opened of any of these, given back."""
        gone = set(sources)
        for key in [key for key in self._sources if gone & set(key[1])]:
            self._sources.pop(key).close()

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
