"""ibis with few compilers is ibis: every other one is there when it is looked up."""

from __future__ import annotations

import subprocess
import sys


def ran(*lines: str) -> str:
    """In a new process: what is imported once stays."""
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


FIRST = ("import sys", "from groundplan.sources.lean import COMPILERS, import_one_compiler", "import_one_compiler()")
DUCKDB = ("import ibis", "print(ibis.duckdb.connect().create_table('t', schema={'a': 'int'}).count().to_pyarrow())")


def test_a_backend_imports_its_own_compiler() -> None:
    told = ran(*FIRST, *DUCKDB, "print([name for name in sys.modules if name.startswith(COMPILERS + '.')])")
    assert told.startswith("0\n") and "ibis.backends.sql.compilers.duckdb" in told and "trino" not in told


def test_another_backend_has_its_own_too() -> None:
    assert ran(*FIRST, *DUCKDB, "print(ibis.to_sql(ibis.table({'a': 'int'}, 't').a.sum(), dialect='postgres'))")
    assert ran(*FIRST, "import ibis", "print(ibis.sqlite.connect().name)") == "sqlite"


def test_a_compiler_may_be_named() -> None:
    assert ran(*FIRST, "from ibis.backends.sql.compilers import TrinoCompiler as T", "print(T.__name__)")
    missing = ("import ibis.backends.sql.compilers as sc", "print(hasattr(sc, 'nonesuch'))")
    assert ran(*FIRST, *missing) == "False"


def test_where_ibis_was_imported_before_nothing_changes() -> None:
    assert ran("import ibis; ibis.duckdb", *FIRST, "print('trino' in vars(sys.modules[COMPILERS]))") == "True"
