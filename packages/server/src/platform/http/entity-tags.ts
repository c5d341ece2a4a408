import { hash } from 'node:crypto';
import { ApiError } from '../../errors/index.ts';
import { Type } from './schema.ts';

/*
 * Entity tags (RFC 9110, section 8.8.3). The tag of a read-only resource is a hash of its content. The tag of an editable
 * resource has its id, its version and that hash. `If-None-Match` compares the whole tag, `If-Match` only id and version. A sale
 * changes counts but not the version, so it does not make an edit fail (docs/adr/0014).
 */

/** The version of an editable resource. Each edit increments it; a sale does not. */
export interface Version {
  readonly id: string;
  readonly version: number;
}

/** The versions that a caller has read; `any` for `If-Match: *`. */
export type IfMatch = 'any' | readonly Version[];

/** The JSON of an editable resource, and its version. */
export interface Versioned extends Version {
  readonly json: string;
}

/** The tag of an answer: of read-only JSON, or of an editable resource. */
export function tagOf(answer: string | Versioned): string {
  if (typeof answer === 'string') return `"${hash('sha1', answer, 'base64url')}"`;
  return `"${answer.id}.${answer.version}.${hash('sha1', answer.json, 'base64url')}"`;
}

/** Whether an `If-None-Match` header matches the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const candidate = part.trim();
    return candidate === '*' || candidate === tag || candidate === `W/${tag}`;
  });
}

const tagPattern = '(W/)?"[!#-~]*"';

/** The header of a change that is made only if the resource has not changed since the caller read it. */
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
 * The versions in an `If-Match` header. Weak tags never match (RFC 9110, section 13.1.1) and are left out, like tags that are
 * not of this server.
 *
 * @param header valid for `ifMatchHeader`
 * @returns null without a header
 */
export function parseIfMatch(header: string | undefined): IfMatch | null {
  if (header === undefined) return null;
  if (header === '*') return 'any';
  return Array.from(header.matchAll(/(W\/)?"([!#-~]*)"/g)).flatMap(([, weak, tag = '']) => {
    const [, id, version] = /^(\w+)\.([1-9]\d{0,14})\./.exec(tag) ?? [];
    return weak !== undefined || id === undefined ? [] : [{ id, version: Number(version) }];
  });
}

/**
 * Asserts that a resource has not changed since the caller read it. Called while the resource is locked, after all other
 * checks (RFC 9110, section 13.2.1).
 *
 * @param ifMatch the versions that the caller has read; null without `If-Match`
 * @param isCurrent whether a caller who has read this version has seen the resource as it is now
 * @throws ApiError `precondition_failed`
 */
export function assertIfMatch(ifMatch: IfMatch | null, isCurrent: (read: Version) => boolean): void {
  if (ifMatch === null || ifMatch === 'any' || ifMatch.some(isCurrent)) return;
  throw new ApiError('resource_changed', {});
}
