import { ScriptedTurnReader } from '@parley/testing/scripted-turn-reader.ts';
import { expecting, scriptedContext } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';
import { rulesDialogueModel } from '../rules.ts';
import type { ReadableTurn, TrainedReading, TrainedWish, TurnReader } from '../turn-reader.ts';

/** Finds one wish and an answer, each with a score. */
const scored = (wish: TrainedWish, score: number, answers: number): TurnReader => ({
  read: async (turn: ReadableTurn): Promise<TrainedReading> => {
    const reading = await new ScriptedTurnReader({ [turn.heard]: { sure: [wish, 'answers'] } }).read(turn);
    const wishes = {
      ...reading.wishes,
      [wish]: { score, level: 'sure' },
      answers: { score: answers, level: 'sure' },
    };
    return { ...reading, wishes: wishes as TrainedReading['wishes'] };
  },
});

const hear = (heard: string, question: string, turnReader: TurnReader, language: 'EN' | 'DE' = 'EN') =>
  rulesDialogueModel({ turnReader }).understand(heard, expecting(question), scriptedContext(language));

const hearName = (heard: string, text: string, turnReader: TurnReader, language: 'EN' | 'DE' = 'EN') =>
  rulesDialogueModel({ turnReader }).understand(
    heard,
    { kind: 'answer', question: { id: 'name', text, answerType: { kind: 'name' } } },
    scriptedContext(language),
  );

test('a name in reply to a question for a person is an answer, not a sign of a wrong number', async () => {
  const heard = "Her name's Gillian, Gillian Frost.";
  const turnReader = scored('wrong_person', 0.4, 0.6);
  const { wants, answer } = await hearName(heard, 'Who is your manager there?', turnReader);
  expect(wants.wrongPerson).toBeUndefined();
  expect(answer?.value).toBe('Gillian Frost');
});

test('another time than the one in the question is an answer, not a callback request', async () => {
  const turnReader = scored('later', 0.4, 0.6);
  const { wants } = await hear('It would have to be tomorrow.', 'Could you come before six?', turnReader);
  expect(wants.later).toBeUndefined();
});

test('a contact who is asked whether now is a good time and names another time is called then', async () => {
  const { wants } = await hear('After Christmas.', 'Is now a good time to talk?', scored('later', 0.4, 0.6));
  expect(wants.later).toBeDefined();
});

test('naming the person whom the question is about is not a request for a human', async () => {
  const heard = "You'd want to speak to Steve Cobb about me.";
  const { wants, answer } = await hearName(heard, 'Who is your manager there?', scored('human', 0.9, 0.1));
  expect(wants.person).toBeUndefined();
  expect(answer?.value).toBe('Steve Cobb');
});

test.each([
  ['EN', 'Could you spell your surname for me?', 'P H I double L I P S', 'Phillips'],
  ['DE', 'Wie buchstabiert man Ihren Nachnamen?', 'M E I E R, also mit E I.', 'Meier'],
] as const)(
  '%s: after "%s" the spelled name "%s" is no possible do-not-call request',
  async (language, question, heard, name) => {
    const turnReader = new ScriptedTurnReader({ [heard]: { possible: ['never_call'] } });
    const { wants, answer } = await hearName(heard, question, turnReader, language);
    expect(wants.neverAgain).toBeUndefined();
    expect(answer?.value).toBe(name);
  },
);

const OWN_NAME = { EN: 'What is your full name?', DE: 'Wie heißen Sie?' };

test.each([
  ['EN', 'stop. just stop.', 'never_call', 'neverAgain'],
  ['EN', 'I need a break, I am off', 'never_call', 'neverAgain'],
  ['EN', 'There is no Anna here', 'wrong_person', 'wrongPerson'],
  ['EN', 'tomorrow at ten', 'later', 'later'],
  ['DE', 'Telefonieren Sie mir bitte nicht mehr', 'never_call', 'neverAgain'],
  ['DE', 'Hier wohnt keine Anna', 'wrong_person', 'wrongPerson'],
  ['DE', 'Lieber morgen um zehn', 'later', 'later'],
] as const)('%s: "%s" to the question for a name stays a request', async (language, heard, wish, name) => {
  const reading = wish === 'never_call' ? { possible: [wish] } : { sure: [wish] };
  const turnReader = new ScriptedTurnReader({ [heard]: reading });
  expect((await hearName(heard, OWN_NAME[language], turnReader, language)).wants[name]).toBeDefined();
});

const LICENCE = { EN: 'Do you have a driving licence?', DE: 'Haben Sie einen Führerschein?' };

test.each([
  ['EN', 'i never want to be called again'],
  ['EN', 'i never want you to call me'],
  ['EN', "I don't need you calling me"],
  ['DE', 'Nein, ich möchte von Ihnen nichts hören'],
] as const)('%s: "%s" to a yes/no question is a do-not-call request', async (language, heard) => {
  const turnReader = new ScriptedTurnReader({
    [heard]: { possible: ['never_call'], polarity: { yes: 0, no: 0.95, neither: 0.05 } },
  });
  expect((await hear(heard, LICENCE[language], turnReader, language)).wants.neverAgain).toBeDefined();
});

test.each([
  ['EN', 'Which insurer are you with?', 'could you get back to me next week', 'later', 'later'],
  ['EN', 'Which insurer are you with?', "I've only a minute, better tomorrow", 'later', 'later'],
  ['EN', 'Which insurer are you with?', 'i would rather have somebody real', 'human', 'person'],
  ['EN', 'Who is your manager there?', 'Let me talk to John Smith', 'human', 'person'],
  ['DE', 'Bei welcher Firma arbeiten Sie?', 'Das machen wir nächste Woche', 'later', 'later'],
  ['DE', 'Wer ist dort Ihr Chef?', 'Geben Sie mir mal Herrn Schmidt', 'human', 'person'],
] as const)(
  '%s: after "%s" the sentence "%s" is a request and no name',
  async (language, question, heard, wish, name) => {
    const turnReader = new ScriptedTurnReader({ [heard]: { sure: [wish], possible: ['answers'] } });
    expect((await hear(heard, question, turnReader, language)).wants[name]).toBeDefined();
  },
);

test.each([
  ['EN', LICENCE.EN, 'There is nobody called Anna here', 'wrong_person', 'wrongPerson'],
  ['EN', 'When could you start?', 'You want my wife', 'wrong_person', 'wrongPerson'],
  ['EN', 'Which insurer are you with?', 'they moved away', 'wrong_person', 'wrongPerson'],
  ['EN', LICENCE.EN, 'next week some time', 'later', 'later'],
  ['DE', LICENCE.DE, 'Hier gibt es niemanden, der Anna heißt', 'wrong_person', 'wrongPerson'],
  ['DE', 'Wann könnten Sie anfangen?', 'Sie wollen wohl meine Frau sprechen', 'wrong_person', 'wrongPerson'],
  ['DE', 'Passt es Ihnen gerade?', 'Nach Weihnachten', 'later', 'later'],
] as const)(
  '%s: after "%s" the words "%s" count as a request, even if they sound more like an answer',
  async (language, question, heard, wish, name) => {
    expect((await hear(heard, question, scored(wish, 0.4, 0.6), language)).wants[name]).toBeDefined();
  },
);

test('a callback request is not taken for a name, even if it could be both', async () => {
  const heard = 'Not now, next week.';
  const { wants } = await hearName(heard, 'Which insurer are you with?', scored('later', 0.6, 0.7));
  expect(wants.later).toBeDefined();
});
