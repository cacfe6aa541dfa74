"""Documents as they come: each fixture writes real files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

SCHEMA = """
name: shop
types:
  project: {called: {en: [project, projects], ru: [проект, проекта, проектов]}, fields: {summary: {}, started: {}}}
  tool: {called: {en: [tool, tools]}, fields: {kind: {}}, category: kind}
  person: {called: {en: [person, people]}, single: true, fields: {title: {}}}
relations:
  uses: {source: project, target: tool, says: {en: [uses], ru: [использует]}}
  made: {source: person, target: project}
"""
PROJECTS = """
projects:
  - id: shop
    name: {ru: Лавка, en: The Shop}
    aliases: [Shop, магазин]
    summary: {ru: Продаёт хлеб и молоко., en: Sells bread and milk.}
    started: 2021-03-01
    uses: [redis, {to: kafka, how: for orders}]
"""
TOOLS = """
tools:
  - {id: redis, name: Redis, kind: database}
  - {id: kafka, name: Kafka, kind: broker}
"""
PEOPLE = """
person: {id: ann, name: Ann Lee, title: engineer, made: [shop]}
"""

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes files into a folder: names and texts in, the folder out."""

    def write(files: dict[str, str | bytes], folder: str = "source") -> Path:
        for name, text in files.items():
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return tmp_path / folder

    return write


@pytest.fixture
def shop(write: Write) -> Path:
    """Records with a schema, and two documents."""
    return write(
        {
            "schema.yaml": SCHEMA, "projects.yaml": PROJECTS, "tools.yaml": TOOLS, "people.yaml": PEOPLE,
            "notes/why.md": "# Why\n\nThe Shop keeps its carts in Redis.\n",
            "notes/who.txt": "Лавку придумали втроём.\n",
        }
    )  # fmt: skip
