import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { timestamp } from '../clock.ts';
import { epochMsOf } from '../ids.ts';

/** The name of the file of an e-mail in the outbox. */
export function outboxFileName(mailId: string): string {
  return `${timestamp(epochMsOf(mailId)).replaceAll(':', '')}-${mailId}.eml`;
}

/** Deletes e-mails from the outbox. Those that have no file are ignored. */
export async function removeFromOutbox(folder: string, mailIds: readonly string[]): Promise<void> {
  for (const id of mailIds) await rm(join(folder, outboxFileName(id)), { force: true });
}
