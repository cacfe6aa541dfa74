"""What is said of a task before a plan is made."""

from __future__ import annotations

from groundplan.packs.workflows.drafting.analysis import analysed


def test_the_example_of_a_conditional_mail() -> None:
    found = analysed("Check if user is premium, then send personalized email")
    assert (found.complexity, found.requires_tools, found.requires_routing) == ("moderate", True, True)
    assert found.suggested_node_types == ("executor", "router")
    assert {"user", "premium"} <= set(found.key_entities)
    assert found.intent == "send, depending on a condition"


def test_one_write_is_simple() -> None:
    assert analysed("Отмени эту бронь.").complexity == "simple"
    assert not analysed("Cancel the booking.").requires_routing
