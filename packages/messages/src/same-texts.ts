/** Texts that are the same in several languages, for the test that finds texts without a translation. */
export const sameTexts: ReadonlySet<string> = new Set([
  ...['BIC', 'IBAN', 'Status', 'Website', 'Tickets', 'Extras', 'Name', 'Ticket', 'Online', 'Offline', 'Bar', 'Version'],
  'Tickets für .',
]);
