"""Clients whose requests have given outcomes, for the tests."""

from __future__ import annotations

import asyncio
import inspect
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator
from unittest import mock

import httpx

from organizer_sdk import AsyncOrganizer, Organizer

Step = httpx.Response | Exception
"""A response, or an error of the connection."""


def ok() -> httpx.Response:
    return httpx.Response(200, json={"data": [], "hasMore": False, "nextCursor": None})


def failure(status: int, headers: dict[str, str] | None = None, code: str = "any") -> httpx.Response:
    return httpx.Response(status, json={"code": code, "detail": "Any."}, headers=headers)


@dataclass
class Run:
    """What a call has returned or raised, and what the client has done for it."""

    result: Any = None
    error: Exception | None = None
    sent: list[httpx.Request] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)


def run_calls(calls: list[Callable[[Any], Any]], steps: list[Step], **options: Any) -> Iterator[tuple[str, list[Run]]]:
    """
    Calls the methods of one blocking and of one asynchronous client.

    :param calls: each receives the client. A call of the asynchronous client can return a coroutine
    :param steps: the outcomes of the requests, one after the other
    :return: for each kind of client, the run of each call
    """
    for kind in ("sync", "async"):
        remaining = [_copy(step) for step in steps]
        runs: list[Run] = []

        def respond(request: httpx.Request) -> httpx.Response:
            runs[-1].sent.append(request)
            step = remaining.pop(0)
            if isinstance(step, Exception):
                raise step
            return step

        def pause(seconds: float) -> None:
            runs[-1].pauses.append(seconds)

        async def call_all(client: Any) -> None:
            for call in calls:
                runs.append(Run())
                try:
                    result = call(client)
                    runs[-1].result = await result if inspect.isawaitable(result) else result
                except Exception as error:
                    runs[-1].error = error

        transport = httpx.MockTransport(respond)
        http_client: Any = {"sync": httpx.Client, "async": httpx.AsyncClient}[kind](transport=transport)
        client_class: Any = {"sync": Organizer, "async": AsyncOrganizer}[kind]
        client = client_class(base_url="https://tickets.example.com/api/v1/", http_client=http_client, **options)
        with (
            mock.patch("organizer_sdk._sync.transport.time.sleep", pause),
            mock.patch("organizer_sdk._async.transport.asyncio.sleep", mock.AsyncMock(side_effect=pause)),
        ):
            asyncio.run(call_all(client))
        yield kind, runs


def run_call(call: Callable[[Any], Any], *steps: Step, **options: Any) -> Iterator[tuple[str, Run]]:
    """As ``run_calls``, for one call."""
    for kind, [run] in run_calls([call], list(steps), **options):
        yield kind, run


def _copy(step: Step) -> Step:
    """A response whose body can be read once more."""
    if isinstance(step, httpx.Response):
        return httpx.Response(step.status_code, headers=step.headers, content=step.content)
    return step
