import type { ApiKey, ScopeRequest } from '@organizer/shared/dashboard-api';
import { defineMessages } from '#app/parts/localized.ts';

export type Scope = ApiKey['scopes'][number];

const scopesEnglish: Readonly<Record<Scope, string>> = {
  'events:read': 'Read events with their ticket types',
  'orders:read': 'Read orders, their fees, items and tickets',
  'orders:read:pii': 'Read the buyers and ticket holders of orders; each read is in the audit log',
  'tickets:read': 'Read issued tickets',
  'settlements:read': 'Read the settlement of each event',
  'addons:read': 'Read purchased add-ons',
  'addons:write': 'Consume units of purchased add-ons',
  'events:write': 'Create, change and archive events, ticket types and add-ons',
};

const scopesGerman: Readonly<Record<Scope, string>> = {
  'events:read': 'Veranstaltungen mit ihren Ticketarten lesen',
  'orders:read': 'Bestellungen mit Gebühren, Positionen und Tickets lesen',
  'orders:read:pii': 'Käufer und Ticketinhaber von Bestellungen lesen; jeder Zugriff steht im Protokoll',
  'tickets:read': 'Ausgestellte Tickets lesen',
  'settlements:read': 'Die Abrechnung jeder Veranstaltung lesen',
  'addons:read': 'Gekaufte Extras lesen',
  'addons:write': 'Einheiten gekaufter Extras einlösen',
  'events:write': 'Veranstaltungen, Ticketarten und Extras anlegen, ändern und archivieren',
};

type Statuses = Readonly<Record<ApiKey['status'], string>>;
type RequestStatuses = Readonly<Record<ScopeRequest['status'], string>>;

const statusesEnglish: Statuses = { active: 'Active', expired: 'Expired', revoked: 'Revoked' };
const statusesGerman: Statuses = { active: 'Aktiv', expired: 'Abgelaufen', revoked: 'Widerrufen' };

const requestsEnglish: RequestStatuses = {
  pending: 'Waiting for the operator',
  granted: 'Granted',
  declined: 'Declined',
  withdrawn: 'Withdrawn, because the key was revoked',
};
const requestsGerman: RequestStatuses = {
  pending: 'Wartet auf den Betreiber',
  granted: 'Gewährt',
  declined: 'Abgelehnt',
  withdrawn: 'Zurückgezogen, weil der Schlüssel widerrufen wurde',
};

/** Texts of the page about API keys. */
export const keyMessages = defineMessages({
  en: {
    title: 'API keys',
    description: 'Keys with which your own systems use the API.',
    emptyTitle: 'There are no API keys yet',
    emptyText: 'With a key, your systems can read events, orders and tickets.',
    name: 'Name',
    nameHint: 'What the key is for, such as “Accounting”',
    key: 'Key',
    kind: 'Kind',
    kinds: { secret: 'Secret key', publishable: 'Publishable key' },
    kindTexts: {
      secret: 'For your servers only. It has the scopes that you choose.',
      publishable: 'For websites. It can read published events only.',
    },
    scopes: 'Scopes',
    scopeTexts: scopesEnglish,
    needsOperator: 'Only the operator grants this scope. Create the key, then request the scope.',
    status: 'Status',
    statuses: statusesEnglish,
    created: 'Created',
    createdBy: (name: string) => `by ${name}`,
    lastUsed: 'Last used',
    never: 'Never',
    expires: 'Expires',
    actions: 'Actions',
    actionsOf: (name: string) => `Actions for ${name}`,
    create: 'Create a key',
    lifetime: 'Expiry',
    lifetimes: { '': 'Never', 30: 'After 30 days', 90: 'After 90 days', 365: 'After one year' },
    createdTitle: 'Your new key',
    createdText: 'Copy the key now. It is not stored, and cannot be shown again.',
    curl: 'Try it in a terminal:',
    curlLabel: 'the command',
    openReference: 'Use it in the API reference',
    done: 'I have copied the key',
    roll: 'Replace',
    rollTitle: 'Replace this key?',
    rollText: (name: string) =>
      `“${name}” gets a new key with the same scopes. The old key works until the end of the period.`,
    grace: 'The old key works for',
    graces: { 0: 'No longer, it stops now', 3600: 'One hour', 86400: 'One day', 604800: '7 days' },
    revoke: 'Revoke',
    revokeTitle: 'Revoke this key?',
    revokeText: (name: string) =>
      `Requests with “${name}” are rejected within a second. This cannot be undone. Systems that use the key stop working.`,
    revoked: (name: string) => `“${name}” is revoked.`,
    request: 'Request a scope',
    requestText: (name: string) =>
      `The operator is asked by e-mail to grant “${name}” a scope. You get the decision by e-mail.`,
    scope: 'Scope',
    reason: 'Reason',
    reasonHint: 'What you need the scope for, for the operator',
    send: 'Send the request',
    sent: 'The request was sent to the operator.',
    requests: 'Requested scopes',
    requestStatuses: requestsEnglish,
    requested: 'Requested',
    note: 'Reply of the operator',
  },
  de: {
    title: 'API-Schlüssel',
    description: 'Schlüssel, mit denen Ihre eigenen Systeme die API benutzen.',
    emptyTitle: 'Es gibt noch keine API-Schlüssel',
    emptyText: 'Mit einem Schlüssel können Ihre Systeme Veranstaltungen, Bestellungen und Tickets lesen.',
    name: 'Name',
    nameHint: 'Wofür der Schlüssel ist, zum Beispiel „Buchhaltung“',
    key: 'Schlüssel',
    kind: 'Art',
    kinds: { secret: 'Geheimer Schlüssel', publishable: 'Öffentlicher Schlüssel' },
    kindTexts: {
      secret: 'Nur für Ihre Server. Er hat die Scopes, die Sie wählen.',
      publishable: 'Für Webseiten. Er kann nur veröffentlichte Veranstaltungen lesen.',
    },
    scopes: 'Scopes',
    scopeTexts: scopesGerman,
    needsOperator:
      'Nur der Betreiber gewährt diesen Scope. Legen Sie den Schlüssel an, und beantragen Sie den Scope dann.',
    status: 'Status',
    statuses: statusesGerman,
    created: 'Angelegt',
    createdBy: (name: string) => `von ${name}`,
    lastUsed: 'Zuletzt benutzt',
    never: 'Nie',
    expires: 'Läuft ab',
    actions: 'Aktionen',
    actionsOf: (name: string) => `Aktionen für ${name}`,
    create: 'Schlüssel anlegen',
    lifetime: 'Ablauf',
    lifetimes: { '': 'Nie', 30: 'Nach 30 Tagen', 90: 'Nach 90 Tagen', 365: 'Nach einem Jahr' },
    createdTitle: 'Ihr neuer Schlüssel',
    createdText:
      'Kopieren Sie den Schlüssel jetzt. Er wird nicht gespeichert und kann nicht noch einmal angezeigt werden.',
    curl: 'Im Terminal ausprobieren:',
    curlLabel: 'den Befehl',
    openReference: 'In der API-Referenz verwenden',
    done: 'Ich habe den Schlüssel kopiert',
    roll: 'Ersetzen',
    rollTitle: 'Diesen Schlüssel ersetzen?',
    rollText: (name: string) =>
      `„${name}“ bekommt einen neuen Schlüssel mit denselben Scopes. Der alte Schlüssel gilt bis zum Ende der Frist.`,
    grace: 'Der alte Schlüssel gilt noch',
    graces: { 0: 'Nicht mehr, er endet jetzt', 3600: 'Eine Stunde', 86400: 'Einen Tag', 604800: '7 Tage' },
    revoke: 'Widerrufen',
    revokeTitle: 'Diesen Schlüssel widerrufen?',
    revokeText: (name: string) =>
      `Anfragen mit „${name}“ werden innerhalb einer Sekunde abgelehnt. Das lässt sich nicht rückgängig machen. Systeme mit diesem Schlüssel funktionieren dann nicht mehr.`,
    revoked: (name: string) => `„${name}“ ist widerrufen.`,
    request: 'Scope beantragen',
    requestText: (name: string) =>
      `Der Betreiber wird per E-Mail gebeten, „${name}“ einen Scope zu gewähren. Die Entscheidung bekommen Sie per E-Mail.`,
    scope: 'Scope',
    reason: 'Begründung',
    reasonHint: 'Wofür Sie den Scope brauchen, für den Betreiber',
    send: 'Antrag senden',
    sent: 'Der Antrag wurde an den Betreiber gesendet.',
    requests: 'Beantragte Scopes',
    requestStatuses: requestsGerman,
    requested: 'Beantragt',
    note: 'Antwort des Betreibers',
  },
});
