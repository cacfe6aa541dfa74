"""Who fills the QueryPlan: the embedded reading, or a planner model with that reading as its draft."""

from groundplan.packs.knowledge.planning.embedded import EmbeddedPlanner
from groundplan.packs.knowledge.planning.modelled import ModelPlanner

__all__ = ["EmbeddedPlanner", "ModelPlanner"]
