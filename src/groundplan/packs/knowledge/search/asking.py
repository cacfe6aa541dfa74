"""The search: words and meaning fused, then a second round for what takes several steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import RLock

from groundplan.embed import Embedder, best_embedder
from groundplan.language.russian import english, russian
from groundplan.packs.knowledge.nouns import Passage
from groundplan.packs.knowledge.search import meaning
from groundplan.packs.knowledge.search.passages import Found, PassageIndex, Query
from groundplan.packs.knowledge.search.rounds import Scores, asked, fused, second_round
from groundplan.packs.knowledge.search.search_terms import words
from groundplan.packs.knowledge.search.vector_record import open_record

DEPTH = 100
"""Passages that each side puts up."""
LEAST_COSINE = 0.2
"""Nearer than this is near at all: whatever is asked, some vector is the nearest."""
GLOSSED = 0.5
"""How much a word of a Russian question counts in its English gloss, which finds English passages."""


class Search:
    """Passages by words and by meaning; without vectors, by words alone."""

    def __init__(self, folder: Path, embedder: Embedder | None = None) -> None:
        self._folder, self._embedder = folder, embedder
        self._index = PassageIndex(folder / "words")
        self._stamp = self._now()
        self._lock = RLock()
        self._meaning: meaning.Meaning | None = None
        self._notes: list[str] = []
        self._opened = False

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know: why there are no vectors, or not all."""
        with self._lock:
            self._refresh()
            self._vectors()
            return tuple(self._notes)

    def search(
        self, query: str, top: int = 10, kinds: Sequence[str] = (), nodes: Sequence[str] = ()
    ) -> list[tuple[Passage, float]]:
        """The passages nearest to a query, best first; of these kinds and about these nodes, where any are given."""
        with self._lock:
            self._refresh()
            limits = self._index.limited(kinds, nodes)
            scores = self._scores(query, limits, steps=True)
            best = sorted(scores, key=lambda id: (-scores[id], id))
            found = ((self._index.entry(id), scores[id]) for id in best[: max(0, top)])
            return [(entry.passage, round(score, 6)) for entry, score in found if entry]

    def by_word(self, query: str, top: int = DEPTH, limits: Query | None = None) -> Found:
        """The ranking by words alone."""
        with self._lock:
            self._refresh()
            return self._index.hits(weighed(query), top, limits)

    def by_meaning(self, query: str, top: int = DEPTH, limits: Query | None = None) -> Found:
        """The ranking by vectors alone; nothing where there are none."""
        with self._lock:
            self._refresh()
            vectors = self._vectors()
            if vectors is None:
                return []
            ids = None if limits is None else self._index.ids(limits)
            try:
                near = vectors.nearest(query, top, ids)
            except ValueError as error:
                self._without(str(error))
                return []
            return [(id, cosine) for id, cosine in near if cosine >= LEAST_COSINE and self._index.entry(id)]

    def close(self) -> None:
        """Let go of the files."""
        with self._lock:
            if self._meaning is not None:
                self._meaning.close()
            self._meaning, self._opened = None, False

    def _scores(self, query: str, limits: Query | None, steps: bool) -> Scores:
        by_word, by_meaning = self.by_word(query, DEPTH, limits), self.by_meaning(query, DEPTH, limits)
        first = fused(by_word, by_meaning)
        if not steps or not first:
            return first
        gains = second_round(self._index, asked(self._index, words(query)), first, by_meaning or by_word, limits)
        return {id: first.get(id, 0.0) + gains.get(id, 0.0) for id in first.keys() | gains.keys()}

    def _vectors(self) -> meaning.Meaning | None:
        """The vectors, opened at the first search: Chroma takes 2 s to load."""
        if not self._opened:
            self._opened, self._notes = True, []
            self._meaning = self._read_vectors()
        return self._meaning

    def _read_vectors(self) -> meaning.Meaning | None:
        with open_record(self._folder) as record:
            done, every = record.counts()
        if not every:
            return None
        if not meaning.installed():
            self._notes.append('searched by words alone; for meaning, too: pip install "groundplan[knowledge]"')
            return None
        if done < every:
            self._notes.append(
                f"{every - done:,} of {every:,} passages have no vector yet and are found by words alone; "
                "groundplan ingest --vectors makes them"
            )
        try:
            return meaning.open_meaning(self._folder, self._embedder or best_embedder()) if done else None
        except (LookupError, ValueError) as error:
            self._without(str(error))
            return None

    def _without(self, why: str) -> None:
        self._meaning = None
        self._notes.append(f"searched by words alone: {why}; groundplan ingest --vectors makes them anew")

    def _refresh(self) -> None:
        """Look again where another process or call has written."""
        stamp = self._now()
        if stamp != self._stamp:
            self._index.refresh()
            self.close()
            self._stamp = stamp

    def _now(self) -> tuple[int, ...]:
        files = (self._folder / "words" / "meta.json", self._folder / meaning.CURRENT)
        return tuple(file.stat().st_mtime_ns for file in files if file.exists())


def weighed(query: str) -> Mapping[str, float]:
    """The words of a query with their weights; a Russian one also has the words of its gloss."""
    weights: dict[str, float] = {word: float(times) for word, times in Counter(words(query)).items()}
    if russian(query):
        for word in words(english(query)):
            weights.setdefault(word, GLOSSED)
    return weights
