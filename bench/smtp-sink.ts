import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server that accepts every e-mail, uses little processor time, and keeps only the codes. */
export interface SmtpSink {
  readonly url: string;
  /** The number of e-mails so far. */
  count(): number;
  /** Resolves with the code in the next e-mail to this address, or in the last one that nobody has read. */
  codeFor(address: string): Promise<string>;
  stop(): void;
}

export async function startSmtpSink(): Promise<SmtpSink> {
  let count = 0;
  const codes = new Map<string, PromiseWithResolvers<string>>();
  const codeOf = (address: string) => {
    const code = codes.get(address) ?? Promise.withResolvers<string>();
    codes.set(address, code);
    return code;
  };
  const server = createServer((socket) => {
    socket.setNoDelay(true).on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    onEachMail(socket, (mail) => {
      count += 1;
      const code = /^Subject: (\d{6}) is your code/m.exec(mail)?.[1];
      const address = /^To: <?([^\s<>]+)/m.exec(mail)?.[1];
      if (code !== undefined && address !== undefined) codeOf(address).resolve(code);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    codeFor: async (address) => {
      const code = await codeOf(address).promise;
      codes.delete(address);
      return code;
    },
    stop: () => server.close(),
  };
}

/** Replies to the commands of a client that waits for each reply, as nodemailer does. */
function onEachMail(socket: Socket, onMail: (mail: string) => void): void {
  let received = '';
  let isData = false;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    if (!received.endsWith(isData ? '\r\n.\r\n' : '\r\n')) return;
    if (isData) onMail(received);
    isData = !isData && /^DATA\r/i.test(received);
    if (/^QUIT\r/i.test(received)) socket.end('221 bye\r\n');
    else socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
    received = '';
  });
}
