import { expect, test } from 'vitest';
import { otpMail } from './otp.ts';

test('the one-time code is at the start of the subject, and on a separate line of the text', () => {
  const { to, subject, text } = otpMail({
    language: 'en',
    to: 'ada@example.com',
    code: '492817',
    validMinutes: 1,
    cartUrl: null,
  });
  expect([to, subject]).toEqual(['ada@example.com', '492817 is your code']);
  expect(text).toMatch(/^ *492817$/m);
  expect(text).toContain('It expires in 1 minute.');
  expect(text).toContain('Do not share this code');
  expect(text).not.toContain('Continue your order');
});

test('the e-mail with a one-time code has a link to the cart for which it was requested', () => {
  const cartUrl = 'https://tickets.example.com/e/evt_1#cart=tty_1~2';
  const { text } = otpMail({ language: 'en', to: 'ada@example.com', code: '492817', validMinutes: 10, cartUrl });
  expect(text).toContain(cartUrl);
});
