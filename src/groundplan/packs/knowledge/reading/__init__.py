"""Question -> Reading: intents by example, chains by the words of the schema, slots, doubts; no model elsewhere."""

from groundplan.packs.knowledge.reading.reader import Base, read
from groundplan.packs.knowledge.reading.shape import Condition, Doubt, Path, Reading

__all__ = ["Base", "Condition", "Doubt", "Path", "Reading", "read"]
