import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Stops a process when this one exits, for any reason: a shell waits for the end of a pipe that this process holds, which
 * the system closes even after SIGKILL.
 */
export function endWithParent(child: ChildProcess, signal: 'TERM' | 'QUIT' = 'TERM'): void {
  // In a separate session, because Ctrl-C must not end it before it has stopped the process.
  const guard = spawn('sh', ['-c', `cat > /dev/null; kill -${signal} "$0"`, String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  child.once('exit', () => guard.kill('SIGKILL')); // Its process id can soon be used by another process.
}
