import type { DashboardTexts } from '#app/parts/language.tsx';

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
function sharedLabels(texts: DashboardTexts): Texts {
  const event = texts.events;
  const gate = texts.gates;
  const key = texts.keys;
  const operator = texts.operator;
  const order = texts.orderPage;
  const settings = texts.settings;
  const webhook = texts.webhooks;
  return {
    addon: event.addons,
    amount: order.amount,
    balance: texts.settlements.balance,
    carriesNames: gate.carriesNames,
    columns: texts.attendees.columns,
    currency: event.currency,
    deliveryId: webhook.delivery,
    direction: gate.direction,
    discount: order.discount,
    endpointId: webhook.endpoint,
    event: gate.event,
    eventId: gate.event,
    events: webhook.eventTypes,
    expiresAt: key.expires,
    format: texts.attendees.format,
    items: order.items,
    kind: key.kind,
    order: texts.orders.title,
    orderNumber: texts.orders.number,
    paidBy: operator.paidBy,
    perAddress: settings.perAddress,
    perEmail: settings.perEmail,
    price: event.price,
    quantity: event.quantity,
    reentry: gate.reentry,
    replayed: webhook.deliveries,
    roles: gate.role,
    sale: texts.orders.method,
    scan: gate.scan,
    scope: key.scope,
    scopes: key.scopes,
    slug: event.slug,
    status: event.status,
    taxBps: settings.tax,
    taxMode: operator.taxMode,
    ticketType: event.ticketTypes,
    tickets: texts.orders.tickets,
    timezone: event.timezone,
    translations: event.translations,
    total: order.total,
    type: webhook.type,
    units: texts.addons.units,
  };
}

/** The fields of forms, with the labels that they have there. */
function fieldsOf(texts: DashboardTexts): Texts {
  const event = texts.events;
  const gate = texts.gates;
  const order = texts.orderPage;
  const webhook = texts.webhooks;
  return {
    ...texts.attendees.columnNames,
    ...texts.settings.settings,
    ...texts.auditDetails.questionFields,
    answers: texts.auditDetails.answers,
    answersUntil: texts.auditDetails.answersUntil,
    admitPerMinute: event.waitingRoom,
    ageRule: event.ageRule,
    bibFrom: event.bibsFrom,
    bibTo: event.bibsTo,
    buyer: order.buyer,
    categories: gate.categories,
    category: event.category,
    categoryRule: event.categoryRule,
    closesAt: gate.closes,
    currency: event.currency,
    defaultLanguage: event.defaultLanguage,
    assignedTo: event.assignedTo,
    description: event.descriptionField,
    direction: gate.direction,
    ed25519: webhook.ed25519,
    email: order.email,
    endsAt: event.ends,
    eventIds: webhook.onlyEvents,
    events: webhook.eventTypes,
    externalId: texts.auditDetails.externalId,
    firstName: order.firstName,
    headers: webhook.headers,
    holderName: order.holder,
    isArchived: gate.archived,
    lastName: order.lastName,
    maxPerHolder: event.maxPerHolder,
    maxPerOrder: event.maxPerOrder,
    metadata: texts.auditDetails.metadata,
    minPerOrder: event.minPerOrder,
    name: event.name,
    nameFields: event.nameFields,
    opensAt: gate.opens,
    phone: order.phone,
    position: texts.parts.sequence,
    posterUrl: event.posterUrl,
    price: event.price,
    quantity: event.quantity,
    reentry: gate.reentry,
    salesEndAt: event.salesEnd,
    salesStartAt: event.salesStart,
    showsQuantityLeft: event.showsQuantityLeft,
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
    withoutBibs: event.bibs,
  };
}

function valuesOf(texts: DashboardTexts): AuditDetailTexts['values'] {
  const event = texts.events;
  const gate = texts.gates;
  const attendees = texts.attendees;
  const operator = texts.operator;
  return {
    direction: gate.directions,
    format: { csv: attendees.csv, xlsx: attendees.xlsx },
    kind: texts.keys.kinds,
    paidBy: operator.payers,
    role: Object.fromEntries(Object.entries(texts.roles).map(([role, { name }]) => [role, name])),
    roles: gate.roles,
    sale: texts.orders.methods,
    status: { ...event.statuses, ...event.offerStatuses, ...texts.settlements.statuses },
    taxMode: operator.taxModes,
  };
}

/** Texts of the details of entries of the audit log. Most are those of the forms and pages of the same data. */
export function auditDetailTexts(texts: DashboardTexts): AuditDetailTexts {
  const event = texts.events;
  const { never } = texts.keys;
  const { serviceDefault } = texts.settings;
  return {
    ...texts.auditDetails,
    labels: { ...texts.auditDetails.labels, ...sharedLabels(texts) },
    fields: fieldsOf(texts),
    values: valuesOf(texts),
    nulls: {
      admitPerMinute: event.noWaitingRoom,
      expiresAt: never,
      newExpiresAt: never,
      perAddress: serviceDefault,
      perEmail: serviceDefault,
      quantity: event.unlimited,
    },
    searchedLists: { orders: texts.orders.title, addons: texts.addons.title, tickets: texts.tickets.title },
  };
}
