"""Catalogues of operations, opened: what services can do, whatever they are described by, and how it is done.

`open_catalogue(sources, cache, settings)` gives an `Opened`, a source of the spine:

- `operations`: name -> `Operation`: its `arguments` (`Argument`: place, whether required, its `Shape`), `returns` (the
  `Shape` of what a step gets: of a list the array of its entries, from all pages), `writes`, `told` (in words), `tags`.
  Each is read when it is first looked at.
- `tools`: name -> spine `Tool`: of each operation, and of `select`. `catalogue`: the same with implementations.

An operation has one output, `result`. A reference may go on into it: `{"$ref": "order.result.customer.email"}`,
`{"$ref": "item.customer.email"}`. What the caller gave is `{"$ref": "inputs.day"}`, and `inputs.day` in `when`.

`select` computes over what a step gave, in the question language:
`select(rows={"$ref": "orders.result"}, of="listOrders", query='orders: sum(total) where status = "open"')`

- `of`: the operation whose result the rows are, or a path into it (`getOrder.lines`): it says the types of the fields.
  Left out (rows of another `select`, say), types are seen from the rows.
- `query`: the rows are called as you like; objects in them are relations to one (`customer.city`), lists of objects
  relations to many (`count(lines) > 3`, `sum(lines.quantity * lines.price)`) and datasets of their own, lists of values
  are lists (`tags = "vip"`).
- `given`: values by name, for the query: `given={"day": {"$ref": "inputs.day"}}`, `orders: where due <= given.day`.
- `beside`: lists of the same length, each put beside the rows under a name, as a relation to one: where a step with
  `each` looked something up for every row. `beside={"customer": {"$ref": "found.result"}}`, and for their types
  `beside_of={"customer": "getCustomer"}`.
- outputs: `rows` (a list of objects: whole rows as they came, with what stands beside them, or the columns that are
  shown or computed), `row` (where there is exactly one), `value` (of that row, where it has one column), `values` (the
  first column, where columns are shown or computed), `count` (how many rows).
"""

from groundplan.packs.workflows.catalogue.opened import Opened, Provider
from groundplan.packs.workflows.catalogue.opening import claims, open_catalogue
from groundplan.packs.workflows.catalogue.operation import RESULT, Argument, Operation, Pages
from groundplan.packs.workflows.catalogue.shape import Shape

__all__ = [
    "RESULT", "Argument", "Opened", "Operation", "Pages", "Provider", "Shape", "claims", "open_catalogue",
]  # fmt: skip
