"""What a base is about: a schema read from a file, or derived from bare triples."""

from groundplan.packs.knowledge.domain.derive import Shape, derive, derive_shape
from groundplan.packs.knowledge.domain.read import domain_of, merged, read_schema

__all__ = ["Shape", "derive", "derive_shape", "domain_of", "merged", "read_schema"]
