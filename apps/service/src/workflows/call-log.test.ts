import type { JournalEntry } from '@parley/call-engine/journal.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { expect, test } from 'vitest';
import type { FinishedSpan } from '../http/telemetry.ts';
import { CallLog, type LogFields } from './call-log.ts';

const call = {
  conversationId: '01890000-0000-7000-8000-0000000000c1',
  attemptId: '01890000-0000-7000-9234-56789abcdef0',
  companyId: '01890000-0000-7000-8000-0000000000c0',
};
const traceId = '01890000000070009234' + '56789abcdef0';

function told({ isDebug = true } = {}) {
  const clock = new ManualClock('2026-11-18T12:00:00Z');
  const lines: (LogFields & { words: string })[] = [];
  const spans: FinishedSpan[] = [];
  const write = (fields: LogFields, words: string) => void lines.push({ ...fields, words });
  const log = new CallLog({
    now: () => clock.now(),
    info: write,
    debug: isDebug ? write : undefined,
    record: isDebug ? (span) => spans.push(span) : undefined,
  });
  return { clock, log, lines, spans };
}

const secret = 'I live in Hull';
const conversation: JournalEntry[] = [
  { kind: 'ask', questionId: 'city' },
  { kind: 'say', text: secret, why: secret },
  { kind: 'said', text: secret, isWhole: false, startMs: 0, endMs: 1200 },
  { kind: 'listen', expectation: 'answer', patienceMs: 8000 } as JournalEntry,
  { kind: 'heard', heard: { kind: 'partial', text: secret, startMs: 1300, endMs: 1500 } },
  { kind: 'heard', heard: { kind: 'words', text: secret, startMs: 1300, endMs: 2300 } },
  { kind: 'thought', task: 'understand', model: 'vendor/model', ms: 250 },
  {
    kind: 'understood',
    understanding: { wants: { goodbye: true }, answer: { value: secret, isClear: true, quote: secret } },
  },
  {
    kind: 'note',
    answer: { questionId: 'city', question: secret, evidence: secret, startMs: 1300, endMs: 2300 },
  },
  { kind: 'word', intention: { kind: 'goodbye' }, why: secret },
  { kind: 'said', text: secret, isWhole: true, startMs: 2500, endMs: 3000 },
  { kind: 'turn', atMs: 2300, sttMs: 100, modelMs: 250, ttsMs: 50, ownMs: 5 },
  { kind: 'trouble', part: 'tts', message: secret, instead: 'offline' },
  { kind: 'heard', heard: { kind: 'left', atMs: 3100 } },
  { kind: 'end', outcome: { kind: 'callback', rawText: secret, at: null }, why: secret },
];

test('at info a call has a line when it is placed, answered and ended, each with its ids and its trace', () => {
  const { clock, log, lines } = told({ isDebug: false });
  const story = log.begin(call, { channel: 'outbound' });
  story.know({ runId: 'r1' });
  story.dispatched(2);
  story.progress({ kind: 'placing' }, 2);
  clock.advance(4000);
  story.progress({ kind: 'ringing' }, 2);
  story.progress({ kind: 'answered' }, 2);
  for (const entry of conversation) story.follow(entry);
  story.ended('finished', 61, null);
  const named = { ...call, traceId, channel: 'outbound', runId: 'r1' };
  expect(lines).toEqual([
    { ...named, attemptNumber: 2, words: 'call placed' },
    { ...named, attemptNumber: 2, afterMs: 4000, words: 'call answered' },
    { ...named, outcome: 'finished', status: 'COMPLETED', durationSeconds: 61, words: 'call ended' },
  ]);
});

test('at debug each turn says who spoke when and what was decided, and never what was said', () => {
  const { log, lines } = told();
  const story = log.begin(call, {});
  for (const entry of conversation) story.follow(entry);
  story.ended('callback', 4, secret);
  expect(JSON.stringify(lines)).not.toContain('Hull');
  const named = { ...call, traceId };
  expect(lines.slice(0, 5)).toEqual([
    {
      ...named,
      turn: 1,
      speaker: 'agent',
      startMs: 0,
      endMs: 1200,
      decided: ['ask city', 'say'],
      isInterrupted: true,
      words: 'agent spoke',
    },
    { ...named, turn: 2, speaker: 'contact', startMs: 1300, endMs: 2300, words: 'contact spoke' },
    { ...named, task: 'understand', model: 'vendor/model', ms: 250, words: 'language model' },
    {
      ...named,
      turn: 3,
      speaker: 'agent',
      startMs: 2500,
      endMs: 3000,
      understood: ['goodbye', 'answer'],
      decided: ['listen answer', 'note city', 'word goodbye'],
      isInterrupted: false,
      words: 'agent spoke',
    },
    {
      ...named,
      atMs: 2300,
      sttMs: 100,
      modelMs: 250,
      ttsMs: 50,
      ownMs: 5,
      latencyMs: 405,
      words: 'reply latency',
    },
  ]);
  expect(lines.slice(5).map(({ words }) => words)).toEqual([
    'speech or audio of the call failed',
    'contact heard',
    'agent decided',
    'call ended',
  ]);
});

test('the spans of an attempt are one trace, whichever process records them', () => {
  const { clock, log, spans } = told();
  const story = log.begin(call, {});
  clock.advance(10);
  story.dispatched(1);
  clock.advance(2000);
  story.progress({ kind: 'answered' }, 1);
  for (const entry of conversation) {
    clock.advance(100);
    story.follow(entry);
  }
  story.speech({ part: 'tts', vendor: 'offline', ms: 40, firstMs: 20, isFailed: false });
  story.ended('finished', 3, null);
  const elsewhere = told();
  const step = { name: 'analysis', startMs: clock.now().getTime(), fields: { result: 'found' } };
  elsewhere.log.step(call, step, 'call analysed');
  const all = [...spans, ...elsewhere.spans];
  const rootId = '923456789abcdef0';
  expect(new Set(all.map((span) => span.traceId))).toEqual(new Set([traceId]));
  expect(all.filter((span) => span.parentSpanId === undefined)).toMatchObject([
    { name: 'call attempt', spanId: rootId, attributes: { ...call, outcome: 'finished' } },
  ]);
  expect(all.filter(({ parentSpanId }) => parentSpanId === rootId).map(({ name }) => name)).toEqual([
    'dispatch',
    'dial',
    'agent turn',
    'contact turn',
    'model',
    'agent turn',
    'tts',
    'analysis',
  ]);
  expect(all.every(({ startMs, endMs }) => startMs <= endMs || startMs === step.startMs)).toBe(true);
  expect(JSON.stringify(all)).not.toContain('Hull');
});

test('a call that a trunk refuses says the trunk and the code of the network, and one that failed says no message', () => {
  const { log, lines, spans } = told({ isDebug: true });
  const refused = log.begin(call, {});
  refused.dispatched(1);
  log.live(call.attemptId)?.offeredTo('sip.example.com');
  refused.ended('busy', null, 'SIP 486');
  const failed = log.begin(call, {});
  failed.ended('agent_error', null, secret);
  expect(lines.filter(({ words }) => words === 'call ended')).toMatchObject([
    { trunk: 'sip.example.com', outcome: 'busy', status: 'BUSY', reasonCode: 'BUSY', code: 'SIP 486' },
    { outcome: 'agent_error', status: 'FAILED' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('Hull');
  expect(spans.filter(({ name }) => name === 'dial')).toMatchObject([
    { isFailed: true, attributes: { isAnswered: false } },
  ]);
});

test('a call that returns to its queue says why and until when, and its trace has its root from the next try', () => {
  const { log, lines, spans } = told();
  log.begin(call, {}).returned('no line is free', 2000);
  expect(lines).toMatchObject([{ ...call, why: 'no line is free', retryAfterMs: 2000 }]);
  expect(spans).toMatchObject([{ parentSpanId: '923456789abcdef0', isFailed: true }]);
  expect(log.live(call.attemptId)).toBeUndefined();
});

test('a SIP message that comes after the end of its call is logged with the attempt and its trace', () => {
  const { log, lines } = told();
  log.begin(call, {}).ended('finished', 1, null);
  log.sip(call.attemptId, { isSent: false, method: null, status: 200 });
  expect(lines.at(-1)).toEqual({
    attemptId: call.attemptId,
    traceId,
    sipStatus: 200,
    words: 'SIP message received',
  });
});

test('a call whose process died is reported by the process that settles it, and ends its trace', () => {
  const { clock, log, lines, spans } = told();
  const claimedAt = clock.now();
  clock.advance(20_000);
  log.lost({ ...call, claimedAt }, 'lost');
  log.lost({ ...call, claimedAt }, undefined);
  expect(lines).toMatchObject([
    { ...call, traceId, outcome: 'lost', words: 'call ended: its process died' },
    { ...call, traceId, words: 'call returned to its queue: its process died before it was placed' },
  ]);
  expect(spans).toMatchObject([{ name: 'call attempt', startMs: claimedAt.getTime(), isFailed: true }]);
});
