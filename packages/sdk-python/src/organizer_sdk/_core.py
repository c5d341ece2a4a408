"""The parts of the client that send nothing: how a request is built, how its response is read, and when it is repeated."""

from __future__ import annotations

import json
import random
import re
import secrets
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from functools import cache
from time import monotonic
from typing import Any, Final, Iterator, Literal, Mapping
from urllib.parse import quote

import httpx
from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from ._model import with_response
from .errors import (
    ApiError,
    ConnectionFailedError,
    OrganizerError,
    RateLimit,
    RequestTimeoutError,
    ResponseFacts,
    error_of,
)

FIRST_PAUSE_SECONDS: Final = 0.5
MAX_PAUSE_SECONDS: Final = 8.0
RETRY_JITTER_SECONDS: Final = 1.0
"""The maximum random time after ``Retry-After``. It prevents all clients of a server from retrying at the same moment."""

SILENCE_SECONDS: Final = 45.0
"""The service sends a heartbeat about every 15 seconds. After this time without one, a stream connects again."""

ROW_SILENCE_SECONDS: Final = 90.0
"""While the rate limit of the key is reached, the service sends no rows for up to a minute."""

DEFAULT_LIMIT: Final = 100
"""The number of rows for each request of a whole list if the caller sets no limit. All lists permit it."""

UNDOCUMENTED: Final = "The data does not have the documented form. Use a current version of organizer-sdk."

UNCONVERTED = frozenset({"metadata", "answers", "translations"})
"""The fields whose keys are ids, languages or chosen by the caller. Their values are sent as they are."""

Method = Literal["GET", "POST", "PATCH", "PUT", "DELETE"]


@dataclass(frozen=True)
class Settings:
    """The settings of a client."""

    base_url: str
    api_key: str | None
    timeout: float
    max_retries: int
    max_retry_after: float


def create_settings(base_url: str, api_key: str | None, timeout: float, max_retries: int, max_retry_after: float) -> Settings:
    """
    Checks the settings of a client.

    :raises ValueError: ``base_url`` or ``api_key`` cannot be used
    """
    url = base_url.strip() if isinstance(base_url, str) else ""
    try:
        parsed = httpx.URL(url)
        is_usable = parsed.scheme in ("http", "https") and parsed.host != "" and not re.search("[?#]", url)
    except httpx.InvalidURL:
        is_usable = False
    if not is_usable:
        raise ValueError("base_url must be a URL with https or http and without a query, such as https://tickets.example.com.")
    # A key from a file often has a line break at its end.
    key = None if api_key is None else api_key.strip()
    if key is not None and not re.fullmatch("[!-~]+", key):
        raise ValueError("api_key must be the text of an API key: ASCII characters without spaces.")
    return Settings(url.rstrip("/").removesuffix("/api/v1"), key, timeout, max_retries, max_retry_after)


class ClientState:
    """What the clients that ``with_options`` returns share with the original one."""

    rate_limit: RateLimit | None = None


OWN_KEY: Final = object()
"""The value of ``token`` with which a request has the API key of the client."""


@dataclass(frozen=True)
class ApiRequest:
    """One request, without the settings of the client."""

    method: Method
    path: str
    """The path, which starts with a slash."""
    query: Mapping[str, Any] = field(default_factory=dict)
    """The query parameters, with the names of Python or those of the API."""
    body: Mapping[str, Any] | None = None
    """The body, as it is sent."""
    idempotency_key: str | None = None
    if_match: str | None = None
    if_none_match: str | None = None
    token: Any = OWN_KEY
    """The token to send instead of the API key; None for none."""
    is_repeatable: bool | None = None
    """Whether the server can process the request a second time without another effect. By default True for all but POST."""
    last_event_id: int | None = None
    """The position after which a stream continues."""
    accept: str = "application/json"
    """The media type of the response."""
    silence: float | None = None
    """The longest time between two parts of a response that is read while it is sent, in seconds; None for other responses."""
    result: Any = Any
    """The type of the result; ``Any`` for parsed JSON."""


def segment(text: str) -> str:
    """A part of a path."""
    return quote(text, safe="")


def random_key() -> str:
    """A random ``Idempotency-Key``."""
    return secrets.token_hex(16)


def http_request(client: httpx.Client | httpx.AsyncClient, settings: Settings, request: ApiRequest) -> httpx.Request:
    """The HTTP request of one attempt. All attempts of a request are equal."""
    token = settings.api_key if request.token is OWN_KEY else request.token
    headers = {
        "accept": request.accept,
        "user-agent": _user_agent(client),
        "authorization": f"Bearer {token}" if token else None,
        "content-type": "application/json" if request.body is not None else None,
        "idempotency-key": request.idempotency_key,
        "if-match": request.if_match,
        "if-none-match": request.if_none_match,
        "last-event-id": None if request.last_event_id is None else str(request.last_event_id),
    }
    return client.build_request(
        request.method,
        f"{settings.base_url}{request.path}",
        params=_query(request.query),
        headers={name: value for name, value in headers.items() if value is not None},
        content=None if request.body is None else json.dumps(request.body, ensure_ascii=False).encode(),
        timeout=settings.timeout if request.silence is None else httpx.Timeout(settings.timeout, read=request.silence),
    )


def _user_agent(client: httpx.Client | httpx.AsyncClient) -> str | None:
    """The name and the version of the package; None for a client that was handed in with a name of its own."""
    from . import __version__

    is_default = client.headers.get("user-agent", "").startswith("python-httpx/")
    return f"organizer-sdk-python/{__version__}" if is_default else None


def _query(query: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """The parameters of a URL. The parameter of a list is repeated."""
    return {to_camel(name): _query_value(value) for name, value in query.items() if value is not None}


def _query_value(value: Any) -> str | list[str]:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (list, tuple, set, frozenset)):
        return [str(part) for part in value]
    return str(value)


def body_of(value: Any) -> Any:
    """The body of a request with these parameters. Their names are converted to those of the API, and times to text."""
    if isinstance(value, Mapping):
        return {to_camel(name): part if name in UNCONVERTED else body_of(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [body_of(part) for part in value]
    return value.isoformat() if isinstance(value, datetime) else value


def facts_of(response: httpx.Response, state: ClientState) -> ResponseFacts:
    """The facts about a response. The state of the client stores its rate limit."""
    headers = response.headers
    try:
        numbers = [int(headers[f"ratelimit-{name}"]) for name in ("limit", "remaining", "reset")]
        rate_limit = state.rate_limit = RateLimit(*numbers)
    except (KeyError, ValueError):
        rate_limit = None
    return ResponseFacts(response.status_code, headers, headers.get("request-id"), rate_limit)


def result_of(request: ApiRequest, facts: ResponseFacts, content: bytes) -> Any:
    """
    The result of a complete response; None if the resource has not changed since ``if_none_match``.

    :raises ApiError: the response is an error, or is not from the service
    """
    if facts.status == 304 and request.if_none_match is not None:
        return None
    if not 200 <= facts.status < 300:
        raise error_of(facts, content)
    try:
        return with_response(_adapter(request.result).validate_json(content), facts)
    except ValidationError as cause:
        raise ApiError(f"{UNDOCUMENTED} Check base_url.", facts) from cause


@cache
def _adapter(result: Any) -> TypeAdapter[Any]:
    return TypeAdapter(result)


def parse(result: Any, value: Any) -> Any:
    """
    A value of JSON as a resource.

    :raises OrganizerError: the value does not have the documented form
    """
    try:
        return _adapter(result).validate_python(value)
    except ValidationError as cause:
        raise OrganizerError(f"{UNDOCUMENTED} {cause}") from cause


def parse_json(result: Any, data: bytes) -> Any:
    """As ``parse``, for the text of JSON."""
    try:
        value = json.loads(data)
    except ValueError as cause:
        raise OrganizerError("The data of a message is not JSON.") from cause
    return parse(result, value)


@contextmanager
def connection_errors(path: str) -> Iterator[None]:
    """Replaces the errors of httpx by those of the client."""
    try:
        yield
    except httpx.TimeoutException as cause:
        raise RequestTimeoutError(f"The request to {path} received no response in time.") from cause
    except httpx.RequestError as cause:
        raise ConnectionFailedError(f"The request to {path} failed: {cause or type(cause).__name__}") from cause


class Deadline:
    """The end of an attempt. The timeouts of httpx only limit the time between two parts of a response."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._end = monotonic() + timeout

    def check(self) -> None:
        """
        :raises RequestTimeoutError: the time is over
        """
        if monotonic() > self._end:
            raise RequestTimeoutError(f"The response was not complete within {self._timeout:g} s.")


def retry_pause(settings: Settings, request: ApiRequest, error: OrganizerError, retries: int) -> float | None:
    """
    How long to wait before a request is repeated, in seconds; None if it must not be repeated.

    Status 429 and 503 are repeated after the time in ``Retry-After``, because then nothing was processed. After a failed connection,
    a timeout, another status from 500, or the reason ``commit_outcome_unknown``, it is unknown whether the request was processed. It is then repeated only if
    that has no further effect.
    """
    is_repeatable = request.is_repeatable
    if is_repeatable is None:
        # If the first attempt succeeded, the second one of a request with `if_match` would fail.
        is_repeatable = request.idempotency_key is not None or (request.method != "POST" and request.if_match is None)
    if isinstance(error, ConnectionFailedError):
        return _backoff(retries) if is_repeatable else None
    # Another request with the same wrong key would fail again.
    if not isinstance(error, ApiError) or error.code == "too_many_failed_attempts":
        return None
    if error.status not in (429, 503) or error.reason == "commit_outcome_unknown":
        return _backoff(retries) if error.status >= 500 and is_repeatable else None
    retry_after = _retry_after(error.headers)
    if retry_after is None:
        return _backoff(retries)
    if retry_after > settings.max_retry_after:
        return None
    return retry_after + random.uniform(0, RETRY_JITTER_SECONDS)


def _backoff(retries: int) -> float:
    """A random pause that doubles with each retry, in seconds."""
    # A stream can fail any number of times, and the power would become too large.
    longest = MAX_PAUSE_SECONDS if retries > 10 else min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2.0**retries)
    return longest * random.uniform(0.5, 1.0)


def _retry_after(headers: httpx.Headers) -> float | None:
    """The time in ``Retry-After`` in seconds; None if it is missing. Proxies can send a date (RFC 9110, section 10.2.3)."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    now = datetime.now(timezone.utc)
    return max(0.0, (date.replace(tzinfo=date.tzinfo or timezone.utc) - now).total_seconds())
