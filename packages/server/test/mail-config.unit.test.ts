import { expect, test } from 'vitest';
import { loadConfig, requireMail } from '../src/config.ts';
import { ConfigError } from '../src/platform/settings.ts';

const smtp = 'smtps://me:s3cret@mail.example.com:465';

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  return expect.unreachable();
}

test('without settings there is no mail server and no sender', () => {
  expect(loadConfig({})).toMatchObject({ smtpUrl: null, mailFrom: null });
  expect(loadConfig({ SMTP_URL: '', MAIL_FROM: '' })).toMatchObject({ smtpUrl: null, mailFrom: null });
});

test.for([
  [smtp, 'tickets@example.com'],
  ['smtp://127.0.0.1:1025', 'Läufe & mehr <tickets@example.com>'],
  ['smtp://[::1]?name=x', '"Runs, and more" <tickets@localhost>'],
] as const)('SMTP_URL=%s with MAIL_FROM=%s is taken', ([smtpUrl, mailFrom]) => {
  expect(loadConfig({ SMTP_URL: smtpUrl, MAIL_FROM: mailFrom })).toMatchObject({ smtpUrl, mailFrom });
});

test.for(['nobody', 'a@b@c', 'A <a@example.com>, b@example.com', 'A\nBcc: b@example.com <a@example.com>', '<>'])(
  'MAIL_FROM=%j is refused in one line that names the variable',
  (text) => {
    const message = refusal(() => loadConfig({ MAIL_FROM: text }));
    expect(message).toMatch(/^MAIL_FROM must be [^\n]+$/);
  },
);

test.for(['mail.example.com', 'http://me:s3cret@mail.example.com', 'smtp://', 'smtp:me:s3cret@mail.example.com'])(
  'SMTP_URL=%s is refused in one line that names the variable and repeats no password',
  (text) => {
    const message = refusal(() => loadConfig({ SMTP_URL: text, MAIL_FROM: 'a@example.com' }));
    expect(message).toMatch(/^SMTP_URL must [^\n]+$/);
    expect(message).not.toContain('s3cret');
  },
);

test('a mail server is enough: the sender then is an address at the host of BASE_URL', () => {
  expect(loadConfig({ SMTP_URL: smtp })).toMatchObject({ smtpUrl: smtp, mailFrom: null });
});

test('a server in production that sells needs a mail server, and says what to set', () => {
  const production = { NODE_ENV: 'production', DEPLOYMENT: 'extended' };
  expect(refusal(() => requireMail(loadConfig(production)))).toMatch(/^SMTP_URL must be set [^\n]*MAIL_FROM[^\n]*$/);
  const others = [
    { ...production, SMTP_URL: smtp, MAIL_FROM: 'a@example.com' },
    { ...production, DEPLOYMENT: 'baseline' },
    { DEPLOYMENT: 'extended' },
  ];
  for (const env of others) expect(() => requireMail(loadConfig(env))).not.toThrow();
});
