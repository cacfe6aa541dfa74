"""Every example in the documents prints what its page says, and the generated reference is what the code says today."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
PACK = ROOT / "src/groundplan/packs/tables"
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / f"docs/{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


EXAMPLES = _module("examples")
WRITTEN: list[Path] = EXAMPLES.pages()
LINKING = [*WRITTEN, *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "docs/reference/checks/index.md"))]


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", WRITTEN, ids=_name)
def test_examples_print_what_the_page_says(page: Path) -> None:
    assert EXAMPLES.filled(page) == page.read_text("utf-8"), "run `python docs/examples.py` and read what changed"


@pytest.mark.parametrize("page", WRITTEN, ids=_name)
def test_no_example_breaks_off(page: Path) -> None:
    assert "Traceback (most recent call last)" not in page.read_text("utf-8")


@pytest.mark.parametrize("page", LINKING, ids=_name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = [target for target in LINK.findall(page.read_text("utf-8")) if "://" not in target]
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_an_example_that_prints_something_else_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```console\n$ echo one && echo two && echo 3 [12 ms]\none\n...\n3 [900 ms]\n$ echo four\nfive\n```\n"
    )
    changed = page.read_text().replace("five", "four")
    assert EXAMPLES.filled(page) == changed


def test_the_reference_is_what_the_code_says(tmp_path: Path) -> None:
    generate = _module("generate")
    generate.write(tmp_path)
    here = {str(page.relative_to(ROOT / "docs/reference")) for page in generate.generated(ROOT / "docs/reference")}
    assert here == set(_tree(tmp_path))
    assert {name: _tree(ROOT / "docs/reference")[name] for name in here} == _tree(tmp_path), (
        "run `python docs/generate.py`"
    )


def test_every_page_is_listed() -> None:
    contents = (ROOT / "docs/README.md").read_text("utf-8")
    listed = {(ROOT / "docs" / target).resolve() for target in LINK.findall(contents)}
    assert {page for page in (ROOT / "docs").glob("*/*.md")} == {
        page for page in listed if page.parent.parent.name == "docs"
    }


def test_the_pack_ships_the_example_data() -> None:
    for name in ("sales.csv", "weather.csv", "shop/customers.csv", "shop/orders.csv", "shop/products.csv"):
        assert (PACK / "data" / name).read_bytes() == (ROOT / "examples" / name).read_bytes()


def test_every_complaint_about_a_source_has_an_answer() -> None:
    """The fixed words of each message stand on the troubleshooting page."""
    page = (ROOT / "docs/how-to/troubleshooting.md").read_text("utf-8")
    said = [
        words
        for file in (ROOT / "src/groundplan/sources").glob("*.py")
        for message in re.findall(r"SourceError\(\s*f?\"([^\"]+)\"", file.read_text("utf-8"))
        if (words := _fixed(message))
    ]
    assert said
    assert [words for words in said if words not in page] == []


def _fixed(message: str) -> str:
    """The longest run of words in a message that no value interrupts, up to the next move."""
    return max(re.split(r"\{[^}]*(?:\}|$)", message.split(";")[0]), key=len).strip(" .:()")


def _tree(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(folder)): file.read_text("utf-8") for file in sorted(folder.rglob("*.md"))}
