import type en from '../../en/dashboard/scope-requests.ts';
import type { Translation } from '../../texts.ts';

export default {
  title: 'Scope-Anträge',
  description:
    'Veranstalter beantragen hier Scopes für ihre API-Schlüssel. Mitglieder bekommen Ihre Entscheidung per E-Mail.',
  emptyTitle: 'Kein Antrag wartet',
  noneTitle: 'Solche Anträge gibt es nicht',
  emptyText: 'Sie bekommen eine E-Mail, wenn ein Veranstalter einen Scope beantragt.',
  status: 'Status',
  statuses: {
    pending: 'Wartet',
    granted: 'Gewährt',
    declined: 'Abgelehnt',
    withdrawn: 'Zurückgezogen',
  },
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
  grantText: 'Der Schlüssel „{key}“ von {organizer} kann den Scope {scope} innerhalb einer Sekunde benutzen.',
  declineTitle: 'Den Antrag ablehnen?',
  declineText:
    'Der Schlüssel „{key}“ von {organizer} bekommt den Scope {scope} nicht. Er kann wieder beantragt werden.',
  note: 'Antwort an das Mitglied',
  noteHint: 'Sie steht in der E-Mail über die Entscheidung',
  granted: 'Der Scope ist gewährt.',
  declined: 'Der Antrag ist abgelehnt.',
} satisfies Translation<typeof en>;
