"""What is carried from question to question: the follow-up gate."""

from groundplan.packs.knowledge.memory.followup import follow_up

__all__ = ["follow_up"]
