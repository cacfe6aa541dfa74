"""The house rules that a machine can keep."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

import groundplan
from groundplan.checks import CHECKS
from groundplan.installed import Packs
from groundplan.packs.tables import pack
from groundplan.plan.passes import RepairPass
from groundplan.query.checks import CHECKS as OF_FRAMES
from groundplan.query.repairs import REPAIRS as REPAIRS_OF_FRAMES
from groundplan.repairs import REPAIRS
from groundplan.settings import OTHER_NAMES, PREFIX, Settings, described

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/groundplan"
MODULES = sorted(SOURCE.rglob("*.py"))
WRITTEN = [path for folder in ("src", "docs", "examples", "training") for path in sorted((ROOT / folder).rglob("*.py"))]
LONGEST = 400
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "engine", "orchestrator"}

HOMES = {**{c.__name__: "checks" for c in CHECKS}, **{c.__name__: "query/checks" for c in OF_FRAMES}}
every_check = pytest.mark.parametrize("check", HOMES)


def committed() -> list[Path]:
    """What is or would be committed: everything that git does not ignore."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("not a git checkout: what is committed cannot be told from what is not")
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


# ------------------------------------------------------------------ what CI runs


def test_ci_runs_what_a_person_runs_and_nothing_else() -> None:
    script = (ROOT / ".ci/run").read_text("utf-8").splitlines()
    assert script[0].startswith("#!") and script[1:] == [
        "set -eu", 'cd "$(dirname "$0")/.."', "make test", "make test-training",
    ]  # fmt: skip


# ------------------------------------------------------------------ imports


def test_imports_point_down(capsys: pytest.CaptureFixture[str]) -> None:
    code = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert code == 0, capsys.readouterr().out


def test_every_room_is_a_package() -> None:
    """A folder of modules without `__init__.py` is invisible to the import contracts."""
    folders = {path.parent for path in MODULES}
    assert [str(folder.relative_to(SOURCE)) for folder in folders if not (folder / "__init__.py").exists()] == []


# ------------------------------------------------------------------ one name, five places


@every_check
def test_a_check_has_one_name_in_five_places(check: str) -> None:
    code = check.replace("_", "-")
    module = SOURCE / HOMES[check] / f"{check}.py"  # file and function
    text = module.read_text("utf-8")
    assert check in {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    assert text.startswith(f'"""{code}: ') and f'code="{code}"' in text  # finding
    fixture = (ROOT / "tests" / HOMES[check] / f"{check}.md").read_text("utf-8")
    assert fixture.startswith(f"# {code}\n") and f"\n{code}" in fixture.partition("```findings")[2]
    page = (ROOT / f"docs/reference/checks/{code}.md").read_text("utf-8")
    assert code in page


@every_check
def test_a_check_says_what_it_finds_why_it_matters_and_what_to_do(check: str) -> None:
    docstring = ast.get_docstring(ast.parse((SOURCE / HOMES[check] / f"{check}.py").read_text("utf-8"))) or ""
    first, *rest = docstring.split("\n\n")
    assert first.endswith(".") and "\n" not in first
    assert rest[0].startswith("Why it matters: ") and rest[1].startswith("Instead: ")


def test_no_check_file_is_left_out_of_the_tuple() -> None:
    for room in ("checks", "query/checks"):
        held = {name for name, home in HOMES.items() if home == room}
        assert {path.stem for path in (SOURCE / room).glob("*.py")} == {"__init__", *held}


@pytest.mark.parametrize("check", [check.__name__ for check in pack.planning.checks if check not in OF_FRAMES])
def test_a_packs_check_has_its_fixture_and_its_page(check: str) -> None:
    code = f"tables/{check.replace('_', '-')}"
    fixture = (ROOT / f"tests/packs/tables/{check}.md").read_text("utf-8")
    assert fixture.startswith(f"# {code}\n") and f"\n{code} at " in fixture
    pages = (ROOT / "docs/reference/checks").rglob(f"*{check.replace('_', '-')}.md")
    assert any(code in page.read_text("utf-8") for page in pages)


@pytest.mark.parametrize("repair", [*REPAIRS, *REPAIRS_OF_FRAMES], ids=lambda repair: repair.__name__)
def test_a_repair_has_one_name_in_four_places(repair: RepairPass) -> None:
    room = "repairs" if repair in REPAIRS else "query/repairs"
    name = repair.__name__
    kind = name.replace("_", "-")
    text = (SOURCE / room / f"{name}.py").read_text("utf-8")
    assert text.startswith(f'"""{kind}: ') and f'kind="{kind}"' in text and f"def {name}(" in text
    assert (ROOT / "tests" / room / f"{name}.md").read_text("utf-8").startswith(f"# {kind}\n")


# ------------------------------------------------------------------ public names and settings


def test_public_names_are_sorted_and_exist() -> None:
    assert groundplan.__all__ == sorted(groundplan.__all__)
    for name in groundplan.__all__:
        assert getattr(groundplan, name).__doc__, f"{name} is public and says nothing about itself"


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs/reference/settings.md").read_text("utf-8")
    classes = [Settings, *(one.sources.settings for one in Packs().all())]
    told = [name for cls in classes for name, _ in described(cls)]
    assert [name for name in told if f"`{name}`" not in page] == []
    own = [f for cls in classes for f in fields(cls) if f.name not in ("packs", "variables")]
    assert len(told) == len(own) + len(OTHER_NAMES)


def test_the_environment_is_read_in_one_place() -> None:
    """The command line may look at its terminal; everything else is given its settings."""
    readers = [path for path in MODULES if re.search(r"os\.environ|getenv", path.read_text("utf-8"))]
    rest = [path for path in readers if path != SOURCE / "settings.py" and not path.is_relative_to(SOURCE / "cli")]
    assert rest == []


def test_every_variable_that_is_named_is_documented() -> None:
    named = {name for path in MODULES for name in re.findall(rf"{PREFIX}[A-Z_]+\b", path.read_text("utf-8"))}
    reference = "".join(page.read_text("utf-8") for page in (ROOT / "docs/reference").glob("*.md"))
    assert [name for name in named if name not in reference] == []


# ------------------------------------------------------------------ files


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_short_named_for_what_it_does_and_says_so(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= LONGEST
    assert path.stem not in VAGUE
    if text.strip():
        first = (ast.get_docstring(ast.parse(text)) or "").split("\n")[0]
        assert first, "a module says in one line what it is"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_is_evaluated_and_nothing_is_swallowed(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"eval", "exec", "__import__"}
    bare = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.type is None]
    assert bare == []


def test_only_the_command_line_prints() -> None:
    for path in MODULES:
        if path.is_relative_to(SOURCE / "cli"):
            continue
        calls = [node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        assert "print" not in {f.id for f in calls if isinstance(f, ast.Name)}, path


def test_no_machine_path_and_no_index_address_is_committed() -> None:
    private = re.compile(
        r"(?<![\w.])/(?:work|root|home|Users)/\w"  # somebody's machine
        r"|index[-_]url\W*\w+[:]//|[:]//\S+/simple\b"  # where packages came from
        r"|https?://(?!127\.0\.0\.1)\d+\.\d+\.\d+\.\d+"
    )
    found = []
    for path in committed():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # weights and other binary data
        found += [f"{path.relative_to(ROOT)}: {match.group()}" for match in private.finditer(text)]
    assert found == []


def test_the_help_loads_no_slow_library() -> None:
    slow = {"pydantic", "numpy", "ibis", "langgraph", "onnxruntime"}
    code = f"import sys, groundplan.cli; print(sorted({slow!r} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.strip() == "[]"
