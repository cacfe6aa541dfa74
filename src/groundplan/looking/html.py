"""A look as part of a page: in a notebook, and in the report of a run. What stands in the data is never markup."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from html import escape

from groundplan.contracts.source_model import SourceModel
from groundplan.looking.page import holds, troubles
from groundplan.looking.picture import picture
from groundplan.looking.shape import DatasetLook, Look
from groundplan.looking.words import counted, labels, left_out, listed, row_is

WIDE = 60
"""Letters of what a field holds."""
OPEN = 4
"""Datasets that are shown unfolded."""
LEFT = 'style="text-align: left"'


def shown(look: Look) -> str:
    """The whole look: picture, datasets with their fields, what is worth a look, what to ask."""
    drawn = f"<p>{embedded(look.model)}</p>" if look.model.relations else ""
    datasets = "".join(_dataset(one, len(look.datasets) <= OPEN) for one in look.datasets)
    heads = labels()["heads"]
    figures = f"<p>{escape(heads['figures'].format(items=listed(look.figures, 8)))}</p>" if look.figures else ""
    worth = _list(heads["worth"], (one.text for one in look.remarks))
    ask = _list(heads["ask"], look.questions)
    page = f"<p><b>{escape(look.name)}</b></p>{drawn}{datasets}{figures}{worth}{ask}"
    return f'<div class="tex2jax_ignore mathjax_ignore">{page}</div>'


def embedded(model: SourceModel) -> str:
    """The picture as an image that holds its own bytes."""
    held = base64.b64encode(picture(model).encode()).decode()
    return f'<img alt="datasets and relations" style="max-width: 100%" src="data:image/svg+xml;base64,{held}">'


def source_part(model: SourceModel, used: Iterable[str]) -> str:
    """What a run read: a line for each dataset that it used; of several, a picture with what they point at."""
    names = set(used)
    datasets = [one for one in model.datasets if one.name in names]
    lines = []
    for one in datasets:
        told = [row_is(one), counted(one.rows, "rows")]
        told += [labels()["heads"]["left_out"].format(items=left_out(out.what, out.rows)) for out in one.left_out]
        lines.append(f"<li><b>{escape(one.name)}</b>: {escape(', '.join(part for part in told if part))}</li>")
    near = names | {one.one for one in model.relations if one.many in names}
    drawn = f"<figure>{picture(model, near)}</figure>" if len(near) > 1 else ""
    return f"<ul>{''.join(lines)}</ul>{drawn}" if datasets else ""


def _dataset(one: DatasetLook, unfolded: bool) -> str:
    told = [part for part in (one.row_is, counted(one.rows, "rows"), one.span) if part]
    if one.left_out:
        told.append(labels()["heads"]["left_out"].format(items=", ".join(one.left_out)))
    head = f"<b>{escape(one.name)}</b> · {escape(' · '.join(told))}"
    rows = "".join(_row(field.name, field.what, holds(field, WIDE), troubles(field)) for field in one.fields)
    return f"<details{' open' if unfolded else ''}><summary>{head}</summary><table>{rows}</table></details>"


def _row(*cells: str) -> str:
    return f"<tr>{''.join(f'<td {LEFT}>{escape(cell)}</td>' for cell in cells)}</tr>"


def _list(head: str, items: Iterable[str]) -> str:
    lines = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f"<p><b>{escape(head)}</b></p><ul>{lines}</ul>" if lines else ""
