import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '@parley/testing/certificate.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { serviceFindings } from './service-findings.ts';

async function listening(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A service with this answer for its console. */
const service = (status: number, body: string, headers: Record<string, string> = {}): RequestListener => {
  return ({ url }, response) => {
    if (url === '/readyz') return void response.end('{"status":"ready"}');
    response.writeHead(status, headers).end(body);
  };
};

const findings = async (environment: Record<string, string>, wasStarted = true) =>
  serviceFindings(loadConfig({ HOST: '127.0.0.1', ...environment }, {}), wasStarted);
const lines = async (environment: Record<string, string>) =>
  (await findings(environment)).map(({ state, words }) => `${state} ${words}`);

test('parley doctor reports no problem for a service that is ready and has a console', async () => {
  const port = await listening(createServer(service(200, '<p>Parley</p>')));
  expect(await lines({ PORT: `${port}` })).toEqual([
    `ok The service at http://127.0.0.1:${port} is ready.`,
    'ok The console answers.',
  ]);
});

test('parley doctor reports a console that could not be built, with the reason', async () => {
  const page = '<!doctype html><head><title>Parley</title></head><body><p>EROFS: read-only</p></body>';
  const port = await listening(createServer(service(503, page)));
  expect((await lines({ PORT: `${port}` }))[1]).toBe(
    'problem The console cannot be loaded: EROFS: read-only',
  );
});

test('parley doctor reports no problem for a console that is still being built', async () => {
  const port = await listening(createServer(service(503, 'soon', { 'retry-after': '2' })));
  expect((await lines({ PORT: `${port}` }))[1]).toBe('note The console is being built.');
});

test('parley doctor reports a proxy without a service behind it', async () => {
  const port = await listening(createServer((_, response) => void response.writeHead(502).end()));
  expect((await lines({ PORT: `${port}` }))[0]).toBe(
    `problem The service at http://127.0.0.1:${port} is not ready: 502 Bad Gateway`,
  );
});

test('parley doctor reports a service that ran before and does not answer, but not one that never ran', async () => {
  const PORT = `${await freePort()}`;
  const [ran, neverRan] = [await findings({ PORT }), await findings({ PORT }, false)];
  expect(ran.map(({ state }) => state)).toEqual(['problem']);
  expect(ran[0]?.remedy).toContain('npm start');
  expect(neverRan.map(({ state }) => state)).toEqual(['note']);
});

test('parley doctor reports an invalid TLS certificate, and still checks the service behind it', async () => {
  const port = await listening(createServer(service(200, '')));
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  makeCertificate(key, cert);
  const files = { key: await readFile(key), cert: await readFile(cert) };
  const tls = await listening(createTlsServer(files, service(200, '')));
  const [first, ...others] = await findings({
    PORT: `${port}`,
    PARLEY_PUBLIC_URL: `https://127.0.0.1:${tls}`,
  });
  expect(first?.state).toBe('problem');
  expect(first?.words).toMatch(/^The certificate of https:\/\/127\.0\.0\.1:\d+ is not accepted: /);
  expect(first?.remedy).toContain('NODE_EXTRA_CA_CERTS');
  expect(others.map(({ state }) => state)).toEqual(['ok', 'ok']);
});
