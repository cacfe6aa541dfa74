"""What is done to a plan: walk it, print it, read it, compile it, change it, compare it."""

from groundplan.plan.change import apply
from groundplan.plan.diff import diff
from groundplan.plan.passes import Check, RepairPass
from groundplan.plan.template import Template, TemplateStep, outline
from groundplan.plan.text import read, show, show_step
from groundplan.plan.walk import ancestors, levels, ordered

__all__ = [
    "Check", "RepairPass", "Template", "TemplateStep", "ancestors", "apply", "diff",
    "levels", "ordered", "outline", "read", "show", "show_step",
]  # fmt: skip
