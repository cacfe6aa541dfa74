"""What a question asks that names a figure: the figure itself, over the rows it is of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from groundplan.contracts import Doubt
from groundplan.contracts.source_model import Figure
from groundplan.reading.formed.form import Derive, Filter, Form, Having, Metric, Time
from groundplan.reading.formed.held_to_model import held_to_model
from groundplan.reading.formed.meaning.asked import Asked
from groundplan.sources.joinable import with_keys
from groundplan.sources.opened import Tables, open_sources
from groundplan.sources.shape import Table

pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")

BOOKINGS = "\n".join(
    [
        "booking_id,guest_id,booked_on,channel,outcome,fee,nights",
        *(
            f"{100 + n},G{n % 12:02},2024-{1 + n % 12:02}-{1 + n % 27:02},{('Web', 'Phone')[n % 2]},"
            f"{('won', 'lost', 'open')[n % 3]},{20 + n * 7 % 31}.5,{1 + n * 5 % 9}"
            for n in range(72)
        ),
    ]
)
GUESTS = "\n".join(
    [
        "guest_id,guest_name,town,points",
        *(f"G{n:02},Guest {chr(65 + n)},{('Bath', 'Wells')[n % 2]},{50 + n * 13 % 90}" for n in range(12)),
    ]
)
WIN, STAY = Metric(column="win rate"), Metric(column="stay value")


@pytest.fixture(scope="module")
def hotel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    folder = tmp_path_factory.mktemp("hotel")
    (folder / "bookings.csv").write_text(BOOKINGS, "utf-8")
    (folder / "guests.csv").write_text(GUESTS, "utf-8")
    tables = open_sources((str(folder),), folder / "cache")
    yield tables
    tables.close()


DECLARED = (
    Figure(name="stay value", expression="fee * nights", synonyms=("value of stays",)),
    Figure(name="fee per point", expression="SUM(bookings.fee) / SUM(guests.points)"),
    Figure(name="odd one", expression="SUMM(fee)"),
    Figure(name="total fee", expression="SUM(bookings.fee)"),
    Figure(name="town", expression="COUNT(*)"),
    Figure(name="all rows", expression="COUNT(*)"),
    Figure(name="points a guest", expression="SUM(points) / COUNT(*)"),
)


def held(tables: Tables, text: str, form: Form) -> Form | Doubt:
    model = tables.understood.model_copy(update={"figures": (*tables.understood.figures, *DECLARED)})
    form, doubt = held_to_model(form, Asked(text, model, with_declared(tables, model)))
    return doubt or form


def with_declared(tables: Tables, model) -> tuple[Table, ...]:
    return with_keys([table for table in tables.model if not table.stands_for], model)


def asked(found: Form | Doubt) -> Form:
    assert isinstance(found, Form), found
    return found


def test_figures_are_of_the_table_that_has_their_fields(hotel: Tables) -> None:
    model = hotel.understood.model_copy(update={"figures": (*hotel.understood.figures, *DECLARED)})
    found = {table.name: [figure.name for figure in table.figures] for table in with_declared(hotel, model)}
    assert found == {"bookings": ["win rate", "stay value", "total fee"], "guests": ["points a guest"]}
    assert all(not table.figures for table in hotel.files)


@pytest.mark.parametrize("agg", ["sum", "avg", "median", "none"])
def test_whatever_is_asked_of_a_figure_of_groups_is_the_figure(hotel: Tables, agg: str) -> None:
    form = Form(metrics=(Metric(column="win rate", agg=agg),), group_by=("channel",), analysis=("lookup",))
    found = asked(held(hotel, "win rate by channel", form))
    assert found.metrics == (Metric(column="win rate", agg="figure"),)
    assert "lookup" not in found.analysis


def test_a_rate_is_neither_a_share_nor_a_part_of_the_rows(hotel: Tables) -> None:
    form = Form(
        metrics=(Metric(agg="count"),),
        filters=(Filter(column="outcome", op="=", value="won"), Filter(column="channel", op="=", value="Web")),
        analysis=("count", "share"),
        derive=Derive(kind="percent_of_total"),
    )
    found = asked(held(hotel, "win rate on the Web", form))
    assert found.metrics == (Metric(column="win rate", agg="figure"),)
    assert [limit.column for limit in found.filters] == ["channel"]
    assert (found.derive, found.analysis) == (None, ("count",))


def test_what_is_said_beside_the_name_stays(hotel: Tables) -> None:
    form = Form(metrics=(WIN, Metric(column="fee"), Metric(agg="count")), group_by=("channel",))
    found = asked(held(hotel, "how many bookings, the fee and the win rate by channel", form))
    assert [(one.column, one.agg) for one in found.metrics] == [("win rate", "figure"), ("fee", "sum"), (None, "count")]
    only = asked(held(hotel, "win rate by channel", form.model_copy(update={"metrics": (WIN, Metric(column="fee"))})))
    assert [one.column for one in only.metrics] == ["win rate"]


def test_groups_are_held_to_a_figure_and_rows_are_not(hotel: Tables) -> None:
    limit = Filter(column="win rate", op=">", value=40)
    listed = Form(metrics=(Metric(column="channel", agg="none"),), filters=(limit,))
    found = asked(held(hotel, "channels with a win rate over 40", listed))
    assert (found.group_by, found.filters, found.having) == (("channel",), (), Having(op=">", value=40))
    doubt = held(hotel, "bookings with a win rate over 40", Form(metrics=(Metric(agg="count"),), filters=(limit,)))
    assert isinstance(doubt, Doubt) and "no row can be held to" in doubt.message


def test_a_share_of_what_adds_up_stays_a_share(hotel: Tables) -> None:
    form = Form(
        metrics=(Metric(column="total fee"),),
        group_by=("channel",),
        analysis=("total", "share"),
        derive=Derive(kind="percent_of_total"),
    )
    found = asked(held(hotel, "share of the total fee by channel", form))
    assert (found.analysis, found.derive) == (("total", "share"), Derive(kind="percent_of_total"))


@pytest.mark.parametrize(
    ("text", "form", "kind", "told"),
    [
        ("fee per point by channel", Form(metrics=(Metric(agg="count"),)), "refuse", "not all of one dataset"),
        ("odd one", Form(metrics=(Metric(agg="count"),)), "refuse", "did you mean 'SUM'"),
        ("all rows", Form(metrics=(Metric(agg="count"),)), "refuse", "does not say of which dataset"),
        ("highest win rate", Form(metrics=(Metric(column="win rate", agg="max"),)), "clarify", "say of which"),
        ("points a guest by channel", Form(metrics=(Metric(column="points a guest"),), group_by=("channel",)), "refuse",
         "'points a guest' is of guests"),
        ("distribution of the win rate", Form(metrics=(WIN,), analysis=("distribution",)), "refuse", "rows have none"),
        ("cumulative win rate", Form(metrics=(WIN,), time=Time(column="booked_on"), derive=Derive(kind="cumulative")),
         "refuse", "does not add to that of the next"),
    ],
)  # fmt: skip
def test_what_means_nothing_is_told(hotel: Tables, text: str, form: Form, kind: str, told: str) -> None:
    doubt = held(hotel, text, form)
    assert isinstance(doubt, Doubt), doubt
    assert doubt.kind == kind and told in doubt.message


def test_a_figure_may_be_grouped_by_what_its_rows_name(hotel: Tables) -> None:
    found = asked(held(hotel, "win rate by town", Form(metrics=(WIN,), group_by=("town",))))
    assert (found.metrics[0].agg, found.group_by) == ("figure", ("town",))


def test_a_figure_of_rows_is_a_column_that_is_summed_or_averaged(hotel: Tables) -> None:
    summed = asked(held(hotel, "value of stays by channel", Form(metrics=(STAY,), group_by=("channel",))))
    assert summed.metrics == (STAY,)
    over = Form(metrics=(Metric(agg="count"),), filters=(Filter(column="stay value", op=">", value=100),))
    assert asked(held(hotel, "how many with a stay value over 100", over)) == over
