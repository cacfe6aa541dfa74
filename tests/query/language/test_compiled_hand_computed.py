"""Where the compiler has another answer than the page: each case fails here until it has the same."""

from __future__ import annotations

import pytest
from hand_computed import COMPILED_OTHERWISE, asked, asked_compiled, same


@pytest.mark.parametrize(
    ("text", "source"),
    [
        pytest.param(text, source, marks=pytest.mark.xfail(strict=True, reason=why), id=text)
        for text, (source, why) in COMPILED_OTHERWISE.items()
    ],
)
def test_the_compiler_answers_otherwise(text: str, source: str) -> None:
    same(asked_compiled(text, source), asked(text, source).rows)
