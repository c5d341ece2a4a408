import type { Db } from '../../src/platform/database/dialect.ts';
import type { TestApp } from './app.ts';
import { Buyer, createSale, type ReservedBody, type Sale } from './checkout.ts';
import { type DashboardClient, signIn } from './dashboard.ts';
import { jsonOf } from './responses.ts';
import { sendRequest } from './send-request.ts';

/** An organizer that sells tickets, with its owner signed in to the dashboard. */
export interface OrderDesk {
  readonly sale: Sale;
  readonly owner: DashboardClient;
  /** Buys a cart, which has the quantity of each offer by its id. Returns the order number. */
  buy(lines: Readonly<Record<string, number>>, buyer: { email: string; name?: string }): Promise<string>;
  /** Reserves a cart without paying it. */
  reserve(lines: Readonly<Record<string, number>>, buyer: { email: string; name?: string }): Promise<ReservedBody>;
  /** The audit entries of the organizer, oldest first. */
  audit(): Promise<{ action: string; subject: string; actor: string; details: string }[]>;
}

export async function openOrderDesk(db: Db, app: TestApp, quantity: number | null = null): Promise<OrderDesk> {
  const sale = await createSale(db, app, quantity);
  const { organizer } = sale.catalog;
  const reserve: OrderDesk['reserve'] = async (lines, buyer) => {
    const body = JSON.stringify({ ...sale.cart(lines), buyer });
    const headers = { 'content-type': 'application/json' };
    const response = await sendRequest(`${app.url}/api/public/v1/reserve`, { method: 'POST', headers, body });
    if (response.status !== 201) throw new Error(await response.text());
    return (await response.json()) as ReservedBody;
  };
  return {
    sale,
    owner: await signIn(app, { organizer, role: 'owner' }),
    reserve,
    buy: async (lines, buyer) => {
      const reserved = await reserve(lines, buyer);
      const paid = await new Buyer(() => app.url, buyer.email.toLowerCase()).pay(reserved);
      if (jsonOf(paid)['status'] !== 'paid') throw new Error(paid.text);
      return reserved.orderNumber;
    },
    audit: () =>
      db
        .selectFrom('audit_entries')
        .select(['action', 'subject', 'actor', 'details'])
        .where('organizer_id', '=', organizer.id)
        .orderBy('id')
        .execute(),
  };
}
