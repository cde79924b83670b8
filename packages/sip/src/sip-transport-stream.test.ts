import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import {
  type AddressInfo,
  connect,
  createServer as createPlainServer,
  type Server,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { ManualTime } from '@parley/testing/scripted-sip.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Hop, SipTransport } from './sip-transport.ts';
import { SipFraming, tcpTransport, tlsTransport } from './sip-transport-stream.ts';

const message = (words: string) => `OPTIONS sip:b SIP/2.0\r\nSubject: ${words}\r\nContent-Length: 0\r\n\r\n`;
const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const heard = (transport: SipTransport) =>
  new Promise<string>((resolve) => transport.onPacket((bytes) => resolve(bytes.toString())));
const kept = <One extends { close(): unknown }>(one: One): One => {
  opened.push(one);
  return one;
};

test('a broken SIP connection is reopened, and incoming connections are accepted', async () => {
  const transport = kept(await tcpTransport({ host: '127.0.0.1', port: 0 }, new ManualTime()));
  const server = kept(createPlainServer().listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hop: Hop = { transport: 'tcp', host: '127.0.0.1', port, name: '127.0.0.1' };
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const ours = await transport.localTo(hop);
  while (sockets.length < 1) await once(server, 'connection');
  sockets[0]?.destroy();
  // What is sent before the break is noticed is lost, as on any network; sooner or later there is a new connection.
  while (sockets.length < 2) {
    await transport.send(message('again'), hop).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const theirs = connect(ours.port, '127.0.0.1');
  opened.push({ close: () => theirs.destroy() });
  const said = heard(transport);
  theirs.write(message('by themselves'));
  expect(await said).toBe(message('by themselves'));
  sockets[1]?.destroy();
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!hasOpenssl)('SIP over TLS with a certificate made by openssl', () => {
  /** A server's own certificate and key, made by openssl. */
  let certificate: { readonly cert: string; readonly key: string };
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-tls-'));
    const args =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=trunk.example';
    const names = ['-addext', 'subjectAltName=DNS:trunk.example'];
    const files = ['-keyout', join(folder, 'key'), '-out', join(folder, 'cert')];
    const { status, stderr } = spawnSync('openssl', [...args.split(' '), ...names, ...files]);
    if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
    certificate = {
      cert: await readFile(join(folder, 'cert'), 'utf8'),
      key: await readFile(join(folder, 'key'), 'utf8'),
    };
    await rm(folder, { recursive: true });
  });

  async function farEnd(): Promise<{ hop: Hop; connection: Promise<TLSSocket> }> {
    const server: Server = createServer(certificate);
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { promise, resolve } = Promise.withResolvers<TLSSocket>();
    server.on('secureConnection', (socket: TLSSocket) => {
      opened.push({ close: () => socket.destroy() });
      resolve(socket);
    });
    opened.push(server);
    const { port } = server.address() as AddressInfo;
    return { hop: { transport: 'tls', host: '127.0.0.1', port, name: 'trunk.example' }, connection: promise };
  }

  test('a SIP message over TLS and its answer use the same connection', async () => {
    const { hop, connection } = await farEnd();
    const transport = kept(tlsTransport(certificate.cert, new ManualTime()));
    const answer = heard(transport);
    await transport.send(message('to them'), hop);
    const socket = await connection;
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(bytes.toString()).toBe(message('to them'));
    socket.write(message('to us'));
    expect(await answer).toBe(message('to us'));
    expect((await transport.localTo(hop)).host).toBe('127.0.0.1');
  });

  test.each([
    ['is signed by no known authority', false, 'trunk.example'],
    ['is for another host name', true, 'other.example'],
  ] as const)('no SIP message is sent to a far end whose certificate %s', async (_, isVouchedFor, name) => {
    const { hop } = await farEnd();
    const transport = kept(tlsTransport(isVouchedFor ? certificate.cert : undefined, new ManualTime()));
    await expect(transport.send(message('secret'), { ...hop, name })).rejects.toThrow();
  });

  test('a SIP connection sends keep-alives and answers pings', async () => {
    const { hop, connection } = await farEnd();
    const time = new ManualTime();
    const transport = kept(tlsTransport(certificate.cert, time));
    await transport.localTo(hop);
    const socket = await connection;
    const ping = once(socket, 'data');
    await time.advance(30_000);
    expect(`${(await ping)[0]}`).toBe('\r\n\r\n');
    const pong = once(socket, 'data');
    socket.write('\r\n\r\n');
    expect(`${(await pong)[0]}`).toBe('\r\n');
  });

  test('a closed SIP port is reported as unreachable', async () => {
    const { hop } = await farEnd();
    for (const one of opened.splice(0)) await one.close();
    const transport = kept(tlsTransport(certificate.cert, new ManualTime()));
    await expect(transport.send(message('hello'), hop)).rejects.toThrow();
  });
});

const withBody = (body: string, name = 'Content-Length') =>
  `OPTIONS sip:b SIP/2.0\r\n${name}: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const texts = (framing: SipFraming, chunk: string) =>
  framing
    .push(Buffer.from(chunk))
    .map((frame) => (frame.kind === 'message' ? frame.bytes.toString() : frame.kind));

test('SIP messages are found wherever the stream is split', () => {
  const whole = withBody('hello') + withBody('', 'l') + withBody('wörld');
  for (let size = 1; size < 40; size++) {
    const framing = new SipFraming();
    const bytes = Buffer.from(whole);
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size)
      for (const frame of framing.push(bytes.subarray(at, at + size)))
        if (frame.kind === 'message') found.push(frame.bytes.toString());
    expect(found).toEqual([withBody('hello'), withBody('', 'l'), withBody('wörld')]);
  }
});

test('on a SIP connection a double CRLF is a ping, a single one is not', () => {
  const framing = new SipFraming();
  expect(texts(framing, '\r\n\r\n')).toEqual(['ping']);
  expect(texts(framing, `\r\n${withBody('x')}`)).toEqual([withBody('x')]);
});

test('a SIP stream with a header or an announced body beyond the limit is closed', () => {
  expect(texts(new SipFraming(), 'x'.repeat(70_000))).toEqual(['lost']);
  expect(texts(new SipFraming(), 'INVITE sip:b SIP/2.0\r\nContent-Length: 999999\r\n\r\n')).toEqual(['lost']);
});
