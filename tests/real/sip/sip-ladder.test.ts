import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { pcapOf } from '@parley/service/domains/conversations/pcap.model.ts';
import { inlineContact } from '@parley/testing/calling-company.ts';
import { patience } from '@parley/testing/patience.ts';
import { programs } from '@parley/testing/programs.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { ScriptedMedia } from '@parley/testing/scripted-sip.ts';
import { startTestService } from '@parley/testing/service.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { openTrunk } from './udp-trunk.ts';

vi.setConfig({ testTimeout: 120_000 });

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

class LeavingParty extends ScriptedParty {
  readonly #leg: AudioLeg;

  constructor(leg: AudioLeg) {
    super(['Hello?', 'I do.', 'Yes.', 'That is all, goodbye.']);
    this.#leg = leg;
  }

  override async leave(): Promise<void> {
    await super.leave();
    await this.#leg.hangUp();
  }
}

/** What a capture server gets. */
async function captureServer() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const packets: Buffer[] = [];
  socket.on('message', (bytes) => packets.push(bytes));
  opened.push(() => socket.close());
  return { port: socket.address().port, packets };
}

/** One call over a trunk, when it has ended. */
async function oneCall(
  environment: Record<string, string> = {},
  { isTrunkShared = false }: { readonly isTrunkShared?: boolean } = {},
) {
  const trunk = await openTrunk();
  opened.push(() => trunk.close());
  const service = await startTestService({
    environment: {
      PARLEY_SIP_BIND: '127.0.0.1:0',
      // Placed at any hour, and the contact is not asked about the recording.
      PARLEY_CALLING_LAW: 'off',
      PARLEY_ALLOW_PRIVATE_URLS: 'true',
      PARLEY_SIM_SPEED: '1000',
      ...environment,
    },
    sound: { media: new ScriptedMedia(), partyOf: (leg: AudioLeg) => new LeavingParty(leg) },
  });
  opened.push(() => service.stop());
  const company = await service.newCompany();
  const settings = { name: 'Trunk', host: '127.0.0.1', port: trunk.port };
  if (isTrunkShared) await service.admin.post('/shared-trunks', settings);
  else await company.api.post('/trunks', settings);
  const agent = {
    name: 'Grace',
    type: 'PHONE',
    language: 'EN',
    callingWindow: null,
    flow: {
      firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI assistant.' },
      sections: [{ type: 'looping', questions: [{ question: 'Do you like tea?' }] }],
      lastMessage: { type: 'last_message', text: 'Goodbye.' },
    },
  };
  const contact = { ...inlineContact, phoneNumber: '+41446681800', email: undefined };
  const { body } = await company.api.post('/conversations', { agent, contact });
  const attempt = async () => (await company.api.get(`/conversations/${body.id}`)).body.callAttempts[0];
  await expect.poll(async () => (await attempt()).status, patience).toBe('COMPLETED');
  const path = `/conversations/${body.id}/call-attempts/${body.callAttempts[0].id}/sip`;
  const read = async () => (await company.api.get(path)).body;
  const isOver = (names: unknown[]) => names.at(-2) === 'BYE' && names.at(-1) === 200;
  await expect.poll(async () => isOver(namesOf((await read()).messages)), patience).toBe(true);
  const lines = service.logged.map((line) => JSON.parse(line));
  return { messages: (await read()).messages, trunk, lines, attemptId: body.callAttempts[0].id as string };
}

const namesOf = (messages: { method: string | null; status: number | null }[]) =>
  messages.map(({ method, status }) => method ?? status);

test('the log of a call over a trunk names the trunk, and at debug each of its SIP messages', async () => {
  const { lines, attemptId } = await oneCall({ PARLEY_LOG_LEVEL: 'debug' });
  const own = lines.filter((line) => line.attemptId === attemptId);
  expect(own.every(({ traceId }) => traceId === attemptId.replaceAll('-', ''))).toBe(true);
  expect(own.filter(({ level }) => level === 30)).toMatchObject([
    { channel: 'outbound', msg: 'call placed' },
    { trunk: '127.0.0.1', msg: 'call answered' },
    { trunk: '127.0.0.1', status: 'COMPLETED', msg: 'call ended' },
  ]);
  const sip = own.filter(({ msg }) => msg.startsWith('SIP message'));
  expect(sip.slice(0, 1)).toMatchObject([{ sipMethod: 'INVITE', msg: 'SIP message sent' }]);
  expect(sip.map(({ sipMethod, sipStatus }) => sipMethod ?? sipStatus)).toEqual(
    expect.arrayContaining(['INVITE', 200, 'ACK', 'BYE']),
  );
  expect(JSON.stringify(own)).not.toContain('668180');
});

test('the SIP trace of a call over a trunk has its messages from INVITE to the answer to BYE', async () => {
  const { messages, trunk } = await oneCall();
  expect(namesOf(messages)).toEqual(['INVITE', 180, 200, 'ACK', 'BYE', 200]);
  expect(messages[0]).toMatchObject({ direction: 'SENT', remote: { host: '127.0.0.1', port: trunk.port } });
});

test("the SIP trace of a call over the operator's trunk hides the trunk from the company", async () => {
  const { messages, trunk } = await oneCall({}, { isTrunkShared: true });
  expect(namesOf(messages)).toEqual(['INVITE', 180, 200, 'ACK', 'BYE', 200]);
  expect(JSON.stringify(messages)).not.toMatch(new RegExp(`127\\.0\\.0\\.1|${trunk.port}`));
});

test.skipIf(programs.tshark.isMissing)(
  'Wireshark reads the SIP capture of a call, checksums included',
  async () => {
    const { messages } = await oneCall();
    const file = join(mkdtempSync(join(tmpdir(), 'sip-')), 'call.pcap');
    const v6 = messages.map((message: object) => ({
      ...message,
      remote: { host: '2001:db8::7', port: 5060 },
    }));
    for (const shown of [messages, v6]) {
      writeFileSync(file, pcapOf(shown));
      const check = ['-o', 'udp.check_checksum:TRUE', '-o', 'ip.check_checksum:TRUE'];
      // The port is the test's own.
      const decode = ['-d', `udp.port==${shown[0].remote.port},sip`];
      const fields = ['sip.Method', 'sip.Status-Code', 'udp.checksum.status', 'ip.checksum.status'];
      const args = [
        '-r',
        file,
        ...check,
        ...decode,
        '-T',
        'fields',
        ...fields.flatMap((name) => ['-e', name]),
      ];
      const lines = execFileSync('tshark', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'));
      expect(lines.map(([method, status]) => method || Number(status))).toEqual(namesOf(messages));
      // 1: it is right.
      expect(lines.every(([, , udp, ip]) => udp === '1' && (shown === v6 || ip === '1'))).toBe(true);
    }
  },
);

/** The chunk with the message (type 15), as the published format of HEP3 has it. */
function messageIn(packet: Buffer): string {
  for (let at = 6; at < packet.length; at += packet.readUInt16BE(at + 4))
    if (packet.readUInt16BE(at + 2) === 15)
      return packet.subarray(at + 6, at + packet.readUInt16BE(at + 4)).toString();
  throw new Error('It has no message');
}

test('a HEP capture server gets every SIP message of a call', async () => {
  const server = await captureServer();
  const { messages } = await oneCall({ PARLEY_HEP: `127.0.0.1:${server.port}` });
  const texts = messages.map(({ text }: { text: string }) => text);
  await expect.poll(() => server.packets.map(messageIn), patience).toEqual(expect.arrayContaining(texts));
});
