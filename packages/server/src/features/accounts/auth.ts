import { betterAuth } from 'better-auth';
import { magicLink, twoFactor } from 'better-auth/plugins';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { secondFactorAfterLink } from './link-challenge.ts';
import { sessionAfterPasskey } from './passkey-session.ts';
import { passwordLengthMax, passwordLengthMin } from './passwords.ts';
import { challengeMinutes, factorKeys } from './second-factor.ts';
import { cookieOptions } from './session-cookie.ts';

/** The time for which a sign-in link in a mail can be used. */
export const linkMinutes = 15;
const sessionDays = 7;
const daySeconds = 24 * 60 * 60;

/** Receives the token of a new sign-in link. */
type SendLink = (link: { readonly email: string; readonly token: string }) => Promise<void>;

interface AuthOptions {
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'keyring' | 'sessionKey'>;
  /** The public URL of this server. */
  readonly baseUrl: string;
  readonly sendLink: SendLink;
}

export type Auth = ReturnType<typeof createAuth>;

const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

/**
 * The library that stores passwords, sessions and second factors. Its routes are not registered: the routes of this feature call
 * its functions. Its own limits are disabled, because the limiter of the service counts attempts in all processes. A session
 * exists only after all factors of the user are verified.
 */
export function createAuth({ db, secrets, baseUrl, sendLink }: AuthOptions) {
  const { prefix: cookiePrefix, ...cookieAttributes } = cookieOptions(baseUrl);
  const auth = betterAuth({
    appName: 'Organizer',
    baseURL: baseUrl,
    basePath: '/dashboard/api/account',
    secret: secrets.sessionKey.export().toString('utf8'),
    // As with SQLite, times are stored as text and booleans as integers in every table of this database.
    database: { db: db as never, type: 'sqlite', transaction: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix,
      // The library would put `__Secure-` before the prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { ...cookieAttributes, sameSite: 'strict' },
      database: {
        generateId: ({ model }) => newId(model === 'user' ? 'usr' : 'ses', Date.now()),
        // The library would read the schema with statements for SQLite. Migrations and tests ensure the schema.
        validateSchema: false,
      },
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'], ipv6Subnet: 128 },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: {
        isOperator: { type: 'boolean', fieldName: 'is_operator', input: false, defaultValue: false },
      },
    },
    session: {
      modelName: 'user_sessions',
      expiresIn: sessionDays * daySeconds,
      updateAge: daySeconds,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
    },
    account: {
      modelName: 'user_credentials',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    // A job deletes expired rows.
    verification: {
      modelName: 'user_verifications',
      fields: { expiresAt: 'expires_at', ...times },
      disableCleanup: true,
    },
    databaseHooks: {
      // Without a session, the library responds as to a wrong password or an expired link.
      session: { create: { before: ({ userId }) => isEnabled(db, String(userId)) } },
    },
    plugins: [
      magicLink({
        disableSignUp: true,
        storeToken: 'hashed',
        expiresIn: linkMinutes * 60,
        sendMagicLink: sendLink,
      }),
      twoFactor({
        issuer: 'Organizer',
        allowPasswordless: true,
        twoFactorCookieMaxAge: challengeMinutes * 60,
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'user_second_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      secondFactorAfterLink,
      sessionAfterPasskey,
    ],
  });
  // Read for each request, because a rotation of the master key changes it while the server runs.
  const useCurrentKeys = (context: object) =>
    Object.defineProperty(context, 'secretConfig', { get: () => factorKeys(secrets), enumerable: true });
  // Each request reports the error if the library cannot start.
  auth.$context.then(useCurrentKeys, () => {});
  return auth;
}

/** Whether a user can sign in. */
async function isEnabled(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return user !== undefined;
}
