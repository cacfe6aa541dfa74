from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundplan.embed import BundledEmbedder, Embedder, best_embedder
from groundplan.embed.sentence_transformers import weights_on_disk
from groundplan.errors import SetupError

PARAPHRASES = [
    ("total revenue per region", "sum of sales by area", "delete the temporary files"),
    ("book a flight to Paris", "reserve a plane ticket to France", "compute the median of a column"),
    ("find unusual values", "detect outliers", "translate the letter into Spanish"),
    ("how did sales develop over time", "the trend of revenue by month", "send a birthday card"),
]
TEXTS = ["sales", "total sales by region", "how did the number of orders change from month to month last year?", ""]


@pytest.mark.parametrize(("text", "paraphrase", "unrelated"), PARAPHRASES)
def test_paraphrase_is_nearer_than_unrelated(
    embedder: BundledEmbedder, text: str, paraphrase: str, unrelated: str
) -> None:
    one, near, far = embedder.embed([text, paraphrase, unrelated])
    assert one @ near > one @ far + 0.2


def test_rows_are_unit_float32(embedder: BundledEmbedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_another_load_gives_the_same_vectors(embedder: BundledEmbedder) -> None:
    np.testing.assert_array_equal(BundledEmbedder().embed(TEXTS), embedder.embed(TEXTS))


def test_a_batch_gives_what_single_texts_give() -> None:
    alone, together = BundledEmbedder(), BundledEmbedder()  # two, so that neither remembers for the other
    single = np.concatenate([alone.embed([text]) for text in TEXTS])
    np.testing.assert_allclose(together.embed(TEXTS), single, atol=1e-5)


def test_order_and_repeats_are_kept(embedder: BundledEmbedder) -> None:
    first, second, third = embedder.embed(["sales", "a cat", "sales"])
    np.testing.assert_array_equal(first, third)
    assert first @ second < 0.5


def test_no_texts_give_no_rows(embedder: BundledEmbedder) -> None:
    assert embedder.embed([]).shape == (0, 384)


def test_text_beyond_256_tokens_is_not_read(embedder: BundledEmbedder) -> None:
    start = "sales " * 300
    long, longer = embedder.embed([start, start + "and a very different ending"])
    np.testing.assert_allclose(long, longer, atol=1e-6)


def test_more_texts_than_one_batch(embedder: BundledEmbedder) -> None:
    texts = [f"sales of product {number}" + " in detail" * (number % 5) for number in range(70)]
    vectors = embedder.embed(texts)
    np.testing.assert_allclose(vectors[41], BundledEmbedder().embed([texts[41]])[0], atol=1e-5)


@settings(max_examples=25, deadline=None)
@given(st.text(alphabet=st.characters(codec=None), max_size=60))
def test_any_text_has_a_unit_vector(text: str) -> None:
    assert np.linalg.norm(best_embedder().embed([text])[0]) == pytest.approx(1, abs=1e-5)


def test_threads_share_one_model() -> None:
    shared = BundledEmbedder()
    texts = [f"question {number} about sales" for number in range(16)]
    with ThreadPoolExecutor(4) as pool:
        rows = list(pool.map(lambda text: shared.embed([text])[0], texts))
    np.testing.assert_allclose(np.stack(rows), BundledEmbedder().embed(texts), atol=1e-5)


def test_the_name_tells_the_weights(embedder: BundledEmbedder) -> None:
    assert embedder.name.startswith("all-MiniLM-L6-v2-int8-")


def test_the_model_card_holds_for_the_weights() -> None:
    from hashlib import sha256

    import groundplan

    folder = Path(groundplan.__file__).parent / "models" / "sentences"
    card = (folder / "README.md").read_text(encoding="utf-8")
    for name in ("model.onnx", "tokenizer.json"):
        assert sha256((folder / name).read_bytes()).hexdigest() in card
    name = json.loads((folder / "model.json").read_text(encoding="utf-8"))["name"]
    assert name.endswith(sha256((folder / "model.onnx").read_bytes()).hexdigest()[:12])


def test_a_missing_model_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"lacks model.json, model.onnx, tokenizer.json in .*; reinstall groundplan"):
        BundledEmbedder(tmp_path)


def test_the_best_embedder_is_bundled_unless_the_extra_is_here() -> None:
    best: Embedder = best_embedder()
    assert best is best_embedder()
    assert isinstance(best, BundledEmbedder) == (weights_on_disk() is None)
