"""What is known of workers, approvals and saved plans: three small tables beside those of dbos."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from groundplan.errors import SetupError, UsageError
from groundplan.execute.durable.library import EXPIRES, durable_library

_LOCK = 0x67706C616E
"""The advisory lock under which tables are made, one process at a time; the next one is the recoverer's."""
RECOVERER = _LOCK + 1
_PATIENCE = "-c statement_timeout=10000 -c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3"
"""A machine that is gone loses its locks within seconds."""


class Store:
    """The tables of one database."""

    def __init__(self, url: str) -> None:
        durable_library()
        import sqlalchemy as sa  # comes with dbos

        self.sa = sa
        self.url = _checked(url)
        self.sqlite = self.url.startswith("sqlite")
        self.now = sa.literal_column(
            "(julianday('now') - 2440587.5) * 86400.0" if self.sqlite else "extract(epoch from clock_timestamp())",
            sa.Double,
        )
        """The database's own clock: those of machines differ."""
        kept = sa.MetaData()
        self.workers = sa.Table(
            "groundplan_worker",
            kept,
            sa.Column("id", sa.Text, primary_key=True),
            sa.Column("beat", sa.Double, nullable=False),
        )
        self.approvals = sa.Table(
            "groundplan_approval",
            kept,
            sa.Column("run", sa.Text, primary_key=True),
            sa.Column("before", sa.Text, nullable=False),
            sa.Column("approved", sa.Boolean),
        )
        self.saved = sa.Table(
            "groundplan_saved_plan",
            kept,
            sa.Column("name", sa.Text, primary_key=True),
            sa.Column("cron", sa.Text, nullable=False),
            sa.Column("job", sa.Text, nullable=False),
        )
        self._tables = kept
        self.engine = self._engine()
        self._prepare()

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()

    def up(self, db: Any) -> float:
        """Seconds since the database was started; of a file as long as may be."""
        if self.sqlite:
            return float("inf")
        return float(db.execute(self.sa.text("SELECT extract(epoch from now() - pg_postmaster_start_time())")).scalar())

    def alive(self) -> frozenset[str]:
        """The processes whose beat was heard lately."""
        heard = self.sa.select(self.workers.c.id).where(self.workers.c.beat >= self.now - EXPIRES)
        with self.engine.connect() as db:
            return frozenset(db.execute(heard).scalars())

    # -------------------------------------------------------------- approvals

    def ask(self, run: str, before: str) -> None:
        """The run waits for somebody who approves it, before this step."""
        with self.engine.begin() as db:
            if not db.execute(self.sa.select(self.approvals).where(self.approvals.c.run == run)).first():
                db.execute(self.approvals.insert().values(run=run, before=before))

    def decide(self, run: str, approved: bool) -> None:
        """Somebody has decided, perhaps before they were asked."""
        with self.engine.begin() as db:
            found = self.approvals.update().where(self.approvals.c.run == run).values(approved=approved)
            if not db.execute(found).rowcount:
                db.execute(self.approvals.insert().values(run=run, before="", approved=approved))

    def decision(self, run: str) -> bool | None:
        """What was decided of a run; None: nothing yet."""
        with self.engine.connect() as db:
            found = db.execute(self.sa.select(self.approvals.c.approved).where(self.approvals.c.run == run)).first()
        return found[0] if found else None

    def waiting(self) -> dict[str, str]:
        """The runs that wait for approval, with the step before which they wait."""
        undecided = self.sa.select(self.approvals).where(self.approvals.c.approved.is_(None))
        with self.engine.connect() as db:
            return {row.run: row.before for row in db.execute(undecided)}

    def forget(self, runs: list[str]) -> None:
        """Nothing more is to be known of these runs."""
        with self.engine.begin() as db:
            db.execute(self.approvals.delete().where(self.approvals.c.run.in_(runs)))

    # -------------------------------------------------------------- saved plans

    def save(self, name: str, cron: str, job: str) -> None:
        """A plan that schedules and webhooks may start by its name, in place of one of that name."""
        with self.engine.begin() as db:
            db.execute(self.saved.delete().where(self.saved.c.name == name))
            db.execute(self.saved.insert().values(name=name, cron=cron, job=job))

    def job(self, name: str) -> str | None:
        """What a saved plan is to do."""
        with self.engine.connect() as db:
            found = db.execute(self.sa.select(self.saved.c.job).where(self.saved.c.name == name)).first()
        return found[0] if found else None

    def plans(self) -> list[tuple[str, str]]:
        """The name of every saved plan, and when it starts by itself."""
        with self.engine.connect() as db:
            every = db.execute(self.sa.select(self.saved.c.name, self.saved.c.cron).order_by(self.saved.c.name))
            return [(name, cron) for name, cron in every]

    def remove(self, name: str) -> bool:
        """Whether there was such a saved plan; now there is none."""
        with self.engine.begin() as db:
            return bool(db.execute(self.saved.delete().where(self.saved.c.name == name)).rowcount)

    # -------------------------------------------------------------- opening

    def connect(self) -> Any:
        """A connection to Postgres; one that cannot be had is told as dbos knows it, so that it is tried again."""
        import psycopg  # comes with dbos

        try:
            return psycopg.connect(self.url, connect_timeout=5, application_name="groundplan", options=_PATIENCE)
        except psycopg.OperationalError as fault:
            raise psycopg.OperationalError(f"connection failed: {fault}") from None

    def _engine(self) -> Any:
        if not self.sqlite:
            url = "postgresql+psycopg://"
            return self.sa.create_engine(url, creator=self.connect, pool_size=5, pool_pre_ping=True)
        file = self.sa.make_url(self.url).database
        if file:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
        return self.sa.create_engine(self.url, connect_args={"timeout": 30})

    def _prepare(self) -> None:
        """The tables, where they are not there yet."""
        try:
            with self.engine.begin() as db:
                if self.sqlite:  # stays with the file: a step is written in a third of the time
                    db.exec_driver_sql("PRAGMA journal_mode=WAL")
                else:
                    db.execute(self.sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
                self._tables.create_all(db)
        except self.sa.exc.OperationalError as fault:
            told = str(fault.orig).removeprefix("connection failed: ").strip().splitlines()[0]
            raise SetupError(f"the database of durable runs cannot be opened: {told}; see --db") from None


def _checked(url: str) -> str:
    if url.startswith(("sqlite:", "postgresql:", "postgresql+psycopg:")):
        return url.replace("postgresql+psycopg:", "postgresql:", 1)
    kind = url.split(":")[0]
    raise UsageError(f"durable runs are kept in SQLite or Postgres, not {kind!r}; give sqlite:///FILE or postgresql://")
