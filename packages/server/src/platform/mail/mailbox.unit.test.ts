import { expect, test } from 'vitest';
import { parseMailbox } from './mailbox.ts';

test.for([
  ['tickets@example.com', '', 'tickets@example.com', 'example.com'],
  ['  tickets@localhost ', '', 'tickets@localhost', 'localhost'],
  ['<tickets@example.com>', '', 'tickets@example.com', 'example.com'],
  ['Läufe & mehr <tickets@example.com>', 'Läufe & mehr', 'tickets@example.com', 'example.com'],
  ['"Runs, \\"and\\" more" <tickets@example.com>', 'Runs, "and" more', 'tickets@example.com', 'example.com'],
  ['Läufe <info@läufe.example>', 'Läufe', 'info@läufe.example', 'xn--lufe-loa.example'],
] as const)('parseMailbox accepts %s', ([text, name, address, domain]) => {
  expect(parseMailbox(text)).toEqual({ name, address, domain });
});

test.for([
  '',
  'nobody',
  '@example.com',
  'a@',
  'a@b@c',
  'a b@example.com',
  'a@example.com, b@example.com',
  'Name <a@example.com> more',
  'Name a@example.com',
  'A <a@example.com> <b@example.com>',
  'A" <a@example.com>',
  'A\r\nBcc: b@example.com <a@example.com>',
  '"A\nB" <a@example.com>',
  'a@exa\nmple.com',
])('parseMailbox rejects %j', (text) => {
  expect(parseMailbox(text)).toBeNull();
});
