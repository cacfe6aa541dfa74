"""Runs the examples of a page. `python docs/examples.py [PAGE ...]` writes what they print today under each of them.

A ```console block holds `$ command` lines, each followed by what it prints, errors included; a line of three dots
stands for any lines, and a command with `<< 'END'` goes on to the line END. All blocks of a page run in one folder, one
after another, with the example data in it. A ```python block is run, too; with `>>>` its output is compared.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"[|<>;&$*`]|^\w+=")
HEAD = re.compile(r"(?:.*\\\n)*.*<< '(\w+)'\n(?:.*\n)*?\1\n|(?:.*\\\n)*.*\n")
WIDTH = "88"


def pages() -> list[Path]:
    """Every page that a person wrote."""
    docs = [page for page in sorted((ROOT / "docs").rglob("*.md")) if not page.read_text("utf-8").startswith("<!--")]
    return [ROOT / "README.md", *sorted((ROOT / "src/groundplan/packs").glob("*/README.md")), *docs]


@contextlib.contextmanager
def desk() -> Iterator[Path]:
    """A folder as a reader has it: the example data, no settings, an empty cache."""
    before, here = dict(os.environ), Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        shutil.copytree(ROOT / "examples", folder / "examples")
        kept = {name: value for name, value in before.items() if not name.startswith("GROUNDPLAN_")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{kept.get('PATH', '')}"
        cache = str(folder / ".cache")
        try:
            _environment({**kept, "GROUNDPLAN_CACHE": cache, "COLUMNS": WIDTH, "NO_COLOR": "1", "PATH": path})
            os.chdir(folder)
            yield folder
        finally:
            os.chdir(here)
            _environment(before)


def filled(page: Path) -> str:
    """The page, with what its examples print now; what still matches stays as it is written."""
    names: dict[str, object] = {}
    with desk() as folder:

        def block(found: re.Match[str]) -> str:
            kind, text = found.groups()
            body = _console(text, folder) if kind == "console" else _python(text, names)
            return f"```{kind}\n{body}```"

        return FENCE.sub(block, page.read_text("utf-8"))


def _console(block: str, folder: Path) -> str:
    return "".join(f"$ {head}{_printed(head, expected, folder)}" for head, expected in _commands(block))


def _printed(head: str, expected: str, folder: Path) -> str:
    printed = _run(re.sub(r"\\\n> ", "", head).rstrip("\n")).replace(str(folder), ".")
    if _matches(printed, expected):
        return expected
    return "".join(line.rstrip() + "\n" for line in printed.rstrip().splitlines())


def _commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a block, as it is written, with what is printed under it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        head = HEAD.match(part)
        assert head, "a command ends with its line"
        yield head.group(), part[head.end() :]


def _run(command: str) -> str:
    """What a command prints. Ours runs in this process, which is warm; what needs a shell gets one."""
    command, quiet, _ = command.partition(" 2> /dev/null")
    if not command.startswith("groundplan ") or SHELL.search(re.sub(r"'[^']*'|\"[^\"]*\"", "", command)):
        done = subprocess.run(["bash", "-c", command], stdout=-1, stderr=-2, text=True, timeout=120, check=False)
        return done.stdout
    from groundplan.cli import main

    printed = io.StringIO()
    talk = io.StringIO() if quiet else printed
    before, sys.argv = sys.argv, shlex.split(command)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(talk), contextlib.suppress(SystemExit):
            main()
    finally:
        sys.argv = before
    return printed.getvalue()


def _matches(printed: str, expected: str) -> bool:
    pattern = "".join(".*" if line == "..." else re.escape(line) + "\n" for line in _plain(expected))
    return re.fullmatch(pattern, "".join(line + "\n" for line in _plain(printed)), re.DOTALL) is not None


def _plain(text: str) -> list[str]:
    """Lines without what differs between machines: durations, and blanks at the end."""
    timed = re.sub(r"\[\d+ ms|\bin \d+\.\d s$", "[N ms", text, flags=re.MULTILINE)
    return [line.rstrip() for line in timed.rstrip().splitlines()]


def _python(text: str, names: dict[str, object]) -> str:
    if not text.startswith(">>> "):
        exec(compile(text, "page", "exec"), names)
        return text
    lines: list[str] = []
    for example in doctest.DocTestParser().get_examples(text):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example.source, "page", "single"), names)
        lines.append(">>> " + example.source.rstrip("\n").replace("\n", "\n... ") + "\n" + printed.getvalue())
    return "".join(lines)


def _environment(values: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(values)


if __name__ == "__main__":
    for page in [Path(name).resolve() for name in sys.argv[1:]] or pages():
        page.write_text(filled(page), "utf-8")
