from __future__ import annotations

from dataclasses import replace
from types import TracebackType
from typing import Any, Mapping

import httpx

from .. import models
from .._core import ApiRequest, ClientState, Method, create_settings
from ..errors import RateLimit
from .resources import (
    AsyncAddons,
    AsyncAttendees,
    AsyncCheckIns,
    AsyncCheckout,
    AsyncConsumptions,
    AsyncEmbed,
    AsyncEntitlements,
    AsyncEvents,
    AsyncGate,
    AsyncOrders,
    AsyncPayments,
    AsyncQuestions,
    AsyncRefunds,
    AsyncSandbox,
    AsyncSettlements,
    AsyncTickets,
    AsyncTicketTypes,
    AsyncWebhookDeliveries,
    AsyncWebhookEndpoints,
    AsyncWebhookEvents,
)
from .transport import AsyncTransport


class AsyncOrganizer:
    """
    A client of the Organizer Open API. It can be used for many requests at the same time.

    :param base_url: the URL of the service, for example ``https://tickets.example.com``. A path ``/api/v1`` at its end is ignored
    :param api_key: the API key (``sk_…`` or ``pk_…``), or for ``gate`` the token of a device (``gd_…``). The operations of ``checkout`` need none
    :param timeout: how long to wait for the complete response to each attempt, in seconds
    :param max_retries: how often a failed request is repeated
    :param max_retry_after: the longest time in ``Retry-After`` that the client waits, in seconds. By default the length of a rate
        limit window
    :param http_client: sends the requests, for example through a proxy. You close it yourself. By default, the client creates one
    :raises ValueError: ``base_url`` or ``api_key`` cannot be used
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str | None = None,
        timeout: float = 30.0,
        max_retries: int = 4,
        max_retry_after: float = 60.0,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = create_settings(base_url, api_key, timeout, max_retries, max_retry_after)
        self._use(AsyncTransport(settings, http_client or httpx.AsyncClient(), ClientState()), owns_http_client=http_client is None)

    def _use(self, transport: AsyncTransport, *, owns_http_client: bool) -> None:
        self._transport = transport
        self._owns_http_client = owns_http_client
        self.events = AsyncEvents(transport)
        self.ticket_types = AsyncTicketTypes(transport)
        self.addons = AsyncAddons(transport)
        self.questions = AsyncQuestions(transport)
        self.orders = AsyncOrders(transport)
        self.tickets = AsyncTickets(transport)
        self.attendees = AsyncAttendees(transport)
        self.check_ins = AsyncCheckIns(transport)
        self.entitlements = AsyncEntitlements(transport)
        self.consumptions = AsyncConsumptions(transport)
        self.payments = AsyncPayments(transport)
        self.refunds = AsyncRefunds(transport)
        self.settlements = AsyncSettlements(transport)
        self.webhook_events = AsyncWebhookEvents(transport)
        self.webhook_endpoints = AsyncWebhookEndpoints(transport)
        self.webhook_deliveries = AsyncWebhookDeliveries(transport)
        self.sandbox = AsyncSandbox(transport)
        self.embed = AsyncEmbed(transport)
        self.checkout = AsyncCheckout(transport)
        self.gate = AsyncGate(transport)

    def with_options(self, *, timeout: float | None = None, max_retries: int | None = None) -> AsyncOrganizer:
        """
        Returns a client with other settings, which uses the same connections: ``client.with_options(max_retries=0).orders.get(…)``.
        """
        settings = self._transport.settings
        settings = replace(
            settings,
            timeout=settings.timeout if timeout is None else timeout,
            max_retries=settings.max_retries if max_retries is None else max_retries,
        )
        client = object.__new__(AsyncOrganizer)
        client._use(AsyncTransport(settings, self._transport.http_client, self._transport.state), owns_http_client=False)
        return client

    async def me(self) -> models.Me:
        """Reads what your key is and may do: its organizer, scopes, expiry and limits, and whether it is of a sandbox."""
        me: models.Me = await self._transport.send(ApiRequest("GET", "/api/v1/me", result=models.Me))
        return me

    async def request(
        self,
        method: Method,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Any:
        """
        Sends a request for which the client has no method, with the same retries, timeouts and errors. Returns the parsed JSON.

        :param path: the path, which starts with a slash
        :param body: the body, with the names of the API
        :raises ApiError: the response is an error
        :raises ConnectionFailedError: no complete response was received
        """
        request = ApiRequest(method, path, query=query or {}, body=body, idempotency_key=idempotency_key, if_match=if_match)
        return await self._transport.send(request)

    @property
    def rate_limit(self) -> RateLimit | None:
        """The rate limit in the last response; None before the first response."""
        return self._transport.state.rate_limit

    async def aclose(self) -> None:
        """Closes the connections, unless another client was handed in or ``with_options`` has returned this client."""
        if self._owns_http_client:
            await self._transport.http_client.aclose()

    async def __aenter__(self) -> AsyncOrganizer:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()
