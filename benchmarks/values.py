"""Value linking: a million distinct values from disk, a few hundred in memory; the peer compares with every value."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from benchmarks.measure import Figure, seconds

MANY = 1_000_000
FEW = 300
QUESTIONS = 40
SYLLABLES = (
    *("ba", "ke", "li", "mo", "nu", "ra", "si", "to", "va", "zel", "mar", "ton", "ber", "gen", "stra", "pol", "vin"),
    *("hud", "cor", "dan", "fer", "gri", "sha", "lo", "wick", "ham", "den", "ster", "ley", "nor", "sou", "ea", "we"),
)
Cell = tuple[str, str, str]


def figures() -> list[Figure]:
    """The large index is written in a process of its own, so that its memory can be told."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "index"
        command = [sys.executable, "-m", "benchmarks.values", str(place)]
        told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout.split()
        written = [
            Figure(f"value index of {MANY:,} values, written", float(told[0]), "s", target="under 60 s"),
            Figure("highest memory while it is written", float(told[1]), "MB", target="under 1,500 MB"),
            Figure("its size on disk", _size(place), "MB"),
        ]
        return [*written, *_large(place), *_small()]


def _large(place: Path) -> list[Figure]:
    from rapidfuzz import fuzz, process

    from groundplan.values.index import ValueIndex

    index = ValueIndex.open(place)
    values = [index.store.value(number)[2] for number in range(0, MANY, MANY // 2_000)]
    questions = list(_questions(values))
    every = [value for _, _, value in _cells(MANY)]
    theirs = seconds(lambda: process.extract(questions[0], every, scorer=fuzz.partial_ratio, limit=8), 1)
    for question in questions:
        index.find(question)
    ours = median(seconds(_finding(index.find, question), 3) for question in questions)
    opening = seconds(lambda: ValueIndex.open(place), 9)
    peer = "rapidfuzz partial_ratio over all values"
    return [
        Figure("opened", 1000 * opening, "ms", target="under 20 ms"),
        Figure("a question of 15 words linked to them, warm", 1000 * ours, "ms", peer, 1000 * theirs, "under 5 ms"),
    ]


def _small() -> list[Figure]:
    from rapidfuzz import fuzz, process

    from groundplan.values.index import ValueIndex

    cells = list(_cells(FEW))
    values = [value for _, _, value in cells]
    questions = list(_questions(values))
    index = ValueIndex.of(cells)
    built = seconds(lambda: ValueIndex.of(cells), 21)
    ours = median(seconds(_finding(index.find, question), 5) for question in questions)
    theirs = seconds(lambda: process.extract(questions[0], values, scorer=fuzz.partial_ratio, limit=8), 9)
    peer = "rapidfuzz partial_ratio over all values"
    return [
        Figure(f"value index of {FEW} values in memory, made", 1000 * built, "ms", target="a few ms"),
        Figure("a question of 15 words linked to them", 1000 * ours, "ms", peer, 1000 * theirs, "about 1 ms"),
    ]


def _finding(find: Callable[[str], object], question: str) -> Callable[[], object]:
    return lambda: find(question)


def _questions(values: list[str]) -> Iterator[str]:
    """One value in small letters, one with a letter left out."""
    chance = random.Random(3)
    for _ in range(QUESTIONS):
        one, other = chance.sample(values, 2)
        gap = chance.randrange(1, len(other) - 1)
        wrong = other[:gap] + other[gap + 1 :]
        yield f"show me total revenue by month for orders of {one.lower()} and {wrong} since last year"


def _cells(count: int) -> Iterator[Cell]:
    """Names, titles, firms and codes, each value once."""
    chance = random.Random(2)
    first, last, kinds = ([_word(chance) for _ in range(size)] for size in (5_000, 200_000, 800))
    made: set[Cell] = set()
    makers: tuple[Callable[[], Cell], ...] = (
        lambda: ("people", "name", f"{chance.choice(first)} {chance.choice(last)}"),
        lambda: ("items", "title", f"{chance.choice(kinds)} {chance.choice(kinds)} {chance.choice(first)}"),
        lambda: ("firms", "firm", f"{chance.choice(last)} {chance.choice(('Ltd', 'Inc', 'Group', 'Partners'))}"),
        lambda: ("orders", "code", f"{chance.choice('ABCDEF')}{chance.randint(10**5, 10**7)}"),
    )
    while len(made) < count:
        cell = makers[len(made) % 4]()
        if cell not in made:
            made.add(cell)
            yield cell


def _word(chance: random.Random) -> str:
    return "".join(chance.choice(SYLLABLES) for _ in range(chance.randint(2, 4))).capitalize()


def _size(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.iterdir()) / 1e6


def _write(folder: Path) -> None:
    """Seconds and megabytes, for the process that asked."""
    import psutil

    from groundplan.values.index import ValueIndex

    cells = list(_cells(MANY))
    before = psutil.Process().memory_info().rss
    took = seconds(lambda: ValueIndex.write(cells, folder), 1)
    print(took, (_peak() - before) / 1e6)


def _peak() -> float:
    import resource  # POSIX only

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    _write(Path(sys.argv[1]))
