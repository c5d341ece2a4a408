import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, isListening } from './harness/ports.ts';
import { runJsonHere } from './harness/run-here.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import { waitUntil } from './harness/wait.ts';

const mebibyte = 2 ** 20;

describe('the configuration of nginx', { tags: 'nginx' }, () => {
  let folder: string;
  let server: ServerProcess;
  let nginx: ChildProcess;
  let ports: { http: number; https: number };
  let headers: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'organizer-nginx-'));
    const env = { DATA_DIR: join(folder, 'data'), TRUST_PROXY: '127.0.0.1' };
    server = await startServer(env);
    const organizer = ['--name', 'Club', '--slug', 'club', '--currency', 'EUR', '--timezone', 'UTC'];
    await runJsonHere(['organizers', 'create', ...organizer], env);
    const keyOptions = ['--organizer', 'club', '--kind', 'secret', '--name', 'CRM'];
    const { id, key } = await runJsonHere<{ id: string; key: string }>(['keys', 'create', ...keyOptions], env);
    await runJsonHere(['keys', 'grant', id, 'events:write'], env);
    headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    ports = { http: await freePort(), https: await freePort() };
    nginx = await startNginx();
  });
  afterAll(async () => {
    if (nginx?.exitCode === null) {
      const exited = once(nginx, 'exit');
      nginx.kill();
      await exited;
    }
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  /** Starts nginx with the file of the packaging, on other ports and with another certificate. */
  async function startNginx(): Promise<ChildProcess> {
    const subject = ['-subj', '/CN=tickets.example.com', '-addext', 'subjectAltName=DNS:tickets.example.com'];
    const files = ['-keyout', join(folder, 'site.key'), '-out', join(folder, 'site.crt')];
    execFileSync('openssl', ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', ...files, ...subject], { stdio: 'pipe' });
    const site = readFileSync(join(import.meta.dirname, '../../../packaging/nginx.conf'), 'utf8')
      .replaceAll(/listen \[::\].*\n/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${ports.https} ssl;`)
      .replace('127.0.0.1:3000', new URL(server.url).host)
      .replaceAll('/etc/ssl/organizer', join(folder, 'site'));
    mkdirSync(join(folder, 'tmp'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, 'tmp', name)};`)
      .join(' ');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const config = `${user} daemon off; pid ${join(folder, 'nginx.pid')}; events {}
      http { access_log off; ${temporary} ${site} }`;
    writeFileSync(join(folder, 'nginx.conf'), config);
    const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
      stdio: 'inherit',
    });
    await waitUntil(() => child.exitCode !== null || isListening(ports.https));
    expect(child.exitCode).toBeNull();
    return child;
  }

  async function send(
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<IncomingMessage> {
    const sent = request({
      host: '127.0.0.1',
      port: ports.https,
      servername: 'tickets.example.com',
      ca: readFileSync(join(folder, 'site.crt')),
      path,
      method: options.method ?? 'GET',
      headers: { host: 'tickets.example.com', ...options.headers },
    });
    sent.end(options.body);
    const [response] = await once(sent, 'response');
    return response;
  }

  test('adds HSTS, also to errors, and leads from http to https', async () => {
    for (const [path, status] of [
      ['/healthz', 200],
      ['/api/v1/events', 401],
    ] as const) {
      const response = await send(path);
      response.resume();
      expect(response.statusCode).toBe(status);
      expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
    }
    const plain = await fetch(`http://127.0.0.1:${ports.http}/a?b=c`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://tickets.example.com/a?b=c']);
  });

  test('passes bodies of the size of a poster on to the server, whose errors state the limit', async () => {
    for (const size of [1.5 * mebibyte, 3_000_000]) {
      const response = await send('/api/v1/events', { method: 'POST', headers, body: ' '.repeat(size) });
      expect(response.statusCode).toBe(413);
      expect(JSON.parse(await text(response))).toMatchObject({ reason: 'body_too_large' });
    }
  });

  test('does not let a client choose its address', async () => {
    const remaining = async (address: string) => {
      const response = await send('/api/v1/events', { headers: { 'x-forwarded-for': address } });
      response.resume();
      return Number(response.headers['ratelimit-remaining']);
    };
    const before = await remaining('198.51.100.1');
    expect(await remaining('198.51.100.2')).toBe(before - 1);
  });

  test('passes a stream of webhook events on at once', async () => {
    const stream = await send('/api/v1/webhook-events/stream', { headers });
    expect(stream.statusCode).toBe(200);
    const firstChunk = once(stream, 'data');
    const body = JSON.stringify({ name: 'Run', startsAt: '2031-05-09T08:00:00Z', status: 'published' });
    const created = await send('/api/v1/events', { method: 'POST', headers, body });
    created.resume();
    expect(created.statusCode).toBe(201);
    expect(String(await firstChunk)).not.toBe('');
    stream.destroy();
  });
});
