"""Which rows of a list have changed since a position."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from hashlib import blake2b
from typing import Any, Generic, Mapping, Sequence, TypeVar

from ._core import DEFAULT_LIMIT, ApiRequest, parse
from .errors import OrganizerError, ResponseFacts

T = TypeVar("T")


@dataclass(frozen=True)
class ChangedRows(Generic[T]):
    """Rows that have changed, and the position after them."""

    data: list[T]
    position: str
    """Where the next call of ``sync_since`` continues. Store it in the transaction that stores the rows."""


@dataclass(frozen=True)
class ChangesSource:
    """What ``ChangesState`` must know about a list."""

    path: str
    result: Any
    id_field: str
    """The field of the API that identifies a row."""
    query: Mapping[str, Any]
    overlap_seconds: float


class ChangesState:
    """
    The rows of a list that were returned, and the position after them.

    A change has the time at which its transaction began, but it is visible only after the commit. A change can therefore appear
    before changes that were read already. So the next call reads the last seconds before the position again, and leaves out the
    rows that were returned before. For this, a position contains hashes of these rows.
    """

    def __init__(self, source: ChangesSource, position: str | datetime | None) -> None:
        self._source = source
        self._since, self._returned = _read_position(position)
        self._can_advance = True
        self._query: Mapping[str, Any] | None = None

    def request(self) -> ApiRequest | None:
        """The request of the next page; None after the last page."""
        if self._query is None:
            filters = {name: value for name, value in self._source.query.items() if value is not None}
            self._query = {"limit": DEFAULT_LIMIT, **filters, "updated_since": self._since}
        elif "cursor" in self._query and self._query["cursor"] is None:
            return None
        return ApiRequest("GET", self._source.path, query=self._query)

    def read(self, page: Mapping[str, Any], facts: ResponseFacts) -> ChangedRows[Any]:
        """The rows of a page that were not returned before."""
        rows = []
        for row in page["data"]:
            key, state = row[self._source.id_field], (row["updatedAt"], _hash_of(row))
            if self._returned.get(key, ("", ""))[1] != state[1]:
                rows.append(row)
            self._returned[key] = state
        # The time of the service, because the clock of this computer can be wrong. Changes before it were visible in this page.
        complete_until = _timestamp(_date_of(facts) - timedelta(seconds=self._source.overlap_seconds))
        last_change = page["data"][-1]["updatedAt"] if page["hasMore"] and page["data"] else complete_until
        is_complete = last_change < complete_until
        if self._can_advance:
            self._advance(min(last_change, complete_until))
        # From the first page with recent changes on, later pages say nothing about changes that were not visible in it.
        self._can_advance = self._can_advance and is_complete
        self._query = {**(self._query or {}), "cursor": page["nextCursor"]}
        return ChangedRows([parse(self._source.result, row) for row in rows], self.position)

    def _advance(self, since: str) -> None:
        if since > self._since:
            self._since = since
            self._returned = {key: state for key, state in self._returned.items() if state[0] >= since}

    @property
    def position(self) -> str:
        """The position after the rows that were read."""
        return json.dumps({"since": self._since, "returned": list(self._returned.items())}, separators=(",", ":"))


def _read_position(position: str | datetime | None) -> tuple[str, dict[str, tuple[str, str]]]:
    try:
        if position is None:
            return _timestamp(datetime.fromtimestamp(0, timezone.utc)), {}
        if isinstance(position, datetime) or not position.startswith("{"):
            return _timestamp(_parse_time(position)), {}
        stored = json.loads(position)
        return _timestamp(_parse_time(stored["since"])), {key: tuple(state) for key, state in stored["returned"]}
    except (AttributeError, KeyError, TypeError, ValueError) as cause:
        raise OrganizerError("This is neither a position of sync_since nor a time.") from cause


def _parse_time(value: str | datetime) -> datetime:
    # Python 3.10 does not know "Z".
    time = value if isinstance(value, datetime) else datetime.fromisoformat(value.replace("Z", "+00:00"))
    if time.tzinfo is None:
        raise ValueError("The time has no time zone.")
    return time


def _timestamp(time: datetime) -> str:
    """A time in the format of the service."""
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _date_of(facts: ResponseFacts) -> datetime:
    try:
        date = parsedate_to_datetime(facts.headers.get("date", ""))
    except (TypeError, ValueError):
        return datetime.now(timezone.utc)
    return date.replace(tzinfo=date.tzinfo or timezone.utc)


def _hash_of(row: Sequence[Any]) -> str:
    return blake2b(json.dumps(row, sort_keys=True).encode(), digest_size=8).hexdigest()
