"""Who fills the QueryPlan: the embedded reader, or a planner model with its interpretation as its draft."""

from groundplan.packs.knowledge.planning.embedded import EmbeddedPlanner
from groundplan.packs.knowledge.planning.modelled import ModelPlanner

__all__ = ["EmbeddedPlanner", "ModelPlanner"]
