import type { Language } from '#messages/languages';
import type { MailMessage } from '../../../platform/mail/transport.ts';
import { mailTexts } from '../../../platform/texts.ts';
import type { Block } from './block.ts';
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
  language,
}: {
  readonly to: string;
  readonly code: string;
  readonly validMinutes: number;
  readonly cartUrl: string | null;
  readonly language: Language;
}): MailMessage {
  const texts = mailTexts(language).code;
  const summary = texts.summary({ minutes: validMinutes });
  const cartBlocks: Block[] =
    cartUrl === null
      ? []
      : [
          { type: 'text', text: texts.cart },
          { type: 'link', label: texts.continue, url: cartUrl },
        ];
  const content: Content = {
    language,
    organizer: null,
    title: texts.title,
    preview: summary,
    blocks: [
      { type: 'text', text: summary },
      { type: 'code', code },
      ...cartBlocks,
      { type: 'text', text: texts.secret },
      { type: 'text', text: texts.notRequested, tone: 'quiet' },
    ],
    reason: texts.reason({ email: to }),
  };
  return { to, subject: texts.subject({ code }), ...renderContent(content) };
}
