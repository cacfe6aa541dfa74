"""The nouns: frozen values that travel between stages. No I/O, no client library."""

from groundplan.contracts.blank import Blank, Cell
from groundplan.contracts.brief import Brief, Coverage, Need
from groundplan.contracts.facts import Chart, Facts, Item, Meta, Rows
from groundplan.contracts.finding import Finding, Repair
from groundplan.contracts.form import Derive, Filter, Form, Having, Metric, Sort, Time
from groundplan.contracts.match import How, Match
from groundplan.contracts.noun import Noun
from groundplan.contracts.plan import REF, SOURCE, Change, Limits, Plan, Step, refs
from groundplan.contracts.question import Question, Recall, Turn
from groundplan.contracts.run import Answer, Drafts, Event, Run, Status, Usage
from groundplan.contracts.shape import Column, Key, Table, column_ids
from groundplan.contracts.tool import Param, Tool
from groundplan.contracts.understanding import Doubt, Entity, Intent, Requirement, Understanding

__all__ = [
    "REF", "SOURCE", "Answer", "Blank", "Brief", "Cell", "Change", "Chart", "Column", "Coverage", "Derive", "Doubt",
    "Drafts", "Entity", "Event", "Facts", "Filter", "Finding", "Form", "Having", "How", "Intent", "Item", "Key",
    "Limits", "Match", "Meta", "Metric", "Need", "Noun", "Param", "Plan", "Question", "Recall", "Repair",
    "Requirement", "Rows", "Run", "Sort", "Status", "Step", "Table", "Time", "Tool", "Turn", "Understanding",
    "Usage", "column_ids", "refs",
]  # fmt: skip
