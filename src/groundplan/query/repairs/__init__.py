"""Safe changes to a plan over frames and columns, one per file."""

from groundplan.plan.passes import RepairPass
from groundplan.query.repairs.column_casing import column_casing
from groundplan.query.repairs.missing_frame import missing_frame

REPAIRS: tuple[RepairPass, ...] = (
    missing_frame,  # first: the other looks at the frame a step reads
    column_casing,
)

__all__ = ["REPAIRS"]
