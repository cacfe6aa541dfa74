"""Phrase files: named lists of templates, picked and filled at random."""

from __future__ import annotations

import random
import re
from bisect import bisect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "phrases"
TRIES = 8
_TOKEN = re.compile(r"\\(.)|\{([^{}]+)\}|([\[\](|)])|([^\\{}\[\](|)]+)")


class Unsayable(Exception):
    """A template needs a word form, a filter place or a slot that is not there; another may do."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a template: `group.gen` is the slot `group` in the form `gen`."""

    full: str
    name: str
    form: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several sequences."""

    options: tuple[tuple[Any, ...], ...]


Nodes = tuple[Any, ...]
Filler = str | Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Entry:
    """A list of templates with running weights, and which slots each of them uses."""

    templates: tuple[Nodes, ...]
    weights: tuple[float, ...]
    uses: tuple[frozenset[str], ...]

    def pick(self, rng: random.Random, need: str = "") -> Nodes:
        """One template by weight; with `need` one that uses that slot."""
        if not need:
            return self.templates[bisect(self.weights, rng.random() * self.weights[-1])]
        fitting = [each for each, used in zip(self.templates, self.uses, strict=True) if need in used]
        if not fitting:
            raise Unsayable(need)
        return rng.choice(fitting)


class Phrases:
    """The phrase file of one language."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw
        self.lists: dict[str, Entry] = {}
        self.styles: dict[str, list[str]] = {}  # the lists right under a name
        self._collect(raw, "")
        plural = raw.get("plural") or {}
        self._irregular: dict[str, str] = plural.get("irregular") or {}
        self._rules = [(re.compile(pattern), text) for pattern, text in plural.get("rules") or ()]
        self.fixes = [(re.compile(pattern), text) for pattern, text in raw.get("fixes") or ()]
        self._any_fix = re.compile("|".join(f"(?:{pattern})" for pattern, _ in raw.get("fixes") or ()) or "(?!)")
        slang: dict[str, str] = raw.get("slang") or {}
        self.slang = [(word, re.compile(rf"\b{re.escape(word)}\b"), short) for word, short in slang.items()]
        self.leading = tuple(f"{each} " for each in raw.get("leading_words") or ())
        self.classes = {name: frozenset(each) for name, each in (raw.get("classes") or {}).items()}

    def _collect(self, tree: dict[str, Any], path: str) -> None:
        for key, value in tree.items():
            name = f"{path}{key}"
            if isinstance(value, dict):
                self._collect(value, f"{name}.")
            elif value and isinstance(value, list) and not name.startswith(("fixes", "pairs", "plural.")):
                self.lists[name] = entry(value)
                self.styles.setdefault(path.rstrip("."), []).append(str(key))

    def has(self, name: str) -> bool:
        return name in self.lists

    def words(self, name: str) -> list[str]:
        """A list as plain strings, such as month names."""
        found: Any = self.raw
        for part in name.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        return [str(each) for each in found or ()]

    def fixed(self, text: str) -> str:
        """The text after all fixes."""
        if self._any_fix.search(text):
            for pattern, replacement in self.fixes:
                text = pattern.sub(replacement, text)
        return text

    def plural(self, word: str) -> str | None:
        """The plural of an English noun phrase; None where the file has no rules."""
        if not self._rules:
            return None
        head, _, last = word.rpartition(" ")
        found = self._irregular.get(last.lower())
        if found is None:
            pattern, text = next(rule for rule in self._rules if rule[0].search(last))
            found = pattern.sub(text, last, count=1)
        return f"{head} {found}" if head else found

    def render(self, name: str, rng: random.Random, slots: dict[str, Filler], need: str = "") -> str:
        """The list's template filled; raises Unsayable when several tries fail."""
        found = self.lists.get(name)
        if found is None:
            raise Unsayable(name)
        for _ in range(TRIES):
            try:
                return self.fill(found.pick(rng, need), rng, slots)
            except Unsayable:
                continue
        raise Unsayable(name)

    def fill(self, nodes: Nodes, rng: random.Random, slots: dict[str, Filler]) -> str:
        """One template filled."""
        parts = []
        for node in nodes:
            if isinstance(node, str):
                parts.append(node)
            elif isinstance(node, Slot):
                parts.append(self._slot(node, rng, slots))
            else:
                parts.append(self.fill(rng.choice(node.options), rng, slots))
        return "".join(parts)

    def _slot(self, slot: Slot, rng: random.Random, slots: dict[str, Filler]) -> str:
        if slot.full in slots:
            filler = slots[slot.full]
            return filler if isinstance(filler, str) else filler("")
        if slot.full in self.lists:
            return self.render(slot.full, rng, slots)
        filler = slots.get(slot.name, "")
        if not slot.form or isinstance(filler, str):
            raise Unsayable(slot.full)
        return filler(slot.form)


def entry(items: Iterable[Any]) -> Entry:
    """A compiled list."""
    weighed = [(each[0], str(each[1])) if isinstance(each, list) else (1, str(each)) for each in items]
    templates = tuple(parse(text) for _, text in weighed)
    uses = tuple(frozenset(re.findall(r"\{([a-z_0-9]+)", text)) for _, text in weighed)
    return Entry(templates, tuple(accumulate(float(weight) for weight, _ in weighed)), uses)


def parse(text: str) -> Nodes:
    """The nodes of a template.

    >>> parse("by {group}")
    ('by ', Slot(full='group', name='group', form=''))
    """
    stack: list[tuple[str, list[list[Any]]]] = [("", [[]])]
    for escaped, slot, mark, literal in _TOKEN.findall(text):
        if escaped or literal:
            stack[-1][1][-1].append(escaped or literal)
        elif slot:
            name, _, form = slot.rpartition(".")
            stack[-1][1][-1].append(Slot(slot, name or form, form if name else ""))
        elif mark in "([":
            stack.append((mark, [[]]))
        elif mark == "|" and len(stack) > 1:
            stack[-1][1].append([])
        elif mark == "|":
            stack[-1][1][-1].append("|")
        else:
            _close(stack, text)
    if len(stack) != 1:
        raise ValueError(f"bracket left open in template {text!r}")
    return tuple(stack[0][1][0])


def _close(stack: list[tuple[str, list[list[Any]]]], text: str) -> None:
    if len(stack) == 1:
        raise ValueError(f"bracket closed but never opened in template {text!r}")
    mark, options = stack.pop()
    found = tuple(tuple(option) for option in options)
    stack[-1][1][-1].append(Choice((*found, ()) if mark == "[" else found))


@cache
def load(lang: str) -> Phrases | None:
    """The phrases of a language; None where there is no file."""
    path = FOLDER / f"{lang}.yaml"
    if not path.exists():
        return None
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    raw = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
    more = FOLDER / lang
    for extra in sorted(more.glob("*.yaml")) if more.is_dir() else ():
        _merge(raw, yaml.load(extra.read_text(encoding="utf-8"), Loader=loader))
    return Phrases(raw)


def _merge(into: dict[str, Any], more: dict[str, Any]) -> None:
    """Puts a tree of lists into another, list by list."""
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value
