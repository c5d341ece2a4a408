"""The errors of the client."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Mapping

import httpx


@dataclass(frozen=True)
class RateLimit:
    """The rate limit of the API key or IP address, from the ``RateLimit-…`` headers of a response."""

    limit: int
    """Maximum number of requests in a window."""
    remaining: int
    """Number of remaining requests in the current window."""
    reset_seconds: int
    """Seconds until the next window starts."""


@dataclass(frozen=True)
class ResponseFacts:
    """The facts about a response that are not in its body."""

    status: int
    """The HTTP status."""
    headers: httpx.Headers
    request_id: str | None
    """The id of the request. Include it when you report a problem. It is None if the response is not from the service."""
    rate_limit: RateLimit | None
    """None if the response has no ``RateLimit-…`` headers."""

    @property
    def etag(self) -> str | None:
        """The version of the resource, for ``if_match`` and ``if_none_match``."""
        etag: str | None = self.headers.get("etag")
        return etag


@dataclass(frozen=True)
class FieldError:
    """An invalid field of a request."""

    path: str
    code: str
    params: Mapping[str, Any]
    message: str


class OrganizerError(Exception):
    """The base class of all errors of the client."""


class ConnectionFailedError(OrganizerError):
    """No complete response was received, for example because the connection failed. The server may have processed the request."""


class RequestTimeoutError(ConnectionFailedError):
    """No complete response was received within the timeout. The server may have processed the request."""


class ApiError(OrganizerError):
    """The service responded with an error. Its text states the error and what to do."""

    status: int
    """The HTTP status."""
    headers: httpx.Headers
    request_id: str | None
    """The id of the request. Include it when you report a problem. It is None if the response is not from the service."""
    rate_limit: RateLimit | None
    code: str
    """The kind of error. ``unexpected_response``: the response is not from this service, for example from a proxy."""
    reason: str | None
    """The reason, which is more specific than ``code``."""
    params: Mapping[str, Any]
    """The values in the text of the error, by name."""
    errors: list[FieldError]
    """The invalid fields."""

    def __init__(self, message: str, facts: ResponseFacts, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.status = facts.status
        self.headers = facts.headers
        self.request_id = facts.request_id
        self.rate_limit = facts.rate_limit
        fields = problem or {}
        self.code = fields.get("code", "unexpected_response")
        self.reason = fields.get("reason")
        self.params = fields.get("params", {})
        self.errors = [
            FieldError(error.get("path", ""), error.get("code", ""), error.get("params", {}), error.get("message", ""))
            for error in fields.get("errors", [])
        ]


class InvalidRequestError(ApiError):
    """400: the request is not valid. ``errors`` lists the invalid fields."""


class AuthenticationError(ApiError):
    """401: the API key or the token is missing, unknown, revoked or expired."""


class PermissionDeniedError(ApiError):
    """403: the API key lacks a scope, or (``code`` ``not_admitted``) the buyer has not been admitted by the waiting room."""


class NotFoundError(ApiError):
    """404: the organizer has no such resource."""


class ConflictError(ApiError):
    """409: the current state does not permit the request, for example because the tickets are sold out."""


class PreconditionFailedError(ApiError):
    """412: the resource has changed since the version in ``if_match``. Nothing was changed."""


class RateLimitError(ApiError):
    """429: too many requests, or too many failed attempts with a wrong key or code. Nothing was processed."""


class UnavailableError(ApiError):
    """503: the service is unavailable or overloaded.

    Nothing was processed, except perhaps with the ``reason`` ``commit_outcome_unknown``.
    """


_classes: Mapping[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    429: RateLimitError,
    503: UnavailableError,
}


def error_of(facts: ResponseFacts, content: bytes) -> ApiError:
    """Creates the error of a response whose status is not a success."""
    problem = _problem_of(content)
    error = _classes.get(facts.status, ApiError)
    if problem is None:
        return error(f"The response has the status {facts.status} and is not from the service. Check base_url.", facts)
    return error(problem["detail"], facts, problem)


def _problem_of(content: bytes) -> Mapping[str, Any] | None:
    try:
        body = json.loads(content)
    except ValueError:
        return None
    return body if isinstance(body, dict) and "code" in body and "detail" in body else None
