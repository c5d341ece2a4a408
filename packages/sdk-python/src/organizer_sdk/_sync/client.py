# Written by "npm run openapi" from _async/client.py. Do not edit.
from __future__ import annotations

from dataclasses import replace
from types import TracebackType
from typing import Any, Mapping

import httpx

from .. import models
from .._core import ApiRequest, ClientState, Method, create_settings
from ..errors import RateLimit
from .resources import (
    Addons,
    Attendees,
    CheckIns,
    Checkout,
    Consumptions,
    Embed,
    Entitlements,
    Events,
    Gate,
    Orders,
    Payments,
    Questions,
    Refunds,
    Sandbox,
    Settlements,
    Tickets,
    TicketTypes,
    WebhookDeliveries,
    WebhookEndpoints,
    WebhookEvents,
)
from .transport import Transport


class Organizer:
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
        http_client: httpx.Client | None = None,
    ) -> None:
        settings = create_settings(base_url, api_key, timeout, max_retries, max_retry_after)
        self._use(Transport(settings, http_client or httpx.Client(), ClientState()), owns_http_client=http_client is None)

    def _use(self, transport: Transport, *, owns_http_client: bool) -> None:
        self._transport = transport
        self._owns_http_client = owns_http_client
        self.events = Events(transport)
        self.ticket_types = TicketTypes(transport)
        self.addons = Addons(transport)
        self.questions = Questions(transport)
        self.orders = Orders(transport)
        self.tickets = Tickets(transport)
        self.attendees = Attendees(transport)
        self.check_ins = CheckIns(transport)
        self.entitlements = Entitlements(transport)
        self.consumptions = Consumptions(transport)
        self.payments = Payments(transport)
        self.refunds = Refunds(transport)
        self.settlements = Settlements(transport)
        self.webhook_events = WebhookEvents(transport)
        self.webhook_endpoints = WebhookEndpoints(transport)
        self.webhook_deliveries = WebhookDeliveries(transport)
        self.sandbox = Sandbox(transport)
        self.embed = Embed(transport)
        self.checkout = Checkout(transport)
        self.gate = Gate(transport)

    def with_options(self, *, timeout: float | None = None, max_retries: int | None = None) -> Organizer:
        """
        Returns a client with other settings, which uses the same connections: ``client.with_options(max_retries=0).orders.get(…)``.
        """
        settings = self._transport.settings
        settings = replace(
            settings,
            timeout=settings.timeout if timeout is None else timeout,
            max_retries=settings.max_retries if max_retries is None else max_retries,
        )
        client = object.__new__(Organizer)
        client._use(Transport(settings, self._transport.http_client, self._transport.state), owns_http_client=False)
        return client

    def me(self) -> models.Me:
        """Reads what your key is and may do: its organizer, scopes, expiry and limits, and whether it is of a sandbox."""
        me: models.Me = self._transport.send(ApiRequest("GET", "/api/v1/me", result=models.Me))
        return me

    def request(
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
        return self._transport.send(request)

    @property
    def rate_limit(self) -> RateLimit | None:
        """The rate limit in the last response; None before the first response."""
        return self._transport.state.rate_limit

    def close(self) -> None:
        """Closes the connections, unless another client was handed in or ``with_options`` has returned this client."""
        if self._owns_http_client:
            self._transport.http_client.close()

    def __enter__(self) -> Organizer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
