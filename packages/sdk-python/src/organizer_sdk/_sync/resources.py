# Written by "npm run openapi" from _async/resources.py. Do not edit.
from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any, Callable, Literal, Mapping, Sequence, TypeVar, overload

from typing_extensions import Unpack

from .. import models, params
from .._changes import ChangesSource
from .._core import OWN_KEY, ApiRequest, body_of, random_key, segment
from ..errors import OrganizerError
from ..models import WebhookEvent
from .lists import Changes, EventStream, List, RowStream
from .transport import Transport

EVENTS = "/api/v1/events"
ORDERS = "/api/v1/orders"
PAYMENTS = "/api/v1/payments"
REFUNDS = "/api/v1/refunds"
TICKETS = "/api/v1/tickets"
ATTENDEES = "/api/v1/attendees"
CHECK_INS = "/api/v1/check-ins"
CONSUMPTIONS = "/api/v1/consumptions"
ENTITLEMENTS = "/api/v1/addons"
SETTLEMENTS = "/api/v1/settlements"
WEBHOOK_EVENTS = "/api/v1/webhook-events"
WEBHOOK_ENDPOINTS = "/api/v1/webhook-endpoints"
WEBHOOK_DELIVERIES = "/api/v1/webhook-deliveries"
EMBED = "/api/embed/v1/events"
GATE = "/api/gate/v1"
PUBLIC = "/api/public/v1"


T = TypeVar("T")


class Resource:
    """The operations on one kind of resource."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _send(self, result: type[T], request: ApiRequest) -> T:
        data: T = self._transport.send(replace(request, result=result))
        return data

    def _get(self, result: type[T], path: str, if_none_match: str | None = None) -> T:
        return self._send(result, ApiRequest("GET", path, if_none_match=if_none_match))

    def _create(
        self, result: type[T], path: str, body: Mapping[str, Any], idempotency_key: str | None, token: Any = OWN_KEY
    ) -> T:
        key = idempotency_key or random_key()
        return self._send(result, ApiRequest("POST", path, body=body_of(body), idempotency_key=key, token=token))

    def _update(self, result: type[T], path: str, body: Mapping[str, Any], if_match: str | None) -> T:
        return self._send(result, ApiRequest("PATCH", path, body=body_of(body), if_match=if_match))

    def _upsert(self, result: type[T], path: str, external_id: str, body: Mapping[str, Any]) -> T:
        return self._send(result, ApiRequest("PUT", f"{path}/by-external-id/{segment(external_id)}", body=body_of(body)))


class Events(Resource):
    """Events, each with its ticket types and add-ons. Writes need the scope `events:write`. With a publishable key, use `embed`."""

    def list(self, **query: Unpack[params.ListEvents]) -> List[models.Event]:
        """Lists events, the newest first."""
        return List(self._transport, EVENTS, models.Event, query)

    def sync_since(
        self, position: str | datetime | None = None, *, limit: int | None = None, overlap_seconds: float = 60
    ) -> Changes[models.ChangedEvent]:
        """
        Returns the events that have changed since a position or a time; without one, all events. Sales are not changes, so these
        events have no sold quantities: ``get`` returns them.

        :param overlap_seconds: how long after its ``updated_at`` a change can become visible. It must be longer than the longest
            transaction of the service, together with the difference between the clocks of its processes
        """
        source = ChangesSource(EVENTS, models.ChangedEvent, "id", {"limit": limit}, overlap_seconds)
        return Changes(self._transport, source, position)

    @overload
    def get(self, id: str, *, if_none_match: None = None) -> models.Event: ...
    @overload
    def get(self, id: str, *, if_none_match: str) -> models.Event | None: ...
    def get(self, id: str, *, if_none_match: str | None = None) -> models.Event | None:
        """
        Reads an event.

        :param if_none_match: the ``etag`` of an earlier response. If the event has not changed since then, the result is None
        """
        return self._get(models.Event, f"{EVENTS}/{segment(id)}", if_none_match)

    def create(self, *, idempotency_key: str | None = None, **event: Unpack[params.CreateEvent]) -> models.Event:
        """
        Creates an event. It is a draft unless its status is ``published``.

        :param idempotency_key: a request with the same key within 24 hours returns the first response again. By default a random
            key for each call. Set it if you repeat the call yourself, for example after a crash
        """
        return self._create(models.Event, EVENTS, event, idempotency_key)

    def update(self, id: str, *, if_match: str | None = None, **changes: Unpack[params.UpdateEvent]) -> models.Event:
        """
        Changes, publishes or archives an event. Absent fields do not change, and None clears a field.

        :param if_match: the ``etag`` of the version that you have read
        :raises PreconditionFailedError: the event has changed since ``if_match``
        """
        return self._update(models.Event, f"{EVENTS}/{segment(id)}", changes, if_match)

    def upsert(self, external_id: str, **event: Unpack[params.UpsertEvent]) -> models.Event:
        """Creates the event with an external id, or changes it if there is one: then absent fields do not change."""
        return self._upsert(models.Event, EVENTS, external_id, event)

    def delete(self, id: str) -> models.Event:
        """Deletes an event that has never sold anything. Returns the event as it was."""
        return self._send(models.Event, ApiRequest("DELETE", f"{EVENTS}/{segment(id)}"))


class TicketTypes(Resource):
    """The ticket types of events. They are read with their event."""

    def create(
        self, event_id: str, *, idempotency_key: str | None = None, **ticket_type: Unpack[params.CreateTicketType]
    ) -> models.TicketType:
        """Adds a ticket type to an event."""
        path = f"{EVENTS}/{segment(event_id)}/ticket-types"
        return self._create(models.TicketType, path, ticket_type, idempotency_key)

    def update(
        self, event_id: str, id: str, *, if_match: str | None = None, **changes: Unpack[params.UpdateTicketType]
    ) -> models.TicketType:
        """Changes or archives a ticket type. Absent fields do not change, and None clears a field."""
        path = f"{EVENTS}/{segment(event_id)}/ticket-types/{segment(id)}"
        return self._update(models.TicketType, path, changes, if_match)

    def upsert(self, event_id: str, external_id: str, **ticket_type: Unpack[params.UpsertTicketType]) -> models.TicketType:
        """Creates the ticket type with an external id, or changes it if there is one: then absent fields do not change."""
        return self._upsert(models.TicketType, f"{EVENTS}/{segment(event_id)}/ticket-types", external_id, ticket_type)

    def delete(self, event_id: str, id: str) -> models.Event:
        """Deletes a ticket type that no order has. Returns its event."""
        path = f"{EVENTS}/{segment(event_id)}/ticket-types/{segment(id)}"
        return self._send(models.Event, ApiRequest("DELETE", path))


class Addons(Resource):
    """The add-ons that events sell. They are read with their event. `entitlements` are the purchased add-ons."""

    def create(
        self, event_id: str, *, idempotency_key: str | None = None, **addon: Unpack[params.CreateAddon]
    ) -> models.Addon:
        """Adds an add-on to an event."""
        return self._create(models.Addon, f"{EVENTS}/{segment(event_id)}/addons", addon, idempotency_key)

    def update(
        self, event_id: str, id: str, *, if_match: str | None = None, **changes: Unpack[params.UpdateAddon]
    ) -> models.Addon:
        """Changes or archives an add-on. Absent fields do not change, and None clears a field."""
        path = f"{EVENTS}/{segment(event_id)}/addons/{segment(id)}"
        return self._update(models.Addon, path, changes, if_match)

    def upsert(self, event_id: str, external_id: str, **addon: Unpack[params.UpsertAddon]) -> models.Addon:
        """Creates the add-on with an external id, or changes it if there is one: then absent fields do not change."""
        return self._upsert(models.Addon, f"{EVENTS}/{segment(event_id)}/addons", external_id, addon)

    def delete(self, event_id: str, id: str) -> models.Event:
        """Deletes an add-on that no order has. Returns its event."""
        path = f"{EVENTS}/{segment(event_id)}/addons/{segment(id)}"
        return self._send(models.Event, ApiRequest("DELETE", path))


class Questions(Resource):
    """The questions of events to buyers and ticket holders. Their answers are in the detail of an order, and in the list of attendees."""

    def of_event(self, event_id: str) -> models.QuestionList:
        """Reads the questions of an event in their sequence, including archived ones."""
        return self._send(models.QuestionList, ApiRequest("GET", f"{EVENTS}/{segment(event_id)}/questions"))

    def get(self, event_id: str, id: str) -> models.Question:
        """Reads a question."""
        return self._send(models.Question, ApiRequest("GET", f"{EVENTS}/{segment(event_id)}/questions/{segment(id)}"))

    def create(
        self, event_id: str, *, idempotency_key: str | None = None, **question: Unpack[params.CreateQuestion]
    ) -> models.Question:
        """Adds a question to an event."""
        return self._create(models.Question, f"{EVENTS}/{segment(event_id)}/questions", question, idempotency_key)

    def update(self, event_id: str, id: str, **changes: Unpack[params.UpdateQuestion]) -> models.Question:
        """Changes, archives or restores a question. Absent fields do not change, and None clears a field."""
        path = f"{EVENTS}/{segment(event_id)}/questions/{segment(id)}"
        return self._update(models.Question, path, changes, None)

    def delete(self, event_id: str, id: str) -> models.Question:
        """Deletes a question, or archives it if it has answers. Returns the question."""
        path = f"{EVENTS}/{segment(event_id)}/questions/{segment(id)}"
        return self._send(models.Question, ApiRequest("DELETE", path))


class Orders(Resource):
    """Orders. Reading the buyer needs the scope `orders:read:pii`, and is audited. Writes need the scope `orders:write`."""

    def list(self, **query: Unpack[params.ListOrders]) -> List[models.Order]:
        """Lists orders, the newest first. ``expand`` adds parts of the order detail to each order."""
        return List(self._transport, ORDERS, models.Order, query)

    def stream(self, **query: Unpack[params.ListOrders]) -> RowStream[models.Order]:
        """Reads all orders in one response, such as those of an event. ``limit`` has no effect."""
        return RowStream(self._transport, ORDERS, models.Order, query)

    def sync_since(
        self,
        position: str | datetime | None = None,
        *,
        limit: int | None = None,
        event_id: str | None = None,
        expand: Sequence[Literal["buyer", "feeBreakdown", "items", "tickets"]] | None = None,
        overlap_seconds: float = 60,
    ) -> Changes[models.Order]:
        """Returns the orders that have changed since a position or a time; without one, all orders."""
        query = {"limit": limit, "event_id": event_id, "expand": expand}
        source = ChangesSource(ORDERS, models.Order, "orderNumber", query, overlap_seconds)
        return Changes(self._transport, source, position)

    def get(
        self, order_number: str, *, expand: Sequence[Literal["payments", "refunds"]] | None = None
    ) -> models.OrderDetail:
        """Reads an order with its fees, items and tickets. ``expand`` adds its payments and refunds."""
        query = {} if expand is None else {"expand": expand}
        return self._send(models.OrderDetail, ApiRequest("GET", f"{ORDERS}/{segment(order_number)}", query=query))

    def create(
        self, *, idempotency_key: str | None = None, **order: Unpack[params.NewOrder]
    ) -> models.OrderDetail:
        """Creates an order that you sell yourself, paid or pending."""
        return self._create(models.OrderDetail, ORDERS, order, idempotency_key)

    def update(
        self, order_number: str, *, if_match: str | None = None, **changes: Unpack[params.UpdateOrder]
    ) -> models.OrderDetail:
        """Changes the external id and the metadata of an order. Needs the scope `orders:write`."""
        return self._update(models.OrderDetail, f"{ORDERS}/{segment(order_number)}", changes, if_match)

    def refund(
        self, order_number: str, *, idempotency_key: str | None = None, **refund: Unpack[params.NewRefund]
    ) -> models.Refund:
        """Refunds tickets, quantities of items, an amount, or the whole order."""
        return self._create(models.Refund, f"{ORDERS}/{segment(order_number)}/refunds", refund, idempotency_key)

    def preview_refund(self, order_number: str, **refund: Unpack[params.NewRefund]) -> models.RefundPreview:
        """Returns what a refund would do. Nothing is refunded."""
        path = f"{ORDERS}/{segment(order_number)}/refunds"
        return self._create(models.RefundPreview, path, {**refund, "dry_run": True}, None)

    def cancel(
        self, order_number: str, *, idempotency_key: str | None = None, **cancellation: Unpack[params.Cancellation]
    ) -> models.OrderDetail:
        """Cancels a pending order."""
        path = f"{ORDERS}/{segment(order_number)}/cancel"
        return self._create(models.OrderDetail, path, cancellation, idempotency_key)

    def pay(
        self, order_number: str, *, idempotency_key: str | None = None, **money: Unpack[params.ReceivedMoney]
    ) -> models.OrderDetail:
        """Records that the organizer has received the money for a pending order."""
        return self._create(models.OrderDetail, f"{ORDERS}/{segment(order_number)}/pay", money, idempotency_key)


class Payments(Resource):
    """Payments of orders."""

    def list(self, **query: Unpack[params.ListPayments]) -> List[models.Payment]:
        """Lists payments, the newest first."""
        return List(self._transport, PAYMENTS, models.Payment, query)

    def sync_since(
        self,
        position: str | datetime | None = None,
        *,
        limit: int | None = None,
        order_number: str | None = None,
        overlap_seconds: float = 60,
    ) -> Changes[models.Payment]:
        """Returns the payments that have changed since a position or a time; without one, all payments."""
        query = {"limit": limit, "order_number": order_number}
        source = ChangesSource(PAYMENTS, models.Payment, "id", query, overlap_seconds)
        return Changes(self._transport, source, position)

    def get(self, id: str) -> models.Payment:
        """Reads a payment."""
        return self._get(models.Payment, f"{PAYMENTS}/{segment(id)}")


class Refunds(Resource):
    """Refunds of orders. ``orders.refund`` makes one."""

    def list(self, **query: Unpack[params.ListRefunds]) -> List[models.Refund]:
        """Lists refunds, the newest first."""
        return List(self._transport, REFUNDS, models.Refund, query)

    def get(self, id: str) -> models.Refund:
        """Reads a refund."""
        return self._get(models.Refund, f"{REFUNDS}/{segment(id)}")



class Tickets(Resource):
    """Issued tickets."""

    def list(self, **query: Unpack[params.ListTickets]) -> List[models.Ticket]:
        """Lists tickets, the newest first."""
        return List(self._transport, TICKETS, models.Ticket, query)

    def sync_since(
        self,
        position: str | datetime | None = None,
        *,
        limit: int | None = None,
        event_id: str | None = None,
        order_number: str | None = None,
        overlap_seconds: float = 60,
    ) -> Changes[models.Ticket]:
        """Returns the tickets that have changed since a position or a time; without one, all tickets."""
        query = {"limit": limit, "event_id": event_id, "order_number": order_number}
        source = ChangesSource(TICKETS, models.Ticket, "id", query, overlap_seconds)
        return Changes(self._transport, source, position)

    def get(self, id: str) -> models.Ticket:
        """Reads a ticket."""
        return self._get(models.Ticket, f"{TICKETS}/{segment(id)}")

    def update(
        self, id: str, *, if_match: str | None = None, **changes: Unpack[params.UpdateTicket]
    ) -> models.Ticket:
        """Changes the holder, the external id and the metadata of a ticket. Needs the scope `orders:write`."""
        return self._update(models.Ticket, f"{TICKETS}/{segment(id)}", changes, if_match)

    def assign_bibs(self, event_id: str, **assignment: Unpack[params.AssignBibs]) -> models.AssignedBibs:
        """Assigns bibs to the tickets of an event. A repeated call changes nothing more. Needs the scope `orders:write`."""
        path = f"{EVENTS}/{segment(event_id)}/bibs"
        return self._send(models.AssignedBibs, ApiRequest("POST", path, body=body_of(assignment), is_repeatable=True))


class Attendees(Resource):
    """Attendees: tickets with their holders, buyers and add-ons. Each read is audited. Needs the scope `orders:read:pii`."""

    def list(self, **query: Unpack[params.ListAttendees]) -> List[models.ListedAttendee]:
        """Lists attendees, the newest first. ``q`` searches, and returns one page with the best results."""
        return List(self._transport, ATTENDEES, models.ListedAttendee, query)

    def stream(self, **query: Unpack[params.ListAttendees]) -> RowStream[models.ListedAttendee]:
        """Reads all attendees in one response, such as those of an event. ``limit`` has no effect."""
        return RowStream(self._transport, ATTENDEES, models.ListedAttendee, query)

    def sync_since(
        self,
        position: str | datetime | None = None,
        *,
        limit: int | None = None,
        event_id: str | None = None,
        ticket_type_id: str | None = None,
        overlap_seconds: float = 60,
    ) -> Changes[models.ListedAttendee]:
        """Returns the attendees that have changed since a position or a time; without one, all attendees."""
        query = {"limit": limit, "event_id": event_id, "ticket_type_id": ticket_type_id}
        source = ChangesSource(ATTENDEES, models.ListedAttendee, "id", query, overlap_seconds)
        return Changes(self._transport, source, position)


class CheckIns(Resource):
    """Check-ins, decided as a gate does. Holders are in the results only with the scope ``orders:read:pii``."""

    def create(self, **scanned: Unpack[params.CheckInRequest]) -> models.CheckIn:
        """
        Checks in a ticket. Read ``result``: the call also succeeds if the ticket is refused. ``nonce`` is your id of the scan: however
        often the call is repeated with it, there is one scan.
        """
        return self._send(models.CheckIn, ApiRequest("POST", CHECK_INS, body=body_of(scanned), is_repeatable=True))

    def undo(self, id: str) -> models.CheckIn:
        """Undoes a check-in, also the scan of a device. A repeated call changes nothing."""
        return self._send(models.CheckIn, ApiRequest("POST", f"{CHECK_INS}/{segment(id)}/undo", is_repeatable=True))


class Consumptions(Resource):
    """Consumed units of purchased add-ons."""

    def list(self, **query: Unpack[params.ListConsumptions]) -> List[models.Consumption]:
        """Lists consumptions, the newest first."""
        return List(self._transport, CONSUMPTIONS, models.Consumption, query)

    def get(self, id: str) -> models.Consumption:
        """Reads a consumption."""
        return self._get(models.Consumption, f"{CONSUMPTIONS}/{segment(id)}")


class Entitlements(Resource):
    """Purchased add-ons, whose units can be consumed."""

    def list(self, **query: Unpack[params.ListEntitlements]) -> List[models.Entitlement]:
        """Lists entitlements, the newest first."""
        return List(self._transport, ENTITLEMENTS, models.Entitlement, query)

    def sync_since(
        self,
        position: str | datetime | None = None,
        *,
        limit: int | None = None,
        event_id: str | None = None,
        type: str | None = None,
        order_number: str | None = None,
        overlap_seconds: float = 60,
    ) -> Changes[models.Entitlement]:
        """Returns the entitlements that have changed since a position or a time; without one, all entitlements."""
        query = {"limit": limit, "event_id": event_id, "type": type, "order_number": order_number}
        source = ChangesSource(ENTITLEMENTS, models.Entitlement, "id", query, overlap_seconds)
        return Changes(self._transport, source, position)

    def get(self, id: str) -> models.Entitlement:
        """Reads an entitlement."""
        return self._get(models.Entitlement, f"{ENTITLEMENTS}/{segment(id)}")

    def consume(
        self, *, idempotency_key: str | None = None, **consumption: Unpack[params.ConsumeRequest]
    ) -> models.ConsumeResult:
        """
        Consumes units of an entitlement. ``ref`` is your identifier for this consumption: however often the call is repeated with
        it, the units are consumed once. Store it before the call, and repeat the call with it if it is unknown whether it succeeded.

        :raises ConflictError: too few units are left, the ``ref`` was used for another consumption, or its consumption was reversed
        """
        path = f"{ENTITLEMENTS}/consume"
        request = ApiRequest("POST", path, body=body_of(consumption), idempotency_key=idempotency_key, is_repeatable=True)
        return self._send(models.ConsumeResult, request)

    def reverse(
        self,
        consumption_id: str,
        *,
        idempotency_key: str | None = None,
        **reversal: Unpack[params.ReversalRequest],
    ) -> models.ConsumptionReversal:
        """
        Returns all units of a consumption, once, within the time that the organizer has set. A repeated call changes nothing.

        :raises ConflictError: the time has passed
        """
        path = f"{ENTITLEMENTS}/consumptions/{segment(consumption_id)}/reverse"
        request = ApiRequest("POST", path, body=body_of(reversal), idempotency_key=idempotency_key, is_repeatable=True)
        return self._send(models.ConsumptionReversal, request)


class Settlements(Resource):
    """The settlement of each event: what was sold, refunded and paid out."""

    def list(self, **query: Unpack[params.ListSettlements]) -> List[models.Settlement]:
        """Lists settlements, the newest first."""
        return List(self._transport, SETTLEMENTS, models.Settlement, query)

    def sync_since(
        self,
        position: str | datetime | None = None,
        *,
        limit: int | None = None,
        event_id: str | None = None,
        overlap_seconds: float = 60,
    ) -> Changes[models.Settlement]:
        """Returns the settlements that have changed since a position or a time; without one, all settlements."""
        query = {"limit": limit, "event_id": event_id}
        source = ChangesSource(SETTLEMENTS, models.Settlement, "id", query, overlap_seconds)
        return Changes(self._transport, source, position)


class WebhookEvents(Resource):
    """
    The webhook events of the last 30 days. A secret key receives the types whose resources it can read. With this feed, a program
    that no server can reach, such as a till behind a firewall, receives the same events as a webhook endpoint.
    """

    def list(self, **query: Unpack[params.ListWebhookEvents]) -> List[WebhookEvent]:
        """Lists events in the order of their ``sequence``, the oldest first. To continue later, send the last one as ``after``."""
        return List(self._transport, WEBHOOK_EVENTS, WebhookEvent, query)

    def get(self, id: str) -> WebhookEvent:
        """Reads an event."""
        path = f"{WEBHOOK_EVENTS}/{segment(id)}"
        event: WebhookEvent = self._transport.send(ApiRequest("GET", path, result=WebhookEvent))
        return event

    def stream(
        self,
        *,
        on_connect: Callable[[], object] | None = None,
        on_disconnect: Callable[[OrganizerError], object] | None = None,
        **query: Unpack[params.StreamWebhookEvents],
    ) -> EventStream:
        """
        Returns each event when it is committed. Without ``after`` or ``created_since``, it starts with the next event.

        :param on_connect: called for each connection, when it has a position. From then on, no event is missed, even if the
            connection breaks
        :param on_disconnect: called with the reason before the client connects again. An exception in it ends the loop
        """
        return EventStream(self._transport, query, on_connect, on_disconnect)


class WebhookEndpoints(Resource):
    """The endpoints that receive webhook events. It needs the scope `webhooks:write`."""

    def list(self, **query: Unpack[params.ListWebhookEndpoints]) -> List[models.WebhookEndpointWithHealth]:
        """Lists endpoints with their health, the newest first."""
        return List(self._transport, WEBHOOK_ENDPOINTS, models.WebhookEndpointWithHealth, query)

    def create(self, **endpoint: Unpack[params.NewWebhookEndpoint]) -> models.CreatedWebhookEndpoint:
        """Creates an endpoint. Only this response and ``rotate_secret`` have a signing secret: store it."""
        request = ApiRequest("POST", WEBHOOK_ENDPOINTS, body=body_of(endpoint))
        return self._send(models.CreatedWebhookEndpoint, request)

    def get(self, id: str) -> models.WebhookEndpointWithHealth:
        """Reads an endpoint with its health."""
        return self._get(models.WebhookEndpointWithHealth, f"{WEBHOOK_ENDPOINTS}/{segment(id)}")

    def update(
        self, id: str, *, if_match: str | None = None, **changes: Unpack[params.WebhookEndpointUpdate]
    ) -> models.WebhookEndpointSettings:
        """Changes the given fields of an endpoint."""
        path = f"{WEBHOOK_ENDPOINTS}/{segment(id)}"
        return self._update(models.WebhookEndpointSettings, path, changes, if_match)

    def delete(self, id: str) -> models.WebhookEndpointSettings:
        """Deletes an endpoint, and cancels its pending deliveries."""
        path = f"{WEBHOOK_ENDPOINTS}/{segment(id)}"
        return self._send(models.WebhookEndpointSettings, ApiRequest("DELETE", path))

    def enable(self, id: str) -> models.WebhookEndpointSettings:
        """Enables an endpoint. It does not receive the events that it missed."""
        path = f"{WEBHOOK_ENDPOINTS}/{segment(id)}/enable"
        return self._send(models.WebhookEndpointSettings, ApiRequest("POST", path))

    def disable(self, id: str) -> models.WebhookEndpointSettings:
        """Disables an endpoint, and cancels its pending deliveries."""
        path = f"{WEBHOOK_ENDPOINTS}/{segment(id)}/disable"
        return self._send(models.WebhookEndpointSettings, ApiRequest("POST", path))

    def rotate_secret(self, id: str, **rotation: Unpack[params.SecretRotation]) -> models.RotatedSecret:
        """Creates a new signing secret. Deliveries are signed with the old one too until ``grace_hours`` have passed."""
        path = f"{WEBHOOK_ENDPOINTS}/{segment(id)}/rotate-secret"
        return self._send(models.RotatedSecret, ApiRequest("POST", path, body=body_of(rotation)))

    def test(self, id: str, **test: Unpack[params.WebhookTest]) -> models.WebhookDelivery:
        """Sends an event with example data to an endpoint."""
        path = f"{WEBHOOK_ENDPOINTS}/{segment(id)}/test"
        return self._send(models.WebhookDelivery, ApiRequest("POST", path, body=body_of(test)))


class WebhookDeliveries(Resource):
    """The deliveries of webhook events to endpoints. It needs the scope `webhooks:write`."""

    def list(self, **query: Unpack[params.ListWebhookDeliveries]) -> List[models.ListedDelivery]:
        """Lists deliveries, those of the newest event first."""
        return List(self._transport, WEBHOOK_DELIVERIES, models.ListedDelivery, query)

    def get(self, id: str) -> models.DeliveryDetail:
        """Reads a delivery with its event and its attempts."""
        return self._get(models.DeliveryDetail, f"{WEBHOOK_DELIVERIES}/{segment(id)}")

    def resend(self, id: str) -> models.WebhookDelivery:
        """Sends a delivery again now."""
        path = f"{WEBHOOK_DELIVERIES}/{segment(id)}/resend"
        return self._send(models.WebhookDelivery, ApiRequest("POST", path))


class Sandbox(Resource):
    """The sandbox, with test data. It needs a secret key of the sandbox, ``sk_test_…``."""

    def trigger(self, **request: Unpack[params.TriggerRequest]) -> models.TriggerResult:
        """Changes test data so that a webhook event of the given type is sent. Each call causes a new event."""
        path = "/api/v1/sandbox/triggers"
        return self._send(models.TriggerResult, ApiRequest("POST", path, body=body_of(request)))


class Embed(Resource):
    """The published events for the website of the organizer. A publishable key is sufficient."""

    def list(self, **query: Unpack[params.ListPublishedEvents]) -> List[models.PublicEvent]:
        """Lists the published events, the newest first."""
        return List(self._transport, EMBED, models.PublicEvent, query)

    @overload
    def get(self, id: str, *, lang: str | None = None, if_none_match: None = None) -> models.PublicEvent: ...
    @overload
    def get(self, id: str, *, lang: str | None = None, if_none_match: str) -> models.PublicEvent | None: ...
    def get(
        self, id: str, *, lang: str | None = None, if_none_match: str | None = None
    ) -> models.PublicEvent | None:
        """Reads a published event. ``lang`` is the language of its texts."""
        request = ApiRequest("GET", f"{EMBED}/{segment(id)}", query={"lang": lang}, if_none_match=if_none_match)
        return self._send(models.PublicEvent, request)

    @overload
    def availability(self, id: str, *, if_none_match: None = None) -> models.Availability: ...
    @overload
    def availability(self, id: str, *, if_none_match: str) -> models.Availability | None: ...
    def availability(self, id: str, *, if_none_match: str | None = None) -> models.Availability | None:
        """Reads which ticket types and add-ons of an event can be bought now."""
        return self._get(models.Availability, f"{EMBED}/{segment(id)}/availability", if_none_match)


class Checkout(Resource):
    """The purchase of tickets. It needs no API key; a key of the client is not sent."""

    def event(self, id: str, *, lang: str | None = None) -> models.EventOnSale:
        """Reads a published event, as buyers may see it. ``lang`` is the language of its texts."""
        return self._read(models.EventOnSale, f"events/{segment(id)}", None, lang)

    def quote(self, **cart: Unpack[params.QuoteRequest]) -> models.Quote:
        """Calculates the price of a cart. Nothing is reserved."""
        return self._post(models.Quote, "quote", cart, is_repeatable=True)

    def reserve(self, *, idempotency_key: str | None = None, **cart: Unpack[params.ReserveRequest]) -> models.Reservation:
        """Reserves the tickets and add-ons of a cart until ``expires_at``."""
        return self._create(models.Reservation, f"{PUBLIC}/reserve", cart, idempotency_key, token=None)

    def request_code(self, **request: Unpack[params.OtpRequest]) -> models.OtpSent:
        """Sends a one-time code to an e-mail address. The response is the same for all addresses."""
        return self._post(models.OtpSent, "otp", request)

    def verify_code(self, **request: Unpack[params.OtpVerifyRequest]) -> models.BuyerToken:
        """Verifies a one-time code. The ``buyer_token`` in the result proves the e-mail address for 30 minutes."""
        return self._post(models.BuyerToken, "otp/verify", request)

    def pay(self, **payment: Unpack[params.PayRequest]) -> models.PayResult:
        """Pays a reservation, or returns the page where the buyer pays. An order that is already paid is not paid again."""
        return self._post(models.PayResult, "pay", payment, is_repeatable=True)

    def cancel(self, **reservation: Unpack[params.CancelRequest]) -> models.CancelledReservation:
        """Cancels a reservation and releases its tickets."""
        return self._post(models.CancelledReservation, "cancel", reservation)

    def order(self, order_number: str, token: str, *, lang: str | None = None) -> models.BuyerOrder:
        """
        Reads an order of the buyer, with the QR contents of its tickets.

        :param token: the ``buyer_token`` or the ``reservation_token``
        :param lang: the language of its texts
        """
        return self._read(models.BuyerOrder, f"orders/{segment(order_number)}", token, lang)

    def answer(self, order_number: str, token: str, **answers: Unpack[params.OwnOrderAnswers]) -> models.BuyerOrder:
        """
        Changes answers of an order for its buyer.

        :param token: the ``buyer_token`` or the ``reservation_token``
        """
        path = f"{PUBLIC}/orders/{segment(order_number)}"
        return self._send(models.BuyerOrder, ApiRequest("PATCH", path, body=body_of(answers), token=token))

    def _read(self, result: type[T], path: str, token: str | None, lang: str | None) -> T:
        return self._send(result, ApiRequest("GET", f"{PUBLIC}/{path}", query={"lang": lang}, token=token))

    def _post(self, result: type[T], path: str, body: Mapping[str, Any], is_repeatable: bool = False) -> T:
        request = ApiRequest("POST", f"{PUBLIC}/{path}", body=body_of(body), token=None, is_repeatable=is_repeatable)
        return self._send(result, request)


class Gate(Resource):
    """
    The API of a device at a gate or a bar, which works for one event. The ``api_key`` of the client is the token of the device, from
    ``pair`` or from the command ``devices add``.
    """

    def pair(self, code: str) -> models.GatePairing:
        """Returns the token of a device for its pairing code, which can be used once. No token is sent."""
        request = ApiRequest("POST", f"{GATE}/pair", body={"code": code}, token=None)
        return self._send(models.GatePairing, request)

    def device(self) -> models.GateContext:
        """Reads the device, its event and its gates."""
        return self._get(models.GateContext, f"{GATE}/device")

    def report_status(self, **status: Unpack[params.GateDeviceStatus]) -> models.GateServerTime:
        """Reports the state of the device."""
        return self._post(models.GateServerTime, "device/status", status)

    def scan(self, **scanned: Unpack[params.GateScanRequest]) -> models.GateScan:
        """Decides about a scanned ticket. Read ``result``: the call also succeeds if the ticket is refused."""
        return self._post(models.GateScan, "scans", scanned)

    def send_scans(self, scans: Sequence[params.GateOfflineScan]) -> models.GateScanBatchResult:
        """Sends scans that were made without a network, oldest first."""
        return self._post(models.GateScanBatchResult, "scans/batch", {"scans": scans})

    def undo(self, scan_id: str) -> models.GateScan:
        """Undoes a scan. A repeated call changes nothing."""
        return self._post(models.GateScan, f"scans/{segment(scan_id)}/undo", None)

    def search(self, q: str) -> models.GateSearchResult:
        """Finds tickets of the event by names, bibs, order numbers and e-mail addresses. Each search is audited."""
        return self._send(models.GateSearchResult, ApiRequest("GET", f"{GATE}/search", query={"q": q}))

    def stats(self) -> models.GateStats:
        """Reads the numbers of scans."""
        return self._get(models.GateStats, f"{GATE}/stats")

    def look_up(self, qr_value: str) -> models.GateLookupResult:
        """Reads a ticket by its QR content, and the add-ons of its order."""
        return self._post(models.GateLookupResult, "entitlements/lookup", {"qr_value": qr_value})

    def consume(self, **consumption: Unpack[params.ConsumeRequest]) -> models.ConsumeResult:
        """Consumes units, once for each ``ref``, as ``entitlements.consume``."""
        return self._post(models.ConsumeResult, "entitlements/consume", consumption)

    def reverse(self, consumption_id: str, **reversal: Unpack[params.ReversalRequest]) -> models.ConsumptionReversal:
        """Returns all units of a consumption. A repeated call changes nothing."""
        return self._post(models.ConsumptionReversal, f"consumptions/{segment(consumption_id)}/reverse", reversal)

    def _post(self, result: type[T], path: str, body: Mapping[str, Any] | None) -> T:
        sent = None if body is None else body_of(body)
        return self._send(result, ApiRequest("POST", f"{GATE}/{path}", body=sent, is_repeatable=True))
