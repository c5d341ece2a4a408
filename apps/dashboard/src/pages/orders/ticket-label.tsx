import type { MemberOrderDetail } from '@organizer/shared/dashboard-api';
import { Fragment } from 'react';
import { useMessages } from '#app/parts/language.tsx';

/** The holder, the type and the bib of a ticket, beside a checkbox. */
export function TicketLabel({ ticket }: { readonly ticket: MemberOrderDetail['order']['tickets'][number] }) {
  const t = useMessages('refunds');
  const { holderName, ticketTypeName, bib, status } = ticket;
  const details = [ticketTypeName, ...(bib ? [t.bib({ bib })] : []), ...(status === 'used' ? [t.wasUsed] : [])];
  return (
    <>
      <bdi>{holderName || t.noHolder}</bdi>
      {details.map((detail) => (
        <Fragment key={detail}>
          {' · '}
          <bdi>{detail}</bdi>
        </Fragment>
      ))}
    </>
  );
}
