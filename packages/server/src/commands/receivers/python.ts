/** A receiver of webhooks for Python 3.10 or later. It needs no package. */
export const pythonReceiver = String.raw`# A receiver of webhooks. Start it with: WEBHOOK_SECRET=whsec_... python3 receiver.py
import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

PORT = int(os.environ.get("PORT", "4000"))
# While you change the secret of the endpoint: the old and the new one, separated by a comma.
SECRETS = [secret for secret in os.environ.get("WEBHOOK_SECRET", "").split(",") if secret]
TOLERANCE_SECONDS = 300
# Each received event is a line of this file. Use a database table with a unique column in production.
FILE = "events.jsonl"


def handle(event: dict) -> None:
    """What your program does with an event. If it raises an exception, the event is sent and handled again."""
    if event["type"] == "order.paid":
        order = event["data"]
        print("paid:", order["orderNumber"], order["total"], order["currency"], flush=True)
    else:
        print(f"{event['type']}:", event["id"], flush=True)


def verify(body: bytes, headers) -> None:
    """Raises ValueError with the reason if the signature (Standard Webhooks) is not valid."""
    message_id = headers.get("webhook-id", "")
    sent_at = headers.get("webhook-timestamp", "")
    is_number = sent_at.isascii() and sent_at.isdigit()
    if not is_number or abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        raise ValueError("the time of sending is missing or not current")
    candidates = headers.get("webhook-signature", "").split(" ")
    for secret in SECRETS:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        # With an empty key, any client could create a valid signature.
        if not key:
            raise ValueError("a secret in WEBHOOK_SECRET is not base64")
        mac = hmac.new(key, f"{message_id}.{sent_at}.".encode() + body, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(mac)
        # A comparison in constant time does not reveal how many characters are correct.
        if any(hmac.compare_digest(candidate.encode(), expected) for candidate in candidates):
            return
    raise ValueError("no signature matches")


# An event can arrive twice. Its id is then the same.
received: set[str] = set()
if os.path.exists(FILE):
    with open(FILE, encoding="utf-8") as lines:
        received = {json.loads(line)["id"] for line in lines if line.strip()}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        # The raw body: if JSON is parsed and written again, its bytes can be different.
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        try:
            verify(body, self.headers)
            event = json.loads(body)
        except ValueError as error:
            self.respond(400, str(error))
            return
        if event["id"] not in received:
            handle(event)
            with open(FILE, "a", encoding="utf-8") as lines:
                lines.write(json.dumps(event) + "\n")
            received.add(event["id"])
        self.respond(204, "")

    def respond(self, status: int, text: str) -> None:
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_args) -> None:
        pass


if not SECRETS:
    sys.exit("Set WEBHOOK_SECRET to the secret of the endpoint.")
server = HTTPServer(("127.0.0.1", PORT), Receiver)
print(f"listening on http://127.0.0.1:{PORT}", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
`;
