import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { freePort } from '@parley/testing/free-port.ts';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from './config.ts';
import { type IceServer, iceServerTrouble, readIceServers } from './ice-servers.ts';

const LIMIT_MS = 3000;

const serversOf = (given: string): IceServer[] =>
  readIceServers(loadConfig({ PARLEY_ICE_SERVERS: given, PARLEY_TURN_SECRET: 'secret' }, {}).config);

/** A server over UDP that answers a request with what this makes of it. */
async function udpServer(answerTo: (request: Buffer) => Buffer | undefined): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (request, from) => {
    const answer = answerTo(request);
    if (answer) socket.send(answer, from.port, from.address);
  });
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket.address().port;
}

const bindingResponse = (request: Buffer): Buffer => {
  const response = Buffer.from(request.subarray(0, 20));
  response.writeUInt16BE(0x0101, 0);
  return response;
};

test('STUN and TURN server addresses get the same default ports and transports as in browsers', () => {
  expect(
    serversOf(
      'stun:a.example,turn:u:p@b.example:3480,turn:c.example?transport=tcp,turns:d.example,turn:e.example?transport=udp',
    ).map(({ host, port, transport }) => [host, port, transport]),
  ).toEqual([
    ['a.example', 3478, 'udp'],
    ['b.example', 3480, 'udp'],
    ['c.example', 3478, 'tcp'],
    ['d.example', 5349, 'tcp'],
    ['e.example', 3478, 'udp'],
  ]);
});

test('a STUN server that answers the binding request is reported as working', async () => {
  const port = await udpServer(bindingResponse);
  const [server] = serversOf(`stun:127.0.0.1:${port}`) as [IceServer];
  expect(await iceServerTrouble(server, LIMIT_MS)).toBeUndefined();
});

test('the check of a STUN server repeats a lost request', async () => {
  let requests = 0;
  const port = await udpServer((request) => {
    requests += 1;
    return requests === 1 ? undefined : bindingResponse(request);
  });
  const [server] = serversOf(`turn:127.0.0.1:${port}`) as [IceServer];
  expect(await iceServerTrouble(server, LIMIT_MS)).toBeUndefined();
});

test('a server that answers over UDP with something other than STUN is reported as not working', async () => {
  const port = await udpServer(() => Buffer.from('hello'));
  const [server] = serversOf(`stun:127.0.0.1:${port}`) as [IceServer];
  expect(await iceServerTrouble(server, 50)).toBe('does not answer over UDP');
});

test('an unreachable STUN or TURN server is reported as not working, over UDP and over TCP', async () => {
  const port = await freePort();
  const [udp, tcp] = serversOf(`turn:127.0.0.1:${port},turn:127.0.0.1:${port}?transport=tcp`) as [
    IceServer,
    IceServer,
  ];
  expect(await iceServerTrouble(udp, LIMIT_MS)).toMatch(/cannot be reached|does not answer/);
  expect(await iceServerTrouble(tcp, LIMIT_MS)).toMatch(/^cannot be reached \(.*ECONNREFUSED/);
});

test('a STUN server whose name is not in DNS is reported as not working', async () => {
  const [server] = serversOf('stun:nowhere.invalid') as [IceServer];
  expect(await iceServerTrouble(server, LIMIT_MS)).toMatch(/^cannot be reached \(.*nowhere\.invalid/);
});

test('a TURN server that accepts TCP connections is reported as working', async () => {
  const listener = createServer((socket) => socket.destroy());
  onTestFinished(() => void listener.close());
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  const [server] = serversOf(`turn:127.0.0.1:${port}?transport=tcp`) as [IceServer];
  expect(await iceServerTrouble(server, LIMIT_MS)).toBeUndefined();
});
