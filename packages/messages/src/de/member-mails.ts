import type en from '../en/member-mails.ts';
import type { Translation } from '../texts.ts';

export default {
  signInLink: {
    subject: 'Ihr Anmeldelink',
    title: 'Anmelden',
    text: 'Öffnen Sie diesen Link, um sich im Dashboard anzumelden. Er funktioniert einmal, innerhalb von 15 Minuten.',
    link: 'Anmelden',
    note: 'Wenn Sie keinen Link angefordert haben, können Sie diese E-Mail ignorieren.',
    reason: 'Für {to} wurde ein Anmeldelink angefordert.',
  },

  invitation: {
    subject: 'Einladung zu {organizer}',
    title: 'Einladung zu {organizer}',
    text: 'Sie sind zum Dashboard von {organizer} eingeladen.',
    roles: {
      owner: 'Als Inhaber können Sie alles tun, auch Mitglieder und Auszahlungen verwalten.',
      manager: 'Als Manager können Sie Veranstaltungen ändern und Bestellungen sehen und erstatten.',
      developer: 'Als Entwickler können Sie API-Schlüssel und Webhook-Endpunkte anlegen und ihre Protokolle sehen.',
      viewer: 'Als Betrachter können Sie die Verkaufszahlen sehen.',
    },
    link: 'Einladung annehmen',
    note: 'Der Link läuft in {days, plural, one {# Tag} other {# Tagen}} ab. Wenn Sie ihn nicht erwartet haben, können Sie diese E-Mail ignorieren.',
    reason: 'Ein Mitglied von {organizer} hat {to} eingegeben.',
  },

  accountChanged: {
    changes: {
      password: 'Ihr Passwort wurde geändert',
      authenticator_added: 'Ihrem Konto wurde eine Authenticator-App hinzugefügt',
      authenticator_removed: 'Die Authenticator-App wurde aus Ihrem Konto entfernt',
      passkey_added: 'Ihrem Konto wurde ein Passkey hinzugefügt',
      passkey_removed: 'Ein Passkey wurde aus Ihrem Konto entfernt',
      recovery_codes: 'Ihre Wiederherstellungscodes wurden ersetzt',
      second_factor_removed: 'Der Betreiber hat alle zweiten Faktoren aus Ihrem Konto entfernt',
    },
    text: '{change}: {time}. Alle anderen Sitzungen wurden beendet.',
    advice:
      'Wenn Sie das nicht waren, kann jemand anders Ihr Konto benutzen. Benachrichtigen Sie sofort den Betreiber dieses Dienstes: Er kann das Konto sperren und seine zweiten Faktoren entfernen.',
    link: 'Konto öffnen',
    reason: 'Diese E-Mail betrifft das Konto {to}.',
  },

  suspended: {
    subject: '{organizer} ist gesperrt',
    title: 'Der Betreiber hat {organizer} gesperrt',
    text: 'Der Betreiber hat {organizer} gesperrt: {time}.',
    stops:
      'Nichts kann gekauft werden: Die Seiten der Veranstaltungen werden nicht gefunden, und Reservierungen können nicht bezahlt werden.',
    continues:
      'Verkaufte Tickets bleiben gültig und können gescannt werden. Zahlungen, die ein Käufer begonnen hat, werden noch angenommen. Erstattungen, API-Schlüssel, Webhooks und das Dashboard funktionieren.',
    advice: 'Fragen Sie den Betreiber dieses Dienstes nach dem Grund, und was Sie tun können.',
  },

  resumed: {
    subject: '{organizer} kann wieder verkaufen',
    title: 'Der Betreiber hat {organizer} wieder freigegeben',
    text: 'Der Betreiber hat {organizer} wieder freigegeben: {time}.',
    effect: 'Die veröffentlichten Veranstaltungen sind wieder zu sehen und zu kaufen.',
  },

  owner: {
    openDashboard: 'Dashboard öffnen',
    openKeys: 'API-Schlüssel öffnen',
    reason: '{to} ist Inhaber von {organizer}.',
  },

  scopeRequested: {
    subject: '{organizer} beantragt den Scope {scope}',
    title: 'Ein Scope wurde beantragt',
    text: '{organizer} beantragt den Scope {scope} für den API-Schlüssel „{keyName}“.',
    requestedBy: 'Beantragt von',
    requestReason: 'Begründung',
    link: 'Antrag entscheiden',
    reason: '{to} ist Betreiber dieses Dienstes.',
  },

  scopeGranted: {
    title: 'Der Scope {scope} wurde gewährt',
    text: 'Der Betreiber hat den Scope {scope} für den API-Schlüssel „{keyName}“ gewährt. Der Schlüssel kann ihn jetzt verwenden.',
  },

  scopeDeclined: {
    title: 'Der Scope {scope} wurde abgelehnt',
    text: 'Der Betreiber hat den Scope {scope} für den API-Schlüssel „{keyName}“ abgelehnt. Die Scopes des Schlüssels haben sich nicht geändert.',
  },

  scopeDecided: {
    reply: 'Antwort des Betreibers',
    reason: '{to} hat den Scope für {organizer} beantragt.',
  },

  keyRolled: {
    subject: 'API-Schlüssel „{keyName}“ wurde ersetzt',
    title: 'Ein API-Schlüssel wurde ersetzt',
    text: 'Der API-Schlüssel „{keyName}“ von {organizer} wurde ersetzt. Der neue hat dieselben Scopes: {scopes}. Wenn Sie das nicht erwartet haben, widerrufen Sie den neuen Schlüssel.',
    rolledBy: 'Ersetzt von',
    time: 'Zeit',
    newKey: 'Neuer Schlüssel',
  },

  endpointFailing: {
    title: 'Ihr Webhook-Endpunkt bei {host} schlägt fehl',
    text: 'Seit {since} schlägt jeder Versuch fehl, Ereignisse von {organizer} an {host} zu senden.',
    effect:
      'Gelingt kein Versuch, wird der Endpunkt nach {disabled} deaktiviert. An einen deaktivierten Endpunkt wird nichts gesendet, und seine wartenden Zustellungen werden abgebrochen. Die Seite des Endpunkts zeigt die Fehler.',
    link: 'Endpunkt öffnen',
    reason: '{to} verwaltet die Webhooks von {organizer}.',
  },

  disputed: {
    titles: {
      open: 'Einer Zahlung wird widersprochen',
      won: 'Ein Widerspruch wurde gewonnen',
      lost: 'Ein Widerspruch wurde verloren',
    },
    text: 'Die Bank des Käufers widerspricht {amount} der Bestellung {orderNumber} von {organizer}: {cause}.',
    results: {
      open: 'Der Betrag wird in der Abrechnung zurückgehalten, bis der Widerspruch endet. Die Tickets bleiben gültig. Der Betreiber antwortet der Bank beim Zahlungsanbieter: Teilen Sie ihm mit, was zeigt, dass der Käufer die Tickets bekommen hat.',
      won: 'Der Betrag gehört wieder zum Guthaben.',
      lost: 'Die Bank hat dem Käufer den Betrag zurückgegeben, und er ist als Erstattung gebucht.',
    },
    link: 'Bestellung öffnen',
    reason: '{to} verwaltet die Bestellungen von {organizer}.',
  },
} satisfies Translation<typeof en>;
