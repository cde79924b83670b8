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

test.each(greetings)('leaves a message on a voicemail that greets %s', async (_, greeting) => {
  const { findings, party } = await call([greeting], leaving);
  expect(party.said.at(-1)).toBe('Please call us back.');
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
  expect(party.isLeft).toBe(true);
});

test.each(greetings)(
  'hangs up on a voicemail that greets %s when no message is configured',
  async (_, greeting) => {
    const { findings, party } = await call([greeting]);
    expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
    expect(party.said).not.toContain('[goodbye]');
  },
);

test('repeats the message when the greeting goes on', async () => {
  const { findings, party } = await call(
    ['Leave a message', { says: 'after the tone', interruptsAfterMs: 100 }],
    leaving,
  );
  expect(party.said.at(-1)).toBe('Please call us back.');
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('repeats a message that the tone interrupted', async () => {
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

test('a message that ended before the tone is repeated after it', async () => {
  const { findings, party } = await call(['Leave a message', { beeps: true, afterMs: 1_000 }], leaving);
  expect(party.said.filter((text) => text === leaving.message)).toHaveLength(2);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a tone alone means voicemail, whatever was said before', async () => {
  const { findings, party } = await call([{ beeps: true, interruptsAfterMs: 700 }], leaving);
  expect(party.said.at(-1)).toBe('Please call us back.');
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a call screener that records after a tone is answered after the tone', async () => {
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

test('a very long greeting means a machine', async () => {
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

test('ignores a tone in the middle of a conversation with a person', async () => {
  const { findings } = await call(['Hello?', { beeps: true }, 'Forty'], leaving);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a message cut off by the machine does not count as left', async () => {
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

test('treats a call screener that turns into a voicemail as voicemail', async () => {
  const { findings } = await call(['Who is calling?', 'Leave a message'], leaving);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('stops answering a call screener that only repeats its question', async () => {
  const { findings, party } = await call(Array.from({ length: 9 }, () => 'Who is calling?'));
  expect(party.said.filter((text) => text === '[answer_screening]')).toHaveLength(3);
  expect(findings.outcome).toEqual({ kind: 'hung_up' });
});

test('hangs up when a call screener puts nobody through', async () => {
  const { findings, decisions } = await call(['Who is calling?']);
  expect(findings.outcome).toEqual({ kind: 'hung_up' });
  expect(decisions('end')).toMatchObject([{ why: expect.stringContaining('nobody came') }]);
});

test('a contact who has spoken like a person is never taken for a machine', async () => {
  const { findings } = await call(['Hello?', 'Leave a message', 'Forty'], leaving);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a person put through in the middle of a question first hears who is calling', async () => {
  const { party } = await call([{ says: 'Who is calling?', afterMs: 5_000 }, 'Hello?', 'Forty']);
  expect(party.said.slice(1, 4)).toEqual(['Age?', '[answer_screening]', 'Hello Ada. I am an AI. Age?']);
});

const opened = (contact: readonly ScriptLine[], plan = scriptedPlan([asking('Age?')])) =>
  conductScript({ plan, contact, dialogueModel: { understands }, speaksFirst: true });

test('listens to who picks up before anything is said', async () => {
  const { journal, party } = await opened([{ says: 'Hello, Ada speaking.', afterMs: 300 }]);
  const order = journal.flatMap((entry) =>
    entry.kind === 'heard' || entry.kind === 'said' ? [entry.kind] : [],
  );
  expect(order.slice(0, 2)).toEqual(['heard', 'said']);
  expect(party.said[0]).toBe('Hello Ada. I am an AI.');
});

test('begins after a second or so when nobody says anything', async () => {
  const { journal } = await opened([{ says: 'Hello?', afterMs: 9_000 }]);
  const first = journal.find((entry) => entry.kind === 'said');
  expect(first).toMatchObject({ startMs: 1_200 });
});

test('takes no greeting for a refusal, and an order never to call for one', async () => {
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

test('takes what goes on with a greeting, before anything of ours was heard, for no wish of theirs', async () => {
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

test('hangs up on a voicemail as soon as its words are known, before they are over', async () => {
  const { findings, party } = await opened([
    { says: 'Hi, you have reached Ada. Please leave a message after', afterMs: 300, isPartial: true },
    { says: 'Hi, you have reached Ada. Please leave a message after the tone.', afterMs: 10_000 },
  ]);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
  expect(party.said).toEqual([]);
  expect(party.elapsedMs()).toBeLessThan(5_000);
});

test('goes through a telephone menu to whom the call is for', async () => {
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

test('hangs up on a menu that has no key for whom the call is for', async () => {
  const { findings, party } = await opened([{ says: 'For support, press one.', afterMs: 300 }]);
  expect(party.pressed).toEqual([]);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
});

test('hangs up on a fax machine', async () => {
  const { findings } = await opened([{ beeps: true, isFax: true, afterMs: 300 }]);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
});

test('a tone that may be any is no machine after the words of a person', async () => {
  const { findings } = await opened([
    { says: 'Hello?', afterMs: 300 },
    { beeps: true, isFaint: true, afterMs: 300 },
    'Yes',
    'Forty',
  ]);
  expect(findings.outcome.kind).toBe('finished');
});
