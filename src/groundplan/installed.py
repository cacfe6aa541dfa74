"""Which packs there are, and which of them a source belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import entry_points

from groundplan.errors import UsageError
from groundplan.pack import Checked, Pack
from groundplan.plan.nearest import did_you_mean

GROUP = "groundplan.packs"
CLAIMS = "groundplan.claims"
"""Where a pack may name its `claims` apart from itself, so that choosing between packs loads only the one chosen."""

DOCUMENTS = "groundplan.documents"
"""Where a pack may name what checks documents of its own kind: text, model -> `Checked`; None: it is another kind."""


def check_document(text: str, model: str | None = None) -> Checked | None:
    """What the first pack that knows the kind of a document finds in it; None where no pack does."""
    for entry in sorted(entry_points(group=DOCUMENTS), key=lambda one: one.name):
        found: Checked | None = entry.load()(text, model)
        if found is not None:
            return found
    return None


class Packs:
    """The packs that were given, and those that are installed, which are loaded when they are asked for."""

    def __init__(self, given: Iterable[Pack] = ()) -> None:
        self._loaded = {pack.name: pack for pack in given}
        self._entries = {entry.name: entry for entry in entry_points(group=GROUP)}

    @property
    def names(self) -> list[str]:
        """Every name, sorted."""
        return sorted({*self._loaded, *self._entries})

    def find(self, name: str) -> Pack:
        """The pack of that name."""
        if name not in self._loaded:
            if name not in self._entries:
                raise UsageError(f"no pack named {name!r}; {did_you_mean(name, self.names)}")
            self._loaded[name] = self._entries[name].load()
        return self._loaded[name]

    def all(self) -> list[Pack]:
        """Every pack, loaded."""
        return [self.find(name) for name in self.names]

    def _claims(self, name: str) -> Callable[[str], int]:
        """How surely a source is the pack's; a pack that says so apart is not loaded for it."""
        if name not in self._loaded:
            for entry in entry_points(group=CLAIMS, name=name):
                light: Callable[[str], int] = entry.load()
                return light
        return self.find(name).sources.claims

    def of(self, sources: Sequence[str]) -> Pack:
        """The pack that claims the sources most surely."""
        claims = {name: _claim(self._claims(name), sources) for name in self.names}
        best = [name for name, claim in claims.items() if claim and claim == max(claims.values())]
        if len(best) == 1:
            return self.find(best[0])
        what = ", ".join(map(repr, sources)) or "no source"
        held = f"may be for {' or '.join(best)}" if best else "is for no pack that is installed"
        raise UsageError(f"{what} {held}; name one with --pack: {', '.join(best or self.names)}")


def _claim(claims_one: Callable[[str], int], sources: Sequence[str]) -> int:
    """How surely all sources together are a pack's: not at all if one is not, surely if one is made for it."""
    claims = [claims_one(source) for source in sources]
    return 0 if not claims or 0 in claims else max(claims)
