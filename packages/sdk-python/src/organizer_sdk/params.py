# Written by "npm run openapi" from the documents in openapi/. Do not edit.
from __future__ import annotations

from datetime import datetime
from typing import Literal, Sequence, TypedDict

from typing_extensions import Required


class ConsumeRequest(TypedDict, total=False):
    """The units of an entitlement to consume"""

    entitlement_id: Required[str]
    """Id of the entitlement"""
    units: Required[int]
    """Number of units to consume"""
    ref: Required[str]
    """Your identifier for the consumption, unique among all your consumptions. To retry a request, send the same `ref`: the units are consumed once. For another consumption, use a new `ref`"""


class GateDeviceStatus(TypedDict, total=False):
    """The state of a device"""

    battery: Required[float | None]
    """Charge of the battery from 0 to 1; null if unknown"""
    app_version: Required[str]
    """Version of the app"""
    queue_length: Required[int]
    """Number of scans that are not sent yet"""


class GateLookupRequest(TypedDict, total=False):
    """The ticket of a guest at the bar"""

    qr_value: Required[str]
    """Content of the QR code"""


class GateOfflineScan(TypedDict, total=False):
    """A scan for which the device decided without the server"""

    qr_value: str
    """Content of the QR code"""
    ticket_id: str
    """Id of the ticket, if its QR code was not scanned. Send either `qrValue` or `ticketId`"""
    nonce: Required[str]
    """Your id of the scan, unique for the device or the API key: 8 to 64 letters, digits, "-" and "_". A repeated request with the same value returns the same scan"""
    scanned_at: Required[datetime | str]
    """When the ticket was scanned, by the clock of the device"""
    gate_id: Required[str]
    """Id of the gate"""
    direction: Required[Literal["entry", "exit"]]
    """`entry` or `exit`"""
    force: bool
    """Admits the holder even if the result would be `already_used`, `exited`, `not_open`, `closed` or `wrong_gate`. The scan is stored as forced. A scan that was made without a network at a gate that the device cannot use is not admitted"""
    offline: Required[bool]
    """Always true"""
    device_result: Required[Literal["admitted", "refused"]]
    """What the device decided"""
    device_reason: Required[Literal["already_used", "void", "wrong_event", "wrong_gate", "not_open", "closed", "exited", "not_inside", "wrong_direction", "unknown"] | None]


class GatePairRequest(TypedDict, total=False):
    """The code that the dashboard or the command line shows"""

    code: Required[str]
    """The pairing code; it can have a hyphen or spaces, and upper and lower case do not matter"""


class GateScanBatch(TypedDict, total=False):
    """The scans of a device that was offline"""

    scans: Required[Sequence[GateOfflineScan]]
    """Scans, oldest first"""


class GateScanRequest(TypedDict, total=False):
    """A scanned ticket"""

    qr_value: str
    """Content of the QR code"""
    ticket_id: str
    """Id of the ticket, if its QR code was not scanned. Send either `qrValue` or `ticketId`"""
    nonce: Required[str]
    """Your id of the scan, unique for the device or the API key: 8 to 64 letters, digits, "-" and "_". A repeated request with the same value returns the same scan"""
    scanned_at: Required[datetime | str]
    """When the ticket was scanned, by the clock of the device"""
    gate_id: Required[str]
    """Id of the gate"""
    direction: Required[Literal["entry", "exit"]]
    """`entry` or `exit`"""
    force: bool
    """Admits the holder even if the result would be `already_used`, `exited`, `not_open`, `closed` or `wrong_gate`. The scan is stored as forced. A scan that was made without a network at a gate that the device cannot use is not admitted"""


class ReversalRequest(TypedDict, total=False):
    """Why a consumption is reversed"""

    reason: Required[str]
    """Why the consumption is reversed. It is shown in the history of the entitlement"""


class AddonTextsPatch(TypedDict, total=False):
    """The texts in one language"""

    name: str | None
    """Name shown to buyers"""


class AddonTranslationsPatch(TypedDict, total=False):
    """The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language. Absent languages and texts keep their values; null removes them"""

    en: AddonTextsPatch | None
    de: AddonTextsPatch | None
    fr: AddonTextsPatch | None
    es: AddonTextsPatch | None
    it: AddonTextsPatch | None
    nl: AddonTextsPatch | None
    pl: AddonTextsPatch | None


class AgeClassFields(TypedDict, total=False):
    name: Required[str]
    """Name of the class"""
    sex: Literal["female", "male", "other"] | None
    minimum: int | None
    """The lowest age in years; null for no limit"""
    maximum: int | None
    """The highest age in years; null for no limit"""


class AgeRuleFields(TypedDict, total=False):
    """The age of ticket holders. By default, it counts on the day of the event (`event`, `mar1`) and has no limits. A limit needs a question with the key `birthDate` that each holder is asked. null: holders can have any age"""

    on: Literal["event", "yearEnd", "previousYearEnd", "date"]
    """The day on which the age counts: `event`: the day on which the event starts, in its time zone; `yearEnd`: 31 December of that year; `previousYearEnd`: 31 December of the year before; `date`: the date in `date`"""
    date: str | None
    """A fixed date, YYYY-MM-DD, for `on` `date`"""
    leap_rule: Literal["feb28", "mar1"]
    """When a person who was born on 29 February becomes older in a year without this day: on 28 February or on 1 March"""
    minimum: int | None
    """The lowest age in years; null for no limit"""
    maximum: int | None
    """The highest age in years; null for no limit"""


class AssignBibs(TypedDict, total=False):
    """How the tickets of an event get bibs"""

    by: Required[Literal["payment", "name", "category", "answer", "file"]]
    """The sequence in which tickets get the lowest free numbers of their ticket types, or `file` for the numbers of `csv`. Tickets without a name, a category or an answer are last"""
    question_id: str
    """For `by: answer`: a question to ticket holders, such as the expected time. Ask for times in one form, such as `hh:mm:ss`. Options are sorted by their codes"""
    csv: str
    """For `by: file`: a CSV file with commas, semicolons or tabs. The heading of each column says what it is: `bib`, and `ticket` (id), `order` (number) or `name`, in upper or lower case. `birthDate` tells persons of the same name apart: YYYY-MM-DD, or with the day before the month. Names are compared without case and accents. A row without a bib changes nothing. Needs the scope `orders:read:pii`"""
    ticket_type_id: str
    """Only tickets of this type. Without effect for a file"""
    renumber: bool
    """Whether tickets that have a bib get a new one. Without effect for a file"""
    include_fixed: bool
    """With `renumber`: whether also bibs change that were given by hand, by a file or by an import. Without effect for a file"""
    dry_run: bool
    """Whether nothing is changed, and the response says what would change"""


class Attendee(TypedDict, total=False):
    ticket_type_id: Required[str]
    """Id of a ticket type in this reservation"""
    holder_name: str | None
    """Name of the attendee"""
    first_name: str | None
    """First name of the attendee, together with `lastName` and in place of `holderName`"""
    last_name: str | None
    """Last name of the attendee, together with `firstName`"""
    answers: dict[str, str | float | bool | Sequence[str] | dict[str, str] | None]
    """Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. null, an empty text, an empty list, and an object without values, such as `{}`, are no answer. Answers to hidden questions are ignored"""
    addons: Sequence[CartHolderAddon]
    """The add-ons of the ticket holder: one line for each add-on"""


class BibsFields(TypedDict, total=False):
    """The bibs (start numbers) of tickets, assigned when they are paid: the lowest free number of the range, or none if all are taken. If `first` and `last` are null, the next number of the event. null: no bib"""

    first: Required[int | None]
    """First bib"""
    last: Required[int | None]
    """Last bib, not below `first`"""


class BuyerAnswers(TypedDict, total=False):
    """The answers of the buyer to change. Needs the scope `orders:read:pii`"""

    answers: dict[str, str | float | bool | Sequence[str] | dict[str, str] | None]
    """Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. Absent answers do not change, and null removes one"""


class BuyerDetails(TypedDict, total=False):
    """The buyer"""

    email: Required[str]
    """E-mail address that the tickets are sent to; it is verified before the order is paid"""
    name: str | None
    """Name"""
    phone: str | None
    """Telephone number"""
    answers: dict[str, str | float | bool | Sequence[str] | dict[str, str] | None]
    """Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. null, an empty text, an empty list, and an object without values, such as `{}`, are no answer. Answers to hidden questions are ignored"""


class CancelRequest(TypedDict, total=False):
    """The reservation to cancel"""

    order_number: Required[str]
    """Number of the order"""
    reservation_token: Required[str]
    """Token of the reservation. A client with this token can pay, cancel and read the order"""


class Cancellation(TypedDict, total=False):
    """How to cancel an order"""

    notify_buyer: Required[bool]
    """Whether the buyer gets an e-mail"""


class CartAddon(TypedDict, total=False):
    addon_id: Required[str]
    """Id of an add-on of the event"""
    quantity: Required[int]
    """Quantity"""


class CartAttendee(TypedDict, total=False):
    ticket_type_id: Required[str]
    """Id of a ticket type in this cart"""
    addons: Sequence[CartHolderAddon]
    """The add-ons of the ticket holder: one line for each add-on"""


class CartHolderAddon(TypedDict, total=False):
    addon_id: Required[str]
    """Id of an add-on with `assignedTo` `holder`"""
    quantity: Required[int]
    """Quantity"""


class CartTicket(TypedDict, total=False):
    ticket_type_id: Required[str]
    """Id of a ticket type of the event"""
    quantity: Required[int]
    """Quantity"""


class CategoryRuleFields(TypedDict, total=False):
    """How the category of a ticket is computed when it is paid. It needs questions with the keys `birthDate` and `sex` that each holder is asked, if it uses them. null: the category of the ticket type"""

    prefix: str | None
    """Text before the class, such as a distance"""
    by_sex: bool
    """Whether a class begins with `W`, `M` or `X` for the sex. The classes of a table have their own sex"""
    age_classes: Literal["none", "fiveYears", "tenYears", "table"]
    """`none`: no classes by age; `fiveYears` and `tenYears`: classes such as `W40`, with one class `U20` below 20; `table`: the classes in `table`"""
    table: Sequence[AgeClassFields]
    """The classes of `table`; the first one that fits counts"""


class CheckInRequest(TypedDict, total=False):
    """A scanned ticket. By default it is scanned now, with the direction `entry`, at the only gate of the event that is not archived"""

    event_id: Required[str]
    """Id of the event. A ticket of another event is refused with `wrong_event`"""
    qr_value: str
    """Content of the QR code"""
    ticket_id: str
    """Id of the ticket, if its QR code was not scanned. Send either `qrValue` or `ticketId`"""
    nonce: Required[str]
    """Your id of the scan, unique for the device or the API key: 8 to 64 letters, digits, "-" and "_". A repeated request with the same value returns the same scan"""
    scanned_at: datetime | str
    """When the ticket was scanned, by the clock of the device"""
    gate_id: str
    """Id of the gate"""
    direction: Literal["entry", "exit"]
    """`entry` or `exit`"""
    force: bool
    """Admits the holder even if the result would be `already_used`, `exited`, `not_open`, `closed` or `wrong_gate`. The scan is stored as forced. A scan that was made without a network at a gate that the device cannot use is not admitted"""


class CreateAddon(TypedDict, total=False):
    """A new add-on. By default, it is unlimited, and each purchase has one unit"""

    name: Required[str]
    """Name shown to buyers"""
    type: Required[str]
    """Kind of add-on, in one word"""
    price: Required[int]
    """Unit price, in minor units of the event's currency"""
    external_id: str
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    currency: str
    """ISO 4217 code"""
    units_per_purchase: int
    """Number of units in one purchase; each unit is consumed separately"""
    assigned_to: Literal["order", "holder"]
    """Whether it is bought for the order, or for a ticket holder, such as a shirt; by default `order`. A change concerns later orders"""
    max_per_holder: int | None
    """Maximum quantity for each ticket holder, if `assignedTo` is `holder`; null: 1"""
    quantity: int | None
    """Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units"""
    status: Literal["active", "archived"]
    """An archived ticket type or add-on is not sold. It can become active again"""
    translations: AddonTranslationsPatch | None
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class CreateEvent(TypedDict, total=False):
    """A new event. By default, it has your time zone and your currency, and its slug is derived from its name"""

    name: Required[str]
    """Name of the event"""
    starts_at: Required[datetime | str]
    """When the event starts: RFC 3339 with any UTC offset"""
    status: Literal["draft", "published"]
    """State of the new event; by default `draft`"""
    external_id: str
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    slug: str
    """Name of the event in URLs: lower-case letters, digits and inner hyphens; unique among your events"""
    description: str | None
    """Description"""
    ends_at: datetime | str | None
    """When the event ends: not before `startsAt`"""
    timezone: str
    """IANA time zone of the venue"""
    venue: VenueFields | None
    poster_url: str | None
    """URL of the poster image. It begins with https:// and contains no user name and no password"""
    currency: str
    """ISO 4217 code"""
    default_language: Literal["en", "de", "fr", "es", "it", "nl", "pl"]
    """The language of the page and of e-mails for a buyer whose own language is not known, or is none of these; by default `en`"""
    name_fields: Literal["full", "firstAndLast"]
    """How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two. With `firstAndLast`, a name that is required has both parts; by default `full`"""
    waiting_room: WaitingRoomFields | None
    translations: EventTranslationsPatch | None
    answers_until: datetime | str | None
    """Until when buyers can change their answers to questions; null: until `startsAt`"""
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class CreateQuestion(TypedDict, total=False):
    """A new question. By default, it is not required, asked for all ticket types, and after the existing questions"""

    asked_of: Required[Literal["buyer", "holder"]]
    """`buyer`: once for each order; `holder`: for each ticket"""
    kind: Required[Literal["text", "longText", "number", "date", "choice", "choices", "boolean", "country", "phone", "email", "consent", "contact", "address"]]
    """What the question asks for. `consent`: a statement that must be accepted; `contact`: a name and a phone number"""
    key: Literal["birthDate", "sex", "nationality", "club", "team", "company", "diet", "emergencyContact", "postalAddress", "guardian"] | None
    label: Required[str]
    """The question, or the wording of a consent. It can contain links as in Markdown: `[terms](https://…)`"""
    position: int
    """Position in lists: lower positions come first"""
    help: str | None
    """Explanation below the question"""
    is_required: bool
    """Whether it must be answered"""
    options: Sequence[QuestionOptionFields] | None
    """All options of `choice` and `choices`, in their sequence. An option that is left out is removed, or archived if it was chosen"""
    minimum: float | str | None
    maximum: float | str | None
    min_length: int | None
    """The least number of characters (Unicode code points)"""
    max_length: int | None
    """The greatest number of characters (Unicode code points): at most 500 for `text`, 5000 for `longText`"""
    pattern: str | None
    """A regular expression that a `text` must match as a whole: characters, classes such as `[A-Z]` and `\\d`, repetitions such as `{2,4}`, and `|` between whole alternatives, without groups"""
    default: str | float | bool | Sequence[str] | dict[str, str] | None
    shown_if: QuestionConditionFields | None
    max_age: int | None
    """The question is asked only of holders who are at most this old on the day of `ageRule` of their ticket type, such as the consent of a guardian. It needs a required question with the key `birthDate` that all holders are asked; null: every age"""
    offer_ids: Sequence[str] | None
    """The ticket types and add-ons for which the question is asked; null: all. A buyer is asked if the order contains one of them"""
    is_marketing: bool
    """Whether a `consent` is one to advertising. It can then not be required"""
    retention_days: int | None
    """How many days after the end of the event the answers are deleted; null: as all personal data"""
    translations: QuestionTranslationsFields


class CreateTicketType(TypedDict, total=False):
    """A new ticket type. By default, it is unlimited, on sale immediately, and displayed after the existing ones"""

    name: Required[str]
    """Name shown to buyers"""
    price: Required[int]
    """Unit price, in minor units of the event's currency"""
    external_id: str
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    description: str | None
    """Description"""
    category: str | None
    """Category, for example the distance of a race or the class of a seat. The page of the event shows ticket types with the same category under one heading"""
    currency: str
    """ISO 4217 code"""
    quantity: int | None
    """Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units"""
    min_per_order: int
    """Minimum quantity in one order"""
    max_per_order: int | None
    """Maximum quantity in one order; values above 1,000 have the effect of 1,000. null: 10, or `minPerOrder` if it is greater"""
    bibs: BibsFields | None
    sales_start_at: datetime | str | None
    """When sales start; null: as soon as the event is published"""
    sales_end_at: datetime | str | None
    """When sales end, not before `salesStartAt`; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null"""
    starts_at: datetime | str | None
    """When its holders start, such as a wave of a race; null: with the event. Buyers see it. It does not change sales or gates"""
    shows_quantity_left: bool
    """Whether buyers see how many of its tickets are left, in `quantityLeft`; by default false"""
    holder_name: Literal["required", "optional", "none"]
    """Whether buyers enter the name of each ticket holder; by default `optional`. `none`: they are not asked. It concerns reservations: orders that you create yourself can always leave names open"""
    age_rule: AgeRuleFields | None
    category_rule: CategoryRuleFields | None
    status: Literal["active", "archived"]
    """An archived ticket type or add-on is not sold. It can become active again"""
    position: int
    """Position in lists: lower positions come first"""
    translations: TicketTypeTranslationsPatch | None
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class CustomHeader(TypedDict, total=False):
    name: Required[str]
    """Name of the header"""
    value: str
    """Value of the header; without it, a header that is already stored keeps its value"""


class EventTextsPatch(TypedDict, total=False):
    """The texts in one language"""

    name: str | None
    """Name of the event"""
    description: str | None
    """Description"""


class EventTranslationsPatch(TypedDict, total=False):
    """The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language. Absent languages and texts keep their values; null removes them"""

    en: EventTextsPatch | None
    de: EventTextsPatch | None
    fr: EventTextsPatch | None
    es: EventTextsPatch | None
    it: EventTextsPatch | None
    nl: EventTextsPatch | None
    pl: EventTextsPatch | None


class ItemToRefund(TypedDict, total=False):
    item_id: Required[str]
    """Id of an item of the order"""
    quantity: Required[int]
    """Quantity to refund"""


class NewBuyer(TypedDict, total=False):
    """The buyer of an order that the organizer creates"""

    email: str | None
    """E-mail address that the tickets are sent to. Without one, nothing is mailed"""
    name: str | None
    """Name"""
    phone: str | None
    """Telephone number"""
    answers: dict[str, str | float | bool | Sequence[str] | dict[str, str] | None]
    """Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. null, an empty text, an empty list, and an object without values, such as `{}`, are no answer. Answers to hidden questions are ignored"""


class NewEndpointThrottle(TypedDict, total=False):
    """The rate at which deliveries are sent; null for no throttle"""

    deliveries: Required[int]
    """Maximum number of deliveries in each period, spread evenly"""
    per: Required[Literal["second", "minute"]]
    """The period"""


class NewOrder(TypedDict, total=False):
    """An order that you sell yourself, for example at a box office or in another shop"""

    event_id: Required[str]
    """Id of the event"""
    items: Sequence[SoldTicket]
    """One line for each ticket type"""
    addons: Sequence[SoldAddon]
    """One line for each add-on. Those of ticket holders are in `attendees`"""
    expected_total: int
    """The total that the buyer has seen, in minor units. If the cart has another total, the response is `price_changed`"""
    currency: str
    """The currency of the event. Required if a `unitPrice` is stated"""
    buyer: Required[NewBuyer]
    attendees: Sequence[SoldAttendee]
    """The attendees, if they are known; a ticket without an attendee has no holder name. In a reservation, each ticket needs an attendee if its type has `holderName` `required`, with both parts of the name if the event has `nameFields` `firstAndLast`, or if its holder must answer a question"""
    status: Required[Literal["paid", "pending"]]
    """`paid`: you have received the total; `pending`: the order holds its stock until you record the money or it expires"""
    expires_at: datetime | str
    """When a pending order expires, at most 30 days from now. By default after 10 minutes"""
    external_id: str
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class NewRefund(TypedDict, total=False):
    """What to refund: `ticketIds` and `items`, an `amount` with a `reason`, or `whole`"""

    items: Sequence[ItemToRefund]
    """Quantities of items to refund. The quantity of tickets must be all that are left: otherwise, name the tickets"""
    ticket_ids: Sequence[str]
    """Tickets to refund, each once"""
    amount: int
    """An amount to refund instead of items and tickets. It voids nothing, in minor units of `currency`"""
    reason: str
    """Why the amount is refunded. The buyer reads it, and it is in the ledger. Required with `amount`"""
    whole: bool
    """Whether everything is refunded that is not refunded yet"""
    dry_run: bool
    """Whether to return only what the refund would do"""


class NewWebhookEndpoint(TypedDict, total=False):
    """A new webhook endpoint"""

    url: Required[str]
    """URL to which events are sent"""
    events: Required[Sequence[str]]
    """Event types that the endpoint subscribes to; `order.*` for all types that begin with `order.`, and `["*"]` for all types, also later ones"""
    description: str | None
    """Purpose of the endpoint"""
    ed25519: bool
    """Whether deliveries are also signed with Ed25519 (`v1a` of Standard Webhooks)"""
    headers: Sequence[CustomHeader]
    """Headers that are added to each delivery. They replace the stored headers. Headers that the service sets itself, such as `webhook-…` and `Content-Type`, are not allowed"""
    throttle: NewEndpointThrottle | None
    event_ids: Sequence[str]
    """Ids of events of the organizer: only webhook events that belong to these are delivered; empty for all webhook events"""


class OtpRequest(TypedDict, total=False):
    """The e-mail address that a code is sent to. With a `cart`, the e-mail has a link that opens the page of the event with this cart on any device, so that a buyer who has closed the page can continue."""

    email: Required[str]
    """The e-mail address to verify"""
    cart: QuoteRequest


class OtpVerifyRequest(TypedDict, total=False):
    """An e-mail address, and the code that was sent to it"""

    email: Required[str]
    """The e-mail address to verify"""
    code: Required[str]
    """The 6 digits"""


class OwnAnswers(TypedDict, total=False):
    """The buyer"""

    answers: dict[str, str | float | bool | Sequence[str] | dict[str, str] | None]
    """Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. Absent answers do not change, and null removes one"""


class OwnOrderAnswers(TypedDict, total=False):
    """The answers of an order to change"""

    buyer: OwnAnswers
    tickets: Sequence[OwnTicketAnswers]
    """The tickets whose holders have other answers"""


class OwnTicketAnswers(TypedDict, total=False):
    id: Required[str]
    """Id of a ticket of the order"""
    answers: dict[str, str | float | bool | Sequence[str] | dict[str, str] | None]
    """Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. Absent answers do not change, and null removes one"""


class PayRequest(TypedDict, total=False):
    """The reservation to pay, and the payment method"""

    order_number: Required[str]
    """Number of the order"""
    reservation_token: Required[str]
    """Token of the reservation. A client with this token can pay, cancel and read the order"""
    buyer_token: Required[str]
    """Token from `POST /otp/verify`, which proves that the e-mail address of the order belongs to the buyer"""
    method: Literal["test", "manual", "stripe"]
    """One of `paymentMethods`; not needed if the total is 0"""
    return_url: str
    """The page of your shop to which the payment provider returns the buyer, on a website that the organizer has allowed in the settings of the dashboard. `orderNumber` and `payment`, `paid` or `cancelled`, are added to its query. By default the page of the event. A payment that was started before keeps its page"""


class QuestionConditionFields(TypedDict, total=False):
    """The question is asked only after one of these answers to another question"""

    question_id: Required[str]
    """Id of a `choice`, `choices` or `boolean` that the same person is asked, and that has no `shownIf` itself"""
    values: Required[Sequence[str]]
    """Codes of its options, or `true` or `false`. One of them must be answered"""


class QuestionOptionFields(TypedDict, total=False):
    code: Required[str]
    """Code of the option. It stays the same if the label changes"""
    label: Required[str]
    """Label of the option"""
    is_archived: bool
    """Whether the option can no longer be chosen"""


class QuestionTranslationFields(TypedDict, total=False):
    """The texts of a question in a language"""

    label: str
    help: str
    options: dict[str, str]
    """Labels of options by code"""


class QuestionTranslationsFields(TypedDict, total=False):
    """The texts in other languages, by language: `label`, `help`, and the labels of `options` by code. In a change: of all languages"""

    en: QuestionTranslationFields
    de: QuestionTranslationFields
    fr: QuestionTranslationFields
    es: QuestionTranslationFields
    it: QuestionTranslationFields
    nl: QuestionTranslationFields
    pl: QuestionTranslationFields


class QuoteRequest(TypedDict, total=False):
    """A cart to price"""

    event_id: Required[str]
    """Id of the event"""
    items: Sequence[CartTicket]
    """One line for each ticket type"""
    addons: Sequence[CartAddon]
    """One line for each add-on. Those of ticket holders are in `attendees`"""
    expected_total: int
    """The total that the buyer has seen, in minor units. If the cart has another total, the response is `price_changed`"""
    attendees: Sequence[CartAttendee]
    """The ticket holders who get add-ons with `assignedTo` `holder`"""


class ReceivedMoney(TypedDict, total=False):
    """The money of an order"""

    received_at: Required[datetime | str]
    """When you have received the money"""
    reference: str
    """Your reference of the money, for example of a bank transfer, without personal data"""
    late: bool
    """Whether an expired order is accepted too, if its stock is available"""


class ReserveRequest(TypedDict, total=False):
    """The tickets and add-ons to reserve, and their buyer"""

    event_id: Required[str]
    """Id of the event"""
    items: Sequence[CartTicket]
    """One line for each ticket type"""
    addons: Sequence[CartAddon]
    """One line for each add-on. Those of ticket holders are in `attendees`"""
    expected_total: int
    """The total that the buyer has seen, in minor units. If the cart has another total, the response is `price_changed`"""
    buyer: Required[BuyerDetails]
    attendees: Sequence[Attendee]
    """The attendees, if they are known; a ticket without an attendee has no holder name. In a reservation, each ticket needs an attendee if its type has `holderName` `required`, with both parts of the name if the event has `nameFields` `firstAndLast`, or if its holder must answer a question"""
    buyer_token: str
    """Token from `POST /otp/verify`, which proves that the e-mail address of the order belongs to the buyer"""


class SecretRotation(TypedDict, total=False):
    grace_hours: Required[int]
    """Time for which deliveries are also signed with the old secret"""


class SoldAddon(TypedDict, total=False):
    addon_id: Required[str]
    """Id of an add-on of the event"""
    quantity: Required[int]
    """Quantity"""
    unit_price: int
    """What the buyer pays for a unit, in minor units of `currency`; by default the price of the ticket type or add-on"""


class SoldAttendee(TypedDict, total=False):
    ticket_type_id: Required[str]
    """Id of a ticket type in this reservation"""
    holder_name: str | None
    """Name of the attendee"""
    first_name: str | None
    """First name of the attendee, together with `lastName` and in place of `holderName`"""
    last_name: str | None
    """Last name of the attendee, together with `firstName`"""
    answers: dict[str, str | float | bool | Sequence[str] | dict[str, str] | None]
    """Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. null, an empty text, an empty list, and an object without values, such as `{}`, are no answer. Answers to hidden questions are ignored"""
    addons: Sequence[SoldHolderAddon]
    """The add-ons of the ticket holder: one line for each add-on"""


class SoldHolderAddon(TypedDict, total=False):
    addon_id: Required[str]
    """Id of an add-on with `assignedTo` `holder`"""
    quantity: Required[int]
    """Quantity"""
    unit_price: int
    """What the buyer pays for a unit, in minor units of `currency`; by default the price of the ticket type or add-on"""


class SoldTicket(TypedDict, total=False):
    ticket_type_id: Required[str]
    """Id of a ticket type of the event"""
    quantity: Required[int]
    """Quantity"""
    unit_price: int
    """What the buyer pays for a unit, in minor units of `currency`; by default the price of the ticket type or add-on"""


class TicketTypeTextsPatch(TypedDict, total=False):
    """The texts in one language"""

    name: str | None
    """Name shown to buyers"""
    description: str | None
    """Description"""
    category: str | None
    """Category, for example the distance of a race or the class of a seat. The page of the event shows ticket types with the same category under one heading"""


class TicketTypeTranslationsPatch(TypedDict, total=False):
    """The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language. Absent languages and texts keep their values; null removes them"""

    en: TicketTypeTextsPatch | None
    de: TicketTypeTextsPatch | None
    fr: TicketTypeTextsPatch | None
    es: TicketTypeTextsPatch | None
    it: TicketTypeTextsPatch | None
    nl: TicketTypeTextsPatch | None
    pl: TicketTypeTextsPatch | None


class TriggerRequest(TypedDict, total=False):
    """A type of webhook event to make happen"""

    type: Required[Literal["order.created", "order.paid", "order.refunded", "order.cancelled", "order.updated", "order.anonymized", "order.disputed", "payment.received", "refund.created", "refund.succeeded", "refund.failed", "order.expired", "ticket.issued", "ticket.used", "ticket.check_in_undone", "ticket.updated", "ticket.voided", "addon.granted", "addon.consumed", "addon.consumption_reversed", "event.created", "event.updated", "event.published", "event.archived", "event.deleted", "settlement.updated", "settlement.paid", "endpoint.disabled", "ping"]]
    """The type of the event"""
    event_id: str
    """Id of an event of the sandbox to use instead of a new one. A draft is published; a ticket type and an add-on are added if it has none that can be bought. `event.created`, `endpoint.disabled` and `ping` ignore it"""


class UpdateAddon(TypedDict, total=False):
    """The fields of an add-on to change"""

    name: str
    """Name shown to buyers"""
    type: str
    """Kind of add-on, in one word"""
    price: int
    """Unit price, in minor units of the event's currency"""
    external_id: str
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    currency: str
    """ISO 4217 code"""
    units_per_purchase: int
    """Number of units in one purchase; each unit is consumed separately"""
    assigned_to: Literal["order", "holder"]
    """Whether it is bought for the order, or for a ticket holder, such as a shirt; by default `order`. A change concerns later orders"""
    max_per_holder: int | None
    """Maximum quantity for each ticket holder, if `assignedTo` is `holder`; null: 1"""
    quantity: int | None
    """Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units"""
    status: Literal["active", "archived"]
    """An archived ticket type or add-on is not sold. It can become active again"""
    translations: AddonTranslationsPatch | None
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class UpdateEvent(TypedDict, total=False):
    """The fields of an event to change"""

    name: str
    """Name of the event"""
    starts_at: datetime | str
    """When the event starts: RFC 3339 with any UTC offset"""
    status: Literal["draft", "published", "archived"]
    """A draft can be published or archived. A published event can be archived; without orders, the dashboard can make it a draft again. Archiving cannot be undone"""
    external_id: str
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    slug: str
    """Name of the event in URLs: lower-case letters, digits and inner hyphens; unique among your events"""
    description: str | None
    """Description"""
    ends_at: datetime | str | None
    """When the event ends: not before `startsAt`"""
    timezone: str
    """IANA time zone of the venue"""
    venue: VenueFields | None
    poster_url: str | None
    """URL of the poster image. It begins with https:// and contains no user name and no password"""
    currency: str
    """ISO 4217 code"""
    default_language: Literal["en", "de", "fr", "es", "it", "nl", "pl"]
    """The language of the page and of e-mails for a buyer whose own language is not known, or is none of these; by default `en`"""
    name_fields: Literal["full", "firstAndLast"]
    """How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two. With `firstAndLast`, a name that is required has both parts; by default `full`"""
    waiting_room: WaitingRoomFields | None
    translations: EventTranslationsPatch | None
    answers_until: datetime | str | None
    """Until when buyers can change their answers to questions; null: until `startsAt`"""
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class UpdateOrder(TypedDict, total=False):
    """The fields of an order to change"""

    buyer: BuyerAnswers
    external_id: str
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class UpdateQuestion(TypedDict, total=False):
    """The fields of a question to change"""

    label: str
    """The question, or the wording of a consent. It can contain links as in Markdown: `[terms](https://…)`"""
    position: int
    """Position in lists: lower positions come first"""
    help: str | None
    """Explanation below the question"""
    is_required: bool
    """Whether it must be answered"""
    options: Sequence[QuestionOptionFields] | None
    """All options of `choice` and `choices`, in their sequence. An option that is left out is removed, or archived if it was chosen"""
    minimum: float | str | None
    maximum: float | str | None
    min_length: int | None
    """The least number of characters (Unicode code points)"""
    max_length: int | None
    """The greatest number of characters (Unicode code points): at most 500 for `text`, 5000 for `longText`"""
    pattern: str | None
    """A regular expression that a `text` must match as a whole: characters, classes such as `[A-Z]` and `\\d`, repetitions such as `{2,4}`, and `|` between whole alternatives, without groups"""
    default: str | float | bool | Sequence[str] | dict[str, str] | None
    shown_if: QuestionConditionFields | None
    max_age: int | None
    """The question is asked only of holders who are at most this old on the day of `ageRule` of their ticket type, such as the consent of a guardian. It needs a required question with the key `birthDate` that all holders are asked; null: every age"""
    offer_ids: Sequence[str] | None
    """The ticket types and add-ons for which the question is asked; null: all. A buyer is asked if the order contains one of them"""
    is_marketing: bool
    """Whether a `consent` is one to advertising. It can then not be required"""
    retention_days: int | None
    """How many days after the end of the event the answers are deleted; null: as all personal data"""
    translations: QuestionTranslationsFields
    is_archived: bool
    """true: the question is no longer asked"""


class UpdateTicket(TypedDict, total=False):
    """The fields of a ticket to change"""

    holder_name: str | None
    """Name of the holder in one piece: `firstName` and `lastName` become null. Needs the scope `orders:read:pii`"""
    first_name: str
    """First name of the holder. If the name of the ticket is not divided, `lastName` is needed, too"""
    last_name: str
    """Last name of the holder"""
    bib: str
    """Number of the holder, unique within the event; empty: none. A number that is given here is fixed: a new assignment of all numbers keeps it. Needs the scope `orders:read:pii`"""
    category: str | None
    """Class of the holder, such as an age group. Needs the scope `orders:read:pii`"""
    answers: dict[str, str | float | bool | Sequence[str] | dict[str, str] | None]
    """Answers by the id of the question: text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for `choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key `guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`. Absent answers do not change, and null removes one"""
    external_id: str
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class UpdateTicketType(TypedDict, total=False):
    """The fields of a ticket type to change"""

    name: str
    """Name shown to buyers"""
    price: int
    """Unit price, in minor units of the event's currency"""
    external_id: str
    """Id of the object in your system, unique among your objects of its kind. Once it is set, it stays"""
    description: str | None
    """Description"""
    category: str | None
    """Category, for example the distance of a race or the class of a seat. The page of the event shows ticket types with the same category under one heading"""
    currency: str
    """ISO 4217 code"""
    quantity: int | None
    """Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units"""
    min_per_order: int
    """Minimum quantity in one order"""
    max_per_order: int | None
    """Maximum quantity in one order; values above 1,000 have the effect of 1,000. null: 10, or `minPerOrder` if it is greater"""
    bibs: BibsFields | None
    sales_start_at: datetime | str | None
    """When sales start; null: as soon as the event is published"""
    sales_end_at: datetime | str | None
    """When sales end, not before `salesStartAt`; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null"""
    starts_at: datetime | str | None
    """When its holders start, such as a wave of a race; null: with the event. Buyers see it. It does not change sales or gates"""
    shows_quantity_left: bool
    """Whether buyers see how many of its tickets are left, in `quantityLeft`; by default false"""
    holder_name: Literal["required", "optional", "none"]
    """Whether buyers enter the name of each ticket holder; by default `optional`. `none`: they are not asked. It concerns reservations: orders that you create yourself can always leave names open"""
    age_rule: AgeRuleFields | None
    category_rule: CategoryRuleFields | None
    status: Literal["active", "archived"]
    """An archived ticket type or add-on is not sold. It can become active again"""
    position: int
    """Position in lists: lower positions come first"""
    translations: TicketTypeTranslationsPatch | None
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class UpsertAddon(TypedDict, total=False):
    """The fields of an add-on. If it exists, absent fields keep their values"""

    name: Required[str]
    """Name shown to buyers"""
    type: Required[str]
    """Kind of add-on, in one word"""
    price: Required[int]
    """Unit price, in minor units of the event's currency"""
    currency: str
    """ISO 4217 code"""
    units_per_purchase: int
    """Number of units in one purchase; each unit is consumed separately"""
    assigned_to: Literal["order", "holder"]
    """Whether it is bought for the order, or for a ticket holder, such as a shirt; by default `order`. A change concerns later orders"""
    max_per_holder: int | None
    """Maximum quantity for each ticket holder, if `assignedTo` is `holder`; null: 1"""
    quantity: int | None
    """Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units"""
    status: Literal["active", "archived"]
    """An archived ticket type or add-on is not sold. It can become active again"""
    translations: AddonTranslationsPatch | None
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class UpsertEvent(TypedDict, total=False):
    """The fields of an event. If the event exists, absent fields keep their values"""

    name: Required[str]
    """Name of the event"""
    starts_at: Required[datetime | str]
    """When the event starts: RFC 3339 with any UTC offset"""
    status: Literal["draft", "published"]
    """State of a new event, by default `draft`, or the state to change to"""
    slug: str
    """Name of the event in URLs: lower-case letters, digits and inner hyphens; unique among your events"""
    description: str | None
    """Description"""
    ends_at: datetime | str | None
    """When the event ends: not before `startsAt`"""
    timezone: str
    """IANA time zone of the venue"""
    venue: VenueFields | None
    poster_url: str | None
    """URL of the poster image. It begins with https:// and contains no user name and no password"""
    currency: str
    """ISO 4217 code"""
    default_language: Literal["en", "de", "fr", "es", "it", "nl", "pl"]
    """The language of the page and of e-mails for a buyer whose own language is not known, or is none of these; by default `en`"""
    name_fields: Literal["full", "firstAndLast"]
    """How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two. With `firstAndLast`, a name that is required has both parts; by default `full`"""
    waiting_room: WaitingRoomFields | None
    translations: EventTranslationsPatch | None
    answers_until: datetime | str | None
    """Until when buyers can change their answers to questions; null: until `startsAt`"""
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class UpsertTicketType(TypedDict, total=False):
    """The fields of a ticket type. If it exists, absent fields keep their values"""

    name: Required[str]
    """Name shown to buyers"""
    price: Required[int]
    """Unit price, in minor units of the event's currency"""
    description: str | None
    """Description"""
    category: str | None
    """Category, for example the distance of a race or the class of a seat. The page of the event shows ticket types with the same category under one heading"""
    currency: str
    """ISO 4217 code"""
    quantity: int | None
    """Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units"""
    min_per_order: int
    """Minimum quantity in one order"""
    max_per_order: int | None
    """Maximum quantity in one order; values above 1,000 have the effect of 1,000. null: 10, or `minPerOrder` if it is greater"""
    bibs: BibsFields | None
    sales_start_at: datetime | str | None
    """When sales start; null: as soon as the event is published"""
    sales_end_at: datetime | str | None
    """When sales end, not before `salesStartAt`; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null"""
    starts_at: datetime | str | None
    """When its holders start, such as a wave of a race; null: with the event. Buyers see it. It does not change sales or gates"""
    shows_quantity_left: bool
    """Whether buyers see how many of its tickets are left, in `quantityLeft`; by default false"""
    holder_name: Literal["required", "optional", "none"]
    """Whether buyers enter the name of each ticket holder; by default `optional`. `none`: they are not asked. It concerns reservations: orders that you create yourself can always leave names open"""
    age_rule: AgeRuleFields | None
    category_rule: CategoryRuleFields | None
    status: Literal["active", "archived"]
    """An archived ticket type or add-on is not sold. It can become active again"""
    position: int
    """Position in lists: lower positions come first"""
    translations: TicketTypeTranslationsPatch | None
    metadata: dict[str, str | None] | None
    """Up to 50 pairs of keys, of 1 to 40 characters, and values, of up to 500 characters, for your programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it. Absent keys keep their values; null as a value removes a key"""


class VenueFields(TypedDict, total=False):
    name: str | None
    """Name of the venue"""
    address: str | None
    """Street and number"""
    city: str | None
    """City"""
    country: str | None
    """Country"""


class WaitingRoomFields(TypedDict, total=False):
    """A waiting room in front of the sale: visitors beyond this number wait for their turn. null: no waiting room"""

    admit_per_minute: Required[int]
    """How many visitors are admitted to the page of the event in a minute"""


class WebhookEndpointUpdate(TypedDict, total=False):
    """The fields to change"""

    url: str
    """URL to which events are sent"""
    events: Sequence[str]
    """Event types that the endpoint subscribes to; `order.*` for all types that begin with `order.`, and `["*"]` for all types, also later ones"""
    description: str | None
    """Purpose of the endpoint"""
    ed25519: bool
    """Whether deliveries are also signed with Ed25519 (`v1a` of Standard Webhooks)"""
    headers: Sequence[CustomHeader]
    """Headers that are added to each delivery. They replace the stored headers. Headers that the service sets itself, such as `webhook-…` and `Content-Type`, are not allowed"""
    throttle: NewEndpointThrottle | None
    event_ids: Sequence[str]
    """Ids of events of the organizer: only webhook events that belong to these are delivered; empty for all webhook events"""


class WebhookTest(TypedDict, total=False):
    type: Required[Literal["order.created", "order.paid", "order.refunded", "order.cancelled", "order.expired", "order.updated", "order.anonymized", "order.disputed", "payment.received", "refund.created", "refund.succeeded", "refund.failed", "ticket.issued", "ticket.used", "ticket.check_in_undone", "ticket.voided", "ticket.updated", "addon.granted", "addon.consumed", "addon.consumption_reversed", "event.created", "event.updated", "event.published", "event.archived", "event.deleted", "settlement.updated", "settlement.paid", "endpoint.disabled", "ping"]]
    """Type of the event"""


class ListEvents(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    external_id: str | Sequence[str]
    """Only the events with these values of `externalId`. Several values are in repeated parameters; a comma is part of a value"""
    slug: str
    """Only the event with this slug"""
    updated_since: datetime | str
    """Only rows that changed at or after this time (RFC 3339), oldest change first"""
    created_since: datetime | str
    """Only rows whose `createdAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `externalId` or `slug`"""
    created_before: datetime | str
    """Only rows whose `createdAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `externalId` or `slug`"""


class ListOrders(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    external_id: str | Sequence[str]
    """Only the orders with these values of `externalId`. Several values are in repeated parameters; a comma is part of a value"""
    status: Literal["pending", "paid", "partially_refunded", "refunded", "cancelled", "expired"] | Sequence[Literal["pending", "paid", "partially_refunded", "refunded", "cancelled", "expired"]]
    """Only orders in these states. Several values are separated by commas or in repeated parameters"""
    event_id: str | Sequence[str]
    """Only orders for these events. Several values are separated by commas or in repeated parameters"""
    updated_since: datetime | str
    """Only rows that changed at or after this time (RFC 3339), oldest change first"""
    created_since: datetime | str
    """Only rows whose `createdAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `email`, `externalId` or `q`"""
    created_before: datetime | str
    """Only rows whose `createdAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `email`, `externalId` or `q`"""
    paid_since: datetime | str
    """Only orders that were paid at or after this time (RFC 3339), oldest payment first. Can be combined with `status` and with other times only in a query with `email`, `externalId` or `q`"""
    q: str
    """Only orders that have all these words: each must be the begin of a word of the name or of the e-mail address of the buyer, of the name of a ticket holder, of a bib, or of the order number. The result has no next page. Needs the scope `orders:read:pii`. Each search is written to the audit log"""
    email: str
    """Only orders with this complete e-mail address. Upper and lower case do not matter, and an internationalized domain can be written in Unicode or in ASCII. Needs the scope `orders:read:pii`. Each search is written to the audit log"""
    expand: Literal["buyer", "feeBreakdown", "items", "tickets"] | Sequence[Literal["buyer", "feeBreakdown", "items", "tickets"]]
    """Parts that are added: `buyer`, `feeBreakdown`, `items`, `tickets`, separated by commas or in repeated parameters"""


class GetOrder(TypedDict, total=False):
    expand: Literal["payments", "refunds"] | Sequence[Literal["payments", "refunds"]]
    """Parts that are added: `payments`, `refunds`, separated by commas or in repeated parameters"""


class ListRefunds(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    order_number: str | Sequence[str]
    """Only rows of these orders; upper and lower case do not matter. Several values are separated by commas or in repeated parameters"""
    event_id: str | Sequence[str]
    """Only refunds for these events. Several values are separated by commas or in repeated parameters"""
    created_since: datetime | str
    """Only rows whose `createdAt` is at or after this time (RFC 3339). Cannot be combined with `updatedSince`"""
    created_before: datetime | str
    """Only rows whose `createdAt` is before this time (RFC 3339). Cannot be combined with `updatedSince`"""


class ListPayments(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    order_number: str | Sequence[str]
    """Only rows of these orders; upper and lower case do not matter. Several values are separated by commas or in repeated parameters"""
    updated_since: datetime | str
    """Only rows that changed at or after this time (RFC 3339), oldest change first"""
    created_since: datetime | str
    """Only rows whose `createdAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber`"""
    created_before: datetime | str
    """Only rows whose `createdAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber`"""


class ListTickets(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    external_id: str | Sequence[str]
    """Only the tickets with these values of `externalId`. Several values are in repeated parameters; a comma is part of a value"""
    event_id: str | Sequence[str]
    """Only tickets for these events. Several values are separated by commas or in repeated parameters"""
    order_number: str | Sequence[str]
    """Only rows of these orders; upper and lower case do not matter. Several values are separated by commas or in repeated parameters"""
    status: Literal["valid", "used", "void"] | Sequence[Literal["valid", "used", "void"]]
    """Only tickets with these statuses. Several values are separated by commas or in repeated parameters"""
    updated_since: datetime | str
    """Only rows that changed at or after this time (RFC 3339), oldest change first"""
    created_since: datetime | str
    """Only rows whose `issuedAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber` or `externalId`"""
    created_before: datetime | str
    """Only rows whose `issuedAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber` or `externalId`"""


class ListAttendees(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    event_id: str | Sequence[str]
    """Only attendees of these events. Several values are separated by commas or in repeated parameters"""
    ticket_type_id: str | Sequence[str]
    """Only attendees with a ticket of these types. Several values are separated by commas or in repeated parameters"""
    status: Literal["valid", "used", "void"] | Sequence[Literal["valid", "used", "void"]]
    """Only attendees whose ticket has one of these statuses. Several values are separated by commas or in repeated parameters"""
    q: str
    """Only attendees that have all these words: each must be the begin of a name of the holder or the buyer, a bib, an order number or an e-mail address. With one `eventId`, also of an answer of the holder, such as a club, a size or a birth date"""
    updated_since: datetime | str
    """Only rows that changed at or after this time (RFC 3339), oldest change first"""
    created_since: datetime | str
    """Only rows whose `issuedAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `q`"""
    created_before: datetime | str
    """Only rows whose `issuedAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `q`"""


class ListEntitlements(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    email: str
    """Only entitlements bought with this complete e-mail address. Upper and lower case do not matter, and an internationalized domain can be written in Unicode or in ASCII. Each search is written to the audit log"""
    event_id: str | Sequence[str]
    """Only entitlements for these events. Several values are separated by commas or in repeated parameters"""
    type: str | Sequence[str]
    """Only entitlements for add-ons of these types. Several values are in repeated parameters; a comma is part of a value"""
    consumed: bool
    """`true`: only entitlements without remaining units; `false`: only entitlements with remaining units"""
    order_number: str | Sequence[str]
    """Only rows of these orders; upper and lower case do not matter. Several values are separated by commas or in repeated parameters"""
    qr_value: str
    """Only entitlements of the order that has a ticket with this QR content"""
    updated_since: datetime | str
    """Only rows that changed at or after this time (RFC 3339), oldest change first"""
    created_since: datetime | str
    """Only rows whose `createdAt` is at or after this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber`, `qrValue` or `email`"""
    created_before: datetime | str
    """Only rows whose `createdAt` is before this time (RFC 3339). Can be combined with `updatedSince` only in a query with `orderNumber`, `qrValue` or `email`"""


class ListConsumptions(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    entitlement_id: str | Sequence[str]
    """Only consumptions of these entitlements. Several values are separated by commas or in repeated parameters"""
    ref: str
    """Only the consumption with this `ref`"""


class ListSettlements(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    event_id: str | Sequence[str]
    """Only the settlements of these events. Several values are separated by commas or in repeated parameters"""
    updated_since: datetime | str
    """Only rows that changed at or after this time (RFC 3339), oldest change first"""


class ListWebhookEvents(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    type: Literal["order.created", "order.paid", "order.refunded", "order.cancelled", "order.expired", "order.updated", "order.anonymized", "order.disputed", "payment.received", "refund.created", "refund.succeeded", "refund.failed", "ticket.issued", "ticket.used", "ticket.check_in_undone", "ticket.voided", "ticket.updated", "addon.granted", "addon.consumed", "addon.consumption_reversed", "event.created", "event.updated", "event.published", "event.archived", "event.deleted", "settlement.updated", "settlement.paid"] | Sequence[Literal["order.created", "order.paid", "order.refunded", "order.cancelled", "order.expired", "order.updated", "order.anonymized", "order.disputed", "payment.received", "refund.created", "refund.succeeded", "refund.failed", "ticket.issued", "ticket.used", "ticket.check_in_undone", "ticket.voided", "ticket.updated", "addon.granted", "addon.consumed", "addon.consumption_reversed", "event.created", "event.updated", "event.published", "event.archived", "event.deleted", "settlement.updated", "settlement.paid"]]
    """Only events of these types, separated by commas or in repeated parameters. By default, all types that the key can read"""
    after: int
    """Only events with a higher `sequence`"""
    created_since: datetime | str
    """Starts with the first event at or after this time (RFC 3339)"""
    object_id: str
    """Only events about this resource: the id of a ticket, an add-on, an event or a settlement, or an order number. An order number also finds the events about the tickets and add-ons of the order"""


class StreamWebhookEvents(TypedDict, total=False):
    type: Literal["order.created", "order.paid", "order.refunded", "order.cancelled", "order.expired", "order.updated", "order.anonymized", "order.disputed", "payment.received", "refund.created", "refund.succeeded", "refund.failed", "ticket.issued", "ticket.used", "ticket.check_in_undone", "ticket.voided", "ticket.updated", "addon.granted", "addon.consumed", "addon.consumption_reversed", "event.created", "event.updated", "event.published", "event.archived", "event.deleted", "settlement.updated", "settlement.paid"] | Sequence[Literal["order.created", "order.paid", "order.refunded", "order.cancelled", "order.expired", "order.updated", "order.anonymized", "order.disputed", "payment.received", "refund.created", "refund.succeeded", "refund.failed", "ticket.issued", "ticket.used", "ticket.check_in_undone", "ticket.voided", "ticket.updated", "addon.granted", "addon.consumed", "addon.consumption_reversed", "event.created", "event.updated", "event.published", "event.archived", "event.deleted", "settlement.updated", "settlement.paid"]]
    """Only events of these types, separated by commas or in repeated parameters. By default, all types that the key can read"""
    after: int
    """Only events with a higher `sequence`"""
    created_since: datetime | str
    """Starts with the first event at or after this time (RFC 3339)"""


class ListWebhookEndpoints(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""


class ListWebhookDeliveries(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    endpoint_id: str | Sequence[str]
    """Only deliveries to these endpoints. Several values are separated by commas or in repeated parameters"""
    status: Literal["pending", "succeeded", "failed", "cancelled"] | Sequence[Literal["pending", "succeeded", "failed", "cancelled"]]
    """Only deliveries with these statuses. Several values are separated by commas or in repeated parameters"""
    type: str | Sequence[str]
    """Only events of these types. Several values are separated by commas or in repeated parameters"""
    object_id: str
    """Only events about this resource: the id of a ticket, an add-on, an event or a settlement, or an order number. An order number also finds the events about the tickets and add-ons of the order"""
    created_since: datetime | str
    """Only events at or after this time (RFC 3339)"""
    created_before: datetime | str
    """Only events before this time (RFC 3339)"""


class ListPublishedEvents(TypedDict, total=False):
    limit: int
    """Maximum number of rows in a page"""
    cursor: str
    """The `nextCursor` of the previous page"""
    lang: str
    """The language of the texts, as a tag such as `de` or `de-CH`. It comes before `Accept-Language`"""
    updated_since: datetime | str
    """Only rows that changed at or after this time (RFC 3339), oldest change first"""
    created_since: datetime | str
    """Only rows whose `createdAt` is at or after this time (RFC 3339). Cannot be combined with `updatedSince`"""
    created_before: datetime | str
    """Only rows whose `createdAt` is before this time (RFC 3339). Cannot be combined with `updatedSince`"""


class GetPublishedEvent(TypedDict, total=False):
    lang: str
    """The language of the texts, as a tag such as `de` or `de-CH`. It comes before `Accept-Language`"""


class GetEventOnSale(TypedDict, total=False):
    lang: str
    """The language of the texts, as a tag such as `de` or `de-CH`. It comes before `Accept-Language`"""


class GetOwnOrder(TypedDict, total=False):
    lang: str
    """The language of the texts, as a tag such as `de` or `de-CH`. It comes before `Accept-Language`"""


class UpdateOwnOrder(TypedDict, total=False):
    lang: str
    """The language of the texts, as a tag such as `de` or `de-CH`. It comes before `Accept-Language`"""


class SearchTickets(TypedDict, total=False):
    q: Required[str]
    """Words in any order, in upper or lower case, with or without accents. Each of them is the begin of a word of the name of a holder or of a buyer, of a bib (without leading zeros), of an order number (at least 4 characters), or of an e-mail address"""


class GetOfflineBundle(TypedDict, total=False):
    since: str
    """The `Bundle-Cursor` of an earlier bundle. Only tickets that have changed since are returned"""
