import type { MailMessage } from '../../../platform/mail/transport.ts';
import type { Block } from './block.ts';
import { pluralize } from './format.ts';
import { type Content, renderContent } from './layout.ts';

/**
 * The e-mail with a one-time code. The subject contains the code too, because notifications show the subject.
 *
 * @param mail.validMinutes the time until the code expires
 * @param mail.cartUrl the page with the cart for which the code was requested; null if there is none
 */
export function otpMail({
  to,
  code,
  validMinutes,
  cartUrl,
}: {
  readonly to: string;
  readonly code: string;
  readonly validMinutes: number;
  readonly cartUrl: string | null;
}): MailMessage {
  const summary = `Enter this code to verify your email address. It expires in ${pluralize(validMinutes, 'minute')}.`;
  const cartBlocks: Block[] =
    cartUrl === null
      ? []
      : [
          { type: 'text', text: 'If you closed the page, this link opens it again, on any device.' },
          { type: 'link', label: 'Continue your order', url: cartUrl },
        ];
  const content: Content = {
    organizer: null,
    title: 'Your verification code',
    preview: summary,
    blocks: [
      { type: 'text', text: summary },
      { type: 'code', code },
      ...cartBlocks,
      { type: 'text', text: 'Do not share this code with anyone. We will never ask you for it.' },
      {
        type: 'text',
        text: 'If you did not request a code, you can ignore this email.',
        tone: 'quiet',
      },
    ],
    reason: `You received this email because a code was requested for ${to}.`,
  };
  return { to, subject: `${code} is your code`, ...renderContent(content) };
}
