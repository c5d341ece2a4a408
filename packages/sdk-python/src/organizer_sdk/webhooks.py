"""
The verification of webhooks (Standard Webhooks 1.0.0). Secrets need only the standard library, public keys the extra ``ed25519``; the
models of the package then read the verified body.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from base64 import b64decode
from typing import Any, Final, Iterable, Literal, Protocol

from ._core import parse
from .models import WebhookEvent

__all__ = ["DEFAULT_TOLERANCE_SECONDS", "RequestHeaders", "VerificationErrorCode", "WebhookVerificationError", "verify"]

DEFAULT_TOLERANCE_SECONDS: Final = 300

VerificationErrorCode = Literal[
    "parsed_body",
    "missing_secret",
    "missing_package",
    "missing_header",
    "invalid_timestamp",
    "no_matching_signature",
    "invalid_body",
]

PUBLIC_KEY_BYTES: Final = 32
"""The length of a public key for Ed25519."""


class RequestHeaders(Protocol):
    """The headers of a request: a dictionary, or the headers of Flask, Django, Starlette and other frameworks."""

    def items(self) -> Iterable[tuple[str, Any]]: ...


class WebhookVerificationError(ValueError):
    """
    The request is not from the service, or is a copy of an old request. Respond with status 400, and do not use its body. With the
    code `missing_secret`, the secret of this program is missing or invalid, with `missing_package`, the package for public keys is not
    installed, and with `parsed_body`, this program has not passed the raw body: respond with status 500.
    """

    code: VerificationErrorCode

    def __init__(self, code: VerificationErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def verify(
    raw_body: bytes | str,
    headers: RequestHeaders,
    secrets: str | Iterable[str],
    *,
    tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
    now: float | None = None,
) -> WebhookEvent:
    """
    Verifies the signature of a webhook and returns its event.

    :param raw_body: the body as it was received, before it is parsed
    :param headers: the headers of the request
    :param secrets: the secret of the endpoint, ``whsec_…``, or its public key for Ed25519, ``whpk_…``, which needs the extra
        ``organizer-sdk[ed25519]``. While it is changed: the old and the new one
    :param tolerance_seconds: the maximum difference between the time of sending and the current time
    :param now: the current time in Unix seconds. By default from the clock of this computer
    :raises WebhookVerificationError: no signature is valid, or the time of sending differs too much from the current time
    :raises OrganizerError: the event does not have the documented form
    """
    if not isinstance(raw_body, (str, bytes, bytearray, memoryview)):
        raise WebhookVerificationError(
            "parsed_body", "The body was already parsed. Pass the raw body, as text or bytes, exactly as it was received."
        )
    keys = [_key(secret) for secret in _list_of(secrets) or [""]]
    by_name = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (_header(by_name, f"webhook-{part}") for part in ("id", "timestamp", "signature"))
    current = time.time() if now is None else now
    # This form of the comparison also rejects NaN.
    is_current = re.fullmatch("[0-9]{1,12}", timestamp) and abs(current - int(timestamp)) <= tolerance_seconds
    if not is_current:
        raise WebhookVerificationError(
            "invalid_timestamp",
            f"The time of sending is missing, or differs from the current time by more than {tolerance_seconds:g} s.",
        )
    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    signed = f"{message_id}.{timestamp}.".encode() + body
    if not any(_matches(signature, version, key, signed) for version, key in keys for signature in signatures.split(" ")):
        raise WebhookVerificationError(
            "no_matching_signature", "No signature matches the body and a secret. The body must be exactly as it was received."
        )
    try:
        event = json.loads(body)
    except ValueError as cause:
        raise WebhookVerificationError("invalid_body", "The body is signed, but is not JSON.") from cause
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise WebhookVerificationError("invalid_body", "The body is signed, but is not an event.")
    result: WebhookEvent = parse(WebhookEvent, event)
    return result


def _header(by_name: dict[str, Any], name: str) -> str:
    value = by_name.get(name)
    if not isinstance(value, str) or value == "":
        raise WebhookVerificationError("missing_header", f"The request has no header {name}.")
    return value


def _list_of(secrets: Any) -> list[Any]:
    return [secrets] if isinstance(secrets, str) or not isinstance(secrets, Iterable) else list(secrets)


def _key(secret: Any) -> tuple[str, bytes]:
    """The version of the signatures that a secret verifies, and its bytes."""
    text = secret.strip() if isinstance(secret, str) else ""
    version = "v1a" if text.startswith("whpk_") else "v1"
    key = _from_base64(text.removeprefix("whsec_").removeprefix("whpk_"))
    # With an empty secret, any client could create a valid signature.
    if key == b"" or (version == "v1a" and len(key) != PUBLIC_KEY_BYTES):
        raise WebhookVerificationError("missing_secret", "A secret is missing or is not valid.")
    return version, key


def _matches(candidate: str, version: str, key: bytes, signed: bytes) -> bool:
    candidate_version, _, text = candidate.partition(",")
    if candidate_version != version:
        return False
    signature = _from_base64(text)
    if version == "v1a":
        return _verify_ed25519(key, signed, signature)
    return hmac.compare_digest(hmac.new(key, signed, hashlib.sha256).digest(), signature)


def _verify_ed25519(public_key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as cause:
        raise WebhookVerificationError(
            "missing_package", "A public key needs the package cryptography: pip install 'organizer-sdk[ed25519]'."
        ) from cause
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _from_base64(text: str) -> bytes:
    """The decoded bytes; none if the text is not base64."""
    try:
        return b64decode(text + "=" * (-len(text) % 4), validate=True)
    except ValueError:
        return b""
