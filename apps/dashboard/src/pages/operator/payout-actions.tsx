import { Stack, Text, TextInput } from '@mantine/core';
import type { PayoutAccount, Settlement } from '@organizer/shared/dashboard-api';
import { currencyDecimals } from '@organizer/shared/formats';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { hasReason, post } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { CopyField } from '#app/parts/copy-button.tsx';
import { DecimalInput } from '#app/parts/decimal-input.tsx';
import { Dialog } from '#app/parts/dialog.tsx';
import { Facts } from '#app/parts/facts.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { RowButton } from '#app/parts/row-button.tsx';

interface PayoutProps {
  readonly access: OrganizerAccess;
  readonly settlement: Settlement;
  readonly account: PayoutAccount;
}

/** What the operator can do next with a settlement: finalize it, or record its payout. */
export function PayoutAction({ access, settlement, account }: PayoutProps) {
  const t = useMessages('payouts');
  const { formats } = useLanguage();
  const confirm = useConfirm();
  const reload = useReloadSettlements(access);
  const [isPaying, setIsPaying] = useState(false);
  const { eventId, eventName, status, balance, currency } = settlement;
  const finalize = () => {
    let beforeEnd = false;
    confirm({
      title: t.finalizeTitle,
      text: t.finalizeText({ event: eventName, balance: formats.money(balance, currency) }),
      action: t.finalize,
      kind: 'normal',
      run: async () => {
        try {
          await post(access.path(`settlements/${eventId}/finalize?beforeEnd=${beforeEnd}`));
        } catch (error) {
          // The dialog stays open and shows that the event is not over or still on sale. Its button then confirms that.
          beforeEnd = hasReason(error, 'event_not_over') || hasReason(error, 'event_on_sale');
          throw error;
        }
        reload();
        notifyDone(t.finalized);
      },
    });
  };
  if (status === 'open') {
    return (
      <RowButton label={t.finalizeOf({ event: eventName })} onClick={finalize}>
        {' '}
        {t.finalize}
      </RowButton>
    );
  }
  if (status === 'paid' || balance <= 0) return null;
  return (
    <>
      <RowButton label={t.markPaidOf({ event: eventName })} onClick={() => setIsPaying(true)} kind="primary">
        {' '}
        {t.markPaid}
      </RowButton>
      {isPaying && (
        <PayoutDialog access={access} settlement={settlement} account={account} onClose={() => setIsPaying(false)} />
      )}
    </>
  );
}

/** Returns a function that loads all lists of settlements again. */
function useReloadSettlements({ queryKey }: OrganizerAccess): () => void {
  const queryClient = useQueryClient();
  return () => {
    queryClient.invalidateQueries({ queryKey: queryKey('settlements') });
    queryClient.invalidateQueries({ queryKey: ['operator', 'payouts'] });
  };
}

function PayoutDialog({ access, settlement, account, onClose }: PayoutProps & { readonly onClose: () => void }) {
  const t = useMessages('payouts');
  const parts = useMessages('parts');
  const { formats } = useLanguage();
  const reload = useReloadSettlements(access);
  const { eventId, eventName, balance, currency } = settlement;
  const decimals = currencyDecimals(currency);
  const form = useApiForm<{ amount: number | string; reference: string }, Settlement>({
    initialValues: { amount: balance / 10 ** decimals, reference: '' },
    submit: ({ amount, reference }, { headers }) => {
      const payout = {
        amount: Math.round(Number(amount) * 10 ** decimals),
        ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
      };
      return post(access.path(`settlements/${eventId}/payouts`), payout, headers);
    },
    onDone: () => {
      reload();
      notifyDone(t.paid);
      onClose();
    },
  });
  const { holder, iban, bic } = account;
  return (
    <Dialog onClose={onClose} title={t.payTitle}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t.payText}</Text>
          <Facts
            facts={[
              [t.event, <bdi key="event">{eventName}</bdi>],
              [t.holder, <CopyField key="holder" value={holder} label={t.holder} />],
              [t.iban, iban === null ? t.noAccount : <CopyField key="iban" value={iban} label={t.iban} />],
              ...(bic === null ? [] : [[t.bic, <CopyField key="bic" value={bic} label={t.bic} />] as const]),
            ]}
          />
          <DecimalInput
            label={t.amount({ currency })}
            description={t.amountHint({ balance: formats.money(balance, currency) })}
            decimals={decimals}
            fixed
            {...form.input('amount')}
          />
          <TextInput
            label={`${t.reference} (${parts.optional})`}
            description={t.referenceHint}
            maxLength={200}
            autoComplete="off"
            data-autofocus
            {...form.input('reference')}
          />
          <FormEnd form={form} submit={t.markPaid} />
        </Stack>
      </form>
    </Dialog>
  );
}
