"""Glosses for frequent Russian words that the dictionary lacks, taken from their nearest neighbour in use.

Reads `src/groundplan/language/russian/gloss.txt`, writes `neighbours.txt` beside it. The vectors are navec's news
vectors, which the `natasha` wheel carries (both MIT licence); an environment of their own is enough:

    python -m venv .venv-russian
    .venv-russian/bin/pip install navec pymorphy3 numpy && .venv-russian/bin/pip install --no-deps natasha
    .venv-russian/bin/python training/russian_neighbours.py [--show]
"""

from __future__ import annotations

import argparse
import random
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pymorphy3
from navec import Navec

FOLDER = Path(__file__).parents[1] / "src" / "groundplan" / "russian"
PACK = "data/emb/navec_news_v1_1B_250K_300d_100q.tar"
FREQUENT = 25_000
NEAR = {"NOUN": 0.54, "ADJF": 0.58, "INFN": 0.54, "ADVB": 0.58}  # below these the pairs stop being near in meaning
KIN = 0.33  # enough for two words of one stem: `улучшать`, `улучшить`
STEM = 5
DENIALS = ("не", "без", "бес")
# Vectors put opposites and members of one scale side by side, so these glosses are never lent.
BARRED = """
first second third fourth fifth sixth seventh eighth ninth tenth two three four five six seven eight nine ten twice
raise increase decrease growth fall reduction above below high low large small huge cheap expensive early late
better worse best worst young old new good bad more less before after positive negative red blue green yellow white
black gray north south east west northern southern eastern western male female man woman boy girl income expense
profit loss win lose start end open close return leave grow rise maximum minimum largest smallest left right upper
lower morning evening night deputy always never often rarely usually
"""
KINDS = {"NOUN": "NOUN", "ADJF": "ADJF", "PRTF": "ADJF", "INFN": "INFN", "VERB": "INFN", "ADVB": "ADVB"}
NAMES = {"Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Abbr", "Init"}
HEADER = """\
# Lemmas without a gloss of their own: the gloss of the nearest word that has one. Not to be edited by hand:
# training/russian_neighbours.py makes it from the navec news vectors of the natasha project (MIT licence).
"""


def main() -> None:
    """Write the file, or show a sample of the pairs with their cosine."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--show", action="store_true", help="print 150 pairs by cosine, write nothing")
    show = arguments.parse_args().show
    navec, morph, glosses = Navec.load(_pack()), pymorphy3.MorphAnalyzer(), read_glosses()
    found = pairs(frequent(navec, morph), glosses, navec, morph)
    if show:
        for cosine, lemma, near in sorted(random.Random(1).sample(found, 150)):
            print(f"{cosine:.2f} {lemma} ~ {near}: {glosses[near]}")
        return
    lines = sorted(f"{lemma}: {glosses[near]}" for _, lemma, near in found)
    (FOLDER / "neighbours.txt").write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} lemmas")


def _pack() -> Path:
    spec = find_spec("natasha")
    if spec is None or spec.origin is None:
        raise SystemExit("no vectors: pip install --no-deps natasha")
    return Path(spec.origin).parent / PACK


def read_glosses() -> dict[str, str]:
    """The hand-written glosses by lemma, ё as е."""
    lines = (FOLDER / "gloss.txt").read_text(encoding="utf-8").splitlines()
    split = [line.partition(":") for line in lines if line and not line.startswith("#")]
    return {said.strip().replace("ё", "е"): english.strip() for said, _, english in split}


def frequent(navec: Any, morph: Any) -> dict[str, tuple[str, str]]:
    """The most frequent lemmas: lemma (ё as е) -> its spelling in the vectors, its part of speech."""
    words = navec.vocab.words
    order = np.argsort(-np.asarray(navec.vocab.counts, dtype=np.int64), kind="stable")
    found: dict[str, tuple[str, str]] = {}
    for place in order:
        word = words[place]
        if len(word) < 3 or not word.replace("ё", "е").isalpha() or not ("а" <= word[0] <= "я"):
            continue
        parse = morph.parse(word)[0]
        kind = KINDS.get(str(parse.tag.POS))
        if kind and parse.is_known and not NAMES & parse.tag.grammemes:
            lemma = parse.normal_form.replace("ё", "е")
            spelled = parse.normal_form if parse.normal_form in navec else lemma if lemma in navec else word
            found.setdefault(lemma, (spelled, kind))
        if len(found) >= FREQUENT:
            break
    return found


def pairs(
    lemmas: dict[str, tuple[str, str]], glosses: dict[str, str], navec: Any, morph: Any
) -> list[tuple[float, str, str]]:
    """(cosine, lemma without a gloss, nearest lemma with one) above the threshold of its part of speech."""
    found, barred = [], frozenset(BARRED.split())
    for kind, least in NEAR.items():
        known = [
            word for word in glosses if word in navec and _kind(word, morph) == kind and glosses[word][:1].islower()
        ]
        wanted = [lemma for lemma, (_, part) in lemmas.items() if part == kind and lemma not in glosses]
        cosines = _unit(navec, [lemmas[lemma][0] for lemma in wanted]) @ _unit(navec, known).T
        for row, place in enumerate(cosines.argmax(axis=1)):
            lemma, near, cosine = wanted[row], known[place], float(cosines[row, place])
            denied = lemma.startswith(DENIALS) != near.startswith(DENIALS)
            enough = KIN if lemma[:STEM] == near[:STEM] else least
            if cosine >= enough and not denied and glosses[near] not in barred:
                found.append((cosine, lemma, near))
    return found


def _kind(word: str, morph: Any) -> str:
    return KINDS.get(str(morph.parse(word)[0].tag.POS), "")


def _unit(navec: Any, words: list[str]) -> Any:
    matrix = np.stack([navec[word] for word in words])
    return matrix / (np.linalg.norm(matrix, axis=1, keepdims=True) + 1e-9)


if __name__ == "__main__":
    main()
