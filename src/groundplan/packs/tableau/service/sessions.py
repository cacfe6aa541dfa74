"""Who may ask: signed in for a while, and only so often."""

from __future__ import annotations

import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from threading import Lock

MOST = 1_000
"""Tokens that live at the same time."""
HOUR = 3_600.0


class Sessions:
    """Tokens with their ends, and what each has asked within the hour."""

    def __init__(
        self,
        credentials: Mapping[str, str] | None = None,
        minutes: float = 240.0,
        per_hour: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.credentials = credentials
        """Names with their secrets; None: whoever says anything is let in."""
        self.seconds, self.per_hour, self._clock = minutes * 60, per_hour, clock
        self._ends: dict[str, float] = {}
        self._asked: dict[str, deque[float]] = {}
        self._lock = Lock()

    def sign_in(self, name: str, secret: str) -> str | None:
        """A token; None where name and secret are not those that were agreed."""
        if not secret:
            return None
        if self.credentials is not None:
            agreed = self.credentials.get(name, "")
            if not agreed or not hmac.compare_digest(agreed.encode(), secret.encode()):
                return None
        token = secrets.token_urlsafe(32)
        with self._lock:
            now = self._clock()
            self._ends = {one: end for one, end in self._ends.items() if end > now}
            while len(self._ends) >= MOST:
                self._forget(min(self._ends, key=lambda one: self._ends[one]))
            self._ends[token] = now + self.seconds
        return token

    def holds(self, token: str) -> bool:
        """Whether a token was given, and has not ended."""
        with self._lock:
            return self._ends.get(token, 0.0) > self._clock()

    def sign_out(self, token: str) -> None:
        """The token ends now."""
        with self._lock:
            self._forget(token)

    def may_ask(self, token: str) -> bool:
        """Counts a query; not where there were too many within the hour."""
        if self.per_hour is None:
            return True
        with self._lock:
            now = self._clock()
            asked = self._asked.setdefault(token, deque())
            while asked and asked[0] <= now - HOUR:
                asked.popleft()
            if len(asked) >= self.per_hour:
                return False
            asked.append(now)
            return True

    def _forget(self, token: str) -> None:
        self._ends.pop(token, None)
        self._asked.pop(token, None)
