# Written by "npm run openapi" from the documents in openapi/. Do not edit.
# Amounts are integers in minor units.
from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Discriminator, SkipValidation, Tag

from ._model import Model, absent


class ConsumeResult(Model):
    """A consumption, and the current state of its entitlement"""

    consumption: Consumption = absent
    entitlement: Entitlement = absent
    replayed: bool = absent
    """True if an earlier request consumed the units and this request consumed no units"""


class Consumption(Model):
    """Units that were consumed"""

    id: str = absent
    """Id of the consumption"""
    entitlement_id: str = absent
    """Id of the entitlement"""
    units: int = absent
    """Number of units that were consumed"""
    ref: str = absent
    """Your identifier for the consumption"""
    created_at: datetime = absent
    """When the units were consumed"""
    reversed_at: datetime | None = absent
    """When the consumption was reversed, which returned all its units; null if it was not"""


class ConsumptionReversal(Model):
    """A reversed consumption, and the current state of its entitlement"""

    consumption: Consumption = absent
    entitlement: Entitlement = absent
    replayed: bool = absent
    """True if an earlier request has reversed the consumption"""


class Entitlement(Model):
    """A purchased add-on and its remaining units, without personal fields"""

    id: str = absent
    """Id of the entitlement"""
    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    addon_id: str = absent
    """Id of the add-on"""
    ticket_id: str | None = absent
    """Id of the ticket whose holder it belongs to; null for an add-on of the order"""
    name: str = absent
    """Name of the add-on when it was granted"""
    type: str = absent
    """Kind of add-on, in one word"""
    units_total: int = absent
    """Number of purchased units, less refunded units"""
    units_consumed: int = absent
    """Number of consumed units"""
    units_remaining: int = absent
    """Number of units that are neither consumed nor refunded"""
    consumed: bool = absent
    """Whether no units remain, because all were consumed or refunded"""
    created_at: datetime = absent
    """When the entitlement was granted"""
    updated_at: datetime = absent
    """When the entitlement last changed"""


class Gate(Model):
    """A check-in point of an event"""

    id: str = absent
    """Id of the gate"""
    name: str = absent
    """Name of the gate"""
    direction: SkipValidation[Literal["entry", "exit", "both"]] = absent
    """In which direction tickets can be scanned"""
    reentry: bool = absent
    """Whether a holder who has left can enter again"""
    ticket_type_ids: list[str] | None = absent
    """The admitted ticket types; null for all"""
    categories: list[str] | None = absent
    """The admitted categories; null for all"""
    opens_at: datetime | None = absent
    """The time from which holders can enter; null if there is no such limit"""
    closes_at: datetime | None = absent
    """The time until which holders can enter; null if there is no such limit"""


class GateContext(Model):
    """All that a device needs to know about its event"""

    device: GateDevice = absent
    organizer: GateOrganizer = absent
    event: GateEvent = absent
    gates: list[Gate] = absent
    """The gates that the device can use"""
    ticket_types: list[GateTicketType] = absent
    """The ticket types of the event"""
    reverse_within_seconds: int = absent
    """The time within which a consumption can be reversed, in seconds"""
    bundle_key: str = absent
    """The public key that verifies offline bundles: Ed25519, 32 bytes in base64"""
    server_time: datetime = absent
    """The time of the server, from which the device computes by how much its clock is wrong"""


class GateCounts(Model):
    """The scans of one gate"""

    gate_id: str = absent
    """Id of the gate"""
    admitted: int = absent
    """Number of entries, without undone ones"""
    exited: int = absent
    """Number of exits, without undone ones"""
    refused: int = absent
    """Number of refused scans"""
    minutes: list[GateMinute] = absent
    """The minutes of the last hour in which tickets were scanned, oldest first"""


class GateDevice(Model):
    """The device that sends the request"""

    id: str = absent
    """Id of the device"""
    name: str = absent
    """Name of the device"""
    roles: list[SkipValidation[Literal["gate", "bar"]]] = absent
    """`gate`: can scan tickets; `bar`: can hand out add-ons"""
    carries_names: bool = absent
    """Whether the offline bundle of the device has the names of holders, and the words by which buyers are found, unencrypted. Encrypted names can be read only with the QR code of their ticket"""
    expires_at: datetime = absent
    """When the token of the device expires"""


class GateEvent(Model):
    """The event at which the device is used"""

    id: str = absent
    """Id of the event"""
    name: str = absent
    """Name of the event"""
    timezone: str = absent
    """IANA time zone"""
    starts_at: datetime = absent
    """Start of the event"""
    ends_at: datetime | None = absent
    """End of the event"""


class GateFoundTicket(Model):
    """A ticket that was found by a search"""

    id: str = absent
    """Id of the ticket"""
    ticket_type_id: str = absent
    """Id of the ticket type"""
    ticket_type_name: str = absent
    """Name of the ticket type"""
    category: str | None = absent
    """Class of the holder, such as an age group"""
    bib: str = absent
    """Start number or seat number"""
    holder_name: str | None = absent
    """Name of the holder"""
    status: SkipValidation[Literal["valid", "used", "void"]] = absent
    """Status of the ticket"""
    inside: bool | None = absent
    """Whether the holder is inside; null if the ticket was not used"""
    addons: list[HolderAddon] = absent
    """The add-ons of the ticket holder"""
    order_number: str = absent
    """Order number"""


class GateLookupResult(Model):
    """What a guest has bought; `ticket` is null for an unknown QR code"""

    ticket: GateTicket | None = absent
    entitlements: list[Entitlement] = absent
    """The add-ons of the ticket holder, and those of the order"""


class GateMinute(Model):
    """The scans of one minute"""

    at: datetime = absent
    """Start of the minute"""
    admitted: int = absent
    """Number of entries, without undone ones"""
    exited: int = absent
    """Number of exits, without undone ones"""
    refused: int = absent
    """Number of refused scans"""


class GateOrganizer(Model):
    """The organizer of the event"""

    name: str = absent
    """Name of the organizer"""


class GatePairing(Model):
    """The token of a paired device"""

    token: str = absent
    """The token of the device. An earlier token of the device stops working."""
    device: GateDevice = absent


class GatePreviousScan(Model):
    """When and where the ticket was used before"""

    scan_id: str | None = absent
    """Id of the scan; null if the ticket was used without a scan"""
    gate_id: str | None = absent
    """Id of the gate"""
    gate_name: str | None = absent
    """Name of the gate"""
    device_name: str | None = absent
    """Name of the device, or of the API key"""
    at: datetime = absent
    """When the ticket was used"""
    direction: SkipValidation[Literal["entry", "exit"]] = absent
    """`entry` or `exit`"""


class GateScan(Model):
    """A scan and its result"""

    id: str = absent
    """Id of the scan"""
    result: SkipValidation[Literal["admitted", "refused"]] = absent
    """`admitted`: the holder can pass; `refused`: the holder cannot"""
    reason: SkipValidation[Literal["already_used", "void", "wrong_event", "wrong_gate", "not_open", "closed", "exited", "not_inside", "wrong_direction", "unknown"]] | None = absent
    direction: SkipValidation[Literal["entry", "exit"]] = absent
    """`entry` or `exit`"""
    gate_id: str = absent
    """Id of the gate"""
    scanned_at: datetime = absent
    """When the ticket was scanned, by the clock of the device"""
    received_at: datetime = absent
    """When the server received the scan"""
    forced: bool = absent
    """Whether the holder was admitted although the ticket would have been refused"""
    conflict: bool = absent
    """Whether the device admitted the holder offline although the server would have refused the ticket"""
    implausible_time: bool = absent
    """Whether `scannedAt` is more than 7 days before `receivedAt`, or more than 5 minutes after it, because the clock of the device was wrong. Charts do not contain such scans of devices without a network"""
    replayed: bool = absent
    """Whether an earlier request with this nonce has created the scan"""
    undone_at: datetime | None = absent
    """When the scan was undone; null if it was not"""
    ticket: GateTicket | None = absent
    previous: GatePreviousScan | None = absent


class GateScanBatchResult(Model):
    """What the server found for each scan"""

    results: list[GateScan] = absent
    """The results, in the order of the scans"""


class GateSearchResult(Model):
    """Tickets of the event"""

    tickets: list[GateFoundTicket] = absent
    """The tickets that were found"""


class GateServerTime(Model):
    """The time of the server"""

    server_time: datetime = absent
    """The time of the server"""


class GateStats(Model):
    """The scans of the event"""

    tickets: int = absent
    """Number of sold tickets, without those that were returned to stock"""
    admitted: int = absent
    """Number of entries, without undone ones"""
    exited: int = absent
    """Number of exits, without undone ones"""
    inside: int = absent
    """Entries minus exits"""
    conflicts: int = absent
    """Number of scans that a device admitted offline although the server would have refused"""
    refused: dict[str, int] = absent
    """Number of refused scans by their reason"""
    gates: list[GateCounts] = absent
    """The gates of the event"""


class GateTicket(Model):
    """A ticket as a gate shows it"""

    id: str = absent
    """Id of the ticket"""
    ticket_type_id: str = absent
    """Id of the ticket type"""
    ticket_type_name: str = absent
    """Name of the ticket type"""
    category: str | None = absent
    """Class of the holder, such as an age group"""
    bib: str = absent
    """Start number or seat number"""
    holder_name: str | None = absent
    """Name of the holder"""
    status: SkipValidation[Literal["valid", "used", "void"]] = absent
    """Status of the ticket"""
    inside: bool | None = absent
    """Whether the holder is inside; null if the ticket was not used"""
    addons: list[HolderAddon] = absent
    """The add-ons of the ticket holder"""


class GateTicketType(Model):
    """A ticket type of the event"""

    id: str = absent
    """Id of the ticket type"""
    name: str = absent
    """Name of the ticket type"""


class HolderAddon(Model):
    """An add-on of a ticket holder"""

    id: str = absent
    """Id of the entitlement"""
    item_id: str = absent
    """Id of the item of the order"""
    addon_id: str = absent
    """Id of the add-on"""
    name: str = absent
    """Name of the add-on when it was granted"""
    type: str = absent
    """Kind of add-on, in one word"""
    units_total: int = absent
    """Number of purchased units, less refunded units"""
    units_consumed: int = absent
    """Number of consumed units"""


class Addon(Model):
    id: str = absent
    """Id of the add-on"""
    event_id: str = absent
    """Id of the event"""
    name: str = absent
    """Name shown to buyers"""
    type: str = absent
    """Kind of add-on, in one word"""
    price: int = absent
    """Price of one purchase, in minor units of `currency`"""
    currency: str = absent
    """ISO 4217 code"""
    units_per_purchase: int = absent
    """Number of units in one purchase; each unit is consumed separately"""
    assigned_to: SkipValidation[Literal["order", "holder"]] = absent
    """`order`: it is bought for the order; `holder`: for a ticket holder, in `addons` of the attendee"""
    max_per_holder: int | None = absent
    """Maximum quantity for each ticket holder; null for an add-on of the order"""
    quantity: int | None = absent
    """Quantity for sale; null: unlimited"""
    sold: int = absent
    """Sold quantity. It does not change `updatedAt`"""
    reserved: int = absent
    """Quantity held by pending orders. It does not change `updatedAt`"""
    available: int | None = absent
    """Quantity that can be bought now; null: unlimited. It does not change `updatedAt`"""
    status: SkipValidation[Literal["active", "archived"]] = absent
    """An archived add-on is not sold"""
    translations: AddonTranslations | None = None
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""


class AddonAvailability(Model):
    id: str = absent
    """Id of the add-on"""
    sold_out: bool = absent
    """Whether no units are left"""


class AddonConsumedWebhook(Model):
    """The body of a webhook of type `addon.consumed`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["addon.consumed"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Entitlement = absent


class AddonConsumptionReversedWebhook(Model):
    """The body of a webhook of type `addon.consumption_reversed`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["addon.consumption_reversed"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Entitlement = absent


class AddonGrantedWebhook(Model):
    """The body of a webhook of type `addon.granted`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["addon.granted"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Entitlement = absent


class AddonTexts(Model):
    """The texts in one language"""

    name: str | None = None
    """Name shown to buyers"""


class AddonTranslations(Model):
    """The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language"""

    en: AddonTexts | None = None
    de: AddonTexts | None = None
    fr: AddonTexts | None = None
    es: AddonTexts | None = None
    it: AddonTexts | None = None
    nl: AddonTexts | None = None
    pl: AddonTexts | None = None


class AgeClass(Model):
    name: str = absent
    """Name of the class"""
    sex: SkipValidation[Literal["female", "male", "other"]] | None = absent
    minimum: int | None = absent
    """The lowest age in years; null for no limit"""
    maximum: int | None = absent
    """The highest age in years; null for no limit"""


class AgeRule(Model):
    """The age of ticket holders: on which day it counts, also for categories, and its limits. A reservation for a person who is too young or too old is refused"""

    on: SkipValidation[Literal["event", "yearEnd", "previousYearEnd", "date"]] = absent
    """The day on which the age counts: `event`: the day on which the event starts, in its time zone; `yearEnd`: 31 December of that year; `previousYearEnd`: 31 December of the year before; `date`: the date in `date`"""
    date: str | None = absent
    """A fixed date, YYYY-MM-DD, for `on` `date`"""
    leap_rule: SkipValidation[Literal["feb28", "mar1"]] = absent
    """When a person who was born on 29 February becomes older in a year without this day: on 28 February or on 1 March"""
    minimum: int | None = absent
    """The lowest age in years; null for no limit"""
    maximum: int | None = absent
    """The highest age in years; null for no limit"""


class Answer(Model):
    """An answer of a buyer or a ticket holder, with the label, the version and the language of the question that the person saw. A label without a translation is in the language of the event"""

    question_id: str = absent
    """Id of the question. The question may have been deleted"""
    key: SkipValidation[Literal["birthDate", "sex", "nationality", "club", "team", "company", "diet", "emergencyContact", "postalAddress", "guardian"]] | None = absent
    kind: SkipValidation[Literal["text", "longText", "number", "date", "choice", "choices", "boolean", "country", "phone", "email", "consent", "contact", "address"]] = absent
    """What the question asks for. `consent`: a statement that must be accepted; `contact`: a name and a phone number"""
    label: str = absent
    """The question, or the wording of a consent. It can contain links as in Markdown: `[terms](https://…)`"""
    value: str | float | bool | list[str] | dict[str, str] = absent
    """The value: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`"""
    text: str = absent
    """The answer in words"""
    version: int = absent
    """Raised when the label, the help or an option changes. An answer contains the version that the person saw"""
    language: str = absent
    """The language in which the question was shown"""
    answered_at: datetime = absent
    """When the answer was given"""
    withdrawn: WithdrawnConsent | None = None


class AssignedBibs(Model):
    """What an assignment of bibs has changed, or would change"""

    changed: int = absent
    """Number of tickets whose bib has changed, or would change"""
    not_changed: int = absent
    """Number of tickets that were changed by another request at the same time. Send the request again"""
    without_bib: int = absent
    """Number of tickets that have no bib after this, although their ticket type has bibs"""
    refused: int = absent
    """Number of rows of the file that are not applied"""
    changes: list[ChangedBib] = absent
    """The first changed tickets"""
    refused_rows: list[RefusedBibRow] = absent
    """The first rows that are not applied"""


class AttendeeAddon(Model):
    """An add-on of an attendee, or of the order"""

    id: str = absent
    """Id of the entitlement"""
    addon_id: str = absent
    """Id of the add-on"""
    ticket_id: str | None = absent
    """Id of the ticket of the attendee; null for an add-on of the order"""
    name: str = absent
    """Name of the add-on when it was granted"""
    type: str = absent
    """Kind of add-on, in one word"""
    units_total: int = absent
    """Number of purchased units, less refunded units"""


class AttendeeBuyer(Model):
    """The buyer of the order"""

    email: str | None = absent
    """E-mail address"""
    name: str | None = absent
    """Name"""
    phone: str | None = absent
    """Telephone number"""


class Availability(Model):
    """Which ticket types and add-ons of a published event can be bought now"""

    event_id: str = absent
    """Id of the event"""
    sold_out: bool = absent
    """Whether the event has ticket types and all of them are sold out"""
    ticket_types: list[TicketTypeAvailability] = absent
    addons: list[AddonAvailability] = absent


class Bibs(Model):
    """The bibs of its tickets: the lowest free number of the range, or if `first` and `last` are null, the next number of the event. null: no bib"""

    first: int | None = absent
    """First bib of the range"""
    last: int | None = absent
    """Last bib of the range"""


class Buyer(Model):
    """The buyer of the order. Lists have no `answers`"""

    email: str | None = absent
    """E-mail address; null if the organizer sold the order by hand without one"""
    name: str | None = absent
    """Name"""
    phone: str | None = absent
    """Telephone number"""
    answers: list[Answer] | None = None
    """The answers in the sequence of the questions"""


class BuyerOrder(Model):
    """An order as it is returned to its buyer"""

    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    status: SkipValidation[Literal["pending", "paid", "partially_refunded", "refunded", "cancelled", "expired"]] = absent
    """State of the order"""
    currency: str = absent
    """ISO 4217 code"""
    subtotal: int = absent
    """Sum of the items, in minor units of `currency`"""
    total: int = absent
    """Amount that the buyer pays, in minor units of `currency`"""
    refunded_total: int = absent
    """Amount refunded so far, in minor units of `currency`"""
    ticket_count: int = absent
    """Number of tickets"""
    created_at: datetime = absent
    """When the order was created"""
    updated_at: datetime = absent
    """When the order or one of its tickets last changed"""
    paid_at: datetime | None = absent
    """When the order was paid"""
    expires_at: datetime | None = absent
    """When a pending order expires and its stock is released"""
    buyer: Buyer = absent
    fee_breakdown: FeeBreakdown = absent
    items: list[OrderItem] = absent
    tickets: list[BuyerTicket] = absent
    answers_until: datetime = absent
    """Until when the answers can be changed with `PATCH`"""
    entitlements: list[Entitlement] = absent
    """The add-ons of the order and their remaining units"""
    payment_instructions: PaymentInstructions | None = absent


class BuyerTicket(Model):
    """A ticket with its personal fields"""

    id: str = absent
    """Id of the ticket"""
    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    ticket_type_id: str = absent
    """Id of the ticket type"""
    ticket_type_name: str = absent
    """Name of the ticket type"""
    status: SkipValidation[Literal["valid", "used", "void"]] = absent
    """`valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded"""
    issued_at: datetime = absent
    """Time of issue"""
    updated_at: datetime = absent
    """When the ticket, or the name of its type, last changed"""
    used_at: datetime | None = absent
    """Time of use"""
    starts_at: datetime | None = absent
    """When its holder starts; null: with the event"""
    holder_name: str | None = absent
    """Name of the holder"""
    first_name: str | None = absent
    """First name of the holder; null if the name was entered in one field"""
    last_name: str | None = absent
    """Last name of the holder; null if the name was entered in one field"""
    bib: str = absent
    """Start number or seat number, unique within the event; empty if the ticket has none"""
    category: str | None = absent
    """Class of the holder, such as an age group"""
    qr_value: str = absent
    """Content of the QR code. Anyone who shows it at the entrance is admitted."""
    fields: dict[str, str] | None = None
    """What the holder was asked in the system from which the ticket was imported: the answers by their questions"""
    answers: list[Answer] | None = None
    """The answers in the sequence of the questions"""
    addons: list[HolderAddon] | None = None
    """The add-ons of the ticket holder"""


class BuyerToken(Model):
    """A token that proves that an e-mail address was verified"""

    buyer_token: str = absent
    """The token that proves that the e-mail address is yours"""
    expires_at: datetime = absent
    """Time at which the token expires"""


class CancelledReservation(Model):
    """A reservation that was cancelled"""

    order_number: str = absent
    """Order number"""
    status: SkipValidation[Literal["cancelled"]] = absent
    """The order is cancelled, and its stock can be bought again"""


class CategoryRule(Model):
    """How the category of a ticket is computed from the birth date and the sex of its holder when it is paid. Later it changes only by hand, or if a member computes the categories again"""

    prefix: str | None = absent
    """Text before the class, such as a distance"""
    by_sex: bool = absent
    """Whether a class begins with `W`, `M` or `X` for the sex. The classes of a table have their own sex"""
    age_classes: SkipValidation[Literal["none", "fiveYears", "tenYears", "table"]] = absent
    """`none`: no classes by age; `fiveYears` and `tenYears`: classes such as `W40`, with one class `U20` below 20; `table`: the classes in `table`"""
    table: list[AgeClass] = absent
    """The first class that fits counts"""


class ChangedAddon(Model):
    id: str = absent
    """Id of the add-on"""
    event_id: str = absent
    """Id of the event"""
    name: str = absent
    """Name shown to buyers"""
    type: str = absent
    """Kind of add-on, in one word"""
    price: int = absent
    """Price of one purchase, in minor units of `currency`"""
    currency: str = absent
    """ISO 4217 code"""
    units_per_purchase: int = absent
    """Number of units in one purchase; each unit is consumed separately"""
    assigned_to: SkipValidation[Literal["order", "holder"]] = absent
    """`order`: it is bought for the order; `holder`: for a ticket holder, in `addons` of the attendee"""
    max_per_holder: int | None = absent
    """Maximum quantity for each ticket holder; null for an add-on of the order"""
    quantity: int | None = None
    """Quantity for sale; null: unlimited"""
    status: SkipValidation[Literal["active", "archived"]] = absent
    """An archived add-on is not sold"""
    translations: AddonTranslations | None = None
    external_id: str | None = None
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] | None = None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""


class ChangedBib(Model):
    """A ticket whose bib changes. `holderName`, `bib` and `newBib` need the scope `orders:read:pii`"""

    ticket_id: str = absent
    """Id of the ticket"""
    order_number: str = absent
    """Order number"""
    holder_name: str | None = None
    """Name of the holder"""
    bib: str | None = None
    """The bib before; empty: none"""
    new_bib: str | None = None
    """The new bib; empty: none"""


class ChangedEvent(Model):
    """An event in a list with `updatedSince`. With a publishable key, it has `questions`. Sales do not change `updatedAt`, so it has no `sold`, `reserved`, `available` and `soldOut`: read the event for these. The other fields are the same as without `updatedSince`"""

    id: str = absent
    """Id of the event"""
    name: str = absent
    """Name of the event"""
    slug: str = absent
    """Name of the event in URLs, unique among your events"""
    description: str | None = absent
    """Description"""
    status: SkipValidation[Literal["draft", "published", "archived"]] = absent
    """An archived event can be read, but its tickets cannot be bought"""
    starts_at: datetime = absent
    """When the event starts"""
    ends_at: datetime | None = absent
    """When the event ends"""
    timezone: str = absent
    """IANA time zone of the venue"""
    venue: Venue | None = absent
    poster_url: str | None = absent
    """URL of the poster image"""
    currency: str = absent
    """ISO 4217 code"""
    ticket_types: list[ChangedTicketType] = absent
    public_slug: str | None = absent
    """The slug of the page of the event, `/e/{publicSlug}`. It is `slug`, with a suffix if an event of another organizer had it first. Null until the event is published, and in a sandbox: use the id in its place"""
    default_language: SkipValidation[Literal["en", "de", "fr", "es", "it", "nl", "pl"]] = absent
    """The language of the page and of e-mails for a buyer whose own language is not known, or is none of these"""
    name_fields: SkipValidation[Literal["full", "firstAndLast"]] = absent
    """How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two"""
    addons: list[ChangedAddon] = absent
    waiting_room: WaitingRoom | None = None
    answers_until: datetime | None = None
    """Until when buyers can change their answers to questions; null: until `startsAt`"""
    questions: list[PublicQuestion] | None = None
    """The questions to the buyer and to ticket holders, in their sequence"""
    translations: EventTranslations | None = None
    external_id: str | None = None
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] | None = None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    created_at: datetime = absent
    """When the event was created"""
    updated_at: datetime = absent
    """When the event, a ticket type, an add-on or a question last changed. A sale is not a change"""


class ChangedTicketType(Model):
    id: str = absent
    """Id of the ticket type"""
    event_id: str = absent
    """Id of the event"""
    name: str = absent
    """Name shown to buyers"""
    description: str | None = absent
    """Description"""
    category: str | None = absent
    """Category, for example the distance of a race or the class of a seat"""
    price: int = absent
    """Unit price, in minor units of `currency`"""
    currency: str = absent
    """ISO 4217 code"""
    quantity: int | None = None
    """Quantity for sale; null: unlimited"""
    min_per_order: int = absent
    """Minimum quantity in one order"""
    sales_start_at: datetime | None = absent
    """When sales start; null: as soon as the event is published"""
    sales_end_at: datetime | None = absent
    """When sales end; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null"""
    status: SkipValidation[Literal["active", "archived"]] = absent
    """An archived ticket type is not sold"""
    position: int = absent
    """Position in lists: lower positions come first"""
    max_per_order: int | None = absent
    """Maximum quantity in one order; null: 10, or `minPerOrder` if it is greater"""
    starts_at: datetime | None = absent
    """When its holders start; null: with the event"""
    shows_quantity_left: bool | None = None
    """Whether buyers see how many of its tickets are left"""
    holder_name: SkipValidation[Literal["required", "optional", "none"]] = absent
    """Whether a reservation must have the name of each ticket holder. `none`: buyers are not asked for it"""
    age_rule: AgeRule | None = absent
    bibs: Bibs | None = None
    category_rule: CategoryRule | None = None
    translations: TicketTypeTranslations | None = None
    external_id: str | None = None
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] | None = None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""


class CheckIn(Model):
    """A check-in and its result"""

    id: str = absent
    """Id of the scan"""
    result: SkipValidation[Literal["admitted", "refused"]] = absent
    """`admitted`: the holder can pass; `refused`: the holder cannot"""
    reason: SkipValidation[Literal["already_used", "void", "wrong_event", "wrong_gate", "not_open", "closed", "exited", "not_inside", "wrong_direction", "unknown"]] | None = absent
    direction: SkipValidation[Literal["entry", "exit"]] = absent
    """`entry` or `exit`"""
    gate_id: str = absent
    """Id of the gate"""
    scanned_at: datetime = absent
    """When the ticket was scanned, by the clock of the device"""
    received_at: datetime = absent
    """When the server received the scan"""
    forced: bool = absent
    """Whether the holder was admitted although the ticket would have been refused"""
    conflict: bool = absent
    """Whether the device admitted the holder offline although the server would have refused the ticket"""
    implausible_time: bool = absent
    """Whether `scannedAt` is more than 7 days before `receivedAt`, or more than 5 minutes after it, because the clock of the device was wrong. Charts do not contain such scans of devices without a network"""
    replayed: bool = absent
    """Whether an earlier request with this nonce has created the scan"""
    undone_at: datetime | None = absent
    """When the scan was undone; null if it was not"""
    ticket: CheckedInTicket | None = absent
    previous: GatePreviousScan | None = absent


class CheckedInTicket(Model):
    """The ticket. `holderName`, `bib` and `category` need the scope `orders:read:pii`"""

    id: str = absent
    """Id of the ticket"""
    ticket_type_id: str = absent
    """Id of the ticket type"""
    ticket_type_name: str = absent
    """Name of the ticket type"""
    status: SkipValidation[Literal["valid", "used", "void"]] = absent
    """Status of the ticket"""
    inside: bool | None = absent
    """Whether the holder is inside; null if the ticket was not used"""
    addons: list[HolderAddon] = absent
    """The add-ons of the ticket holder"""
    holder_name: str | None = None
    """Name of the holder"""
    bib: str | None = None
    """Start number or seat number"""
    category: str | None = None
    """Class of the holder, such as an age group"""


class CreatedWebhookEndpoint(Model):
    """A new endpoint and its signing secret"""

    endpoint: WebhookEndpointSettings = absent
    secret: str = absent
    """The signing secret"""
    public_key: str | None = absent
    """The Ed25519 public key; null if the endpoint does not use Ed25519"""


class DeliveredEvent(Model):
    """The event of a delivery"""

    id: str = absent
    """Id of the event"""
    type: str = absent
    """Type of the event"""
    object_id: str | None = absent
    """Id of the resource in the event; the number if it is an order"""
    is_test: bool = absent
    """Whether the event was sent to test one endpoint"""
    created_at: datetime = absent
    """Time of the event"""
    body: str = absent
    """The JSON that is sent, unchanged"""


class DeliveryAttempt(Model):
    """An attempt to send a delivery"""

    started_at: datetime = absent
    """Start of the attempt"""
    latency_ms: int = absent
    """Time until the end of the response, in milliseconds"""
    response_status: int | None = absent
    """Status of the response; null without a response"""
    response_body: str | None = absent
    """The first 4 KiB of the response body; null without a response"""
    error: str | None = absent
    """The error, for human readers; null if the attempt succeeded"""
    problem: SkipValidation[Literal["redirect", "unauthorized", "not_found", "gone", "rate_limited", "rejected", "server_error", "timeout", "connection_refused", "connection_lost", "host_unknown", "unreachable", "tls", "private_address", "invalid_response", "other"]] | None = absent
    request_url: str | None = absent
    """URL of the request"""
    request_headers: list[RequestHeader] | None = absent
    """The headers that the service has set. The values of custom headers are hidden"""


class DeliveryDetail(Model):
    """A delivery with its event and its attempts"""

    id: str = absent
    """Id of the delivery"""
    endpoint_id: str = absent
    """Id of the endpoint"""
    event_id: str = absent
    """Id of the event"""
    event_type: str = absent
    """Type of the event"""
    status: SkipValidation[Literal["pending", "succeeded", "failed", "cancelled"]] = absent
    """`pending`: there will be an attempt; `failed`: no attempt succeeded; `cancelled`: the endpoint was disabled before it succeeded"""
    attempt_count: int = absent
    """Finished attempts since the delivery was created or last resent"""
    next_attempt_at: datetime | None = absent
    """Time of the next attempt; null if there is none"""
    created_at: datetime = absent
    """Creation of the delivery"""
    updated_at: datetime = absent
    """Time of the last change"""
    endpoint: WebhookEndpointSettings = absent
    event: DeliveredEvent = absent
    attempts: list[DeliveryAttempt] = absent
    """The attempts of the last 30 days, oldest first"""


class DisputedOrder(Model):
    """An order with a dispute, without personal fields"""

    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    status: SkipValidation[Literal["pending", "paid", "partially_refunded", "refunded", "cancelled", "expired"]] = absent
    """State of the order"""
    currency: str = absent
    """ISO 4217 code"""
    subtotal: int = absent
    """Sum of the items, in minor units of `currency`"""
    total: int = absent
    """Amount that the buyer pays, in minor units of `currency`"""
    refunded_total: int = absent
    """Amount refunded so far, in minor units of `currency`"""
    ticket_count: int = absent
    """Number of tickets"""
    created_at: datetime = absent
    """When the order was created"""
    updated_at: datetime = absent
    """When the order or one of its tickets last changed"""
    paid_at: datetime | None = absent
    """When the order was paid"""
    expires_at: datetime | None = absent
    """When a pending order expires and its stock is released"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    fee_breakdown: FeeBreakdown = absent
    items: list[OrderItem] = absent
    tickets: list[Ticket] = absent
    dispute: OrderDispute = absent


class EndpointDisabledWebhook(Model):
    """The body of a webhook of type `endpoint.disabled`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["endpoint.disabled"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: WebhookEndpoint = absent


class EndpointFailure(Model):
    """The last failed attempt of the last 30 days"""

    delivery_id: str = absent
    """Id of the delivery"""
    started_at: datetime = absent
    """Start of the attempt"""
    response_status: int | None = absent
    """Status of the response; null without a response"""
    error: str | None = absent
    """The error, for human readers; null if the attempt succeeded"""
    problem: SkipValidation[Literal["redirect", "unauthorized", "not_found", "gone", "rate_limited", "rejected", "server_error", "timeout", "connection_refused", "connection_lost", "host_unknown", "unreachable", "tls", "private_address", "invalid_response", "other"]] | None = absent


class EndpointHealth(Model):
    """The attempts of the last 24 hours, and the queue"""

    succeeded: int = absent
    """Attempts that succeeded, in the current hour and the 23 hours before it"""
    failed: int = absent
    """Attempts that failed in this time"""
    latency_median_ms: int | None = absent
    """Half of the attempts took at most this long, in milliseconds"""
    latency_high_ms: int | None = absent
    """95 % of the attempts took at most this long, in milliseconds"""
    hours: list[EndpointHour] = absent
    """The attempts of each hour, oldest first"""
    queue: EndpointQueue = absent
    last_failure: EndpointFailure | None = absent


class EndpointHour(Model):
    start: datetime = absent
    """Start of the hour"""
    succeeded: int = absent
    """Attempts that succeeded"""
    failed: int = absent
    """Attempts that failed"""


class EndpointQueue(Model):
    """The deliveries that wait for their next attempt"""

    pending: int = absent
    """Pending deliveries, at most 1,000"""
    has_more: bool = absent
    """Whether there are more than 1,000"""
    oldest_at: datetime | None = absent
    """Creation of the oldest pending delivery"""
    next_attempt_at: datetime | None = absent
    """Time of the next attempt"""


class EndpointThrottle(Model):
    """The rate at which deliveries are sent; null for no throttle"""

    deliveries: int = absent
    """Maximum number of deliveries in each period, spread evenly"""
    per: SkipValidation[Literal["second", "minute"]] = absent
    """The period"""


class Event(Model):
    """An event as it is returned for a secret key"""

    id: str = absent
    """Id of the event"""
    name: str = absent
    """Name of the event"""
    slug: str = absent
    """Name of the event in URLs, unique among your events"""
    description: str | None = absent
    """Description"""
    status: SkipValidation[Literal["draft", "published", "archived"]] = absent
    """An archived event can be read, but its tickets cannot be bought"""
    starts_at: datetime = absent
    """When the event starts"""
    ends_at: datetime | None = absent
    """When the event ends"""
    timezone: str = absent
    """IANA time zone of the venue"""
    venue: Venue | None = absent
    poster_url: str | None = absent
    """URL of the poster image"""
    currency: str = absent
    """ISO 4217 code"""
    ticket_types: list[TicketType] = absent
    public_slug: str | None = absent
    """The slug of the page of the event, `/e/{publicSlug}`. It is `slug`, with a suffix if an event of another organizer had it first. Null until the event is published, and in a sandbox: use the id in its place"""
    default_language: SkipValidation[Literal["en", "de", "fr", "es", "it", "nl", "pl"]] = absent
    """The language of the page and of e-mails for a buyer whose own language is not known, or is none of these"""
    name_fields: SkipValidation[Literal["full", "firstAndLast"]] = absent
    """How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two"""
    addons: list[Addon] = absent
    waiting_room: WaitingRoom | None = absent
    translations: EventTranslations | None = None
    answers_until: datetime | None = absent
    """Until when buyers can change their answers to questions; null: until `startsAt`"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    created_at: datetime = absent
    """When the event was created"""
    updated_at: datetime = absent
    """When the event, a ticket type, an add-on or a question last changed. A sale is not a change"""


class EventArchivedWebhook(Model):
    """The body of a webhook of type `event.archived`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["event.archived"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Event = absent


class EventCreatedWebhook(Model):
    """The body of a webhook of type `event.created`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["event.created"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Event = absent


class EventDeletedWebhook(Model):
    """The body of a webhook of type `event.deleted`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["event.deleted"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Event = absent


class EventOnSale(Model):
    """A published event as it is returned to buyers: without stock numbers, except `quantityLeft`"""

    id: str = absent
    """Id of the event"""
    name: str = absent
    """Name of the event"""
    slug: str = absent
    """Name of the event in URLs, unique among your events"""
    description: str | None = absent
    """Description"""
    status: SkipValidation[Literal["draft", "published", "archived"]] = absent
    """An archived event can be read, but its tickets cannot be bought"""
    starts_at: datetime = absent
    """When the event starts"""
    ends_at: datetime | None = absent
    """When the event ends"""
    timezone: str = absent
    """IANA time zone of the venue"""
    venue: Venue | None = absent
    poster_url: str | None = absent
    """URL of the poster image"""
    currency: str = absent
    """ISO 4217 code"""
    ticket_types: list[PublicTicketType] = absent
    public_slug: str | None = absent
    """The slug of the page of the event, `/e/{publicSlug}`. It is `slug`, with a suffix if an event of another organizer had it first. Null until the event is published, and in a sandbox: use the id in its place"""
    default_language: SkipValidation[Literal["en", "de", "fr", "es", "it", "nl", "pl"]] = absent
    """The language of the page and of e-mails for a buyer whose own language is not known, or is none of these"""
    name_fields: SkipValidation[Literal["full", "firstAndLast"]] = absent
    """How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two"""
    addons: list[PublicAddon] = absent
    questions: list[PublicQuestion] = absent
    """The questions to the buyer and to ticket holders, in their sequence"""
    created_at: datetime = absent
    """When the event was created"""
    updated_at: datetime = absent
    """When the event, a ticket type, an add-on or a question last changed. A sale is not a change"""
    organizer: PublicOrganizer = absent


class EventPublishedWebhook(Model):
    """The body of a webhook of type `event.published`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["event.published"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Event = absent


class EventTexts(Model):
    """The texts in one language"""

    name: str | None = None
    """Name of the event"""
    description: str | None = None
    """Description"""


class EventTranslations(Model):
    """The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language"""

    en: EventTexts | None = None
    de: EventTexts | None = None
    fr: EventTexts | None = None
    es: EventTexts | None = None
    it: EventTexts | None = None
    nl: EventTexts | None = None
    pl: EventTexts | None = None


class EventUpdatedWebhook(Model):
    """The body of a webhook of type `event.updated`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["event.updated"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Event = absent


class FeeBreakdown(Model):
    """`organizerNet` = `total` − `platformFee` − `paymentFee` − `tax`"""

    subtotal: int = absent
    """Sum of the items, in minor units of `currency`"""
    discount: int = absent
    """Discount on the subtotal, in minor units of `currency`"""
    platform_fee: int = absent
    """The platform's fee, in minor units of `currency`"""
    payment_fee: int = absent
    """The payment provider's fee, in minor units of `currency`"""
    tax: int = absent
    """Tax, included in the prices or added to them, in minor units of `currency`"""
    total: int = absent
    """Amount that the buyer pays, in minor units of `currency`"""
    organizer_net: int = absent
    """The organizer’s share of the total, in minor units of `currency`"""
    paid_by: SkipValidation[Literal["buyer", "organizer"]] = absent
    """The party that pays the fees"""


class ListedAttendee(Model):
    """A ticket with its holder, and with its buyer and its add-ons. `GET /addons` says which units are left"""

    id: str = absent
    """Id of the ticket"""
    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    ticket_type_id: str = absent
    """Id of the ticket type"""
    ticket_type_name: str = absent
    """Name of the ticket type"""
    status: SkipValidation[Literal["valid", "used", "void"]] = absent
    """`valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded"""
    issued_at: datetime = absent
    """Time of issue"""
    updated_at: datetime = absent
    """When the ticket, or the name of its type, last changed"""
    used_at: datetime | None = absent
    """Time of use"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    holder_name: str | None = absent
    """Name of the holder"""
    first_name: str | None = absent
    """First name of the holder; null if the name was entered in one field"""
    last_name: str | None = absent
    """Last name of the holder; null if the name was entered in one field"""
    bib: str = absent
    """Start number or seat number, unique within the event; empty if the ticket has none"""
    category: str | None = absent
    """Class of the holder, such as an age group"""
    fields: dict[str, str] = absent
    """What the holder was asked in the system from which the ticket was imported: the answers by their questions"""
    answers: list[Answer] = absent
    """The answers in the sequence of the questions"""
    buyer: AttendeeBuyer = absent
    addons: list[AttendeeAddon] = absent
    """The add-ons of the attendee, and those of the order, which all its tickets have"""


class ListedDelivery(Model):
    """A delivery with the object of its event"""

    id: str = absent
    """Id of the delivery"""
    endpoint_id: str = absent
    """Id of the endpoint"""
    event_id: str = absent
    """Id of the event"""
    event_type: str = absent
    """Type of the event"""
    status: SkipValidation[Literal["pending", "succeeded", "failed", "cancelled"]] = absent
    """`pending`: there will be an attempt; `failed`: no attempt succeeded; `cancelled`: the endpoint was disabled before it succeeded"""
    attempt_count: int = absent
    """Finished attempts since the delivery was created or last resent"""
    next_attempt_at: datetime | None = absent
    """Time of the next attempt; null if there is none"""
    created_at: datetime = absent
    """Creation of the delivery"""
    updated_at: datetime = absent
    """Time of the last change"""
    event_created_at: datetime = absent
    """Time of the event"""
    object_id: str | None = absent
    """Id of the resource in the event; the number if it is an order"""
    is_test: bool = absent
    """Whether the event was sent to test one endpoint"""


class Me(Model):
    """What a key is and may do"""

    organizer: MeOrganizer = absent
    key: MeKey = absent
    mode: SkipValidation[Literal["live", "sandbox"]] = absent
    """Whether the key reads and changes live data or the test data of a sandbox"""
    limits: MeLimits = absent


class MeKey(Model):
    """The key of the request"""

    id: str = absent
    """Id of the key"""
    name: str = absent
    """The purpose of the key"""
    kind: SkipValidation[Literal["secret", "publishable"]] = absent
    """The kind of key"""
    scopes: list[SkipValidation[Literal["events:read", "orders:read", "orders:read:pii", "orders:write", "tickets:read", "settlements:read", "addons:read", "addons:write", "events:write", "webhooks:write", "tickets:write"]]] = absent
    """The scopes of the key"""
    expires_at: datetime | None = absent
    """When the key expires"""


class MeLimits(Model):
    """The limits of the key"""

    api_per_minute: int = absent
    """Requests with this key to `/api/v1` in a minute"""
    embed_per_minute: int = absent
    """Requests with this key to `/api/embed/v1` in a minute"""


class MeOrganizer(Model):
    """The organizer of the key"""

    id: str = absent
    """Id of the organizer"""
    name: str = absent
    """Name of the organizer"""
    slug: str = absent
    """Slug of the organizer"""


class Order(Model):
    """An order in a list, with the parts selected by `expand`"""

    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    status: SkipValidation[Literal["pending", "paid", "partially_refunded", "refunded", "cancelled", "expired"]] = absent
    """State of the order"""
    currency: str = absent
    """ISO 4217 code"""
    subtotal: int = absent
    """Sum of the items, in minor units of `currency`"""
    total: int = absent
    """Amount that the buyer pays, in minor units of `currency`"""
    refunded_total: int = absent
    """Amount refunded so far, in minor units of `currency`"""
    ticket_count: int = absent
    """Number of tickets"""
    created_at: datetime = absent
    """When the order was created"""
    updated_at: datetime = absent
    """When the order or one of its tickets last changed"""
    paid_at: datetime | None = absent
    """When the order was paid"""
    expires_at: datetime | None = absent
    """When a pending order expires and its stock is released"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    buyer: Buyer | None = None
    fee_breakdown: FeeBreakdown | None = None
    items: list[OrderItem] | None = None
    tickets: list[OrderTicket] | None = None


class OrderAnonymizedWebhook(Model):
    """The body of a webhook of type `order.anonymized`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["order.anonymized"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: OrderSnapshot = absent


class OrderCancelledWebhook(Model):
    """The body of a webhook of type `order.cancelled`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["order.cancelled"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: OrderSnapshot = absent


class OrderCreatedWebhook(Model):
    """The body of a webhook of type `order.created`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["order.created"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: OrderSnapshot = absent


class OrderDetail(Model):
    """An order with its fees, items and tickets. The scope `orders:read:pii` adds `buyer`; `expand` adds `payments` and `refunds`"""

    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    status: SkipValidation[Literal["pending", "paid", "partially_refunded", "refunded", "cancelled", "expired"]] = absent
    """State of the order"""
    currency: str = absent
    """ISO 4217 code"""
    subtotal: int = absent
    """Sum of the items, in minor units of `currency`"""
    total: int = absent
    """Amount that the buyer pays, in minor units of `currency`"""
    refunded_total: int = absent
    """Amount refunded so far, in minor units of `currency`"""
    ticket_count: int = absent
    """Number of tickets"""
    created_at: datetime = absent
    """When the order was created"""
    updated_at: datetime = absent
    """When the order or one of its tickets last changed"""
    paid_at: datetime | None = absent
    """When the order was paid"""
    expires_at: datetime | None = absent
    """When a pending order expires and its stock is released"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    buyer: Buyer | None = None
    fee_breakdown: FeeBreakdown = absent
    items: list[OrderItem] = absent
    tickets: list[OrderTicket] = absent
    payments: list[Payment] | None = None
    refunds: list[Refund] | None = None


class OrderDispute(Model):
    """A dispute of a payment by the bank of the buyer"""

    payment_id: str = absent
    """Id of the disputed payment"""
    reference: str = absent
    """Id of the dispute at the payment provider"""
    amount: int = absent
    """Disputed amount, in minor units of `currency`"""
    reason: str = absent
    """Why the bank disputes the payment, in the words of the provider"""
    status: SkipValidation[Literal["open", "won", "lost"]] = absent
    """`open`: the amount is held back in the settlement; `won`: it is not held back anymore; `lost`: it is recorded as a refund"""


class OrderDisputedWebhook(Model):
    """The body of a webhook of type `order.disputed`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["order.disputed"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: DisputedOrder = absent


class OrderExpiredWebhook(Model):
    """The body of a webhook of type `order.expired`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["order.expired"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: OrderSnapshot = absent


class OrderItem(Model):
    id: str = absent
    """Id of the item"""
    kind: SkipValidation[Literal["ticket", "addon"]] = absent
    ticket_type_id: str | None = absent
    """Id of the ticket type; null for an add-on"""
    addon_id: str | None = absent
    """Id of the add-on; null for a ticket"""
    name: str = absent
    """Name at the time of the purchase"""
    quantity: int = absent
    """Quantity"""
    quantity_refunded: int = absent
    """Quantity that is refunded"""
    unit_price: int = absent
    """Unit price, in minor units of `currency`"""
    total: int = absent
    """Unit price times quantity, in minor units of `currency`"""


class OrderPaidWebhook(Model):
    """The body of a webhook of type `order.paid`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["order.paid"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: OrderSnapshot = absent


class OrderRefundedWebhook(Model):
    """The body of a webhook of type `order.refunded`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["order.refunded"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: OrderSnapshot = absent


class OrderSnapshot(Model):
    """An order with its fees, items and tickets at the time of an event, without personal fields"""

    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    status: SkipValidation[Literal["pending", "paid", "partially_refunded", "refunded", "cancelled", "expired"]] = absent
    """State of the order"""
    currency: str = absent
    """ISO 4217 code"""
    subtotal: int = absent
    """Sum of the items, in minor units of `currency`"""
    total: int = absent
    """Amount that the buyer pays, in minor units of `currency`"""
    refunded_total: int = absent
    """Amount refunded so far, in minor units of `currency`"""
    ticket_count: int = absent
    """Number of tickets"""
    created_at: datetime = absent
    """When the order was created"""
    updated_at: datetime = absent
    """When the order or one of its tickets last changed"""
    paid_at: datetime | None = absent
    """When the order was paid"""
    expires_at: datetime | None = absent
    """When a pending order expires and its stock is released"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    fee_breakdown: FeeBreakdown = absent
    items: list[OrderItem] = absent
    tickets: list[Ticket] = absent


class OrderTicket(Model):
    """A ticket. The fields `holderName`, `firstName`, `lastName`, `bib`, `category`, `qrValue`, `fields`, `answers` and `addons` need the scope `orders:read:pii`. Only imported tickets can have `fields`, and lists have no `answers` and no `addons`."""

    id: str = absent
    """Id of the ticket"""
    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    ticket_type_id: str = absent
    """Id of the ticket type"""
    ticket_type_name: str = absent
    """Name of the ticket type"""
    status: SkipValidation[Literal["valid", "used", "void"]] = absent
    """`valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded"""
    issued_at: datetime = absent
    """Time of issue"""
    updated_at: datetime = absent
    """When the ticket, or the name of its type, last changed"""
    used_at: datetime | None = absent
    """Time of use"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    holder_name: str | None = None
    """Name of the holder"""
    first_name: str | None = None
    """First name of the holder; null if the name was entered in one field"""
    last_name: str | None = None
    """Last name of the holder; null if the name was entered in one field"""
    bib: str | None = None
    """Start number or seat number, unique within the event; empty if the ticket has none"""
    category: str | None = None
    """Class of the holder, such as an age group"""
    qr_value: str | None = None
    """Content of the QR code. Anyone who shows it at the entrance is admitted."""
    fields: dict[str, str] | None = None
    """What the holder was asked in the system from which the ticket was imported: the answers by their questions"""
    answers: list[Answer] | None = None
    """The answers in the sequence of the questions"""
    addons: list[HolderAddon] | None = None
    """The add-ons of the ticket holder"""


class OrderUpdatedWebhook(Model):
    """The body of a webhook of type `order.updated`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["order.updated"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: UpdatedOrder = absent


class OtpSent(Model):
    """A code was sent"""

    expires_in_seconds: int = absent
    """Seconds for which the code can be used"""


class PayResult(Model):
    """Status of the order and, if it is not paid yet, the next step for the buyer"""

    order_number: str = absent
    """Order number"""
    status: SkipValidation[Literal["paid", "pending"]] = absent
    """`paid`: the order is paid; `pending`: the buyer must still pay"""
    redirect_url: str | None = absent
    """URL of the page where the buyer pays"""
    expires_at: datetime | None = absent
    """When a pending order expires and its stock is released"""
    payment_instructions: PaymentInstructions | None = absent


class Payment(Model):
    """A payment of an order"""

    id: str = absent
    """Id of the payment"""
    order_number: str = absent
    """Order number"""
    method: str = absent
    """Payment method"""
    status: SkipValidation[Literal["open", "closing", "closed", "paid", "refused", "failed"]] = absent
    """`open`: the buyer can pay; `closing`, `closed`: the order was paid in another way, or is no longer pending; `paid`: the money was received; `refused`: another amount was received and is refunded; `failed`: the provider received no money"""
    amount: int = absent
    """Amount, in minor units of `currency`"""
    currency: str = absent
    """ISO 4217 code"""
    received_by: SkipValidation[Literal["platform", "organizer", "nobody"]] | None = absent
    reference: str | None = absent
    """Id of the payment at its provider, or the reference of the money that the organizer has received"""
    created_at: datetime = absent
    """When the payment was started"""
    updated_at: datetime = absent
    """When the payment last changed"""
    paid_at: datetime | None = absent
    """When the money was received"""


class PaymentInstructions(Model):
    """Instructions for paying an order whose payment the organizer confirms"""

    account_holder: str | None = absent
    """Holder of the bank account"""
    iban: str | None = absent
    """IBAN of the bank account"""
    bic: str | None = absent
    """BIC of the bank"""
    text: str | None = absent
    """Additional payment instructions from the organizer"""
    reference: str = absent
    """Order number"""
    amount: int = absent
    """Amount to pay, in minor units of `currency`"""
    currency: str = absent
    """ISO 4217 code"""
    due_at: datetime = absent
    """Payment deadline. After it, the order expires and its stock can be bought again"""
    epc_qr: str | None = absent
    """Text of a QR code for banking apps (EPC069-12); null if it cannot be created, for example if the amount is not in euro"""


class PaymentReceivedWebhook(Model):
    """The body of a webhook of type `payment.received`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["payment.received"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: ReceivedPayment = absent


class Ping(Model):
    """A test of one endpoint"""

    endpoint_id: str = absent
    """Id of the tested endpoint"""
    message: str = absent
    """A message for human readers"""


class PingWebhook(Model):
    """The body of a webhook of type `ping`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["ping"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Ping = absent


class PricedLine(Model):
    kind: SkipValidation[Literal["ticket", "addon"]] = absent
    ticket_type_id: str | None = absent
    """Id of the ticket type; null for an add-on"""
    addon_id: str | None = absent
    """Id of the add-on; null for a ticket"""
    name: str = absent
    """Name"""
    quantity: int = absent
    """Quantity"""
    unit_price: int = absent
    """Unit price, in minor units of `currency`"""
    total: int = absent
    """Unit price times quantity, in minor units of `currency`"""
    attendee: int | None = absent
    """Index in `attendees` of the holder whom an add-on is for; null for lines of the order"""


class ProviderRefund(Model):
    """A refund that a payment provider makes"""

    id: str = absent
    """Id of the request"""
    payment_id: str = absent
    """Id of the refunded payment"""
    method: str = absent
    """Payment method"""
    retry_of: str | None = absent
    """Id of the failed request that this request repeats"""
    status: SkipValidation[Literal["pending", "succeeded", "failed"]] = absent
    """State of the request"""
    amount: int = absent
    """Amount, in minor units of `currency`"""
    origin: SkipValidation[Literal["provider", "dispute"]] | None = absent
    reference: str | None = absent
    """Id of the refund at the provider"""
    error: str | None = absent
    """Why the request failed"""
    created_at: datetime = absent
    """When the refund was requested"""
    updated_at: datetime = absent
    """When the request last changed"""


class PublicAddon(Model):
    id: str = absent
    """Id of the add-on"""
    event_id: str = absent
    """Id of the event"""
    name: str = absent
    """Name shown to buyers"""
    type: str = absent
    """Kind of add-on, in one word"""
    price: int = absent
    """Price of one purchase, in minor units of `currency`"""
    currency: str = absent
    """ISO 4217 code"""
    units_per_purchase: int = absent
    """Number of units in one purchase; each unit is consumed separately"""
    assigned_to: SkipValidation[Literal["order", "holder"]] = absent
    """`order`: it is bought for the order; `holder`: for a ticket holder, in `addons` of the attendee"""
    max_per_holder: int | None = absent
    """Maximum quantity for each ticket holder; null for an add-on of the order"""
    sold_out: bool = absent
    """Whether no units are left"""
    status: SkipValidation[Literal["active", "archived"]] = absent
    """An archived add-on is not sold"""


class PublicEvent(Model):
    """A published event as it is returned for a publishable key: without stock numbers"""

    id: str = absent
    """Id of the event"""
    name: str = absent
    """Name of the event"""
    slug: str = absent
    """Name of the event in URLs, unique among your events"""
    description: str | None = absent
    """Description"""
    status: SkipValidation[Literal["draft", "published", "archived"]] = absent
    """An archived event can be read, but its tickets cannot be bought"""
    starts_at: datetime = absent
    """When the event starts"""
    ends_at: datetime | None = absent
    """When the event ends"""
    timezone: str = absent
    """IANA time zone of the venue"""
    venue: Venue | None = absent
    poster_url: str | None = absent
    """URL of the poster image"""
    currency: str = absent
    """ISO 4217 code"""
    ticket_types: list[PublicTicketType] = absent
    public_slug: str | None = absent
    """The slug of the page of the event, `/e/{publicSlug}`. It is `slug`, with a suffix if an event of another organizer had it first. Null until the event is published, and in a sandbox: use the id in its place"""
    default_language: SkipValidation[Literal["en", "de", "fr", "es", "it", "nl", "pl"]] = absent
    """The language of the page and of e-mails for a buyer whose own language is not known, or is none of these"""
    name_fields: SkipValidation[Literal["full", "firstAndLast"]] = absent
    """How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two"""
    addons: list[PublicAddon] = absent
    questions: list[PublicQuestion] = absent
    """The questions to the buyer and to ticket holders, in their sequence"""
    created_at: datetime = absent
    """When the event was created"""
    updated_at: datetime = absent
    """When the event, a ticket type, an add-on or a question last changed. A sale is not a change"""


class PublicOrganizer(Model):
    """The organizer of an event"""

    name: str = absent
    """Name of the organizer"""
    contact_email: str | None = absent
    """E-mail address for buyers"""
    contact_phone: str | None = absent
    """Telephone number for buyers"""
    website_url: str | None = absent
    """Website of the organizer"""
    imprint_url: str | None = absent
    """URL of the imprint (legal notice)"""
    terms_url: str | None = absent
    """URL of the terms of sale"""
    privacy_url: str | None = absent
    """URL of the privacy policy"""
    logo_url: str | None = absent
    """HTTPS URL of the logo"""
    accent_color: str | None = absent
    """Colour of the organizer, used as a background: choose a text colour with enough contrast"""


class PublicQuestion(Model):
    """A question that buyers or ticket holders are asked"""

    id: str = absent
    """Id of the question"""
    event_id: str = absent
    """Id of the event"""
    position: int = absent
    """Position in lists: lower positions come first"""
    asked_of: SkipValidation[Literal["buyer", "holder"]] = absent
    """`buyer`: once for each order; `holder`: for each ticket"""
    kind: SkipValidation[Literal["text", "longText", "number", "date", "choice", "choices", "boolean", "country", "phone", "email", "consent", "contact", "address"]] = absent
    """What the question asks for. `consent`: a statement that must be accepted; `contact`: a name and a phone number"""
    key: SkipValidation[Literal["birthDate", "sex", "nationality", "club", "team", "company", "diet", "emergencyContact", "postalAddress", "guardian"]] | None = absent
    label: str = absent
    """The question, or the wording of a consent. It can contain links as in Markdown: `[terms](https://…)`"""
    help: str | None = absent
    """Explanation below the question"""
    is_required: bool = absent
    """Whether it must be answered"""
    options: list[PublicQuestionOption] | None = absent
    """The options of `choice` and `choices`; null for other kinds"""
    minimum: float | str | None = absent
    maximum: float | str | None = absent
    min_length: int | None = absent
    """The least number of characters (Unicode code points)"""
    max_length: int | None = absent
    """The greatest number of characters (Unicode code points): at most 500 for `text`, 5000 for `longText`"""
    pattern: str | None = absent
    """A regular expression that a `text` must match as a whole: characters, classes such as `[A-Z]` and `\\d`, repetitions such as `{2,4}`, and `|` between whole alternatives, without groups"""
    default: str | float | bool | list[str] | dict[str, str] | None = absent
    shown_if: QuestionCondition | None = absent
    max_age: int | None = absent
    """The question is asked only of holders who are at most this old on the day of `ageRule` of their ticket type, such as the consent of a guardian. It needs a required question with the key `birthDate` that all holders are asked; null: every age"""
    offer_ids: list[str] | None = absent
    """The ticket types and add-ons for which the question is asked; null: all. A buyer is asked if the order contains one of them"""
    version: int = absent
    """Raised when the label, the help or an option changes. An answer contains the version that the person saw"""
    translations: QuestionTranslations = absent


class PublicQuestionOption(Model):
    code: str = absent
    """Code of the option. It stays the same if the label changes"""
    label: str = absent
    """Label of the option"""


class PublicTicketType(Model):
    id: str = absent
    """Id of the ticket type"""
    event_id: str = absent
    """Id of the event"""
    name: str = absent
    """Name shown to buyers"""
    description: str | None = absent
    """Description"""
    category: str | None = absent
    """Category, for example the distance of a race or the class of a seat"""
    price: int = absent
    """Unit price, in minor units of `currency`"""
    currency: str = absent
    """ISO 4217 code"""
    sold_out: bool = absent
    """Whether no units are left"""
    min_per_order: int = absent
    """Minimum quantity in one order"""
    sales_start_at: datetime | None = absent
    """When sales start; null: as soon as the event is published"""
    sales_end_at: datetime | None = absent
    """When sales end; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null"""
    status: SkipValidation[Literal["active", "archived"]] = absent
    """An archived ticket type is not sold"""
    position: int = absent
    """Position in lists: lower positions come first"""
    max_per_order: int = absent
    """Maximum quantity in one order"""
    starts_at: datetime | None = absent
    """When its holders start; null: with the event"""
    quantity_left: int | None = absent
    """How many tickets are left, without those held by pending orders; null: unlimited, or not shown. It does not change `updatedAt`"""
    holder_name: SkipValidation[Literal["required", "optional", "none"]] = absent
    """Whether a reservation must have the name of each ticket holder. `none`: buyers are not asked for it"""
    age_rule: AgeRule | None = absent


class Question(Model):
    """A question to buyers or ticket holders"""

    id: str = absent
    """Id of the question"""
    event_id: str = absent
    """Id of the event"""
    position: int = absent
    """Position in lists: lower positions come first"""
    asked_of: SkipValidation[Literal["buyer", "holder"]] = absent
    """`buyer`: once for each order; `holder`: for each ticket"""
    kind: SkipValidation[Literal["text", "longText", "number", "date", "choice", "choices", "boolean", "country", "phone", "email", "consent", "contact", "address"]] = absent
    """What the question asks for. `consent`: a statement that must be accepted; `contact`: a name and a phone number"""
    key: SkipValidation[Literal["birthDate", "sex", "nationality", "club", "team", "company", "diet", "emergencyContact", "postalAddress", "guardian"]] | None = absent
    label: str = absent
    """The question, or the wording of a consent. It can contain links as in Markdown: `[terms](https://…)`"""
    help: str | None = absent
    """Explanation below the question"""
    is_required: bool = absent
    """Whether it must be answered"""
    options: list[QuestionOption] | None = absent
    """The options of `choice` and `choices`; null for other kinds"""
    minimum: float | str | None = absent
    maximum: float | str | None = absent
    min_length: int | None = absent
    """The least number of characters (Unicode code points)"""
    max_length: int | None = absent
    """The greatest number of characters (Unicode code points): at most 500 for `text`, 5000 for `longText`"""
    pattern: str | None = absent
    """A regular expression that a `text` must match as a whole: characters, classes such as `[A-Z]` and `\\d`, repetitions such as `{2,4}`, and `|` between whole alternatives, without groups"""
    default: str | float | bool | list[str] | dict[str, str] | None = absent
    shown_if: QuestionCondition | None = absent
    max_age: int | None = absent
    """The question is asked only of holders who are at most this old on the day of `ageRule` of their ticket type, such as the consent of a guardian. It needs a required question with the key `birthDate` that all holders are asked; null: every age"""
    offer_ids: list[str] | None = absent
    """The ticket types and add-ons for which the question is asked; null: all. A buyer is asked if the order contains one of them"""
    is_marketing: bool = absent
    """Whether a `consent` is one to advertising. It can then not be required"""
    retention_days: int | None = absent
    """How many days after the end of the event the answers are deleted; null: as all personal data"""
    is_archived: bool = absent
    """Whether the question is no longer asked"""
    version: int = absent
    """Raised when the label, the help or an option changes. An answer contains the version that the person saw"""
    translations: QuestionTranslations = absent
    created_at: datetime = absent
    """When the question was created"""
    updated_at: datetime = absent
    """When the question last changed"""


class QuestionCondition(Model):
    """The question is asked only after one of these answers to another question"""

    question_id: str = absent
    """Id of a `choice`, `choices` or `boolean` that the same person is asked, and that has no `shownIf` itself"""
    values: list[str] = absent
    """Codes of its options, or `true` or `false`. One of them must be answered"""


class QuestionList(Model):
    """The questions of an event, including archived ones"""

    data: list[Question] = absent
    """The questions in their sequence"""


class QuestionOption(Model):
    code: str = absent
    """Code of the option. It stays the same if the label changes"""
    label: str = absent
    """Label of the option"""
    is_archived: bool = absent
    """Whether the option can no longer be chosen"""


class QuestionTranslation(Model):
    """The texts of a question in a language"""

    label: str | None = None
    help: str | None = None
    options: dict[str, str] | None = None
    """Labels of options by code"""


class QuestionTranslations(Model):
    """The texts in other languages, by language: `label`, `help`, and the labels of `options` by code. In a change: of all languages"""

    en: QuestionTranslation | None = None
    de: QuestionTranslation | None = None
    fr: QuestionTranslation | None = None
    es: QuestionTranslation | None = None
    it: QuestionTranslation | None = None
    nl: QuestionTranslation | None = None
    pl: QuestionTranslation | None = None


class Quote(Model):
    """Current price of a cart"""

    event_id: str = absent
    """Id of the event"""
    currency: str = absent
    """ISO 4217 code"""
    lines: list[PricedLine] = absent
    """The lines of the order"""
    fee_breakdown: FeeBreakdown = absent
    shortages: list[Shortage] = absent
    """Lines that exceed the stock"""
    payment_methods: list[SkipValidation[Literal["test", "manual", "stripe"]]] = absent
    """Payment methods for the order. The list is empty if the organizer has not set up a payment method"""
    requires_verified_email: bool = absent
    """Whether a reservation needs the `buyerToken` of the buyer’s e-mail address"""


class ReceivedPayment(Model):
    """A payment whose money was received"""

    id: str = absent
    """Id of the payment"""
    order_number: str = absent
    """Order number"""
    method: str = absent
    """Payment method"""
    status: SkipValidation[Literal["open", "closing", "closed", "paid", "refused", "failed"]] = absent
    """`open`: the buyer can pay; `closing`, `closed`: the order was paid in another way, or is no longer pending; `paid`: the money was received; `refused`: another amount was received and is refunded; `failed`: the provider received no money"""
    amount: int = absent
    """Amount, in minor units of `currency`"""
    currency: str = absent
    """ISO 4217 code"""
    received_by: SkipValidation[Literal["platform", "organizer", "nobody"]] | None = absent
    reference: str | None = absent
    """Id of the payment at its provider, or the reference of the money that the organizer has received"""
    created_at: datetime = absent
    """When the payment was started"""
    updated_at: datetime = absent
    """When the payment last changed"""
    paid_at: datetime | None = absent
    """When the money was received"""
    event_id: str = absent
    """Id of the event of the order"""


class Refund(Model):
    """A refund of an order. `orderNumber` is null for money that was returned because its order could not be paid"""

    id: str = absent
    """Id of the refund: the id of its entry in the ledger of the settlement"""
    order_number: str | None = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    status: SkipValidation[Literal["pending", "succeeded", "failed"]] = absent
    """State of the refund at payment providers. `succeeded` also if the organizer pays back everything"""
    amount: int = absent
    """Refunded amount, in minor units of `currency`"""
    tax: int = absent
    """The tax in the amount, in minor units of `currency`"""
    by_provider: int = absent
    """The part of the amount that payment providers refund, in minor units of `currency`"""
    by_organizer: int = absent
    """The part of the amount that the organizer pays back, in minor units of `currency`"""
    currency: str = absent
    """ISO 4217 code"""
    reference: str | None = absent
    """The reason of a refund of an amount; the id at the provider of a refund that was made there, or of a lost dispute; or the id of a payment that could not be used"""
    items: list[RefundedItem] | None = absent
    """What was refunded; empty for an amount. Null for money without an order, and in refunds of earlier versions"""
    provider_refunds: list[ProviderRefund] = absent
    created_at: datetime = absent
    """When the order was refunded"""


class RefundCreatedWebhook(Model):
    """The body of a webhook of type `refund.created`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["refund.created"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Refund = absent


class RefundFailedWebhook(Model):
    """The body of a webhook of type `refund.failed`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["refund.failed"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Refund = absent


class RefundPreview(Model):
    """What a refund would do"""

    currency: str = absent
    """ISO 4217 code"""
    amount: int = absent
    """The amount that the buyer receives, in minor units of `currency`"""
    tax: int = absent
    """The tax in the amount, in minor units of `currency`"""
    fees: int = absent
    """The fees of the refunded part. They are not returned, in minor units of `currency`"""
    balance_decrease: int = absent
    """The amount by which the balance of the organizer decreases, in minor units of `currency`"""
    by_provider: int = absent
    """The part of the amount that payment providers refund, in minor units of `currency`"""
    by_organizer: int = absent
    """The part of the amount that the organizer refunds, in minor units of `currency`"""
    tickets_voided: int = absent
    """Number of tickets that become void"""
    tickets_used: int = absent
    """Number of tickets that are refunded although they were used"""
    units_voided: int = absent
    """Number of units of add-ons that become void"""
    units_consumed: int = absent
    """Number of units that are refunded although they were consumed"""
    is_whole: bool = absent
    """Whether nothing of the order is left after the refund"""
    refunded_quantity: int = absent
    """The quantity that is refunded so far. Send it with the refund"""
    refunded_total: int = absent
    """The amount that is refunded so far. Send it with the refund, in minor units of `currency`"""
    tickets: list[RefundableTicket] = absent
    """The tickets that can be refunded"""
    items: list[RefundableItem] = absent


class RefundSucceededWebhook(Model):
    """The body of a webhook of type `refund.succeeded`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["refund.succeeded"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Refund = absent


class RefundableItem(Model):
    item_id: str = absent
    """Id of the item"""
    quantity: int = absent
    """The quantity that this refund contains"""
    refundable: int = absent
    """The quantity that can be refunded"""


class RefundableTicket(Model):
    ticket_id: str = absent
    """Id of the ticket"""
    is_chosen: bool = absent
    """Whether this refund contains the ticket"""


class RefundedItem(Model):
    """A refunded item, with its tickets"""

    item_id: str = absent
    """Id of the item of the order"""
    quantity: int = absent
    """Refunded quantity"""
    ticket_ids: list[str] = absent


class RefusedBibRow(Model):
    """A row of the file that is not applied"""

    row: int = absent
    """Number of the row; the headings are row 1"""
    problem: SkipValidation[Literal["no_key", "unknown_ticket", "several_tickets", "repeated_ticket", "repeated_bib", "bib_taken", "bib_too_long"]] = absent
    """`no_key`: no ticket, order or name; `unknown_ticket`: no ticket has these; `several_tickets`: several tickets have them, such as two persons of the same name; `repeated_ticket`, `repeated_bib`: an earlier row has the same; `bib_taken`: another ticket of the event has this bib, also if it is void; `bib_too_long`: more than 50 characters"""


class RequestHeader(Model):
    name: str = absent
    """Name"""
    value: str = absent
    """Value"""


class Reservation(Model):
    """A pending order, which holds its stock until it is paid, is cancelled or expires"""

    order_number: str = absent
    """Order number"""
    reservation_token: str = absent
    """Token of the reservation. A client with this token can pay, cancel and read the order"""
    status: SkipValidation[Literal["pending"]] = absent
    """The order holds its stock"""
    event_id: str = absent
    """Id of the event"""
    currency: str = absent
    """ISO 4217 code"""
    expires_at: datetime = absent
    """When the order expires and its stock is released, unless the order is paid before"""
    lines: list[PricedLine] = absent
    """The lines of the order"""
    fee_breakdown: FeeBreakdown = absent
    payment_methods: list[SkipValidation[Literal["test", "manual", "stripe"]]] = absent
    """Payment methods for the order. The list is empty if the organizer has not set up a payment method"""


class RotatedSecret(Model):
    secret: str = absent
    """The signing secret"""
    public_key: str | None = absent
    """The Ed25519 public key; null if the endpoint does not use Ed25519"""
    previous_until: datetime = absent
    """End of the use of the old secret"""


class Settlement(Model):
    """`net` = `gross` − `refunds` − `platformFees` − `paymentFees` − `taxes`: what the event has earned. `balance` = `collectedByPlatform` − `platformFees` − `paymentFees` − `taxes` − `held` − `paidOut`: what the platform still owes. Test payments are nobody’s money: they are part of `gross`, `refunds` and `net`, but neither they nor their fees and taxes are part of `collectedByPlatform`, `collectedByOrganizer` or `balance`. `held` is the sum of the open disputes; each of the other amounts is the sum of its ledger entries."""

    id: str = absent
    """Id of the settlement"""
    event_id: str = absent
    """Id of the event"""
    event_name: str = absent
    """Name of the event"""
    currency: str = absent
    """ISO 4217 code"""
    status: SkipValidation[Literal["open", "final", "paid"]] = absent
    """`open`: not finalized; `final`: finalized, the balance is not 0; `paid`: finalized, the balance is 0"""
    orders_paid: int = absent
    """Number of paid orders, including refunded orders"""
    tickets_sold: int = absent
    """Number of tickets in paid orders, including refunded orders"""
    gross: int = absent
    """Amount paid by buyers, in minor units of `currency`"""
    refunds: int = absent
    """Amount refunded to buyers, in minor units of `currency`"""
    platform_fees: int = absent
    """Fees of the platform, in minor units of `currency`"""
    payment_fees: int = absent
    """Fees of the payment provider, in minor units of `currency`"""
    taxes: int = absent
    """Taxes on sales, minus the taxes of refunds, in minor units of `currency`"""
    net: int = absent
    """What the event has earned: the share of the organizer, whoever received the payments, in minor units of `currency`"""
    collected_by_platform: int = absent
    """Amount that the platform has received from buyers, minus what it refunded, in minor units of `currency`"""
    collected_by_organizer: int = absent
    """Amount that the organizer has received itself, for example by bank transfer, minus what it refunded, in minor units of `currency`"""
    held: int = absent
    """Amount of open disputes. It is part of the balance again when the dispute is won, in minor units of `currency`"""
    paid_out: int = absent
    """Amount paid out to the organizer, in minor units of `currency`"""
    balance: int = absent
    """What the platform still owes to the organizer: what it has collected, minus fees, taxes, open disputes and payouts. Negative if the organizer owes it, for example the fees of payments that it received itself, in minor units of `currency`"""
    updated_at: datetime = absent
    """Time of the last change to any of these fields"""


class SettlementPaidWebhook(Model):
    """The body of a webhook of type `settlement.paid`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["settlement.paid"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Settlement = absent


class SettlementUpdatedWebhook(Model):
    """The body of a webhook of type `settlement.updated`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["settlement.updated"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Settlement = absent


class Shortage(Model):
    kind: SkipValidation[Literal["ticket", "addon"]] = absent
    ticket_type_id: str | None = absent
    """Id of the ticket type; null for an add-on"""
    addon_id: str | None = absent
    """Id of the add-on; null for a ticket"""
    name: str = absent
    """Name"""
    requested: int = absent
    """Requested quantity"""
    available: int = absent
    """Available quantity"""


class StoredHeader(Model):
    name: str = absent
    """Name of the header"""


class Ticket(Model):
    """A ticket, without personal fields"""

    id: str = absent
    """Id of the ticket"""
    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    ticket_type_id: str = absent
    """Id of the ticket type"""
    ticket_type_name: str = absent
    """Name of the ticket type"""
    status: SkipValidation[Literal["valid", "used", "void"]] = absent
    """`valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded"""
    issued_at: datetime = absent
    """Time of issue"""
    updated_at: datetime = absent
    """When the ticket, or the name of its type, last changed"""
    used_at: datetime | None = absent
    """Time of use"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""


class TicketCheckInUndoneWebhook(Model):
    """The body of a webhook of type `ticket.check_in_undone`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["ticket.check_in_undone"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Ticket = absent


class TicketDetail(Model):
    """A ticket. `answers` need the scope `orders:read:pii`"""

    id: str = absent
    """Id of the ticket"""
    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    ticket_type_id: str = absent
    """Id of the ticket type"""
    ticket_type_name: str = absent
    """Name of the ticket type"""
    status: SkipValidation[Literal["valid", "used", "void"]] = absent
    """`valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded"""
    issued_at: datetime = absent
    """Time of issue"""
    updated_at: datetime = absent
    """When the ticket, or the name of its type, last changed"""
    used_at: datetime | None = absent
    """Time of use"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    answers: list[Answer] | None = None
    """The answers in the sequence of the questions"""


class TicketGate(Model):
    """The gate at which a ticket was used"""

    id: str = absent
    """Id of the gate"""
    name: str = absent
    """Name of the gate"""


class TicketIssuedWebhook(Model):
    """The body of a webhook of type `ticket.issued`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["ticket.issued"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Ticket = absent


class TicketType(Model):
    id: str = absent
    """Id of the ticket type"""
    event_id: str = absent
    """Id of the event"""
    name: str = absent
    """Name shown to buyers"""
    description: str | None = absent
    """Description"""
    category: str | None = absent
    """Category, for example the distance of a race or the class of a seat"""
    price: int = absent
    """Unit price, in minor units of `currency`"""
    currency: str = absent
    """ISO 4217 code"""
    quantity: int | None = absent
    """Quantity for sale; null: unlimited"""
    sold: int = absent
    """Sold quantity. It does not change `updatedAt`"""
    reserved: int = absent
    """Quantity held by pending orders. It does not change `updatedAt`"""
    available: int | None = absent
    """Quantity that can be bought now; null: unlimited. It does not change `updatedAt`"""
    min_per_order: int = absent
    """Minimum quantity in one order"""
    sales_start_at: datetime | None = absent
    """When sales start; null: as soon as the event is published"""
    sales_end_at: datetime | None = absent
    """When sales end; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null"""
    status: SkipValidation[Literal["active", "archived"]] = absent
    """An archived ticket type is not sold"""
    position: int = absent
    """Position in lists: lower positions come first"""
    max_per_order: int | None = absent
    """Maximum quantity in one order; null: 10, or `minPerOrder` if it is greater"""
    starts_at: datetime | None = absent
    """When its holders start; null: with the event"""
    shows_quantity_left: bool = absent
    """Whether buyers see how many of its tickets are left"""
    holder_name: SkipValidation[Literal["required", "optional", "none"]] = absent
    """Whether a reservation must have the name of each ticket holder. `none`: buyers are not asked for it"""
    age_rule: AgeRule | None = absent
    bibs: Bibs | None = absent
    category_rule: CategoryRule | None = absent
    translations: TicketTypeTranslations | None = None
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""


class TicketTypeAvailability(Model):
    id: str = absent
    """Id of the ticket type"""
    sold_out: bool = absent
    """Whether no units are left"""
    on_sale: bool = absent
    """Whether it is not sold out and the current time is within its sales dates"""


class TicketTypeTexts(Model):
    """The texts in one language"""

    name: str | None = None
    """Name shown to buyers"""
    description: str | None = None
    """Description"""
    category: str | None = None
    """Category"""


class TicketTypeTranslations(Model):
    """The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language"""

    en: TicketTypeTexts | None = None
    de: TicketTypeTexts | None = None
    fr: TicketTypeTexts | None = None
    es: TicketTypeTexts | None = None
    it: TicketTypeTexts | None = None
    nl: TicketTypeTexts | None = None
    pl: TicketTypeTexts | None = None


class TicketUpdatedWebhook(Model):
    """The body of a webhook of type `ticket.updated`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["ticket.updated"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: UpdatedTicket = absent


class TicketUsedWebhook(Model):
    """The body of a webhook of type `ticket.used`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["ticket.used"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: UsedTicket = absent


class TicketVoidedWebhook(Model):
    """The body of a webhook of type `ticket.voided`"""

    id: str = absent
    """Id of the event, the same in each attempt. Store it to recognize an event that you receive twice."""
    type: SkipValidation[Literal["ticket.voided"]] = absent
    """Type of the event"""
    api_version: SkipValidation[Literal["v1"]] = absent
    """Version of the API whose format `data` has"""
    created_at: datetime = absent
    """Time of the event"""
    sequence: int = absent
    """Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event."""
    data: Ticket = absent


class TriggerResult(Model):
    """The events that a trigger has emitted"""

    type: SkipValidation[Literal["order.created", "order.paid", "order.refunded", "order.cancelled", "order.updated", "order.anonymized", "order.disputed", "payment.received", "refund.created", "refund.succeeded", "refund.failed", "order.expired", "ticket.issued", "ticket.used", "ticket.check_in_undone", "ticket.updated", "ticket.voided", "addon.granted", "addon.consumed", "addon.consumption_reversed", "event.created", "event.updated", "event.published", "event.archived", "event.deleted", "settlement.updated", "settlement.paid", "endpoint.disabled", "ping"]] = absent
    """The type in the request"""
    emitted: list[SkipValidation[Literal["order.created", "order.paid", "order.refunded", "order.cancelled", "order.updated", "order.anonymized", "order.disputed", "payment.received", "refund.created", "refund.succeeded", "refund.failed", "order.expired", "ticket.issued", "ticket.used", "ticket.check_in_undone", "ticket.updated", "ticket.voided", "addon.granted", "addon.consumed", "addon.consumption_reversed", "event.created", "event.updated", "event.published", "event.archived", "event.deleted", "settlement.updated", "settlement.paid", "endpoint.disabled", "ping"]]] = absent
    """The types of the emitted events, in the order of their `sequence`"""
    event_id: str | None = absent
    """Id of the event that was created or used"""
    order_number: str | None = absent
    """Order number"""
    ticket_ids: list[str] = absent
    events: list[TriggeredEvent] = absent
    """The emitted events, in the order of their `sequence`"""


class TriggeredEvent(Model):
    """A webhook event that a trigger has emitted"""

    id: str = absent
    """Id of the event, as in the feed"""
    type: SkipValidation[Literal["order.created", "order.paid", "order.refunded", "order.cancelled", "order.updated", "order.anonymized", "order.disputed", "payment.received", "refund.created", "refund.succeeded", "refund.failed", "order.expired", "ticket.issued", "ticket.used", "ticket.check_in_undone", "ticket.updated", "ticket.voided", "addon.granted", "addon.consumed", "addon.consumption_reversed", "event.created", "event.updated", "event.published", "event.archived", "event.deleted", "settlement.updated", "settlement.paid", "endpoint.disabled", "ping"]] = absent
    """The type of the event"""
    object_id: str | None = absent
    """Id of the resource in `data`, or its order number"""
    delivery_ids: list[str] = absent


class UpdatedOrder(Model):
    """A changed order, without personal fields"""

    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    status: SkipValidation[Literal["pending", "paid", "partially_refunded", "refunded", "cancelled", "expired"]] = absent
    """State of the order"""
    currency: str = absent
    """ISO 4217 code"""
    subtotal: int = absent
    """Sum of the items, in minor units of `currency`"""
    total: int = absent
    """Amount that the buyer pays, in minor units of `currency`"""
    refunded_total: int = absent
    """Amount refunded so far, in minor units of `currency`"""
    ticket_count: int = absent
    """Number of tickets"""
    created_at: datetime = absent
    """When the order was created"""
    updated_at: datetime = absent
    """When the order or one of its tickets last changed"""
    paid_at: datetime | None = absent
    """When the order was paid"""
    expires_at: datetime | None = absent
    """When a pending order expires and its stock is released"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    fee_breakdown: FeeBreakdown = absent
    items: list[OrderItem] = absent
    tickets: list[Ticket] = absent
    changed: list[str] = absent
    """The changed fields: `buyer.email`, `buyer.name`, `buyer.phone`, `buyer.answers`, `externalId`, `metadata`, `expiresAt`, or `tickets.` with a field of `ticket.updated`. Later versions can add others"""


class UpdatedTicket(Model):
    """A changed ticket, without personal fields"""

    id: str = absent
    """Id of the ticket"""
    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    ticket_type_id: str = absent
    """Id of the ticket type"""
    ticket_type_name: str = absent
    """Name of the ticket type"""
    status: SkipValidation[Literal["valid", "used", "void"]] = absent
    """`valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded"""
    issued_at: datetime = absent
    """Time of issue"""
    updated_at: datetime = absent
    """When the ticket, or the name of its type, last changed"""
    used_at: datetime | None = absent
    """Time of use"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    changed: list[str] = absent
    """The changed fields: `holderName`, `bib`, `category`, `qrValue`, `answers`, `externalId` or `metadata`. Later versions can add others"""


class UsedTicket(Model):
    """A used ticket, without personal fields. `gate` is null if it was used without a scan at a gate"""

    id: str = absent
    """Id of the ticket"""
    order_number: str = absent
    """Order number"""
    event_id: str = absent
    """Id of the event"""
    ticket_type_id: str = absent
    """Id of the ticket type"""
    ticket_type_name: str = absent
    """Name of the ticket type"""
    status: SkipValidation[Literal["valid", "used", "void"]] = absent
    """`valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded"""
    issued_at: datetime = absent
    """Time of issue"""
    updated_at: datetime = absent
    """When the ticket, or the name of its type, last changed"""
    used_at: datetime | None = absent
    """Time of use"""
    external_id: str | None = absent
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str] = absent
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it"""
    gate: TicketGate | None = absent


class Venue(Model):
    name: str | None = absent
    """Name of the venue"""
    address: str | None = absent
    """Street and number"""
    city: str | None = absent
    """City"""
    country: str | None = absent
    """Country"""


class WaitingRoom(Model):
    """A waiting room in front of the sale of an event"""

    admit_per_minute: int = absent
    """How many visitors are admitted to the page of the event in a minute"""


class WebhookDelivery(Model):
    """A delivery to an endpoint"""

    id: str = absent
    """Id of the delivery"""
    endpoint_id: str = absent
    """Id of the endpoint"""
    event_id: str = absent
    """Id of the event"""
    event_type: str = absent
    """Type of the event"""
    status: SkipValidation[Literal["pending", "succeeded", "failed", "cancelled"]] = absent
    """`pending`: there will be an attempt; `failed`: no attempt succeeded; `cancelled`: the endpoint was disabled before it succeeded"""
    attempt_count: int = absent
    """Finished attempts since the delivery was created or last resent"""
    next_attempt_at: datetime | None = absent
    """Time of the next attempt; null if there is none"""
    created_at: datetime = absent
    """Creation of the delivery"""
    updated_at: datetime = absent
    """Time of the last change"""


class WebhookEndpoint(Model):
    """An endpoint that receives events, without its secret"""

    id: str = absent
    """Id of the endpoint"""
    url: str = absent
    """URL to which events are sent"""
    description: str | None = absent
    """Purpose of the endpoint"""
    events: list[str] = absent
    """Event types that the endpoint subscribes to; `order.*` for all that begin with `order.`, `["*"]` for all types"""
    status: SkipValidation[Literal["enabled", "disabled"]] = absent
    """`enabled`: events are sent to the endpoint; `disabled`: no events are sent"""
    disabled_reason: str | None = absent
    """Reason why the endpoint is disabled"""
    created_at: datetime = absent
    """Time of the registration"""
    updated_at: datetime = absent
    """Time of the last change"""


class WebhookEndpointSettings(Model):
    """A webhook endpoint"""

    id: str = absent
    """Id of the endpoint"""
    url: str = absent
    """URL to which events are sent"""
    description: str | None = absent
    """Purpose of the endpoint"""
    events: list[str] = absent
    """Event types that the endpoint subscribes to; `order.*` for all that begin with `order.`, `["*"]` for all types"""
    status: SkipValidation[Literal["enabled", "disabled"]] = absent
    """`enabled`: events are sent to the endpoint; `disabled`: no events are sent"""
    disabled_reason: str | None = absent
    """Reason why the endpoint is disabled"""
    created_at: datetime = absent
    """Time of the registration"""
    updated_at: datetime = absent
    """Time of the last change"""
    failing_since: datetime | None = absent
    """Time of the first failure since the last success; null if the endpoint is not failing"""
    ed25519: bool = absent
    """Whether deliveries are also signed with Ed25519 (`v1a` of Standard Webhooks)"""
    headers: list[StoredHeader] = absent
    """Headers that are added to each delivery. Their values are secrets and cannot be read"""
    throttle: EndpointThrottle | None = absent
    event_ids: list[str] = absent
    """Ids of events of the organizer: only webhook events that belong to these are delivered; empty for all webhook events"""


class WebhookEndpointWithHealth(Model):
    """A webhook endpoint with its health"""

    id: str = absent
    """Id of the endpoint"""
    url: str = absent
    """URL to which events are sent"""
    description: str | None = absent
    """Purpose of the endpoint"""
    events: list[str] = absent
    """Event types that the endpoint subscribes to; `order.*` for all that begin with `order.`, `["*"]` for all types"""
    status: SkipValidation[Literal["enabled", "disabled"]] = absent
    """`enabled`: events are sent to the endpoint; `disabled`: no events are sent"""
    disabled_reason: str | None = absent
    """Reason why the endpoint is disabled"""
    created_at: datetime = absent
    """Time of the registration"""
    updated_at: datetime = absent
    """Time of the last change"""
    failing_since: datetime | None = absent
    """Time of the first failure since the last success; null if the endpoint is not failing"""
    ed25519: bool = absent
    """Whether deliveries are also signed with Ed25519 (`v1a` of Standard Webhooks)"""
    headers: list[StoredHeader] = absent
    """Headers that are added to each delivery. Their values are secrets and cannot be read"""
    throttle: EndpointThrottle | None = absent
    event_ids: list[str] = absent
    """Ids of events of the organizer: only webhook events that belong to these are delivered; empty for all webhook events"""
    health: EndpointHealth = absent


class WithdrawnConsent(Model):
    """Only of a consent that was withdrawn: when, and the `value` that was given. `value` of the answer is then `false`, and its label, version, language and `answeredAt` are those of the consent as it was given"""

    at: datetime = absent
    """When the consent was withdrawn"""
    value: str | float | bool | list[str] | dict[str, str] = absent
    """The value: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`"""


class UnknownWebhook(Model):
    """A webhook event of a type that this version of the package does not know."""

    id: str = absent
    type: str = absent
    api_version: str = absent
    created_at: datetime = absent
    sequence: int = absent
    data: Any = None


_webhook_types = frozenset(
    (
        "order.created",
        "order.paid",
        "order.refunded",
        "order.cancelled",
        "order.expired",
        "order.updated",
        "order.anonymized",
        "order.disputed",
        "payment.received",
        "refund.created",
        "refund.succeeded",
        "refund.failed",
        "ticket.issued",
        "ticket.used",
        "ticket.check_in_undone",
        "ticket.voided",
        "ticket.updated",
        "addon.granted",
        "addon.consumed",
        "addon.consumption_reversed",
        "event.created",
        "event.updated",
        "event.published",
        "event.archived",
        "event.deleted",
        "settlement.updated",
        "settlement.paid",
        "endpoint.disabled",
        "ping",
    )
)


def _webhook_type(value: Any) -> str:
    kind = value.get("type") if isinstance(value, dict) else getattr(value, "type", None)
    return kind if isinstance(kind, str) and kind in _webhook_types else "unknown"


WebhookEvent = Annotated[
    Annotated[OrderCreatedWebhook, Tag("order.created")]
    |     Annotated[OrderPaidWebhook, Tag("order.paid")]
    |     Annotated[OrderRefundedWebhook, Tag("order.refunded")]
    |     Annotated[OrderCancelledWebhook, Tag("order.cancelled")]
    |     Annotated[OrderExpiredWebhook, Tag("order.expired")]
    |     Annotated[OrderUpdatedWebhook, Tag("order.updated")]
    |     Annotated[OrderAnonymizedWebhook, Tag("order.anonymized")]
    |     Annotated[OrderDisputedWebhook, Tag("order.disputed")]
    |     Annotated[PaymentReceivedWebhook, Tag("payment.received")]
    |     Annotated[RefundCreatedWebhook, Tag("refund.created")]
    |     Annotated[RefundSucceededWebhook, Tag("refund.succeeded")]
    |     Annotated[RefundFailedWebhook, Tag("refund.failed")]
    |     Annotated[TicketIssuedWebhook, Tag("ticket.issued")]
    |     Annotated[TicketUsedWebhook, Tag("ticket.used")]
    |     Annotated[TicketCheckInUndoneWebhook, Tag("ticket.check_in_undone")]
    |     Annotated[TicketVoidedWebhook, Tag("ticket.voided")]
    |     Annotated[TicketUpdatedWebhook, Tag("ticket.updated")]
    |     Annotated[AddonGrantedWebhook, Tag("addon.granted")]
    |     Annotated[AddonConsumedWebhook, Tag("addon.consumed")]
    |     Annotated[AddonConsumptionReversedWebhook, Tag("addon.consumption_reversed")]
    |     Annotated[EventCreatedWebhook, Tag("event.created")]
    |     Annotated[EventUpdatedWebhook, Tag("event.updated")]
    |     Annotated[EventPublishedWebhook, Tag("event.published")]
    |     Annotated[EventArchivedWebhook, Tag("event.archived")]
    |     Annotated[EventDeletedWebhook, Tag("event.deleted")]
    |     Annotated[SettlementUpdatedWebhook, Tag("settlement.updated")]
    |     Annotated[SettlementPaidWebhook, Tag("settlement.paid")]
    |     Annotated[EndpointDisabledWebhook, Tag("endpoint.disabled")]
    |     Annotated[PingWebhook, Tag("ping")]
    | Annotated[UnknownWebhook, Tag("unknown")],
    Discriminator(_webhook_type),
]
"""A webhook event. Each type has a class."""
