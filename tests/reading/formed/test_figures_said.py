"""Which figures a question names: by name or synonym, the longest first; a field's name comes before an offered one."""

from __future__ import annotations

import pytest

from groundplan.contracts.source_model import Dataset, Field, Figure, SourceModel
from groundplan.reading.formed.figures_said import by_name, figures_said, without

FIELDS = ("churn rate target", "region")
MODEL = SourceModel(
    datasets=(Dataset(name="plans", fields=tuple(Field(name=name, type="number", role="measure") for name in FIELDS)),),
    figures=(
        Figure(name="average order value", expression="1", synonyms=("AOV", "средний чек"), offered=True),
        Figure(name="revenue", expression="1", synonyms=("turnover",)),
        Figure(name="revenue per order", expression="1"),
        Figure(name="click-through rate", expression="1", synonyms=("CTR",), offered=True),
        Figure(name="churn rate", expression="1", offered=True),
    ),
)


@pytest.mark.parametrize(
    ("text", "names", "plain"),
    [
        ("AOV by month", ["average order value"], "average order value by month"),
        ("which region has the best aov?", ["average order value"], "which region has the best average order value?"),
        ("Click through rates of 2024", ["click-through rate"], "click-through rate of 2024"),
        ("revenue per order and turnover", ["revenue per order", "revenue"], "revenue per order and revenue"),
        ("средний чек по регионам", ["average order value"], "average order value по регионам"),
        ("динамика среднего чека", ["average order value"], "динамика average order value"),
        ("churn rate by region", ["churn rate"], "churn rate by region"),
        ("churn rate target by region", [], "churn rate target by region"),
        ("how many churned", [], "how many churned"),
        ("order values", [], "order values"),
    ],
)
def test_a_figure_is_named_by_its_words(text: str, names: list[str], plain: str) -> None:
    said = figures_said(text, MODEL)
    assert [one.figure.name for one in said] == names
    assert by_name(text, said) == plain


def test_the_rest_of_a_question_is_without_them() -> None:
    text = "clicks and CTR by region"
    assert without(text, figures_said(text, MODEL)).split() == ["clicks", "and", "by", "region"]
