"""The OpenAPI 3.1 document of the API, generated from the structs in `shapes` so that it stays correct."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from webui.api.shapes import Problem

_REFERENCE: Final = "#/components/schemas/{name}"
_REFUSALS: Final = {
    "400": "The request is malformed.", "401": "The token is not valid.", "403": "You are not allowed to do this.",
    "404": "It does not exist, or you may not see it.", "413": "The body is too large.",
    "409": "The session was changed in the meantime or is locked, or the key or name is already used.",
    "415": "The body is not JSON.", "422": "The request could not be parsed, or a rule forbids it.",
    "429": "Too many requests.",
}  # fmt: skip


class Parameter(NamedTuple):
    """A parameter of an operation, in its path or its query."""

    name: str
    place: str
    schema: dict[str, Any]
    text: str


class Operation(NamedTuple):
    """An operation: its address, description, request and answer types, and status on success."""

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
    """Return the OpenAPI document of these operations."""
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
            "description": "The logs of tabletop games played by post, for programs. Send the token of a secret link "
            "as a bearer token. Without a token you are a spectator.",
        },
        "servers": [{"url": "/api/v1"}],
        "security": [{}, {"link": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"link": {"type": "http", "scheme": "bearer", "description": "Token of a secret link"}},
        },
    }


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
            one.status: {"description": "Success.", "content": {one.mimetype: {"schema": _schema(one.gives)}}},
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
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REFERENCE)
    return schema
