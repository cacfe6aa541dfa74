"""Questions in words -> queries over the declared model, without a source: what is asked, and what is refused."""

from __future__ import annotations

from datetime import date
from functools import reduce

import pytest

from groundplan.packs.activity import shape
from groundplan.packs.activity.heard.following import following
from groundplan.packs.activity.heard.lexicon import Lexicon, said
from groundplan.packs.activity.heard.query import Told, asked
from groundplan.packs.activity.heard.spans import heard
from groundplan.packs.activity.names import Names
from groundplan.query.compiled.steps import steps_of
from groundplan.query.language.read import read
from groundplan.query.language.show import show
from groundplan.query.scope import Scope

TODAY = date(2025, 6, 18)
MODEL = shape.model().model_copy(
    update={"datasets": tuple(one.model_copy(update={"rows": 1}) for one in shape.model().datasets)}
)
KNOWN = {
    "trackers": {"CAFE"},
    "versions": {"v1.0", "v1.1"},
    "paths": {"src/till.py", "src/menu/card.py", "docs/start.md"},
}
FEW = {
    ("issues", "state"): ["Open", "In Review", "Shipped"],
    ("issues", "labels"): ["privacy"],
    ("commits", "branch"): ["main"],
    ("pipelines", "ref"): ["main"],
    ("pipelines", "status"): ["failed", "success"],
}


def names() -> Names:
    """Three people, two projects, two sprints."""
    made = Names()
    for person in ("Vera Lang", "Иван Котов", "Pavel Novak", "Zoë Peña"):
        made._add(made.whole, person, "authors", person)
        for part in person.lower().split():
            made._add(made.part, part, "authors", person)
            made._spell(part, "authors", person)
    for project in ("cafe-api", "bar-web"):
        made._add(made.whole, project, "projects", project)
    for sprint in ("Sprint 7", "Sprint 8"):
        made._add(made.whole, sprint, "sprints", sprint)
    return made


NAMES, LEXICON = names(), Lexicon.of(MODEL, FEW)


def told(*texts: str) -> Told:
    return asked(reduce(following, [heard(text, LEXICON, NAMES, KNOWN, TODAY) for text in texts]), Scope(MODEL))


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("how many commits in May 2025?", "commits: count where committed_at = 2025-05"),
        ("commits per month in 2024", "commits: count by month(committed_at) where committed_at = 2024"),
        ("who committed the most to cafe-api?", 'commits: count by author where project = "cafe-api" keep 1 by count'),
        ("how many MRs did Vera Lang open in 2025",
         'merge_requests: count where created_at = 2025 and author = "Vera Lang"'),
        ("how many merge requests of Vera Lang were merged in 2025",
         'merge_requests: count where merged_at = 2025 and author = "Vera Lang"'),
        ("merge requests merged by Vera Lang in 2025",
         'merge_requests: where merged_at = 2025 and acceptor = "Vera Lang"'),
        ("who approved the most merge requests this year",
         "approvals: count(merge_request) by author where approved_at = 2025 keep 1 by count(merge_request)"),
        ("who closed the most bugs in Q1 2025?",
         'state_changes: count(issue) by author where resolutions and changed_at = 2025-Q1 and issue.type = "Bug" '
         "keep 1 by count(issue)"),
        ("who has the most open issues?", "issues: count by assignee where open keep 1 by count"),
        ("who opened the most issues?", "issues: count by author keep 1 by count"),
        ("MRs open for more than 30 days", "merge_requests: where days(now(day) - created_at) > 30 and open"),
        ("which merge requests have no approval?", "merge_requests: where not approved"),
        ("commits without an issue in bar-web", 'commits: where missing(issues) and project = "bar-web"'),
        ("issues without merge requests", "issues: where not some(merge_requests)"),
        ("how many commits mention CAFE-3", 'commits: count where issue_ids = "CAFE-3"'),
        ("status of CAFE-3", 'issues: where this = "CAFE-3" show this, state'),
        ("when was CAFE-3 closed?", 'issues: where this = "CAFE-3" show this, resolved_at'),
        ("who is assigned to CAFE-3?", 'issues: where this = "CAFE-3" show this, assignee'),
        ("how many hours did CAFE-3 spend in review?",
         'state_spans: sum(hours) where issue = "CAFE-3" and status = "in review"'),
        ("what share of pipelines failed by project",
         "pipelines: rate(failed) by project"),
        ("change failure rate of cafe-api in 2025",
         'deployments: rate(failed) where environment = "production" and created_at = 2025 and project = "cafe-api"'),
        ("mean time to restore", 'deployments: average(hours_to_restore) where environment = "production"'),
        ("median time to merge in days", "merge_requests: median(days(hours_to_merge)) where merged"),
        ("cycle time of bugs by project", 'issues: median(days_of_work) by project where resolved and type = "Bug"'),
        ("velocity of Sprint 7", 'issues: sum(points) where status = "done" and sprints = "Sprint 7"'),
        ("how many commits between v1.0 and v1.1",
         'commits: count where some(releases where released_at > (releases: where tag = "v1.0" show released_at) and '
         'released_at <= (releases: where tag = "v1.1" show released_at))'),
        ("commits before release v1.1",
         'commits: where committed_at < (releases: where tag = "v1.1" show released_at)'),
        ("how many commits touched src/menu/?", 'commits: count where files.path starts "src/menu/"'),
        ("which files were changed most often?", "files: count by path keep 1 by count"),
        ("average commits per week", "(commits: count as n by week(committed_at)): average(n)"),
        ("commits without merges and bots", "commits: where not merge and not author.bot"),
        ("how many issues are in the state In Review", 'issues: count where state = "In Review"'),
        ("how many commits did Zoë Peña make?", 'commits: count where author = "Zoë Peña"'),
        ('how many commits contain "till" in the message', 'commits: count where message has "till"'),
        ("commits per author, merges aside", "commits: count by author where not merge"),
        ("who committed most in the folder docs?",
         'commits: count by author where files.path starts "docs/" keep 1 by count'),
        ("open issues not assigned to Vera Lang", 'issues: where not assignee = "Vera Lang" and open'),
        ("issues created in January and resolved in May 2025",
         "issues: where created_at = 2025-01 and resolved_at = 2025-05 and resolved"),
        ("Сколько задач закрыли в мае 2025?", "issues: count where resolved_at = 2025-05"),
        ("Сколько задач у Ивана Котова в работе?",
         'issues: count where assignee = "Иван Котов" and status = "in progress"'),
        ("Сколько мерж-реквестов Павла Новака влито в 2025?",
         'merge_requests: count where merged_at = 2025 and author = "Pavel Novak"'),
        ("Какие мерж-реквесты без единого аппрува?", "merge_requests: where not approved"),
        ("Какая доля деплоев на прод упала в 2024?",
         'deployments: rate(failed) where created_at = 2024 and environment = "production"'),
        ("Кто списал больше всего часов в мае 2025?",
         "work_items: sum(hours) by author where worked_on = 2025-05 keep 1 by sum(hours)"),
        ("Сколько коммитов по всем проектам?", "commits: count"),
    ],
)  # fmt: skip
def test_words_become_the_query_that_they_ask(text: str, query: str) -> None:
    found = told(text)
    assert found.query is not None, (found.left, found.why)
    assert show(found.query) == show(read(query))
    steps_of(found.query, MODEL, TODAY)


def test_two_periods_are_two_groups() -> None:
    for text in ("commits in the first and second quarter of 2024", "commits: Q1 vs Q2 2024"):
        found = told(text).query
        assert found is not None
        assert show(found).startswith("commits: count by quarter(committed_at) where committed_at in 2024-01-01..")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("what is the test coverage of cafe-api?", "coverage"),
        ("how many commits were liked", "liked"),
        ("how many lines of documentation do we have?", "documentation"),
        ("how much does a release cost?", "cost"),
        ("who will quit next month?", "quit"),
        ("how many commits has the ticket printer made", "printer"),
        ("which merge requests were merged on a whim", "whim"),
    ],
)
def test_a_word_without_a_part_is_told(text: str, left: str) -> None:
    found = told(text)
    assert found.query is None
    assert left in found.left


@pytest.mark.parametrize("text", ["how many open and closed issues are there?", "failed or canceled pipelines"])
def test_what_cannot_be_at_once_is_refused(text: str) -> None:
    assert told(text).query is None
    assert "at once" in told(text).why


def test_a_question_changes_the_one_before() -> None:
    first = "how many commits in cafe-api in January 2025?"
    found = told(first, "and in bar-web?").query
    assert found is not None
    assert show(found) == 'commits: count where committed_at = 2025-01 and project = "bar-web"'
    found = told(first, "and in bar-web?", "in February, without bots").query
    assert found is not None
    assert show(found) == ('commits: count where not author.bot and committed_at = 2025-02 and project = "bar-web"')


def test_figures_with_names_can_be_computed() -> None:
    for one in said()["figures"]:
        where = f" where {one['where']}" if one["where"] else ""
        by = f" by {one['by']}" if "by" in one else ""
        steps_of(read(f"{one['of']}: {one['figure']}{by}{where}"), MODEL, TODAY)
        assert any(any("а" <= letter <= "я" for letter in name) for name in one["said"]), one["name"]


def test_acts_name_fields_that_there_are() -> None:
    for name, act in said()["acts"].items():
        of, by = MODEL.dataset(act["of"]), MODEL.dataset(act.get("by", act["of"]))
        assert of is not None and by is not None, name
        for field in (act.get("time"), act.get("person")):
            assert field is None or of.field(field), (name, field)
        if "by" in act or "." not in str(act.get("when", "")):
            assert "when" not in act or by.field(act["when"]), name
        assert "test" not in act or act["test"] in of.tests, name


def test_words_are_of_what_can_be_asked() -> None:
    for place in said()["tests"]:
        dataset, _, test = place.partition(".")
        steps_of(read(f"{dataset}: count where {test}"), MODEL, TODAY)
    for place in (*said()["amounts"], *said()["values"], *(one for one in said()["people"] if one != "*")):
        dataset, _, name = place.partition(".")
        known = MODEL.dataset(dataset)
        assert known is not None and known.field(name), place
    for dataset, path in said()["persons"].items():
        steps_of(read(f"{dataset}: count by {path}"), MODEL, TODAY)
