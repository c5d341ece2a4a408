"""
Reads lists and the stream, and consumes units, while orders are added and the server is killed.

Each request to the test is a line of the output. The program continues when it receives a line.
"""

from __future__ import annotations

import os
from concurrent.futures import Future, ThreadPoolExecutor

from organizer_sdk import Organizer
from organizer_sdk.models import ConsumeResult


def ask(request: str) -> None:
    print(request, flush=True)
    input()


client = Organizer(base_url=os.environ["ORGANIZER_URL"], api_key=os.environ["ORGANIZER_KEY"], max_retries=30)
[entitlement] = client.entitlements.list()
expected = [order.order_number for order in client.orders.list()]
events: list[int] = []
stream = iter(client.webhook_events.stream(type=["order.paid"], after=0))
while len(events) < 10:
    events.append(next(stream).sequence)

numbers: list[str] = []
consumptions: list[Future[ConsumeResult]] = []
with ThreadPoolExecutor(20) as pool:
    for order in client.orders.list(limit=10):
        numbers.append(order.order_number)
        if len(numbers) % 50 == 0:
            ask("add orders")
        if len(numbers) == 100:
            consumptions = [
                pool.submit(client.entitlements.consume, entitlement_id=entitlement.id, units=1, ref=f"killed-{unit}")
                for unit in range(20)
            ]
            ask("kill")
    for consumption in consumptions:
        consumption.result()

ask("add events")
stored = [event.sequence for event in client.webhook_events.list(type=["order.paid"])]
while len(events) < len(stored):
    events.append(next(stream).sequence)

print(f"each order once: {numbers == expected}")
print(f"units: {entitlement.units_remaining - client.entitlements.get(entitlement.id).units_remaining}")
print(f"events in order: {events == stored}")
