"""The nouns: frozen values that travel between stages. No I/O, no client library."""

from groundplan.contracts.brief import Brief, Coverage, Need
from groundplan.contracts.facts import Chart, Facts, Item, Meta, Rows
from groundplan.contracts.finding import Finding, Repair
from groundplan.contracts.noun import Noun
from groundplan.contracts.plan import INPUTS, ITEM, REF, RESERVED, SOURCE, Change, Limits, Plan, Step, refs
from groundplan.contracts.question import Question, Recall, Turn
from groundplan.contracts.run import Answer, Drafts, Event, Run, Status, Usage, run_id
from groundplan.contracts.span import Span, SpanKind
from groundplan.contracts.tool import Param, Tool
from groundplan.contracts.understanding import Doubt, Entity, Intent, Requirement, Understanding

__all__ = [
    "INPUTS",
    "ITEM",
    "REF",
    "RESERVED",
    "SOURCE",
    "Answer",
    "Brief",
    "Change",
    "Chart",
    "Coverage",
    "Doubt",
    "Drafts",
    "Entity",
    "Event",
    "Facts",
    "Finding",
    "Intent",
    "Item",
    "Limits",
    "Meta",
    "Need",
    "Noun",
    "Param",
    "Plan",
    "Question",
    "Recall",
    "Repair",
    "Requirement",
    "Rows",
    "Run",
    "Span",
    "SpanKind",
    "Status",
    "Step",
    "Tool",
    "Turn",
    "Understanding",
    "Usage",
    "refs",
    "run_id",
]
