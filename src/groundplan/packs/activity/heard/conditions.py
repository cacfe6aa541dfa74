"""Which rows count: periods, people, projects, values, tests, what they name, what they lack, how old they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from groundplan.packs.activity.heard.denials import denials
from groundplan.packs.activity.heard.lexicon import Meaning, said
from groundplan.packs.activity.heard.page import JOINED, Contrary, Page, Unreadable
from groundplan.packs.activity.heard.parts import LISTS, text, within
from groundplan.packs.activity.heard.spans import STATES, Span, in_state, somebody_before
from groundplan.query.periods import DAYS
from groundplan.query.tools.values import SECONDS


def conditions(page: Page) -> list[str]:
    """The tests, as the question language writes them."""
    made = [*_aged(page), *denials(page), *_rows(page), *_done_by(page), *_periods(page), *_between_releases(page)]
    made += _named(page)
    made += _texts(page)
    made += _related(page)
    made += values_said(page)
    made += tests_said(page)
    for apart in said()["apart"]:
        if len({*apart} & {*made}) > 1:
            raise Contrary(f"no row is {' and '.join(one for one in apart if one in made)} at once")
    return list(dict.fromkeys(made))


# ------------------------------------------------------------------ times


def _periods(page: Page) -> Iterator[str]:
    spans = [span for span in page.cues("period") if span.mark and span.mark.period]
    if len(spans) > len({page.time(span) for span in spans}):
        raise Unreadable("several periods are named")
    for span in spans:
        units = said()["units"]
        if any(units.get(word) in ("hours", "minutes") for word in span.said.lower().split()):
            raise Unreadable(f"{span.said!r} is told by days only")
        period = span.mark.period if span.mark else None
        assert period is not None
        if period.apart or period.compared:
            raise Unreadable(f"{span.said!r} are periods apart")
        page.use(span)
        yield within(page.time(span), period)
    for span in page.cues("recurring"):
        again = span.mark.again if span.mark else None
        assert again is not None
        page.use(span)
        part = "weekday" if again.part == "weekday" else "hour_of_day"
        values = ", ".join(text(DAYS[one]) if part == "weekday" else str(one) for one in again.values)
        test = f"{part}({page.time(span)}) in ({values})"
        yield f"not ({test})" if again.outside else test


def _aged(page: Page) -> Iterator[str]:
    """`open for more than 30 days`, `took longer than 5 hours`, `more than 3 comments`."""
    for span in page.cues("compare"):
        mark, behind = span.mark, page.after(span)
        if mark is None or not mark.numbers or mark.label not in (">", ">=", "<", "<="):
            continue
        unit = _unit(page, span)
        amount = page.meant(behind, "amount") if behind is not None else None
        if unit and (not amount or page.dataset.name in ("merge_requests", "issues")):
            age = _age(page, span, unit)
            yield f"{age} {mark.label} {mark.numbers[0]:g}"
            if "now(" in age:
                yield "open"
        elif amount is not None and amount.dataset == page.base:
            page.use(behind)
            yield f"{amount.name} {mark.label} {mark.numbers[0]:g}"
        else:
            raise Unreadable(f"{span.said!r} is held against nothing")
        page.use(span)


def _unit(page: Page, span: Span) -> str:
    """The unit of time that stands right behind a number."""
    words = page.heard.text[span.end : span.end + 12].lower().split()
    found = str(said()["units"].get(words[0].strip(".,?!"), "")) if words else ""
    behind = page.after(span)
    if found and behind is not None and behind.start <= span.end + 1:
        page.use(behind)
    return found


def _age(page: Page, span: Span, unit: str) -> str:
    """What a length of time is held against: how long rows stand open, or the one figure that is named."""
    figures = [one for one in page.dataset.fields if one.role == "measure" and one.unit in SECONDS]
    open_ = [one for one in page.heard.spans if any(m.name == "open" for m in one.of("test"))]
    if "open" in page.dataset.tests and (open_ or page.cues("older")):
        page.use(*page.cues("older"))
        return f"{unit}(now(day) - {page.dataset.main_time})"
    done = {act.get("time") or act.get("when") for _, act in page.acts}
    named = {"merged_at": "hours_to_merge", "resolved_at": "days_to_resolve", "finished_at": "minutes"}
    found = [one for one in figures if one.name in {named.get(str(time)) for time in done}] or figures
    if len(found) != 1:
        raise Unreadable(f"{span.said!r} is held against nothing")
    return f"{unit}({found[0].name})"


def _done_by(page: Page) -> Iterator[str]:
    """What somebody did in a period, where other rows say who did it and when."""
    if page.through:
        return
    for _, act in page.acts:
        people = [s for s in page.free("name") if any(m.dataset == "authors" for m in s.of("name"))]
        spans = [span for span in page.cues("period") if span.mark and span.mark.period]
        if "by" in act and len(people) == 1 and len(spans) == 1 and spans[0].mark and spans[0].mark.period:
            page.use(*people, *spans)
            person = next(m.value for m in people[0].of("name") if m.dataset == "authors")
            more = f"{act['also']} and " if "also" in act else ""
            when = within(str(act["when"]), spans[0].mark.period)
            yield f"some({act['by']} where {more}{act['who']} = {text(person)} and {when})"


# ------------------------------------------------------------------ what is named


def _rows(page: Page) -> Iterator[str]:
    """Rows that are called by their ids."""
    for span in page.free("name"):
        one = next((m for m in span.of("name") if m.dataset in ("issues", "merge_requests", "commits")), None)
        if one is None:
            continue
        own = [m for m in span.of("name") if m.dataset in (page.base, page.spoken)]
        page.use(span, *(cue for cue in page.cues("linked")))
        before = page.before(span)
        if before is not None and any(m.dataset == one.dataset for m in before.of("noun")):
            page.use(before)  # issue BOOK-40
        yield _row(page, own[0] if own else one)


def _row(page: Page, one: Meaning) -> str:
    value = text(one.value)
    if one.dataset == page.base:
        return {"issues": f"this = {value}", "merge_requests": f"reference = {value}"}.get(
            one.dataset, f"id starts {value}"
        )
    if one.dataset == "issues" and page.base in LISTS:
        return f"{LISTS[page.base]} = {value}"
    if one.dataset == "merge_requests":
        return f"{page.path('merge_requests', 'reference')} = {value}"
    return f"{page.path(one.dataset)} = {value}"


def _between_releases(page: Page) -> Iterator[str]:
    """Commits of a release, or behind one and up to another."""
    spans = [span for span in page.free("name") if any(m.dataset == "releases" for m in span.of("name"))]
    if not spans or page.base == "releases":
        return
    known = [next(m.value for m in span.of("name") if m.dataset == "releases") for span in spans]
    page.use(*spans, *page.cues("between", "until", "since"))
    projects = [text(m.value) for one in page.heard.spans for m in one.of("name") if m.dataset == "projects"]
    here = f" and project = {projects[0]}" if len(projects) == 1 else ""
    times = [f"(releases: where tag = {text(tag)}{here} show released_at)" for tag in known]
    lead = page.heard.text[: spans[0].start].rstrip().lower().rsplit(" ", 1)[-1]
    nouns = [span for span in page.free("noun") if any(m.dataset in ("releases", "tags") for m in span.of("noun"))]
    if nouns:
        before = page.heard.text[: nouns[0].start].rstrip().lower().rsplit(" ", 1)[-1]
        lead = before if nouns[0].end <= spans[0].start else lead
        page.use(*nouns)
    if len(spans) == 2 and page.base == "commits":
        yield f"some(releases where released_at > {times[0]} and released_at <= {times[1]})"
    elif len(spans) == 1 and lead in said()["until"]:
        yield f"{page.time(spans[0])} < {times[0]}"
    elif len(spans) == 1 and lead in said()["since"]:
        yield f"{page.time(spans[0])} > {times[0]}"
    elif len(spans) == 1 and page.base == "commits":
        yield f"releases.tag = {text(known[0])}"
    else:
        raise Unreadable("of a release only commits are told")


def _named(page: Page) -> Iterator[str]:
    """People, projects, sprints, releases, files."""
    found: dict[str, list[str]] = {}
    for span in page.free("name"):
        for one in span.of("name")[:1]:
            place = _place(page, span, one)
            if place:
                page.use(span, *(near for near in (page.before(span), page.after(span)) if near and _names(near, one)))
                found.setdefault(place, []).append(text(one.value))
    for place, values in found.items():
        path, _, op = place.partition(" ")
        if len(values) == 1:
            yield f"{path} {op or '='} {values[0]}"
        elif path == "sprints":
            yield from (f"sprints = {value}" for value in values)
        else:
            yield f"{path} in ({', '.join(values)})"


def _names(span: Span, one: Meaning) -> bool:
    """Whether a word says what a name is of: the project HWEB, release v1.0."""
    return not span.of("name") and one.dataset in JOINED and any(m.dataset == one.dataset for m in span.of("noun"))


def _place(page: Page, span: Span, one: Meaning) -> str:
    if one.dataset == "authors":
        return page.person(span)
    if one.dataset == "projects":
        return page.project()
    if one.dataset == "sprints":
        return "this" if page.base == "sprints" else page.path("sprints")
    if one.dataset == "releases" and page.base == "releases":
        return "tag"
    if one.dataset == "files":
        path = page.path("files", "path") if page.base != "files" else "path"
        return f"{path} {one.name}"
    return ""


# ------------------------------------------------------------------ values and tests


def values_said(page: Page) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for span in page.free("value"):
        one = _value(page, span)
        if one is None:
            continue
        page.use(span, *_field_beside(page, span, one.name))
        found.setdefault(page.path(one.dataset, one.name), []).append(text(one.value))
    for path, values in found.items():
        yield f"{path} = {values[0]}" if len(values) == 1 else f"{path} in ({', '.join(values)})"


def _texts(page: Page) -> Iterator[str]:
    """What is quoted, in what these rows say."""
    for span in page.free("text"):
        field = said()["texts"].get(page.base)
        if field is None:
            raise Unreadable(f"{page.base.replace('_', ' ')} say nothing that could be looked through")
        page.use(span, *page.cues("saying", "linked", "in_title"))
        yield f"{field} has {text(span.said)}"


def _related(page: Page) -> Iterator[str]:
    """What is said of rows that others lead to: the current sprint of the Core board."""
    for span in page.free("noun"):
        datasets = [m.dataset for m in span.of("noun") if m.dataset not in (page.base, page.spoken, *JOINED)]
        near = [one for one in (page.before(span), page.after(span), page.after(page.after(span) or span)) if one]
        for dataset in datasets[:1]:
            tests = []
            for one in near:
                test = next((m for m in one.of("test") if m.dataset == dataset), None)
                value = next((m for m in one.of("value") if m.dataset == dataset), None)
                own = any(m.dataset in (page.base, page.spoken) for m in one.of("test", "value"))
                if one in page.used or own or not (test or value):
                    continue
                page.use(one)
                tests.append(test.name if test else f"{value.name} = {text(value.value)}" if value else "")
            if tests:
                page.use(span, *(one for one in near if one.cue("between")))
                yield f"some({page.path(dataset)} where {' and '.join(tests)})"


def _field_beside(page: Page, span: Span, name: str) -> Iterator[Span]:
    """`with the label incident`, `in the state Testing`: the field that the value is of, said as well."""
    for beside in (page.before(span), page.after(span)):
        if beside is not None and any(
            one.name == name or one.name in ("state", "status") for one in beside.of("field")
        ):
            yield beside


def _value(page: Page, span: Span) -> Meaning | None:
    """The value that fits these rows; the one scale of statuses before names of one tracker, unless it is quoted."""
    own = [one for one in span.of("value") if one.dataset == page.base]
    own += [replace(one, dataset=page.base) for one in span.of("value")
            if not own and one.name in ("state", "status") and one.dataset == "issues" and page.dataset.field(one.name)
            and page.base == "state_spans"]  # fmt: skip
    tested = [one for one in span.of("test", "act") if one.dataset in (page.base, page.spoken)]
    quoted = page.heard.text[max(0, span.start - 1) : span.start] in ('"', "«", "'", "“")
    quoted = quoted or in_state(page.heard, span)
    scaled = [one for one in own if one.name == "status"]
    plain = [one for one in own if one.name == "state"]
    if quoted and plain:
        return plain[0]
    if tested and not [one for one in own if one.name not in STATES]:
        return None
    if scaled:
        return scaled[0]
    if own:
        return own[0]
    if span.of("noun", "act", "test") and not any(one.name in ("type", "environment") for one in span.of("value")):
        return None
    near = [one for one in span.of("value") if one.dataset == page.spoken] or [
        one for one in span.of("value") if one.name in ("type", "labels", "status", "priority", "state", "board", "ref")
    ]
    scaled = [one for one in near if one.name == "status"]
    if len({one.dataset for one in near}) > 1:
        near = [one for one in near if one.dataset == "issues"]
    return next(iter([*scaled, *near]), None)


def tests_said(page: Page) -> Iterator[str]:
    periods = any(span.mark and span.mark.kind == "period" for span in page.heard.spans)
    for span, act in page.acts:
        plain = not any(m.dataset in (page.base, page.spoken) for m in span.of("test"))
        told = page.through or page.moment or (periods and page.time(span) in (act.get("time"), act.get("when")))
        if plain and act.get("test") and act.get("of") == page.base and not told and span in page.used:
            yield str(act["test"])
    for span in page.free("test"):
        one = next((one for one in span.of("test") if one.dataset in (page.base, page.spoken)), None)
        if one is None:
            continue
        act = next((act for own, act in page.acts if own is span), {})
        if act and "test" not in act and somebody_before(page.heard, span):
            page.use(span)
            continue  # did she open, not those that are open
        page.use(span)
        timed = periods and bool(act) and page.time(span) in (act.get("time"), act.get("when"))
        if act and (timed or page.through) and act.get("test") == one.name:
            continue  # merged in May: its time says so
        yield one.name if one.dataset == page.base else f"{page.through}.{one.name}"


def with_also(page: Page, tests: Sequence[str]) -> list[str]:
    """With what rows are that stand for others."""
    more = [str(act["also"]) for _, act in page.acts if page.through and "also" in act]
    return [*dict.fromkeys(more), *tests]
