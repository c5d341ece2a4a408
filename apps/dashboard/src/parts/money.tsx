import { useLanguage } from '#app/parts/language.tsx';

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
