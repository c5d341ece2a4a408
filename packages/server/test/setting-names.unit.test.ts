import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../src/config.ts';
import { misspelledSettings, settingNames } from '../src/setting-names.ts';

test('the settings that are known are those that are read', () => {
  const read = new Set<string>();
  const values: Record<string, string> = {
    PAYMENTS: 'stripe,manual',
    STRIPE_SECRET_KEY: 'sk_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  };
  loadConfig(
    new Proxy(values, {
      get: (target, name: string) => {
        read.add(name);
        return target[name];
      },
    }),
  );
  expect([...read].sort()).toEqual([...settingNames].sort());
});

test('each is in the table of the README', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  for (const name of settingNames) expect(text).toContain(`\`${name}\``);
});

test.for([
  ['PAYMNETS', 'PAYMENTS'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['PROT', 'PORT'],
  ['port', 'PORT'],
  ['SMTPURL', 'SMTP_URL'],
] as const)('%s is taken for a misspelled %s', ([name, meant]) => {
  expect(misspelledSettings({ [name]: 'x' })).toEqual([{ name, meant }]);
});

test('variables of a usual environment are not', () => {
  const usual =
    'PATH HOME PWD OLDPWD SHELL USER LANG TERM HOSTNAME LOGNAME MAIL SHLVL TZ EDITOR PAGER _ NODE_OPTIONS NODE_PATH';
  expect(misspelledSettings(Object.fromEntries(usual.split(' ').map((name) => [name, 'x'])))).toEqual([]);
});
