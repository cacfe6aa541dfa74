"""Not yet."""
from typing import Any
def likely(d: dict[str, Any], n: list[dict[str, Any]]) -> int: return 0
def read(at): raise NotImplementedError
def emit(g): raise NotImplementedError
