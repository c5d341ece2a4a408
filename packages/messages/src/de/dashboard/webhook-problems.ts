import type en from '../../en/dashboard/webhook-problems.ts';
import type { Translation } from '../../texts.ts';

export default {
  redirect: {
    title: 'Der Server hat die Anfrage weitergeleitet',
    advice: 'Weiterleitungen werden nicht verfolgt. Tragen Sie beim Endpunkt die endgültige URL ein.',
  },
  unauthorized: {
    title: 'Der Server hat den Zugriff verweigert',
    advice:
      'Erlauben Sie Anfragen an diesen Pfad ohne Anmeldung, und prüfen Sie stattdessen die Signatur. Prüfen Sie auch, ob eine Firewall sie blockiert.',
  },
  not_found: {
    title: 'Der Server kennt diese Seite nicht',
    advice: 'Prüfen Sie den Pfad in der URL des Endpunkts, und ob die Version mit diesem Pfad läuft.',
  },
  gone: {
    title: 'Der Server meldet, dass es den Endpunkt nicht mehr gibt',
    advice: 'Eine Antwort mit 410 schaltet den Endpunkt ab. Berichtigen Sie die URL, und schalten Sie ihn wieder ein.',
  },
  rate_limited: {
    title: 'Der Server begrenzt die Zahl der Anfragen',
    advice: 'Erhöhen Sie das Limit Ihres Servers. Die Zeit in seinem Header Retry-After wird eingehalten.',
  },
  rejected: {
    title: 'Der Server hat die Anfrage abgelehnt',
    advice:
      'Lesen Sie die Antwort unten. Oft prüft der Server die Signatur mit einem alten Geheimnis oder nicht mit den rohen Bytes.',
  },
  server_error: {
    title: 'Im Server ist ein Fehler aufgetreten',
    advice:
      'Suchen Sie diese Zeit im Log Ihres Servers. Senden Sie die Zustellung erneut, wenn der Fehler behoben ist.',
  },
  timeout: {
    title: 'Die Antwort kam nicht rechtzeitig',
    advice:
      'Antworten Sie innerhalb von 15 Sekunden: Speichern Sie das Ereignis, antworten Sie, und verarbeiten Sie es danach.',
  },
  connection_refused: {
    title: 'Niemand hat die Verbindung angenommen',
    advice: 'Prüfen Sie, ob Ihr Server läuft, und ob der Port in der URL stimmt.',
  },
  connection_lost: {
    title: 'Die Verbindung wurde zu früh geschlossen',
    advice:
      'Ihr Server oder ein Proxy hat die Verbindung vor dem Ende der Antwort geschlossen. Sehen Sie in deren Logs nach.',
  },
  host_unknown: {
    title: 'Der Name des Servers konnte nicht aufgelöst werden',
    advice: 'Prüfen Sie die Schreibweise des Namens in der URL und seine DNS-Einträge.',
  },
  unreachable: {
    title: 'Der Server ist nicht erreichbar',
    advice: 'Prüfen Sie die Routen und die Firewall Ihres Netzes.',
  },
  tls: {
    title: 'Die TLS-Verbindung ist fehlgeschlagen',
    advice: 'Prüfen Sie, ob das Zertifikat gültig ist, zum Namen passt und mit der ganzen Kette gesendet wird.',
  },
  private_address: {
    title: 'Der Server ist nicht öffentlich',
    advice: 'Anfragen gehen nur an öffentliche IP-Adressen. Verwenden Sie einen Namen, der nur zu solchen gehört.',
  },
  invalid_response: {
    title: 'Die Antwort ist kein gültiges HTTP',
    advice: 'Prüfen Sie, ob der Port in der URL zu einem Webserver gehört, und sehen Sie sich Proxys davor an.',
  },
  other: {
    title: 'Die Anfrage ist fehlgeschlagen',
    advice: 'Lesen Sie die Meldung unten, und suchen Sie diese Zeit im Log Ihres Servers.',
  },
} satisfies Translation<typeof en>;
