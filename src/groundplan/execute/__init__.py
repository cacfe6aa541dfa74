"""Who runs a plan."""

from groundplan.execute.base import Executor, Outcome
from groundplan.execute.local import LocalExecutor

__all__ = ["Executor", "LocalExecutor", "Outcome"]
