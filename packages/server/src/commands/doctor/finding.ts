/** Something that is wrong with an installation. */
export interface Finding {
  /** `error`: something does not work. `warning`: it works, but not as it should. */
  readonly severity: 'error' | 'warning';
  /** One sentence or two that say what is wrong. They contain no secrets. */
  readonly problem: string;
  /** What the operator can do about it. */
  readonly action: string;
}

/** The result of one check of an installation. */
export interface CheckResult {
  readonly name: string;
  /** `skipped`: the check does not apply, or needs something that another check found to be broken. */
  readonly status: 'ok' | 'warning' | 'error' | 'skipped';
  /** What was checked, or why the check was skipped. */
  readonly detail: string;
  readonly findings: readonly Finding[];
}

export function error(problem: string, action: string): Finding {
  return { severity: 'error', problem, action };
}

export function warning(problem: string, action: string): Finding {
  return { severity: 'warning', problem, action };
}

/** The result of a check: its status is that of its most severe finding. */
export function checked(name: string, detail: string, findings: readonly Finding[]): CheckResult {
  return { name, status: worstStatus(findings), detail, findings };
}

export function skipped(name: string, detail: string): CheckResult {
  return { name, status: 'skipped', detail, findings: [] };
}

/** The most severe of these severities; `ok` if there are none. */
export function worstStatus(findings: readonly Finding[]): 'ok' | 'warning' | 'error' {
  if (findings.some(({ severity }) => severity === 'error')) return 'error';
  return findings.length > 0 ? 'warning' : 'ok';
}

/** The message of an error in one line. */
export function messageOf(cause: unknown): string {
  const { message = '', code = '' } = cause as { message?: string; code?: string };
  return (message || code || String(cause)).split('\n')[0] ?? '';
}
