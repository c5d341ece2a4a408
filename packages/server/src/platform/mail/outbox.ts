import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { draftOf } from '../draft-files.ts';
import { parseSender, toMailOptions } from './compose.ts';
import { outboxFileName } from './outbox-files.ts';
import type { MailTransport } from './transport.ts';

/**
 * Writes e-mails to files instead of sending them. The name of a file is `<time>-<mail id>.eml` (RFC 5322), so files sort by time
 * and any mail program can open them. The time is that in the id, so an e-mail that is sent twice replaces its file. Only the user of
 * this process can read the files, because they contain codes and tickets. A file is written under a temporary name and renamed when
 * it is complete.
 *
 * @param folder created if it does not exist
 * @param from an e-mail address or `Name <e-mail address>`
 * @throws TypeError if `from` is not valid
 */
export function outboxTransport(folder: string, from: string): MailTransport {
  const sender = parseSender(from);
  return {
    send: async (id, message) => {
      const content = await compose(toMailOptions(id, message, sender));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = outboxFileName(id);
      const draft = draftOf(join(folder, name));
      try {
        await writeFile(draft, content, { mode: 0o600, flush: true });
        await rename(draft, join(folder, name));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    close: () => {},
  };
}

/** Writes an e-mail in the format of RFC 5322. The library is loaded for the first e-mail, so that the server starts faster. */
async function compose(options: SendMailOptions): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return (await composer.sendMail(options)).message as Buffer;
}
