"""Files and folders -> a base on disk."""

from groundplan.packs.knowledge.ingest.base import read_passages
from groundplan.packs.knowledge.ingest.update import Contents, Summary, ingest, show

__all__ = ["Contents", "Summary", "ingest", "read_passages", "show"]
