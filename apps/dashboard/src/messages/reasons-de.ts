/** The German sentences for reasons of errors that concern events, orders, tickets, settlements, keys and webhooks. */

type Named<K extends string> = Readonly<Record<K, string>>;
type Transition = { readonly orderNumber: string; readonly status: string; readonly allowed: readonly string[] };
type UsedTicket = { readonly ticketId: string; readonly usedAt: string };
type Units = { readonly name: string; readonly unitsLeft: number; readonly units: number };
type Quantity = {
  readonly name: string;
  readonly sold: number;
  readonly reserved: number;
  readonly quantityMin: number;
};

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
const statusName = (status: string) => statusNames[status] ?? status;
const namesOf = (statuses: readonly string[]) => statuses.map(statusName).join(' oder ');

export const catalogReasonsDe = {
  event_not_found: () => 'Diese Veranstaltung gibt es nicht.',
  draft_not_found: () => 'Diesen Entwurf gibt es nicht.',
  published_event_not_found: () => 'Diese veröffentlichte Veranstaltung gibt es nicht.',
  poster_not_found: () => 'Dieses Plakat gibt es nicht.',
  offer_not_found: () => 'Dieses Ticket oder Extra gibt es in der Veranstaltung nicht.',
  slug_taken: ({ slug }: Named<'slug'>) =>
    `Eine andere Veranstaltung benutzt „${slug}“. Wählen Sie einen anderen Namen.`,
  offers_changed: () =>
    'Tickets oder Extras der Veranstaltung haben sich geändert. Laden Sie die Seite neu, und sortieren Sie noch einmal.',
  not_an_image: () => 'Die Datei ist kein Bild im Format PNG, JPEG oder WebP.',
  poster_too_large: ({ bytesMax }: { readonly bytesMax: number }) =>
    `Das Bild ist größer als ${bytesMax / 1024 / 1024} MB.`,
  event_archived: () => 'Die Veranstaltung ist archiviert. Sie, ihre Tickets und ihre Extras sind nicht mehr änderbar.',
  status_not_reachable: ({ status, allowed }: { status: string; allowed: readonly string[] }) =>
    `Der Status ist „${statusName(status)}“. Möglich ist nur: ${namesOf(allowed)}.`,
  no_active_ticket_type: () =>
    'Die Veranstaltung hat kein aktives Ticket. Fügen Sie eines hinzu, und veröffentlichen Sie sie dann.',
  currency_in_use: ({ currency }: Named<'currency'>) =>
    `Die Veranstaltung hat Bestellungen in ${currency}, deshalb ist die Währung nicht änderbar.`,
  too_many_offers: ({ countMax }: { countMax: number }) =>
    `Eine Veranstaltung kann höchstens ${countMax} davon haben, archivierte eingeschlossen.`,
  quantity_below_sold: ({ name, sold, reserved, quantityMin }: Quantity) =>
    `Von „${name}“ sind ${sold} verkauft und ${reserved} reserviert. Die Menge muss mindestens ${quantityMin} sein.`,
  offers_changing: () => 'Die Angebote dieser Veranstaltung ändern sich gerade. Versuchen Sie es gleich noch einmal.',
};

export const orderReasonsDe = {
  order_not_found: ({ orderNumber }: Named<'orderNumber'>) => `Die Bestellung ${orderNumber} gibt es nicht.`,
  order_state_forbids_action: ({ orderNumber, status, allowed }: Transition) =>
    `Die Bestellung ${orderNumber} ist ${statusName(status)}. Das geht nur, wenn sie ${namesOf(allowed)} ist.`,
  order_buyer_removed: () =>
    'Die Bestellung wurde nie bezahlt, und die Daten des Käufers sind gelöscht. Sie kann nicht mehr bezahlt werden.',
  buyer_was_removed: () =>
    'Die Bestellung wurde nie bezahlt, und die Daten des Käufers sind gelöscht. Es gibt nichts zu korrigieren.',
  refund_preview_outdated: () =>
    'Die Bestellung wurde inzwischen erstattet. Jetzt wurde nichts erstattet. Sehen Sie sich die neue Vorschau an.',
  order_has_no_tickets: ({ status }: Named<'status'>) =>
    `Die Bestellung ist ${statusName(status)}. Nur eine bezahlte Bestellung hat Tickets, die gesendet werden können.`,
  expired_order_sold_out: ({ name }: Named<'name'>) =>
    `Die Bestellung ist abgelaufen, und von „${name}“ ist nicht mehr genug übrig.`,
  ticket_not_refundable: () => 'Dieses Ticket der Bestellung kann nicht erstattet werden.',
  order_item_not_found: () => 'Diesen Posten hat die Bestellung nicht.',
  refund_quantity_out_of_range: ({ name, quantityMax }: { name: string; quantityMax: number }) =>
    `Von „${name}“ können 1 bis ${quantityMax} erstattet werden.`,
  refund_not_found: () => 'Diese Erstattung gibt es nicht.',
  refund_not_failed: ({ status }: Named<'status'>) =>
    `Die Erstattung ist ${statusName(status)}. Nur eine fehlgeschlagene kann wiederholt werden.`,
  refund_already_retried: () => 'Die Erstattung wurde schon wiederholt.',
  ticket_not_found: () => 'Dieses Ticket gibt es nicht.',
  scanned_ticket_not_found: () => 'Ein Ticket mit dieser Nummer oder diesem QR-Code gibt es nicht.',
  ticket_already_used: ({ usedAt }: UsedTicket) => `Das Ticket wurde schon benutzt (${usedAt}).`,
  ticket_void: () => 'Das Ticket ist ungültig: Es wurde erstattet.',
  ticket_use_undone: () => 'Die Benutzung wurde gleichzeitig zurückgenommen. Versuchen Sie es noch einmal.',
  ticket_used_again: ({ usedAt }: UsedTicket) =>
    `Das Ticket wurde wieder benutzt (${usedAt}). Versuchen Sie es noch einmal.`,
  used_ticket_refunded: () =>
    'Das Ticket wurde benutzt und dann erstattet. Die Benutzung kann nicht zurückgenommen werden.',
  ticket_not_used: () => 'Das Ticket ist gültig und wurde nicht benutzt.',
  entitlement_not_found: () => 'Dieses gekaufte Extra gibt es nicht.',
  ref_already_used: ({ ref }: Named<'ref'>) => `Die Referenz „${ref}“ wurde schon benutzt. Wählen Sie eine neue.`,
  not_enough_units: ({ name, unitsLeft, units }: Units) =>
    `Von „${name}“ sind noch ${unitsLeft} übrig, aber ${units} wurden verlangt.`,
  too_many_units_to_return: ({ name, unitsMax }: { name: string; unitsMax: number }) =>
    `Von „${name}“ können nur ${unitsMax} zurückgegeben werden. Was nach dem Verbrauch erstattet wurde, bleibt verbraucht.`,
  gate_not_found: () => 'Diesen Einlass hat die Veranstaltung nicht.',
  device_not_found: () => 'Dieses Gerät gibt es nicht.',
  ticket_type_not_found: () => 'Diesen Tickettyp hat die Veranstaltung nicht.',
  invalid_gate: () => 'Prüfen Sie den Namen und die Öffnungszeiten des Einlasses.',
  invalid_device: () => 'Prüfen Sie den Namen des Geräts.',
  too_many_gates: ({ maxGates }: { maxGates: number }) =>
    `Eine Veranstaltung kann höchstens ${maxGates} Einlässe haben. Ändern Sie einen vorhandenen.`,
  too_many_devices: ({ maxDevices }: { maxDevices: number }) =>
    `Eine Veranstaltung kann höchstens ${maxDevices} Geräte haben. Koppeln Sie ein vorhandenes neu.`,
  device_revoked: () => 'Das Gerät ist gesperrt. Fügen Sie ein neues hinzu.',
  settlement_not_final: ({ status }: Named<'status'>) =>
    `Die Abrechnung ist ${statusName(status)}. Nur eine abgeschlossene Abrechnung kann ausgezahlt werden.`,
  settlement_not_open: ({ status }: Named<'status'>) => `Die Abrechnung ist schon ${statusName(status)}.`,
  payout_out_of_range: ({ balanceText }: Named<'balanceText'>) =>
    `Der Betrag muss größer als 0 und höchstens der Saldo sein (${balanceText}).`,
  payment_provider_unavailable: () => 'Der Zahlungsanbieter ist nicht verfügbar. Nichts wurde bezahlt.',
};

export const operationReasonsDe = {
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
  organizer_slug_taken: ({ slug }: Named<'slug'>) => `Es gibt schon einen Veranstalter „${slug}“.`,
  organizer_suspended: () =>
    'Der Betreiber des Dienstes hat den Veranstalter gesperrt. Bis er ihn wieder freigibt, kann nichts verkauft werden.',
  key_not_found: () => 'Diesen API-Schlüssel gibt es nicht.',
  key_inactive: () => 'Der API-Schlüssel ist widerrufen oder abgelaufen. Legen Sie einen neuen an.',
  key_revoked: () => 'Der API-Schlüssel ist widerrufen. Legen Sie einen neuen an.',
  key_publishable: () =>
    'Ein öffentlicher Schlüssel hat nur events:read. Legen Sie für andere Scopes einen geheimen an.',
  key_changed: () => 'Der API-Schlüssel wurde gleichzeitig geändert. Versuchen Sie es noch einmal.',
  invalid_key_name: () => 'Der Name muss 1 bis 200 Zeichen haben.',
  invalid_key_scopes: () => 'Prüfen Sie die Scopes.',
  scope_not_grantable: ({ scope }: Named<'scope'>) => `„${scope}“ ist kein Scope, den der Betreiber gewährt.`,
  scope_granted_already: ({ scope }: Named<'scope'>) => `Der Schlüssel hat ${scope} schon.`,
  scope_requested_already: ({ scope }: Named<'scope'>) =>
    `${scope} ist für diesen Schlüssel schon beantragt. Warten Sie auf die Entscheidung des Betreibers.`,
  scope_request_not_found: () => 'Diesen Antrag gibt es nicht.',
  scope_request_closed: () => 'Über diesen Antrag ist schon entschieden, oder er wurde zurückgezogen.',
  invalid_grace_period: () => 'Die Übergangszeit muss 0 bis 7 Tage lang sein.',
  endpoint_not_found: () => 'Diesen Webhook-Endpunkt gibt es nicht.',
  replay_not_found: () => 'Dieses erneute Senden gibt es nicht.',
  webhook_event_not_found: () => 'Dieses Webhook-Ereignis gibt es nicht.',
  signing_secret_unreadable: () =>
    'Das Signaturgeheimnis wurde mit einem anderen Hauptschlüssel verschlüsselt und kann nicht angezeigt werden. Erzeugen Sie ein neues.',
  endpoint_disabled: () =>
    'Der Endpunkt ist abgeschaltet, und nichts wird an ihn gesendet. Schalten Sie ihn zuerst ein.',
  invalid_endpoint: () => 'Prüfen Sie die markierten Felder.',
  no_endpoint_changes: () => 'Es gibt nichts zu ändern.',
  delivery_not_found: () => 'Diese Zustellung gibt es nicht.',
};
