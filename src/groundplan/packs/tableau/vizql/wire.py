"""What every noun of the service's JSON is: frozen, closed to unknown properties, in the official camelCase."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict
from pydantic.alias_generators import to_camel

from groundplan.contracts.noun import Noun


class Wire(Noun):
    """A noun that travels as JSON; in Python its names are ours."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, alias_generator=to_camel, validate_by_name=True
    )

    def as_json(self) -> dict[str, Any]:
        """As the service writes it: what was left out stays out."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_unset=True)
