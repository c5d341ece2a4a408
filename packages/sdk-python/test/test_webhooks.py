"""The verification of webhooks. WEBHOOK_SAMPLES names a file with requests that other programs have signed."""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from organizer_sdk.handlers import MAX_BODY_BYTES, AsgiHandler, WsgiHandler
from organizer_sdk.models import OrderPaidWebhook, UnknownWebhook, WebhookEvent
from organizer_sdk.webhooks import WebhookVerificationError, verify

samples = json.loads(Path(os.environ["WEBHOOK_SAMPLES"]).read_text())
"""
The ``secret``, the ``otherSecret``, the ``publicKey``, the ``otherPublicKey``, ``seconds``, and for each sample its ``body`` and
``headers``.
"""
secret, other_secret, now = samples["secret"], samples["otherSecret"], samples["seconds"]
sample, other, ed25519, text = (samples[name] for name in ("signed", "signedWithOther", "signedWithEd25519", "signedText"))
body, headers, signature = sample["body"], sample["headers"], sample["headers"]["webhook-signature"]


class Verification(unittest.TestCase):
    def test_a_signature_of_the_reference_implementation_is_accepted(self) -> None:
        both = f"{other['headers']['webhook-signature']} {signature}"
        for raw_body, sent_headers, secrets, seconds in [
            (body, headers, secret, now),
            (body.encode(), headers, secret, now),
            (body, {name.title(): value for name, value in headers.items()}, secret, now),
            (body, headers, [other_secret, secret], now),
            (body, {**headers, "webhook-signature": both}, secret, now),
            (body, {**headers, "webhook-signature": f"v2,AA v1a,AA {signature}"}, secret, now),
            (body, headers, f"{secret}\n", now),
            (body, headers, secret, now + 300),
            (body, headers, secret, now - 300),
        ]:
            with self.subTest(secrets=secrets, headers=sent_headers, seconds=seconds):
                event = verify(raw_body, sent_headers, secrets, now=seconds)
                assert isinstance(event, UnknownWebhook)
                self.assertEqual(event.data, json.loads(body)["data"])

    def test_any_other_request_is_rejected(self) -> None:
        def with_signature(value: str) -> dict[str, str]:
            return {**headers, "webhook-signature": value}

        without = {name: value for name, value in headers.items() if name != "webhook-signature"}
        cases: list[tuple[Any, Any, Any, float, str]] = [
            (f"{body} ", headers, secret, now, "no_matching_signature"),
            (body, {**headers, "webhook-id": "msg_2"}, secret, now, "no_matching_signature"),
            (body, {**headers, "webhook-timestamp": str(now + 1)}, secret, now, "no_matching_signature"),
            (body, other["headers"], secret, now, "no_matching_signature"),
            (body, with_signature(signature[:-4]), secret, now, "no_matching_signature"),
            (body, with_signature("v1,%"), secret, now, "no_matching_signature"),
            (body, with_signature("v1,"), secret, now, "no_matching_signature"),
            (body, with_signature("v1,ë"), secret, now, "no_matching_signature"),
            (body, with_signature(signature.replace("v1", "v2")), secret, now, "no_matching_signature"),
            (body, without, secret, now, "missing_header"),
            (body, headers, secret, now + 301, "invalid_timestamp"),
            (body, headers, secret, now - 301, "invalid_timestamp"),
            (body, {**headers, "webhook-timestamp": "now"}, secret, now, "invalid_timestamp"),
            (body, {**headers, "webhook-timestamp": "²"}, secret, now, "invalid_timestamp"),
            (body, headers, secret, float("nan"), "invalid_timestamp"),
            (body, headers, [], now, "missing_secret"),
            (body, headers, "", now, "missing_secret"),
            (body, headers, [None], now, "missing_secret"),
            (body, headers, [secret, None], now, "missing_secret"),
            (body, headers, 5, now, "missing_secret"),
            (body, headers, None, now, "missing_secret"),
            (body, headers, "whpk_AAAA", now, "missing_secret"),
            (samples["signedList"]["body"], samples["signedList"]["headers"], secret, now, "invalid_body"),
            (json.loads(body), headers, secret, now, "parsed_body"),
            (None, headers, secret, now, "parsed_body"),
            (text["body"], text["headers"], secret, now, "invalid_body"),
        ]
        for raw_body, sent_headers, secrets, seconds, code in cases:
            with self.subTest(code, headers=sent_headers, secrets=secrets):
                with self.assertRaises(WebhookVerificationError) as caught:
                    verify(raw_body, sent_headers, secrets, now=seconds)
                self.assertEqual(caught.exception.code, code)

    def test_a_signature_with_ed25519_is_accepted_only_with_its_public_key(self) -> None:
        public_key, other_public_key = samples["publicKey"], samples["otherPublicKey"]
        signatures = ed25519["headers"]["webhook-signature"]
        for secrets in (public_key, [other_public_key, public_key], [other_secret, public_key]):
            self.assertEqual(verify(body, ed25519["headers"], secrets, now=now).id, "msg_1")
        for sent_body, sent_signatures, key in [
            (body, signatures, other_public_key),
            (f"{body} ", signatures, public_key),
            (body, signatures.replace("v1a", "v1"), public_key),
            (body, signature, public_key),
        ]:
            with self.assertRaisesRegex(WebhookVerificationError, "No signature"):
                verify(sent_body, {**headers, "webhook-signature": sent_signatures}, key, now=now)

    def test_a_malformed_signature_with_ed25519_does_not_match(self) -> None:
        for public_key, malformed in [(samples["publicKey"], "v1a,"), ("whpk_" + "/" * 43, f"v1a,{'A' * 86}")]:
            with self.assertRaisesRegex(WebhookVerificationError, "No signature"):
                verify(body, {**headers, "webhook-signature": malformed}, public_key, now=now)

    def test_only_a_public_key_needs_the_package_cryptography(self) -> None:
        with mock.patch.dict(sys.modules, {"cryptography": None, "cryptography.exceptions": None}):
            self.assertEqual(verify(body, ed25519["headers"], secret, now=now).id, "msg_1")
            with self.assertRaisesRegex(WebhookVerificationError, r"pip install 'organizer-sdk\[ed25519\]'") as caught:
                verify(body, ed25519["headers"], samples["publicKey"], now=now)
        self.assertEqual(caught.exception.code, "missing_package")

    def test_the_tolerance_can_be_changed_and_the_current_time_is_that_of_this_computer(self) -> None:
        self.assertEqual(verify(body, headers, secret, now=now + 900, tolerance_seconds=900).id, "msg_1")
        difference = abs(time.time() - now)
        self.assertEqual(verify(body, headers, secret, tolerance_seconds=difference + 600).id, "msg_1")


class Handlers(unittest.TestCase):
    events: list[WebhookEvent]

    def setUp(self) -> None:
        self.events = []

    def post(self, kind: str, raw_body: bytes, on_event: Any = None, secrets: Any = secret) -> int:
        """Sends a request to a handler. Returns the status of the response."""
        options: Any = {"secrets": secrets, "on_event": on_event or self.events.append, "tolerance_seconds": time.time()}
        statuses: list[int] = []
        if kind == "asgi":
            parts = [{"type": "http.request", "body": raw_body[:9], "more_body": True}, {"body": raw_body[9:]}]

            async def receive() -> Any:
                return parts.pop(0)

            async def send(message: Any) -> None:
                statuses.extend([message["status"]] if "status" in message else [])

            pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
            asyncio.run(AsgiHandler(**options)({"headers": pairs}, receive, send))
        else:
            environ = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
            is_terminated = kind == "wsgi without a length"
            length = {"wsgi.input_terminated": True} if is_terminated else {"CONTENT_LENGTH": str(len(raw_body))}
            WsgiHandler(**options)(
                {**environ, **length, "wsgi.input": io.BytesIO(raw_body), "wsgi.version": (1, 0)},
                lambda status, _headers: statuses.append(int(status[:3])),
            )
        return statuses[0]

    def test_only_a_valid_event_is_passed_on(self) -> None:
        for kind in ("asgi", "wsgi", "wsgi without a length"):
            with self.subTest(kind):
                self.events.clear()
                self.assertEqual(self.post(kind, body.encode()), 204)
                self.assertEqual(self.post(kind, body.encode() + b" "), 400)
                self.assertEqual(self.post(kind, b"x" * (MAX_BODY_BYTES + 1)), 413)
                self.assertEqual([event.id for event in self.events], ["msg_1"])

    def test_an_error_of_the_program_is_raised(self) -> None:
        def fail(_event: WebhookEvent) -> None:
            raise RuntimeError("The database is full.")

        async def fail_later(event: WebhookEvent) -> None:
            fail(event)

        for kind, on_event in [("asgi", fail), ("asgi", fail_later), ("wsgi", fail)]:
            with self.subTest(kind), self.assertRaisesRegex(RuntimeError, "database is full"):
                self.post(kind, body.encode(), on_event)
        for kind in ("asgi", "wsgi"):
            with self.subTest(kind), self.assertRaisesRegex(WebhookVerificationError, "secret is missing"):
                self.post(kind, body.encode(), secrets=[""])


class Types(unittest.TestCase):
    def test_a_known_event_has_its_model(self) -> None:
        paid = samples["signedOrderPaid"]
        event = verify(paid["body"], paid["headers"], secret, now=now)
        assert isinstance(event, OrderPaidWebhook)
        self.assertEqual((event.data.order_number, event.data.total), ("7K3Q9MX2PA", 4900))


if __name__ == "__main__":
    unittest.main()
