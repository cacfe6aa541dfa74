"""What can be wrong with a plan over a data source."""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan


def bad_vizql(plan: Plan, brief: Brief) -> Iterator[Finding]:
    """tableau/bad-vizql: a VizQL query of the plan would be refused by the data source.

    Why it matters: what is not valid is never sent, here or to a server.

    Instead: mend it as the finding says; `groundplan lint-vizql` checks a query by itself.
    """
    from groundplan.packs.tableau.faults import errors
    from groundplan.packs.tableau.validate.validate import validate
    from groundplan.packs.tableau.vizql.service import QueryOptions

    held = getattr(brief.model, "held", None)
    if held is None:
        return
    for step in plan.steps:
        if step.tool == "vizql":
            options = QueryOptions(disaggregate=bool(step.args.get("disaggregate")))
            verdict = validate(step.args.get("query"), held.asked_of, held.members, options=options)
            for fault in errors(verdict.faults):
                told = f"{fault.where}: {fault.message}"
                yield Finding(code="tableau/bad-vizql", step=step.id, message=told, help=fault.suggestion)


def other_steps(plan: Plan, brief: Brief) -> Iterator[Finding]:
    """tableau/other-steps: the plan is not what the query becomes over a data source.

    Why it matters: every step would run, and answer another question.

    Instead: leave the steps of a query as they are, or ask another query.
    """
    from groundplan.packs.tableau.asking.pushed import compiled
    from groundplan.query.checks.other_steps import not_as

    yield from not_as(plan, brief, compiled)
