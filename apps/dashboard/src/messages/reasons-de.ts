/**
 * German sentences for the `reason` of a problem document: about events, orders, refunds, tickets, add-ons, gates, devices,
 * settlements, sandboxes, organizers, keys, scopes and webhooks. The other sentences are in failures.ts. Times in parameters are
 * already formatted.
 */

type TextParams<K extends string> = Readonly<Record<K, string>>;
type WrongStatus = { readonly orderNumber: string; readonly status: string; readonly allowed: readonly string[] };
type UsedTicket = { readonly ticketId: string; readonly usedAt: string };
type Units = { readonly name: string; readonly unitsLeft: number; readonly units: number };
type Quantity = {
  readonly name: string;
  readonly sold: number;
  readonly reserved: number;
  readonly quantityMin: number;
};

const offerKinds: Readonly<Record<string, string>> = { 'ticket type': 'Ticketarten', 'add-on': 'Extras' };
const statusNames: Readonly<Record<string, string>> = {
  pending: 'offen',
  paid: 'bezahlt',
  partially_refunded: 'teilweise erstattet',
  refunded: 'erstattet',
  cancelled: 'storniert',
  expired: 'abgelaufen',
  draft: 'ein Entwurf',
  published: 'veröffentlicht',
  archived: 'archiviert',
  active: 'aktiv',
  open: 'offen',
  final: 'abgeschlossen',
  paid_out: 'ausgezahlt',
  failed: 'fehlgeschlagen',
  succeeded: 'gelungen',
};
/** The status in a sentence, after “ist”. */
const statusName = (status: string) => statusNames[status] ?? status;
/** The status as a label, which is not part of a sentence. */
const statusLabel = (status: string) => (status === 'draft' ? 'Entwurf' : statusName(status));
/** The status of an order in a sentence, after “ist”. A pending order is called “Unbezahlt” on its page. */
const orderStatusName = (status: string) => (status === 'pending' ? 'unbezahlt' : statusName(status));
const unitsText = (count: number) => (count === 1 ? '1 Einheit' : `${count} Einheiten`);

/** Events, their ticket types and add-ons. */
export const catalogReasonsDe = {
  event_not_found: () => 'Diese Veranstaltung gibt es nicht.',
  draft_not_found: () => 'Diesen Entwurf gibt es nicht.',
  published_event_not_found: () => 'Diese veröffentlichte Veranstaltung gibt es nicht.',
  poster_not_found: () => 'Dieses Plakat gibt es nicht.',
  offer_not_found: () => 'Diese Ticketart oder dieses Extra gibt es in der Veranstaltung nicht.',
  slug_taken: ({ slug }: TextParams<'slug'>) =>
    `Eine andere Veranstaltung benutzt den Kurznamen „${slug}“. Wählen Sie einen anderen Kurznamen.`,
  offers_changed: () =>
    'Ticketarten oder Extras der Veranstaltung haben sich geändert. Laden Sie die Seite neu, und sortieren Sie noch einmal.',
  offer_in_order: ({ name }: TextParams<'name'>) =>
    `„${name}“ ist in einer Bestellung und kann deshalb nicht gelöscht werden. Auch abgelaufene und stornierte Bestellungen zählen. Archivieren Sie es stattdessen.`,
  offer_in_gate: ({ gate }: TextParams<'gate'>) =>
    `Der Einlass „${gate}“ lässt bestimmte Ticketarten ein, auch diese. Ändern Sie zuerst den Einlass.`,
  event_has_orders: () =>
    'Die Veranstaltung hat Bestellungen und kann deshalb nicht wieder Entwurf werden. Auch abgelaufene und stornierte Bestellungen zählen. Archivieren Sie die Veranstaltung stattdessen.',
  not_an_image: () => 'Die Datei ist kein Bild im Format PNG, JPEG oder WebP.',
  event_archived: () =>
    'Die Veranstaltung ist archiviert. Die Veranstaltung, ihre Ticketarten und ihre Extras sind nicht mehr änderbar.',
  status_not_reachable: ({ status, allowed }: { status: string; allowed: readonly string[] }) =>
    `Der Status ist „${statusLabel(status)}“. Er kann nur geändert werden in: ${allowed.map(statusLabel).join(' oder ')}.`,
  no_active_ticket_type: () =>
    'Die Veranstaltung hat keine aktive Ticketart. Fügen Sie eine hinzu, und veröffentlichen Sie dann die Veranstaltung.',
  currency_in_use: ({ currency }: TextParams<'currency'>) =>
    `Die Veranstaltung hat Bestellungen in ${currency}, deshalb ist die Währung nicht änderbar.`,
  too_many_offers: ({ kind, countMax }: { kind: string; countMax: number }) =>
    `Eine Veranstaltung kann höchstens ${countMax} ${offerKinds[kind] ?? kind} haben, archivierte eingeschlossen.`,
  quantity_below_sold: ({ name, sold, reserved, quantityMin }: Quantity) =>
    `Verkauft von „${name}“: ${sold}, reserviert: ${reserved}. Die Menge muss mindestens ${quantityMin} sein.`,
  offers_changing: () =>
    'Die Ticketarten oder Extras dieser Veranstaltung werden gerade geändert. Versuchen Sie es gleich noch einmal.',
};

/** Orders, refunds, tickets, purchased add-ons, gates, devices and settlements. */
export const orderReasonsDe = {
  order_not_found: ({ orderNumber }: TextParams<'orderNumber'>) => `Die Bestellung ${orderNumber} gibt es nicht.`,
  order_state_forbids_action: ({ orderNumber, status, allowed }: WrongStatus) =>
    `Die Bestellung ${orderNumber} ist ${orderStatusName(status)}. Das geht nur, wenn sie ${allowed.map(orderStatusName).join(' oder ')} ist.`,
  order_buyer_removed: () =>
    'Die Bestellung wurde nie bezahlt, und die Daten des Käufers sind gelöscht. Sie kann nicht mehr bezahlt werden.',
  buyer_was_removed: () =>
    'Die Bestellung wurde nie bezahlt, und die Daten des Käufers sind gelöscht. Es gibt nichts zu korrigieren.',
  refund_preview_outdated: () =>
    'Seit der Vorschau gab es eine andere Erstattung dieser Bestellung. Ihre Erstattung wurde deshalb nicht ausgeführt. Prüfen Sie die neue Vorschau.',
  order_has_no_email: () =>
    'Diese Bestellung hat keine E-Mail-Adresse. Drucken Sie die Tickets, oder berichtigen Sie zuerst den Käufer.',
  order_has_no_tickets: ({ status }: TextParams<'status'>) =>
    `Die Bestellung ist ${orderStatusName(status)}. Nur eine bezahlte oder teilweise erstattete Bestellung hat Tickets, die gesendet werden können.`,
  expired_order_sold_out: ({ name }: TextParams<'name'>) =>
    `Die Bestellung ist abgelaufen, und von „${name}“ ist nicht mehr genug übrig.`,
  ticket_not_refundable: () => 'Dieses Ticket der Bestellung kann nicht erstattet werden.',
  order_item_not_found: () => 'Diesen Posten hat die Bestellung nicht.',
  refund_quantity_out_of_range: ({ name, quantityMax }: { name: string; quantityMax: number }) =>
    `Von „${name}“ können 1 bis ${quantityMax} erstattet werden.`,
  refund_not_found: () => 'Diese Erstattung gibt es nicht.',
  refund_not_failed: ({ status }: TextParams<'status'>) =>
    `Die Erstattung ist ${statusName(status)}. Nur eine fehlgeschlagene kann wiederholt werden.`,
  refund_already_retried: () => 'Die Erstattung wurde schon wiederholt.',
  ticket_not_found: () => 'Dieses Ticket gibt es nicht.',
  scanned_ticket_not_found: () => 'Ein Ticket mit dieser ID oder diesem QR-Code gibt es nicht.',
  ticket_already_used: ({ usedAt }: UsedTicket) => `Das Ticket wurde schon benutzt (${usedAt}).`,
  ticket_void: () => 'Das Ticket ist ungültig: Es wurde erstattet.',
  used_ticket_refunded: () =>
    'Das Ticket wurde benutzt und dann erstattet. Die Benutzung kann nicht zurückgenommen werden.',
  ticket_not_used: () => 'Das Ticket ist gültig und wurde nicht benutzt.',
  entitlement_not_found: () => 'Dieses gekaufte Extra gibt es nicht.',
  ref_already_used: ({ ref }: TextParams<'ref'>) => `Die Referenz „${ref}“ wurde schon benutzt. Wählen Sie eine neue.`,
  ref_of_reversed_consumption: () =>
    'Dieser Verbrauch wurde zurückgenommen und wird nicht wiederholt. Öffnen Sie das Formular noch einmal.',
  not_enough_units: ({ name, unitsLeft, units }: Units) =>
    `Übrig von „${name}“: ${unitsText(unitsLeft)}. Verlangt: ${unitsText(units)}.`,
  too_many_units_to_return: ({ name, unitsMax }: { name: string; unitsMax: number }) =>
    `Zurückgegeben werden kann von „${name}“ höchstens: ${unitsText(unitsMax)}. Einheiten, die nach dem Verbrauch erstattet wurden, bleiben verbraucht.`,
  gate_not_found: () => 'Diesen Einlass hat die Veranstaltung nicht.',
  device_not_found: () => 'Dieses Gerät gibt es nicht.',
  ticket_type_not_found: () => 'Diese Ticketart hat die Veranstaltung nicht.',
  invalid_gate: () => 'Prüfen Sie den Namen und die Öffnungszeiten des Einlasses.',
  invalid_device: () => 'Prüfen Sie den Namen des Geräts.',
  too_many_gates: ({ maxGates }: { maxGates: number }) =>
    `Eine Veranstaltung kann höchstens ${maxGates} Einlässe haben. Ändern Sie einen vorhandenen.`,
  too_many_devices: ({ maxDevices }: { maxDevices: number }) =>
    `Eine Veranstaltung kann höchstens ${maxDevices} Geräte haben. Koppeln Sie ein vorhandenes neu.`,
  device_revoked: () => 'Das Gerät ist gesperrt. Fügen Sie ein neues hinzu.',
  settlement_not_final: ({ status }: TextParams<'status'>) =>
    `Die Abrechnung ist ${statusName(status)}. Nur eine abgeschlossene Abrechnung kann ausgezahlt werden.`,
  settlement_not_open: ({ status }: TextParams<'status'>) => `Die Abrechnung ist schon ${statusName(status)}.`,
  refund_names_no_ticket: () =>
    'Die Menge sagt nicht, welche Tickets erstattet werden. Wählen Sie die Tickets einzeln.',
  refund_amount_out_of_range: ({ amountMaxText }: TextParams<'amountMaxText'>) =>
    `Der Betrag muss größer als 0 und höchstens der noch nicht erstattete Betrag sein (${amountMaxText}).`,
  refund_target_unclear: () => 'Erstatten Sie Tickets und Extras, oder einen Betrag mit einem Grund.',
  event_not_over: ({ endsAt }: TextParams<'endsAt'>) =>
    `Die Veranstaltung ist erst am ${endsAt} vorbei. Verkäufe und Erstattungen bis dahin ändern das Guthaben noch. Um die Abrechnung trotzdem jetzt abzuschließen, drücken Sie die Taste noch einmal.`,
  event_on_sale: () =>
    'Tickets der Veranstaltung können noch gekauft werden, und jeder Verkauf ändert das Guthaben. Um die Abrechnung trotzdem jetzt abzuschließen, drücken Sie die Taste noch einmal.',
  payout_out_of_range: ({ balanceText }: TextParams<'balanceText'>) =>
    `Der Betrag muss größer als 0 und höchstens der Saldo sein (${balanceText}).`,
  order_too_expensive: () => 'Eine einzelne Bestellung kann nicht so viel kosten. Teilen Sie sie auf.',
  payment_provider_unavailable: () => 'Der Zahlungsanbieter ist nicht verfügbar. Nichts wurde bezahlt.',
};

/** Sandboxes, organizers, API keys, scopes and webhooks. */
export const developerReasonsDe = {
  webhook_events_deleted: () =>
    'Frühere Webhook-Ereignisse wurden gelöscht. Beginnen Sie mit dem ältesten, das noch gespeichert ist.',
  sandbox_in_reset: () => 'Die Daten dieser Sandbox werden gelöscht. Versuchen Sie es gleich noch einmal.',
  no_enabled_endpoint: () => 'Ein Ping braucht einen aktiven Webhook-Endpunkt der Sandbox. Legen Sie zuerst einen an.',
  sandbox_not_found: () => 'Dieser Veranstalter hat noch keine Sandbox. Wechseln Sie in den Testmodus.',
  live_only: () => 'Das geht nur beim Veranstalter selbst, nicht in seiner Sandbox.',
  sandbox_only: () => 'Das geht nur in einer Sandbox.',
  clock_not_forward: () => 'Die Uhr der Sandbox kann nur vorgestellt werden. Wählen Sie eine spätere Zeit.',
  clock_too_far: () => 'Die Uhr der Sandbox kann höchstens ein Jahr vorgestellt werden. Wählen Sie eine frühere Zeit.',
  members_of_sandbox: () => 'Eine Sandbox hat die Mitglieder ihres Veranstalters. Fügen Sie das Mitglied dort hinzu.',
  organizer_slug_taken: ({ slug }: TextParams<'slug'>) =>
    `Ein anderer Veranstalter hat oder hatte „${slug}“. Wählen Sie einen anderen Slug.`,
  organizer_suspended: () =>
    'Der Betreiber des Dienstes hat den Veranstalter gesperrt. Bis er ihn wieder freigibt, kann nichts verkauft werden.',
  key_not_found: () => 'Diesen API-Schlüssel gibt es nicht.',
  key_inactive: () => 'Der API-Schlüssel ist widerrufen oder abgelaufen. Legen Sie einen neuen an.',
  key_revoked: () => 'Der API-Schlüssel ist widerrufen. Legen Sie einen neuen an.',
  key_rolled: () => 'Der API-Schlüssel ist schon ersetzt. Ersetzen Sie stattdessen seinen Nachfolger.',
  key_beyond_role: ({ scopes }: { scopes: readonly string[] }) =>
    `Für den Schlüssel gelten oder sind beantragt: ${scopes.join(', ')}. Ihre Rolle erlaubt das nicht. Nur ein Inhaber oder der Betreiber kann ihn ersetzen.`,
  key_publishable: () =>
    'Ein öffentlicher Schlüssel hat nur events:read. Legen Sie für andere Scopes einen geheimen an.',
  key_changed: () => 'Der API-Schlüssel wurde gleichzeitig geändert. Versuchen Sie es noch einmal.',
  invalid_key_name: () => 'Der Name muss 1 bis 200 Zeichen haben.',
  invalid_key_scopes: () => 'Prüfen Sie die Scopes.',
  scope_not_grantable: ({ scope }: TextParams<'scope'>) =>
    `„${scope}“ ist kein Scope, den der Betreiber gewähren kann.`,
  scope_granted_already: ({ scope }: TextParams<'scope'>) => `Der Schlüssel hat ${scope} schon.`,
  scope_requested_already: ({ scope }: TextParams<'scope'>) =>
    `${scope} ist für diesen Schlüssel schon beantragt. Warten Sie auf die Entscheidung des Betreibers.`,
  scope_request_not_found: () => 'Diesen Antrag gibt es nicht.',
  scope_requester_left: () =>
    'Das Mitglied, das den Scope beantragt hat, darf keine Schlüssel mehr verwalten. Lehnen Sie den Antrag ab.',
  scope_request_closed: () => 'Über diesen Antrag ist schon entschieden, oder er wurde zurückgezogen.',
  invalid_grace_period: () => 'Die Übergangszeit muss 0 bis 7 Tage lang sein.',
  endpoint_not_found: () => 'Diesen Webhook-Endpunkt gibt es nicht.',
  replay_not_found: () => 'Diesen Auftrag zum erneuten Senden gibt es nicht.',
  webhook_event_not_found: () => 'Dieses Webhook-Ereignis gibt es nicht.',
  signing_secret_unreadable: () =>
    'Das Signaturgeheimnis wurde mit einem anderen Hauptschlüssel verschlüsselt und kann nicht angezeigt werden. Erzeugen Sie ein neues.',
  endpoint_disabled: () =>
    'Der Endpunkt ist abgeschaltet, und nichts wird an ihn gesendet. Schalten Sie ihn zuerst ein.',
  invalid_endpoint: () => 'Prüfen Sie die markierten Felder.',
  no_endpoint_changes: () => 'Es gibt nichts zu ändern.',
  delivery_not_found: () => 'Diese Zustellung gibt es nicht.',
};
