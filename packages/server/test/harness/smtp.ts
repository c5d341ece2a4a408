import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './ports.ts';

/** A mail as a server took it. */
export interface ReceivedMail {
  /** The bytes after DATA. */
  readonly raw: string;
  /** Who the envelope named, which need not be who the headers name. */
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly parsed: Email;
}

/** What a server answers a step of the conversation with; undefined lets it go on. */
type Reply = { readonly code: number; readonly text: string } | undefined;

export interface SmtpReplies {
  auth?: (username: string, password: string) => Reply;
  mailFrom?: (address: string) => Reply;
  rcptTo?: (address: string) => Reply;
  data?: (mail: ReceivedMail) => Reply | Promise<Reply>;
}

/** A mail server on 127.0.0.1. */
export interface TestSmtpServer {
  readonly url: string;
  readonly port: number;
  /** What it took, in order. */
  readonly mails: readonly ReceivedMail[];
  /** What it answers from now on. */
  replies: SmtpReplies;
  /** How many mails were handed to it, taken or not. */
  readonly attempts: () => number;
  /** Its connections end, and nothing listens on its port any more. */
  close(): Promise<void>;
}

/** Starts a mail server that takes everything, or answers as it is told. */
export async function startSmtpServer(given: { port?: number; replies?: SmtpReplies } = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  let attempts = 0;
  const port = given.port ?? (await freePort());
  const started: { replies: SmtpReplies } = { replies: given.replies ?? {} };
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    closeTimeout: 50,
    onAuth: ({ username = '', password }, _session, done) => {
      const refusal = failure(started.replies.auth?.(username, password ?? ''));
      done(refusal, refusal === null ? { user: username } : undefined);
    },
    onMailFrom: ({ address }, _session, done) => done(failure(started.replies.mailFrom?.(address))),
    onRcptTo: ({ address }, _session, done) => {
      const refusal = failure(started.replies.rcptTo?.(address));
      if (refusal !== null) attempts += 1;
      done(refusal);
    },
    onData: async (stream, { envelope }, done) => {
      attempts += 1;
      // A client that went away in the middle has sent no mail.
      const chunks = await stream.toArray().catch(() => null);
      if (chunks === null) return;
      const raw = Buffer.concat(chunks).toString('latin1');
      const mail: ReceivedMail = {
        raw,
        sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
        recipients: envelope.rcptTo.map(({ address }) => address),
        parsed: await PostalMime.parse(Buffer.from(raw, 'latin1')),
      };
      const refusal = failure(await started.replies.data?.(mail));
      if (refusal === null) mails.push(mail);
      done(refusal);
    },
  });
  server.on('error', () => {}); // Clients that go away in the middle.
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return Object.assign(started, {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    attempts: () => attempts,
    close: async () => {
      await new Promise<void>((resolve) => server.close(resolve));
      await sleep(0);
    },
  });
}

function failure(reply: Reply): Error | null {
  return reply === undefined ? null : Object.assign(new Error(reply.text), { responseCode: reply.code });
}
