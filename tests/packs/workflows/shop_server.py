"""An MCP server of the tests: a shop with a reading tool, a writing one, one that fails and one that never ends."""

from __future__ import annotations

import sys
import time
from typing import Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel


class Article(BaseModel):
    """What is on sale."""

    name: str
    price: float
    tags: list[str] = []


SOLD: list[str] = []
server = MCPServer("shop")


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def find_articles(kind: Literal["fruit", "bread"], most: int = 10) -> list[Article]:
    """Find articles of a kind."""
    return [Article(name=f"{kind} {n}", price=n + 0.5, tags=["new"] * (n % 2)) for n in range(1, 4)][:most]


@server.tool()
def sell(article: str, customer: dict[str, Any] | None = None) -> dict[str, Any]:
    """Sell an article to a customer."""
    SOLD.append(article)
    return {"sold": len(SOLD), "article": article, "to": (customer or {}).get("name")}


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def look(where: str) -> str:
    """Look somewhere."""
    raise ToolError(f"nothing can be seen {where}")


@server.tool()
def wait(seconds: float) -> str:
    """Wait for a while."""
    time.sleep(seconds)
    return "done"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("streamable-http", port=int(sys.argv[1]))
    else:
        server.run()
