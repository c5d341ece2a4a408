"""Handlers that receive webhooks, for WSGI (Flask, Django) and ASGI (FastAPI, Starlette)."""

from __future__ import annotations

import inspect
from http import HTTPStatus
from typing import Any, Awaitable, Callable, Final, Mapping, MutableMapping, Sequence

from .models import WebhookEvent
from .webhooks import DEFAULT_TOLERANCE_SECONDS, RequestHeaders, WebhookVerificationError, verify

__all__ = ["AsgiHandler", "WsgiHandler"]

MAX_BODY_BYTES: Final = 8 * 1024 * 1024
"""The longest body that is read. An event with an order of 10,000 tickets has less."""

_Rejection = tuple[HTTPStatus, str]
_RECEIVED: Final = (HTTPStatus.NO_CONTENT, "")
_TEXT: Final = "text/plain; charset=utf-8"


class _Handler:
    """
    Verifies each request, and then calls ``on_event``. The response is 204 after that, and 400 if the signature is wrong.

    :param secrets: the secret of the endpoint, ``whsec_…``, or its public key ``whpk_…``. While it is changed: the old and the new one
    :param on_event: receives each verified event. Store the event and return. If the function raises an exception, the server responds
        with 500, and the service sends the event again. An event can arrive twice; its ``id`` is then the same
    :param tolerance_seconds: the maximum difference between the time of sending and the current time
    """

    def __init__(
        self,
        *,
        secrets: str | Sequence[str],
        on_event: Callable[[WebhookEvent], Any],
        tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
    ) -> None:
        self._secrets = secrets
        self._on_event = on_event
        self._tolerance_seconds = tolerance_seconds

    def _verify(self, body: bytes, headers: RequestHeaders) -> WebhookEvent | _Rejection:
        if len(body) > MAX_BODY_BYTES:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too long."
        try:
            return verify(body, headers, self._secrets, tolerance_seconds=self._tolerance_seconds)
        except WebhookVerificationError as error:
            # A missing secret or a parsed body is an error of this program, not of the request.
            if error.code in ("missing_secret", "missing_package", "parsed_body"):
                raise
            return HTTPStatus.BAD_REQUEST, str(error)


class WsgiHandler(_Handler):
    __doc__ = _Handler.__doc__

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        # Some servers end the body of a request without a length, and then say so.
        is_terminated = bool(environ.get("wsgi.input_terminated"))
        length = MAX_BODY_BYTES + 1 if is_terminated else int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(min(length, MAX_BODY_BYTES + 1))
        names = [name for name in environ if name.startswith("HTTP_")]
        result = self._verify(body, {name.removeprefix("HTTP_").replace("_", "-"): environ[name] for name in names})
        status, text = result if isinstance(result, tuple) else _RECEIVED
        if not isinstance(result, tuple):
            self._on_event(result)
        start_response(f"{status.value} {status.phrase}", [("content-type", _TEXT)] if text else [])
        return [text.encode()]


class AsgiHandler(_Handler):
    __doc__ = f"{_Handler.__doc__}\n    ``on_event`` can be an ``async`` function.\n"

    async def __call__(
        self,
        scope: MutableMapping[str, Any],
        receive: Callable[[], Awaitable[MutableMapping[str, Any]]],
        send: Callable[[MutableMapping[str, Any]], Awaitable[None]],
    ) -> None:
        body = b""
        message: Mapping[str, Any] = {"more_body": True}
        while message.get("more_body", False) and len(body) <= MAX_BODY_BYTES:
            message = await receive()
            body += message.get("body", b"")
        result = self._verify(body, {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]})
        status, text = result if isinstance(result, tuple) else _RECEIVED
        if not isinstance(result, tuple):
            outcome = self._on_event(result)
            if inspect.isawaitable(outcome):
                await outcome
        headers = [(b"content-type", _TEXT.encode())] if text else []
        await send({"type": "http.response.start", "status": status.value, "headers": headers})
        await send({"type": "http.response.body", "body": text.encode()})
