import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../src/platform/database/dialect.ts';
import type { Tables } from '../src/platform/database/tables.ts';
import { tableOwners } from './table-owners.ts';

/** The forms in which a value can be stored: as it is, in a URL, in a form, in JSON with escapes, in hexadecimal, and in base64 at each offset. */
function formsOf(value: string): string[] {
  const forms = new Set<string>();
  for (const text of [value, value.toLowerCase(), value.normalize('NFD')]) {
    const bytes = Buffer.from(text);
    const escaped = text.replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const inForm = new URLSearchParams({ v: text }).toString().slice('v='.length);
    for (const form of [text, encodeURIComponent(text), inForm, escaped, bytes.toString('hex')]) forms.add(form);
    for (const offset of [0, 1, 2]) {
      // The characters that do not depend on what is before and after the value.
      const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
      for (const encoding of ['base64', 'base64url'] as const) {
        const encoded = padded.subarray(0, padded.length - (padded.length % 3)).toString(encoding);
        forms.add(encoded.slice(offset === 0 ? 0 : 4));
      }
    }
  }
  return [...forms].filter((form) => form.length >= 6);
}

/** A form of a value, and how it is found in a text in lower case. */
interface Needle {
  readonly form: string;
  readonly texts: readonly string[];
}

function needlesOf(values: readonly string[]): Needle[] {
  return values.flatMap(formsOf).map((form) => ({ form, texts: [form.toLowerCase(), latin1(form)] }));
}

function needlesIn(text: string, needles: readonly Needle[]): Needle[] {
  const lower = text.toLowerCase();
  return needles.filter(({ texts }) => texts.some((needle) => lower.includes(needle)));
}

/** The places in all tables of a database in which one of the values is stored: `table.column: form`. */
export async function tracesInTables(db: Db, values: readonly string[]): Promise<string[]> {
  const needles = needlesOf(values);
  const traces = new Set<string>();
  for (const table of Object.keys(tableOwners) as (keyof Tables)[]) {
    const rows = await db.selectFrom(table).selectAll().execute();
    // Most tables have none of them, which takes much less time to find out in one text.
    const found = needlesIn(rows.map((row) => Object.values(row).join('\n')).join('\n'), needles);
    for (const row of found.length === 0 ? [] : rows) {
      for (const [column, value] of Object.entries(row)) {
        for (const { form } of needlesIn(String(value), found)) traces.add(`${table}.${column}: ${form}`);
      }
    }
  }
  return [...traces].sort();
}

/** The files in a folder that contain one of the values, in any row or free space: `file: form`. */
export function tracesInFiles(folder: string, values: readonly string[]): string[] {
  const needles = needlesOf(values);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const content = readFileSync(join(entry.parentPath, entry.name)).toString('latin1');
      return needlesIn(content, needles).map(({ form }) => `${entry.name}: ${form}`);
    });
}

/** A form as it is in a file that is read as Latin-1. */
function latin1(form: string): string {
  return Buffer.from(form).toString('latin1').toLowerCase();
}
