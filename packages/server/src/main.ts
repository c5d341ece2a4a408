import { endWithoutOutput, reportFailure } from './commands/runtime.ts';
import { runProgram } from './program.ts';

process.umask(0o077); // Files contain personal data or secrets, so that only their owner can read them.
process.stdout.on('error', (error) => endWithoutOutput(error));
runProgram(process.argv.slice(2)).catch((error) => {
  reportFailure(error, { json: process.argv.includes('--json') });
  // An open connection, such as one to Redis, would keep the process running. A failed write of the help is reported before.
  setImmediate(() => process.exit());
});
