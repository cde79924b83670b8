import { conductByRules } from '@parley/testing/scripted-call.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { ScriptedTurnReader } from '@parley/testing/scripted-turn-reader.ts';
import { expecting, scriptedContext } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';
import type { CallContext } from '../dialogue-model.ts';
import { rulesDialogueModel } from '../rules.ts';

type Readings = ConstructorParameters<typeof ScriptedTurnReader>[0];
type Reading = Exclude<Readings[string], 'fails'>;

const read = (
  heard: string,
  asked: string,
  reading: Reading | 'fails',
  context: CallContext = scriptedContext(),
) =>
  rulesDialogueModel({ turnReader: new ScriptedTurnReader({ [heard]: reading }) }).understand(
    heard,
    expecting(asked),
    context,
  );

const LICENCE = 'Do you have a driving licence?';

test('a do-not-call request that both rules and trained model recognise is honoured at once', async () => {
  const { wants, seenBy } = await read('Never call me again', LICENCE, { sure: ['never_call'] });
  expect(wants.neverAgain).toBe(true);
  expect(seenBy).toMatchObject({ neverAgain: ['rules', 'trained'] });
});

test.each<[string, string, Reading, readonly string[]]>([
  ['the rules recognise', 'Never call me again', {}, ['rules']],
  ['the trained model is sure of', 'Lose these digits, friend', { sure: ['never_call'] }, ['trained']],
])('a calm do-not-call request that only %s needs a confirming question', async (_, heard, reading, by) => {
  const { wants, seenBy } = await read(heard, LICENCE, reading);
  expect(wants.neverAgain).toBe('possible');
  expect(seenBy?.neverAgain).toEqual(by);
});

test('a do-not-call request that the trained model only finds possible is marked as suspected', async () => {
  const { wants, seenBy } = await read('Lose these digits, friend', LICENCE, { possible: ['never_call'] });
  expect(wants.neverAgain).toBe('faint');
  expect(seenBy?.neverAgain).toEqual(['trained']);
});

test('a hostile do-not-call request needs no confirmation', async () => {
  const { wants } = await read('Lose these bloody digits', LICENCE, { sure: ['never_call'] });
  expect(wants.neverAgain).toBe(true);
});

test('a short clear answer is not taken for a possible do-not-call request', async () => {
  const { wants, answer } = await read('No, never', LICENCE, { possible: ['never_call'] });
  expect(wants.neverAgain).toBeUndefined();
  expect(answer).toMatchObject({ value: false, isClear: true });
});

test.each([
  'I would love to, if you match the price, otherwise not.',
  'Yes, but only if you match the price.',
  'Only if the price stays the same.',
  'I would, as long as it gets cheaper.',
])('a yes on a condition is no yes to an offer, however sure the trained model is: %s', async (heard) => {
  const { answer } = await read(heard, 'Will you renew your policy with us?', {
    polarity: { yes: 0.99, no: 0, neither: 0.01 },
  });
  expect(answer?.isClear).toBe(false);
});

test.each(['Yes, if you like.', 'Sure, if that is possible.', 'Yes, if you match the price.'])(
  'a yes that only mentions a condition is one: %s',
  async (heard) => {
    const { answer } = await read(heard, 'Will you renew your policy with us?', {});
    expect(answer).toMatchObject({ value: true, isClear: true });
  },
);

test('a request that only the trained model is sure of counts', async () => {
  const { wants, seenBy } = await read('I would prefer flesh and blood here', LICENCE, { sure: ['human'] });
  expect(wants.person).toEqual({});
  expect(seenBy?.person).toEqual(['trained']);
});

test('a request that the trained model only finds possible does not count', async () => {
  const { wants } = await read('I would prefer flesh and blood here', LICENCE, { possible: ['human'] });
  expect(wants).toEqual({});
});

test('a callback request that only the trained model recognises keeps its time', async () => {
  const { wants } = await read('My hands are full till tomorrow at three', 'opening', { sure: ['later'] });
  expect(wants.later).toMatchObject({
    rawText: 'My hands are full till tomorrow at three',
    at: expect.any(String),
  });
});

test.each<[string, string, Reading]>([
  ['Tomorrow', 'When could you start?', { sure: ['later'] }],
  ['Not really', LICENCE, { sure: ['not_interested'] }],
  ['Five', 'How many years of experience do you have?', { sure: ['goodbye'] }],
  ['I could come in next Thursday at ten', 'When could you start?', { sure: ['later', 'answers'] }],
])('"%s" answers "%s", even if the trained model sees a request', async (heard, asked, reading) => {
  const { wants, answer } = await read(heard, asked, reading);
  expect(wants).toEqual({});
  expect(answer?.isClear).toBe(true);
});

test('a "no" before "Ada speaking" in reply to the greeting is not a refusal', async () => {
  const { wants } = await read('Hello, no, Ada speaking', 'opening', { sure: ['not_interested'] });
  expect(wants).toEqual({});
});

test('a yes or no that the trained model is sure of counts where the rules find none', async () => {
  const { answer } = await read('Ask anyone in the village', LICENCE, {
    polarity: { yes: 0.96, no: 0.02, neither: 0.02 },
  });
  expect(answer).toMatchObject({ value: true, isClear: true, quote: 'Ask anyone in the village' });
});

test('a yes or no that the trained model is not sure of changes nothing', async () => {
  const { answer } = await read('Ask anyone in the village', LICENCE, {
    polarity: { yes: 0.7, no: 0.1, neither: 0.2 },
  });
  expect(answer?.isClear).not.toBe(true);
});

test('where rules and trained model are sure but disagree, the answer is unclear', async () => {
  const { answer } = await read('Yes', LICENCE, { polarity: { yes: 0.02, no: 0.95, neither: 0.03 } });
  expect(answer?.isClear).toBe(false);
});

test.each<[Reading, string | undefined]>([
  [{ sure: ['asks_who'] }, 'who'],
  [{ sure: ['asks_robot'] }, 'machine'],
  [{ sure: ['asks_source'] }, 'source'],
  [{ sure: ['asks_recorded'] }, 'recorded'],
  [{ sure: ['is_scam'] }, 'scam'],
  [{ sure: ['asks_other'] }, undefined],
])('a question that only the trained model recognises counts as one: %j', async (reading, about) => {
  const { question, about: found } = await read('Funny accent you have got there', LICENCE, reading);
  expect(question).toBe('Funny accent you have got there');
  expect(found).toBe(about);
});

test("where the rules recognise a question, the trained model's most probable topic is taken", async () => {
  const { about } = await read('Sorry, which outfit?', LICENCE, { possible: ['asks_who'] });
  expect(about).toBe('who');
});

test('a topic that the trained model only finds possible does not turn a statement into a question', async () => {
  const { question } = await read('I passed my test in June', LICENCE, { possible: ['asks_who'] });
  expect(question).toBeUndefined();
});

test('"I have said it before" in reply to the greeting is marked as a suspected do-not-call request', async () => {
  const said = 'How often do I have to say it';
  const atOpening = await read(said, 'opening', { sure: ['already_told'] });
  expect(atOpening.wants.neverAgain).toBe('faint');
  const later = await read(said, LICENCE, { sure: ['already_told'] });
  expect(later.wants.neverAgain).toBeUndefined();
});

test("a contact's question beside an unclear answer is taken instead of the answer", async () => {
  const { question, answer } = await read('It depends, what do they pay an hour?', LICENCE, {});
  expect(question).toBe('what do they pay an hour');
  expect(answer).toBeUndefined();
});

test('if the trained model fails, the rules alone understand the turn', async () => {
  expect(await read('Yes', LICENCE, 'fails')).toMatchObject({ answer: { value: true } });
});

test('a reply to the do-not-call confirmation is understood by the rules alone', async () => {
  const turnReader = new ScriptedTurnReader({});
  const context = scriptedContext();
  const { answer } = await rulesDialogueModel({ turnReader }).understand(
    'No, not at all',
    { kind: 'opt_out' },
    context,
  );
  expect(turnReader.turns).toEqual([]);
  expect(answer?.value).toBe(false);
});

test.each([
  ["No, that's not what I meant.", true],
  ['No, not at all', true],
  ['Nope', true],
  ["No, please don't", false],
  ['Never again.', false],
  ['No more calls', false],
])(
  'whether "%s" in reply to the do-not-call confirmation lets the call go on: %s',
  async (heard, isDenied) => {
    const { answer, wants } = await rulesDialogueModel().understand(
      heard,
      { kind: 'opt_out' },
      scriptedContext(),
    );
    const goesOn = answer?.value === false && answer.isClear && wants.neverAgain === undefined;
    expect(goesOn).toBe(isDenied);
  },
);

test.each([
  ['DE', 'Nein', true],
  ['DE', 'Nie wieder!', false],
  ['DE', 'Niemals', false],
  ['DE', 'Nein, nie wieder', false],
  ['DE', 'Nein, das habe ich nicht gemeint', true],
  ['DE', 'Nö, gar nicht', true],
  ['FR', 'Jamais', false],
  ['FR', 'Non', true],
  ['FR', 'Non, pas du tout', true],
  ['FR', "Non, ce n'est pas ce que je voulais dire", true],
  ['FR', 'Non, plus jamais', false],
  ['FR', 'Non, pas un seul appel', false],
  ['FR', "Non, je ne veux plus d'appels", false],
  ['ES', 'Nunca', false],
  ['ES', 'No', true],
  ['ES', 'No, no', true],
  ['ES', 'No, no hace falta', true],
  ['ES', 'No, sigan llamando', true],
  ['ES', 'No, ninguna llamada', false],
  ['ES', 'No, no quiero más llamadas', false],
  ['ES', 'No quiero más llamadas', false],
  ['IT', 'No', true],
  ['IT', 'No, per niente', true],
  ['IT', 'No, non intendevo questo', true],
  ['IT', 'No, mai più', false],
  ['IT', 'No, non voglio altre chiamate', false],
  ['PT', 'Não', true],
  ['PT', 'Não, não é preciso', true],
  ['PT', 'Não, nunca mais', false],
  ['PT', 'Não quero mais chamadas', false],
  ['PT', 'Não, nenhuma chamada', false],
] as const)(
  'in %s, whether "%s" in reply to the do-not-call confirmation lets the call go on: %s',
  async (language, heard, isDenied) => {
    const context = scriptedContext(language);
    const { answer, wants } = await rulesDialogueModel().understand(heard, { kind: 'opt_out' }, context);
    const goesOn = answer?.value === false && answer.isClear && wants.neverAgain === undefined;
    expect(goesOn).toBe(isDenied);
  },
);

test('the trained model gets the question that was asked', async () => {
  const turnReader = new ScriptedTurnReader({});
  const model = rulesDialogueModel({ turnReader });
  await model.understand('Yes', expecting(LICENCE), scriptedContext());
  await model.understand('Ten', expecting('How many years?'), scriptedContext());
  await model.understand('Hello?', expecting('opening'), scriptedContext());
  expect(turnReader.turns).toEqual([
    { language: 'EN', heard: 'Yes', stage: 'question', question: LICENCE, asksYesNo: true },
    { language: 'EN', heard: 'Ten', stage: 'question', question: 'How many years?' },
    { language: 'EN', heard: 'Hello?', stage: 'opening' },
  ]);
});

const hiring = {
  type: 'looping',
  id: 'hiring',
  questions: [
    { id: 'years', key: 'years', text: 'How many years of experience do you have?' },
    { id: 'licence', key: 'licence', text: LICENCE },
  ],
} as const;

const call = (readings: Readings, ...contact: string[]) =>
  conductByRules(
    { plan: scriptedPlan([hiring]), contact: ['Hello?', ...contact] },
    rulesDialogueModel({ turnReader: new ScriptedTurnReader(readings) }),
  );

test('a correction that only the trained model recognises changes the previous answer', async () => {
  const { findings } = await call(
    { 'Gosh, four years': { sure: ['corrects'] } },
    'Five',
    'Gosh, four years',
    'Yes',
  );
  expect(findings.answers).toMatchObject([{ value: 4 }, { value: true }]);
});

test('the journal says whether rules or trained model recognised a request', async () => {
  const { journal, findings } = await call(
    { 'Lose these digits, friend': { sure: ['never_call'] } },
    'Lose these digits, friend',
    'Yes please',
  );
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
  expect(journal).toContainEqual(
    expect.objectContaining({
      kind: 'understood',
      understanding: expect.objectContaining({ seenBy: { neverAgain: ['trained'] } }),
    }),
  );
});

test('a short request in a section without questions is marked as a suspected do-not-call request', async () => {
  const { wants } = await read('Spare me any further calls', 'talk', { possible: ['never_call'] });
  expect(wants.neverAgain).toBe('faint');
});

test('a message left for others is not taken for a suspected do-not-call request', async () => {
  const heard = 'They should ring me about the contract';
  const { wants } = await read(heard, 'message', { possible: ['never_call'] });
  expect(wants.neverAgain).toBeUndefined();
});

test('a question about the caller that only the trained model recognises is answered', async () => {
  const heard = 'Hang on, what is all this malarkey';
  const context = scriptedContext();
  const model = rulesDialogueModel({
    turnReader: new ScriptedTurnReader({ [heard]: { sure: ['asks_who'] } }),
  });
  const { question = '', about } = await model.understand(heard, expecting(LICENCE), context);
  expect(about).toBe('who');
  expect(await model.answer(question, [], context)).toContain(context.plan.company.name);
});

test('an indirect answer is marked as likely but unclear', async () => {
  const { answer } = await read('There is a Fiesta on my drive', 'Do you own a car?', { likely: 'yes' });
  expect(answer).toEqual({
    value: true,
    isClear: false,
    isLikely: true,
    quote: 'There is a Fiesta on my drive',
  });
});

test('"it depends" is not taken for a likely yes or no', async () => {
  const { answer } = await read('It depends', 'Do you own a car?', { likely: 'yes' });
  expect(answer?.value).toBe('It depends');
});

test('the trained model finds no answer in words that were taken back in the same turn', async () => {
  const { answer } = await read("I've got one. Actually, scratch that", LICENCE, {
    polarity: { yes: 0.95, no: 0, neither: 0.05 },
  });
  expect(answer).toBeUndefined();
});

test('instead of a number, the wish for a person counts although the trained model only finds it possible', async () => {
  const { wants } = await read(
    'I would prefer flesh and blood here',
    'How many years of experience do you have?',
    {
      possible: ['human'],
    },
  );
  expect(wants.person).toEqual({});
});

test('an answer that is refused leaves no guess behind', async () => {
  const understood = await read('School policy keeps such things in the house', LICENCE, {
    sure: ['refuses'],
    likely: 'no',
  });
  expect(understood.isRefused).toBe(true);
  expect(understood.answer).toBeUndefined();
});

test('a time named at the opening is when to call, however much it sounds like a go-ahead', async () => {
  const { wants } = await read('My hands are full till tomorrow at three', 'opening', {
    sure: ['later', 'answers'],
  });
  expect(wants.later?.at).toBe('2026-11-17T14:00:00.000Z');
});
