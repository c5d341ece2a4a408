import type en from '../../en/dashboard/users.ts';
import type { Translation } from '../../texts.ts';

export default {
  title: 'Benutzer',
  description: 'Alle, die sich im Dashboard anmelden können, mit ihren Veranstaltern und Rollen.',
  empty: 'Noch keine Benutzer',
  emptyText: 'Laden Sie die Mitglieder eines Veranstalters auf seiner Seite ein.',
  toOrganizers: 'Veranstalter zeigen',
  search: 'Name oder E-Mail-Adresse',
  status: 'Status',
  statuses: {
    active: 'Aktiv',
    disabled: 'Gesperrt',
  },
  kind: 'Art',
  kinds: {
    true: 'Betreiber',
    false: 'Andere Benutzer',
  },
  user: 'Benutzer',
  you: 'Sie',
  operator: 'Betreiber',
  organizers: 'Mitglied bei',
  none: 'Kein Veranstalter',
  more: '{count, number} weitere',
  fewer: 'Weniger zeigen',
  moreOf: '{count, number} weitere Veranstalter von {name}',
  fewerOf: 'Weniger Veranstalter von {name} zeigen',
  lastSignedIn: 'Letzte Anmeldung',
  never: 'Nie',
  disable: 'Sperren',
  disableOf: '{name} sperren',
  disableTitle: '{name} sperren?',
  disableText:
    'Der Benutzer kann sich nicht mehr anmelden. Alle Sitzungen enden sofort, und Anmeldelinks funktionieren nicht mehr. Sie können den Benutzer mit denselben Rollen wieder freigeben.',
  ownerText:
    'Der Benutzer ist Inhaber von {names}. Ohne einen anderen Inhaber kann dort außer Ihnen niemand die Mitglieder verwalten.',
  disabled: '{name} ist gesperrt.',
  enable: 'Freigeben',
  enableOf: '{name} freigeben',
  enableTitle: '{name} wieder freigeben?',
  enableText: 'Der Benutzer kann sich wieder anmelden, mit Passwort, zweiten Faktoren und Rollen wie zuvor.',
  enabled: '{name} kann sich wieder anmelden.',
} satisfies Translation<typeof en>;
