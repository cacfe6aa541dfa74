"""Where the entries of a list are in an answer, and how its next page is had: found by the shape of both sides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import yaml

from groundplan.packs.workflows.catalogue.operation import Argument, Pages
from groundplan.packs.workflows.catalogue.shape import DATED, Shape

CHOOSING = ("page", "offset", "cursor")
"""Kinds of arguments by which one page among several is chosen."""


@cache
def words() -> Mapping[str, frozenset[str]]:
    """What services call the parts of lists, by kind, as `plain` writes names."""
    text = (Path(__file__).parent / "words.yaml").read_text("utf-8")
    return {kind: frozenset(map(plain, names)) for kind, names in yaml.safe_load(text).items()}


def plain(name: str) -> str:
    """A name without capitals and marks."""
    return re.sub(r"[\W_]", "", name).casefold()


def pages_of(returns: Shape, arguments: Mapping[str, Argument]) -> Pages | None:
    """How the pages of a list come; None where the answer is one thing, not a list."""
    chosen = _choosing(arguments, returns)
    items = _items(returns, bool(chosen))
    if items is None:
        return None
    found = dict(_fields(returns, items))
    if "next" not in found and not {*chosen} & {*CHOOSING}:
        chosen = {}
    return Pages(items=items, **chosen, **found)


def asks(name: str, path: str, returns: Shape, status: str) -> bool:
    """Whether a POST only looks something up: it is called a search, is answered 200, and gives a list."""
    said = [path.rstrip("/").rpartition("/")[2], *re.findall(r"^[A-Za-z][a-z]*", name)]
    listed = returns.type == "array" or _items(returns, False) is not None
    return status == "200" and listed and any(plain(one) in words()["asking"] for one in said)


def _choosing(arguments: Mapping[str, Argument], returns: Shape) -> dict[str, str]:
    """The arguments that choose a page, by what they are."""
    found: dict[str, str] = {}
    for name, argument in arguments.items():
        if argument.place not in ("query", "body", "form") or argument.required:
            continue
        for kind in ("limit", *CHOOSING):
            numbered = argument.shape.type in ("integer", "number")
            texted = argument.shape.type in ("string", "any") and argument.shape.format not in DATED
            fits = texted if kind == "cursor" else numbered
            if fits and plain(argument.sent) in words()[kind]:
                found.setdefault(kind, name)
    if "page" in found or ("limit" not in found and not dict(_fields(returns, ()))):
        found.pop("cursor", None)  # `after` may be anything
    return found


def _items(returns: Shape, paged: bool) -> tuple[str, ...] | None:
    """The path of the entries; None where this is no list."""
    if returns.type == "array":
        return ()
    lists = [name for name, field in returns.fields.items() if field.type == "array"]
    others = [name for name in returns.fields if name not in lists]
    around = words()["total"] | words()["next"] | words()["more"] | words()["beside"] | words()["around"]
    told = [name for name in others if plain(name) in around]
    known = [name for name in lists if plain(name) in words()["items"]]
    if len(lists) == 1 and len(told) == len(others):
        return (lists[0],)
    if len(known) == 1 and (paged or told):
        return (known[0],)
    if not lists:  # one deeper: `data: {orders: [...], next: ...}`
        for name, field in returns.fields.items():
            inner = _items(field, paged) if field.type == "object" and plain(name) in words()["items"] else None
            if inner:
                return (name, *inner)
    return None


def _fields(returns: Shape, items: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The fields that tell of further pages, by what they are."""
    places = [(), *([items[:-1]] if len(items) > 1 else [])]
    seen: set[str] = set()
    for place in places:
        here = returns.at(place) if place else returns
        for path, name in _named(here, place):
            kind = next((one for one in ("next", "total", "more") if plain(name) in words()[one]), "")
            if kind and kind not in seen:
                seen.add(kind)
                yield kind, path


def _named(here: Shape | None, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Fields that hold one value, those of the objects around a list after them."""
    fields = here.fields if here else {}
    for name, field in fields.items():
        if field.type not in ("object", "array"):
            yield (*place, name), name
    for name, field in fields.items():
        if field.type == "object" and plain(name) in words()["around"]:
            for path, inner in field.paths(2):
                if inner.type != "array" and (inner.type != "object" or path[-1:] == ("next",)):
                    yield (*place, name, *path), path[-1] if path[-1] != "href" else path[-2]
