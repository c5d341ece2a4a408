import { expect, test } from 'vitest';
import { deployments, selectDeployment } from '../src/deployments/index.ts';
import { ConfigError } from '../src/platform/settings.ts';

const { loadConfig } = deployments.extended;

const smtp = 'smtps://me:s3cret@mail.example.com:465';

function configErrorOf(load: () => unknown): string {
  try {
    load();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  return expect.unreachable();
}

test('the mail server and the sender are null if they are not set', () => {
  expect(loadConfig({})).toMatchObject({ mail: { smtpUrl: null, from: null } });
  expect(loadConfig({ SMTP_URL: '', MAIL_FROM: '' })).toMatchObject({ mail: { smtpUrl: null, from: null } });
});

test.for([
  [smtp, 'tickets@example.com'],
  ['smtp://127.0.0.1:1025', 'Läufe & mehr <tickets@example.com>'],
  ['smtp://[::1]?name=x', '"Runs, and more" <tickets@localhost>'],
] as const)('SMTP_URL=%s with MAIL_FROM=%s is accepted', ([smtpUrl, mailFrom]) => {
  expect(loadConfig({ SMTP_URL: smtpUrl, MAIL_FROM: mailFrom })).toMatchObject({ mail: { smtpUrl, from: mailFrom } });
});

test.for(['nobody', 'a@b@c', 'A <a@example.com>, b@example.com', 'A\nBcc: b@example.com <a@example.com>', '<>'])(
  'MAIL_FROM=%j is rejected in one line that names the variable',
  (text) => {
    const message = configErrorOf(() => loadConfig({ MAIL_FROM: text }));
    expect(message).toMatch(/^MAIL_FROM must be [^\n]+$/);
  },
);

test.for(['mail.example.com', 'http://me:s3cret@mail.example.com', 'smtp://', 'smtp:me:s3cret@mail.example.com'])(
  'SMTP_URL=%s is rejected in one line that names the variable and does not contain the password',
  (text) => {
    const message = configErrorOf(() => loadConfig({ SMTP_URL: text, MAIL_FROM: 'a@example.com' }));
    expect(message).toMatch(/^SMTP_URL must [^\n]+$/);
    expect(message).not.toContain('s3cret');
  },
);

test('the sender is null if MAIL_FROM is not set', () => {
  expect(loadConfig({ SMTP_URL: smtp })).toMatchObject({ mail: { smtpUrl: smtp, from: null } });
});

test('a production server that sends e-mails to buyers requires SMTP_URL, and the error names the settings', async () => {
  const production = { NODE_ENV: 'production', DEPLOYMENT: 'extended' };
  const load = (env: Record<string, string>) => selectDeployment(env).load(env);
  const error = await load(production).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).message).toMatch(/^SMTP_URL must be set [^\n]*MAIL_FROM[^\n]*$/);
  const acceptedSettings = [
    { ...production, SMTP_URL: smtp, MAIL_FROM: 'a@example.com' },
    { ...production, DEPLOYMENT: 'baseline' },
    { DEPLOYMENT: 'extended' },
  ];
  for (const env of acceptedSettings) await load(env);
});
