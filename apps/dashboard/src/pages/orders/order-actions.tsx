import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MemberOrderDetail } from '@organizer/shared/dashboard-api';
import { hasValidTickets, InvalidateLinksDialog } from '#app/pages/orders/invalidate-links-dialog.tsx';
import { useOrderPath, useReloadOrder } from '#app/pages/orders/order-query.ts';
import { RefundDialog } from '#app/pages/orders/refund-dialog.tsx';
import { apiUrl, post } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';

/** Buttons for the actions that the status of the order and the role of the member permit. */
export function OrderActions({ detail }: { readonly detail: MemberOrderDetail }) {
  const t = useMessages('orderPage');
  const { formats } = useLanguage();
  const confirm = useConfirm();
  const [isRefundOpen, refundDialog] = useDisclosure(false);
  const [isInvalidateOpen, invalidateDialog] = useDisclosure(false);
  const { order, actions } = detail;
  const path = useOrderPath(order.orderNumber);
  const reload = useReloadOrder(order.orderNumber);
  const total = formats.money(order.total, order.currency);
  const postAction = async (pathSegment: string, body: object | undefined, doneMessage: string) => {
    await post(path(pathSegment), body);
    await reload();
    notifyDone(doneMessage);
  };
  const pay = (late: boolean) =>
    confirm({
      title: t.payTitle,
      text: late ? t.payLateText({ amount: total }) : t.payText({ amount: total }),
      action: t.pay,
      kind: 'normal',
      run: () => postAction('pay', { late }, t.marked),
    });
  const cancel = () =>
    confirm({
      title: t.cancelTitle,
      text: t.cancelText,
      action: t.cancel,
      run: () => postAction('cancel', undefined, t.cancelled),
    });
  const send = () =>
    confirm({
      title: t.sendTitle,
      text: t.sendText({ email: order.buyer?.email ?? '' }),
      action: t.send,
      kind: 'normal',
      run: () => postAction('send-tickets', undefined, t.sent),
    });
  return (
    <>
      {actions.includes('send_tickets') && (
        <Button variant="default" onClick={send}>
          {t.send}
        </Button>
      )}
      {actions.includes('open_tickets') && (
        <Button component="a" href={apiUrl(path('tickets'))} target="_blank" variant="default">
          {t.openTickets}
        </Button>
      )}
      {actions.includes('invalidate_links') && (
        <Button variant="default" onClick={invalidateDialog.open}>
          {t.invalidate}
        </Button>
      )}
      {actions.includes('cancel') && (
        <Button variant="default" onClick={cancel}>
          {t.cancel}
        </Button>
      )}
      {actions.includes('refund') && (
        <Button variant="default" onClick={refundDialog.open}>
          {t.refund}
        </Button>
      )}
      {actions.includes('pay') && <Button onClick={() => pay(false)}>{t.pay}</Button>}
      {actions.includes('pay_late') && <Button onClick={() => pay(true)}>{t.pay}</Button>}
      <InvalidateLinksDialog
        opened={isInvalidateOpen}
        onClose={invalidateDialog.close}
        orderNumber={order.orderNumber}
        hasValidTickets={hasValidTickets(order.tickets)}
      />
      <RefundDialog opened={isRefundOpen} onClose={refundDialog.close} detail={detail} />
    </>
  );
}
