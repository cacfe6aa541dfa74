"""What is carried from question to question: the follow-up gate and the summary."""

from groundplan.packs.knowledge.memory.followup import follow_up
from groundplan.packs.knowledge.memory.summary import summary

__all__ = ["follow_up", "summary"]
