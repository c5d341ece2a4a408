"""
Runs the examples of the documentation, which are the arguments. Prints their outputs as JSON.

An example with an ``app`` receives a valid and a forged webhook. Its output begins with the statuses of the responses.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import io
import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any

import httpx


def post_webhooks(app: Any) -> None:
    """Sends a valid and a forged webhook to an application, and prints the statuses."""
    sample = json.loads(Path(os.environ["WEBHOOK_SAMPLES"]).read_text())["signedOrderPaid"]
    statuses = []
    for suffix in ("", " "):
        request = {"content": sample["body"] + suffix, "headers": sample["headers"]}
        is_asgi = inspect.iscoroutinefunction(type(app).__call__)
        statuses.append(str(asyncio.run(post_asgi(app, request)) if is_asgi else post_wsgi(app, request)))
    print(*statuses, "statuses")


def post_wsgi(app: Any, request: Any) -> int:
    with httpx.Client(transport=httpx.WSGITransport(app=app), base_url="http://app") as client:
        return client.post("/hooks", **request).status_code


async def post_asgi(app: Any, request: Any) -> int:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://app") as client:
        return (await client.post("/hooks", **request)).status_code


def run(file: str) -> str:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        app = runpy.run_path(file).get("app")
        if app is not None:
            post_webhooks(app)
    lines = output.getvalue().strip().split("\n")
    if app is None:
        return "\n".join(lines)
    *printed, statuses = lines
    return " ".join([statuses.removesuffix(" statuses"), *printed])


if __name__ == "__main__":
    print(json.dumps([run(file) for file in sys.argv[1:]]))
