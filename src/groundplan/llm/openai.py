"""Any OpenAI-compatible endpoint: vLLM, llama.cpp, Ollama, a hosted service."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from groundplan.contracts import Usage
from groundplan.errors import ModelError
from groundplan.llm.base import Filled, Prompt
from groundplan.llm.settle import Message, Said, estimate, in_words, settle

if TYPE_CHECKING:
    from httpx import AsyncClient, Response

# A retry is logged; where nobody has set up logging, Python would print it on stderr, amid a person's answer.
logging.getLogger("stamina").addHandler(logging.NullHandler())

_BUSY = (408, 429, 500, 502, 503, 504, 529)
_REJECTED = (400, 422)
_PATIENCE = 30.0
"""The longest `Retry-After`, in seconds, that is worth waiting for."""
_BOUNDS = ("maxLength", "maxItems", "minItems", "minimum")
_NEXT_MOVE = {
    400: "shorten the question, or see the model's limits",
    401: "check the key",
    403: "check the key and what it may do",
    404: "check the base URL, which often ends in `/v1`, and the name of the model",
    413: "ask about fewer tables",
}


class _BusyError(Exception):
    def __init__(self, status: int, said: str, wait: float | None) -> None:
        super().__init__(f"status {status}: {said}")
        self.wait = wait


class _RejectedError(Exception):
    """The server does not take this request as it is."""


@dataclass
class Endpoint:
    """A model behind `{base_url}/chat/completions`; bound to the schema as strictly as the server allows."""

    base_url: str
    model: str
    key: str | None = field(default=None, repr=False)
    timeout: float = 60.0
    """Seconds for one try, from connecting to the last byte."""
    max_tokens: int = 1024
    tries: int = 3
    options: Mapping[str, Any] = field(default_factory=dict)
    """More fields of the request; None takes one away, `{"temperature": None}`."""
    _looseness: int = field(default=0, init=False, repr=False)
    """The strictest form of the request that is worth sending: there is no need to be rejected every time."""

    async def fill(self, prompt: Prompt, schema: Mapping[str, Any]) -> Filled:
        """Values that fit the schema, from the server's own constraint or, failing that, from a repair turn."""
        # httpx takes 0.15 s to import, and most questions need no server.
        import httpx

        async with httpx.AsyncClient(timeout=None) as client:  # ours bounds each try as a whole

            async def ask(messages: Sequence[Message]) -> Said:
                return await self._ask(client, messages, schema, prompt.budget or self.max_tokens)

            return await settle(ask, prompt, schema)

    @property
    def url(self) -> str:
        """Where requests go."""
        return f"{self.base_url.rstrip('/')}/chat/completions"

    async def _ask(
        self, client: AsyncClient, messages: Sequence[Message], schema: Mapping[str, Any], budget: int
    ) -> Said:
        """The answer to the strictest form of the request that the server takes."""
        forms = list(_forms(messages, schema))
        for looseness in range(self._looseness, len(forms)):
            try:
                said = self._said(await self._post(client, {**self._body(budget), **forms[looseness]}), messages)
            except _RejectedError as rejected:
                reason = rejected
            else:
                # Never as loose as no schema at all: the next contract may be one that the server takes.
                self._looseness = min(looseness, 1)
                return said
        raise ModelError(f"{self.url} rejected the request ({reason}); {_NEXT_MOVE[400]}")

    def _body(self, budget: int) -> dict[str, Any]:
        body = {"model": self.model, "temperature": 0, "max_tokens": budget, **self.options}
        return {name: value for name, value in body.items() if value is not None}

    async def _post(self, client: AsyncClient, body: Mapping[str, Any]) -> Response:
        """The response, after as many tries as it takes; only what may pass is tried again."""
        # Both are slow to import, and most questions need no server.
        import httpx
        import stamina

        def may_pass(error: Exception) -> bool | float:
            if isinstance(error, _BusyError):
                return True if error.wait is None else error.wait
            return isinstance(error, (httpx.TransportError, TimeoutError)) and not isinstance(
                error, httpx.UnsupportedProtocol
            )

        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        backoff = stamina.retry_context(on=may_pass, attempts=self.tries, timeout=None, wait_initial=0.5, wait_max=8)
        try:
            async for attempt in backoff:
                with attempt:
                    async with asyncio.timeout(self.timeout):
                        return self._checked(await client.post(self.url, json=body, headers=headers))
        except TimeoutError:
            raise ModelError(
                f"{self.url} did not answer within {self.timeout:g} s on {self.tries} tries; "
                "raise the timeout or see whether the server is overloaded"
            ) from None
        except (_BusyError, httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            raise ModelError(
                f"{self.url} cannot be reached or is failing ({_cause(error)}); see whether the server runs, "
                "and check the base URL and the key"
            ) from None
        raise AssertionError("stamina yields one attempt at least")

    def _checked(self, response: Response) -> Response:
        if response.is_success:
            return response
        said = _complaint(response)
        if response.status_code in _BUSY:
            raise _BusyError(response.status_code, said, _retry_after(response))
        if response.status_code in _REJECTED:
            raise _RejectedError(f"status {response.status_code}: {said}")
        move = _NEXT_MOVE.get(response.status_code, "check the base URL and the name of the model")
        raise ModelError(f"{self.url} refused model {self.model!r} with status {response.status_code} ({said}); {move}")

    def _said(self, response: Response, messages: Sequence[Message]) -> Said:
        try:
            answer = response.json()
            choice = answer["choices"][0]
            text = choice["message"].get("content") or choice["message"].get("refusal") or ""
            counted = _counted(answer.get("usage"))
            return Said(
                text=text,
                model=answer.get("model") or self.model,
                usage=counted or estimate(messages, text),
                estimated=counted is None,
                cut=choice.get("finish_reason") == "length",
            )
        except (ValueError, LookupError, TypeError, AttributeError):
            raise ModelError(
                f"{self.url} answered, but not in the shape of chat completions ({_excerpt(response.text)!r}); "
                f"{_NEXT_MOVE[404]}"
            ) from None


def _forms(messages: Sequence[Message], schema: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The request from strict to loose: bound by the whole schema, by its shape alone, by the prompt alone."""
    yield {"messages": list(messages), "response_format": _format(schema)}
    # Some services enforce shapes and labels but reject any bound on length, number or size.
    yield {"messages": list(messages), "response_format": _format(_unbounded(schema))}
    system, *rest = messages
    yield {"messages": [{**system, "content": f"{system['content']}\n\n{in_words(schema)}"}, *rest]}


def _format(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}


def _unbounded(schema: Any) -> Any:
    if isinstance(schema, Mapping):
        kept = {name: inner for name, inner in schema.items() if not (name in _BOUNDS and isinstance(inner, int))}
        return {name: _unbounded(inner) for name, inner in kept.items()}
    return [_unbounded(inner) for inner in schema] if isinstance(schema, list) else schema


def _counted(usage: Any) -> Usage | None:
    if not usage or not isinstance(usage.get("prompt_tokens"), int):
        return None
    return Usage(prompt=usage["prompt_tokens"], completion=usage.get("completion_tokens") or 0, calls=1)


def _retry_after(response: Response) -> float | None:
    seconds = response.headers.get("retry-after", "")
    return min(float(seconds), _PATIENCE) if seconds.isdigit() else None


def _complaint(response: Response) -> str:
    """What the server says of the failure, if it says it the usual way; else the beginning of what it says."""
    try:
        error = response.json()["error"]
        return _excerpt(error["message"] if isinstance(error, dict) else str(error))
    except (ValueError, LookupError, TypeError):
        return _excerpt(response.text)


def _excerpt(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 200 else text[:197] + "..."


def _cause(error: Exception) -> str:
    return str(error) or type(error).__name__
