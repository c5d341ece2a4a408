import { hash } from 'node:crypto';
import { ApiError } from '../../errors/index.ts';
import { Type } from './schema.ts';

/*
 * Entity tags (RFC 9110, section 8.8.3). The tag of a resource that is only read is a hash of its content. The tag of one
 * that can be edited has its id, its version and that hash: `If-None-Match` compares the whole tag, `If-Match` the id and the
 * version. A sale changes counts but no version, so it does not make an edit fail (docs/adr/0014).
 */

/** A version of a resource that can be edited. Each edit raises it; a sale does not. */
export interface Version {
  readonly id: string;
  readonly version: number;
}

/** The versions that a caller has read; `any` for `If-Match: *`. */
export type IfMatch = 'any' | readonly Version[];

/** The JSON of a resource that can be edited, and its version. */
export interface Versioned extends Version {
  readonly json: string;
}

/** The tag of an answer: of JSON that is only read, or of a resource that can be edited. */
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

/** The header of a change that is only made if the resource is still as the caller has read it. */
export const ifMatchHeader = Type.Optional(
  Type.String({
    pattern: `^(\\*|${tagPattern}([ \\t]*,[ \\t]*${tagPattern})*)$`,
    maxLength: 1_000,
    description:
      'One or more `ETag`s that you have read: if something has changed since, the answer is 412 and nothing is changed',
    examples: ['"evt_01kamz0g5ve4q8v5x2c4g6t0yd.7.kq3S0v1Xb5Q2n7JcZy8LdT4WmRo"'],
  }),
);

/**
 * The versions that an `If-Match` header names. Weak tags never match (RFC 9110, section 13.1.1) and are left out, and so
 * are tags that this server has not made.
 *
 * @param header valid for `ifMatchHeader`
 * @returns null without a header
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
 * Refuses a change to a resource that has changed since the caller read it. Called while the resource is locked, and after
 * all other checks (RFC 9110, section 13.2.1).
 *
 * @param ifMatch the versions that the caller has read; null without `If-Match`
 * @param isCurrent whether a caller who has read this version has seen the resource as it is now
 * @throws ApiError `precondition_failed`
 */
export function refuseStale(ifMatch: IfMatch | null, isCurrent: (read: Version) => boolean): void {
  if (ifMatch === null || ifMatch === 'any' || ifMatch.some(isCurrent)) return;
  throw new ApiError('resource_changed', {});
}
