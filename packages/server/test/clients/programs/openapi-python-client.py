import importlib
import json
import pkgutil
import sys

import generated
from generated import AuthenticatedClient
from generated.api.add_ons import consume_units
from generated.api.events import list_events, update_event
from generated.api.orders import get_order
from generated.models import ConsumeRequest, UpdateEvent

for module in pkgutil.walk_packages(generated.__path__, "generated."):
    importlib.import_module(module.name)

base_url, key, order_number, entitlement_id = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=key)

events = list_events.sync(client=client, limit=1)
order = get_order.sync(client=client, order_number=order_number)
missing = get_order.sync(client=client, order_number="UNKNOWN000")
consumed = consume_units.sync(
    client=client,
    body=ConsumeRequest(entitlement_id=entitlement_id, units=1, ref="from openapi-python-client"),
)
event = events.data[0]
changed = update_event.sync(
    client=client,
    id=event.id,
    body=UpdateEvent(description="Changed by openapi-python-client", ends_at=None),
)

print(
    json.dumps(
        {
            "event": event.name,
            "hasMore": events.has_more,
            "buyer": order.buyer.email,
            "holder": order.tickets[0].holder_name,
            "total": order.fee_breakdown.total,
            "status": order.status,
            "error": missing.code,
            "reason": missing.reason,
            "remaining": consumed.entitlement.units_remaining,
            "description": changed.description,
        }
    )
)
