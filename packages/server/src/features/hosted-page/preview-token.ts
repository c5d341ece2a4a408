import { isMacOf, macOf, type Secrets } from '../../platform/crypto.ts';

const tokenPattern = /^pvw_([0-7][0-9a-hjkmnp-tv-z]{25})([0-9a-z]{7})([A-Za-z0-9_-]{16})$/;
const expiryLength = 7;

type Key = Pick<Secrets, 'previewKey'>;

/** The event of a preview, and when the token expires, in seconds since the epoch. */
export interface Preview {
  readonly organizerId: string;
  readonly eventId: string;
  readonly expiresAtSeconds: number;
}

function textOf({ organizerId, eventId, expiresAtSeconds }: Preview): string {
  return `${organizerId} ${eventId} ${expiresAtSeconds}`;
}

/** The token that opens the preview of an event until it expires. It contains the id of the organizer. */
export function previewTokenOf(key: Key, preview: Preview): string {
  const expiry = preview.expiresAtSeconds.toString(36).padStart(expiryLength, '0');
  return `pvw_${preview.organizerId.slice('org_'.length)}${expiry}${macOf(key.previewKey, textOf(preview))}`;
}

/** The preview of an event that a token opens, which may have expired; null if the token is not a token of this event. */
export function readPreviewToken(key: Key, token: string, eventId: string): Preview | null {
  const [, organizerPart, expiry, mac] = tokenPattern.exec(token) ?? [];
  if (organizerPart === undefined || expiry === undefined || mac === undefined) return null;
  const preview = {
    organizerId: `org_${organizerPart}`,
    eventId,
    expiresAtSeconds: Number.parseInt(expiry, 36),
  };
  return isMacOf(key.previewKey, textOf(preview), mac) ? preview : null;
}
