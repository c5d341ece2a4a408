import { hash } from 'node:crypto';
import { ApiError } from '../errors.ts';
import { Type } from './schema.ts';

/*
 * Entity tags (RFC 9110, section 8.8.3). What is only read is named by a hash of its content. What can be edited is named
 * by its id, its version and that hash: `If-None-Match` compares the whole tag, `If-Match` the id and the version, so that
 * a sale, which changes counts and no version, keeps nobody from editing (docs/adr/0014).
 */

/** A version of something that can be edited. Each change raises it; what callers cannot change does not. */
export interface Version {
  readonly id: string;
  readonly version: number;
}

/** The versions that a caller has read; `any` where whatever exists will do. */
export type IfMatch = 'any' | readonly Version[];

/** The JSON of something that can be edited, and its version. */
export interface Versioned extends Version {
  readonly json: string;
}

/** The tag of an answer: JSON that is only read, or that of something that can be edited. */
export function tagOf(answer: string | Versioned): string {
  if (typeof answer === 'string') return `"${hash('sha1', answer, 'base64url')}"`;
  return `"${answer.id}.${answer.version}.${hash('sha1', answer.json, 'base64url')}"`;
}

/** Whether an `If-None-Match` header names the tag: compared weakly (RFC 9110, section 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const given = part.trim();
    return given === '*' || given === tag || given === `W/${tag}`;
  });
}

const tagPattern = '(W/)?"[!#-~]*"';

/** The header of a change that is to be made only to what the caller has read. */
export const ifMatchHeader = Type.Optional(
  Type.String({
    pattern: `^(\\*|${tagPattern}([ \\t]*,[ \\t]*${tagPattern})*)$`,
    maxLength: 1_000,
    description:
      'The `ETag` of what you have read, or several: where it was changed since, the answer is 412 and nothing is changed',
    examples: ['"evt_01kamz0g5ve4q8v5x2c4g6t0yd.7.kq3S0v1Xb5Q2n7JcZy8LdT4WmRo"'],
  }),
);

/**
 * The versions that an `If-Match` header names: compared strongly, so that weak tags name none (RFC 9110, section
 * 13.1.1), nor do tags that are not ours.
 *
 * @param header as `ifMatchHeader` lets it pass; null for none
 */
export function readIfMatch(header: string | undefined): IfMatch | null {
  if (header === undefined) return null;
  if (header === '*') return 'any';
  return Array.from(header.matchAll(/(W\/)?"([!#-~]*)"/g)).flatMap(([, weak, tag]) => {
    const [, id, version] = /^(\w+)\.([1-9]\d{0,14})\./.exec(tag!) ?? [];
    return weak !== undefined || id === undefined ? [] : [{ id, version: Number(version) }];
  });
}

/**
 * Refuses a change to something that its caller has not read as it is now. Called under the lock of what is changed, and
 * once nothing else is left that would refuse it (RFC 9110, section 13.2.1).
 *
 * @param ifMatch what the caller has read; null for a caller who does not say
 * @param isCurrent whether somebody who has read this version has seen all that is there now
 * @throws ApiError `precondition_failed`
 */
export function refuseStale(ifMatch: IfMatch | null, isCurrent: (read: Version) => boolean): void {
  if (ifMatch === null || ifMatch === 'any' || ifMatch.some(isCurrent)) return;
  throw new ApiError(
    'precondition_failed',
    'This was changed after the ETag that If-Match names. Read it again, and make your change to what it is now.',
  );
}
