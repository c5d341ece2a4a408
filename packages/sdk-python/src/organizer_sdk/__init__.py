"""The Python client of the Organizer Open API."""

from ._async.client import AsyncOrganizer
from ._async.lists import AsyncChanges, AsyncEventStream, AsyncList, AsyncRowStream
from ._changes import ChangedRows
from ._model import Model, Page
from ._sync.client import Organizer
from ._sync.lists import Changes, EventStream, List, RowStream
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    FieldError,
    InvalidRequestError,
    NotFoundError,
    OrganizerError,
    PermissionDeniedError,
    PreconditionFailedError,
    RateLimit,
    RateLimitError,
    RequestTimeoutError,
    ResponseFacts,
    UnavailableError,
)

__version__ = "0.1.0"

__all__ = [
    "ApiError",
    "AsyncChanges",
    "AsyncEventStream",
    "AsyncList",
    "AsyncOrganizer",
    "AuthenticationError",
    "ChangedRows",
    "Changes",
    "ConflictError",
    "ConnectionFailedError",
    "EventStream",
    "FieldError",
    "InvalidRequestError",
    "List",
    "Model",
    "NotFoundError",
    "Organizer",
    "OrganizerError",
    "Page",
    "PermissionDeniedError",
    "PreconditionFailedError",
    "RateLimit",
    "RateLimitError",
    "RequestTimeoutError",
    "ResponseFacts",
    "UnavailableError",
]
