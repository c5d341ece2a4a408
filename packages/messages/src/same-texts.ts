/** Texts that are the same in several languages, for tests that find texts without a translation. */
export const sameTexts: ReadonlySet<string> = new Set([
  ...[
    'Bar',
    'BIC',
    'Browser',
    'Contact',
    'CSV',
    'Date',
    'E-mail',
    'Excel',
    'Extras',
    'Format',
    'Host',
    'IBAN',
    'JSON',
    'Link',
    'Mail',
    'Option',
  ],
  ...['Code', 'Manager', 'Name', 'Privacy', 'Text', 'Total'],
  ...['Navigation', 'No', 'Offline', 'Online', 'Passkey', 'Passkeys', 'PostgreSQL', 'Ref', 'Scan', 'Scope', 'Scopes'],
  ...['SQLite', 'Status', 'Stripe', 'Test', 'Ticket', 'Tickets', 'URL', 'Version', 'Webhook', 'Webhooks', 'Website'],
  // What remains of a text with arguments.
  ...['Tickets für .', 'ticket  tickets', ', ticket', 'UTC', 'ms'],
  // Examples of values.
  ...['/api/v1/orders', '7K3Q9MX2PA', 'not_found'],
]);
