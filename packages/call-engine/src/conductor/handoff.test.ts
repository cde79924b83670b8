import { conductByRules, conductScript } from '@parley/testing/scripted-call.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { asking, handingTo, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';

const person = { wants: { person: {} } };
const understands = {
  'A human!': person,
  'Sales!': { wants: { person: { label: 'sales' } } },
  'No. Bye.': { wants: { goodbye: true as const } },
  "Let's carry on": { wants: {}, goesOn: true as const },
  'Never call again': { wants: { neverAgain: true as const } },
};
const [one, two] = ['+41446681801', '+41446681802'];

const call = (
  handoffs: ReturnType<typeof handingTo>[],
  contact: readonly ScriptLine[],
  habits: { takesTransfer?: boolean } = {},
) =>
  conductScript({
    plan: scriptedPlan([asking('Age?'), ...handoffs]),
    contact,
    dialogueModel: { understands },
    habits,
  });

test('a request for a human is honoured at once, anywhere in the call', async () => {
  for (const before of [[], ['Hello?']]) {
    const { findings, party, decisions } = await call([handingTo({ '': one })], [...before, 'A human!']);
    expect(party.said.at(-1)).toBe('[announce_handoff]');
    expect(party.transfers).toEqual([one]);
    expect(findings.outcome).toEqual({ kind: 'handed_off', to: one, label: null });
    expect(decisions('transfer')).toMatchObject([{ why: 'They asked for a person.' }]);
    expect(party.isLeft).toBe(false);
  }
});

test('a handoff with its own announcement uses that announcement', async () => {
  const { party } = await call([handingTo({ '': one }, 'One second, Eva takes over.')], ['A human!']);
  expect(party.said.at(-1)).toBe('One second, Eva takes over.');
});

test('the handoff goes to the destination that the contact named', async () => {
  const { findings, party } = await call([handingTo({ Service: one, Sales: two })], ['Sales!']);
  expect(findings.outcome).toEqual({ kind: 'handed_off', to: two, label: 'Sales' });
  expect(party.said).toHaveLength(2);
});

test('a contact who names no destination is asked to choose one by its label', async () => {
  const { findings, dialogueModel } = await call(
    [handingTo({ Service: one, Sales: two })],
    ['A human!', 'sales'],
  );
  expect(dialogueModel.intentions[0]).toEqual({ kind: 'choose_destination', labels: ['Service', 'Sales'] });
  expect(findings.outcome).toMatchObject({ kind: 'handed_off', to: two });
});

test.each([
  ['says nothing', []],
  ['names nobody', ['Anybody']],
])('a contact who is asked for a destination and %s gets the first, and is asked once', async (_, rest) => {
  const { findings, party } = await call([handingTo({ Service: one, Sales: two })], ['A human!', ...rest]);
  expect(findings.outcome).toMatchObject({ kind: 'handed_off', to: one });
  expect(party.said.filter((text) => text === '[choose_destination]')).toHaveLength(1);
});

test('the same number in two sections is offered as one destination', async () => {
  const { party } = await call([handingTo({ Service: one }), handingTo({ Sales: one })], ['A human!']);
  expect(party.said.slice(1)).toEqual(['[announce_handoff]']);
});

test('a handoff section transfers the call without a request', async () => {
  const { findings, party } = await call([handingTo({ '': one })], ['Hello?', 'Forty']);
  expect(party.said.at(-1)).toBe('[acknowledge] [announce_handoff]');
  expect(findings.outcome).toMatchObject({ kind: 'handed_off', to: one });
});

test('when nobody answers a handoff, the contact is informed and can leave a message', async () => {
  const { findings, party } = await call([handingTo({ '': one })], ['A human!', 'Call me back'], {
    takesTransfer: false,
  });
  expect(party.said.slice(1)).toEqual([
    '[announce_handoff]',
    '[handoff_failed] [take_message]',
    '[confirm_message]',
  ]);
  expect(findings).toMatchObject({ outcome: { kind: 'message_taken' }, message: 'Call me back' });
});

test('words from before the contact was asked for a message are not the message', async () => {
  const greeting = { says: 'Hello?', takesMs: 500, lateMs: 30_000 };
  const { findings, party } = await call([handingTo({ '': one })], ['A human!', greeting, 'Call me back'], {
    takesTransfer: false,
  });
  expect(findings).toMatchObject({ outcome: { kind: 'message_taken' }, message: 'Call me back' });
  expect(party.said.at(-1)).toBe('[confirm_message]');
});

test('an opt-out from before the contact was asked for a message counts', async () => {
  const late = { says: 'Never call again', takesMs: 500, lateMs: 30_000 };
  const { findings } = await call([], ['A human!', late]);
  expect(findings).toMatchObject({ outcome: { kind: 'opt_out' }, message: null });
});

test('a flow without a handoff takes a message and ends the call', async () => {
  const { findings, party } = await call([], ['A human!', 'Call me back']);
  expect(party.said.slice(1)).toEqual(['[take_message]', '[confirm_message]']);
  expect(findings).toMatchObject({ outcome: { kind: 'message_taken' }, message: 'Call me back' });
  expect(party.isLeft).toBe(true);
});

test.each([
  ['says nothing', []],
  ['does not want to leave one', ['No. Bye.']],
])('a contact who is asked for a message and %s hears goodbye', async (_, rest) => {
  const { findings, party } = await call([], ['A human!', ...rest]);
  expect(party.said.slice(1)).toEqual(['[take_message]', '[goodbye]']);
  expect(findings).toMatchObject({ outcome: { kind: 'message_taken' }, message: null });
});

test('hanging up before leaving a message ends the call as hung up', async () => {
  const { findings } = await call([], ['A human!', { leaves: true }]);
  expect(findings.outcome).toEqual({ kind: 'hung_up' });
});

test('an opt-out given as a message is stored and honoured', async () => {
  const { findings } = await call([], ['A human!', 'Never call again']);
  expect(findings).toMatchObject({ outcome: { kind: 'opt_out' }, message: 'Never call again' });
});

test('a contact who opts out when asked for a destination is not transferred', async () => {
  const { findings, party } = await call(
    [handingTo({ Service: one, Sales: two })],
    ['A human!', 'Never call again'],
  );
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
  expect(party.transfers).toEqual([]);
});

test('hanging up when asked for a destination ends the call as hung up', async () => {
  const { findings } = await call([handingTo({ Service: one, Sales: two })], ['A human!', { leaves: true }]);
  expect(findings.outcome).toEqual({ kind: 'hung_up' });
});

test('a contact who continues the call instead of leaving a message is asked the next question', async () => {
  const { findings, party } = await call([], ['A human!', "Let's carry on", 'Forty']);
  expect(party.said.slice(1, 3)).toEqual(['[take_message]', 'Age?']);
  expect(findings).toMatchObject({ outcome: { kind: 'finished' }, message: null });
});

test('a message that ends with a request to pass it on is kept', async () => {
  const message = "Tell Sarah I can't come on Friday because I am in hospital. Please do that.";
  const { findings } = await conductByRules({
    plan: scriptedPlan([asking('Age?')]),
    contact: ['Can I speak to a person?', message],
  });
  expect(findings).toMatchObject({ outcome: { kind: 'message_taken' }, message });
});
