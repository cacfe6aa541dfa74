"""Text or document -> graph, with everything that is wrong with it: the door of the dialects, checks and repairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from groundplan.contracts import Repair
from groundplan.errors import UsageError
from groundplan.packs.workflows.graph import checks, tool_checks
from groundplan.packs.workflows.graph.contract import Constraints, Fault, Graph
from groundplan.packs.workflows.graph.cursor import At, Reading, pointer
from groundplan.packs.workflows.graph.dialects import dialect
from groundplan.packs.workflows.graph.document import parsed, unwrapped
from groundplan.packs.workflows.graph.mend import mended, settled

NO_LIMITS = Constraints()


@dataclass(frozen=True)
class Read:
    """A graph as it was read."""

    graph: Graph
    dialect: str
    faults: tuple[Fault, ...]
    repairs: tuple[Repair, ...] = ()

    @property
    def errors(self) -> tuple[Fault, ...]:
        """What has to be mended before the graph can be used."""
        return tuple(fault for fault in self.faults if not fault.warning)

    @property
    def warnings(self) -> tuple[Fault, ...]:
        """What does not map, and other remarks."""
        return tuple(fault for fault in self.faults if fault.warning)


def read(given: str | dict[str, Any], held_to: Constraints = NO_LIMITS, *, mend: bool = False) -> Read:
    """A graph from a text or a document of any dialect, with every fault; `mend` makes the safe repairs first."""
    document, faults = parsed(given)
    if document is None:
        return Read(Graph(), "", tuple(faults))
    document, way, found = unwrapped(document)
    known = found or dialect("prompt")
    if not mend:
        reading = Reading()
        graph = known.read(At(document, way, reading))
        return Read(graph, known.name, checked(graph, held_to, reading))
    document, repairs = mended(document, way, known)
    reading = Reading()
    graph, more = settled(known.read(At(document, (), reading)), reading, held_to)
    return Read(graph, known.name, checked(graph, held_to, reading), (*repairs, *more))


def loaded(text: str, held_to: Constraints = NO_LIMITS) -> Read:
    """A graph from a text, mended where that is safe; raises when something is left that cannot be used."""
    found = read(text, held_to, mend=True)
    if not found.errors:
        return found
    first, *more = found.errors
    others = f"; {len(more)} more" if more else ""
    help = f"; {first.help}" if first.help else ""
    raise UsageError(f"the graph cannot be used: {first.message}{help}{others}; `groundplan check` tells them all")


def checked(graph: Graph, held_to: Constraints = NO_LIMITS, reading: Reading | None = None) -> tuple[Fault, ...]:
    """Every fault of a graph; with where its parts stand, when it was read from a document."""
    reading = reading or Reading()
    case = checks.Case(graph, reading, held_to)
    told = list(reading.faults)
    for look in (*checks.LOOKS, *tool_checks.LOOKS):
        after = Reading()
        for code, path, message, help, node in look(case):
            after.fault(code, path, message, help, node=node)
        told += after.faults
    nodes = {pointer(path): key[1] for key, path in reading.places.items() if key[0] == "node"}
    return tuple(_of_node(one, nodes) for one in _once(told))


def _once(faults: list[Fault]) -> list[Fault]:
    found = {(fault.code, fault.message): fault for fault in reversed(faults)}
    return list(reversed(found.values()))


def _of_node(fault: Fault, nodes: Mapping[str, str]) -> Fault:
    """The fault with the node inside which it lies."""
    place = fault.at
    while fault.step is None and place:
        if place in nodes:
            return fault.model_copy(update={"step": nodes[place]})
        place = place.rpartition("/")[0]
    return fault
