"""A look as lines of text: one calm screen, or all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from groundplan.looking.drawing import drawn
from groundplan.looking.line import Line, fitted, fitting, line, padded, wrapped
from groundplan.looking.shape import DatasetLook, FieldLook, Look
from groundplan.looking.words import counted, labels, listed, share

WIDTH = 88
BLOCKS = 4
"""Datasets that are shown with their fields; more are one line each."""
FIELDS = 24
"""Lines for fields on one screen."""
SHORT = 6
"""Datasets that are named before questions."""
OVERVIEW = 16
RELATIONS = 10
REMARKS = 7
NAME, WHAT = 26, 26
"""The widest columns of names and of what they are."""
COMMAND = "groundplan look SOURCE"


def page(look: Look, width: int = WIDTH, whole: bool = False, command: str = COMMAND) -> list[Line]:
    """The screen; `whole` leaves nothing out."""
    few = whole or len(look.datasets) <= BLOCKS
    body = list(_blocks(look, width, whole)) if few else list(_overview(look, width))
    parts = [_head(look), _relations(look, width, whole), body, _remarks(look, width, whole, few), _ask(look, width)]
    lines = [one for part in parts if part for one in [line(), *part]][1:]
    if not whole and (not few or any(len(one.fields) > _room(look) for one in look.datasets)):
        hint = labels()["heads"]["whole"].format(command=command)
        lines += [line(), line(hint, "dim").cut(width)]
    return lines


def short(look: Look, width: int = WIDTH) -> list[Line]:
    """The same in a few lines, before questions are asked."""
    heads = labels()["heads"]
    datasets = [f"{one.name} ({counted(one.rows, 'rows')})" for one in look.datasets]
    out = [f"{one.name}: {', '.join(one.left_out)}" for one in look.datasets if one.left_out]
    told = [f"{look.name}: {listed(datasets, SHORT)}"]
    told += [heads["left_out"].format(items=listed(out, SHORT))] if out else []
    told += [heads["for_example"].format(items="; ".join(look.questions))] if look.questions else []
    return [line(one, "dim") for text in told for one in wrapped(text, width, "", "  ")]


def _head(look: Look) -> list[Line]:
    """The source and its size; of one dataset its own line says it."""
    if len(look.datasets) == 1:
        return []
    rows = counted(sum(one.rows for one in look.datasets), "rows")
    return [line(look.name, "bold") + line(f" · {counted(len(look.datasets), 'datasets')}, {rows}", "dim")]


# ------------------------------------------------------------------ relations


def _relations(look: Look, width: int, whole: bool) -> list[Line]:
    lines = drawn(look.model, width - 2)
    shown = lines if whole or len(lines) <= RELATIONS else lines[:RELATIONS]
    left = len(lines) - len(shown)
    more = [line(f"  {counted(left, 'more_relations')}", "dim")] if left else []
    return [line("  ") + one for one in shown] + more


# ------------------------------------------------------------------ datasets with their fields


def _room(look: Look) -> int:
    """Fields of one dataset that are shown."""
    return max(5, FIELDS // max(len(look.datasets), 1))


def _blocks(look: Look, width: int, whole: bool) -> Iterator[Line]:
    for place, dataset in enumerate(look.datasets):
        if place:
            yield line()
        yield from _dataset_head(dataset, look.name if len(look.datasets) == 1 else dataset.name, width)
        shown = dataset.fields if whole else _weightiest(dataset.fields, _room(look))
        yield from _fields(shown, width)
        if left := len(dataset.fields) - len(shown):
            yield line(f"  {counted(left, 'more_fields')}", "dim")


def _dataset_head(dataset: DatasetLook, name: str, width: int) -> Iterator[Line]:
    heads = labels()["heads"]
    key = heads["keys"].format(key=", ".join(dataset.key)) if len(dataset.key) > 1 else ""
    title = f"“{dataset.title}”" if dataset.title else ""
    size = counted(dataset.rows, "rows")
    told = [part for part in (title, dataset.row_is, size, dataset.span, key) if part]
    yield from _told_after(line(name, "bold cyan"), told, width)
    if dataset.left_out:
        text = heads["left_out"].format(items=", ".join(dataset.left_out))
        yield from (line(one, "yellow") for one in wrapped(text, width, "  ", "  "))


def _told_after(name: Line, told: Sequence[str], width: int) -> Iterator[Line]:
    """What is told of a dataset behind its name, over a second line where one is too short."""
    held = name
    for part in told:
        piece = line(f" · {part}", "")
        if held.width + piece.width > width:
            yield held
            held, piece = line("  "), line(part)
        held = held + piece.cut(width - held.width)
    yield held


def _weightiest(fields: Sequence[FieldLook], most: int) -> list[FieldLook]:
    """Those that are missed most, in the order of the file."""
    if len(fields) <= most:
        return list(fields)
    best = sorted(range(len(fields)), key=lambda at: (-fields[at].weight, at))[:most]
    return [fields[at] for at in sorted(best)]


def _fields(fields: Sequence[FieldLook], width: int) -> Iterator[Line]:
    name = min(NAME, max((cell_len(one.name) for one in fields), default=0))
    what = min(WHAT, max((cell_len(one.what) for one in fields), default=0))
    rest = width - name - what - 6
    for one in fields:
        trouble = troubles(one)
        room = rest - (cell_len(trouble) + 2 if trouble else 0)
        held = holds(one, room) if room >= 6 else ""
        yield (
            line(f"  {padded(one.name, name)}  ")
            + line(f"{padded(one.what, what)}  ", "dim")
            + line(held)
            + line(("  " if held else "") + fitted(trouble, rest), "yellow")
        )


def holds(one: FieldLook, room: int) -> str:
    """Its range, or as many of its values as there is room for."""
    if not one.values:
        return fitted(one.range, room)
    return fitting(one.values, one.distinct - len(one.values), room, labels()["counts"]["more"][1], one.between)


def troubles(one: FieldLook) -> str:
    """What is missing, and what is of another kind than the rest."""
    said, told = labels(), []
    if one.missing:
        way = "missing_as" if one.mark else "missing"
        told.append(said[way].format(share=share(one.missing), mark=one.mark))
    if one.odd:
        told.append(f"{counted(one.odd, 'odd')}: {', '.join(one.odd_cells)}")
    return "; ".join(told)


# ------------------------------------------------------------------ many datasets, a line each


def _overview(look: Look, width: int) -> Iterator[Line]:
    shown, heads = look.datasets[:OVERVIEW], labels()["heads"]
    name = min(NAME + 4, max(cell_len(one.name) for one in shown))
    rows = max(len(heads["rows"]), *(len(f"{one.rows:,}") for one in shown))
    time = max(cell_len(_months(one)) for one in shown)
    rest = width - name - rows - time - 6 - 2 * bool(time)
    yield line(
        f"  {padded(heads['dataset'], name)}  {heads['rows'].rjust(rows)}  "
        + (f"{padded(heads['time'], time)}  " if time else "")
        + heads["fields"],
        "dim",
    )
    for one in shown:
        fields = [field.name for field in one.fields]
        yield (
            line(f"  {padded(one.name, name)}", "bold cyan")
            + line(f"  {f'{one.rows:,}'.rjust(rows)}  ")
            + line(f"{padded(_months(one), time)}  " if time else "", "dim")
            + line(fitting(fields, 0, rest, labels()["counts"]["more"][1]), "")
        )
    if left := len(look.datasets) - len(shown):
        yield line(f"  {counted(left, 'more_datasets')}", "dim")
    if out := [f"{one.name} ({', '.join(one.left_out)})" for one in look.datasets if one.left_out]:
        text = heads["left_out"].format(items=listed(out, 4))
        yield from (line(one, "yellow") for one in wrapped(text, width, "  ", "  "))


def _months(dataset: DatasetLook) -> str:
    """The time of a dataset in months."""
    days = [one[:7] for one in dataset.span.split(labels()["range"].format(low="", high=""))] if dataset.span else []
    return days[0] if len(set(days)) == 1 else labels()["range"].format(low=days[0], high=days[-1]) if days else ""


# ------------------------------------------------------------------ what is worth a look, and what to ask


def _remarks(look: Look, width: int, whole: bool, few: bool) -> list[Line]:
    heads = labels()["heads"]
    lines = [heads["figures"].format(items=listed(look.figures, 8))] if look.figures else []
    told = [line(one) for text in lines for one in wrapped(text, width, "", "  ")]
    remarks = [one.text for one in look.remarks if not (one.field and few and _stands(look, one.field, whole))]
    if not remarks:
        return told
    shown = remarks if whole else remarks[:REMARKS]
    told += [line(), line(heads["worth"], "bold")] if told else [line(heads["worth"], "bold")]
    told += [line(one) for text in shown for one in wrapped(text, width, "  - ", "    ")]
    if left := len(remarks) - len(shown):
        told.append(line(f"    {counted(left, 'more')}", "dim"))
    return told


def _stands(look: Look, field: str, whole: bool) -> bool:
    """Whether the line of a field is on the screen."""
    for dataset in look.datasets:
        shown = dataset.fields if whole else _weightiest(dataset.fields, _room(look))
        if any(f"{dataset.name}.{one.name}" == field for one in shown):
            return True
    return False


def _ask(look: Look, width: int) -> list[Line]:
    if not look.questions:
        return []
    asked = [line(one, "green") for text in look.questions for one in wrapped(text, width, "  ", "    ")]
    return [line(labels()["heads"]["ask"], "bold"), *asked]
