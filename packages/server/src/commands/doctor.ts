import type { Command } from 'commander';
import type { ServedDeployment } from '../server-parts.ts';
import { examine } from './doctor/examine.ts';
import { type CheckResult, worstStatus } from './doctor/finding.ts';
import { withJson } from './runtime.ts';

/** The exit code by the most severe finding. As with every command, 1 means that something does not work. */
const exitCodes = { ok: 0, error: 1, warning: 2 } as const;

export function addDoctorCommand(program: Command, deployment: ServedDeployment): void {
  withJson(program.command('doctor'))
    .description('check the installation, and say what to do about each problem; exit code 1: error, 2: only warnings')
    .action(async (options: { json?: boolean }) => {
      const checks = await examine(deployment, process.env);
      const status = worstStatus(checks.flatMap(({ findings }) => findings));
      const text = options.json ? JSON.stringify({ status, checks }) : format(checks);
      process.stdout.write(`${text}\n`);
      process.exitCode = exitCodes[status];
    });
}

const statusWidth = 9;

/** One line for each check, and two for each finding: the problem and what to do. */
function format(checks: readonly CheckResult[]): string {
  const nameWidth = Math.max(...checks.map(({ name }) => name.length)) + 2;
  const indent = ' '.repeat(statusWidth);
  return checks
    .flatMap(({ name, status, detail, findings }) => [
      `${status.padEnd(statusWidth)}${name.padEnd(nameWidth)}${detail}`,
      ...findings.flatMap(({ severity, problem, action }) => [
        `${indent}${severity}: ${problem}`,
        `${indent}${action}`,
      ]),
    ])
    .join('\n');
}
