/**
 * A command that fails, and a pattern that its error line must match. Names in braces, such as `{revoked}`, are placeholders. The
 * test replaces them with its own values.
 */
export type FailingCommand = readonly [args: string, message: RegExp];

/** Commands that are invalid regardless of the data in the database. */
export const invalidCommands: readonly FailingCommand[] = [
  ['unknown', /unknown command 'unknown'/],
  ['organizers unknown', /unknown command 'unknown'/],
  ['--unknown', /unknown option '--unknown'/],
  ['export', /required option '--organizer <slug>'/],
  ['export --organizer', /'--organizer <slug>' argument missing/],
  ['export --organizer ada --format csv', /unknown option '--format'/],
  ['export --organizer ada more', /too many arguments/],
  ['import --organizer ada', /missing required argument 'file'/],
  ['organizers fees ada --tax-bps 10001', /whole number from 0 to 10000/],
  ['organizers fees ada --tax-mode never', /included, on_top/],
  ['keys create --organizer ada --kind purple --name K', /secret, publishable/],
  ['keys create --organizer ada --kind secret --name K --expires soon', /90d/],
  ['keys create --organizer ada --kind secret --name K --expires 0d', /at least 1s/],
  ['keys create --organizer ada --kind secret --name K --expires 00s', /at least 1s/],
  [
    'gates add --organizer ada --event evt_1 --name G --ticket-types ,',
    /must not be empty\. To select all, leave the option out/,
  ],
  ['keys roll key_1 --grace -1h', /24h/],
  ['orders refund AAAAAAAA01 --organizer ada --item itm_1:all', /itm_/],
  ['settlements payout evt_1 --organizer ada --amount 1.5', /whole number from 1/],
  ['demo --orders 0', /whole number/],
  ['serve --processes 0', /whole number from 1 to 64/],
  ['keys list', /required option '--organizer <slug>'/],
  ['users add --email ada@example.com', /required option '--role <role>'/],
  ['users add --email ada@example.com --role king', /operator, owner, manager, developer, viewer/],
  ['trigger', /Name a type of event/],
  ['audit --organizer ada --since yesterday', /must be a time such as/],
  ['audit --organizer ada --limit 0', /whole number from 1/],
  ['privacy retention --organizer ada --days 0', /whole number from 1 to 10957/],
  ['privacy erase ada', /must be an e-mail address/],
  ['privacy show ada', /must be an e-mail address/],
];

/**
 * Commands that are tested on SQLite and on PostgreSQL: each fails because of rows or files that already exist or are missing. The
 * error line must match the same pattern on both.
 */
export const failuresOnBothDatabases: readonly FailingCommand[] = [
  ['organizers create --name B --slug ada --currency EUR', /Another organizer has or had the slug "ada"/],
  ['orders pay AAAAAAAA01 --organizer ada', /AAAAAAAA01 is refunded/],
  ['keys roll {revoked}', /revoked/],
  ['settlements payout {event} --organizer ada', /Only a final settlement can be paid out/],
  ['backup {folder}/lines.jsonl', /lines\.jsonl already exists/],
  ['backup {folder}/nowhere/backup', /nowhere/],
  ['demo', /already has organizers.*--force/],
];

/** Commands that are tested on SQLite only. Some of them fail because of the data that `command-line.process.test.ts` creates. */
export const rejectedCommands: readonly FailingCommand[] = [
  ['organizers create --name B --slug Bad_Slug --currency EUR', /slug/],
  ['organizers create --name B --slug bob --currency EURO', /currency.*ISO 4217/],
  ['organizers create --name B --slug bob --currency EUR --timezone Mars/Olympus', /timezone.*IANA/],
  ['organizers set ada --iban DE88370400440532013000', /"iban" is not an IBAN/],
  ['organizers set ada --logo-url http://ada.example/logo.svg', /"logoUrl" must be a URL that begins with https/],
  ['organizers set ada', /Nothing to change: .*--contact-email/],
  ['organizers set unknown --bic COBADEFF', /no organizer.*"unknown"/],
  ['organizers fees unknown --tax-bps 1', /no organizer.*"unknown"/],
  ['sandbox clock --organizer ada', /either --forward or --to/],
  ['sandbox show --organizer ada.test', /"ada\.test" is a sandbox\. Use the slug of its live organizer/],
  ['sandbox clock --organizer ada.test --forward 1d', /"ada\.test" is a sandbox/],
  ['sandbox reset --organizer ada.test', /"ada\.test" is a sandbox/],
  ['keys create --organizer ada.test --kind secret --name K --sandbox', /"ada\.test" is a sandbox/],
  ['trigger order.paid', /either --organizer.* or --key/],
  ['trigger order.paid --organizer ada', /"ada" is a live organizer/],
  ['trigger order.paid --key {key}', /key of a live organizer/],
  ['trigger order.paid --key sk_test_unknown', /no valid API key/],
  ['users add --email ada --role operator', /"ada" is not a valid e-mail address/],
  ['users add --email ada@localhost --role operator', /with a domain such as/],
  ['users add --email ada@example.com --role owner', /--organizer/],
  ['users add --email ada@example.com --role operator --organizer ada', /--organizer/],
  ['users add --email ada@example.com --role owner --organizer unknown', /no organizer.*"unknown"/],
  ['users link nobody@example.com', /no user.*"nobody@example.com"/],
  ['users disable nobody@example.com', /no user.*"nobody@example.com"/],
  ['keys create --organizer unknown --kind secret --name K', /no organizer.*"unknown"/],
  ['keys create --organizer ada --kind secret --name K --scopes orders:dance', /orders:dance/],
  ['keys create --organizer ada --kind secret --name K --scopes orders:read:pii', /keys grant/],
  ['keys create --organizer ada --kind publishable --name K --scopes orders:read', /publishable.*orders:read/],
  ['keys list --organizer unknown', /no organizer.*"unknown"/],
  ['keys roll key_unknown', /no key "key_unknown"/],
  ['keys roll {secret} --grace 8d', /7 days/],
  ['keys revoke key_unknown', /no key "key_unknown"/],
  ['keys grant {secret} orders:read', /not a scope that the operator can grant/],
  ['keys grant {publishable} orders:read:pii', /publishable/],
  ['orders pay AAAAAAAA01 --organizer unknown', /no organizer.*"unknown"/],
  ['orders pay ZZZZZZZZZZ --organizer ada', /no order "ZZZZZZZZZZ"/],
  ['orders cancel AAAAAAAA01 --organizer ada', /AAAAAAAA01 is refunded/],
  ['orders refund AAAAAAAA02 --organizer ada', /AAAAAAAA02 is cancelled/],
  ['orders refund AAAAAAAA03 --organizer ada --item itm_unknown', /itm_unknown/],
  ['settlements list --organizer unknown', /no organizer.*"unknown"/],
  ['settlements finalize {event} --organizer ada', /is already paid/],
  ['settlements finalize evt_unknown --organizer ada', /no event "evt_unknown"/],
  ['import {folder}/nothing.jsonl --organizer ada', /nothing\.jsonl cannot be read/],
  ['import {folder} --organizer ada', /cannot be read: it is a folder, not a file/],
  ['import {folder}/lines.jsonl --organizer unknown', /no organizer.*"unknown"/],
  ['export --organizer unknown', /no organizer.*"unknown"/],
  ['audit --organizer unknown', /no organizer.*"unknown"/],
];
