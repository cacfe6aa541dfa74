"""What is done to a plan: walk it, print it, read it, compile it, change it, compare it."""

from groundplan.plan.change import apply
from groundplan.plan.compile import Bind, Template, TemplateStep, compile, outline
from groundplan.plan.diff import diff
from groundplan.plan.passes import Check, RepairPass
from groundplan.plan.text import read, show, show_step
from groundplan.plan.walk import ancestors, levels, ordered

__all__ = [
    "Bind", "Check", "RepairPass", "Template", "TemplateStep", "ancestors", "apply", "compile", "diff",
    "levels", "ordered", "outline", "read", "show", "show_step",
]  # fmt: skip
