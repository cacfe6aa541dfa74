"""Tasks over the example catalogue: the steps that they become, and what is refused or asked back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from groundplan.packs.workflows.catalogue import open_catalogue
from groundplan.packs.workflows.drafting.task import Draft, drafted
from groundplan.packs.workflows.drafting.world import World, world
from groundplan.packs.workflows.parts import FOLDER

INPUTS = {"member_id": "M-1", "course_id": "CR-1", "booking_id": "B-1"}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    opened = open_catalogue((str(FOLDER / "data/club.json"),), tmp_path_factory.mktemp("cache"))
    yield world(opened.operations)
    opened.close()


def draft(task: str, club: World, *inputs: str) -> Draft:
    return drafted(task, {f"{name}_id": INPUTS[f"{name}_id"] for name in inputs}, club)


def step(found: Draft, tool: str) -> dict[str, Any]:
    assert found.doubt is None, found.doubt
    return next(one for one in found.steps if one["tool"] == tool)


def given(name: str) -> dict[str, str]:
    return {"$ref": f"inputs.{name}"}


def test_things_and_what_leads_from_one_to_another(club: World) -> None:
    assert set(club.things) == {"Member", "Course", "Booking", "Trainer", "Email"}
    assert club.path("Booking", "Trainer") is None  # over the member, or over the course
    assert club.path("Course", "Trainer") == ("trainer_id",)
    assert club.doings["cancelBooking"].verbs == {"cancel"}  # a booking is no verb


def test_a_field_is_set(club: World) -> None:
    found = step(draft("Change the member's city to Kiel and the tier to premium.", club, "member"), "updateMember")
    assert found["args"] == {"member_id": given("member_id"), "tier": "premium", "city": "Kiel"}


def test_rows_are_filtered_by_the_list_or_by_a_query(club: World) -> None:
    found = draft('Send "Hi" to all premium members without a trainer, except those in Kiel.', club)
    assert step(found, "listMembers")["args"] == {"tier": "premium"}
    assert step(found, "select")["args"]["query"] == 'rows: where missing(trainer_id) and city != "Kiel"'
    assert step(found, "sendEmail")["each"] == {"$ref": "chosen.rows"}


def test_what_belongs_to_another_is_never_everything(club: World) -> None:
    found = draft("If the member is paused, cancel all their bookings.", club, "member")
    assert step(found, "listBookings")["args"] == {"member_id": given("member_id")}
    assert draft("Cancel all their bookings.", club).doubt is not None


def test_a_condition_on_how_many_there_are(club: World) -> None:
    task = "Cancel the booking if the course has fewer than three bookings."
    found = draft(task, club, "course", "booking")
    assert step(found, "cancelBooking")["when"] == "count.value < 3"
    assert step(found, "listBookings")["args"] == {"course_id": given("course_id")}


def test_each_thing_once_where_rows_only_name_it(club: World) -> None:
    found = draft('Send "Hi" to every member with waiting bookings.', club)
    assert step(found, "select")["args"]["query"] == "rows: count by member_id"
    assert step(found, "sendEmail")["args"]["to"] == {"$ref": "item.email"}


@pytest.mark.parametrize(
    ("task", "inputs", "said"),
    [
        ('Send "Hi" to the three oldest members.', (), "oldest"),
        ('Send "Hi" to all premium members tomorrow.', (), "tomorrow"),
        ("Raise the price of the course by 5.", ("course",), "Raise"),
        ("Order new towels for the member.", ("member",), "towels"),
        ("Book a place for the member.", ("member",), "course_id"),
        ("Send an e-mail to the member.", ("member",), "text"),
        ("Pause all premium members and all basic members in Kiel.", (), "Pause"),
        ("Change the member's city to Kiel.", ("member", "course"), "course_id"),
        ("Do not cancel the booking.", ("booking",), "not"),
        ("Cancel all other bookings of the member.", ("member",), "other"),
        ("Wait until tomorrow and cancel the booking.", ("booking",), "Wait"),
        ('Send "Hi" to all premium members and all basic members in Kiel.', (), "all"),
        ("Nudge the member.", ("member",), "Nudge"),
        ("Cancel the bookings in May.", (), "May"),
        ("Cancel some bookings of the member.", ("member",), "some"),
        ("Cancel the member's last booking.", ("member",), "last"),
        ("Change the member's city to Kiel from next month.", ("member",), "month"),
        ("Cancel today's bookings of the member.", ("member",), "today"),
        ("Change the city of the courses to Kiel.", (), "courses"),
        ('If the member is premium or paused, send them "Hi".', ("member",), "premium"),
        ("How many bookings are waiting, and how many are cancelled?", (), "how many"),
    ],
)
def test_what_is_not_understood_is_said(task: str, inputs: tuple[str, ...], said: str, club: World) -> None:
    doubt = draft(task, club, *inputs).doubt
    assert doubt is not None and said in doubt.message


@pytest.mark.parametrize(
    ("task", "inputs", "query"),
    [
        ("Put the member into the cheapest course on friday.", ("member",), "rows: keep 1 by lowest price"),
        (
            "Book the course with the fewest places left for the member.",
            ("member",),
            "rows: keep 1 by lowest places_left",
        ),
    ],
)
def test_one_of_several_is_chosen_by_a_field(task: str, inputs: tuple[str, ...], query: str, club: World) -> None:
    found = draft(task.replace("Put the member into", "Book for the member"), club, *inputs)
    assert step(found, "select")["args"]["query"] == query
    assert step(found, "bookCourse")["args"]["course_id"] == {"$ref": "chosen.row.id"}


def test_a_condition_on_what_has_to_be_reached(club: World) -> None:
    found = draft("If the member of this booking is paused, cancel it.", club, "booking")
    assert found.doubt is not None  # a booking cannot be fetched, so that its member is not known
    found = draft(
        'If the trainer of the course is called "Ada", change the city of the member to Kiel.', club, "course", "member"
    )
    assert step(found, "getTrainer")["args"] == {"trainer_id": {"$ref": "get_course.result.trainer_id"}}


def test_all_none_and_any_of_several(club: World) -> None:
    task = "If {} of the member are waiting, change the member's tier to basic."
    asked = {
        "all bookings": ('rows: count where status != "waiting"', "== 0"),
        "no bookings": ("rows: count", "== 0"),
        "any bookings": ("rows: count", "> 0"),
    }
    for said, (query, test) in asked.items():
        found = draft(task.format(said), club, "member")
        assert step(found, "select")["args"]["query"] == query, said
        assert step(found, "updateMember")["when"].endswith(test), said


def test_what_is_not_there_any_more(club: World) -> None:
    found = draft("If there are no places left in the course, cancel the booking.", club, "course", "booking")
    assert step(found, "cancelBooking")["when"] == "(get_course.places_left == 0)"


def test_a_denial_in_one_word(club: World) -> None:
    found = draft('Send "Hi" to all unpaused members.', club)
    assert step(found, "listMembers")["args"] == {"paused": False}


def test_words_of_order_are_waited_for_unless_what_was_before_may_be_left_out(club: World) -> None:
    first = draft("First cancel the booking, then change the member's city to Kiel.", club, "booking", "member")
    assert step(first, "updateMember")["needs"] == ("cancel_booking",)
    task = "If the course has fewer than three bookings, cancel the booking. Then change the member's city to Kiel."
    assert "needs" not in step(draft(task, club, "course", "booking", "member"), "updateMember")


def test_two_values_of_a_field_that_no_word_joins_are_no_filter(club: World) -> None:
    assert draft('Send "Hi" to all premium members basic.', club).doubt is not None
    found = draft("Make all premium members in Kiel basic.", club)
    assert step(found, "listMembers")["args"] == {"tier": "premium", "city": "Kiel"}
    assert step(found, "updateMember")["args"]["tier"] == "basic"


def test_the_same_twice_is_two_steps(club: World) -> None:
    found = draft("Cancel the bookings B-1 and B-2.", club)
    assert [one["args"] for one in found.steps] == [{"booking_id": "B-1"}, {"booking_id": "B-2"}]


def test_a_given_day_an_answer_that_is_wrapped_and_a_noun_first_name(tmp_path: Path) -> None:
    loan = {"type": "object", "properties": {
        "id": {"type": "string"}, "due_on": {"type": "string", "format": "date"},
        "returned_on": {"type": ["string", "null"], "format": "date"}, "phone": {"type": "string"}}}  # fmt: skip
    one = {"type": "object", "properties": {"data": {"$ref": "#/components/schemas/Loan"}}}
    many = {"type": "object", "properties": {"data": {"type": "array", "items": {"$ref": "#/components/schemas/Loan"}}}}
    path = [{"name": "loan_id", "in": "path", "required": True, "schema": {"type": "string"}}]

    def answer(schema: dict[str, Any]) -> dict[str, Any]:
        return {"200": {"content": {"application/json": {"schema": schema}}}}

    paths = {
        "/loans": {"get": {"operationId": "loans_list", "responses": answer(many)}},
        "/loans/{loan_id}": {"get": {"operationId": "loans_get", "parameters": path, "responses": answer(one)}},
        "/loans/{loan_id}/renew": {
            "post": {"operationId": "loans_renew", "parameters": path, "responses": answer(one)}
        },
    }
    document = {"openapi": "3.1.0", "info": {}, "paths": paths, "components": {"schemas": {"Loan": loan}}}
    (tmp_path / "desk.json").write_text(json.dumps(document), "utf-8")
    opened = open_catalogue((str(tmp_path / "desk.json"),), tmp_path)
    desk = world(opened.operations)
    task = "Renew every loan that was due before the given day and has not been returned yet."
    found = drafted(task, {"day": "2026-05-01"}, desk)
    assert step(found, "select")["args"]["query"] == "rows: where due_on < given.due_on and missing(returned_on)"
    assert step(found, "select")["args"]["given"] == {"due_on": given("day")}
    assert step(found, "loans_renew")["each"] == {"$ref": "chosen.rows"}
    held = drafted("If the loan has not been returned, renew it.", {"loan_id": "L-1"}, desk)
    assert step(held, "loans_renew")["when"] == "(get_loan.data.returned_on == null)"
    opened.close()


def test_numbers_may_be_ids_and_keys_may_have_other_names(tmp_path: Path) -> None:
    number, ticket = {"type": "integer"}, {"type": "object", "properties": {"ticket_no": {"type": "integer"}}}
    path = [{"name": "ticket_no", "in": "path", "required": True, "schema": number}]
    done = {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Ticket"}}}}}
    paths = {
        "/tickets/{ticket_no}": {"get": {"operationId": "tickets_get", "parameters": path, "responses": done}},
        "/tickets/{ticket_no}/nudge": {"post": {"operationId": "nudgeTicket", "parameters": path, "responses": done}},
    }
    document = {"openapi": "3.1.0", "info": {}, "paths": paths, "components": {"schemas": {"Ticket": ticket}}}
    (tmp_path / "desk.json").write_text(json.dumps(document), "utf-8")
    opened = open_catalogue((str(tmp_path / "desk.json"),), tmp_path)
    desk = world(opened.operations)
    assert drafted("Nudge this ticket.", {"ticket_no": 4}, desk).steps[0]["args"] == {"ticket_no": given("ticket_no")}
    assert drafted("Nudge ticket 7.", {}, desk).steps[0]["args"] == {"ticket_no": 7}
    opened.close()


def test_every_word_that_bears_meaning_is_quoted(club: World) -> None:
    task = 'If the member is premium, send them an e-mail with the subject "Hi" and the text "You are great".'
    found = draft(task, club, "member")
    quoted = {at for places in found.quotes.values() for start, end in places for at in range(start, end)}
    for word in ("premium", "send", "e-mail", "Hi", "You are great"):
        assert task.index(word) in quoted, word


def test_everyone_with_one_of_them_is_written_to_once(club: World) -> None:
    found = draft('E-mail everyone with a waiting booking: "There is a place."', club)
    assert step(found, "select")["args"]["query"] == "rows: count by member_id"
    assert step(found, "sendEmail")["args"]["to"] == {"$ref": "item.email"}


def test_part_of_a_name_is_no_field(club: World) -> None:
    """`places` of `places_left` do, a word that calls a thing does not."""
    assert draft("If the course has more than 3 places, cancel the booking.", club, "course", "booking").doubt is None
    task = "If fewer than ten members have been sold to the course, cancel the booking."
    assert draft(task, club, "course", "booking").doubt is not None
