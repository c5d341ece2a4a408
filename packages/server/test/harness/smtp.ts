import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './ports.ts';

/** An e-mail that the server received. */
export interface ReceivedMail {
  /** The bytes after DATA. */
  readonly raw: string;
  /** The sender of the envelope, which can differ from the headers. */
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly parsed: Email;
}

/** The reply to an SMTP command; undefined accepts the command. */
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
  /** The accepted e-mails, the oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** The replies to later commands. */
  replies: SmtpReplies;
  /** The number of recipients that were rejected, plus the number of e-mails whose content was sent. */
  readonly attempts: () => number;
  /** Closes the connections and the port. */
  close(): Promise<void>;
}

/** Starts a mail server. It accepts every e-mail that `replies` do not reject. */
export async function startSmtpServer(options: { port?: number; replies?: SmtpReplies } = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  let attempts = 0;
  const port = options.port ?? (await freePort());
  const current: { replies: SmtpReplies } = { replies: options.replies ?? {} };
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    closeTimeout: 50,
    onAuth: ({ username = '', password }, _session, done) => {
      const rejection = toError(current.replies.auth?.(username, password ?? ''));
      done(rejection, rejection === null ? { user: username } : undefined);
    },
    onMailFrom: ({ address }, _session, done) => done(toError(current.replies.mailFrom?.(address))),
    onRcptTo: ({ address }, _session, done) => {
      const rejection = toError(current.replies.rcptTo?.(address));
      if (rejection !== null) attempts += 1;
      done(rejection);
    },
    onData: async (stream, { envelope }, done) => {
      attempts += 1;
      // null if the client disconnects before the e-mail is complete.
      const chunks = await stream.toArray().catch(() => null);
      if (chunks === null) return;
      const raw = Buffer.concat(chunks).toString('latin1');
      const mail: ReceivedMail = {
        raw,
        sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
        recipients: envelope.rcptTo.map(({ address }) => address),
        parsed: await PostalMime.parse(Buffer.from(raw, 'latin1')),
      };
      const rejection = toError(await current.replies.data?.(mail));
      if (rejection === null) mails.push(mail);
      done(rejection);
    },
  });
  server.on('error', () => {}); // Clients can disconnect early.
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return Object.assign(current, {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    attempts: () => attempts,
    close: async () => {
      await new Promise<void>((resolve) => server.close(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
}

function toError(reply: Reply): Error | null {
  return reply === undefined ? null : Object.assign(new Error(reply.text), { responseCode: reply.code });
}
