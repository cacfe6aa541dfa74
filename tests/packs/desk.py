"""The toy pack that the how-to "Write a pack" builds, taken from its page: it keeps the spine honest."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from groundplan.pack import Pack, Source

PAGE = Path(__file__).parents[2] / "docs/how-to/write-a-pack.md"
BOOK = "guest Ada premium\nguest Bob\ntool ring_bell\n"


@cache
def desk(folder: Path) -> ModuleType:
    """The page's code as a module; its files lie in the folder."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    code = "\n".join(block for block in blocks if ">>>" not in block)
    module = sys.modules["desk_of_the_page"] = ModuleType("desk_of_the_page")
    code = code.replace('Path("desk_pack")', f"Path({str(folder / 'desk_pack')!r})")
    exec(compile(code, str(PAGE), "exec", dont_inherit=True), module.__dict__)
    return module


def toy(folder: Path) -> tuple[Pack, Source, Any]:
    """The pack, an opened source of it, and its module."""
    module = desk(folder)
    (folder / "front.desk").write_text(BOOK, "utf-8")
    pack: Pack = module.pack
    return pack, pack.sources.open((str(folder / "front.desk"),), folder, pack.sources.settings()), module
