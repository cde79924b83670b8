import { MOST_SIP_MESSAGES } from '@parley/contract/sip-ladder.ts';
import type { TracedMessage } from '@parley/sip/sip-trace.ts';
import { expect, test } from 'vitest';
import type { NewSipMessage } from '../domains/conversations/sip-ladder.actions.ts';
import { SipTraces } from './sip-traces.ts';

const message = (callId: string, more: Partial<TracedMessage> = {}): TracedMessage => ({
  direction: 'SENT',
  transport: 'udp',
  local: { host: '192.0.2.1', port: 5060 },
  remote: { host: '198.51.100.1', port: 5060 },
  callId,
  method: 'INVITE',
  status: null,
  text: 'INVITE',
  attestation: null,
  ...more,
});

function tracing(onMessage?: (attemptId: string) => void) {
  const kept: NewSipMessage[] = [];
  const errors: string[] = [];
  let ids = 0;
  const traces = new SipTraces({
    keep: async (messages) => void kept.push(...messages),
    newId: () => `${ids++}`,
    now: () => new Date(0),
    onMessage,
    onError: ({ message }) => errors.push(message),
  });
  return { traces, kept, errors };
}

test('only the SIP messages of traced calls are stored, each with its call', async () => {
  const { traces, kept } = tracing();
  traces.follow('attempt', 'one', true);
  traces.take(message('one'));
  traces.take(message('another'));
  traces.take(message('one', { direction: 'RECEIVED', method: null, status: 200 }));
  await traces.close();
  expect(kept.map(({ attemptId, isSent, method, status }) => [attemptId, isSent, method, status])).toEqual([
    ['attempt', true, 'INVITE', null],
    ['attempt', false, null, 200],
  ]);
});

test('every SIP message of a traced call is reported with its call, also those beyond the number that is stored', () => {
  const told: string[] = [];
  const { traces } = tracing((attemptId) => told.push(attemptId));
  traces.follow('attempt', 'one', true);
  traces.take(message('another'));
  for (let each = 0; each <= MOST_SIP_MESSAGES; each += 1) traces.take(message('one'));
  expect(told).toEqual(Array(MOST_SIP_MESSAGES + 1).fill('attempt'));
});

test('the SIP messages of an inbound call include its INVITE, although its conversation is found later', async () => {
  const { traces, kept } = tracing();
  traces.take(message('in', { direction: 'RECEIVED' }));
  traces.take(message('in', { method: null, status: 100 }));
  traces.follow('attempt', 'in', true);
  traces.take(message('in', { method: null, status: 200 }));
  await traces.close();
  expect(kept.map(({ method, status }) => method ?? status)).toEqual(['INVITE', 100, 200]);
});

test('stored SIP messages of a call are limited in count and size, and contain no NUL character', async () => {
  const { traces, kept } = tracing();
  traces.follow('attempt', 'one', true);
  for (let count = 0; count < 500; count++) traces.take(message('one', { text: `\0${'ü'.repeat(9000)}` }));
  await traces.close();
  expect(kept).toHaveLength(200);
  expect(Buffer.byteLength(kept[0]?.text ?? '')).toBeLessThanOrEqual(8192);
  expect(kept[0]?.text).not.toContain('\0');
});

test('SIP messages stay with the first call of a Call-ID, even if another inbound call uses the same one', async () => {
  const { traces, kept } = tracing();
  traces.follow('attempt', 'one', true);
  traces.follow('another attempt', 'one', false);
  traces.take(message('one'));
  await traces.close();
  expect(kept.map(({ attemptId, isOwnTrunk }) => [attemptId, isOwnTrunk])).toEqual([['attempt', true]]);
});

test('SIP messages of calls that are not known yet are truncated when they arrive', async () => {
  const { traces, kept } = tracing();
  let read = 0;
  const stranger = {
    ...message('in', { direction: 'RECEIVED' }),
    get text() {
      read += 1;
      return 'x'.repeat(64_000);
    },
  };
  traces.take(stranger);
  // Read once and cut: the long text is not held.
  expect(read).toBeGreaterThan(0);
  const readOnArrival = read;
  traces.follow('attempt', 'in', false);
  await traces.close();
  expect(read).toBe(readOnArrival);
  expect(kept.map(({ text }) => text.length)).toEqual([8192]);
});

test('SIP messages that are dropped because too many wait to be stored are reported', async () => {
  const { traces, kept, errors } = tracing();
  for (let call = 0; call < 101; call++) {
    traces.follow(`attempt ${call}`, `${call}`, true);
    for (let count = 0; count < 200; count++) traces.take(message(`${call}`));
  }
  await traces.close();
  expect(kept).toHaveLength(20_000);
  expect(errors).toEqual([expect.stringMatching(/^200 SIP messages were dropped/)]);
});
