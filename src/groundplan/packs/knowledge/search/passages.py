"""The index of words on disk: BM25 by tantivy, added to and removed from in place; it holds the passages, too."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from groundplan.errors import SetupError, SourceError
from groundplan.packs.knowledge.nouns import Passage
from groundplan.packs.knowledge.search.search_terms import names, title_key, words

FORMAT = "1"
"""Raise it when words or fields are made in another way; indexes made before are then made anew."""
TITLE_BOOST = 0.5
"""A word of the title counts in the whole and this much more."""
HEAP = 64_000_000
COMMIT_EVERY = 20_000
MOST = 1_000_000
KEPT = 5_000
"""Passages that are kept in memory once they were read."""
Query = Any
Found = list[tuple[str, float]]
"""Ids and scores, best first."""


class Entry:
    """A passage with the words and names it is found by, each read when it is first looked at."""

    def __init__(self, document: Any) -> None:
        self._document = document

    @cached_property
    def passage(self) -> Passage:
        """The passage itself."""
        return Passage.model_validate_json(bytes(self._document.get_first("passage")))

    @cached_property
    def id(self) -> str:
        """The id of the passage."""
        return str(self._document.get_first("id"))

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words as they are indexed."""
        return frozenset(self._document.get_first("words").split())

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in it, its title among them."""
        return frozenset(self._document.get_first("names").split())

    @cached_property
    def key(self) -> str:
        """Its title as a name."""
        return str(self._document.get_first("key") or "")


class PassageIndex:
    """Passages by their words. An index that changes while it is open is read as it stood until `refresh`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._index = _opened(folder)
        self._searcher = self._index.searcher()
        self._entries: dict[str, Entry] = {}

    def __len__(self) -> int:
        return int(self._searcher.num_docs)

    def refresh(self) -> None:
        """Look at what was committed since."""
        self._index.reload()
        self._searcher = self._index.searcher()
        self._entries.clear()

    def hits(self, weights: Mapping[str, float], top: int, limits: Query | None = None) -> Found:
        """The passages that score highest for the words."""
        wanted = [self._boosted(word, weight) for word, weight in weights.items()]
        return self._found(self._any(wanted), top, limits) if wanted else []

    def limited(self, kinds: Sequence[str], nodes: Sequence[str]) -> Query | None:
        """The condition that a passage is of one of the kinds and speaks of one of the nodes."""
        pairs = [(field, list(values)) for field, values in (("kind", kinds), ("node", nodes)) if values]
        return self._all([self._one_of(field, values) for field, values in pairs]) if pairs else None

    def ids(self, limits: Query) -> list[str]:
        """The ids of all passages that meet a condition."""
        return [id for id, _ in self._found(limits, MOST, None)]

    def called(self, keys: Sequence[str], shared: Sequence[str], top: int, limits: Query | None = None) -> list[str]:
        """The ids of passages whose title is one of the keys, then of those that hold one of the shared names."""
        by_title = self._tantivy.Query.boost_query(self._one_of("key", list(keys)), 2.0)
        query = self._any([by_title, self._one_of("names", list(shared))])
        return [id for id, _ in self._found(query, top, limits)]

    def entry(self, id: str) -> Entry | None:
        """A passage by its id; None where it is gone."""
        if id not in self._entries:
            hits = self._searcher.search(self._term("id", id), 1, count=False).hits
            if not hits:
                return None
            self._read(hits[0][1])
        return self._entries.get(id)

    def spread(self, word: str) -> int:
        """How many passages have a word."""
        return int(self._searcher.doc_freq("words", word))

    def name_spread(self, name: str) -> int:
        """How many passages hold a name."""
        return int(self._searcher.doc_freq("names", name))

    @cached_property
    def _tantivy(self) -> Any:
        return _library()

    def _found(self, query: Query, top: int, limits: Query | None) -> Found:
        if limits is not None:
            free = self._tantivy.Query.boost_query(limits, 0.0)
            query = self._all([query, free])
        top = min(top, max(1, len(self)))
        hits = self._searcher.search(query, top, count=False).hits
        return [(self._read(address), float(score)) for score, address in hits]

    def _read(self, address: Any) -> str:
        entry = Entry(self._searcher.doc(address))
        if entry.id not in self._entries:
            if len(self._entries) >= KEPT:
                self._entries.clear()
            self._entries[entry.id] = entry
        return entry.id

    def _term(self, field: str, value: str) -> Query:
        return self._tantivy.Query.term_query(self._index.schema, field, value, "freq")

    def _one_of(self, field: str, values: list[str]) -> Query:
        return self._tantivy.Query.term_set_query(self._index.schema, field, values)

    def _boosted(self, word: str, weight: float) -> Query:
        boost = self._tantivy.Query.boost_query
        return self._any(
            [boost(self._term("words", word), weight), boost(self._term("title", word), weight * TITLE_BOOST)]
        )

    def _any(self, queries: Sequence[Query]) -> Query:
        return self._tantivy.Query.boolean_query([(self._tantivy.Occur.Should, one) for one in queries])

    def _all(self, queries: Sequence[Query]) -> Query:
        return self._tantivy.Query.boolean_query([(self._tantivy.Occur.Must, one) for one in queries])


def write_passages(
    folder: Path, added: Iterable[Passage], removed: Iterable[str], seen: Callable[[Passage], None]
) -> int:
    """Bring the index up to date; says how many passages were added. What is there under an id is replaced."""
    index = _made(folder)
    writer = index.writer(HEAP, 1)
    library, count = _library(), 0
    fresh = not index.searcher().num_docs
    for id in removed:
        writer.delete_documents_by_term("id", id)
    for count, passage in enumerate(added, start=1):
        if not fresh:
            writer.delete_documents_by_term("id", passage.id)
        writer.add_document(_document(library, passage))
        seen(passage)
        if count % COMMIT_EVERY == 0:
            writer.commit()
    writer.commit()
    writer.wait_merging_threads()
    return count


def there(folder: Path) -> bool:
    """Whether an index of this format lies in a folder."""
    mark = folder / "format"
    return mark.is_file() and mark.read_text("utf-8") == FORMAT


def _made(folder: Path) -> Any:
    if there(folder):
        return _opened(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    index = _library().Index(_schema(), str(folder), reuse=False)
    (folder / "format").write_text(FORMAT, "utf-8")
    return index


def _opened(folder: Path) -> Any:
    try:
        return _library().Index(_schema(), str(folder))
    except (ValueError, OSError) as error:
        raise SourceError(f"the index {str(folder)!r} cannot be read ({error}); remove it, it is made anew.") from error


def _schema() -> Any:
    builder = _library().SchemaBuilder()
    for name in ("id", "kind", "node", "key"):
        builder.add_text_field(name, stored=name in ("id", "key"), tokenizer_name="raw", index_option="basic")
    builder.add_text_field("words", stored=True, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("title", tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("names", stored=True, tokenizer_name="whitespace", index_option="basic")
    builder.add_bytes_field("passage", stored=True)
    return builder.build()


def _document(library: Any, passage: Passage) -> Any:
    title, text = words(passage.title), words(passage.text)
    document = library.Document()
    document.add_text("id", passage.id)
    document.add_text("kind", passage.kind)
    for node in passage.nodes:
        document.add_text("node", node)
    document.add_text("key", title_key(passage.title))
    document.add_text("words", " ".join([*title, *text]))
    document.add_text("title", " ".join(title))
    document.add_text("names", " ".join(sorted(names(passage.title, passage.text))))
    document.add_bytes("passage", passage.model_dump_json().encode())
    return document


def _library() -> Any:
    try:
        import tantivy  # an extra: a base without passages does without it
    except ImportError as error:
        raise SetupError("documents are searched by tantivy; install it: pip install groundplan") from error
    return tantivy
