import type { FeePolicy } from '@organizer/shared/dashboard-api';
import { Facts } from '#app/parts/facts.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';

/** The fees of new orders, in words. */
export function FeeFacts({ feePolicy, currency }: { readonly feePolicy: FeePolicy; readonly currency: string }) {
  const t = useMessages('settings');
  const { formats, percent } = useLanguage();
  const fee = (basisPoints: number, fixed: number) => {
    if (basisPoints === 0 && fixed === 0) return t.noFee;
    if (fixed === 0) return t.feeOfShare({ percent: percent(basisPoints) });
    const amount = formats.money(fixed, currency);
    return basisPoints === 0
      ? t.feeOfAmount({ fixed: amount })
      : t.feeOf({ percent: percent(basisPoints), fixed: amount });
  };
  const { taxBps, taxMode, paidBy } = feePolicy;
  return (
    <Facts
      facts={[
        [t.platformFee, fee(feePolicy.platformFeeBps, feePolicy.platformFeeFixed)],
        [t.paymentFee, fee(feePolicy.paymentFeeBps, feePolicy.paymentFeeFixed)],
        [t.paidBy, t.payers[paidBy]],
        [t.tax, taxBps === 0 ? t.noTax : `${percent(taxBps)}, ${t.taxMode[taxMode]}`],
      ]}
    />
  );
}
