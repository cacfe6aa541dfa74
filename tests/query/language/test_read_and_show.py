"""What the printer writes, the parser reads as the same query; a mistake is told in a sentence with its place."""

from __future__ import annotations

import pytest

from groundplan.errors import QueryError
from groundplan.query.language import parts as p
from groundplan.query.language.read import DEEPEST, LONGEST, read, read_expression
from groundplan.query.language.show import RESERVED, show

QUERIES = [
    "orders:",
    "orders: count",
    "orders: count as n, sum(amount) as total by customer, year(at) as made",
    "orders: count by `Order Date`, `order`, `count`, customer.`is`",
    "`Order Lines`: sum(`Unit Price` * quantity)",
    "orders: where paid",
    "orders: where not paid and not (amount > 5 or missing(due))",
    "orders: where (paid or amount > 5) and (late or not paid)",
    "orders: where not not paid",
    "orders: where paid and amount = 5 or late and amount = 6",
    'orders: where status = "a \\"quoted\\" \\\\ text\\nin two lines" and status != ""',
    "orders: where amount < 5 and amount <= 5.25 and amount > -5 and amount >= 0 - 5",
    'orders: where status has "x" or status starts "y"',
    "orders: where at in 2023..2024-03 and amount in -1..1 + 1",
    'orders: where status in ("a", "b") and amount in (1, -2.5)',
    'orders: where customer in (customers: where region = "N")',
    "orders: where customer in ((orders: count as n by customer): where n > 1 show customer)",
    "orders: where some(customer) and some(lines where quantity > 1) and only(lines.product where price < 5)",
    "orders: where missing(amount + 1) and missing(customer.region)",
    "orders: where paid = true or paid = false",
    "orders: where at = 2024 or at = 2024-03 or at = 2024-Q1 or at = 2024-W05 or at = 2024-03-05",
    "orders: where at = 2024-03-05T10:00 or at = 2024-03-05T10:00:01 or at = 2024-03-05T10:00:01.25",
    "orders: where at = now(month) or at = now(day, -30, 0) or at = now(week, -1) or at = now(year, 0, 1)",
    "orders: show a + b * c, (a + b) * c, a - (b - c), a - b - c, a / (b / c), a / b / c, -(a + b), -a * b",
    "orders: show -(-a), 2 * -3, a - -3",
    'orders: show {small: amount < 5; big: amount >= 5; else other}, {-1: paid; 2.5: late}, {"a b": paid or late}',
    "orders: show month(at), bin(amount, 2.5), abs(a - b), days(due - at), weekday(at), hour_of_day(at)",
    "orders: show (orders: average(amount)), ((orders: count by at): max(`count`))",
    "orders: count(amount), count(amount > 5), count(where paid), count(amount where paid within all)",
    "orders: percentile(amount, 90), moving(sum(amount), 3), correlation(a, b), rate(paid and late)",
    "orders: first(amount by at), last(amount where paid by at), longest_run(paid)",
    "orders: share(count), rank(sum(amount) within customer, year(at)), running(count by month(at))",
    "orders: change(sum(amount), at = 2023, at = 2024), prev(count), next(count)",
    "orders: sum({1: paid; else 0} where late within customer)",
    "orders: count by customer having count > 5 and sum(amount) / count < 3",
    "orders: count by customer keep 5 by count",
    "orders: count by customer keep place 2 by count",
    "orders: keep 10 percent by lowest amount",
    "orders: keep 2.5 percent",
    "orders: keep 1 of each customer by at",
    "orders: keep 3 of each year(at)",
    "orders: where paid keep 3 by amount order at desc show customer, amount as worth",
    "orders: order amount / 2",
    "(orders: count as n by customer): average(n)",
    "((orders: count as n by customer): count as m by n): max(m) where n > 2",
    'titles: count where genres = "Comedy" and genres = "Drama"',
    'Bücher: count by größe where заголовок has "é"',
]


@pytest.mark.parametrize("text", QUERIES)
def test_what_is_shown_is_read_as_the_same_query(text: str) -> None:
    query = read(text)
    assert read(show(query)) == query
    assert show(read(show(query))) == show(query)


@pytest.mark.parametrize(
    "text", ["orders: count as n by customer where paid having count > 5 keep 5 by n order n desc"]
)
def test_a_query_in_the_order_of_the_printer_is_shown_as_it_was_typed(text: str) -> None:
    assert show(read(text)) == text


def test_clauses_stand_in_any_order_and_blanks_and_lines_do_not_matter() -> None:
    assert read("orders:\n  count by  a\n  where b=1") == read("orders: count where b = 1 by a")


@pytest.mark.parametrize("text", ["a + b > 5 and not c", "count(orders where paid) > 5", "a.b", '{"x": a; else "y"}'])
def test_an_expression_by_itself(text: str) -> None:
    assert show(read_expression(text)) == text


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_word_of_the_language_is_a_name_in_backticks(word: str) -> None:
    query = p.Query(of=word, show=(p.Column(of=p.Path(steps=(word, word)), name=word),))
    assert read(show(query)) == query


def test_and_binds_closer_than_or_and_not_than_both() -> None:
    found = read("orders: where not a or b and c").where
    assert isinstance(found, p.AnyOf)
    assert [type(one) for one in found.tests] == [p.Not, p.All]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("orders: averge(amount)", "calls averge, which is no part of the language; did you mean 'average'?"),
        ("orders: where status = \"sent", "at '\"sent': a text that is opened is not closed"),
        ("orders: count by `Order Date", "at '`Order Date': a name that is opened is not closed"),
        ("orders: where a = 1 where b = 2", "has 'where' at character 21 where no second 'where' is wanted"),
        ("orders: by customer", "`by` needs a figure before it, such as count"),
        ("orders: having count > 5", "`having` holds groups to a figure: a list of rows takes `where`"),
        ("orders count", "has 'count' at character 8 where ':' is wanted"),
        ("orders", "ends where ':' is wanted"),
        ("orders: where", "ends where a name, a value or a figure is wanted"),
        ("orders: where amount + 1", "ends where a comparison is wanted"),
        ("orders: where (a = 1) + 2 = 3", "where a value, not a condition is wanted"),
        ("orders: where a in (1, 2", "ends where ',' or ')' is wanted"),
        ("orders: where a in 1", "ends where '..' is wanted"),
        ("orders: sum(amount", "ends where ')' is wanted"),
        ("orders: count by order", "has 'order' at character 18 where a name, a value or a figure is wanted"),
        ("orders: keep by amount", "has 'by' at character 14 where a number is wanted"),
        ("orders: count limit 5", "has 'limit' at character 15 where one of by, where, having, keep, order, show"),
        ("orders: where at = now(fortnight)", "now(fortnight) is no time"),
        ("orders: where at = now(day, 1, 2, 3)", "then at most two numbers"),
        ("orders: show {paid}", "where ':' is wanted"),
        ("orders: where a = 1; drop", "has ';' at character 20"),
        ("orders: where a == 1", "has '=' at character 18"),
        ("orders: where a ~ 1", "cannot be read at '~ 1'"),
        ("(orders: count", "ends where ')' is wanted"),
        ("1: count", "where the name of a dataset is wanted"),
        ("orders: sum()", "has ')' at character 13 where what sum is taken of is wanted"),
        ("orders: rank(within a)", "where what rank is taken of is wanted"),
        ("orders: sum(a,)", "has ')' at character 15 where a name, a value or a figure is wanted"),
        ("orders: where at = now(day, 1.5)", "has 1.5 where a whole number is wanted"),
        ("orders: where at = now(day, -999999999)", "is no time of the calendar so far from today"),
        (f"orders: where at = now(day, {'9' * 400})", "is too large; 9223372036854775808 is the largest"),
        ("orders: where a = 9223372036854775809", "the number 9223372036854775809... is too large"),
        (f"orders: where a = {'9' * 4400}", "the number 99999999999999999999... is too large"),
        (f"orders: where a = {'9' * 400}.5", "the number 99999999999999999999... is too large"),
        (f"orders: keep {'9' * 400}", "is too large"),
        (f"orders: show bin(a, {'9' * 400})", "is too large"),
        ('orders: show {-"a": b}', "where a number is wanted"),
        ("orders: show " + "+".join("a" * 102), "more than 100 signs of arithmetic"),
        ("", "ends where the name of a dataset is wanted"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_in_a_sentence_with_its_place(text: str, told: str) -> None:
    with pytest.raises(QueryError) as wrong:
        read(text)
    assert told in str(wrong.value)
    assert wrong.value.code == "unreadable-query"
    assert str(wrong.value).endswith(".") and "\n" not in str(wrong.value)


@pytest.mark.parametrize("last", ['"x"', "true", "b", "1 + 1", "b = 1"])
@pytest.mark.parametrize("fn", ["percentile", "moving"])
def test_a_figure_with_a_number_takes_no_other_second_value(fn: str, last: str) -> None:
    with pytest.raises(QueryError, match=f"{fn} takes a value and a number") as wrong:
        read(f"orders: {fn}(amount, {last})")
    assert wrong.value.code == "wrong-type"


@pytest.mark.parametrize("number", [1e-07, -1e-07, 2.5e-300, 1234567.25, 1e15, 9.2e18, 0.1 + 0.2])
def test_every_number_is_shown_as_it_is_read(number: float) -> None:
    query = p.Query(of="a", keep=p.Keep(n=abs(number)), show=(p.Column(of=p.Value(value=number)),))
    assert read(show(query)) == query
    assert "e" not in show(p.Value(value=number))


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_what_is_no_number_cannot_be_shown(number: float) -> None:
    with pytest.raises(QueryError, match="is no number that a query can say"):
        show(p.Value(value=number))


def test_the_largest_number_is_read() -> None:
    largest = f"orders: keep {2**63} show bin(a, {2**63 - 1}.5), {'0' * 4400}7"
    assert read(show(read(largest))) == read(largest)
    assert read_expression("9223372036854775808") == p.Value(value=2**63)
    assert read_expression("000000000000000000000000001.50") == p.Value(value=1.5)


@pytest.mark.parametrize(
    "deep",
    [
        "(" * DEEPEST + "a" + ")" * DEEPEST,
        "-" * DEEPEST + "a",
        "not " * DEEPEST + "a",
        "abs(" * DEEPEST + "a" + ")" * DEEPEST,
        "missing(" * 500 + "a" + ")" * 500,
    ],
)
def test_what_is_nested_too_deeply_is_refused(deep: str) -> None:
    with pytest.raises(QueryError, match="nested too deeply"):
        read(f"orders: where {deep} = 1")


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(QueryError, match=f"a query of {LONGEST + 1} characters is too long"):
        read("orders: where " + "a" * (LONGEST - 13))
