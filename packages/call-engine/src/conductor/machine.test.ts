import { conductByRules, conductScript } from '@parley/testing/scripted-call.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';

const understands = {
  'Leave a message': { machine: 'voicemail' as const },
  'Who is calling?': { machine: 'screening' as const },
};
const leaving = { action: 'LEAVE_MESSAGE' as const, message: 'Please call us back.' };

const call = (contact: readonly ScriptLine[], voicemail?: typeof leaving) =>
  conductScript({
    plan: scriptedPlan([asking('Age?')], voicemail ? { voicemail } : {}),
    contact,
    dialogueModel: { understands },
  });

const greetings: readonly [when: string, line: ScriptLine][] = [
  ['after the first message', 'Leave a message'],
  ['in the middle of the first message', { says: 'Leave a message', interruptsAfterMs: 300 }],
  ['at the first question', { says: 'Leave a message', afterMs: 5_000 }],
];

test.each(greetings)('the agent leaves a message on a voicemail that greets %s', async (_, greeting) => {
  const { findings, party } = await call([greeting], leaving);
  expect(party.said.at(-1)).toBe('Please call us back.');
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
  expect(party.isLeft).toBe(true);
});

test.each(greetings)(
  'the agent hangs up on a voicemail that greets %s if no message is configured',
  async (_, greeting) => {
    const { findings, party } = await call([greeting]);
    expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
    expect(party.said).not.toContain('[goodbye]');
  },
);

test('the agent repeats its message when the greeting of the voicemail goes on', async () => {
  const { findings, party } = await call(
    ['Leave a message', { says: 'after the tone', interruptsAfterMs: 100 }],
    leaving,
  );
  expect(party.said.at(-1)).toBe('Please call us back.');
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('the agent repeats a message that the beep of the voicemail interrupted', async () => {
  const { findings, party } = await call(
    [
      'Leave a message',
      { says: 'after the tone', interruptsAfterMs: 100 },
      { beeps: true, interruptsAfterMs: 300 },
    ],
    leaving,
  );
  expect(party.said.at(-1)).toBe('Please call us back.');
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a voicemail message that ended before the beep is repeated after it', async () => {
  const { findings, party } = await call(['Leave a message', { beeps: true, afterMs: 1_000 }], leaving);
  expect(party.said.filter((text) => text === leaving.message)).toHaveLength(2);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a beep alone means voicemail, whatever was said before', async () => {
  const { findings, party } = await call([{ beeps: true, interruptsAfterMs: 700 }], leaving);
  expect(party.said.at(-1)).toBe('Please call us back.');
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a call screener that records after a beep is answered after the beep', async () => {
  const { findings, party } = await call([
    'Who is calling?',
    { beeps: true, interruptsAfterMs: 100 },
    { says: 'Hello?', afterMs: 15_000 },
    'All right',
    'Forty',
  ]);
  expect(party.said.filter((text) => text === '[answer_screening]')).toHaveLength(1);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a very long greeting is taken for a machine', async () => {
  const page = 'You should know that '.repeat(20);
  const { findings } = await call([{ says: page, takesMs: 14_000 }], leaving);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a machine that starts like a person and talks over the first message is recognised', async () => {
  const { findings } = await call(
    [
      { says: 'Hi, this is Tom.', interruptsAfterMs: 100 },
      { says: 'Leave a message', interruptsAfterMs: 100 },
      { beeps: true, interruptsAfterMs: 100 },
    ],
    leaving,
  );
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a beep in the middle of a conversation with a person is ignored', async () => {
  const { findings } = await call(['Hello?', { beeps: true }, 'Forty'], leaving);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a message that the voicemail cuts off does not count as left', async () => {
  const { findings } = await call(['Leave a message', { leaves: true, interruptsAfterMs: 100 }], leaving);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
});

test('a call screener is told who is calling, and the person put through hears the first message', async () => {
  const { findings, party } = await call([
    'Who is calling?',
    { says: 'Hello?', afterMs: 15_000 },
    'All right',
    'Forty',
  ]);
  expect(party.said.slice(1, 4)).toEqual(['[answer_screening]', 'Hello Ada. I am an AI.', 'Age?']);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a call screener that turns into a voicemail is treated as voicemail', async () => {
  const { findings } = await call(['Who is calling?', 'Leave a message'], leaving);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('the agent stops answering a call screener that only repeats its question', async () => {
  const { findings, party } = await call(Array.from({ length: 9 }, () => 'Who is calling?'));
  expect(party.said.filter((text) => text === '[answer_screening]')).toHaveLength(3);
  expect(findings.outcome).toEqual({ kind: 'hung_up' });
});

test('the agent hangs up when a call screener puts nobody through', async () => {
  const { findings, decisions } = await call(['Who is calling?']);
  expect(findings.outcome).toEqual({ kind: 'hung_up' });
  expect(decisions('end')).toMatchObject([{ why: expect.stringContaining('nobody came') }]);
});

test('a contact who has spoken like a person is never taken for a machine', async () => {
  const { findings } = await call(['Hello?', 'Leave a message', 'Forty'], leaving);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a person whom the screener puts through in the middle of a question first hears who is calling', async () => {
  const { party } = await call([{ says: 'Who is calling?', afterMs: 5_000 }, 'Hello?', 'Forty']);
  expect(party.said.slice(1, 4)).toEqual(['Age?', '[answer_screening]', 'Hello Ada. I am an AI. Age?']);
});

const opened = (contact: readonly ScriptLine[], plan = scriptedPlan([asking('Age?')])) =>
  conductScript({ plan, contact, dialogueModel: { understands }, speaksFirst: true });

test('the agent waits for the greeting of whoever picks up before it speaks', async () => {
  const { journal, party } = await opened([{ says: 'Hello, Ada speaking.', afterMs: 300 }]);
  const order = journal.flatMap((entry) =>
    entry.kind === 'heard' || entry.kind === 'said' ? [entry.kind] : [],
  );
  expect(order.slice(0, 2)).toEqual(['heard', 'said']);
  expect(party.said[0]).toBe('Hello Ada. I am an AI.');
});

test('the agent starts to speak after about a second if whoever picks up says nothing', async () => {
  const { journal } = await opened([{ says: 'Hello?', afterMs: 9_000 }]);
  const first = journal.find((entry) => entry.kind === 'said');
  expect(first).toMatchObject({ startMs: 1_200 });
});

test('a "no" in the greeting of whoever picks up is no refusal, but "never call me again" opts out', async () => {
  const greeted = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: [{ says: 'No, Ada speaking', afterMs: 300 }, 'Yes', 'Forty'],
    dialogueModel: { understands: { 'No, Ada speaking': { wants: { notInterested: true } } } },
    speaksFirst: true,
  });
  expect(greeted.findings.outcome.kind).not.toBe('not_interested');
  const refused = await conductScript({
    plan: scriptedPlan([asking('Age?')]),
    contact: [{ says: 'Never call me again', afterMs: 300 }],
    dialogueModel: { understands: { 'Never call me again': { wants: { neverAgain: true } } } },
    speaksFirst: true,
  });
  expect(refused.findings.outcome).toEqual({ kind: 'opt_out' });
});

test('words that a contact adds to their greeting before the agent has spoken are not taken for a request', async () => {
  const { findings, party } = await conductByRules({
    plan: scriptedPlan([asking('Age?')]),
    contact: [
      { says: 'Hello, my daughter usually answers the phone.', afterMs: 300 },
      { says: 'But she is out.', interruptsAfterMs: 0 },
      { says: 'Can I help you?', interruptsAfterMs: 0 },
      'Yes',
      'Forty',
    ],
    speaksFirst: true,
  });
  expect(party.said[0]).toBe('Hello Ada. I am an AI.');
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('the agent hangs up on a voicemail as soon as its greeting is recognised, before it ends', async () => {
  const { findings, party } = await opened([
    { says: 'Hi, you have reached Ada. Please leave a message after', afterMs: 300, isPartial: true },
    { says: 'Hi, you have reached Ada. Please leave a message after the tone.', afterMs: 10_000 },
  ]);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
  expect(party.said).toEqual([]);
  expect(party.elapsedMs()).toBeLessThan(5_000);
});

test('the agent presses the key of a phone menu (IVR) that leads to the wanted department', async () => {
  const plan = scriptedPlan([asking('Age?')], { menu: { wanted: ['sales'] } });
  const { party, findings } = await opened(
    [
      { says: 'For support, press one. For sales, press two.', afterMs: 300 },
      { says: 'Sales, Miller.', afterMs: 4_000 },
      'Yes',
      'Forty',
    ],
    plan,
  );
  expect(party.pressed).toEqual(['2']);
  expect(party.said[0]).toBe('Hello Ada. I am an AI.');
  expect(findings.outcome.kind).toBe('finished');
});

test.each([
  ['For calling cards, press one.', 'billing'],
  ['For a report, press one.', 'support'],
  ['Press one for signals.', 'sales'],
])('the agent presses no key in the phone menu "%s", which does not lead to %s', async (says, wanted) => {
  const plan = scriptedPlan([asking('Age?')], { menu: { wanted: [wanted] } });
  const { party, findings } = await opened([{ says, afterMs: 300 }], plan);
  expect(party.pressed).toEqual([]);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
});

test.each([
  'Every time I press nine to be taken off your list you still call.',
  'You tell people to press nine to opt out. Stop calling me.',
])('an opt-out of a person who mentions keys is not taken for a phone menu: "%s"', async (says) => {
  const { findings, party } = await conductByRules({
    plan: scriptedPlan([asking('Age?')]),
    contact: [{ says, afterMs: 300 }, 'Yes'],
    speaksFirst: true,
  });
  expect(party.pressed).toEqual([]);
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('the agent hangs up on a phone menu (IVR) without a key for the wanted department', async () => {
  const { findings, party } = await opened([{ says: 'For support, press one.', afterMs: 300 }]);
  expect(party.pressed).toEqual([]);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
});

test('the agent hangs up on a fax machine', async () => {
  const { findings } = await opened([{ beeps: true, isFax: true, afterMs: 300 }]);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
});

test('an ambiguous tone after the words of a person is not taken for a machine', async () => {
  const { findings } = await opened([
    { says: 'Hello?', afterMs: 300 },
    { beeps: true, isFaint: true, afterMs: 300 },
    'Yes',
    'Forty',
  ]);
  expect(findings.outcome.kind).toBe('finished');
});
