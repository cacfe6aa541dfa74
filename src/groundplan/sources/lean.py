"""ibis with one backend's compiler instead of twenty: importing all of them takes 0.1 s of every new process."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Any

COMPILERS = "ibis.backends.sql.compilers"
"""A package whose own lines import every compiler; ibis itself looks up the modules in it, one a backend."""


def import_one_compiler() -> None:
    """Puts the package in place with none of its lines run; what is looked up in it is imported then.

    To be called before a backend of ibis is imported; afterwards it does nothing.
    """
    import ibis.backends.sql as room  # slow to import

    spec = find_spec(COMPILERS) if COMPILERS not in sys.modules else None
    if spec is None or spec.loader is None:
        return
    package, loader = module_from_spec(spec), spec.loader

    def look_up(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return import_module(f"{COMPILERS}.{name}")
        except ModuleNotFoundError:  # no module but a class: from here on it is the package as ibis has it
            loader.exec_module(package)
        if name not in vars(package):
            raise AttributeError(name)
        return vars(package)[name]

    vars(package)["__getattr__"] = look_up
    sys.modules[COMPILERS] = package
    vars(room)["compilers"] = package
