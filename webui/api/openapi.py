"""The document that describes the API, in OpenAPI 3.1: made from the shapes, so that it cannot drift."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from webui.api.shapes import Problem

_REFERENCE: Final = "#/components/schemas/{name}"
_REFUSALS: Final = {
    "400": "the request is none", "401": "the token opens nothing here", "403": "whoever asks may not do that",
    "404": "there is no such thing, or none for whoever asks", "409": "others moved first, or the key was used before",
    "413": "too much was sent", "415": "the body is not JSON", "422": "what was sent cannot be read, or is not legal",
    "429": "too often",
}  # fmt: skip


class Parameter(NamedTuple):
    """One parameter of an operation, in its path or its query."""

    name: str
    place: str
    schema: dict[str, Any]
    text: str


class Operation(NamedTuple):
    """One operation: where, what for, what it takes and gives, and with what status."""

    path: str
    method: str
    name: str
    text: str
    gives: Any
    takes: Any = None
    parameters: Sequence[Parameter] = ()
    status: str = "200"
    mimetype: str = "application/json"


def document(operations: Sequence[Operation], version: str) -> dict[str, Any]:
    """The document for these operations."""
    kinds = [kind for one in operations for kind in (one.gives, one.takes) if kind is not None]
    _, components = msgspec.json.schema_components([Problem, *kinds], ref_template=_REFERENCE)
    paths: dict[str, dict[str, Any]] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Cloister Bell",
            "version": version,
            "description": "The log of tabletop games played by post, for programs. Send a secret link's token as "
            "a bearer token; without one you are a spectator.",
        },
        "servers": [{"url": "/api/v1"}],
        "security": [{}, {"link": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"link": {"type": "http", "scheme": "bearer", "description": "k-... of a secret link"}},
        },
    }  # fmt: skip


def _operation(one: Operation) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": one.name,
        "summary": one.text,
        "parameters": [
            {
                "name": each.name, "in": each.place, "required": each.place == "path", "schema": each.schema,
                "description": each.text,
            }
            for each in one.parameters
        ],
        "responses": {
            one.status: {"description": "so it is", "content": {one.mimetype: {"schema": _schema(one.gives)}}},
            **{
                status: {"description": why, "content": {"application/json": {"schema": _schema(Problem)}}}
                for status, why in _REFUSALS.items()
            },
        },
    }  # fmt: skip
    if one.takes is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": _schema(one.takes)}}}
    return operation


def _schema(kind: Any) -> Any:
    """The schema of a type, as a reference to a component where it is a struct."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REFERENCE)
    return schema
