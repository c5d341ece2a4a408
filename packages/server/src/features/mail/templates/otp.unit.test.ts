import { expect, test } from 'vitest';
import { otpMail } from './otp.ts';

test('the one-time code is at the start of the subject, and on a separate line of the text', () => {
  const { to, subject, text } = otpMail({ to: 'ada@example.com', code: '492817', validMinutes: 1 });
  expect([to, subject]).toEqual(['ada@example.com', '492817 is your code']);
  expect(text).toMatch(/^ *492817$/m);
  expect(text).toContain('It expires in 1 minute.');
  expect(text).toContain('Do not share this code');
});
