import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Stops a child process when this process exits for any reason. A shell reads from a pipe that this process holds open. When this
 * process exits, even after SIGKILL, the operating system closes the pipe, and the shell stops the child process.
 */
export function stopWithParent(child: ChildProcess, signal: 'TERM' | 'QUIT' = 'TERM'): void {
  // The shell has a separate session, so that Ctrl-C does not stop it before it has stopped the child process.
  const shell = spawn('/bin/sh', ['-c', `cat > /dev/null; kill -${signal} "$0"`, String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  // The shell must stop with the child process: it could otherwise stop an unrelated process that reuses the process id.
  child.once('exit', () => shell.kill('SIGKILL'));
}
