"""Requests to a real server. ORGANIZER_URL, ORGANIZER_KEY, PUBLISHABLE_KEY, EVENT_ID, GATE_ID and PAIRING_CODE name it; its embed endpoints permit 3 requests."""

from __future__ import annotations

import asyncio
import os
import unittest
from typing import Any

import httpx

from organizer_sdk import (
    AsyncOrganizer,
    AuthenticationError,
    ConflictError,
    InvalidRequestError,
    NotFoundError,
    Organizer,
    PermissionDeniedError,
    PreconditionFailedError,
    RateLimitError,
)

url, key = os.environ["ORGANIZER_URL"], os.environ["ORGANIZER_KEY"]


class LosingTransport(httpx.HTTPTransport):
    """Sends each request, and loses the response to the first request with POST."""

    def __init__(self) -> None:
        super().__init__()
        self.posts = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        self.posts += request.method == "POST"
        if request.method == "POST" and self.posts == 1:
            response.close()
            raise httpx.ReadError("Connection reset by peer")
        return response


class Server(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Organizer(base_url=f"{url}/api/v1", api_key=key)
        self.addCleanup(self.client.close)

    def test_reads_resources_with_their_parts(self) -> None:
        [order] = self.client.orders.list(status="paid", expand=["items", "feeBreakdown"])
        self.assertEqual([item.quantity for item in order.items or []], [1, 40])
        detail = self.client.orders.get(order.order_number)
        self.assertEqual((detail.total, detail.created_at.utcoffset()), (order.total, order.created_at.utcoffset()))
        self.assertEqual(len(detail.tickets), 1)
        [ticket] = self.client.tickets.list(order_number=order.order_number)
        self.assertEqual(self.client.tickets.get(ticket.id).ticket_type_name, "10 km")
        self.assertEqual([settlement.currency for settlement in self.client.settlements.list()][0], "EUR")

    def test_checks_in_a_ticket_with_a_key_and_as_a_paired_device(self) -> None:
        event_id, gate_id = os.environ["EVENT_ID"], os.environ["GATE_ID"]
        ticket = self.client.tickets.list(event_id=event_id).page().data[0]
        check_in = self.client.check_ins.create(event_id=event_id, ticket_id=ticket.id, nonce="turnstile-1-1")
        self.assertEqual((check_in.result, check_in.gate_id), ("admitted", gate_id))
        with Organizer(base_url=url) as client:
            token = client.gate.pair(os.environ["PAIRING_CODE"]).token
        with Organizer(base_url=url, api_key=token) as client:
            self.assertEqual(client.gate.device().gates[0].id, gate_id)
            at = check_in.received_at
            refused = client.gate.scan(ticket_id=ticket.id, nonce="phone-1-1", scanned_at=at, gate_id=gate_id, direction="entry")
            self.assertEqual((refused.reason, refused.previous and refused.previous.scan_id), ("already_used", check_in.id))
            self.assertEqual(client.gate.stats().refused, {"already_used": 1})
        undone = self.client.check_ins.undo(check_in.id)
        self.assertEqual(undone.ticket and undone.ticket.status, "valid")

    def test_reads_all_pages_with_both_clients(self) -> None:
        created = [self.client.events.create(name=f"Page {index}", starts_at="2027-05-01T06:00:00Z").id for index in range(5)]
        expected = [event.id for event in self.client.events.list()]
        self.assertEqual(set(expected[:5]), set(created))
        self.assertEqual([event.id for event in self.client.events.list(limit=2)], expected)
        self.assertEqual([len(page.data) for page in self.client.events.list(limit=4).pages()][0], 4)

        async def read() -> list[str]:
            async with AsyncOrganizer(base_url=url, api_key=key) as client:
                details = await asyncio.gather(*(client.events.get(id) for id in created))
                self.assertEqual([event.id for event in details], created)
                return [event.id async for event in client.events.list(limit=2)]

        self.assertEqual(asyncio.run(read()), expected)

    def test_sync_since_returns_each_state_once(self) -> None:
        changes = self.client.events.sync_since()
        before = {event.id for event in changes}
        event = self.client.events.create(name="New", starts_at="2027-05-01T06:00:00Z")
        next_changes = self.client.events.sync_since(changes.position, limit=1)
        self.assertEqual([row.id for row in next_changes], [event.id])
        self.client.events.update(event.id, description="Changed")

        async def read(position: str) -> tuple[list[str | None], str]:
            async with AsyncOrganizer(base_url=url, api_key=key) as client:
                found = client.events.sync_since(position)
                return [row.description async for row in found], found.position

        descriptions, position = asyncio.run(read(next_changes.position))
        self.assertEqual(descriptions, ["Changed"])
        self.assertEqual(list(self.client.events.sync_since(position)), [])
        self.assertNotIn(event.id, before)

    def test_returns_none_for_an_unchanged_event_and_rejects_a_change_of_an_outdated_version(self) -> None:
        event = self.client.events.create(name="Race", starts_at="2027-05-01T06:00:00Z")
        event = self.client.events.get(event.id)
        facts = event.last_response
        assert facts is not None and facts.etag is not None and facts.request_id is not None
        self.assertEqual((facts.status, facts.request_id[:4], facts.rate_limit), (200, "req_", self.client.rate_limit))
        self.assertIsNone(self.client.events.get(event.id, if_none_match=facts.etag))
        self.client.events.update(event.id, if_match=facts.etag, name="Night race")
        with self.assertRaises(PreconditionFailedError):
            self.client.events.update(event.id, if_match=facts.etag, name="Race")
        changed = self.client.events.get(event.id, if_none_match=facts.etag)
        self.assertEqual(changed and changed.name, "Night race")

    def test_a_write_whose_response_is_lost_has_its_effect_once(self) -> None:
        [entitlement] = self.client.entitlements.list()

        def losing_client() -> Organizer:
            return Organizer(base_url=url, api_key=key, http_client=httpx.Client(transport=LosingTransport()))

        result = losing_client().entitlements.consume(entitlement_id=entitlement.id, units=2, ref="till-1")
        self.assertTrue(result.replayed)
        self.assertEqual(result.entitlement.units_remaining, entitlement.units_remaining - 2)
        event = losing_client().events.create(name="Once", starts_at="2027-05-01T06:00:00Z")
        names = [row.name for row in self.client.events.list()]
        self.assertEqual((names.count("Once"), event.name), (1, "Once"))
        with self.assertRaises(ConflictError) as caught:
            self.client.entitlements.consume(entitlement_id=entitlement.id, units=1_000, ref="till-2")
        self.assertEqual(caught.exception.params["unitsLeft"], result.entitlement.units_remaining)

    def test_a_stream_returns_each_event_once_and_continues_after_its_position(self) -> None:
        for index in range(3):
            self.client.events.create(name=f"Streamed {index}", starts_at="2027-05-01T06:00:00Z")
        stored = list(self.client.webhook_events.list(type=["event.created"]))
        connections: list[str] = []
        stream = self.client.webhook_events.stream(
            type=["event.created"], after=0, on_connect=lambda: connections.append("connected")
        )
        events = iter(stream)
        streamed = [next(events).id for _ in stored]
        self.assertEqual(streamed, [event.id for event in stored])
        self.assertEqual(connections, ["connected"])
        # The last event was not handled.
        rest = self.client.webhook_events.list(type=["event.created"], after=stream.position or 0)
        self.assertEqual([event.id for event in rest], streamed[-1:])

        async def stream_later() -> list[str]:
            async with AsyncOrganizer(base_url=url, api_key=key) as client:
                ids = []
                async for event in client.webhook_events.stream(type=["event.created"], after=0):
                    ids.append(event.id)
                    if len(ids) == len(stored):
                        break
                return ids

        self.assertEqual(asyncio.run(stream_later()), streamed)
        website = Organizer(base_url=url, api_key=os.environ["PUBLISHABLE_KEY"])
        with self.assertRaises(PermissionDeniedError):
            next(iter(website.webhook_events.stream()))

    def test_errors_have_the_class_the_code_and_the_fields_of_the_problem(self) -> None:
        with self.assertRaises(NotFoundError):
            self.client.orders.get("7K3Q9MX2PA")
        with self.assertRaises(InvalidRequestError) as caught:
            self.client.orders.list(limit=1_000).page()
        error = caught.exception
        self.assertEqual((error.code, error.status), ("invalid_request", 400))
        self.assertEqual([field.path for field in error.errors], ["limit"])
        self.assertRegex(error.request_id or "", "^req_")
        unknown: Any = {"colour": "red"}
        with self.assertRaisesRegex(InvalidRequestError, "colour"):
            self.client.events.create(name="Race", starts_at="2027-05-01T06:00:00Z", **unknown)
        with self.assertRaises(AuthenticationError):
            Organizer(base_url=url, api_key="sk_wrong").orders.list().page()

    def test_a_publishable_key_reads_the_embed_endpoints_until_their_limit_is_reached(self) -> None:
        website = Organizer(base_url=url, api_key=os.environ["PUBLISHABLE_KEY"], max_retries=0)
        [event] = [event for event in website.embed.list() if event.name == "Race "]
        self.assertFalse(website.embed.availability(event.id).sold_out)
        self.assertEqual(website.embed.get(event.id).id, event.id)
        with self.assertRaises(RateLimitError) as caught:
            # More than once, because a new window can begin between two requests.
            for _ in range(100):
                website.embed.list().page()
        self.assertEqual(caught.exception.rate_limit, website.rate_limit)
        self.assertGreater(int(caught.exception.headers["retry-after"]), 0)


if __name__ == "__main__":
    unittest.main()
