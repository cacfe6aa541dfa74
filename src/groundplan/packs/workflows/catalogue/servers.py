"""Any MCP server as a catalogue: a command that speaks over its standard streams, or an address (streamable HTTP)."""

from __future__ import annotations

import asyncio
import json
import shlex
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from contextlib import AsyncExitStack
from threading import Thread
from typing import Any

from groundplan.errors import PassingError, SetupError, SourceError, StepError
from groundplan.packs.workflows.catalogue.lists import called
from groundplan.packs.workflows.catalogue.opened import Made
from groundplan.packs.workflows.catalogue.operation import Operation
from groundplan.packs.workflows.catalogue.schema import shape_of_schema
from groundplan.packs.workflows.catalogue.values import held_to
from groundplan.packs.workflows.settings import SECRET, CatalogueSettings

PREFIX = "mcp:"
MOST_TOOLS = 20_000


def servers_of(said: Mapping[str, Any]) -> dict[str, Any]:
    """The servers of an `mcpServers` file, by name: each an address, or a command with its arguments."""
    found: dict[str, Any] = {}
    for name, one in said.items():
        if isinstance(one, Mapping) and one.get("url"):
            found[name] = str(one["url"])
        elif isinstance(one, Mapping) and one.get("command"):
            found[name] = ([str(one["command"]), *map(str, one.get("args") or ())], dict(one.get("env") or {}))
        else:
            raise SourceError(f"the MCP server {name!r} has neither a `command` nor a `url`; give it one of them.")
    return found


def server_of(source: str) -> Any:
    """The server of `mcp:COMMAND` or `mcp:https://...`."""
    said = source.removeprefix(PREFIX).strip()
    return said if said.startswith(("http://", "https://")) else (shlex.split(said), {})


class McpServer:
    """One server, connected to as long as it is open; its own thread speaks with it."""

    def __init__(self, server: Any, label: str, settings: CatalogueSettings) -> None:
        self._server, self._label, self._settings = server, label, settings
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name=f"mcp {label}", daemon=True)
        self._thread.start()
        self._ended = asyncio.Event()
        opened: Future[tuple[Any, Sequence[Any]]] = Future()
        self._life = asyncio.run_coroutine_threadsafe(self._lived(opened), self._loop)
        try:
            self._client, listed = opened.result(settings.call_timeout)
        except Exception as fault:
            self.close()
            raise SourceError(
                f"the MCP server {label!r} does not answer: {_root(fault)}; start it, or mend its command."
            ) from None
        self._tools = {one.name: one for one in listed}
        self.operations: Mapping[str, Operation] = Made(tuple(self._tools), self._operation)
        self.notes: tuple[str, ...] = ()

    def call(self, operation: Operation, arguments: Mapping[str, Any], key: str | None = None) -> Any:
        """What the tool gives: its structured result, else what its text holds."""
        taken = held_to(operation, arguments)
        result = self._awaited(self._client.call_tool(operation.name, taken), operation)
        told = "\n".join(one.text for one in result.content if getattr(one, "text", None) is not None)
        if result.is_error:
            raise StepError(f"{operation.name} failed: {' '.join(told.split())[:400] or 'it does not say why'}")
        found = result.structured_content
        if isinstance(found, Mapping) and set(found) == {"result"}:
            return found["result"]  # how servers wrap what is no object
        return found if found is not None else _read(told)

    def close(self) -> None:
        """Takes leave of the server; a command ends."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._ended.set)
            try:
                self._life.result(5.0)
            except Exception:  # it is gone, one way or another
                self._life.cancel()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(5.0)
            if not self._loop.is_running():
                self._loop.close()

    def _awaited(self, work: Coroutine[Any, Any, Any], operation: Operation) -> Any:
        late = self._settings.call_timeout
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        unsure = "; whether it was carried out is not known: look before it is run again" if operation.writes else ""
        try:
            return future.result(late)
        except Late:
            future.cancel()
            raise PassingError(f"{operation.name} did not answer within {late:g} s{unsure}") from None
        except Exception as fault:  # the library has errors of its own
            raise StepError(f"{operation.name} failed: {_root(fault)}{unsure}") from None

    async def _lived(self, opened: Future[tuple[Any, Sequence[Any]]]) -> None:
        """The connection, from its first word to its last: opened and closed by one task."""
        try:
            from mcp.client import Client

            async with AsyncExitStack() as stack:
                server = await self._reached(stack)
                client = await stack.enter_async_context(
                    Client(server, read_timeout_seconds=self._settings.call_timeout)
                )
                opened.set_result((client, await _tools(client)))
                await self._ended.wait()
        except ImportError as fault:
            opened.set_exception(SetupError(f"MCP servers need the extra `workflows`: {fault}"))
        except BaseException as fault:
            if not opened.done():
                opened.set_exception(fault)
            raise

    async def _reached(self, stack: AsyncExitStack) -> Any:
        """How the server is spoken with; what is opened for it is closed with the stack."""
        if isinstance(self._server, str):
            import httpx2  # what `mcp` speaks HTTP with
            from mcp.client.streamable_http import streamable_http_client

            secret = self._settings.secret.get(SECRET)
            headers = {"Authorization": f"Bearer {secret}"} if secret else None
            late = httpx2.Timeout(
                self._settings.call_timeout, read=None
            )  # how long an answer takes is held to elsewhere
            web = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=late))
            return streamable_http_client(self._server, http_client=web)
        from mcp.client.stdio import StdioServerParameters

        (command, *args), env = self._server
        return StdioServerParameters(command=command, args=args, env=env or None)

    def _operation(self, name: str) -> Operation:
        tool = self._tools[name]
        schema = tool.input_schema or {}
        taken = {
            str(key): (shape_of_schema(one, schema), key in (schema.get("required") or ()))
            for key, one in (schema.get("properties") or {}).items()
        }
        returns = shape_of_schema(tool.output_schema or {})
        if set(returns.fields) == {"result"}:
            returns = returns.fields["result"]
        hints = tool.annotations
        about = tool.description or tool.title or name
        return called(name, about, taken, returns, writes=not (hints and hints.read_only_hint))


async def _tools(client: Any) -> list[Any]:
    found: list[Any] = []
    cursor = None
    while len(found) < MOST_TOOLS:
        page = await client.list_tools(cursor=cursor)
        found += page.tools
        cursor = page.next_cursor
        if not cursor:
            break
    return found


def _read(text: str) -> Any:
    """What a text holds, where it is JSON."""
    try:
        return json.loads(text) if text.strip()[:1] in ("{", "[") else text or None
    except ValueError:
        return text


def _root(fault: BaseException) -> str:
    """The cause in a group of causes, in a line."""
    while isinstance(fault, BaseExceptionGroup):
        fault = fault.exceptions[0]
    return (str(fault).splitlines() or [""])[0] or type(fault).__name__
