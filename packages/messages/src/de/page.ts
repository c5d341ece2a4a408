import type en from '../en/page.ts';
import type { Translation } from '../texts.ts';

export default {
  testMode: {
    label: 'Testmodus',
    notice: 'Dies ist ein Test. Bestellungen sind nicht echt, und es fließt kein Geld.',
  },

  preview: {
    label: 'Vorschau',
    title: 'Vorschau: {event}',
    notice:
      'Diese Veranstaltung ist nicht veröffentlicht. Alle mit diesem Link können diese Seite sehen bis: {until}. Hier kann nichts gekauft werden.',
    ended: 'Diese Vorschau ist beendet',
    endedText:
      'Der Link ist abgelaufen, oder die Veranstaltung ist archiviert. Mitglieder des Veranstalters erhalten im Dashboard auf der Seite der Veranstaltung einen neuen Link.',
  },

  waitingRoom: {
    title: 'Warteraum: {event}',
    heading: 'Bitte warten Sie, bis Sie an der Reihe sind',
    ahead:
      '{people, plural, =0 {Sie sind als Nächstes dran.} one {# Person ist vor Ihnen.} other {# Personen sind vor Ihnen.}}',
    lessThanMinute: 'Weniger als eine Minute Wartezeit.',
    minutes: '{minutes, plural, one {Höchstens # Minute Wartezeit.} other {Höchstens # Minuten Wartezeit.}}',
    turnAt: 'Sie sind spätestens um <clock>{time}</clock> an der Reihe.',
    keepOpen:
      'Lassen Sie diese Seite offen. Sie aktualisiert sich selbst und geht weiter, wenn Sie an der Reihe sind. Sie haben nur einen Platz, auch wenn Sie die Seite in diesem Browser noch einmal öffnen.',
    yourTurn:
      'Dann haben Sie 15 Minuten, um Tickets zu reservieren. Ist diese Seite nach Ihrem Aufruf 5 Minuten lang geschlossen, bekommt die nächste Person Ihren Platz.',
    connectionLost:
      'Der Server ist nicht erreichbar, diese Seite ist also vielleicht veraltet. Bitte prüfen Sie Ihre Verbindung. Die Seite versucht es von selbst noch einmal.',
    gatheringHeading: 'Der Verkauf hat noch nicht begonnen',
    opensAt: 'Er beginnt am <clock>{time}</clock>.',
    opening: 'Er beginnt gerade.',
    gatheringOrder:
      'Zu Beginn wird unter allen, die hier warten, die Reihenfolge ausgelost. Wann Sie gekommen sind, spielt keine Rolle. Wer später kommt, wartet dahinter.',
    soldOutHeading: 'Ausverkauft',
    soldOut:
      'Alle Tickets sind verkauft, und der Warteraum ist geschlossen. Werden Tickets zurückgegeben, so werden sie wieder verkauft, und diese Seite geht weiter.',
    busyHeading: 'Einen Moment',
    busy: 'Aus Ihrem Netz sind in der letzten Minute viele Menschen gekommen. Diese Seite versucht es von selbst noch einmal.',
    lost: {
      too_late: 'Sie waren an der Reihe, aber diese Seite war zu lange geschlossen. Sie haben einen neuen Platz.',
      ended: 'Ihre Zeit zum Reservieren ist vorbei. Sie haben einen neuen Platz.',
    },
    updated: 'Aktualisiert um <clock>{time}</clock>',
  },

  language: 'Sprache',
  reload: 'Es geschieht nichts? Laden Sie die Seite neu.',
  about: 'Über diese Veranstaltung',
  needsScript:
    'Um hier Tickets zu kaufen, brauchen Sie JavaScript. Bitte erlauben Sie es für diese Seite, oder öffnen Sie die Seite in einem anderen Browser.',
  openingOrder: 'Ihre Bestellung wird geöffnet …',
  orderNeedsScript:
    'Um eine Bestellung zu öffnen, brauchen Sie JavaScript. Bitte erlauben Sie es für diese Seite, oder öffnen Sie die Seite in einem anderen Browser. Ihre Tickets sind auch in der E-Mail, mit der dieser Link kam.',
  findTickets: 'Schon bestellt? Ihre Tickets finden',
  soldBy: 'Tickets verkauft von <name>{organizer}</name>',
  links: { website: 'Website', contact: 'Kontakt', imprint: 'Impressum', terms: 'AGB', privacy: 'Datenschutz' },
  summary: 'Tickets für {event}. {whenAndWhere}',
  notFound: 'Veranstaltung nicht gefunden',
  notFoundHeading: 'Hier ist keine Veranstaltung',
  notFoundText:
    'Vielleicht ist der Link falsch geschrieben, oder es werden keine Tickets mehr verkauft. Bitte prüfen Sie den Link, oder fragen Sie den Veranstalter, von dem Sie ihn haben.',
  notFoundTickets: 'Haben Sie schon Tickets? Der Link in Ihrer Bestätigungs-E-Mail führt weiterhin zu ihnen.',
} satisfies Translation<typeof en>;
