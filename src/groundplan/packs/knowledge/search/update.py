"""Passages -> indexes on disk: first the words, in seconds; then the vectors, which take minutes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from groundplan.embed import Embedder, best_embedder
from groundplan.packs.knowledge.ingest.base import read_passages
from groundplan.packs.knowledge.nouns import Passage
from groundplan.packs.knowledge.search import meaning
from groundplan.packs.knowledge.search.asking import Search
from groundplan.packs.knowledge.search.ledger import Ledger, alone, open_ledger
from groundplan.packs.knowledge.search.passages import PassageIndex, there, write_passages

FOLDER = "search"
BATCH = 256
"""Passages embedded and written at a time; a stop loses one batch."""
VECTORS_UP_TO = 5_000
"""Passages; more take minutes to embed, so their vectors are made only when they are asked for."""
PER_MINUTE = 1_500
"""Passages of a hundred words that two busy cores embed in a minute."""
Progress = Callable[[int, int], None]
"""Done and all."""


def open_search(folder: Path, embedder: Embedder | None = None) -> Search:
    """The search over a base; an index that is missing or of another format is made anew from the base."""
    place = folder / FOLDER
    if not there(place / "words"):
        update_search(folder, read_passages(folder), ())
    return Search(place, embedder)


def update_search(
    folder: Path, added: Iterable[Passage], removed: Iterable[str], progress: Progress | None = None
) -> None:
    """Bring the words up to date, and note which vectors are to be made; passages can be searched from then on."""
    place = folder / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    gone = list(removed)
    with open_ledger(place) as ledger:
        noted = _Noted(ledger, progress)
        write_passages(place / "words", added, gone, noted.see)
        noted.write()
        ledger.note((), gone)


def make_vectors(
    folder: Path, embedder: Embedder | None = None, progress: Progress | None = None, every: bool = False
) -> str:
    """Make the vectors that are missing, as far as they are few or `every` one is wanted; what was not done, in words.

    It may be stopped at any time; the next call goes on from there.
    """
    place = folder / FOLDER
    if not there(place / "words"):
        return ""
    if not meaning.installed():
        return 'searched by words alone; for meaning, too: pip install "groundplan[knowledge]"'
    chosen = embedder or best_embedder()
    with alone(place), open_ledger(place) as ledger:
        every_one = ledger.counts()[1]
        left = len(ledger.left()) if ledger.model() == chosen.name else every_one
        if left > VECTORS_UP_TO and not every:
            minutes = left // PER_MINUTE + 1
            return (
                f"{left:,} of {every_one:,} passages have no vectors, which would take about {minutes} minutes; "
                "groundplan ingest --vectors makes them"
            )
        if left or ledger.gone() or every or not meaning.finished(place):
            _catch_up(place, ledger, chosen, progress)
    return ""


def _catch_up(place: Path, ledger: Ledger, embedder: Embedder, progress: Progress | None) -> None:
    folder, vectors = _vectors(place, ledger, embedder)
    vectors.remove(ledger.gone())
    ledger.forgotten()
    left, index = ledger.left(), PassageIndex(place / "words")
    for start in range(0, len(left), BATCH):
        ids = left[start : start + BATCH]
        vectors.add([entry.passage for id in ids if (entry := index.entry(id))])
        ledger.done(ids)
        if progress:
            progress(min(start + BATCH, len(left)), len(left))
    vectors.close()
    meaning.finish(place, folder)


def _vectors(place: Path, ledger: Ledger, embedder: Embedder) -> tuple[str, meaning.Meaning]:
    """Where the vectors are, and they; those that are lost or cannot be read are made anew."""
    folder = ledger.start(embedder.name)
    if ledger.counts()[0] and not (place / folder).is_dir():
        folder = ledger.again(embedder.name)
    try:
        vectors = meaning.opened(place / folder, embedder, make=True)
        if len(vectors) >= ledger.counts()[0]:
            return folder, vectors
        vectors.close()
    except ValueError:
        pass
    folder = ledger.again(embedder.name)
    return folder, meaning.opened(place / folder, embedder, make=True)


class _Noted:
    """Passages on their way into the index, written down in batches."""

    def __init__(self, ledger: Ledger, progress: Progress | None) -> None:
        self._ledger, self._progress = ledger, progress
        self._waiting: list[Passage] = []
        self._seen = 0

    def see(self, passage: Passage) -> None:
        self._seen += 1
        self._waiting.append(passage)
        if len(self._waiting) >= BATCH:
            self.write()

    def write(self) -> None:
        self._ledger.note(self._waiting, ())
        self._waiting = []
        if self._progress:
            self._progress(self._seen, self._seen)
