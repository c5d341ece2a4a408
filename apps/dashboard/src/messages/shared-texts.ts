/** Texts of the dashboard that are the same in all languages, for tests that find texts without a translation. */
export const sharedTexts: ReadonlySet<string> = new Set([
  ...['Browser', 'Format', 'Host', 'Link', 'Mail', 'Manager', 'Name', 'Navigation', 'Passkey', 'Passkeys', 'Ref'],
  ...['Scan', 'Scope', 'Scopes', 'Status', 'Test', 'Ticket', 'Tickets', 'Version', 'Webhook', 'Webhooks', 'Website'],
  ...['BIC', 'CSV', 'IBAN', 'JSON', 'PostgreSQL', 'SQLite', 'Stripe', 'URL', '–'],
  // Examples of values.
  ...['/api/v1/orders', '7K3Q9MX2PA', 'not_found'],
]);
