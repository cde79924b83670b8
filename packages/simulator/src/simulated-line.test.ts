import type { DialOrder, Line } from '@parley/call-engine/line.ts';
import type { Party } from '@parley/call-engine/party.ts';
import { languages } from '@parley/language/language.ts';
import { converse, orderFor, planFor } from '@parley/testing/scripted-agent.ts';
import { expect, test } from 'vitest';
import { personaAt } from './personas/personas-by-number.ts';
import { Random } from './random.ts';
import { ringing, simulatedLine } from './simulated-line.ts';

const FAST = 1e9;
const line = simulatedLine({ speed: FAST, seed: 1 });
const call = (ending: string, over: Partial<DialOrder> = {}) =>
  converse(line, { to: `+1500555${ending}`, ...over });

const answered = ['placing', 'ringing', 'answered'];

test.each<[ending: string, promise: string, steps: readonly string[], heard: RegExp, isLeft: boolean]>([
  ['0000', 'answers every question', answered, /\d+ years.*months?|weeks.*(seven|eight|nine|ten)/is, false],
  ['0001', 'is busy', ['placing', 'busy 486'], /^$/, false],
  ['0002', 'lets it ring', ['placing', 'ringing', 'no_answer 480'], /^$/, false],
  ['0003', 'is a voicemail', answered, /^.*leave .*after the (tone|beep)[^\n]*$/i, true],
  ['0004', 'is not interested', answered, /not interested/i, false],
  ['0005', 'asks for a call tomorrow at three', answered, /tomorrow at three/i, false],
  [
    '0006',
    'asks for a later call without a time',
    answered,
    /call me back.*\n.*(try|some other time)/is,
    false,
  ],
  ['0007', 'asks for a human at once', answered, /^[^\n]*(person|human)/i, false],
  ['0008', 'hangs up in the middle', answered, /years/i, true],
  ['0009', 'hangs up before saying a word', answered, /^$/, true],
  ['0010', 'has a number that is not in service', ['placing', 'invalid_number 404'], /^$/, false],
  ['0011', 'meets a carrier error', ['placing', 'failed 503'], /^$/, false],
  ['0012', 'is busy at first', ['placing', 'busy 486'], /^$/, false],
  ['0013', 'asks never to be called again', answered, /again|remove/i, false],
  ['0014', 'interrupts with a question', answered, /^sorry, who is this\?.*years/is, false],
  ['0015', 'tries prompt injection', answered, /instructions|mode|script|pretend/i, false],
  ['0016', 'picks up late and is helpful', answered, /years/i, false],
  ['0017', 'thinks aloud', answered, /\b(um|uh|hmm)\b/i, false],
])('simulated contact %s %s', async (ending, _, steps, heard, isLeft) => {
  const course = await call(ending);
  expect(course.steps).toEqual(steps);
  expect(course.heard.join('\n')).toMatch(heard);
  expect(course.isLeft).toBe(isLeft);
});

test.each([
  ['0001', [1, 2, 9], 'busy 486'],
  ['0011', [1, 2], 'failed 503'],
  ['0011', [3, 4], 'answered'],
  ['0012', [1], 'busy 486'],
  ['0012', [2, 3], 'answered'],
])('simulated contact %s on attempts %j ends the call with: %s', async (ending, attempts, last) => {
  for (const attemptNumber of attempts)
    expect((await call(ending, { attemptNumber })).steps.at(-1)).toBe(last);
});

test.each(['+420777123456', '+15005559999', '+150055500009'])(
  'the simulated number %s behaves like simulated contact 0000',
  async (to) => {
    expect(await converse(line, { to })).toEqual(await call('0000'));
  },
);

test('simulated contact 0008 answers a question, then hangs up while the agent speaks', async () => {
  const { transcript } = await call('0008');
  expect(transcript.at(-2)).toMatch(/agent: .* —$/);
  expect(transcript.at(-1)).toMatch(/left$/);
});

test('simulated contact 0014 interrupts in the middle of a sentence', async () => {
  const { transcript } = await call('0014');
  expect(transcript[0]).toMatch(/agent: Hello Ada.* —$/);
  expect(transcript.join('\n')).not.toContain('How satisfied are you with our service? —');
});

test('simulated contact 0015 answers once the agent asks again', async () => {
  const plan = planFor({
    sections: [
      {
        id: 's',
        type: 'looping',
        questions: ['first', 'again'].map((id) => ({ id, text: 'What is your notice period?' })),
      },
    ],
  });
  const { heard } = await call('0015', { plan });
  expect(heard[2]).toMatch(/(months?|weeks)/);
});

test('simulated contact 0007 leaves a message when asked for one', async () => {
  const party = await partyAt('0007');
  await party.say('Hello, this is an AI assistant.').done;
  await party.listen(5000);
  await party.say('Nobody is there at the moment. What may I pass on?').done;
  expect(await party.listen(5000)).toMatchObject({ text: expect.stringMatching(/tell them|say that/i) });
});

test('simulated contact 0005 confirms a call tomorrow at three', async () => {
  const party = await partyAt('0005');
  await party.say('Hello, this is an AI assistant.').done;
  await party.listen(5000);
  await party.say('So tomorrow at 3 pm, is that right?').done;
  expect(await party.listen(5000)).toMatchObject({ text: expect.stringMatching(/^yes/i) });
});

test('a simulated contact says hello first when the agent is silent', async () => {
  const heard = await (await partyAt('0000')).listen(3000);
  expect(heard).toMatchObject({ kind: 'words', text: expect.stringMatching(/hello|ada/i), language: 'en' });
});

test('simulated contact 0003 (voicemail) hangs up a minute after its beep', async () => {
  const party = await partyAt('0003');
  const greeting = await party.listen(5000);
  const end = await party.listen(120_000);
  expect(end).toEqual({ kind: 'left', atMs: (greeting as { endMs: number }).endMs + 61_000 });
});

test.each([
  ['years_of_experience', 17, /\b17\b/],
  ['notice_period', '6 weeks', /6 weeks/],
])('a simulated contact answers from their own contact field %s', async (key, value, wording) => {
  const plan = planFor({ known: { contact: { [key]: value }, job: {} } });
  expect((await call('0000', { plan })).heard.join('\n')).toMatch(wording);
});

test('the same simulated contact, agent version and seed give the same call, to the millisecond', async () => {
  for (const ending of ['0000', '0008', '0014', '0015', '0017']) {
    const again = converse(simulatedLine({ speed: FAST, seed: 1 }), { to: `+1500555${ending}` });
    expect(await again).toEqual(await call(ending));
  }
});

test.each<[what: string, seed: number, over: Partial<DialOrder>]>([
  ['seed', 2, {}],
  ['contact', 1, { plan: planFor({ contact: { ...planFor().contact, id: 'contact-2' } }) }],
  ['agent version', 1, { plan: planFor({ agent: { ...planFor().agent, versionId: 'version-2' } }) }],
  ['attempt', 1, { attemptNumber: 2 }],
])('a simulated call with another %s takes another course', async (_, seed, over) => {
  const other = await converse(simulatedLine({ speed: FAST, seed }), over);
  expect(other.transcript).not.toEqual((await call('0000')).transcript);
});

test('the simulation speed does not change the course of a simulated call', async () => {
  for (const ending of ['0000', '0003', '0009', '0014', '0017']) {
    const slower = simulatedLine({ speed: 2e3, seed: 1 });
    expect(await converse(slower, { to: `+1500555${ending}` })).toEqual(await call(ending));
  }
});

test.each(languages)('in %s every persona says something, and every call ends', async (language) => {
  const plan = planFor({ language });
  for (const ending of ['0000', '0003', '0004', '0005', '0006', '0007', '0013', '0014', '0015', '0017']) {
    expect((await call(ending, { plan })).heard.join('')).not.toMatch(/^$|%|undefined/);
  }
});

test('every number dialled on the simulated network is reported once, before anything else happens', async () => {
  const dialled: string[] = [];
  const counting = simulatedLine({ speed: FAST, seed: 1, onDial: ({ to }) => dialled.push(to) });
  counting.dial(orderFor(), new AbortController().signal);
  expect(dialled).toEqual(['+15005550000']);
  await converse(counting, { to: '+15005550001' });
  expect(dialled).toEqual(['+15005550000', '+15005550001']);
});

test('an aborted simulated call stops ringing', async () => {
  const giving = new AbortController();
  const steps: string[] = [];
  const ringing = (async () => {
    for await (const { kind } of simulatedLine({ speed: 1, seed: 1 }).dial(orderFor(), giving.signal)) {
      steps.push(kind);
      giving.abort(new Error('given up'));
    }
  })();
  await expect(ringing).rejects.toThrow('given up');
  expect(steps).toEqual(['placing']);
});

test.each([
  ['+15005550000', true],
  ['+420777123456', true],
  ['+15005550001', false],
  ['+15005550002', false],
  ['+15005550010', false],
])('whether a transfer to %s on the simulated network is answered: %s', async (to, isTaken) => {
  const party = await partyAt('0000');
  expect(await party.transfer(to)).toBe(isTaken);
  expect(party.elapsedMs()).toBeGreaterThan(0);
  expect((await party.listen(3000)).kind).toBe(isTaken ? 'left' : 'words');
});

async function partyAt(ending: string, over: Line = line): Promise<Party> {
  for await (const event of over.dial(orderFor({ to: `+1500555${ending}` }), new AbortController().signal)) {
    if (event.kind === 'answered') return event.party;
  }
  throw new Error('nobody answered');
}

const rings = (ending: string, seed: number, ringTimeoutMs = 30_000) =>
  ringing(personaAt(`+1500555${ending}`), { number: 1, ringTimeoutMs }, new Random(seed)).at(-1);

const seeds = Array.from({ length: 50 }, (_, seed) => seed);

test('simulated contact 0016 picks up exactly one second before the ring timeout', () => {
  expect(rings('0016', 1)).toEqual({ afterMs: 29_000, event: { kind: 'answered' } });
  expect(rings('0016', 2, 10_000)?.afterMs).toBe(9000);
});

test('simulated contact 0002 rings until the ring timeout', () => {
  expect(rings('0002', 1)).toEqual({ afterMs: 30_000, event: { kind: 'no_answer', code: '480' } });
});

test.each(seeds)('every other simulated contact picks up after a few seconds (seed %d)', (seed) => {
  const afterMs = rings('0000', seed)?.afterMs;
  expect(afterMs).toBeGreaterThanOrEqual(2000);
  expect(afterMs).toBeLessThanOrEqual(7000);
});

test('a simulated contact who picks up does so before the ring timeout, however short', () => {
  for (const seed of seeds) expect(rings('0000', seed, 1500)?.afterMs).toBeLessThanOrEqual(500);
});
