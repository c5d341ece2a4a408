import type { MailMessage } from '../../../platform/mail/transport.ts';
import { counted } from './format.ts';
import { laidOut } from './layout.ts';

/**
 * A one-time code.
 *
 * @param given.validMinutes how long it can be used
 */
export function otpMail({ to, code, validMinutes }: { to: string; code: string; validMinutes: number }): MailMessage {
  const summary = `Enter this code to continue. It can be used once, within ${counted(validMinutes, 'minute')}.`;
  const content = {
    sender: null,
    title: 'Your verification code',
    preview: summary,
    blocks: [
      { type: 'text', text: summary },
      { type: 'code', code },
      { type: 'text', text: 'Nobody from us will ever ask you for this code. Give it to no one.' },
      {
        type: 'text',
        text: 'You did not ask for it? Then ignore this mail: without the code nothing happens.',
        tone: 'quiet',
      },
    ] as const,
    reason: `You get this mail because a code was requested for ${to}.`,
  };
  // No code in the subject or the preview: they show on locked screens.
  return { to, subject: 'Your verification code', ...laidOut(content) };
}
