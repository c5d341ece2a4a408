import type { MailMessage } from '../../../platform/mail/transport.ts';
import { pluralize } from './format.ts';
import { renderContent } from './layout.ts';

/**
 * The e-mail with a one-time code. The subject contains the code too, because notifications show the subject.
 *
 * @param mail.validMinutes the time until the code expires
 */
export function otpMail({ to, code, validMinutes }: { to: string; code: string; validMinutes: number }): MailMessage {
  const summary = `Enter this code to verify your email address. It expires in ${pluralize(validMinutes, 'minute')}.`;
  const content = {
    organizer: null,
    title: 'Your verification code',
    preview: summary,
    blocks: [
      { type: 'text', text: summary },
      { type: 'code', code },
      { type: 'text', text: 'Do not share this code with anyone. We will never ask you for it.' },
      {
        type: 'text',
        text: 'If you did not request a code, you can ignore this email.',
        tone: 'quiet',
      },
    ] as const,
    reason: `You received this email because a code was requested for ${to}.`,
  };
  return { to, subject: `${code} is your code`, ...renderContent(content) };
}
