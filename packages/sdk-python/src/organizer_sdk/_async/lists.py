from __future__ import annotations

from datetime import datetime
from typing import Any, AsyncIterator, Callable, Generic, Mapping, TypeVar, overload

from .._changes import ChangedRows, ChangesSource, ChangesState
from .._core import DEFAULT_LIMIT, ROW_SILENCE_SECONDS, SILENCE_SECONDS, ApiRequest, parse, parse_json
from .._messages import MessageParser
from .._model import Page
from ..errors import ConnectionFailedError, OrganizerError
from ..models import WebhookEvent
from .transport import AsyncTransport

T = TypeVar("T")


class AsyncList(Generic[T]):
    """
    A list of the API. It sends requests only while it is read.

    ``async for row in list`` reads all rows, page after page. Each row that existed at the start is returned once, even if rows are
    added in the meantime, unless it no longer matches the filters when its page is read.
    """

    def __init__(self, transport: AsyncTransport, path: str, result: Any, query: Mapping[str, Any]) -> None:
        self._transport = transport
        self._path = path
        self._result = result
        self._query = query

    @overload
    async def page(self, *, if_none_match: None = None) -> Page[T]: ...
    @overload
    async def page(self, *, if_none_match: str) -> Page[T] | None: ...
    async def page(self, *, if_none_match: str | None = None) -> Page[T] | None:
        """
        Reads one page: the first page, or the page at the ``cursor`` in the query. By default, a page has 50 rows.

        :param if_none_match: the ``etag`` of an earlier response. If the list has not changed since then, the result is None
        """
        page: Page[T] | None = await self._read(self._query, if_none_match)
        return page

    async def pages(self) -> AsyncIterator[Page[T]]:
        """Reads all pages, one after the other. By default, a page has up to 100 rows."""
        query: Mapping[str, Any] = {"limit": DEFAULT_LIMIT, **self._query}
        while True:
            page: Page[T] = await self._read(query)
            yield page
            if page.next_cursor is None:
                return
            query = {**query, "cursor": page.next_cursor}

    async def __aiter__(self) -> AsyncIterator[T]:
        """Reads all rows."""
        async for page in self.pages():
            for row in page.data:
                yield row

    async def _read(self, query: Mapping[str, Any], if_none_match: str | None = None) -> Any:
        result = Page.__class_getitem__(self._result)
        request = ApiRequest("GET", self._path, query=query, if_none_match=if_none_match, result=result)
        return await self._transport.send(request)


class AsyncChanges(Generic[T]):
    """
    The rows that have changed since a position, the oldest change first. No change is missed, and each state of a row is returned at
    most once.
    """

    def __init__(self, transport: AsyncTransport, source: ChangesSource, position: str | datetime | None) -> None:
        self._transport = transport
        self._state = ChangesState(source, position)
        self._position = self._state.position

    @property
    def position(self) -> str:
        """The position after the last page whose rows were all read. Store it after the rows."""
        return self._position

    async def pages(self) -> AsyncIterator[ChangedRows[T]]:
        """Reads the changed rows page by page. Each page has the position after it."""
        while (request := self._state.request()) is not None:
            page, facts = await self._transport.send_with_facts(request)
            rows = self._state.read(page, facts)
            yield rows
            self._position = rows.position

    async def __aiter__(self) -> AsyncIterator[T]:
        """Reads all changed rows."""
        async for page in self.pages():
            for row in page.data:
                yield row


class AsyncRowStream(Generic[T]):
    """
    All rows of a list, in one response that the client reads while it is sent. For many rows, it is much faster than the pages of the
    list.

    If the connection breaks or the server restarts, the client connects again and continues: each row is returned once. The loop ends
    with an error if several attempts fail one after the other. A key can have one stream at a time.
    """

    def __init__(self, transport: AsyncTransport, path: str, result: Any, query: Mapping[str, Any]) -> None:
        self._transport = transport
        self._path = path
        self._result = result
        self._query = query
        self._position: str | None = query.get("cursor")

    @property
    def position(self) -> str | None:
        """
        The position after rows that were all handled; it advances about every 500 rows. A row counts as handled when the next one is
        requested. Store it, and pass it as ``cursor``, to continue after a restart of your program.
        """
        return self._position

    async def __aiter__(self) -> AsyncIterator[T]:
        transport = self._transport
        failures = 0
        while True:
            query = {**self._query, "cursor": self._position}
            request = ApiRequest("GET", self._path, query=query, accept="application/jsonl", silence=ROW_SILENCE_SECONDS)
            try:
                async with transport.open(request) as response:
                    await transport.check_stream(request, response)
                    is_empty = True
                    rows: list[T] = []  # They are returned when the position after them is known.
                    rest = b""
                    async for chunk in response.aiter_bytes():
                        *lines, rest = (rest + chunk).split(b"\n")
                        for line in lines:
                            is_empty = False
                            row = parse_json(Any, line)
                            has_position = "nextCursor" in row
                            position = row.pop("nextCursor", None)
                            rows.append(parse(self._result, row))
                            if not has_position:
                                continue
                            failures = 0
                            for handled in rows:
                                yield handled
                            if position is None:
                                return
                            rows = []
                            self._position = position
                    if is_empty:
                        return
                    raise ConnectionFailedError("The response has ended before the end of the list.")
            except OrganizerError as error:
                if failures >= transport.settings.max_retries:
                    raise
                await transport.pause_before_retry(request, error, failures)
            failures += 1


class AsyncEventStream:
    """
    The webhook events of the organizer, each when it is committed, in the order of their ``sequence``. Each event is returned once.

    If the connection breaks or the server restarts, the client connects again and continues after the last event, however long that
    takes. The loop ends when it is left. A key that is no longer valid ends it with an error.
    """

    def __init__(
        self,
        transport: AsyncTransport,
        query: Mapping[str, Any],
        on_connect: Callable[[], object] | None,
        on_disconnect: Callable[[OrganizerError], object] | None,
    ) -> None:
        self._transport = transport
        self._query = query
        self._on_connect = on_connect
        self._on_disconnect = on_disconnect
        self._position: int | None = None

    @property
    def position(self) -> int | None:
        """
        All events up to this ``sequence`` were handled; None before the first heartbeat. An event counts as handled when the next
        one is requested. Store it, and pass it as ``after``, to continue after a restart of your program.
        """
        return self._position

    async def __aiter__(self) -> AsyncIterator[WebhookEvent]:
        transport = self._transport
        failures = 0
        while True:
            request = ApiRequest(
                "GET",
                "/api/v1/webhook-events/stream",
                query=self._query,
                last_event_id=self._position,
                accept="text/event-stream",
                silence=SILENCE_SECONDS,
            )
            try:
                async with transport.open(request) as response:
                    await transport.check_stream(request, response)
                    parser = MessageParser()
                    is_connected = False
                    async for chunk in response.aiter_bytes():
                        for message in parser.feed(chunk):
                            failures = 0
                            if not is_connected and message.id is not None:
                                is_connected = True
                                if self._on_connect is not None:
                                    self._on_connect()
                            if message.data != b"":
                                yield parse_json(WebhookEvent, message.data)
                            if message.id is not None:
                                self._position = message.id
                    raise ConnectionFailedError("The response has ended.")
            except OrganizerError as error:
                await transport.pause_before_retry(request, error, failures, self._on_disconnect)
            failures += 1
