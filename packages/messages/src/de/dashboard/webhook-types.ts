import type en from '../../en/dashboard/webhook-types.ts';
import type { Translation } from '../../texts.ts';

export default {
  'order.created': 'Jemand hat Tickets oder Extras reserviert. Die Bestellung wartet auf ihre Zahlung.',
  'order.paid': 'Eine Bestellung wurde bezahlt, und ihre Tickets wurden ausgestellt.',
  'order.refunded': 'Eine Bestellung wurde ganz oder teilweise erstattet.',
  'order.cancelled': 'Eine Bestellung wurde storniert, bevor sie bezahlt war.',
  'order.expired': 'Eine Bestellung wurde nicht rechtzeitig bezahlt.',
  'order.updated': 'Der Käufer, ein anderes Feld oder ein Ticket einer Bestellung wurde geändert.',
  'order.disputed': 'Die Bank eines Käufers widerspricht einer Zahlung, oder der Widerspruch ist entschieden.',
  'payment.received': 'Das Geld einer Zahlung ist eingegangen.',
  'refund.created': 'Eine Erstattung wurde veranlasst oder ausgeführt.',
  'refund.succeeded': 'Der Zahlungsanbieter hat eine Erstattung ausgeführt.',
  'refund.failed': 'Der Zahlungsanbieter konnte eine Erstattung nicht ausführen.',
  'ticket.issued': 'Ein Ticket wurde ausgestellt: ein Ereignis je Ticket einer bezahlten Bestellung.',
  'ticket.used': 'Ein Ticket wurde am Einlass verwendet.',
  'ticket.check_in_undone': 'Die Benutzung eines Tickets wurde zurückgenommen. Das Ticket ist wieder gültig.',
  'ticket.voided': 'Ein Ticket wurde durch eine Erstattung ungültig.',
  'ticket.updated': 'Der Name, der QR-Code oder ein anderes Feld eines Tickets wurde geändert.',
  'addon.granted': 'Ein Extra wurde bezahlt und kann eingelöst werden.',
  'addon.consumed': 'Einheiten eines Extras wurden eingelöst.',
  'addon.consumption_reversed':
    'Eine Einlösung wurde zurückgenommen, und ihre Einheiten können wieder eingelöst werden.',
  'event.created': 'Eine Veranstaltung wurde angelegt.',
  'event.updated': 'Eine Veranstaltung, eine Ticketart oder ein Extra wurde geändert. Verkäufe sind keine Änderungen.',
  'event.published': 'Eine Veranstaltung wurde öffentlich, und ihre Tickets sind käuflich.',
  'event.archived': 'Eine Veranstaltung wurde archiviert. Ihre Tickets sind nicht mehr käuflich.',
  'event.deleted': 'Eine Veranstaltung, die nie etwas verkauft hat, wurde gelöscht.',
  'settlement.updated': 'Ein Betrag oder der Status einer Abrechnung hat sich geändert, etwa durch einen Verkauf.',
  'settlement.paid': 'Eine Abrechnung wurde vollständig ausgezahlt.',
  'endpoint.disabled': 'Ein anderer Endpunkt wurde abgeschaltet.',
  ping: 'Ein Test der Verbindung.',
} satisfies Translation<typeof en>;
