"""Tasks cut into clauses, each under its condition."""

from __future__ import annotations

import pytest

from groundplan.packs.workflows.drafting.clauses import clauses


def told(text: str) -> list[str]:
    """`action`, `action<0` under the clause 0, `action<!0` where it does not hold."""
    marks = [f"<{'!' if one.turned else ''}{one.under}" if one.under is not None else "" for one in clauses(text)]
    return [one.kind + mark for one, mark in zip(clauses(text), marks, strict=True)]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Close it and send them the invoice.", ["action", "action"]),
        ("If it is paid, ship it, otherwise cancel it.", ["condition", "action<0", "action<!0"]),
        ("If it is paid, ship it. Otherwise do nothing.", ["condition", "action<0", "nothing<!0"]),
        ("Cancel the order unless it is paid.", ["action<!1", "condition"]),
        ("Send it only if they are active.", ["action<1", "condition"]),
        ("Check if it is paid, then ship it.", ["condition", "action<0"]),
        ("A colleague is leaving. Hand over their deals.", ["background", "action"]),
        ("Delete it, but only after I have approved it.", ["action", "approval"]),
        ("For each pupil of the class, charge the family 3 euros.", ["action"]),
        ("How many are open? Change nothing.", ["question", "nothing"]),
        ("Если квартира свободна, запиши посетителя, иначе ничего не делай.", ["condition", "action<0", "nothing<!0"]),
        ("Отправь письмо, если он не отписался.", ["action<1", "condition"]),
    ],
)  # fmt: skip
def test_clauses_hang_on_their_conditions(text: str, kinds: list[str]) -> None:
    assert told(text) == kinds


def test_what_is_left_out_after_otherwise_is_taken_from_the_action_before() -> None:
    last = clauses("If they are premium, send them the mail by template tpl-a, otherwise by template tpl-b.")[-1]
    assert next(one.text for one in last.words if one.verbs or one.kind == "code") == "send"
    assert [one.value for one in last.words if one.kind == "code"] == ["tpl-b"]
