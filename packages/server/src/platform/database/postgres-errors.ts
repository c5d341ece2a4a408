/** A kind of error of a connection to PostgreSQL that does not pass by itself, and what the operator can do about it. */
interface Cause {
  readonly code?: RegExp;
  readonly message?: RegExp;
  readonly advice: string;
}

/** The first that matches counts. The codes are those of PostgreSQL's Appendix A and of Node. */
const permanentCauses: readonly Cause[] = [
  { code: /^28P01$/, advice: 'Correct the user and the password in DATABASE_URL.' },
  {
    message: /client password must be/,
    advice: 'PostgreSQL requires a password: add it to DATABASE_URL, as postgres://user:password@host/database.',
  },
  {
    code: /^28000$/,
    message: /no encryption$/,
    advice:
      'Add a line for this user, database and address to pg_hba.conf of PostgreSQL and reload it, or correct DATABASE_URL. If ' +
      'pg_hba.conf has only lines that require TLS, add sslmode to DATABASE_URL.',
  },
  {
    code: /^28000$/,
    message: /pg_hba\.conf/,
    advice:
      'Add a line for this user, database and address to pg_hba.conf of PostgreSQL and reload it, or correct DATABASE_URL.',
  },
  { code: /^28000$/, message: /client certificate/, advice: 'Add sslcert and sslkey to DATABASE_URL.' },
  { code: /^28/, advice: 'Correct the user in DATABASE_URL, or create it as a user of PostgreSQL that can log in.' },
  {
    code: /^3D000$/,
    advice:
      'Correct the database in DATABASE_URL, or create it as the superuser of PostgreSQL: createdb --template=template0 ' +
      '--encoding=UTF8 --owner=USER DATABASE.',
  },
  {
    code: /^42501$/,
    advice:
      'Make the user of DATABASE_URL the owner of the database and of its tables: alter database DATABASE owner to USER.',
  },
  { code: /^ENOTFOUND$/, advice: 'Correct the host in DATABASE_URL.' },
  {
    message: /server does not support SSL/,
    advice: 'Set ssl = on in postgresql.conf, or remove sslmode from DATABASE_URL.',
  },
  {
    code: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    advice: 'Use a host name of the certificate in DATABASE_URL, or sslmode=verify-ca.',
  },
  { code: /^CERT_HAS_EXPIRED$/, advice: 'Renew the certificate of PostgreSQL.' },
  {
    code: /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|CERT_)/,
    advice: 'Set sslrootcert in DATABASE_URL to the file of the CA that has signed the certificate of PostgreSQL.',
  },
  {
    code: /^ERR_(OSSL|SSL|TLS)/,
    advice: 'Correct sslmode and the files of sslrootcert, sslcert and sslkey in DATABASE_URL.',
  },
];

const diskFull = '53100';

const fieldsOf = (error: unknown) => error as { code?: string; message?: string; syscall?: string };

function permanentCause(error: unknown): Cause | undefined {
  const { code = '', message = '' } = fieldsOf(error);
  return permanentCauses.find((cause) => (cause.code?.test(code) ?? true) && (cause.message?.test(message) ?? true));
}

/** See `Dialect.classifyError`. */
export function classifyError(error: unknown): 'unique' | 'unavailable' | 'other' {
  const { code = '', message = '' } = fieldsOf(error);
  if (code === '23505') return 'unique';
  const isUnavailable =
    /^(08|28|53|57P|58|3D000|25006|40001|40P01|55P03|57014|XX)/.test(code) || // classes of PostgreSQL's Appendix A
    /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ENOENT)/.test(code) ||
    /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS)/.test(code) ||
    /Connection terminated|connection timeout|Client was closed|timeout exceeded when trying to connect|Client has encountered a connection error|pool is ending|server does not support SSL/i.test(
      message,
    );
  return isUnavailable ? 'unavailable' : 'other';
}

/** See `Dialect.classifyConnectionError`. */
export function classifyConnectionError(error: unknown): 'temporary' | 'permanent' | null {
  if (permanentCause(error) !== undefined) return 'permanent';
  const { code = '', message = '', syscall } = fieldsOf(error);
  const isTemporary =
    // Starting, shutting down, too many connections; a standby that becomes the primary; a pooler without a server.
    /^(57P0[1-3]|53300|25006|08(?!P01))/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)$/.test(code) ||
    // The socket of a server that does not run.
    (code === 'ENOENT' && syscall === 'connect') ||
    /Connection terminated|connection timeout|timeout exceeded when trying to connect/i.test(message);
  return isTemporary ? 'temporary' : null;
}

/** See `Dialect.adviceFor`. */
export function adviceFor(error: unknown): string | null {
  if (fieldsOf(error).code === diskFull) return 'Make space on the disk of PostgreSQL.';
  if (classifyConnectionError(error) === 'temporary')
    return 'Make sure that PostgreSQL accepts connections there, or correct DATABASE_URL.';
  return permanentCause(error)?.advice ?? null;
}
