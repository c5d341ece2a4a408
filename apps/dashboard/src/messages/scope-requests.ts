import { defineMessages } from '#app/parts/localized.ts';

/** Texts of the operator's page about requests for scopes. */
export const scopeRequestMessages = defineMessages({
  en: {
    title: 'Scope requests',
    description: 'Organizers request scopes for their API keys here. Members get your decision by e-mail.',
    emptyTitle: 'No requests are waiting',
    noneTitle: 'There are no such requests',
    emptyText: 'You get an e-mail when an organizer requests a scope.',
    status: 'Status',
    statuses: { pending: 'Waiting', granted: 'Granted', declined: 'Declined', withdrawn: 'Withdrawn' },
    organizer: 'Organizer',
    key: 'API key',
    scope: 'Scope',
    reason: 'Reason',
    requested: 'Requested',
    decision: 'Decision',
    actions: 'Actions',
    grant: 'Grant',
    decline: 'Decline',
    grantTitle: 'Grant the scope?',
    grantText: (scope: string, key: string, organizer: string) =>
      `The key “${key}” of ${organizer} can use the scope ${scope} within a second.`,
    declineTitle: 'Decline the request?',
    declineText: (scope: string, key: string, organizer: string) =>
      `The key “${key}” of ${organizer} does not get the scope ${scope}. It can be requested again.`,
    note: 'Reply to the member',
    noteHint: 'It is part of the e-mail about the decision',
    granted: 'The scope is granted.',
    declined: 'The request is declined.',
  },
  de: {
    title: 'Scope-Anträge',
    description:
      'Veranstalter beantragen hier Scopes für ihre API-Schlüssel. Mitglieder bekommen Ihre Entscheidung per E-Mail.',
    emptyTitle: 'Kein Antrag wartet',
    noneTitle: 'Solche Anträge gibt es nicht',
    emptyText: 'Sie bekommen eine E-Mail, wenn ein Veranstalter einen Scope beantragt.',
    status: 'Status',
    statuses: { pending: 'Wartet', granted: 'Gewährt', declined: 'Abgelehnt', withdrawn: 'Zurückgezogen' },
    organizer: 'Veranstalter',
    key: 'API-Schlüssel',
    scope: 'Scope',
    reason: 'Begründung',
    requested: 'Beantragt',
    decision: 'Entscheidung',
    actions: 'Aktionen',
    grant: 'Gewähren',
    decline: 'Ablehnen',
    grantTitle: 'Den Scope gewähren?',
    grantText: (scope: string, key: string, organizer: string) =>
      `Der Schlüssel „${key}“ von ${organizer} kann den Scope ${scope} innerhalb einer Sekunde benutzen.`,
    declineTitle: 'Den Antrag ablehnen?',
    declineText: (scope: string, key: string, organizer: string) =>
      `Der Schlüssel „${key}“ von ${organizer} bekommt den Scope ${scope} nicht. Er kann wieder beantragt werden.`,
    note: 'Antwort an das Mitglied',
    noteHint: 'Sie steht in der E-Mail über die Entscheidung',
    granted: 'Der Scope ist gewährt.',
    declined: 'Der Antrag ist abgelehnt.',
  },
});
