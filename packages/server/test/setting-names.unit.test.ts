import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deployments, selectDeployment } from '../src/deployments/index.ts';
import { ConfigError } from '../src/platform/settings.ts';
import { misspelledSettings } from '../src/setting-names.ts';

const { settingNames } = deployments.extended;

test.for(Object.values(deployments))('the $name deployment lists exactly the settings that it reads', (deployment) => {
  const readNames = new Set<string>();
  const values: Record<string, string> = {
    PAYMENTS: 'stripe,manual',
    STRIPE_SECRET_KEY: 'sk_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
  };
  const env = new Proxy(values, {
    get: (target, name: string) => {
      readNames.add(name);
      return target[name];
    },
  });
  selectDeployment(env);
  deployment.loadConfig(env);
  const names = new Set(deployment.settingNames);
  expect([...readNames].sort()).toEqual([...names].sort());
  expect(names.size).toBe(deployment.settingNames.length);
});

test('the baseline ignores settings of the extended deployment', () => {
  const env = { RATE_LIMIT_PUBLIC: 'x', HOLDS_PER_EMAIL: 'x' };
  expect(() => deployments.baseline.loadConfig(env)).not.toThrow();
  expect(() => deployments.extended.loadConfig(env)).toThrow(ConfigError);
});

test('docs/settings.md lists exactly the settings that the program reads', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8');
  const rows = Array.from(text.matchAll(/^\| (`.+?) \|/gm), ([, names = '']) => names);
  const listed = rows.flatMap((names) => names.replaceAll('`', '').split(', '));
  expect(listed.sort()).toEqual([...settingNames].sort());
});

test.for([
  ['PAYMNETS', 'PAYMENTS'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['PROT', 'PORT'],
  ['RATE_LIMIT_ATE', 'RATE_LIMIT_GATE'],
  ['port', 'PORT'],
  ['SMTPURL', 'SMTP_URL'],
] as const)('%s is recognized as a misspelled %s', ([name, suggestion]) => {
  expect(misspelledSettings({ [name]: 'x' }, settingNames)).toEqual([{ name, suggestion }]);
});

test('usual environment variables are not reported as misspelled settings', () => {
  const usualNames =
    'PATH HOME PWD OLDPWD SHELL USER LANG TERM HOSTNAME LOGNAME MAIL SHLVL TZ EDITOR PAGER _ NODE_OPTIONS NODE_PATH';
  expect(
    misspelledSettings(Object.fromEntries(usualNames.split(' ').map((name) => [name, 'x'])), settingNames),
  ).toEqual([]);
});
