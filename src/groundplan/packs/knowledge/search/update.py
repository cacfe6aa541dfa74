"""Passages -> indexes on disk: first the words, in seconds; then the vectors, which take minutes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from groundplan.embed import Embedder, best_embedder
from groundplan.packs.knowledge.ingest.base import read_passages
from groundplan.packs.knowledge.nouns import Passage
from groundplan.packs.knowledge.search import meaning
from groundplan.packs.knowledge.search.asking import Search
from groundplan.packs.knowledge.search.passages import PassageIndex, there, write_passages
from groundplan.packs.knowledge.search.vector_record import VectorRecord, alone, open_record

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
    with open_record(place) as record:
        noted = _Noted(record, progress)
        write_passages(place / "words", added, gone, noted.see)
        noted.write()
        record.note((), gone)


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
    with alone(place), open_record(place) as record:
        every_one = record.counts()[1]
        left = len(record.left()) if record.model() == chosen.name else every_one
        if left > VECTORS_UP_TO and not every:
            minutes = left // PER_MINUTE + 1
            return (
                f"{left:,} of {every_one:,} passages have no vectors, which would take about {minutes} minutes; "
                "groundplan ingest --vectors makes them"
            )
        if left or record.gone() or every or not meaning.finished(place):
            _catch_up(place, record, chosen, progress)
    return ""


def _catch_up(place: Path, record: VectorRecord, embedder: Embedder, progress: Progress | None) -> None:
    folder, vectors = _vectors(place, record, embedder)
    vectors.remove(record.gone())
    record.forgotten()
    left, index = record.left(), PassageIndex(place / "words")
    for start in range(0, len(left), BATCH):
        ids = left[start : start + BATCH]
        vectors.add([entry.passage for id in ids if (entry := index.entry(id))])
        record.done(ids)
        if progress:
            progress(min(start + BATCH, len(left)), len(left))
    vectors.close()
    meaning.finish(place, folder)


def _vectors(place: Path, record: VectorRecord, embedder: Embedder) -> tuple[str, meaning.Meaning]:
    """Where the vectors are, and they; those that are lost or cannot be read are made anew."""
    folder = record.start(embedder.name)
    if record.counts()[0] and not (place / folder).is_dir():
        folder = record.again(embedder.name)
    try:
        vectors = meaning.opened(place / folder, embedder, make=True)
        if len(vectors) >= record.counts()[0]:
            return folder, vectors
        vectors.close()
    except ValueError:
        pass
    folder = record.again(embedder.name)
    return folder, meaning.opened(place / folder, embedder, make=True)


class _Noted:
    """Passages on their way into the index, written down in batches."""

    def __init__(self, record: VectorRecord, progress: Progress | None) -> None:
        self._record, self._progress = record, progress
        self._waiting: list[Passage] = []
        self._seen = 0

    def see(self, passage: Passage) -> None:
        self._seen += 1
        self._waiting.append(passage)
        if len(self._waiting) >= BATCH:
            self.write()

    def write(self) -> None:
        self._record.note(self._waiting, ())
        self._waiting = []
        if self._progress:
            self._progress(self._seen, self._seen)
