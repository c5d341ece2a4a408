import { catalogReasonsDe, developerReasonsDe, orderReasonsDe } from '#app/messages/reasons-de.ts';
import { defineMessages } from '#app/parts/localized.ts';
import type { PasskeyFailure } from '#app/parts/passkey-failure.ts';

type Text<P = never> = (params: P) => string;

/** Texts of errors of requests and fields. An error without a text has the sentence of the server, which is in English. */
export interface FailureTexts {
  readonly onPage: string;
  readonly unreachable: string;
  readonly withoutProblem: Text<number>;
  readonly requestId: Text<string>;
  readonly passkeys: Readonly<Record<PasskeyFailure['kind'], string>>;
  /** By the reason of a problem document. Times in parameters are already formatted. */
  readonly reasons: Readonly<Record<string, Text>>;
  /** By the code of a field error. */
  readonly fields: Readonly<Record<string, Text>>;
}

type Use = { readonly usedAt: string };
type Wait = { readonly retryAfterSeconds: number };
type Length = { readonly lengthMin: number; readonly lengthMax: number };
type Bounds = { readonly minimum: number; readonly maximum: number };

type Type = { readonly type: string };

/** What to enter, by the type in the schema of a field. */
const valueKindsEn: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'yes or no',
  array: 'a list',
};
const valueKindsDe: Readonly<Record<string, string>> = {
  integer: 'eine ganze Zahl',
  number: 'eine Zahl',
  string: 'einen Text',
  boolean: 'ja oder nein',
  array: 'eine Liste',
};

/** `64 KiB`, `2 MiB` */
const sizeText = (bytes: number) => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`);

const germanUnavailable =
  'Der Server ist gerade nicht verfügbar. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.';

export const failureMessages = defineMessages<FailureTexts>({
  en: {
    onPage: 'The page has an error. Reload it, and try again.',
    unreachable: 'The server cannot be reached. Check your connection, and try again.',
    withoutProblem: (status) => `The server responded with the status ${status}. Try again shortly.`,
    requestId: (id) => `Request ${id}.`,
    passkeys: {
      cancelled: 'The passkey was not used: it was cancelled, took too long, or this device has none. Try again.',
      exists: 'This device has a passkey of your account already.',
      unusable: 'Passkeys do not work at this address. Open the dashboard with https, at its domain name.',
      failed: 'The browser could not use a passkey. Try again, or use another device.',
    },
    reasons: {
      organizer_not_found: () => 'You are not a member of this organizer.',
      path_not_found: () => 'This page does not exist.',
      live_action: () => 'A sandbox shares this with its organizer. Leave the test mode to change it.',
      sandbox_in_reset: () => 'The data of this sandbox is being deleted. Try again in a moment.',
      role_lacks_action: () => 'Your role does not permit this. Ask an owner of the organizer.',
      invalid_fields: () => 'Check the marked fields.',
      invalid_settings: () => 'Check the marked fields.',
      idempotency_key_reused: () =>
        'Your first attempt, whose response was lost, has already created this, with the values of then. Check the list before you create another one.',
      resource_changed: () => 'Someone else has changed this in the meantime. Load it again, and repeat your change.',
      ticket_already_used: ({ usedAt }: Use) => `The ticket was already used (${usedAt}).`,
      ref_of_reversed_consumption: () => 'This consumption was reversed, so it is not repeated. Open the form again.',
      used_ticket_refunded: () => 'The ticket was used and then refunded. Its use cannot be undone.',
      request_limit_reached: ({ retryAfterSeconds }: Wait) => `Too many requests. Wait ${retryAfterSeconds} seconds.`,
      search_limit_reached: ({ retryAfterSeconds }: Wait) => `Too many searches. Wait ${retryAfterSeconds} seconds.`,
      invalid_period: ({ daysMax }: { daysMax: number }) => `The period must have 1 to ${daysMax} days.`,
      order_too_expensive: () => 'One order cannot cost as much. Split it into several orders.',
      refund_amount_out_of_range: ({ amountMaxText }: { amountMaxText: string }) =>
        `The amount must be more than 0 and at most what is not refunded yet (${amountMaxText}).`,
      event_not_over: ({ endsAt }: { endsAt: string }) =>
        `The event is over only at ${endsAt}. Sales and refunds until then still change the balance. To finalize the settlement now nevertheless, press the button again.`,
      event_on_sale: () =>
        'Tickets of the event can still be bought, and each sale changes the balance. To finalize the settlement now nevertheless, press the button again.',
      payout_out_of_range: ({ balanceText }: { balanceText: string }) =>
        `The amount must be more than 0 and at most the balance (${balanceText}).`,
      key_not_found: () => 'There is no such API key.',
      endpoint_not_found: () => 'There is no such webhook endpoint.',
      delivery_not_found: () => 'There is no such delivery.',
      no_enabled_endpoint: () => 'A ping needs an enabled webhook endpoint of the sandbox. Add one first.',
      clock_not_forward: () => 'The clock of the sandbox can only be moved forward. Choose a later time.',
      clock_too_far: () => 'The clock of the sandbox can be moved forward by at most a year. Choose an earlier time.',
      commit_outcome_unknown: () =>
        'The connection to the database was lost while the change was saved. Check whether it is saved before you repeat it.',
      sign_in_limit_reached: ({ retryAfterSeconds }: Wait) =>
        `There were too many attempts to sign in to this account. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
      unexpected_error: () =>
        'The server could not process the request. If this happens again, report the request below.',
    },
    fields: {
      required: () => 'Fill in this field.',
      too_short: ({ lengthMin }: Length) =>
        lengthMin === 1 ? 'Fill in this field.' : `Enter at least ${lengthMin} characters.`,
      too_long: ({ lengthMax }: Length) => `Enter at most ${lengthMax} characters.`,
      below_minimum: ({ minimum }: Bounds) => `Enter at least ${minimum}.`,
      above_maximum: ({ maximum }: Bounds) => `Enter at most ${maximum}.`,
      out_of_range: ({ minimum, maximum }: Bounds) => `Enter a number from ${minimum} to ${maximum}.`,
      wrong_type: ({ type }: Type) => `Enter ${valueKindsEn[type] ?? type}.`,
      wrong_format: () => 'This does not have the right format.',
      invalid_value: () => 'This is not valid.',
      invalid_character: () => 'This contains a character that is not allowed in text.',
      not_allowed: () => 'Choose one of the offered values.',
      not_deliverable: () => 'Enter an e-mail address that can receive mail, such as ada@example.com.',
      not_a_slug: () => 'Use lower-case letters, digits and hyphens, without a hyphen at the start or end.',
      not_a_time: () => 'Enter a date and a time.',
      not_a_time_zone: () => 'Enter the name of a time zone, such as Europe/Berlin. Capital letters matter.',
      not_a_currency: () => 'Enter an ISO 4217 code such as EUR.',
      not_https: () => 'Enter a URL that begins with https://.',
      has_credentials: () => 'The URL must not contain a user name or a password.',
      slug_taken: ({ slug }: { slug: string }) => `Another event uses “${slug}”.`,
      currency_in_use: ({ currency }: { currency: string }) => `There are orders in ${currency}, so it cannot change.`,
      before_other: ({ time }: { time: string }) => `This must not be before ${time}.`,
      after_other: ({ time }: { time: string }) => `This must not be after ${time}.`,
      below_other: ({ value }: { value: number }) => `Enter at least ${value}.`,
      above_other: ({ value }: { value: number }) => `Enter at most ${value}.`,
      not_a_dns_label: () =>
        'Use 1 to 63 lower-case letters, digits and hyphens, without a hyphen at the start or end.',
      not_a_name: () => 'Enter 1 to 200 characters.',
      not_a_public_url: () => 'Enter a URL that begins with https://, without a user name or password.',
      not_an_email: () => 'Enter an e-mail address such as hello@example.com.',
      not_a_phone_number: () => 'Enter a telephone number such as +49 40 5550123.',
      not_a_color: () => 'Enter a colour such as #0b6e99.',
      not_an_iban: () => 'This is not an IBAN. Check its characters and its check digits.',
      not_a_bic: () => 'This is not a BIC. It has 8 or 11 characters.',
      not_basis_points: () => 'Enter basis points from 0 to 10000.',
      not_minor_units: () => 'Enter an amount.',
      not_one_line: ({ lengthMax }: Length) => `Enter one line of at most ${lengthMax} characters.`,
      text_too_long: ({ lengthMax }: Length) => `Enter at most ${lengthMax} characters.`,
      no_scope: () => 'Choose at least one scope.',
    },
  },
  de: {
    onPage: 'Die Seite hat einen Fehler. Laden Sie sie neu, und versuchen Sie es noch einmal.',
    unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    withoutProblem: (status) => `Der Server antwortete mit dem Status ${status}. Versuchen Sie es gleich noch einmal.`,
    requestId: (id) => `Anfrage ${id}.`,
    passkeys: {
      cancelled:
        'Der Passkey wurde nicht benutzt: Der Vorgang wurde abgebrochen, hat zu lange gedauert, oder dieses Gerät hat keinen. Versuchen Sie es noch einmal.',
      exists: 'Dieses Gerät hat schon einen Passkey Ihres Kontos.',
      unusable:
        'Passkeys funktionieren unter dieser Adresse nicht. Öffnen Sie das Dashboard mit https unter seinem Domainnamen.',
      failed:
        'Der Browser konnte keinen Passkey benutzen. Versuchen Sie es noch einmal, oder benutzen Sie ein anderes Gerät.',
    },
    reasons: {
      ...catalogReasonsDe,
      ...orderReasonsDe,
      ...developerReasonsDe,
      session_missing: () => 'Melden Sie sich an, um fortzufahren.',
      session_ended: () => 'Ihre Sitzung ist abgelaufen oder wurde beendet. Melden Sie sich wieder an.',
      sign_in_ended: () =>
        'Die Anmeldung hat zu lange gedauert, oder zu viele falsche Codes wurden eingegeben. Melden Sie sich neu an.',
      sign_in_too_old: ({ freshMinutes }: { freshMinutes: number }) =>
        `Ihre Anmeldung ist älter als ${freshMinutes} Minuten. Melden Sie sich ab und wieder an, und wiederholen Sie dies.`,
      live_action: () => 'Das teilt eine Sandbox mit ihrem Veranstalter. Verlassen Sie den Testmodus, um es zu ändern.',
      role_lacks_action: () => 'Ihre Rolle erlaubt das nicht. Fragen Sie einen Inhaber des Veranstalters.',
      no_second_factor: () => 'Das Konto hat keinen solchen zweiten Faktor. Richten Sie zuerst einen ein.',
      passkey_not_accepted: () =>
        'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
      passkey_not_found: () => 'Diesen Passkey gibt es nicht mehr.',
      passkey_exists: () => 'Dieser Passkey ist schon registriert.',
      passkey_not_verified: () =>
        'Der Passkey war nicht prüfbar, oder das Anlegen hat zu lange gedauert. Beginnen Sie noch einmal.',
      too_many_passkeys: ({ maxPasskeys }: { maxPasskeys: number }) =>
        `Ein Konto kann höchstens ${maxPasskeys} Passkeys haben. Entfernen Sie einen, den Sie nicht benutzen.`,
      invitation_limit_reached: ({ retryAfterSeconds }: Wait) =>
        `Das waren zu viele Einladungen. Warten Sie ${Math.ceil(retryAfterSeconds / 60)} Minuten.`,
      wrong_password: () => 'Die E-Mail-Adresse oder das Passwort ist falsch.',
      wrong_current_password: () => 'Das aktuelle Passwort ist falsch.',
      wrong_factor_code: () => 'Der Code ist falsch oder abgelaufen. Geben Sie den aktuellen Code ein.',
      factor_code_used: () =>
        'Dieser Code wurde schon benutzt. Warten Sie, bis die App den nächsten zeigt, und geben Sie den ein.',
      factor_locked: () => 'Zu viele falsche Codes wurden eingegeben. Der zweite Faktor ist 15 Minuten lang gesperrt.',
      operator_only: () => 'Das kann nur der Betreiber des Dienstes.',
      cross_site_request: ({ origin }: { origin: string }) =>
        `Die Anfrage kam von der Seite einer anderen Website. Das Dashboard ist unter ${origin} (BASE_URL). Öffnen Sie es dort.`,
      sign_in_link_not_valid: () => 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
      invitation_not_valid: () =>
        'Diese Einladung wurde angenommen oder zurückgezogen, oder sie ist abgelaufen. Bitten Sie um eine neue.',
      user_not_found: () => 'Diesen Benutzer gibt es nicht.',
      own_user: () =>
        'Sie können Ihr eigenes Konto nicht sperren, weil Sie es nicht wieder freigeben könnten. Bitten Sie einen anderen Betreiber.',
      member_not_found: () => 'Dieses Mitglied gibt es nicht mehr.',
      invitation_not_found: () => 'Diese Einladung ist nicht mehr offen.',
      session_not_found: () => 'Diese Sitzung gibt es nicht mehr.',
      second_factor_exists: () => 'Das Konto hat schon eine Authenticator-App. Entfernen Sie sie zuerst.',
      already_member: () => 'Es gibt schon ein Mitglied mit dieser E-Mail-Adresse.',
      last_owner: () =>
        'Ein Veranstalter braucht mindestens einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
      organizer_not_found: () => 'Sie sind kein Mitglied dieses Veranstalters.',
      path_not_found: () => 'Diese Seite gibt es nicht.',
      invalid_fields: () => 'Prüfen Sie die markierten Felder.',
      invalid_settings: () => 'Prüfen Sie die markierten Felder.',
      invalid_cursor: () => 'Diese Liste ist veraltet. Laden Sie die Seite neu.',
      idempotency_key_reused: () =>
        'Ihr erster Versuch, dessen Antwort verloren ging, hat das schon angelegt, mit den damaligen Werten. Sehen Sie in der Liste nach, bevor Sie noch etwas anlegen.',
      resource_changed: () =>
        'Jemand anders hat dies inzwischen geändert. Laden Sie es neu, und wiederholen Sie Ihre Änderung.',
      export_running: () =>
        'Ein Export dieses Veranstalters läuft schon. Warten Sie, bis er fertig ist, oder brechen Sie ihn ab.',
      body_too_large: ({ bytesMax }: { bytesMax: number }) =>
        `Das sind zu viele Daten für eine Anfrage (mehr als ${sizeText(bytesMax)}).`,
      request_timeout: () => 'Die Anfrage kam nicht vollständig an. Senden Sie sie noch einmal.',
      request_limit_reached: ({ retryAfterSeconds }: Wait) =>
        `Das waren zu viele Anfragen. Warten Sie ${retryAfterSeconds} Sekunden.`,
      search_limit_reached: ({ retryAfterSeconds }: Wait) =>
        `Das waren zu viele Suchen. Warten Sie ${retryAfterSeconds} Sekunden.`,
      failed_attempts_limit_reached: ({ retryAfterSeconds }: Wait) =>
        `Von dieser IP-Adresse kamen zu viele Anfragen ohne gültige Anmeldung. Warten Sie ${retryAfterSeconds} Sekunden.`,
      invalid_period: ({ daysMax }: { daysMax: number }) => `Der Zeitraum muss 1 bis ${daysMax} Tage haben.`,
      sign_in_limit_reached: ({ retryAfterSeconds }: Wait) =>
        `Es gab zu viele Anmeldeversuche für dieses Konto. Warten Sie ${Math.ceil(retryAfterSeconds / 60)} Minuten.`,
      unexpected_error: () =>
        'Der Server konnte die Anfrage nicht verarbeiten. Melden Sie die Nummer der Anfrage, wenn das wieder geschieht.',
      database_unavailable: () => germanUnavailable,
      commit_outcome_unknown: () =>
        'Die Verbindung zur Datenbank brach beim Speichern ab. Prüfen Sie, ob die Änderung gespeichert ist, bevor Sie sie wiederholen.',
      database_locked: () => germanUnavailable,
      database_unreachable: () => germanUnavailable,
      database_not_responding: () => germanUnavailable,
      database_not_writable: () => germanUnavailable,
      database_not_distributed: () => germanUnavailable,
      server_overloaded: () => germanUnavailable,
      server_stopping: () => germanUnavailable,
      not_ready: () => germanUnavailable,
      audit_unavailable: () =>
        'Jeder Zugriff auf persönliche Daten wird protokolliert, und das war gerade nicht möglich. Versuchen Sie es gleich noch einmal.',
    },
    fields: {
      required: () => 'Füllen Sie dieses Feld aus.',
      too_short: ({ lengthMin }: Length) =>
        lengthMin === 1 ? 'Füllen Sie dieses Feld aus.' : `Geben Sie mindestens ${lengthMin} Zeichen ein.`,
      too_long: ({ lengthMax }: Length) => `Geben Sie höchstens ${lengthMax} Zeichen ein.`,
      below_minimum: ({ minimum }: Bounds) => `Geben Sie mindestens ${minimum} ein.`,
      above_maximum: ({ maximum }: Bounds) => `Geben Sie höchstens ${maximum} ein.`,
      out_of_range: ({ minimum, maximum }: Bounds) => `Geben Sie eine Zahl von ${minimum} bis ${maximum} ein.`,
      wrong_type: ({ type }: Type) => `Geben Sie ${valueKindsDe[type] ?? type} ein.`,
      wrong_format: () => 'Das hat nicht das richtige Format.',
      invalid_value: () => 'Das ist nicht gültig.',
      invalid_character: () => 'Das enthält ein Zeichen, das in Text nicht erlaubt ist.',
      not_allowed: () => 'Wählen Sie einen der angebotenen Werte.',
      not_deliverable: () => 'Geben Sie eine E-Mail-Adresse ein, die Mails empfangen kann, etwa ada@example.com.',
      not_a_slug: () => 'Nur Kleinbuchstaben, Ziffern und Bindestriche, ohne Bindestrich am Anfang oder Ende.',
      not_a_time: () => 'Geben Sie ein Datum und eine Uhrzeit ein.',
      not_a_time_zone: () =>
        'Geben Sie den Namen einer Zeitzone ein, etwa Europe/Berlin. Groß- und Kleinschreibung zählt.',
      not_a_currency: () => 'Geben Sie einen Code nach ISO 4217 ein, etwa EUR.',
      not_https: () => 'Geben Sie eine URL ein, die mit https:// beginnt.',
      has_credentials: () => 'Die URL darf weder Benutzernamen noch Passwort enthalten.',
      slug_taken: ({ slug }: { slug: string }) => `Eine andere Veranstaltung benutzt „${slug}“.`,
      currency_in_use: ({ currency }: { currency: string }) =>
        `Es gibt Bestellungen in ${currency}, deshalb ist die Währung nicht änderbar.`,
      before_other: ({ time }: { time: string }) => `Das darf nicht vor ${time} liegen.`,
      after_other: ({ time }: { time: string }) => `Das darf nicht nach ${time} liegen.`,
      below_other: ({ value }: { value: number }) => `Geben Sie mindestens ${value} ein.`,
      above_other: ({ value }: { value: number }) => `Geben Sie höchstens ${value} ein.`,
      status_not_reachable: () => 'Dieser Status ist jetzt nicht möglich.',
      no_active_ticket_type: () => 'Die Veranstaltung hat kein aktives Ticket.',
      not_a_dns_label: () =>
        '1 bis 63 Kleinbuchstaben, Ziffern und Bindestriche, ohne Bindestrich am Anfang oder Ende.',
      not_a_name: () => 'Geben Sie 1 bis 200 Zeichen ein.',
      not_a_public_url: () => 'Geben Sie eine URL ein, die mit https:// beginnt, ohne Benutzernamen oder Passwort.',
      not_an_email: () => 'Geben Sie eine E-Mail-Adresse wie hello@example.com ein.',
      not_a_phone_number: () => 'Geben Sie eine Telefonnummer wie +49 40 5550123 ein.',
      not_a_color: () => 'Geben Sie eine Farbe wie #0b6e99 ein.',
      not_an_iban: () => 'Das ist keine IBAN. Prüfen Sie die Zeichen und die Prüfziffern.',
      not_a_bic: () => 'Das ist kein BIC. Er hat 8 oder 11 Zeichen.',
      not_basis_points: () => 'Geben Sie Basispunkte von 0 bis 10000 ein.',
      not_minor_units: () => 'Geben Sie einen Betrag ein.',
      not_one_line: ({ lengthMax }: Length) => `Geben Sie eine Zeile von höchstens ${lengthMax} Zeichen ein.`,
      text_too_long: ({ lengthMax }: Length) => `Geben Sie höchstens ${lengthMax} Zeichen ein.`,
      too_few_items: () => 'Wählen Sie mindestens einen Eintrag.',
      too_many_items: () => 'Das sind zu viele Einträge.',
      not_a_grace_period: () => 'Die Übergangszeit muss 0 bis 7 Tage lang sein.',
      not_a_header_name: () => 'Geben Sie den Namen eines Headers ein, etwa X-Api-Key.',
      reserved_header: ({ name }: { name: string }) => `${name} setzt der Dienst selbst.`,
      repeated_header: ({ name }: { name: string }) => `${name} steht schon in der Liste.`,
      header_value_missing: () =>
        'Geben Sie den Wert ein. Auch gespeicherte Werte werden nötig, wenn sich der Server in der URL ändert.',
      not_a_header_value: ({ lengthMax }: Length) =>
        `Geben Sie 1 bis ${lengthMax} ASCII-Zeichen in einer Zeile ein, ohne Leerzeichen am Anfang oder Ende.`,
      headers_too_long: ({ lengthMax }: Length) => `Alle Header dürfen zusammen höchstens ${lengthMax} Zeichen haben.`,
      not_a_throttle: ({ deliveriesMax }: { deliveriesMax: number }) => `Geben Sie 1 bis ${deliveriesMax} ein.`,
      unknown_event: () => 'Eine dieser Veranstaltungen gibt es nicht.',
      unknown_event_type: ({ type }: { type: string }) => `„${type}“ ist keine Art von Ereignis.`,
      unusable_url: () =>
        'An diese URL können keine Webhooks gesendet werden. Sie muss öffentlich sein und mit https:// beginnen.',
      scope_not_grantable: () => 'Diesen Scope kann der Betreiber nicht gewähren.',
      scope_granted_later: ({ scope }: { scope: string }) => `${scope} kann erst nach dem Anlegen gewährt werden.`,
      scope_not_allowed: ({ scope }: { scope: string }) => `Diese Art von Schlüssel kann ${scope} nicht haben.`,
      no_scope: () => 'Wählen Sie mindestens einen Scope.',
      empty_cart: () => 'Wählen Sie mindestens ein Ticket oder ein Extra.',
      too_many_tickets: ({ quantity, quantityMax }: { quantity: number; quantityMax: number }) =>
        `Eine Bestellung kann höchstens ${quantityMax} Tickets haben, nicht ${quantity}.`,
      unknown_offer: () => 'Die Veranstaltung hat eines der Tickets oder Extras nicht. Laden Sie die Seite neu.',
      below_order_minimum: ({ name, quantityMin }: { name: string; quantityMin: number }) =>
        `Eine Bestellung muss mindestens ${quantityMin} von „${name}“ haben.`,
      above_order_maximum: ({ name, quantityMax }: { name: string; quantityMax: number }) =>
        `Eine Bestellung kann höchstens ${quantityMax} von „${name}“ haben.`,
      no_longer_sold: ({ name }: { name: string }) => `„${name}“ wird nicht mehr verkauft.`,
      sold_out: ({ name }: { name: string }) => `„${name}“ ist ausverkauft.`,
      not_enough_left: ({ name, available, requested }: { name: string; available: number; requested: number }) =>
        `Von „${name}“ sind noch ${available} übrig, ${requested} wurden verlangt.`,
    },
  },
});
