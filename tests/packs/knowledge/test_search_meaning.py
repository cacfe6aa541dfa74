from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from search_passages import WordCounter, passage, passages

from groundplan.packs.knowledge.search import Search, make_vectors, open_search, update_search
from groundplan.packs.knowledge.search.update import BATCH, VECTORS_UP_TO


def many(count: int) -> list[object]:
    return [passage(f"p{n}", f"Title {n}", f"text number {n}") for n in range(count)]


def near(search: Search, query: str) -> list[str]:
    return [id for id, _ in search.by_meaning(query)]


def test_words_are_searched_before_there_are_vectors(tmp_path: Path) -> None:
    update_search(tmp_path, passages(), ())
    search = open_search(tmp_path, WordCounter())
    assert search.search("pharmacy")[0][0].id == "stock" and not near(search, "boxes")
    assert "6 of 6 passages have no vector yet" in search.notes[0]
    assert make_vectors(tmp_path, WordCounter()) == ""
    assert near(search, "counting boxes for a chain")[0] == "stock"  # the one that is open sees them
    assert search.notes == ()
    search.close()


def test_russian_is_embedded_in_english(tmp_path: Path) -> None:
    counter = WordCounter()
    update_search(tmp_path, [passage("leave")], ())
    make_vectors(tmp_path, counter)
    assert counter.given and all(text.isascii() for text in counter.given)


def test_only_what_changed_is_embedded_again(tmp_path: Path) -> None:
    update_search(tmp_path, passages(), ())
    make_vectors(tmp_path, WordCounter())
    counter = WordCounter()
    update_search(tmp_path, [passage("bank", "Harbour Bank", "A bank for sailors."), passage("bot")], ["stock"])
    make_vectors(tmp_path, counter)
    assert counter.given == ["Harbour Bank. A bank for sailors."]
    search = open_search(tmp_path, counter)
    assert near(search, "bank for sailors")[0] == "bank"
    assert "stock" not in near(search, "counting boxes for a chain of pharmacies")
    search.close()


def test_a_stop_loses_one_batch(tmp_path: Path) -> None:
    update_search(tmp_path, many(2 * BATCH), ())  # type: ignore[arg-type]

    def stop(done: int, every: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_vectors(tmp_path, WordCounter(), stop)
    update_search(tmp_path, many(2 * BATCH), ())  # type: ignore[arg-type]
    counter, told = WordCounter(), []
    make_vectors(tmp_path, counter, lambda done, every: told.append((done, every)))
    assert len(counter.given) == BATCH and told == [(BATCH, BATCH)]


def test_vectors_of_two_models_never_meet(tmp_path: Path) -> None:
    update_search(tmp_path, passages(), ())
    make_vectors(tmp_path, WordCounter("one"))
    search = open_search(tmp_path, WordCounter("other"))
    assert not near(search, "bank") and "another model" in search.notes[0]
    counter = WordCounter("other")
    update_search(tmp_path, [passage("new", "New", "something new")], ())
    make_vectors(tmp_path, counter)
    assert len(counter.given) == len(passages()) + 1
    assert near(search, "bank founded in bergen")[0] == "bank"
    search.close()


def test_lost_vectors_are_told_and_made_anew(tmp_path: Path) -> None:
    update_search(tmp_path, passages(), ())
    make_vectors(tmp_path, WordCounter())
    for file in (tmp_path / "search").glob("vectors-*/**/*"):
        if file.is_file():
            file.write_bytes(b"not a database at all")
    search = open_search(tmp_path, WordCounter())
    assert search.search("pharmacy")[0][0].id == "stock" and "by words alone" in search.notes[0]
    make_vectors(tmp_path, WordCounter(), every=True)
    assert near(search, "counting boxes for a chain")[0] == "stock" and search.notes == ()
    search.close()


def test_vectors_that_go_while_they_are_open_are_done_without(tmp_path: Path) -> None:
    update_search(tmp_path, passages(), ())
    make_vectors(tmp_path, WordCounter())
    search = open_search(tmp_path, WordCounter())
    assert search.search("pharmacy") and search.notes == ()
    for folder in (tmp_path / "search").glob("vectors-*"):
        shutil.rmtree(folder)
    assert search.search("pharmacy")[0][0].id == "stock"
    make_vectors(tmp_path, WordCounter())
    assert near(search, "counting boxes for a chain")[0] == "stock"
    search.close()


def test_another_model_makes_them_all(tmp_path: Path) -> None:
    update_search(tmp_path, passages(), ())
    make_vectors(tmp_path, WordCounter("one"))
    counter = WordCounter("other")
    make_vectors(tmp_path, counter)
    make_vectors(tmp_path, counter)
    assert len(counter.given) == len(passages())
    assert len(list((tmp_path / "search").glob("vectors-*"))) == 1


def test_many_are_embedded_only_when_asked_for(tmp_path: Path) -> None:
    update_search(tmp_path, many(VECTORS_UP_TO + 1), ())  # type: ignore[arg-type]
    counter = WordCounter()
    assert "groundplan ingest --vectors" in make_vectors(tmp_path, counter)
    assert not counter.given


def test_without_chroma_words_are_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chromadb", None)
    update_search(tmp_path, passages(), ())
    assert "groundplan[knowledge]" in make_vectors(tmp_path, WordCounter())
    search = open_search(tmp_path, WordCounter())
    assert search.search("pharmacy")[0][0].id == "stock"
    assert "groundplan[knowledge]" in search.notes[0]


def test_limits_hold_for_vectors(tmp_path: Path) -> None:
    update_search(tmp_path, [*passages(), passage("own", "Own", "counting boxes", kind="bullet")], ())
    make_vectors(tmp_path, WordCounter())
    search = open_search(tmp_path, WordCounter())
    assert [one.id for one, _ in search.search("counting boxes for a chain", kinds=("bullet",))] == ["own"]
    search.close()
