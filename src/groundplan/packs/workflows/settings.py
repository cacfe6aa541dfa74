"""What can be set of catalogues: where a service is, who may be called, and the secrets that let us in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from groundplan.pack import setting

SECRET = "GROUNDPLAN_SECRET"
"""The variable of the one secret; that of one scheme among several has its name behind."""
_SECRETS = (
    "secrets of a service: GROUNDPLAN_SECRET_ADMIN_KEY is that of its security scheme `adminKey`, "
    "a basic one is `user:password`"
)


@dataclass(frozen=True)
class CatalogueSettings:
    """What can be set of catalogues alone."""

    base_url: str = setting("", "address of the service, in place of the one that its document gives")
    allow_hosts: str = setting("", "hosts on private networks or this machine that may be called, with commas between")
    call_timeout: float = setting(30.0, "seconds one call of a service may take")
    call_tries: int = setting(4, "how often a call is tried that meets a busy or broken service")
    most_entries: int = setting(
        10_000, "entries of a list that are read, from all of its pages; a longer one is refused"
    )
    max_nodes: int = setting(50, "nodes that a graph may have which a language model drafts")
    plan_attempts: int = setting(3, "how often a language model is asked for a graph that is sound, at most")
    plan_tokens: int = setting(4096, "tokens that a graph written by a language model may have")
    analysis_tokens: int = setting(1024, "tokens that its analysis of a task may have; 0: tasks are not analysed first")
    runs: Path = setting(lambda: Path("groundplan-runs"), "folder whose runs that went well are examples for a model")
    model_url: str = setting("", "base URL of the endpoint that `llm`, `choose` and `agent` nodes ask")
    model: str = setting("", "model that these nodes ask, where they name none")
    api_key: str = field(default="", repr=False, metadata={"about": "key of that endpoint, if it wants one"})
    secret: Mapping[str, str] = field(default_factory=dict, repr=False, metadata={"about": _SECRETS})
    """By variable; they go into the calls that need them, and nowhere else."""
