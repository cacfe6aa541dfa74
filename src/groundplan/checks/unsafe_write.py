"""unsafe-write: a step writes outside the run's own folder.

Why it matters: a question must never overwrite a file that it was only meant to read.

Instead: write to a plain file name, which lands in the run's folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath, PureWindowsPath

from groundplan.contracts import Brief, Finding, Plan


def unsafe_write(plan: Plan, brief: Brief) -> Iterator[Finding]:
    for step in plan.steps:
        tool = brief.catalogue.get(step.tool)
        file = step.args.get("file")
        if tool is not None and tool.effect == "file" and isinstance(file, str) and not _plain(file):
            message, help = (
                f"{step.tool} would write to {file!r}",
                "give a plain file name; it lands in the run's folder",
            )
            yield Finding(code="unsafe-write", step=step.id, message=message, help=help)


def _plain(file: str) -> bool:
    return bool(file) and PurePosixPath(file).name == file == PureWindowsPath(file).name and not file.startswith(".")
