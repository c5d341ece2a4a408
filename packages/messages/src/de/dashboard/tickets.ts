import type en from '../../en/dashboard/tickets.ts';
import type { Translation } from '../../texts.ts';

export default {
  title: 'Tickets',
  description: 'Ausgestellte Tickets, das Neueste zuerst. Jede Ansicht der Inhaber wird protokolliert.',
  empty: 'Noch keine Tickets',
  emptyText: 'Tickets werden ausgestellt, wenn eine Bestellung bezahlt wird.',
  order: 'Bestellung',
  holder: 'Inhaber',
  bib: 'Nummer',
  event: 'Veranstaltung',
  type: 'Ticketart',
  status: 'Status',
  issued: 'Ausgestellt',
  used: 'Benutzt',
  actions: 'Aktionen',
  statuses: {
    valid: 'Gültig',
    used: 'Benutzt',
    void: 'Ungültig',
  },
  orderNumber: 'Bestellnummer',
  since: 'Ausgestellt von',
  until: 'Ausgestellt bis',
  markUsed: 'Benutzen',
  markUsedOf: 'Das Ticket von {holder} benutzen',
  markUsedTitle: 'Dieses Ticket benutzen?',
  markUsedText:
    '{type} von {holder} (Bestellung {order}) wird als benutzt markiert, als wäre es am Einlass gescannt worden. Danach gewährt es keinen Einlass mehr.',
  usedNow: 'Das Ticket ist benutzt.',
  undo: 'Benutzung zurücknehmen',
  undoOf: 'Benutzung zurücknehmen: Ticket von {holder}',
  undoTitle: 'Die Benutzung dieses Tickets zurücknehmen?',
  undoText: '{type} von {holder} (Bestellung {order}) wird wieder gültig und gewährt noch einmal Einlass.',
  undone: 'Das Ticket ist wieder gültig.',
} satisfies Translation<typeof en>;
