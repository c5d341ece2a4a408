import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Stops a child process when this process exits for any reason. A shell reads from a pipe of this process until the system closes
 * the pipe, which happens even after SIGKILL. Then the shell stops the child process.
 */
export function stopWithParent(child: ChildProcess, signal: 'TERM' | 'QUIT' = 'TERM'): void {
  // The shell has a separate session, so that Ctrl-C does not stop it before it has stopped the child process.
  const shell = spawn('sh', ['-c', `cat > /dev/null; kill -${signal} "$0"`, String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  child.once('exit', () => shell.kill('SIGKILL')); // Another process could later have the same process id.
}
