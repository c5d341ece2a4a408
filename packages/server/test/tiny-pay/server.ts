import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signTiny } from './index.ts';

interface TinyPayment {
  readonly id: string;
  readonly organizerId: string;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  status: 'open' | 'paid' | 'closed';
}

/** The HTTP API of the payment provider Tiny. A repeated request, with the same id, has no further effect. */
export class TinyServer {
  readonly secret = 'secretOfTheTests';
  readonly payments = new Map<string, TinyPayment>();
  readonly refunds = new Map<string, { readonly charge: string; readonly amount: number }>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const result = this.#handle(request.url ?? '', JSON.parse(await readBody(request)));
      response.writeHead(result === null ? 400 : 200, { 'content-type': 'application/json' });
      response.end(result === null ? 'unknown payment' : JSON.stringify(result));
    });
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(): Promise<TinyServer> {
    const server = new TinyServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Pays on this page, as a buyer would. Returns the webhook that reports it. */
  pay(page: string): { body: string; signature: string } {
    const payment = this.payments.get(page.slice(page.lastIndexOf('/') + 1));
    if (payment?.status !== 'open') throw new Error(`The payment of ${page} is not open.`);
    payment.status = 'paid';
    const { organizerId, id: paymentId, amount, currency, reference } = payment;
    const event = { kind: 'paid', organizerId, paymentId, amount, currency, chargeReference: reference };
    const body = JSON.stringify(event);
    return { body, signature: signTiny(this.secret, body) };
  }

  #handle(path: string, fields: Record<string, string> & { amount: number }): object | null {
    const reference = fields['reference'] ?? fields['charge'] ?? `tiny_${fields['id']}`;
    const payment = this.payments.get(reference);
    switch (path) {
      case '/payments':
        if (payment === undefined) {
          this.payments.set(reference, { ...fields, reference, status: 'open' } as unknown as TinyPayment);
        }
        return { reference, page: `${this.url}/pages/${reference}` };
      case '/refunds':
        if (payment?.status !== 'paid') return null;
        this.refunds.set(String(fields['id']), { charge: reference, amount: fields.amount });
        return { reference: `refund_${fields['id']}` };
      case '/close':
        if (payment === undefined) return null;
        payment.status = 'closed';
        return {};
      default:
        return null;
    }
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}
