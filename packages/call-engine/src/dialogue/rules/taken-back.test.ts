import { ScriptedTurnReader } from '@parley/testing/scripted-turn-reader.ts';
import { expecting, scriptedContext } from '@parley/testing/understood-as.ts';
import { describe, expect, test } from 'vitest';
import { rulesDialogueModel } from '../rules.ts';

const opening = { kind: 'opening' } as const;

test.each([
  ['EN', 'human', 'Can I not speak to a real person? Oh, never mind, just ask.'],
  ['EN', 'later', "It's a bit awkward, could you ring later? Actually no, let's just do it now."],
  ['DE', 'human', 'Kann ich nicht mit einem Menschen sprechen? Ach egal, fragen Sie.'],
  ['DE', 'later', 'Gerade schlecht, rufen Sie später an. Ach nein, machen wir es jetzt.'],
] as const)(
  'in %s, a request (%s) taken back in the same turn does not count: %s',
  async (language, wish, heard) => {
    const reader = new ScriptedTurnReader({ [heard]: { sure: [wish] } });
    for (const options of [{}, { turnReader: reader }]) {
      const { wants } = await rulesDialogueModel(options).understand(
        heard,
        opening,
        scriptedContext(language),
      );
      expect(wants).toEqual({});
    }
  },
);

test.each([
  'Can I speak to a real person?',
  'Could you ring later? Go on, when would that be.',
  'Never mind that, just put me through to a person',
  'Hello, actually can you ring me later, go ahead.',
  'Could you ring me later? Actually, please do that.',
  'I want a real person. Oh, go on.',
  "She's not in, call back later. Never mind, go on.",
])('a request that is not taken back counts: %s', async (heard) => {
  const { wants } = await rulesDialogueModel().understand(heard, opening, scriptedContext());
  expect(Object.keys(wants)).not.toEqual([]);
});

test('a do-not-call request is not taken back by telling the agent to go on', async () => {
  const heard = "Don't ever call me again. Oh, never mind, just ask.";
  const { wants } = await rulesDialogueModel().understand(heard, opening, scriptedContext());
  expect(wants.neverAgain).toBe(true);
  const vague = 'I have had it with you people. Never mind, just ask.';
  const reader = new ScriptedTurnReader({ [vague]: { possible: ['never_call'] } });
  const read = await rulesDialogueModel({ turnReader: reader }).understand(vague, opening, scriptedContext());
  expect(read.wants.neverAgain).toBeDefined();
});

describe('"go ahead" takes back no answer', () => {
  test.each([
    ['EN', 'Do you have a driving licence?', "No I don't. That's fine, go ahead.", false],
    ['EN', 'Are you allowed to work in the UK?', "No, not yet. It doesn't matter, go on.", false],
    ['EN', 'How many years have you driven?', "Five years. Sorry, that's fine, ask away.", 5],
    ['EN', 'What do you drive?', "I drive a lorry, it's okay, carry on.", expect.stringContaining('lorry')],
    ['DE', 'Haben Sie einen Führerschein?', 'Nein, habe ich nicht. Macht nichts, fragen Sie weiter.', false],
  ] as const)('in %s, asked "%s", "%s" still counts as the answer', async (language, asked, heard, value) => {
    const { answer } = await rulesDialogueModel().understand(
      heard,
      expecting(asked),
      scriptedContext(language),
    );
    expect(answer).toMatchObject({ value, isClear: true });
  });

  test('an answer before a request that is taken back counts, and the words that take it back are no answer', async () => {
    const understand = (heard: string) =>
      rulesDialogueModel().understand(heard, expecting('Do you have a driving licence?'), scriptedContext());
    const both = await understand('Yes I do. Can I speak to a real person? No, never mind, go on.');
    expect(both).toMatchObject({ wants: {}, answer: { value: true } });
    const none = await understand('Can I speak to a real person? Oh, no, never mind, just ask.');
    expect(none.wants).toEqual({});
    expect(none.answer).toBeUndefined();
  });
});

test('"go ahead" after a no is no consent to the recording', async () => {
  const heard = "No, please don't record it. That's fine, go ahead.";
  const { answer } = await rulesDialogueModel().understand(heard, { kind: 'recording' }, scriptedContext());
  expect(answer).toEqual({ value: false, isClear: true });
});

test.each([
  "Hello, actually I don't want this call recorded, go ahead.",
  "Yes, please do not record this. It's fine, go on.",
  "Please do not record this, and could you ring later? It's fine, go on.",
])('an objection to the recording is not taken back by "go ahead": %s', async (heard) => {
  for (const expectation of [opening, expecting('Do you have a driving licence?'), expecting('talk')]) {
    const { wants } = await rulesDialogueModel().understand(heard, expectation, scriptedContext());
    expect(wants.unrecorded).toBe(true);
  }
});

test.each(['message', 'callback_time'] as const)(
  '"carry on" in reply to a question for a %s is understood as continuing the call',
  async (kind) => {
    const understand = (heard: string) => rulesDialogueModel().understand(heard, { kind }, scriptedContext());
    expect((await understand("Oh never mind then, let's carry on.")).goesOn).toBe(true);
    expect((await understand('No, go ahead.')).goesOn).toBe(true);
    for (const heard of [
      'Tell them I rang, and to call me back tomorrow at nine',
      "Tell Sarah I can't come on Friday because I am in hospital. Please do that.",
      'Tomorrow at ten is fine, go ahead.',
      'Friday, go ahead.',
      'Go on then, just ask, but you have the wrong person',
      'Yes, please do that.',
    ])
      expect((await understand(heard)).goesOn).toBeUndefined();
    const german = await rulesDialogueModel().understand(
      'Morgen um zehn, machen Sie das.',
      { kind },
      scriptedContext('DE'),
    );
    expect(german.goesOn).toBeUndefined();
  },
);
