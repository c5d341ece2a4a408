# Written by "npm run openapi" from _async/transport.py. Do not edit.
from __future__ import annotations

import time
from contextlib import contextmanager
from typing import Any, Iterator, Callable

import httpx

from .._core import (
    ApiRequest,
    ClientState,
    Deadline,
    Settings,
    connection_errors,
    facts_of,
    http_request,
    result_of,
    retry_pause,
)
from ..errors import ApiError, OrganizerError, ResponseFacts, error_of


class Transport:
    """Sends the requests of a client, and repeats those that failed."""

    def __init__(self, settings: Settings, http_client: httpx.Client, state: ClientState) -> None:
        self.settings = settings
        self.http_client = http_client
        self.state = state

    def send(self, request: ApiRequest) -> Any:
        """
        Sends a request, and repeats it until a response is final. Each attempt has the same body and the same ``Idempotency-Key``.

        :raises ApiError: the last response was an error
        :raises ConnectionFailedError: the last attempt received no complete response
        """
        result, _facts = self.send_with_facts(request)
        return result

    def send_with_facts(self, request: ApiRequest) -> tuple[Any, ResponseFacts]:
        """As ``send``. Also returns the facts about the response."""
        retries = 0
        while True:
            deadline = Deadline(self.settings.timeout)
            try:
                with self.open(request) as response:
                    facts = facts_of(response, self.state)
                    return result_of(request, facts, self._content(response, deadline)), facts
            except OrganizerError as error:
                if retries >= self.settings.max_retries:
                    raise
                self.pause_before_retry(request, error, retries)
            retries += 1

    @contextmanager
    def open(self, request: ApiRequest) -> Iterator[httpx.Response]:
        """
        Sends a request once. The block receives the response before its body.

        :raises ConnectionFailedError: the connection failed, also within the block
        """
        http_client = self.http_client
        with connection_errors(request.path):
            response = http_client.send(http_request(http_client, self.settings, request), stream=True)
            try:
                yield response
            finally:
                response.close()

    def _content(self, response: httpx.Response, deadline: Deadline) -> bytes:
        parts = []
        for part in response.iter_bytes():
            deadline.check()
            parts.append(part)
        return b"".join(parts)

    def check_stream(self, request: ApiRequest, response: httpx.Response) -> None:
        """
        Reads the response to the request of a stream, unless it is a stream.

        :raises ApiError: the response is an error, or is not from the service
        """
        facts = facts_of(response, self.state)
        if not response.is_success:
            raise error_of(facts, self._content(response, Deadline(self.settings.timeout)))
        if not facts.headers.get("content-type", "").startswith(request.accept):
            raise ApiError(f"The response is not {request.accept}. Check base_url.", facts)

    def pause_before_retry(
        self,
        request: ApiRequest,
        error: OrganizerError,
        retries: int,
        on_retry: Callable[[OrganizerError], object] | None = None,
    ) -> None:
        """
        Waits before a request is repeated.

        :param on_retry: is called with the error before the pause
        :raises OrganizerError: the error, if the request must not be repeated
        """
        seconds = retry_pause(self.settings, request, error, retries)
        if seconds is None:
            raise error
        if on_retry is not None:
            on_retry(error)
        time.sleep(seconds)
