"""What a step gave comes back as it was, or is said to be lost."""

from __future__ import annotations

import datetime as dt
import math
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundplan.errors import StepError
from groundplan.execute.call import Several
from groundplan.execute.durable.keep import INLINE, Keep, UnkeptError

PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary() | st.dates()
VALUES = st.recursive(
    PLAIN | st.datetimes() | st.decimals(allow_nan=False),
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text() | st.just("$kept") | st.integers(), inner)
        | st.builds(Several, st.dictionaries(st.text(), inner))
    ),
    max_leaves=20,
)


@settings(deadline=None)
@given(VALUES)
def test_plain_data_comes_back_as_it_was(value: Any) -> None:
    keep = Keep(Path("nowhere"))
    back = keep.kept(keep.keep(value))
    assert back == value and type(back) is type(value)


def test_what_is_no_number_stays_none() -> None:
    keep = Keep(Path("nowhere"))
    assert math.isnan(keep.kept(keep.keep(float("nan")))) and keep.kept(keep.keep(-math.inf)) == -math.inf


def test_big_results_are_files_named_by_their_content(tmp_path: Path) -> None:
    keep, big = Keep(tmp_path / "run"), [Several(n=n, at=dt.date(2024, 1, 1), cost=Decimal("1.10")) for n in range(999)]
    record = keep.keep(big)
    assert set(record) == {"file"} and keep.keep(big) == record
    assert keep.kept(record) == big and all(isinstance(one, Several) for one in keep.kept(record))
    (file,) = (tmp_path / "run").iterdir()
    assert file.stat().st_size > INLINE and file.stem == record["file"]
    file.write_text("[]", "utf-8")
    with pytest.raises(StepError, match="which was changed since; run the plan again"):
        keep.kept(record)
    file.unlink()
    with pytest.raises(StepError, match="which is not there; name one folder that every worker can reach"):
        keep.kept(record)


@pytest.mark.parametrize("value", [object(), [1, {"a": {2: print}}], Path("x")])
def test_what_is_no_plain_data_is_not_kept(value: Any) -> None:
    with pytest.raises(UnkeptError, match="is no plain data"):
        Keep(Path("nowhere")).keep(value)
