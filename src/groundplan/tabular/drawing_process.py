"""A drawing process, woken early: the renderer needs half a second before its first line, and holds the interpreter.

Run as a script it reads one Vega-Lite specification a line and answers each with its drawings; so it imports nothing
of the package.
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from typing import Any

_VERSION = "v5_20"
_NOTHING = {"data": {"values": []}, "mark": "point"}


class DrawingProcess:
    """Draws in a process of its own, which ends when this one does."""

    def __init__(self) -> None:
        command = [sys.executable, "-I", __file__]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def draw(self, spec: dict[str, Any]) -> tuple[str, bytes]:
        """The drawing as SVG and as PNG; OSError or ValueError when the process is gone."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(spec) + "\n")
        self._process.stdin.flush()
        drawn = json.loads(self._process.stdout.readline())
        return drawn["svg"], base64.b64decode(drawn["png"])

    def close(self) -> None:
        """End the process: at once, since the renderer would take 0.02 s to put itself away."""
        assert self._process.stdin and self._process.stdout
        self._process.kill()
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def drawing(spec: dict[str, Any]) -> tuple[str, bytes]:
    """The same in this process."""
    import vl_convert  # slow to wake, and only a drawing needs it

    svg = str(vl_convert.vegalite_to_svg(spec, vl_version=_VERSION))
    return svg, bytes(vl_convert.svg_to_png(svg, scale=2.0))


def _serve() -> None:
    drawing(_NOTHING)
    for line in sys.stdin:
        svg, png = drawing(json.loads(line))
        sys.stdout.write(json.dumps({"svg": svg, "png": base64.b64encode(png).decode()}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
