/** A content coding of responses. */
export type Encoding = 'zstd' | 'br' | 'gzip';

/**
 * Chooses the coding of a response by the `Accept-Encoding` header of the request (RFC 9110, section 12.5.3): the supported
 * coding with the highest weight. If weights are equal, the first supported coding is chosen.
 *
 * @param header undefined if the request has none
 * @param supported the codings that the response can have, most preferred first
 * @returns null for no coding
 */
export function chooseEncoding<E extends Encoding>(header: string | undefined, supported: readonly E[]): E | null {
  if (header === undefined || header === '') return null;
  const weights = parseWeights(header);
  const otherWeight = weights.get('*') ?? 0;
  let best: E | null = null;
  // If `identity` has a higher weight than all supported codings, no coding is used.
  let bestWeight = Math.max(0, (weights.get('identity') ?? 0) - Number.EPSILON);
  for (const encoding of supported) {
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
