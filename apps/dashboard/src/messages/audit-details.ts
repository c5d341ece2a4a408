import { addonMessages } from '#app/messages/addons.ts';
import { attendeeMessages } from '#app/messages/attendees.ts';
import { eventMessages } from '#app/messages/events.ts';
import { gateMessages } from '#app/messages/gates.ts';
import { keyMessages } from '#app/messages/keys.ts';
import { operatorMessages } from '#app/messages/operator.ts';
import { orderMessages, orderPageMessages } from '#app/messages/orders.ts';
import { roleMessages, roles } from '#app/messages/roles.ts';
import { settingsMessages } from '#app/messages/settings.ts';
import { settlementMessages } from '#app/messages/settlements.ts';
import { webhookMessages } from '#app/messages/webhooks.ts';
import { defineMessages, type Language } from '#app/parts/localized.ts';

type Texts = Readonly<Record<string, string>>;

/** Texts of the details of entries of the audit log. */
export interface AuditDetailTexts {
  /** By the name of a detail. */
  readonly labels: Texts;
  /** By the name of a field that was changed, read or exported. */
  readonly fields: Texts;
  /** By the name of a detail, and then by its value. */
  readonly values: Readonly<Record<string, Texts>>;
  /** What null means, by the name of a detail or field. For others, `none`. */
  readonly nulls: Texts;
  readonly none: string;
  readonly yes: string;
  readonly no: string;
  /** The lists that can be searched by an e-mail address. */
  readonly searchedLists: Texts;
}

/** Labels that other pages have too. */
function sharedLabels(language: Language): Texts {
  const event = eventMessages[language];
  const gate = gateMessages[language];
  const key = keyMessages[language];
  const operator = operatorMessages[language];
  const order = orderPageMessages[language];
  const settings = settingsMessages[language];
  const webhook = webhookMessages[language];
  return {
    addon: event.addons,
    amount: order.amount,
    balance: settlementMessages[language].balance,
    carriesNames: gate.carriesNames,
    columns: attendeeMessages[language].columns,
    currency: event.currency,
    deliveryId: webhook.delivery,
    direction: gate.direction,
    discount: order.discount,
    endpointId: webhook.endpoint,
    event: gate.event,
    eventId: gate.event,
    events: webhook.eventTypes,
    expiresAt: key.expires,
    format: attendeeMessages[language].format,
    items: order.items,
    kind: key.kind,
    order: orderMessages[language].title,
    orderNumber: orderMessages[language].number,
    paidBy: operator.paidBy,
    perAddress: settings.perAddress,
    perEmail: settings.perEmail,
    price: event.price,
    quantity: event.quantity,
    reentry: gate.reentry,
    replayed: webhook.deliveries,
    roles: gate.role,
    sale: orderMessages[language].method,
    scan: gate.scan,
    scope: key.scope,
    scopes: key.scopes,
    slug: event.slug,
    status: event.status,
    taxBps: settings.tax,
    taxMode: operator.taxMode,
    ticketType: event.ticketTypes,
    tickets: orderMessages[language].tickets,
    timezone: event.timezone,
    total: order.total,
    type: webhook.type,
    units: addonMessages[language].units,
  };
}

/** The fields of forms, with the labels that they have there. */
function fieldsOf(language: Language): Texts {
  const event = eventMessages[language];
  const gate = gateMessages[language];
  const order = orderPageMessages[language];
  const webhook = webhookMessages[language];
  return {
    ...attendeeMessages[language].columnNames,
    ...settingsMessages[language].settings,
    admitPerMinute: event.waitingRoom,
    buyer: order.buyer,
    categories: gate.categories,
    category: event.category,
    closesAt: gate.closes,
    currency: event.currency,
    description: event.descriptionField,
    direction: gate.direction,
    ed25519: webhook.ed25519,
    email: order.email,
    endsAt: event.ends,
    eventIds: webhook.onlyEvents,
    events: webhook.eventTypes,
    headers: webhook.headers,
    holderName: order.holder,
    isArchived: gate.archived,
    maxPerOrder: event.maxPerOrder,
    minPerOrder: event.minPerOrder,
    name: event.name,
    opensAt: gate.opens,
    phone: order.phone,
    position: event.sequence,
    posterUrl: event.posterUrl,
    price: event.price,
    quantity: event.quantity,
    reentry: gate.reentry,
    salesEndAt: event.salesEnd,
    salesStartAt: event.salesStart,
    slug: event.slug,
    startsAt: event.starts,
    status: event.status,
    throttle: webhook.throttle,
    ticketTypes: gate.ticketTypes,
    timezone: event.timezone,
    type: event.type,
    unitsPerPurchase: event.units,
    url: webhook.url,
    venueAddress: event.address,
    venueCity: event.city,
    venueCountry: event.country,
    venueName: event.venueName,
  };
}

function valuesOf(language: Language): AuditDetailTexts['values'] {
  const event = eventMessages[language];
  const gate = gateMessages[language];
  const attendees = attendeeMessages[language];
  const operator = operatorMessages[language];
  return {
    direction: gate.directions,
    format: { csv: attendees.csv, xlsx: attendees.xlsx },
    kind: keyMessages[language].kinds,
    paidBy: operator.payers,
    role: Object.fromEntries(roles.map((role) => [role, roleMessages[language][role].name])),
    roles: gate.roles,
    sale: orderMessages[language].methods,
    status: { ...event.statuses, ...event.offerStatuses, ...settlementMessages[language].statuses },
    taxMode: operator.taxModes,
  };
}

function sharedTextsOf(language: Language) {
  const event = eventMessages[language];
  const { never } = keyMessages[language];
  const { serviceDefault } = settingsMessages[language];
  return {
    fields: fieldsOf(language),
    values: valuesOf(language),
    nulls: {
      admitPerMinute: event.noWaitingRoom,
      expiresAt: never,
      newExpiresAt: never,
      perAddress: serviceDefault,
      perEmail: serviceDefault,
      quantity: event.unlimited,
    },
    searchedLists: { orders: orderMessages[language].title, addons: addonMessages[language].title },
  };
}

/** Texts of the details of entries of the audit log. Most are those of the forms and pages of the same data. */
export const auditDetailMessages = defineMessages<AuditDetailTexts>({
  en: {
    ...sharedTextsOf('en'),
    labels: {
      ...sharedLabels('en'),
      byProvider: 'Through the payment provider',
      bytes: 'Size in bytes',
      changed: 'Changed',
      consumption: 'Consumption',
      fields: 'Fields',
      host: 'Host',
      hour: 'Hour',
      importedEvents: 'Events',
      isOperator: 'Operator of the service',
      late: 'After the reservation had expired',
      mediaType: 'File type',
      moved: 'Number of moved rows',
      newExpiresAt: 'The new key expires',
      newKeyId: 'New key',
      newRefundId: 'New refund',
      onlyFailed: 'Only failed and cancelled ones',
      orders: 'Number of orders',
      paymentFeeBps: 'Fee of the payment, share of the price',
      paymentFeeFixed: 'Fee of the payment, per order',
      platformFeeBps: 'Fee of the platform, share of the price',
      platformFeeFixed: 'Fee of the platform, per order',
      poster: 'Posters',
      previousUntil: 'The old secret is used until',
      requestId: 'Request',
      return: 'Return',
      reverseWithinSeconds: 'Seconds in which a bar can take back a consumption',
      role: 'Role',
      scans: 'Number of scans',
      settings: 'Settings',
      since: 'Since',
      source: 'Copied from',
      to: 'New time',
      validMinutes: 'Valid for minutes',
    },
    none: 'none',
    yes: 'yes',
    no: 'no',
  },
  de: {
    ...sharedTextsOf('de'),
    labels: {
      ...sharedLabels('de'),
      byProvider: 'Über den Zahlungsanbieter',
      bytes: 'Größe in Bytes',
      changed: 'Geändert',
      consumption: 'Verbrauch',
      fields: 'Felder',
      host: 'Host',
      hour: 'Stunde',
      importedEvents: 'Veranstaltungen',
      isOperator: 'Betreiber des Dienstes',
      late: 'Nach Ablauf der Reservierung',
      mediaType: 'Dateityp',
      moved: 'Zahl der verschobenen Zeilen',
      newExpiresAt: 'Der neue Schlüssel läuft ab',
      newKeyId: 'Neuer Schlüssel',
      newRefundId: 'Neue Erstattung',
      onlyFailed: 'Nur fehlgeschlagene und abgebrochene',
      orders: 'Zahl der Bestellungen',
      paymentFeeBps: 'Gebühr der Zahlung, Anteil am Preis',
      paymentFeeFixed: 'Gebühr der Zahlung, je Bestellung',
      platformFeeBps: 'Gebühr der Plattform, Anteil am Preis',
      platformFeeFixed: 'Gebühr der Plattform, je Bestellung',
      poster: 'Plakate',
      previousUntil: 'Das alte Geheimnis gilt bis',
      requestId: 'Antrag',
      return: 'Rückgabe',
      reverseWithinSeconds: 'Sekunden, in denen eine Theke einen Verbrauch zurücknehmen kann',
      role: 'Rolle',
      scans: 'Zahl der Scans',
      settings: 'Einstellungen',
      since: 'Ab',
      source: 'Kopiert von',
      to: 'Neue Zeit',
      validMinutes: 'Gültig in Minuten',
    },
    none: 'nichts',
    yes: 'ja',
    no: 'nein',
  },
});
