import { conductScript } from '@parley/testing/scripted-call.ts';
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

test.each(greetings)('a voicemail that greets %s is left its message', async (_, greeting) => {
  const { findings, party } = await call([greeting], leaving);
  expect(party.said.at(-1)).toBe('Please call us back.');
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
  expect(party.isLeft).toBe(true);
});

test.each(greetings)(
  'a voicemail that greets %s is hung up on when no message is to be left',
  async (_, greeting) => {
    const { findings, party } = await call([greeting]);
    expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
    expect(party.said).not.toContain('[goodbye]');
  },
);

test('a greeting that goes on hears the message again', async () => {
  const { findings, party } = await call(
    ['Leave a message', { says: 'after the tone', interruptsAfterMs: 100 }],
    leaving,
  );
  expect(party.said.at(-1)).toBe('Please call us back.');
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a message that a tone breaks into is left again from its beginning', async () => {
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

test('a message that was over before the tone is left again after it', async () => {
  const { findings, party } = await call(['Leave a message', { beeps: true, afterMs: 1_000 }], leaving);
  expect(party.said.filter((text) => text === leaving.message)).toHaveLength(2);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a tone alone is a voicemail, whatever was said before it', async () => {
  const { findings, party } = await call([{ beeps: true, interruptsAfterMs: 700 }], leaving);
  expect(party.said.at(-1)).toBe('Please call us back.');
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a machine that asks who is calling and records it after a tone is told after the tone', async () => {
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

test('who reads a whole page before anybody can answer is a machine', async () => {
  const page = 'You should know that '.repeat(20);
  const { findings } = await call([{ says: page, takesMs: 14_000 }], leaving);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a greeting that begins like a person and talks over ours is still found out', async () => {
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

test('a tone in the middle of a talk with a person means nothing', async () => {
  const { findings } = await call(['Hello?', { beeps: true }, 'Forty'], leaving);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a message that is cut off by the machine hanging up is not left', async () => {
  const { findings } = await call(['Leave a message', { leaves: true, interruptsAfterMs: 100 }], leaving);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: false });
});

test('a machine that asks who is calling is told, and whom it puts through hears the first message', async () => {
  const { findings, party } = await call([
    'Who is calling?',
    { says: 'Hello?', afterMs: 15_000 },
    'All right',
    'Forty',
  ]);
  expect(party.said.slice(1, 4)).toEqual(['[answer_screening]', 'Hello Ada. I am an AI.', 'Age?']);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a machine that asks who is calling and turns into a voicemail is one', async () => {
  const { findings } = await call(['Who is calling?', 'Leave a message'], leaving);
  expect(findings.outcome).toEqual({ kind: 'voicemail', isMessageLeft: true });
});

test('a machine that only asks who is calling is not talked to for ever', async () => {
  const { findings, party } = await call(Array.from({ length: 9 }, () => 'Who is calling?'));
  expect(party.said.filter((text) => text === '[answer_screening]')).toHaveLength(3);
  expect(findings.outcome).toEqual({ kind: 'hung_up' });
});

test('a machine that fetches nobody is left', async () => {
  const { findings, decisions } = await call(['Who is calling?']);
  expect(findings.outcome).toEqual({ kind: 'hung_up' });
  expect(decisions('end')).toMatchObject([{ why: expect.stringContaining('nobody came') }]);
});

test('somebody who has spoken like a person is not mistaken for a machine later', async () => {
  const { findings } = await call(['Hello?', 'Leave a message', 'Forty'], leaving);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('whom a machine puts through in the middle of a question hears who is calling first', async () => {
  const { party } = await call([{ says: 'Who is calling?', afterMs: 5_000 }, 'Hello?', 'Forty']);
  expect(party.said.slice(1, 4)).toEqual(['Age?', '[answer_screening]', 'Hello Ada. I am an AI. Age?']);
});
