from __future__ import annotations

from pathlib import Path

from search_passages import WordCounter, passage, passages

from groundplan.packs.knowledge.search import Search, open_search, update_search


def opened(folder: Path) -> Search:
    update_search(folder, passages(), ())
    return open_search(folder, WordCounter())


def found(search: Search, query: str, **more: object) -> list[str]:
    return [one.id for one, _ in search.search(query, **more)]  # type: ignore[arg-type]


def test_any_form_of_a_word_finds_a_passage(tmp_path: Path) -> None:
    search = opened(tmp_path)
    assert found(search, "pharmacy")[0] == "stock"
    assert found(search, "выплата отпускных сотруднику")[0] == "leave"


def test_a_russian_question_finds_an_english_passage(tmp_path: Path) -> None:
    assert found(opened(tmp_path), "кто основал банк")[0] == "bank"


def test_scores_fall_and_the_top_is_kept_to(tmp_path: Path) -> None:
    result = opened(tmp_path).search("the bank and the bot of customers", top=2)
    scores = [score for _, score in result]
    assert len(result) == 2 and scores == sorted(scores, reverse=True)


def test_nothing_is_found_by_words_that_nobody_wrote(tmp_path: Path) -> None:
    search = opened(tmp_path)
    assert found(search, "dragon") == found(search, "") == found(search, "?!") == []
    assert found(search, "bank", top=0) == []


def test_limits_are_kept_before_the_cut(tmp_path: Path) -> None:
    many = [passage(f"a{n}", "Bank", "bank bank bank", kind="text", nodes=["company:other"]) for n in range(150)]
    one = passage("b", "Notes", "a word on the bank", kind="bullet", nodes=["company:harbour"])
    update_search(tmp_path, [*many, one], ())
    search = open_search(tmp_path, WordCounter())
    assert found(search, "bank", top=1, kinds=("bullet",)) == ["b"]
    assert found(search, "bank", top=1, nodes=("company:harbour", "company:else")) == ["b"]
    assert found(search, "bank", kinds=("text",), nodes=("company:harbour",)) == []


def test_what_is_changed_is_replaced_and_what_is_removed_is_gone(tmp_path: Path) -> None:
    search = opened(tmp_path)
    update_search(tmp_path, [passage("stock", "Stock control", "Counting barrels.")], ["bot", "never there"])
    for one in (search, open_search(tmp_path, WordCounter())):  # the one that is open sees it, too
        assert found(one, "pharmacies") == [] and found(one, "insurer") == []
        assert found(one, "barrels") == ["stock"]
        assert one.search("barrel")[0][0].text == "Counting barrels."


def test_an_index_of_another_format_is_made_anew(tmp_path: Path) -> None:
    opened(tmp_path).close()
    (tmp_path / "search" / "words" / "format").write_text("0", "utf-8")
    update_search(tmp_path, [passage("bank")], ())
    assert found(open_search(tmp_path, WordCounter()), "harbour bank gateway") == ["bank"]


def test_passages_come_back_as_they_were(tmp_path: Path) -> None:
    odd = passage("a/b#1~é", "Ünï «title»", "line\nline\t\u2028 end \U0001f600", kind="record", nodes=["x:1", "y:2"])
    update_search(tmp_path, [odd], ())
    assert open_search(tmp_path, WordCounter()).search("title")[0][0] == odd
