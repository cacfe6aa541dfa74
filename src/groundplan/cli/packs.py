"""`groundplan packs`: the fields of work that are installed."""

from __future__ import annotations

from groundplan.cli.options import Json


def packs(json: Json = False) -> None:
    """List the installed packs."""
    from json import dumps

    from groundplan.cli.show import say, show_table
    from groundplan.installed import Packs

    found = [(pack, list(pack.catalogue(None).tools), list(pack.reading.intents)) for pack in Packs().all()]
    if json:
        listed = [{"name": p.name, "summary": p.summary, "tools": len(t), "intents": i} for p, t, i in found]
        say(dumps(listed, ensure_ascii=False))
        return
    show_table(["pack", "tools", "what it does"], [[p.name, len(t), p.summary] for p, t, _ in found])
