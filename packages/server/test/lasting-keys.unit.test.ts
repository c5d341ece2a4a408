import { expect, test } from 'vitest';
import { bundlePublicKey, hashPairingCode } from '../src/features/gate/device-secrets.ts';
import { hashEmail } from '../src/features/otp/codes.ts';
import { openSecret, publicKeyOf } from '../src/features/webhooks/secrets.ts';
import { deriveSecrets } from '../src/platform/crypto.ts';

test('What receivers and phones trust, and what was hashed, is the same as in the first release', () => {
  const secrets = deriveSecrets('a master key that only the tests use');
  const ciphertext = '81kgFFwWjWULuqWIlSONhGYnEVEuzVdqr9l9yvIi8A+X3oqVzAA=';
  const row = { organizerId: 'org_01m7zd4g7te9zrnjd3jad95h6b', endpointId: 'whk_1', id: 'whs_1', ciphertext };
  const opened = openSecret(secrets.webhookSecretKey, row);
  expect(opened.secret).toBe('whsec_AAAA');
  expect(publicKeyOf(opened)).toBe('whpk_mwiRAfRmC2HNBCIbnh7OudcBPmiurDsQixxkHgO/xVs=');
  expect(bundlePublicKey(secrets)).toBe('G7XPOWZut724eb+VmXHwR3OKUUAMhjAKZ0Ey/tNBroY=');
  const pairingHash = '861f0e4cd24f6052fabd6e04ddcd5b19a75757f8b34517dc472546c0ca7f48b6';
  expect(hashPairingCode(secrets, 'K7MP-3XQ9')).toBe(pairingHash);
  const emailHash = '57ba4ca7b4ba3824928f617d30b46da534f53699d86179aa1b646334eff0ec3c';
  expect(hashEmail(secrets, 'zoe@example.org')).toBe(emailHash);
});
