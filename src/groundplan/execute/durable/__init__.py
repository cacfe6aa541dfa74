"""Runs that outlive their process: every finished step is kept, and another worker goes on where one has died.

Built on dbos (the extra `durable`): SQLite on one machine, Postgres for many. Imported only where a run is durable.
"""

from groundplan.execute.durable.executor import DurableExecutor
from groundplan.execute.durable.host import Host, Perform
from groundplan.execute.durable.job import Job
from groundplan.execute.durable.runs import Runs, Standing
from groundplan.execute.durable.store import Store

__all__ = ["DurableExecutor", "Host", "Job", "Perform", "Runs", "Standing", "Store"]
