"""Question -> Interpretation: intents by example, chains by words of the schema, slots, doubts; no model elsewhere."""

from groundplan.packs.knowledge.reading.interpretation import Condition, Doubt, Interpretation, Path
from groundplan.packs.knowledge.reading.reader import read

__all__ = ["Condition", "Doubt", "Interpretation", "Path", "read"]
