"""What a question is found to say, way by way."""

from __future__ import annotations

import pytest

from groundplan.values.index import ValueIndex

VALUES = {
    "city": ("New York", "New York City", "Zürich", "São Paulo", "London", "Łódź"),
    "player": ("Stephen Curry", "LeBron James", "Giannis Antetokounmpo", "Shaquille O'Neal"),
    "department": ("Engineering", "Marketing", "Human Resources", "Accessories", "Finance Department"),
    "status": ("Withdrawn", "Approved", "All", "no", "Pending", "Other", "May"),
    "code": ("A-", "A+", "C++", "IT", "USA", "Mfg", "Yahoo!", "Line 3", "Route 66", "A320", "12", "3.5", "$$"),
    "item": ("T-shirt", "Furniture", "Point of Sale", "Company Cars", "Golden State Warriors"),
    "город": ("Москва", "Нижний Новгород", "Казань"),
}
CELLS = [("shop", column, value) for column, values in VALUES.items() for value in values]


@pytest.fixture(scope="module")
def index() -> ValueIndex:
    return ValueIndex.of(CELLS)


def said(index: ValueIndex, question: str) -> dict[str, tuple[str, str]]:
    """Each value found: the words that say it, and how; the best match of each."""
    found: dict[str, tuple[str, str]] = {}
    for match in index.find(question):
        found.setdefault(match.value, (question[match.start : match.end], match.how))
    return found


@pytest.mark.parametrize(
    ("question", "words", "value", "how"),
    [
        ("sales in New York City", "New York City", "New York City", "exact"),
        ("sales in new york city by month", "new york city", "New York City", "case"),
        ("sales in New-York", "New-York", "New York", "case"),
        ("who works at Yahoo!", "Yahoo!", "Yahoo!", "exact"),
        ("who works at yahoo", "yahoo", "Yahoo!", "case"),
        ("zurich revenue", "zurich", "Zürich", "accent"),
        ("Lodz and others", "Lodz", "Łódź", "accent"),
        ("sao paulo", "sao paulo", "São Paulo", "accent"),
        ("points of O’Neal", "O’Neal", "Shaquille O'Neal", "part"),
        ("how many t shirts", "t shirts", "T-shirt", "plural"),
        ("every TSHIRT sold", "TSHIRT", "T-shirt", "case"),
        ("furnitures sold", "furnitures", "Furniture", "plural"),
        ("terminals by points of sale", "points of sale", "Point of Sale", "plural"),
        ("a company car each", "company car", "Company Cars", "plural"),
        ("companies cars", "companies cars", "Company Cars", "plural"),
        ("approving requests", "approving", "Approved", "plural"),
        ("students withdrawing", "withdrawing", "Withdrawn", "lemma"),
        ("withdrawals by day", "withdrawals", "Withdrawn", "lemma"),
        ("how did curry play", "curry", "Stephen Curry", "part"),
        ("golden state wins", "golden state", "Golden State Warriors", "part"),
        ("sales in londn", "londn", "London", "fuzzy"),
        ("acessoires budget", "acessoires", "Accessories", "fuzzy"),
        ("stephn curry", "stephn curry", "Stephen Curry", "fuzzy"),
        ("flights to New Yrok City", "New Yrok City", "New York City", "fuzzy"),
        ("points of antetokumpo", "antetokumpo", "Giannis Antetokounmpo", "part"),
        ("sales in NYC", "NYC", "New York City", "abbreviation"),
        ("hr headcount", "hr", "Human Resources", "abbreviation"),
        ("sales in the United States of America", "United States of America", "USA", "lemma"),
        ("information technology costs", "information technology", "IT", "abbreviation"),
        ("Eng costs", "Eng", "Engineering", "abbreviation"),
        ("accessor. and more", "accessor", "Accessories", "abbreviation"),
        ("mktg budget", "mktg", "Marketing", "abbreviation"),
        ("finance dept", "finance dept", "Finance Department", "abbreviation"),
        ("manufacturing output", "manufacturing", "Mfg", "abbreviation"),
        ("rated A- this year", "A-", "A-", "exact"),
        ("C++ developers", "C++", "C++", "exact"),
        ("delays on line 3", "line 3", "Line 3", "case"),
        ("traffic on route66", "route66", "Route 66", "case"),
        ("seats of an A 320", "A 320", "A320", "case"),
        ("where status is no", "no", "no", "exact"),
        ("places rated $$ only", "$$", "$$", "exact"),
        ("sales in may", "may", "May", "case"),
    ],
)
def test_words_that_are_a_value(index, question, words, value, how):
    assert said(index, question).get(value) == (words, how)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("show all rows", "All"),
        ("is it there", "IT"),
        ("rows 1 2 and so on", "12"),
        ("the 35 best", "3.5"),
        ("line 4 delays", "Line 3"),
        ("the state of things", "Human Resources"),
        ("total of the sales", "Point of Sale"),
    ],
)
def test_words_that_are_none(index, question, value):
    found = said(index, question)
    assert value not in found or found[value][1] == "part"


def test_a_function_word_alone_is_never_a_part(index):
    assert index.find("of the in all") == []


def test_the_longest_and_best_come_first_and_guesses_inside_them_not_at_all(index):
    found = [(match.value, match.how) for match in index.find("new york city")]
    assert found == [("New York City", "case"), ("New York", "case")]


def test_the_same_words_in_several_columns_are_all_returned():
    index = ValueIndex.of([("a", "home", "Oslo"), ("a", "away", "Oslo"), ("b", "home", "Oslo")])
    found = index.find("games in oslo")
    assert [(match.table, match.column) for match in found] == [("a", "away"), ("a", "home"), ("b", "home")]
    assert {(match.start, match.end) for match in found} == {(9, 13)}
    assert len(index.find("games in oslo", limit_per_span=2)) == 2


def test_a_word_that_many_values_share_names_none_of_them():
    names = [("t", "name", f"Smith {chr(97 + n % 26)}{chr(97 + n // 26)}") for n in range(60)]
    assert ValueIndex.of(names).find("smith") == []
    few = ValueIndex.of(names[:3]).find("smith")
    fewer = ValueIndex.of(names[:1]).find("smith")
    assert len(few) == 3 and fewer[0].score > few[0].score


def test_russian_words_by_their_lemma_and_by_their_latin_spelling(index):
    lemmas = {"москве": "москва", "нижнем": "нижний", "новгороде": "новгород", "лондоне": "лондон"}
    latin = {"москва": ("moskva", "moscow"), "казань": ("kazan",), "лондон": ("london",), "керри": ("curry", "kerri")}
    russian = ValueIndex.of(
        CELLS, lemma=lambda word: lemmas.get(word, word), keys=lambda word: latin.get(word, (word,))
    )
    assert said(russian, "продажи в Москве")["Москва"] == ("Москве", "lemma")
    assert said(russian, "в нижнем новгороде")["Нижний Новгород"] == ("нижнем новгороде", "lemma")
    assert said(russian, "Moscow sales")["Москва"] == ("Moscow", "translit")
    assert said(russian, "продажи лондон")["London"] == ("лондон", "translit")
    assert said(russian, "очки керри")["Stephen Curry"] == ("керри", "part")
    assert said(russian, "продажи в лондоне")["London"] == ("лондоне", "translit")
    assert said(index, "продажи в Москве")["Москва"] == ("Москве", "fuzzy")


def test_a_question_may_bring_its_own_lemma_and_spellings(index):
    lemmas = {"москве": "москва"}
    latin = {"лондоне": ("londone", "london"), "нью": ("niu", "new"), "йорке": ("york",)}
    found = {
        match.value: match.how
        for match in index.find(
            "продажи в Москве, Лондоне и Нью Йорке",
            lemma=lambda word: lemmas.get(word, word),
            keys=lambda word: latin.get(word, ()),
        )
    }
    assert (found["Москва"], found["London"], found["New York"]) == ("lemma", "translit", "translit")


def test_nothing_is_found_in_nothing(index):
    assert index.find("") == [] and index.find("   ...  ") == []
    empty = ValueIndex.of([])
    assert empty.find("sales in London") == []
    assert ValueIndex.of([("t", "c", "  "), ("t", "c", "")]).find("  ") == []
