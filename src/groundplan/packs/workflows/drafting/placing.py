"""What was read of a clause -> steps of the plan."""

from __future__ import annotations

from groundplan.language.names import spoken
from groundplan.packs.workflows.drafting.filling import Bound
from groundplan.packs.workflows.drafting.known import Known, ref, result
from groundplan.packs.workflows.drafting.sets import listed
from groundplan.packs.workflows.drafting.words import Token


def placed(found: Bound, words: tuple[Token, ...], when: str | None, needs: tuple[str, ...]) -> str:
    """The steps of what was read, added to the plan; the id of the one that writes."""
    context, doing = found.context, found.doing
    said = [(words[at].start, words[at].end) for at in sorted(found.used)]
    args, each = dict(found.args), None
    if found.loop is not None:
        firsts = {path[0] for path in found.items.values()}
        once = next(iter(firsts)) if found.loop.called != found.loop.base.name and len(firsts) == 1 else ""
        places = [(words[at].start, words[at].end) for at in sorted(found.loop.used)]
        rows = listed(found.loop, context, places, distinct=once)
        each = rows.ref
        prefix = next(iter(found.items.values()))[:-1]
        base = found.loop.base.name
        for name in prefix:
            thing = context.world.things[context.world.things[base].slots[name].refers]
            assert thing.one is not None  # a path leads only through things that can be fetched
            key = next(key for key, argument in thing.one.arguments.items() if argument.required)
            step = context.steps.add(
                f"get_{thing.name.lower()}s",
                thing.one.name,
                {key: ref("item", name)},
                each=each,
                why=f"gets the {thing.name.lower()} of each",
                said=(),
            )
            each, base = ref(result(step, thing.one)), thing.name
        args |= {name: ref("item", path[-1]) for name, path in found.items.items()}
    ordered = {name: args[name] for name in doing.slots if name in args}
    step = context.steps.add(
        spoken(doing.name).replace(" ", "_"),
        doing.name,
        ordered,
        each=each,
        when=when,
        needs=needs or None,
        why=doing.operation.summary or doing.name,
        said=said,
    )
    if doing.gives and each is None:
        thing = context.world.things[doing.gives]
        fresh = doing.kind == "creating" and when is None
        row = result(step, doing.operation)
        context.meet(Known(doing.gives, ref(row, thing.key), row=row)) if fresh else None
    return step
