import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { ada } from '@parley/testing/ada.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { WebCaller } from '@parley/testing/web-caller.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Nobody answers there: a call needs only to be able to have sound, so that an offer is taken.
const speech = {
  PARLEY_STT: 'deepgram',
  PARLEY_TTS: 'deepgram',
  PARLEY_DEEPGRAM_KEY: 'no-key',
  PARLEY_DEEPGRAM_URL: 'http://127.0.0.1:9',
};

let guarded: TestService;
let open: TestService;
const sockets: Socket[] = [];
beforeAll(async () => {
  [guarded, open] = await Promise.all(
    ['false', 'true'].map((allowed) =>
      startTestService({ environment: { ...speech, PARLEY_WEBRTC_PRIVATE: allowed } }),
    ) as [Promise<TestService>, Promise<TestService>],
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await Promise.all([guarded?.stop(), open?.stop()]);
});

/** A machine of the inner network, on every address of this one; counts what it is sent. */
async function innerMachine() {
  const socket = createSocket({ type: 'udp6', ipv6Only: false });
  sockets.push(socket);
  const received: string[] = [];
  socket.on('message', (_bytes, { address }) => received.push(address));
  socket.bind(0, '::');
  await once(socket, 'listening');
  return { port: socket.address().port, received };
}

const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one === undefined || one.scopeid ? [] : one.address));

/** An offer as a browser makes it, with these lines for candidates. */
const offerWith = (candidates: readonly string[]) =>
  [
    'v=0',
    'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'c=IN IP4 127.0.0.1',
    'a=mid:0',
    'a=sendrecv',
    'a=ice-ufrag:abcd',
    'a=ice-pwd:abcdefghijklmnopqrstuvwx',
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
    'a=setup:actpass',
    'a=rtcp-mux',
    'a=rtpmap:111 opus/48000/2',
    ...candidates,
    '',
  ].join('\r\n');

const tricks = ['::1', '::ffff:127.0.0.1', '127.1', '2130706433', '0x7f000001', '0.0.0.0', 'localhost'];

const candidatesAt = (port: number) =>
  [...ownAddresses(), ...tricks].flatMap((address, at) => [
    `a=candidate:${at} 1 udp 2122260223 ${address} ${port} typ host`,
    `a=candidate:${at} 1 UDP 1686052607 ${address} ${port} typ srflx raddr 203.0.113.7 rport ${port}`,
    ` a=candidate:${at} 1 udp 2122260223 ${address} ${port} typ host`,
    `a=x\ra=candidate:${at} 1 udp 2122260223 ${address} ${port} typ host`,
  ]);

/** Opens a call with an offer, and resumes it with another. */
async function talk(service: TestService, port: number) {
  const company = await service.newCompany();
  const agent = { name: 'Grace', type: 'ONLINE', focus: 'GENERIC' };
  const agentId = (await company.api.post('/agents', agent)).body.id;
  const { body } = await company.api.post('/conversations', { agentId, contact: ada });
  const page = new WebCaller(body.onlineUrl);
  const offer = offerWith(candidatesAt(port));
  const joined = await page.join({ offer });
  const resumed = await page.post('resume', { resumeKey: page.resumeKey, offer });
  expect([joined.status, resumed.status]).toEqual([201, 200]);
  return { page, answers: [joined.body.answer, resumed.body.answer] as string[] };
}

test('nobody with a link makes the service send packets into its own network', {
  timeout: 60_000,
}, async () => {
  const [inner, reached] = [await innerMachine(), await innerMachine()];
  const { page, answers } = await talk(guarded, inner.port);
  const control = await talk(open, reached.port);
  // ICE checks are sent at once and repeated: when several have arrived where they are allowed, the others are overdue.
  await waitFor(() => expect(reached.received.length).toBeGreaterThan(5), {
    timeout: 30_000,
    interval: 50,
  });
  expect(inner.received).toEqual([]);
  for (const answer of answers)
    for (const address of ownAddresses()) expect(answer).not.toContain(` ${address} `);
  await Promise.all([page.leave(), control.page.leave()]);
});
