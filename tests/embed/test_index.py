from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from groundplan.contracts import Param, Tool
from groundplan.embed import BundledEmbedder, Vectors, open_index, tool_document
from groundplan.embed.index import heard, tool_vectors
from groundplan.embed.shelf import FEW, FLAT_LIMIT, build_nearest, load_nearest, save_nearest


class Watched:
    """The real model, with a note of what it was asked."""

    def __init__(self, embedder: BundledEmbedder, name: str = "watched") -> None:
        self._embedder = embedder
        self.name = name
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return self._embedder.embed(texts)


@pytest.fixture
def watched(embedder: BundledEmbedder) -> Watched:
    return Watched(embedder)


def shelf_of(cache: Path) -> Path:
    (folder,) = (cache / "tool_index").iterdir()
    return folder


def test_the_document_has_a_fixed_form() -> None:
    tool = Tool(
        name="getAirQuality",
        description="Reads the index of a city.",
        capabilities=("weather",),
        params={"day": Param(), "cityName": Param(required=True)},
        outputs=("index",),
    )
    assert tool_document(tool) == (
        "get air quality: Reads the index of a city. (weather) Takes city name, day. Gives index."
    )


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("how polluted is Delhi", "getAirQuality"),
        ("I need a ticket to fly to Rome", "book_flight"),
        ("write to my boss", "send_email"),
        ("rolling mean", "moving_average"),
    ],
)
def test_the_right_tool_comes_first(
    watched: Watched, tools: dict[str, Tool], tmp_path: Path, query: str, name: str
) -> None:
    found = open_index(tools, watched, tmp_path).search([query], top=2)[0]
    assert found[0][0] == name
    assert len(found) == 2
    assert found[0][1] >= found[1][1]


def test_many_queries_are_one_call(watched: Watched, tools: dict[str, Tool], tmp_path: Path) -> None:
    index = open_index(tools, watched, tmp_path)
    watched.asked.clear()
    queries = ["plane", "mail", "smooth", "air", "trip", "window", "letter", "city"]
    together = index.search(queries, top=4)
    assert watched.asked == queries
    for query, found in zip(queries, together, strict=True):
        (alone,) = open_index(tools, watched, tmp_path).search([query], top=4)
        assert [name for name, _ in found] == [name for name, _ in alone]
        assert [score for _, score in found] == pytest.approx([score for _, score in alone], abs=2e-6)


def test_a_query_that_was_asked_before_is_not_embedded_again(
    watched: Watched, tools: dict[str, Tool], tmp_path: Path
) -> None:
    index = open_index(tools, watched, tmp_path)
    first = index.search(["smooth a series", "fly to Paris"], 2)
    seen = list(watched.asked)
    assert index.search(["fly to Paris", "smooth a series"], 2) == first[::-1]
    assert watched.asked == seen
    assert index.search(["fly to Paris"], 1) == [first[1][:1]]


def test_a_small_wish_in_a_long_request_is_heard(watched: Watched, tools: dict[str, Tool], tmp_path: Path) -> None:
    request = "smooth the series of sales with a rolling mean, then mail it to Ann"
    found = open_index(tools, watched, tmp_path).together([request, "smooth the series", "mail it to Ann"], top=2)
    assert {name for name, _ in found} == {"moving_average", "send_email"}


def test_a_tool_has_one_unit_vector_between_its_texts(embedder: BundledEmbedder, tools: dict[str, Tool]) -> None:
    vectors = tool_vectors(tools, embedder)
    assert vectors.shape == (4, 384)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    name, document = embedder.embed(["book flight", tool_document(tools["book_flight"])])
    assert min(vectors[2] @ name, vectors[2] @ document) > name @ document


def test_a_part_is_heard_by_what_stands_out_in_it() -> None:
    whole, loud, quiet = [0.5, 0.2, 0.2, 0.1], [0.9, 0.8, 0.8, 0.1], [0.1, 0.1, 0.1, 0.8]
    joined = heard(np.array([whole, loud, quiet], dtype=np.float32))
    assert joined.argmax() == 0
    assert joined[3] > joined[1] == pytest.approx(joined[2])
    np.testing.assert_allclose(heard(np.array([whole], dtype=np.float32)), whole, atol=1e-6)


def test_top_and_emptiness(watched: Watched, tools: dict[str, Tool], tmp_path: Path) -> None:
    index = open_index(tools, watched, tmp_path)
    assert [len(found) for found in index.search(["mail", ""], top=99)] == [4, 4]
    assert index.search(["mail"], top=0) == [[]]
    assert index.search([], top=3) == []
    assert index.together([], top=3) == []
    assert open_index({}, watched, tmp_path).search(["mail"], top=3) == [[]]


def test_a_second_opening_embeds_nothing(watched: Watched, tools: dict[str, Tool], tmp_path: Path) -> None:
    first = open_index(tools, watched, tmp_path).search(["fly"], top=4)
    watched.asked.clear()
    again = open_index(tools, watched, tmp_path)
    assert watched.asked == []
    assert again.search(["fly"], top=4) == first
    assert len(again) == 4


def test_another_model_or_another_registry_is_another_index(
    embedder: BundledEmbedder, tools: dict[str, Tool], tmp_path: Path
) -> None:
    open_index(tools, Watched(embedder), tmp_path)
    other_model = Watched(embedder, "other")
    open_index(tools, other_model, tmp_path)
    assert len(other_model.asked) == 12  # three texts a tool
    changed = {**tools, "send_email": tools["send_email"].model_copy(update={"description": "Send a letter."})}
    other_tools = Watched(embedder)
    open_index(changed, other_tools, tmp_path)
    assert any("Send a letter." in text for text in other_tools.asked)
    assert len(list((tmp_path / "tool_index").iterdir())) == 3


def truncate(folder: Path) -> None:
    path = folder / "vectors.npy"
    path.write_bytes(path.read_bytes()[:-10])


def remove(folder: Path) -> None:
    (folder / "weights.npy").unlink()


def scramble(folder: Path) -> None:
    path = folder / "vectors.npy"
    path.write_bytes(path.read_bytes()[:128] + b"\x7f" * (path.stat().st_size - 128))


def garble_names(folder: Path) -> None:
    (folder / "names.json").write_text("{", encoding="utf-8")


def swap_names(folder: Path) -> None:
    manifest = json.loads((folder / "names.json").read_text(encoding="utf-8"))
    manifest["names"].reverse()
    (folder / "names.json").write_text(json.dumps(manifest), encoding="utf-8")


@pytest.mark.parametrize("damage", [truncate, remove, scramble, garble_names, swap_names])
def test_a_corrupt_cache_is_made_anew(
    watched: Watched, tools: dict[str, Tool], tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    expected = open_index(tools, watched, tmp_path).search(["fly"], top=4)
    damage(shelf_of(tmp_path))
    watched.asked.clear()
    assert open_index(tools, watched, tmp_path).search(["fly"], top=4) == expected
    assert len(watched.asked) == 13  # three texts of four tools, one query
    watched.asked.clear()
    open_index(tools, watched, tmp_path)
    assert watched.asked == []


def test_a_cache_that_cannot_be_written_is_done_without(
    watched: Watched, tools: dict[str, Tool], tmp_path: Path
) -> None:
    blocked = tmp_path / "a_file"
    blocked.write_text("not a folder", encoding="utf-8")
    assert open_index(tools, watched, blocked).search(["fly"], top=1)[0][0][0] == "book_flight"


def test_nothing_half_written_is_left(watched: Watched, tools: dict[str, Tool], tmp_path: Path) -> None:
    open_index(tools, watched, tmp_path)
    assert [path.name for path in (tmp_path / "tool_index").iterdir() if path.name.startswith(".")] == []


def test_few_vectors_are_found_in_the_order_of_many() -> None:
    vectors = np.random.default_rng(2).standard_normal((FEW + 1, 32)).astype(np.float32)
    few, queries = vectors[:FEW], vectors[:20] + vectors[-1:]
    ours, found = build_nearest(few).search(queries, 64)
    theirs, true = build_nearest(vectors).search(queries, 65)  # one more: the vector that only the many hold
    for row, among in zip(found, true, strict=True):
        assert list(row) == [place for place in among if place < FEW][:64]
    assert ours[:, 0] == pytest.approx(np.where(true[:, 0] < FEW, theirs[:, 0], theirs[:, 1]), abs=1e-4)


def test_many_vectors_are_found_by_cells_and_read_back(tmp_path: Path) -> None:
    noise = np.random.default_rng(1)
    centres = noise.standard_normal((200, 32))
    vectors = np.repeat(centres, 101, axis=0)[: FLAT_LIMIT + 1] + 0.3 * noise.standard_normal((FLAT_LIMIT + 1, 32))
    unit = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    save_nearest(build_nearest(unit), tmp_path / "nearest.faiss")
    _, found = load_nearest(unit, tmp_path / "nearest.faiss").search(unit[:50], 10)
    true = np.argsort(-(unit[:50] @ unit.T), axis=1)[:, :10]
    share = np.mean([len(set(a) & set(b)) / 10 for a, b in zip(found, true, strict=True)])
    assert share > 0.8
    assert [row[0] for row in found] == list(range(50))
