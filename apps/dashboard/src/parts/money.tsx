import { useLanguage } from '#app/parts/language.tsx';
import type { Column } from '#app/parts/list-table.tsx';

/** An amount with its currency, in the formats of the language and with the decimals of ISO 4217. */
export function Money({
  amount,
  currency,
}: {
  /** In minor units. */ readonly amount: number;
  readonly currency: string;
}) {
  const { formats } = useLanguage();
  return <span className="money">{formats.money(amount, currency)}</span>;
}

/** The names of the fields of a row that are numbers. */
type NumberKey<Row> = { [K in keyof Row & string]: Row[K] extends number ? K : never }[keyof Row & string];

/**
 * A column of a list with amounts.
 *
 * @param key the field of the row, in minor units
 * @param currency that of all rows, or a function that returns that of a row
 */
export function moneyColumn<Row extends { readonly [K in NumberKey<Row>]: number }>(
  key: NumberKey<Row>,
  title: string,
  currency: string | ((row: Row) => string),
): Column<Row> {
  const currencyOf = typeof currency === 'string' ? () => currency : currency;
  return { key, title, align: 'end', cell: (row) => <Money amount={row[key]} currency={currencyOf(row)} /> };
}
