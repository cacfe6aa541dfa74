"""`groundplan packs`: the fields of work that are installed."""

from __future__ import annotations

from groundplan.cli.options import Json


def packs(json: Json = False) -> None:
    """List the installed packs."""
    from json import dumps

    from groundplan.cli.show import say, show_table
    from groundplan.planner import find_pack
    from groundplan.planner import packs as installed

    found = [find_pack(name) for name in installed()]
    if json:
        say(
            dumps(
                [
                    {"name": p.name, "summary": p.summary, "tools": len(p.tools), "intents": list(p.intents)}
                    for p in found
                ]
            )
        )
        return
    show_table(["pack", "tools", "what it does"], [[p.name, len(p.tools), p.summary] for p in found])
