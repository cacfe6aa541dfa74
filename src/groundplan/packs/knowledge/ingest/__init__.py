"""Files and folders -> a base on disk."""

from groundplan.packs.knowledge.ingest.base import read_passages
from groundplan.packs.knowledge.ingest.show import Contents, show
from groundplan.packs.knowledge.ingest.update import Summary, ingest

__all__ = ["Contents", "Summary", "ingest", "read_passages", "show"]
