"""Which requests are sent and repeated, and how their responses are read. No server is needed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import unittest
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path
from typing import Any, Callable, Iterator
from unittest import mock

import httpx
from clients import Step, failure, ok, run_call, run_calls

import organizer_sdk
from organizer_sdk import (
    ApiError,
    AsyncOrganizer,
    ConnectionFailedError,
    Organizer,
    OrganizerError,
    RateLimit,
    RateLimitError,
    RequestTimeoutError,
)
from organizer_sdk._messages import MessageParser
from organizer_sdk.models import UnknownWebhook

connection_failed = httpx.ConnectError("Connection refused")
no_response = httpx.ReadTimeout("timed out")
no_retries = {"max_retries": 0}


def get_order(client: Any) -> Any:
    return client.orders.get("7K3Q9MX2PA")


def list_orders(client: Any) -> Any:
    return client.orders.list().page()


def create_ticket_type(client: Any) -> Any:
    return client.ticket_types.create("evt_1", name="10 km", price=2_000)


def consume(client: Any) -> Any:
    return client.entitlements.consume(entitlement_id="ent_1", units=1, ref="till-1")


ticket_type = httpx.Response(
    201,
    json={
        "id": "tty_1", "eventId": "evt_1", "name": "10 km", "description": None, "category": None, "price": 2000,
        "currency": "EUR", "quantity": None, "sold": 0, "reserved": 0, "available": None, "minPerOrder": 1,
        "salesStartAt": None, "salesEndAt": None, "startsAt": None, "showsQuantityLeft": False, "status": "paused", "position": 0, "maxPerOrder": None, "externalId": None, "metadata": {}, "color": "red",
        "translations": None, "bibs": None, "holderName": "optional", "ageRule": None, "categoryRule": None,
    },
)  # fmt: skip


def first_event(client: Any) -> Any:
    """The first event of the stream of either kind of client."""
    stream = client.webhook_events.stream()

    async def first() -> Any:
        async for event in stream:
            return event

    return first() if hasattr(stream, "__aiter__") else next(iter(stream))


def all_orders(client: Any) -> Any:
    """All orders of the stream of either kind of client."""
    stream = client.orders.stream(status=["paid"])

    async def collect() -> Any:
        return [order async for order in stream]

    return collect() if hasattr(stream, "__aiter__") else list(stream)


class Retries(unittest.TestCase):
    def test_after_429_and_503_it_waits_for_the_time_in_retry_after_and_at_most_a_second_longer(self) -> None:
        in_two_hours = format_datetime(datetime.now(timezone.utc) + timedelta(hours=2), usegmt=True)
        # The seconds until the date depend on the time that this test takes.
        for status, value, shortest, longest in [(429, "7", 7, 8), (503, "7", 7, 8), (503, in_two_hours, 3_600, 7_201)]:
            for kind, run in run_call(list_orders, failure(status, {"retry-after": value}), ok(), max_retry_after=8_000):
                with self.subTest(kind, status=status):
                    self.assertIs(run.result.has_more, False)
                    [pause] = run.pauses
                    self.assertTrue(shortest <= pause <= longest, pause)

    def test_each_attempt_has_the_same_idempotency_key_or_ref(self) -> None:
        for step in (connection_failed, no_response, failure(502), failure(503)):
            for call in (create_ticket_type, consume):
                for kind, run in run_call(call, step, ticket_type):
                    with self.subTest(kind, step=step, call=call):
                        first, second = run.sent
                        self.assertEqual(first.content, second.content)
                        self.assertEqual(first.headers.raw, second.headers.raw)
                        has_identity = "idempotency-key" in first.headers or b'"ref": "till-1"' in first.content
                        self.assertTrue(has_identity)

    def test_each_call_has_another_idempotency_key(self) -> None:
        def with_key(client: Any) -> Any:
            return client.ticket_types.create("evt_1", idempotency_key="import-7", name="10 km", price=2_000)

        for kind, runs in run_calls([create_ticket_type, create_ticket_type, with_key], [ticket_type] * 3):
            with self.subTest(kind):
                keys = [run.sent[0].headers["idempotency-key"] for run in runs]
                self.assertEqual(len(set(keys)), 3)
                self.assertRegex(keys[0], "^[0-9a-f]{32}$")
                self.assertEqual(keys[2], "import-7")

    def test_it_fails_after_five_attempts_with_growing_pauses(self) -> None:
        for kind, run in run_call(get_order, *[connection_failed] * 5):
            with self.subTest(kind):
                self.assertIsInstance(run.error, ConnectionFailedError)
                self.assertEqual(len(run.sent), 5)
                for pause, longest in zip(run.pauses, (0.5, 1, 2, 4), strict=True):
                    self.assertTrue(longest / 2 <= pause <= longest, run.pauses)

    def test_it_does_not_repeat(self) -> None:
        too_many_wrong_keys = failure(429, {"retry-after": "1"}, "too_many_failed_attempts")
        cases: list[tuple[httpx.Response | Exception, Callable[[Any], Any]]] = [
            (failure(429, {"retry-after": "3600"}), get_order),
            (failure(409), get_order),
            (too_many_wrong_keys, get_order),
            # If a first success would make the second attempt fail.
            (connection_failed, lambda client: client.events.update("evt_1", if_match='"1"', name="Race")),
            # If a second e-mail would be sent.
            (connection_failed, lambda client: client.checkout.request_code(email="a@example.com")),
            (connection_failed, lambda client: get_order(client.with_options(max_retries=0))),
        ]
        for step, call in cases:
            for kind, run in run_call(call, step):
                with self.subTest(kind, step=step):
                    self.assertIsInstance(run.error, OrganizerError)
                    self.assertEqual(run.pauses, [])

    def test_after_503_nothing_was_processed_so_any_request_is_repeated(self) -> None:
        for kind, run in run_call(
            lambda client: client.ticket_types.update("evt_1", "tty_1", if_match='"1"', price=1),
            failure(503, {"retry-after": "1"}),
            ticket_type,
        ):
            with self.subTest(kind):
                self.assertEqual([request.headers["if-match"] for request in run.sent], ['"1"', '"1"'])
                self.assertEqual(run.result.id, "tty_1")

    def test_a_stream_connects_again_however_often_it_fails(self) -> None:
        event = {"id": "msg_1", "type": "ping", "sequence": 7, "data": {}}
        stream = httpx.Response(200, text=f"id: 7\ndata: {json.dumps(event)}\n\n", headers={"content-type": "text/event-stream"})
        website = httpx.Response(200, text="<html>", headers={"content-type": "text/html"})
        for kind, run in run_call(first_event, *[connection_failed] * 1_100, stream):
            with self.subTest(kind):
                self.assertEqual((run.result.id, len(run.pauses), max(run.pauses) <= 8), ("msg_1", 1_100, True))
        for step in (failure(403), website):
            for kind, run in run_call(first_event, step):
                with self.subTest(kind):
                    self.assertIsInstance(run.error, ApiError)

    def test_a_stream_of_rows_continues_after_the_last_position_and_returns_each_row_once(self) -> None:
        def response(*rows: dict[str, Any]) -> httpx.Response:
            text = "".join(f"{json.dumps(row)}\n" for row in rows)
            return httpx.Response(200, text=text, headers={"content-type": "application/jsonl"})

        def row(number: str, **fields: Any) -> dict[str, Any]:
            return {"orderNumber": number, **fields}

        first = response(row("A"), row("B", nextCursor="after B"), row("C"))
        rest = response(row("C"), row("D", nextCursor=None))
        for kind, run in run_call(all_orders, first, connection_failed, rest):
            with self.subTest(kind):
                self.assertEqual([order.order_number for order in run.result], ["A", "B", "C", "D"])
                self.assertEqual([order.model_extra for order in run.result], [{}] * 4)
                cursors = [request.url.params.get("cursor") for request in run.sent]
                self.assertEqual(cursors, [None, "after B", "after B"])
                self.assertEqual(run.sent[0].headers["accept"], "application/jsonl")
        for kind, run in run_call(all_orders, response()):
            with self.subTest(kind):
                self.assertEqual(run.result, [])
        for kind, run in run_call(all_orders, *[response(row("A"))] * 5):
            with self.subTest(kind):
                self.assertIsInstance(run.error, ConnectionFailedError)

    def test_a_message_that_is_not_json_ends_a_stream_with_an_error_of_the_client(self) -> None:
        stream = httpx.Response(200, text="data: {\n\n", headers={"content-type": "text/event-stream"})
        for kind, run in run_call(first_event, stream):
            with self.subTest(kind):
                self.assertIs(type(run.error), OrganizerError)

    def test_a_response_that_arrives_too_slowly_is_a_timeout(self) -> None:
        seconds = iter([0.0, 4.0, 8.0, 12.0])

        def parts() -> Iterator[bytes]:
            for part in (b'{"data":', b"[]", b"}"):
                yield part

        http_client = httpx.Client(transport=httpx.MockTransport(lambda _request: httpx.Response(200, content=parts())))
        client = Organizer(base_url="https://tickets.example.com", timeout=10, max_retries=0, http_client=http_client)
        with mock.patch("organizer_sdk._core.monotonic", lambda: next(seconds)), self.assertRaises(RequestTimeoutError):
            get_order(client)


class Responses(unittest.TestCase):
    def test_an_error_has_the_facts_of_the_response_and_the_client_the_last_rate_limit(self) -> None:
        limits = {"ratelimit-limit": "120", "ratelimit-remaining": "0", "ratelimit-reset": "42", "request-id": "req_1"}
        problem = {
            "code": "rate_limited",
            "detail": "Wait.",
            "reason": "rate_limited",
            "params": {"seconds": 42},
            "errors": [{"path": "limit", "code": "too_large", "params": {}, "message": "Too large."}],
        }
        clients = []

        def first(client: Any) -> Any:
            clients.append(client)
            assert client.rate_limit is None
            return get_order(client.with_options(max_retries=0))

        steps: list[Step] = [
            httpx.Response(429, json=problem, headers=limits),
            httpx.Response(403, text="<html>"),
            httpx.Response(200, text="<html>"),
            httpx.Response(200, json=[1]),
        ]
        for kind, [limited, *others] in run_calls([first, get_order, get_order, get_order], steps):
            with self.subTest(kind):
                error = limited.error
                assert isinstance(error, RateLimitError)
                rate_limit = RateLimit(120, 0, 42)
                self.assertEqual(
                    (str(error), error.status, error.code, error.reason, error.request_id, error.rate_limit),
                    ("Wait.", 429, "rate_limited", "rate_limited", "req_1", rate_limit),
                )
                self.assertEqual((error.params, [entry.path for entry in error.errors]), ({"seconds": 42}, ["limit"]))
                self.assertEqual(clients[-1].rate_limit, rate_limit)
                for run in others:
                    assert isinstance(run.error, ApiError)
                    self.assertEqual((run.error.code, run.error.request_id), ("unexpected_response", None))
                    self.assertIn("Check base_url", str(run.error))

    def test_fields_and_values_of_a_newer_service_are_returned(self) -> None:
        for kind, run in run_call(create_ticket_type, ticket_type):
            with self.subTest(kind):
                self.assertEqual((run.result.status, run.result.model_extra), ("paused", {"color": "red"}))
                self.assertEqual(json.loads(run.result.model_dump_json(by_alias=True)), ticket_type.json())
        event = {"id": "msg_1", "type": "gate.opened", "apiVersion": "v1", "createdAt": "2027-05-01T06:00:00.000Z"}
        response = httpx.Response(200, json={**event, "sequence": 1, "data": {"gate": "North"}})
        for kind, run in run_call(lambda client: client.webhook_events.get("msg_1"), response):
            with self.subTest(kind):
                assert isinstance(run.result, UnknownWebhook)
                self.assertEqual(run.result.data, {"gate": "North"})

    def test_names_and_times_have_the_form_of_the_api(self) -> None:
        time = datetime(2027, 5, 1, 8, tzinfo=timezone(timedelta(hours=2)))

        def calls(client: Any) -> Any:
            return client.orders.list(created_since=time, expand=["buyer", "feeBreakdown"], event_id="evt_1").page()

        for kind, run in run_call(calls, ok()):
            with self.subTest(kind):
                expected = [
                    ("createdSince", "2027-05-01T08:00:00+02:00"),
                    ("expand", "buyer"),
                    ("expand", "feeBreakdown"),
                    ("eventId", "evt_1"),
                ]
                self.assertEqual(run.sent[0].url.params.multi_items(), expected)

        def update(client: Any) -> Any:
            return client.ticket_types.update("e/1", "tty_1", sales_start_at=time, description=None)

        for kind, run in run_call(update, ticket_type):
            with self.subTest(kind):
                [request] = run.sent
                self.assertEqual(request.url.raw_path, b"/api/v1/events/e%2F1/ticket-types/tty_1")
                expected_body = {"salesStartAt": "2027-05-01T08:00:00+02:00", "description": None}
                self.assertEqual(json.loads(request.content), expected_body)

    def test_the_body_of_any_other_request_is_sent_as_it_is(self) -> None:
        def send(client: Any) -> Any:
            return client.request("POST", "/api/v1/labels", body={"my_fields": {"shoe_size": 43}}, idempotency_key="1")

        for kind, run in run_call(send, httpx.Response(201, json={"made": True})):
            with self.subTest(kind):
                self.assertEqual((run.result, run.sent[0].content), ({"made": True}, b'{"my_fields": {"shoe_size": 43}}'))

    def test_a_base_url_or_a_key_that_cannot_be_used_is_rejected(self) -> None:
        url = "https://tickets.example.com"
        wrong: list[Any] = ["", "/", "tickets.example.com", "ftp://tickets.example.com", "https://", f"{url}?a=b", f"{url}#a", None]
        for client in (Organizer, AsyncOrganizer):
            for base_url in wrong:
                with self.subTest(base_url), self.assertRaisesRegex(ValueError, "^base_url must be a URL with https or http"):
                    client(base_url=base_url)
            for api_key in ("", " ", "sk_ü", "sk_1 2", "sk_1\nx"):
                with self.subTest(api_key), self.assertRaisesRegex(ValueError, "^api_key must be"):
                    client(base_url=url, api_key=api_key)

    def test_a_request_has_the_name_and_the_version_of_the_package_and_the_key_without_a_line_break(self) -> None:
        for kind, run in run_call(list_orders, ok(), api_key="sk_1\n"):
            with self.subTest(kind):
                sent = run.sent[0].headers
                name = f"organizer-sdk-python/{organizer_sdk.__version__}"
                self.assertEqual((sent["user-agent"], sent["authorization"]), (name, "Bearer sk_1"))

    def test_a_client_of_httpx_that_was_handed_in_keeps_its_name_and_stays_open(self) -> None:
        names: list[str] = []

        def respond(request: httpx.Request) -> httpx.Response:
            names.append(request.headers["user-agent"])
            return ok()

        http_client = httpx.Client(transport=httpx.MockTransport(respond), headers={"user-agent": "shop/2"})
        with Organizer(base_url="https://tickets.example.com", http_client=http_client) as client:
            list_orders(client)
        self.assertFalse(http_client.is_closed)
        self.assertEqual(names, ["shop/2"])

        async def use() -> tuple[bool, bool]:
            handed_in = httpx.AsyncClient(transport=httpx.MockTransport(respond))
            async with AsyncOrganizer(base_url="https://tickets.example.com", http_client=handed_in):
                pass
            own = AsyncOrganizer(base_url="https://tickets.example.com")
            await own.with_options(max_retries=0).aclose()
            still_open = not own._transport.http_client.is_closed
            await own.aclose()
            return handed_in.is_closed, still_open and own._transport.http_client.is_closed

        self.assertEqual(asyncio.run(use()), (False, True))


def requests_of(source: str) -> list[httpx.Request]:
    """The requests that a sample sends."""
    sent: list[httpx.Request] = []

    def respond(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return failure(418)

    def client(**options: Any) -> Organizer:
        return Organizer(**options, http_client=httpx.Client(transport=httpx.MockTransport(respond)))

    with (
        mock.patch("organizer_sdk.Organizer", client),
        mock.patch.dict(os.environ, {"ORGANIZER_KEY": "sk_1"}),
        contextlib.suppress(ApiError),
    ):
        exec(source, {})
    return sent


class Operations(unittest.TestCase):
    def test_the_sample_of_each_operation_sends_its_request_with_the_key_only_if_it_is_needed(self) -> None:
        document = json.loads(Path(os.environ["OPENAPI_FILE"]).read_text())
        for path, item in document["paths"].items():
            for method, operation in item.items():
                with self.subTest(operation["operationId"]):
                    samples = {sample["lang"]: sample["source"] for sample in operation["x-codeSamples"]}
                    [request] = requests_of(samples["Python"])
                    examples = {parameter["name"]: parameter.get("example") for parameter in operation.get("parameters", [])}
                    self.assertEqual((request.method, request.url.path), (method.upper(), path.format(**examples)))
                    schemes = [scheme for option in operation.get("security", []) for scheme in option]
                    token = {"key": "^Bearer sk_1$", "buyer": "^Bearer rsv_"}.get(schemes[0] if schemes else "", "^None$")
                    self.assertRegex(str(request.headers.get("authorization")), token)
                    body = operation.get("requestBody", {"content": {"application/json": {"example": None}}})
                    self.assertEqual(json.loads(request.content or "null"), body["content"]["application/json"]["example"])

    def test_there_is_a_method_for_each_operation_of_devices(self) -> None:
        at = "2026-11-20T09:00:00Z"
        scanned: Any = {"qr_value": "qr", "nonce": "phone-1-1", "scanned_at": at, "gate_id": "gat_1", "direction": "entry"}
        decided = {"offline": True, "device_result": "admitted", "device_reason": None}
        calls: dict[str, Callable[[Any], Any]] = {
            "pairDevice": lambda client: client.gate.pair("K7MP-3XQ9"),
            "getDevice": lambda client: client.gate.device(),
            "reportDeviceStatus": lambda client: client.gate.report_status(battery=0.5, app_version="1.0.0", queue_length=0),
            "scanTicket": lambda client: client.gate.scan(**scanned),
            "sendScans": lambda client: client.gate.send_scans([{**scanned, **decided}]),
            "undoScan": lambda client: client.gate.undo("id"),
            "searchTickets": lambda client: client.gate.search("lovelace"),
            "getStats": lambda client: client.gate.stats(),
            "lookUpEntitlements": lambda client: client.gate.look_up("qr"),
            "consumeUnits": lambda client: client.gate.consume(entitlement_id="ent_1", units=1, ref="bar-1"),
            "reverseConsumption": lambda client: client.gate.reverse("id", reason="mistake"),
        }
        document = json.loads(Path(os.environ["GATE_FILE"]).read_text())
        operations = []
        for path, item in document["paths"].items():
            for method, operation in item.items():
                token = "Bearer gd_1" if operation.get("security") else None
                plain_path = path.replace("{", "").replace("}", "")
                # The responses of two are not JSON.
                if operation["operationId"] not in ("streamStats", "getOfflineBundle"):
                    operations.append((operation["operationId"], f"{method.upper()} {plain_path}", token))
        self.assertGreater(len(operations), 10)
        # No operation has this status, so each call ends after its request.
        for kind, runs in run_calls(list(calls.values()), [failure(418)] * len(calls), api_key="gd_1"):
            sent = [
                (name, f"{request.method} {request.url.path}", request.headers.get("authorization"))
                for name, run in zip(calls, runs, strict=True)
                for request in run.sent
            ]
            with self.subTest(kind):
                self.assertEqual(sorted(sent, key=str), sorted(operations, key=str))


class Changes(unittest.TestCase):
    def test_a_position_stays_a_minute_before_the_first_page_with_recent_changes(self) -> None:
        order = {"eventId": "evt_1", "status": "paid", "currency": "EUR", "subtotal": 0, "total": 0, "refundedTotal": 0}
        order |= {"ticketCount": 1, "createdAt": "2026-11-01T00:00:00.000Z", "paidAt": None, "expiresAt": None}

        def page(date: str, number: str, updated_at: str, cursor: str | None) -> httpx.Response:
            row = {**order, "orderNumber": number, "updatedAt": updated_at}
            body = {"data": [row], "hasMore": cursor is not None, "nextCursor": cursor}
            return httpx.Response(200, json=body, headers={"date": f"Sun, 22 Nov 2026 {date} GMT"})

        steps = [
            page("10:00:00", "OLD", "2026-11-01T00:00:00.000Z", "after-old"),
            page("10:05:00", "RECENT", "2026-11-22T10:04:30.000Z", "after-recent"),
            page("10:30:00", "NEW", "2026-11-22T10:29:59.000Z", None),
        ]

        def pages(client: Any) -> Any:
            async def collect() -> Any:
                return [page async for page in client.orders.sync_since().pages()]

            found = client.orders.sync_since().pages()
            return collect() if hasattr(found, "__aiter__") else list(found)

        for kind, run in run_call(pages, *steps):
            with self.subTest(kind):
                positions = [json.loads(page.position) for page in run.result]
                self.assertEqual(
                    [(position["since"], [key for key, _state in position["returned"]]) for position in positions],
                    [
                        ("2026-11-01T00:00:00.000Z", ["OLD"]),
                        ("2026-11-22T10:04:00.000Z", ["RECENT"]),
                        ("2026-11-22T10:04:00.000Z", ["RECENT", "NEW"]),
                    ],
                )
                self.assertEqual(
                    dict(run.sent[2].url.params),
                    {"limit": "100", "updatedSince": "1970-01-01T00:00:00.000Z", "cursor": "after-recent"},
                )

    def test_a_position_that_is_neither_a_position_nor_a_time_is_rejected(self) -> None:
        for position in ("yesterday", "{", '{"since":1}', "2027-05-01", datetime(2027, 5, 1)):
            client = Organizer(base_url="https://tickets.example.com")
            with self.subTest(position), self.assertRaisesRegex(OrganizerError, "neither a position"):
                client.orders.sync_since(position)


class Messages(unittest.TestCase):
    def test_several_lines_of_data_are_joined_by_line_feeds(self) -> None:
        [message] = MessageParser().feed(b'id: x\ndata: {"type":\ndata: "ping",\r\ndata\ndata:"id": "a"}\n\n')
        self.assertEqual((message.id, message.data), (None, b'{"type":\n"ping",\n\n"id": "a"}'))

    def test_messages_are_the_same_wherever_the_connection_divides_them(self) -> None:
        data = '{"note":"Zoë 日本 \u2028\x85"}'.encode()
        stream = b"id: 7\n\n: comment\r\nid: 8\r\nevent: x\r\ndata: " + data + b"\r\n\r\nid: 9\n\n"
        expected = [(7, b""), (8, data), (9, b"")]
        for size in range(1, len(stream)):
            parser = MessageParser()
            chunks = [stream[start : start + size] for start in range(0, len(stream), size)]
            messages = [message for chunk in chunks for message in parser.feed(chunk)]
            self.assertEqual([(message.id, message.data) for message in messages], expected)


if __name__ == "__main__":
    unittest.main()
