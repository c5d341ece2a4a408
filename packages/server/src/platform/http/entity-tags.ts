import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import type { JsonBody } from '../database/dialect.ts';

/*
 * Entity tags (RFC 9110, section 8.8.3). The tag of a read-only resource is a hash of its content. The tag of an editable
 * resource consists of its id, its version and that hash. `If-None-Match` compares the whole tag, `If-Match` only the id and
 * the version. A sale changes counts but not the version, so an edit does not fail because of it (docs/adr/0014).
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

/** Like `assertIfMatch`, for a resource with one version. */
export function assertVersion(ifMatch: IfMatch | null, current: Version): void {
  assertIfMatch(ifMatch, ({ id, version }) => id === current.id && version === current.version);
}

/** The version of a resource each of whose changes moves `updatedAt`. */
export function versionOf(id: string, updatedAt: string): Version {
  return { id, version: Date.parse(updatedAt) };
}

/** The entity tag of read-only JSON or of an editable resource. */
export function tagOf(content: JsonBody | Versioned): string {
  if (!(typeof content === 'object' && 'json' in content)) return `"${hash('sha1', content, 'base64url')}"`;
  return `"${content.id}.${content.version}.${hash('sha1', content.json, 'base64url')}"`;
}

/** Whether an `If-None-Match` header matches the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const candidate = part.trim();
    return candidate === '*' || candidate === tag || candidate === `W/${tag}`;
  });
}

/**
 * Parses the versions in an `If-Match` header. Weak tags never match (RFC 9110, section 13.1.1). They are left out, like tags
 * that this server did not create.
 *
 * @param header matches the schema `ifMatchHeaders`
 * @returns null if there is no header
 */
export function parseIfMatch(header: string | undefined): IfMatch | null {
  if (header === undefined) return null;
  if (header === '*') return 'any';
  return Array.from(header.matchAll(/(W\/)?"([!#-~]*)"/g)).flatMap(([, weak, tag = '']) => {
    const [, id, version] = /^(\w+)\.(0|[1-9]\d{0,14})\./.exec(tag) ?? [];
    return weak !== undefined || id === undefined ? [] : [{ id, version: Number(version) }];
  });
}

/**
 * The SQL condition that the version of a row is one that the caller has read, for the statement that changes the row.
 *
 * @param ifMatch the versions that the caller has read; null without `If-Match`
 * @param id the id in the entity tag of the row
 */
export function matchesVersion(ifMatch: IfMatch | null, id: string): RawBuilder<boolean> {
  if (ifMatch === null || ifMatch === 'any') return sql`1 = 1`;
  const versions = ifMatch.filter((read) => read.id === id).map(({ version }) => version);
  return versions.length === 0 ? sql`1 = 0` : sql`version in (${sql.join(versions)})`;
}

/**
 * Asserts that a resource has not changed since the caller read it. Call it while the resource is locked, after all other
 * checks (RFC 9110, section 13.2.1).
 *
 * @param ifMatch the versions that the caller has read; null without `If-Match`
 * @param isCurrent whether a version that the caller has read is the current version
 * @throws ApiError `resource_changed` if the caller has not read the current version
 */
export function assertIfMatch(ifMatch: IfMatch | null, isCurrent: (read: Version) => boolean): void {
  if (ifMatch === null || ifMatch === 'any' || ifMatch.some(isCurrent)) return;
  throw new ApiError('resource_changed', {});
}
