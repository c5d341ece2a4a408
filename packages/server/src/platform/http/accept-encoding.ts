/** A content coding of answers. */
export type Encoding = 'zstd' | 'br' | 'gzip';

/**
 * The coding of an answer, by the request's `Accept-Encoding` (RFC 9110, section 12.5.3): the offered one with the highest
 * weight, and of equal ones the first.
 *
 * @param header undefined if the request has none
 * @param offered the codings that the answer can have, most preferred first
 * @returns null for no coding
 */
export function chooseEncoding<E extends Encoding>(header: string | undefined, offered: readonly E[]): E | null {
  if (header === undefined || header === '') return null;
  const weights = parseWeights(header);
  const otherWeight = weights.get('*') ?? 0;
  let best: E | null = null;
  // `identity` with a higher weight than all offered codings means no coding.
  let bestWeight = Math.max(0, (weights.get('identity') ?? 0) - Number.EPSILON);
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? otherWeight;
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  return best;
}

/** Weights by coding, from 0 (not acceptable) to 1. Malformed parts are ignored. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const match = /^\s*([^\s;]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i.exec(part);
    if (match === null) continue;
    const [, coding = '', weight = '1'] = match;
    const name = coding.toLowerCase();
    weights.set(name === 'x-gzip' ? 'gzip' : name, Math.min(1, Number(weight)));
  }
  return weights;
}
