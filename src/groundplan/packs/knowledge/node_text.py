"""Node, Edge -> text: what is told of a found node beside its name, in the language of the question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from groundplan.packs.knowledge.nouns import Domain, Edge, Node
from groundplan.plan.folder import load

_DATE = re.compile(r"(\d{4})-(\d\d)(?:-\d\d)?")
_START, _END = "start_date", "end_date"


def told(domain: Domain, node: Node, edge: Edge | None, fields: Sequence[str], language: str) -> str:
    """The fields that the node or the edge to it has, in the order asked for; lists stand a line an entry."""
    known = {name: value for name in fields if (value := _value(node, edge, name, language)) not in (None, "", [])}
    short = [_plain(domain, node, name, known, language) for name in known if not isinstance(known[name], list)]
    lines = [str(entry) for value in known.values() if isinstance(value, list) for entry in value]
    return "\n".join([part for part in ["; ".join(s for s in short if s), *lines] if part])


def _value(node: Node, edge: Edge | None, name: str, language: str) -> Any:
    value = node.field(name, language)
    if value is None and edge is not None:
        held = Node(id="edge:of", type="edge", name="", fields=edge.fields)
        value = held.field(name, language)
    return list(value) if isinstance(value, tuple) else value


def _plain(domain: Domain, node: Node, name: str, known: dict[str, Any], language: str) -> str:
    if name == _START:
        return _period(known[name], known.get(_END), language)
    if name == _END and _START in known:
        return ""  # told with the start
    kind = domain.types.get(node.type)
    if kind and name == kind.category and known[name] in kind.categories:
        return next(iter(kind.categories[known[name]].get(language, ())), str(known[name]))
    return "" if isinstance(known[name], bool) else date(str(known[name]), language)


def _period(start: Any, end: Any, language: str) -> str:
    if end:
        return f"{date(str(start), language)} – {date(str(end), language)}"
    return str(_words()[language]["since"]).format(start=date(str(start), language, "months_since"))


def date(text: str, language: str, months: str = "months") -> str:
    """An ISO date as a month and a year; any other text as it stands: `2024-10` is `октябрь 2024`."""
    if match := _DATE.fullmatch(text):
        return f"{_words()[language][months][int(match[2]) - 1]} {match[1]}"
    return text


def _words() -> dict[str, Any]:
    words: dict[str, Any] = load(Path(__file__).with_name("node_text.yaml"))
    return words
