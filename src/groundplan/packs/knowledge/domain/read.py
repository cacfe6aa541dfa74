"""schema.yaml -> Domain; what is wrong in it becomes one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_origin

from pydantic import BaseModel, ValidationError

from groundplan.errors import SourceError
from groundplan.packs.knowledge.nouns import Domain, IntentKind, NodeType, Pattern, Relation, Said
from groundplan.plan.nearest import did_you_mean

_INSIDE: dict[type[BaseModel], dict[str, type[BaseModel]]] = {
    Domain: {"types": NodeType, "relations": Relation, "intents": IntentKind},
    IntentKind: {"patterns": Pattern},
}


def read_schema(path: Path) -> Domain:
    """The domain a file declares; a SourceError says what is wrong and where."""
    import yaml

    try:
        text = path.read_text("utf-8-sig")
        data = json.loads(text) if path.suffix.lower() == ".json" else yaml.load(text, Loader=_loader(yaml))
    except (OSError, UnicodeDecodeError, ValueError, yaml.YAMLError) as error:
        raise SourceError(f"{path.name!r} cannot be read: {one_line(error)}; mend the file.") from error
    return domain_of(data, path.name)


def _loader(yaml: Any) -> Any:
    """The loader in C, ten times faster, where PyYAML has it."""
    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def domain_of(data: Any, file: str) -> Domain:
    """The domain in plain data; `file` is how errors call it."""
    if not isinstance(data, Mapping):
        raise SourceError(f"{file!r} is no schema; it must have the keys {', '.join(Domain.model_fields)}.")
    try:
        domain = Domain.model_validate(_plain(data, Domain))
    except ValidationError as fault:
        raise SourceError(f"{file!r}: {_sentence(fault)}.") from fault
    for complaint in _dangling(domain):
        raise SourceError(f"{file!r}: {complaint}.")
    return domain


def merged(domains: Iterable[Domain]) -> Domain:
    """Several domains as one; where two declare the same, the first stands."""
    found = list(domains)
    if len(found) == 1:
        return found[0]
    whole: dict[str, Any] = {"types": {}, "relations": {}, "intents": {}, "offers": {}}
    for domain in reversed(found):
        for key in whole:
            whole[key] |= getattr(domain, key)
    return Domain(name=found[0].name if found else "graph", **whole)


def one_line(error: BaseException) -> str:
    """An error's text without line breaks."""
    return " ".join(str(error).split())[:300] or type(error).__name__


def _plain(value: Any, model: type[BaseModel]) -> Any:
    """The data as the model wants it: a lone word is a list, words without a language find theirs by their letters."""
    if not isinstance(value, Mapping):
        return value
    made: dict[Any, Any] = {}
    for key, part in value.items():
        inner = _INSIDE.get(model, {}).get(key)
        field = model.model_fields.get(key)
        if inner and isinstance(part, Mapping):
            made[key] = {str(name): _plain(one if one is not None else {}, inner) for name, one in part.items()}
        elif inner and isinstance(part, list):
            made[key] = [_plain(one, inner) for one in part]
        elif field is not None and field.annotation == Said:
            made[key] = _said(part)
        elif field is not None and field.annotation == dict[str, Said]:
            made[key] = _named(part)
        elif field is not None and get_origin(field.annotation) is tuple and isinstance(part, str):
            made[key] = part.split()
        else:
            made[key] = part
    return made


def _named(part: Any) -> Any:
    """Names with words each; a bare list is names without words."""
    if isinstance(part, list):
        return {str(name): {} for name in part}
    return {str(name): _said(words) for name, words in part.items()} if isinstance(part, Mapping) else part


def _said(part: Any) -> Any:
    if part is None:
        return {}
    if isinstance(part, Mapping):
        return {key: [str(words)] if not isinstance(words, list) else words for key, words in part.items()}
    words = [part] if isinstance(part, str) else part
    if not isinstance(words, list):
        return part
    found: dict[str, list[str]] = {}
    for word in map(str, words):
        found.setdefault("ru" if any("а" <= letter.casefold() <= "я" for letter in word) else "en", []).append(word)
    return found


def _sentence(fault: ValidationError) -> str:
    """The first complaint: where it stands, what is wrong, the nearest right key."""
    first = fault.errors()[0]
    place = [str(part) for part in first["loc"]]
    where = ".".join(place)
    if first["type"] == "extra_forbidden":
        known = _model_at(place[:-1]).model_fields
        inside = f"in {'.'.join(place[:-1])!r} " if len(place) > 1 else ""
        return f"{inside}there is no key {place[-1]!r}: {did_you_mean(place[-1], known)}"
    if first["type"] == "missing":
        return f"{'.'.join(place[:-1])!r} lacks the key {place[-1]!r}"
    return f"{where!r}: {first['msg'][:1].lower()}{first['msg'][1:]}"


def _model_at(place: list[str]) -> type[BaseModel]:
    """The model whose keys stand at a place."""
    model: type[BaseModel] = Domain
    for part in place:
        model = _INSIDE.get(model, {}).get(part, model)
    return model


def _dangling(domain: Domain) -> Iterable[str]:
    """Types and relations that are named but not declared."""
    for name, relation in domain.relations.items():
        for end in (relation.source, relation.target):
            if end not in domain.types:
                yield f"relation {name!r} joins an undeclared type {end!r}: {did_you_mean(end, domain.types)}"
    for name, intent in domain.intents.items():
        for pattern in intent.patterns:
            if pattern.start not in domain.types:
                yield f"intent {name!r} starts from no declared type: {did_you_mean(pattern.start, domain.types)}"
            for hop in pattern.path:
                if hop.removeprefix("-") not in domain.relations:
                    near = did_you_mean(hop.removeprefix("-"), domain.relations)
                    yield f"intent {name!r} follows an undeclared relation {hop!r}: {near}"
