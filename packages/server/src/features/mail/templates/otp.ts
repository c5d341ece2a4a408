import type { MailMessage } from '../../../platform/mail/transport.ts';
import { counted } from './format.ts';
import { laidOut } from './layout.ts';

/**
 * A one-time code. It is in the subject too, so that it can be read from a notification.
 *
 * @param given.validMinutes how long it can be used
 */
export function otpMail({ to, code, validMinutes }: { to: string; code: string; validMinutes: number }): MailMessage {
  const summary = `Enter this code to verify your email address. It expires in ${counted(validMinutes, 'minute')}.`;
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
  return { to, subject: `${code} is your code`, ...laidOut(content) };
}
