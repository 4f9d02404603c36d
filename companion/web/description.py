"""``/openapi.json``: the interface, each kind of event of the stream, and the pages with their forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from companion.web import models

_EVENTS: dict[str, type[BaseModel]] = {
    "snapshot": models.State,
    "table": models.TableNews,
    "dealing": models.DealingNews,
    "scans": models.ScansNews,
    "health": models.Health,
    "ping": models.NoNews,
    "removed": models.NoNews,
    "opening": models.Opening,
    "page": models.PageTexts,
    "spoken": models.Spoken,
}
_WITHOUT_ID = frozenset({"ping", "removed", "page"})
_MODELS: list[type[BaseModel]] = [*dict.fromkeys(_EVENTS.values()), models.Problem, models.Note]
_IN_COMPONENTS = "#/components/schemas/{model}"
_STREAM = "/api/events"
#: What a page may answer besides itself; as a page for browsers, as JSON for programs.
_REFUSED = {
    "400": "What was sent cannot be read.",
    "403": "Only a host's phone may do that, or another site sent it.",
    "404": "There is nothing here.",
    "413": "The body is over 64 KiB.",
    "421": "The machine is not called that.",
}
_REFUSED_FORMS = {
    "409": "Somebody else changed the table first.",
    "422": "The table refuses it, or something is missing: the form is shown again.",
    "429": "Too many wrong PINs.",
}


def describe(app: FastAPI) -> None:
    """The framework's own description with what it cannot know, and without its 422: what cannot be read is 400."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is not None:
            return app.openapi_schema
        schema = generate()
        for path in schema["paths"].values():
            for operation in path.values():
                body = operation["responses"].get("422", {})
                if "HTTPValidationError" in str(body):
                    del operation["responses"]["422"]
        components = schema["components"]["schemas"]
        for name in ("HTTPValidationError", "ValidationError"):
            components.pop(name, None)
        _, told = models_json_schema([(model, "serialization") for model in _MODELS], ref_template=_IN_COMPONENTS)
        components.update({name: body for name, body in told["$defs"].items() if name not in components})
        _describe_stream(schema["paths"][_STREAM]["get"]["responses"])
        for path, method, summary in _pages(app):
            schema["paths"].setdefault(path, {})[method] = _page(path, method, summary)
        return schema

    app.openapi = openapi  # type: ignore[method-assign]  # the framework's own way to extend it


def _describe_stream(answers: dict[str, Any]) -> None:
    for status, answer in answers.items():
        if status != "200":
            answer["content"] = {"application/json": {"schema": _reference(models.Problem)}}
    kinds = [_event(kind, model) for kind, model in _EVENTS.items()]
    answers["200"]["content"] = {
        "text/event-stream": {
            "schema": {
                "type": "string",
                "contentMediaType": "text/event-stream",
                "contentSchema": {"type": "array", "items": {"oneOf": kinds}},
            }
        }
    }


def _event(kind: str, model: type[BaseModel]) -> dict[str, Any]:
    """One kind of event; its data is a line of JSON."""
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": _reference(model)}
    fields: dict[str, Any] = {"event": {"const": kind}, "data": data}
    if kind not in _WITHOUT_ID:
        fields["id"] = {"type": "string", "pattern": "^[0-9a-f]+-[0-9]+$"}
    return {"title": kind, "type": "object", "required": [*fields], "properties": fields}


def _pages(app: FastAPI) -> Iterator[tuple[str, str, str]]:
    """Path, method and name of each route that the framework leaves out."""
    for found in iter_route_contexts(app.routes):
        route = found.original_route
        if isinstance(route, APIRoute) and not route.include_in_schema:
            for method in sorted(found.methods or ()):
                yield found.path_format or route.path_format, method.lower(), route.endpoint.__name__


def _page(path: str, method: str, name: str) -> dict[str, Any]:
    """A page, or a form of one: POST leads on with 303; a script asks for JSON and is told what came of it."""
    html = {"text/html": {"schema": {"type": "string"}}}
    json = {"application/json": {"schema": _reference(models.Note)}}
    told: dict[str, Any] = {"200": {"description": "The page, or its texts for a script.", "content": html}}
    operation: dict[str, Any] = {"tags": ["pages"], "summary": name.replace("_", " "), "responses": told}
    operation["operationId"] = f"{method}_{path.strip('/').replace('/', '_') or 'table'}"
    if method == "post":
        form = {"schema": {"type": "object", "additionalProperties": {"type": "string"}}}
        operation["requestBody"] = {"content": {"application/x-www-form-urlencoded": form}}
        told["200"] = {"description": "What came of it, for a script.", "content": html | json}
    elif path.endswith(".pdf"):
        told["200"]["content"] = {"application/pdf": {"schema": {"type": "string"}}}
    else:
        anything = {"application/json": {"schema": {"type": "object"}}}
        told["200"]["content"] = html | anything
    told["303"] = {"description": "To the page that shows what came of it, or to join."}
    problem = {"application/json": {"schema": _reference(models.Problem)}} | html
    if method == "post":
        told |= {status: {"description": words, "content": problem} for status, words in _REFUSED_FORMS.items()}
    problems = {status: {"description": words, "content": problem} for status, words in _REFUSED.items()}
    told |= problems | {"401": {"description": "This phone has not joined.", "content": problem}}
    return operation


def _reference(model: type[BaseModel]) -> dict[str, Any]:
    return {"$ref": _IN_COMPONENTS.format(model=model.__name__)}
