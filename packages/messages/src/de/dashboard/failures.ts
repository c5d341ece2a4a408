import type en from '../../en/dashboard/failures.ts';
import type { Translation } from '../../texts.ts';

export default {
  onPage: 'Die Seite hat einen Fehler. Laden Sie sie neu, und versuchen Sie es noch einmal.',
  unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
  withoutProblem: 'Der Server antwortete mit dem Status {status}. Versuchen Sie es gleich noch einmal.',
  requestId: 'Anfrage {id}.',
  passkeys: {
    cancelled:
      'Der Passkey wurde nicht benutzt: Der Vorgang wurde abgebrochen, hat zu lange gedauert, oder dieses Gerät hat keinen. Versuchen Sie es noch einmal.',
    exists: 'Dieses Gerät hat schon einen Passkey Ihres Kontos.',
    unusable:
      'Passkeys funktionieren unter dieser Adresse nicht. Öffnen Sie das Dashboard mit https unter seinem Domainnamen.',
    failed:
      'Der Browser konnte keinen Passkey benutzen. Versuchen Sie es noch einmal, oder benutzen Sie ein anderes Gerät.',
  },
  allowedStatus:
    '{status, select, draft {Entwurf} published {veröffentlicht} archived {archiviert} active {aktiv} pending {unbezahlt} paid {bezahlt} partially_refunded {teilweise erstattet} refunded {erstattet} cancelled {storniert} expired {abgelaufen} other {{status}}}',
  reasons: {
    event_not_found: 'Diese Veranstaltung gibt es nicht.',
    draft_not_found: 'Diesen Entwurf gibt es nicht.',
    published_event_not_found: 'Diese veröffentlichte Veranstaltung gibt es nicht.',
    poster_not_found: 'Dieses Plakat gibt es nicht.',
    offer_not_found: 'Diese Ticketart oder dieses Extra gibt es in der Veranstaltung nicht.',
    slug_taken: 'Eine andere Veranstaltung benutzt den Kurznamen „{slug}“. Wählen Sie einen anderen Kurznamen.',
    external_id_taken: 'Ein anderes Ihrer Objekte dieser Art hat die externalId „{externalId}“.',
    offers_changed:
      'Ticketarten, Extras oder Fragen der Veranstaltung haben sich geändert. Laden Sie die Seite neu, und sortieren Sie noch einmal.',
    offer_in_order:
      '„{name}“ ist in einer Bestellung und kann deshalb nicht gelöscht werden. Auch abgelaufene und stornierte Bestellungen zählen. Archivieren Sie es stattdessen.',
    question_needed:
      'Das Mindestalter, das Höchstalter oder die Kategorie von „{name}“ braucht diese Frage. Ändern Sie zuerst die Ticketart.',
    offer_in_gate: 'Der Einlass „{gate}“ lässt bestimmte Ticketarten ein, auch diese. Ändern Sie zuerst den Einlass.',
    offer_in_question:
      'Die Frage „{label}“ wird nur zu bestimmten Angeboten gestellt, auch zu diesem. Ändern Sie zuerst die Frage.',
    question_not_found: 'Diese Frage gibt es in der Veranstaltung nicht.',
    question_in_use:
      'Die Frage „{label}“ wird nur nach bestimmten Antworten auf diese Frage oder in bestimmtem Alter gestellt. Ändern Sie zuerst diese Bedingung.',
    question_key_taken: 'Eine andere Frage der Veranstaltung fragt schon danach.',
    too_many_questions: 'Die Veranstaltung hat {countMax} Fragen, auch archivierte. Mehr sind nicht möglich.',
    event_in_use:
      'Die Veranstaltung hat Bestellungen, einen Einlass, ein Gerät oder Besucher im Wartebereich und kann deshalb nicht gelöscht werden. Auch abgelaufene und stornierte Bestellungen zählen. Archivieren Sie sie stattdessen.',
    event_has_orders:
      'Die Veranstaltung hat Bestellungen und kann deshalb nicht wieder Entwurf werden. Auch abgelaufene und stornierte Bestellungen zählen. Archivieren Sie die Veranstaltung stattdessen.',
    not_an_image: 'Die Datei ist kein Bild im Format PNG, JPEG oder WebP.',
    event_archived:
      'Die Veranstaltung ist archiviert. Die Veranstaltung, ihre Ticketarten und ihre Extras sind nicht mehr änderbar.',
    status_not_reachable:
      'Der Status ist „{status, select, draft {Entwurf} published {veröffentlicht} archived {archiviert} active {aktiv} other {{status}}}“. Er kann nur geändert werden in: {allowed}.',
    no_active_ticket_type:
      'Die Veranstaltung hat keine aktive Ticketart. Fügen Sie eine hinzu, und veröffentlichen Sie dann die Veranstaltung.',
    currency_in_use: 'Die Veranstaltung hat Bestellungen in {currency}, deshalb ist die Währung nicht änderbar.',
    too_many_offers:
      'Eine Veranstaltung kann höchstens {countMax} Ticketarten und höchstens {countMax} Extras haben, archivierte eingeschlossen.',
    quantity_below_sold:
      'Verkauft von „{name}“: {sold}, reserviert: {reserved}. Die Menge muss mindestens {quantityMin} sein.',
    offers_changing:
      'Die Ticketarten oder Extras dieser Veranstaltung werden gerade geändert. Versuchen Sie es gleich noch einmal.',
    order_not_found: 'Die Bestellung {orderNumber} gibt es nicht.',
    order_exists: 'Ihre Bestellung {orderNumber} hat schon die externalId „{externalId}“.',
    order_state_forbids_action:
      'Die Bestellung {orderNumber} ist {status, select, pending {unbezahlt} paid {bezahlt} partially_refunded {teilweise erstattet} refunded {erstattet} cancelled {storniert} expired {abgelaufen} other {{status}}}. Das geht nur, wenn sie {allowed} ist.',
    order_buyer_removed:
      'Die Bestellung wurde nie bezahlt, und die Daten des Käufers sind gelöscht. Sie kann nicht mehr bezahlt werden.',
    personal_data_removed:
      'Die personenbezogenen Daten der Bestellung sind gelöscht. Sie bekommt keine neuen Namen und keine Mails.',
    refund_preview_outdated:
      'Seit der Vorschau gab es eine andere Erstattung dieser Bestellung. Ihre Erstattung wurde deshalb nicht ausgeführt. Prüfen Sie die neue Vorschau.',
    order_has_no_email:
      'Diese Bestellung hat keine E-Mail-Adresse. Drucken Sie die Tickets, oder berichtigen Sie zuerst den Käufer.',
    order_has_no_tickets:
      'Die Bestellung ist {status, select, pending {unbezahlt} paid {bezahlt} partially_refunded {teilweise erstattet} refunded {erstattet} cancelled {storniert} expired {abgelaufen} other {{status}}}. Nur eine bezahlte oder teilweise erstattete Bestellung hat Tickets, die gesendet werden können.',
    expired_order_sold_out: 'Die Bestellung ist abgelaufen, und von „{name}“ ist nicht mehr genug übrig.',
    ticket_not_refundable: 'Dieses Ticket der Bestellung kann nicht erstattet werden.',
    order_item_not_found: 'Diesen Posten hat die Bestellung nicht.',
    refund_quantity_out_of_range: 'Von „{name}“ können 1 bis {quantityMax} erstattet werden.',
    payment_in_future: 'Der Zeitpunkt liegt in der Zukunft. Geben Sie an, wann Sie das Geld erhalten haben.',
    payment_not_found: 'Diese Zahlung gibt es nicht.',
    refund_not_found: 'Diese Erstattung gibt es nicht.',
    refund_not_failed:
      'Die Erstattung ist {status, select, pending {offen} succeeded {gelungen} other {{status}}}. Nur eine fehlgeschlagene kann wiederholt werden.',
    refund_already_retried: 'Die Erstattung wurde schon wiederholt.',
    ticket_not_found: 'Dieses Ticket gibt es nicht.',
    scanned_ticket_not_found: 'Ein Ticket mit dieser ID oder diesem QR-Code gibt es nicht.',
    ticket_already_used: 'Das Ticket wurde schon benutzt ({usedAt}).',
    ticket_void: 'Das Ticket ist ungültig: Es wurde erstattet.',
    used_ticket_refunded:
      'Das Ticket wurde benutzt und dann erstattet. Die Benutzung kann nicht zurückgenommen werden.',
    ticket_not_used: 'Das Ticket ist gültig und wurde nicht benutzt.',
    entitlement_not_found: 'Dieses gekaufte Extra gibt es nicht.',
    ref_already_used: 'Die Referenz „{ref}“ wurde schon benutzt. Wählen Sie eine neue.',
    ref_of_reversed_consumption:
      'Dieser Verbrauch wurde zurückgenommen und wird nicht wiederholt. Öffnen Sie das Formular noch einmal.',
    not_enough_units:
      'Übrig von „{name}“: {unitsLeft, plural, one {# Einheit} other {# Einheiten}}. Verlangt: {units, plural, one {# Einheit} other {# Einheiten}}.',
    too_many_units_to_return:
      'Zurückgegeben werden kann von „{name}“ höchstens: {unitsMax, plural, one {# Einheit} other {# Einheiten}}. Einheiten, die nach dem Verbrauch erstattet wurden, bleiben verbraucht.',
    gate_not_found: 'Diesen Einlass hat die Veranstaltung nicht.',
    device_not_found: 'Dieses Gerät gibt es nicht.',
    ticket_type_not_found: 'Diese Ticketart hat die Veranstaltung nicht.',
    invalid_gate: 'Prüfen Sie den Namen und die Öffnungszeiten des Einlasses.',
    invalid_device: 'Prüfen Sie den Namen des Geräts.',
    start_list_view_not_found: 'Diese Ansicht gibt es nicht mehr.',
    too_many_start_list_views:
      'Es können höchstens {maxStartListViews} Ansichten von Startlisten gespeichert sein. Löschen oder überschreiben Sie eine.',
    too_many_gates: 'Eine Veranstaltung kann höchstens {maxGates} Einlässe haben. Ändern Sie einen vorhandenen.',
    too_many_devices: 'Eine Veranstaltung kann höchstens {maxDevices} Geräte haben. Koppeln Sie ein vorhandenes neu.',
    device_revoked: 'Das Gerät ist gesperrt. Fügen Sie ein neues hinzu.',
    settlement_not_final:
      'Die Abrechnung ist {status, select, open {offen} paid_out {ausgezahlt} other {{status}}}. Nur eine abgeschlossene Abrechnung kann ausgezahlt werden.',
    settlement_not_open:
      'Die Abrechnung ist schon {status, select, final {abgeschlossen} paid_out {ausgezahlt} other {{status}}}.',
    refund_names_no_ticket: 'Die Menge sagt nicht, welche Tickets erstattet werden. Wählen Sie die Tickets einzeln.',
    refund_amount_out_of_range:
      'Der Betrag muss größer als 0 und höchstens der noch nicht erstattete Betrag sein ({amountMaxText}).',
    refund_target_unclear: 'Erstatten Sie Tickets und Extras, oder einen Betrag mit einem Grund.',
    event_not_over:
      'Die Veranstaltung ist erst am {endsAt} vorbei. Verkäufe und Erstattungen bis dahin ändern das Guthaben noch. Um die Abrechnung trotzdem jetzt abzuschließen, drücken Sie die Taste noch einmal.',
    event_on_sale:
      'Tickets der Veranstaltung können noch gekauft werden, und jeder Verkauf ändert das Guthaben. Um die Abrechnung trotzdem jetzt abzuschließen, drücken Sie die Taste noch einmal.',
    payout_out_of_range: 'Der Betrag muss größer als 0 und höchstens der Saldo sein ({balanceText}).',
    total_changed:
      'Der Preis der Bestellung hat sich geändert. Es wurde nichts reserviert. Prüfen Sie den neuen Preis.',
    order_too_expensive: 'Eine einzelne Bestellung kann nicht so viel kosten. Teilen Sie sie auf.',
    payment_provider_unavailable: 'Der Zahlungsanbieter ist nicht verfügbar. Nichts wurde bezahlt.',
    webhook_events_deleted:
      'Frühere Webhook-Ereignisse wurden gelöscht. Beginnen Sie mit dem ältesten, das noch gespeichert ist.',
    sandbox_in_reset: 'Die Daten dieser Sandbox werden gelöscht. Versuchen Sie es gleich noch einmal.',
    no_enabled_endpoint: 'Ein Ping braucht einen aktiven Webhook-Endpunkt der Sandbox. Legen Sie zuerst einen an.',
    sandbox_not_found: 'Dieser Veranstalter hat noch keine Sandbox. Wechseln Sie in den Testmodus.',
    live_only: 'Das geht nur beim Veranstalter selbst, nicht in seiner Sandbox.',
    sandbox_only: 'Das geht nur in einer Sandbox.',
    clock_not_forward: 'Die Uhr der Sandbox kann nur vorgestellt werden. Wählen Sie eine spätere Zeit.',
    clock_too_far: 'Die Uhr der Sandbox kann höchstens ein Jahr vorgestellt werden. Wählen Sie eine frühere Zeit.',
    members_of_sandbox: 'Eine Sandbox hat die Mitglieder ihres Veranstalters. Fügen Sie das Mitglied dort hinzu.',
    organizer_slug_taken: 'Ein anderer Veranstalter hat oder hatte „{slug}“. Wählen Sie einen anderen Kurznamen.',
    organizer_suspended:
      'Der Betreiber des Dienstes hat den Veranstalter gesperrt. Bis er ihn wieder freigibt, kann nichts verkauft werden.',
    key_not_found: 'Diesen API-Schlüssel gibt es nicht.',
    key_inactive: 'Der API-Schlüssel ist widerrufen oder abgelaufen. Legen Sie einen neuen an.',
    key_revoked: 'Der API-Schlüssel ist widerrufen. Legen Sie einen neuen an.',
    key_rolled: 'Der API-Schlüssel ist schon ersetzt. Ersetzen Sie stattdessen seinen Nachfolger.',
    key_beyond_role:
      'Für den Schlüssel gelten oder sind beantragt: {scopes}. Ihre Rolle erlaubt das nicht. Nur ein Inhaber oder der Betreiber kann ihn ersetzen.',
    key_publishable: 'Ein öffentlicher Schlüssel hat nur events:read. Legen Sie für andere Scopes einen geheimen an.',
    key_changed: 'Der API-Schlüssel wurde gleichzeitig geändert. Versuchen Sie es noch einmal.',
    invalid_key_name: 'Der Name muss 1 bis 200 Zeichen haben.',
    invalid_key_scopes: 'Prüfen Sie die Scopes.',
    scope_not_grantable: '„{scope}“ ist kein Scope, den der Betreiber gewähren kann.',
    scope_granted_already: 'Der Schlüssel hat {scope} schon.',
    scope_requested_already:
      '{scope} ist für diesen Schlüssel schon beantragt. Warten Sie auf die Entscheidung des Betreibers.',
    scope_request_not_found: 'Diesen Antrag gibt es nicht.',
    scope_requester_left:
      'Das Mitglied, das den Scope beantragt hat, darf keine Schlüssel mehr verwalten. Lehnen Sie den Antrag ab.',
    scope_request_closed: 'Über diesen Antrag ist schon entschieden, oder er wurde zurückgezogen.',
    invalid_grace_period: 'Die Übergangszeit muss 0 bis 7 Tage lang sein.',
    endpoint_not_found: 'Diesen Webhook-Endpunkt gibt es nicht.',
    replay_not_found: 'Diesen Auftrag zum erneuten Senden gibt es nicht.',
    webhook_event_not_found: 'Dieses Webhook-Ereignis gibt es nicht.',
    signing_secret_unreadable:
      'Das Signaturgeheimnis wurde mit einem anderen Hauptschlüssel verschlüsselt und kann nicht angezeigt werden. Erzeugen Sie ein neues.',
    endpoint_disabled: 'Der Endpunkt ist abgeschaltet, und nichts wird an ihn gesendet. Schalten Sie ihn zuerst ein.',
    invalid_endpoint: 'Prüfen Sie die markierten Felder.',
    delivery_not_found: 'Diese Zustellung gibt es nicht.',
    session_missing: 'Melden Sie sich an, um fortzufahren.',
    session_ended: 'Ihre Sitzung ist abgelaufen oder wurde beendet. Melden Sie sich wieder an.',
    sign_in_ended:
      'Die Anmeldung hat zu lange gedauert, oder zu viele falsche Codes wurden eingegeben. Melden Sie sich neu an.',
    sign_in_too_old:
      'Ihre Anmeldung ist älter als {freshMinutes} Minuten. Melden Sie sich ab und wieder an, und wiederholen Sie dies.',
    live_action: 'Das teilt eine Sandbox mit ihrem Veranstalter. Verlassen Sie den Testmodus, um es zu ändern.',
    role_lacks_action: 'Ihre Rolle erlaubt das nicht. Fragen Sie einen Inhaber des Veranstalters.',
    no_second_factor: 'Das Konto hat keinen solchen zweiten Faktor. Richten Sie zuerst einen ein.',
    passkey_not_accepted:
      'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    passkey_not_found: 'Diesen Passkey gibt es nicht mehr.',
    passkey_exists: 'Dieser Passkey ist schon registriert.',
    passkey_not_verified:
      'Der Passkey war nicht prüfbar, oder das Anlegen hat zu lange gedauert. Beginnen Sie noch einmal.',
    too_many_passkeys:
      'Ein Konto kann höchstens {maxPasskeys} Passkeys haben. Entfernen Sie einen, den Sie nicht benutzen.',
    invitation_limit_reached: 'Das waren zu viele Einladungen. Warten Sie {retryAfterMinutes} Minuten.',
    wrong_password: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    wrong_current_password: 'Das aktuelle Passwort ist falsch.',
    wrong_factor_code: 'Der Code ist falsch oder abgelaufen. Geben Sie den aktuellen Code ein.',
    factor_code_used:
      'Dieser Code wurde schon benutzt. Warten Sie, bis die App den nächsten zeigt, und geben Sie den ein.',
    factor_locked: 'Zu viele falsche Codes wurden eingegeben. Der zweite Faktor ist 15 Minuten lang gesperrt.',
    operator_only: 'Das kann nur der Betreiber des Dienstes.',
    cross_site_request:
      'Die Anfrage kam von der Seite einer anderen Website. Das Dashboard ist unter {origin} (BASE_URL). Öffnen Sie es dort.',
    sign_in_link_not_valid: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
    invitation_not_valid:
      'Diese Einladung wurde angenommen oder zurückgezogen, oder sie ist abgelaufen. Bitten Sie um eine neue.',
    user_not_found: 'Diesen Benutzer gibt es nicht.',
    own_user:
      'Sie können Ihr eigenes Konto nicht sperren, weil Sie es nicht wieder freigeben könnten. Bitten Sie einen anderen Betreiber.',
    member_not_found: 'Dieses Mitglied gibt es nicht mehr.',
    invitation_not_found: 'Diese Einladung ist nicht mehr offen.',
    session_not_found: 'Diese Sitzung gibt es nicht mehr.',
    second_factor_exists: 'Das Konto hat schon eine Authenticator-App. Entfernen Sie sie zuerst.',
    already_member: 'Es gibt schon ein Mitglied mit dieser E-Mail-Adresse.',
    last_owner:
      'Ein Veranstalter braucht mindestens einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
    organizer_not_found: 'Sie sind kein Mitglied dieses Veranstalters.',
    path_not_found: 'Diese Seite gibt es nicht.',
    invalid_fields: 'Prüfen Sie die markierten Felder.',
    invalid_settings: 'Prüfen Sie die markierten Felder.',
    invalid_cursor: 'Diese Liste ist veraltet. Laden Sie die Seite neu.',
    idempotency_key_reused:
      'Ihr erster Versuch, dessen Antwort verloren ging, hat das schon angelegt, mit den damaligen Werten. Sehen Sie in der Liste nach, bevor Sie noch etwas anlegen.',
    resource_changed:
      'Jemand anders hat dies inzwischen geändert. Laden Sie es neu, und wiederholen Sie Ihre Änderung.',
    export_running:
      'Ein Export dieses Veranstalters läuft schon. Warten Sie, bis er fertig ist, oder brechen Sie ihn ab.',
    body_too_large: 'Das sind zu viele Daten für eine Anfrage (mehr als {sizeMax}).',
    request_timeout: 'Die Anfrage kam nicht vollständig an. Senden Sie sie noch einmal.',
    request_limit_reached: 'Das waren zu viele Anfragen. Warten Sie {retryAfterSeconds} Sekunden.',
    search_limit_reached: 'Das waren zu viele Suchen. Warten Sie {retryAfterSeconds} Sekunden.',
    failed_attempts_limit_reached:
      'Von dieser IP-Adresse kamen zu viele Anfragen ohne gültige Anmeldung. Warten Sie {retryAfterSeconds} Sekunden.',
    invalid_period: 'Der Zeitraum muss 1 bis {daysMax} Tage haben.',
    sign_in_limit_reached: 'Es gab zu viele Anmeldeversuche für dieses Konto. Warten Sie {retryAfterMinutes} Minuten.',
    unexpected_error:
      'Der Server konnte die Anfrage nicht verarbeiten. Melden Sie die Nummer der Anfrage, wenn das wieder geschieht.',
    database_unavailable:
      'Der Server ist gerade nicht verfügbar. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    commit_outcome_unknown:
      'Die Verbindung zur Datenbank brach beim Speichern ab. Prüfen Sie, ob die Änderung gespeichert ist, bevor Sie sie wiederholen.',
    database_locked:
      'Der Server ist gerade nicht verfügbar. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    database_unreachable:
      'Der Server ist gerade nicht verfügbar. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    database_not_responding:
      'Der Server ist gerade nicht verfügbar. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    database_not_writable:
      'Der Server ist gerade nicht verfügbar. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    database_not_distributed:
      'Der Server ist gerade nicht verfügbar. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    server_overloaded:
      'Der Server ist gerade nicht verfügbar. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    server_stopping:
      'Der Server ist gerade nicht verfügbar. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    not_ready: 'Der Server ist gerade nicht verfügbar. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    audit_unavailable:
      'Jeder Zugriff auf personenbezogene Daten wird protokolliert, und das war gerade nicht möglich. Versuchen Sie es gleich noch einmal.',
  },
  fields: {
    required: 'Füllen Sie dieses Feld aus.',
    too_short:
      '{lengthMin, plural, one {Füllen Sie dieses Feld aus.} other {Geben Sie mindestens {lengthMin} Zeichen ein.}}',
    too_long: 'Geben Sie höchstens {lengthMax} Zeichen ein.',
    below_minimum: 'Geben Sie mindestens {minimum} ein.',
    above_maximum: 'Geben Sie höchstens {maximum} ein.',
    out_of_range: 'Geben Sie eine Zahl von {minimum} bis {maximum} ein.',
    wrong_type:
      'Geben Sie {type, select, integer {eine ganze Zahl} number {eine Zahl} string {einen Text} boolean {ja oder nein} array {eine Liste} other {{type}}} ein.',
    wrong_format: 'Das hat nicht das richtige Format.',
    no_visible_text: 'Geben Sie einen Text mit einem sichtbaren Zeichen ein.',
    invalid_value: 'Das ist nicht gültig.',
    invalid_character: 'Das enthält ein Zeichen, das in Text nicht erlaubt ist.',
    not_allowed: 'Wählen Sie einen der angebotenen Werte.',
    not_deliverable: 'Geben Sie eine E-Mail-Adresse ein, die Mails empfangen kann, etwa ada@example.com.',
    not_a_slug: 'Nur Kleinbuchstaben, Ziffern und Bindestriche, ohne Bindestrich am Anfang oder Ende.',
    not_a_time: 'Geben Sie ein Datum und eine Uhrzeit ein.',
    not_a_time_zone: 'Geben Sie den Namen einer Zeitzone ein, etwa Europe/Berlin. Groß- und Kleinschreibung zählt.',
    not_a_currency: 'Geben Sie einen Code nach ISO 4217 ein, etwa EUR.',
    not_https: 'Geben Sie eine URL ein, die mit https:// beginnt.',
    has_credentials: 'Die URL darf weder Benutzernamen noch Passwort enthalten.',
    slug_taken: 'Eine andere Veranstaltung benutzt „{slug}“.',
    external_id_taken: 'Ein anderes Ihrer Objekte dieser Art benutzt das.',
    already_set: 'Das ist schon gesetzt und nicht änderbar.',
    not_a_metadata_key: 'Schlüssel haben 1 bis {lengthMax} Zeichen, ohne Steuerzeichen.',
    too_many_keys: 'Höchstens {keysMax} Schlüssel.',
    currency_in_use: 'Es gibt Bestellungen in {currency}, deshalb ist die Währung nicht änderbar.',
    before_other: 'Das darf nicht vor {time} liegen.',
    after_other: 'Das darf nicht nach {time} liegen.',
    below_other: 'Geben Sie mindestens {value} ein.',
    above_other: 'Geben Sie höchstens {value} ein.',
    retention_over:
      'Personenbezogene Daten werden {days, plural, one {# Tag} other {# Tage}} nach der Veranstaltung entfernt, mit dieser Zeit also sofort. Wenn Sie das möchten, ändern Sie zuerst die Aufbewahrung.',
    status_not_reachable: 'Dieser Status ist jetzt nicht möglich.',
    event_has_orders: 'Die Veranstaltung hat Bestellungen und kann deshalb nicht wieder Entwurf werden.',
    no_active_ticket_type: 'Die Veranstaltung hat kein aktives Ticket.',
    not_of_this_kind: 'Eine Frage dieser Art hat das nicht.',
    repeated_code: 'Jede Option braucht einen eigenen Code. „{code}“ kommt zweimal vor.',
    below_least: 'Das darf nicht unter dem kleinsten Wert liegen.',
    not_a_pattern:
      'Ab dem {position}. Zeichen nicht erlaubt. Erlaubt sind Zeichen, Zeichenklassen wie [A-Z] und Wiederholungen, aber keine Gruppen.',
    question_key_taken: 'Eine andere Frage der Veranstaltung fragt schon danach.',
    consent_preselected: 'Eine Einwilligung ist nie im Voraus erteilt.',
    marketing_required: 'Eine Einwilligung in Werbung ist immer freiwillig.',
    no_offer_of_holders:
      'Ticketinhaber haben keine Extras der Bestellung, also würde niemand gefragt. Fragen Sie den Käufer, oder wählen Sie eine Ticketart.',
    not_a_parent:
      'Wählen Sie eine Frage mit festen Antworten, die dieselbe Person beantwortet und die von keiner anderen abhängt.',
    unknown_question: 'Diese Frage wird nicht mehr gestellt.',
    unknown_option: 'Wählen Sie eine der Antworten.',
    not_a_date: 'Geben Sie ein Datum ein.',
    date_too_early: 'Das darf nicht vor {date} liegen.',
    date_too_late: 'Das darf nicht nach {date} liegen.',
    not_a_country: 'Wählen Sie ein Land.',
    no_bib_columns: 'Die Datei hat keine Spalte „Nummer“, oder keine der Spalten „Ticket“, „Bestellung“ und „Name“.',
    not_csv: 'Die Datei ist keine CSV-Datei: Ein Anführungszeichen ist nicht geschlossen.',
    not_a_dns_label: '1 bis 63 Kleinbuchstaben, Ziffern und Bindestriche, ohne Bindestrich am Anfang oder Ende.',
    not_a_name: 'Geben Sie 1 bis 200 Zeichen ein.',
    not_a_public_url: 'Geben Sie eine URL ein, die mit https:// beginnt, ohne Benutzernamen oder Passwort.',
    not_origins:
      'Geben Sie höchstens {originsMax} Adressen ein, zum Beispiel https://shop.example.com, ohne Pfad und mit Leerzeichen getrennt.',
    not_an_email: 'Geben Sie eine E-Mail-Adresse wie hello@example.com ein.',
    not_a_phone_number: 'Geben Sie eine Telefonnummer wie +49 40 5550123 ein.',
    not_a_color: 'Geben Sie eine Farbe wie #0b6e99 ein.',
    not_an_iban: 'Das ist keine IBAN. Prüfen Sie die Zeichen und die Prüfziffern.',
    not_a_bic: 'Das ist kein BIC. Er hat 8 oder 11 Zeichen.',
    not_basis_points: 'Geben Sie Basispunkte von 0 bis 10000 ein.',
    not_minor_units: 'Geben Sie einen Betrag ein.',
    not_one_line: 'Geben Sie eine Zeile von höchstens {lengthMax} Zeichen ein.',
    text_too_long: 'Geben Sie höchstens {lengthMax} Zeichen ein.',
    too_few_items: 'Wählen Sie mindestens einen Eintrag.',
    too_many_items: 'Das sind zu viele Einträge.',
    not_a_grace_period: 'Die Übergangszeit muss 0 bis 7 Tage lang sein.',
    not_a_header_name: 'Geben Sie den Namen eines Headers ein, etwa X-Api-Key.',
    reserved_header: '{name} setzt der Dienst selbst.',
    repeated_header: '{name} steht schon in der Liste.',
    header_value_missing:
      'Geben Sie den Wert ein. Auch gespeicherte Werte werden nötig, wenn sich der Server in der URL ändert.',
    not_a_header_value:
      'Geben Sie 1 bis {lengthMax} ASCII-Zeichen in einer Zeile ein, ohne Leerzeichen am Anfang oder Ende.',
    headers_too_long: 'Alle Header dürfen zusammen höchstens {lengthMax} Zeichen haben.',
    not_a_throttle: 'Geben Sie 1 bis {deliveriesMax} ein.',
    unknown_event: 'Eine dieser Veranstaltungen gibt es nicht.',
    unknown_event_type: '„{type}“ ist keine Art von Ereignis.',
    unusable_url:
      'An diese URL können keine Webhooks gesendet werden. Sie muss öffentlich sein und mit https:// beginnen.',
    scope_not_grantable: 'Diesen Scope kann der Betreiber nicht gewähren.',
    scope_granted_later: '{scope} kann erst nach dem Anlegen gewährt werden.',
    scope_not_allowed: 'Diese Art von Schlüssel kann {scope} nicht haben.',
    no_scope: 'Wählen Sie mindestens einen Scope.',
    empty_cart: 'Wählen Sie mindestens ein Ticket oder ein Extra.',
    too_many_tickets: 'Eine Bestellung kann höchstens {quantityMax} Tickets haben, nicht {quantity}.',
    unknown_offer: 'Die Veranstaltung hat eines der Tickets oder Extras nicht. Laden Sie die Seite neu.',
    below_order_minimum: 'Eine Bestellung muss mindestens {quantityMin} von „{name}“ haben.',
    above_order_maximum: 'Eine Bestellung kann höchstens {quantityMax} von „{name}“ haben.',
    above_holder_maximum: 'Eine Person kann höchstens {quantityMax} von „{name}“ haben.',
    no_longer_sold: '„{name}“ wird nicht mehr verkauft.',
    sold_out: '„{name}“ ist ausverkauft.',
    not_enough_left: 'Von „{name}“ sind noch {available} übrig, {requested} wurden verlangt.',
    needs_question:
      'Fügen Sie zuerst die Frage {key, select, birthDate {nach dem Geburtsdatum} other {nach dem Geschlecht}} hinzu. Jeder Inhaber muss sie gestellt bekommen, für ein Alter als Pflicht.',
    too_young: '„{name}“ ist für Personen, die am {onDate} mindestens {age} Jahre alt sind.',
    too_old: '„{name}“ ist für Personen, die am {onDate} höchstens {age} Jahre alt sind.',
  },
} satisfies Translation<typeof en>;
