import { domainToASCII } from 'node:url';

/** Who a mail comes from (RFC 5322, section 3.4). */
export interface Mailbox {
  /** Empty where there is only an address. */
  readonly name: string;
  readonly address: string;
  /** What comes after the @, in ASCII. */
  readonly domain: string;
}

const addressPattern = /^[^\s<>"(),:;@[\\\]\p{Cc}]{1,64}@([^\s<>"(),:;@[\\\]\p{Cc}]{1,253})$/u;

/** Reads `Name <address>`, `"Name, with more" <address>` or an address alone; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const named = /^(.*)<([^<>]*)>$/s.exec(text.trim());
  const address = (named?.[2] ?? text).trim();
  const domain = domainToASCII(addressPattern.exec(address)?.[1] ?? '');
  if (domain === '') return null;
  const given = (named?.[1] ?? '').trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(given);
  const name = quoted === null ? given : quoted[1]!.replace(/\\(.)/gs, '$1');
  if (/\p{Cc}/u.test(name) || (quoted === null && /[<>"]/.test(name))) return null;
  return { name, address, domain };
}
