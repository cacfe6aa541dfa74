"""Value linking: words of a question that are, or nearly are, values of some column; a million values at once."""

from groundplan.values.aliases import other_names
from groundplan.values.index import ValueIndex
from groundplan.values.match import How, Match

__all__ = ["How", "Match", "ValueIndex", "other_names"]
