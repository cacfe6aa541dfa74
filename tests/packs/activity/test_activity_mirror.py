"""The declared model, ids in texts, people put together, and what a certificate says."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from groundplan.packs.activity.certified import FOLLOWING
from groundplan.packs.activity.links import issues_of, said_ids, trackers
from groundplan.packs.activity.nouns import Certificate
from groundplan.packs.activity.people import Identity, people
from groundplan.packs.activity.shape import columns, model, words
from groundplan.packs.activity.sources.youtrack import status
from groundplan.query.asked import understood

MODEL = model()
TESTS = [(one.name, test) for one in MODEL.datasets for test in one.tests]


@pytest.mark.parametrize(("dataset", "test"), TESTS)
def test_every_named_condition_can_be_asked(dataset: str, test: str) -> None:
    assert understood(f"{dataset}: count where {test}", MODEL, date(2024, 1, 1)).doubt is None


@pytest.mark.parametrize("relation", MODEL.relations, ids=lambda relation: relation.name)
def test_every_relation_leads_both_ways(relation: object) -> None:
    many, one, path, back = (getattr(relation, name) for name in ("many", "one", "path", "back"))
    assert understood(f"{many}: count where some({path})", MODEL, date(2024, 1, 1)).doubt is None
    assert understood(f"{one}: count where some({back})", MODEL, date(2024, 1, 1)).doubt is None


def test_words_are_of_what_the_model_has() -> None:
    for dataset, tests in words()["tests"].items():
        known = MODEL.dataset(dataset)
        assert known is not None and set(tests) <= set(known.tests)
    for place in words()["values"]:
        assert place.partition(".")[2] in columns(place.partition(".")[0])


@pytest.mark.parametrize(
    ("text", "branch", "ids"),
    [
        ("Fix it (PROJ-12, proj-3) for UTF-8 and SHA-256", "", ["PROJ-12", "proj-3", "UTF-8", "SHA-256"]),
        ("closes #34, see !7", "", ["#34", "!7"]),
        ("Fix the parser (#810)", "", ["!810"]),
        ("Merge pull request #12 from me/x", "", ["!12"]),
        ("Merge branch 'x'\n\nSee merge request acme/shop!34", "", ["!34"]),
        ("work", "proj-77-do-the-thing", ["PROJ-77"]),
        ("version 1-2, x-1.5, https://a.example/b#12", "", []),
    ],
)
def test_ids_are_found_in_texts_and_branches(text: str, branch: str, ids: list[str]) -> None:
    assert said_ids(text, branch) == ids


def test_which_letters_are_a_tracker() -> None:
    said = [["PROJ-1", "UTF-8"], ["PROJ-2", "UTF-16", "proj-9"], ["ONE-1", "#4"]]
    keys = trackers(said, ())
    assert keys == {"PROJ"} and trackers(said, ["abc"]) == {"ABC"}
    assert issues_of(["PROJ-1", "proj-9", "UTF-8", "#4"], "shop", keys, exact=False) == ["PROJ-1", "shop#4"]
    assert issues_of(["proj-9"], "shop", keys, exact=True) == ["PROJ-9"]


def test_people_are_one_by_address_and_name_but_not_against_their_accounts() -> None:
    found = [
        Identity("1", "Ann Lee", "ann@x.example", times=5), Identity("2", "ann  LEE", "al@home.example"),
        Identity("3", "al", "AL@home.example"), Identity("4", "Ann Lee", username="alee", origin=1),
        Identity("5", "Bo Ray", username="bray", origin=1), Identity("6", "Bo Ray", username="bray2", origin=1),
        Identity("7", "renovate[bot]", "r@x.example"), Identity("8", "Abbot Grey", "abbot@x.example"),
        *(Identity(f"s{at}", f"Person {at}", "root@localhost") for at in range(3)),
    ]  # fmt: skip
    who, of = people(found)
    assert of["1"] == of["2"] == of["3"] == of["4"] == "Ann Lee"
    assert {of["5"], of["6"]} == {"Bo Ray (bray)", "Bo Ray (bray2)"}
    assert len({of["s0"], of["s1"], of["s2"]}) == 3
    assert [one.name for one in who if one.bot] == ["renovate[bot]"]


@pytest.mark.parametrize(
    ("state", "resolved", "wanted"),
    [("In Progress", False, "in progress"), ("Verified", True, "done"), ("Won't fix", True, "dropped"),
     ("Done", False, "open"), ("Blocked on parts", False, "open"), ("Archived", True, "done")],
)  # fmt: skip
def test_states_are_put_on_one_scale_that_never_denies_the_tracker(state: str, resolved: bool, wanted: str) -> None:
    assert status(state, resolved) == wanted


def test_a_certificate_says_how_much_was_read() -> None:
    now = datetime(2024, 5, 2, tzinfo=UTC)
    some = Certificate(source="gitlab", dataset="merge_requests", project="shop", read=7, expected=9,
                       since=now, until=now, at=now - timedelta(hours=3), query="GET /x")  # fmt: skip
    told = some.told(now)
    assert told == (
        "gitlab shop: merge requests, 7 of 9 read, 2024-05-02, 3 h old; incomplete: 7 of 9 were read; GET /x"
    )
    assert Certificate(source="git", dataset="commits", read=7).complete
    assert not Certificate(source="git", dataset="commits", read=7, capped=True).complete


def test_what_follows_from_other_rows_is_in_the_model() -> None:
    for of, names, dataset in FOLLOWING:
        known = MODEL.dataset(of)
        assert known is not None and MODEL.dataset(dataset) is not None
        assert set(names) <= {*columns(of), *known.tests}
