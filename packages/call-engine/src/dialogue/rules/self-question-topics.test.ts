import { type Language, languages } from '@parley/language/language.ts';
import { scriptedContext } from '@parley/testing/understood-as.ts';
import { expect, test } from 'vitest';
import type { SelfTopic } from '../dialogue-model.ts';
import { answerFrom } from './extracted-answer.ts';
import { selfQuestionOf } from './self-question.ts';
import { understand } from './understanding.ts';

const asked: readonly (readonly [Language, SelfTopic, readonly string[]])[] = [
  [
    'EN',
    'source',
    [
      'How did you get my number?',
      'Where did you get my phone number from?',
      'Who gave you my number?',
      'Hang on, where do you have my details from?',
      'How come you have my mobile number?',
      'How did you find me?',
      'I never gave you my number.',
      'How do you know my name?',
    ],
  ],
  [
    'EN',
    'recorded',
    [
      'Are you recording this?',
      'Is this call being recorded?',
      'Am I being recorded?',
      'Do you record calls?',
      'Is somebody listening in?',
      'Will this be recorded?',
      'Are you taping me?',
    ],
  ],
  [
    'EN',
    'scam',
    [
      'Is this a scam?',
      'Is this some kind of fraud?',
      'How do I know this is real?',
      'Why should I trust you?',
      'Are you trying to scam me?',
      'Can you prove who you are?',
      'Is this legit?',
      'How can I verify that?',
      'That sounds like a scam.',
    ],
  ],
  [
    'DE',
    'source',
    [
      'Woher haben Sie meine Nummer?',
      'Woher haben Sie denn meine Telefonnummer?',
      'Wer hat Ihnen meine Nummer gegeben?',
      'Wie kommen Sie an meine Daten?',
      'Wie sind Sie überhaupt an meine Nummer gekommen?',
      'Woher kennen Sie mich?',
      'Von wem haben Sie meine Handynummer?',
    ],
  ],
  [
    'DE',
    'recorded',
    [
      'Wird das Gespräch aufgezeichnet?',
      'Nehmen Sie das hier auf?',
      'Werde ich gerade aufgenommen?',
      'Läuft da ein Band mit?',
      'Hört hier noch jemand mit?',
      'Zeichnen Sie das Gespräch auf?',
    ],
  ],
  [
    'DE',
    'scam',
    [
      'Ist das hier Betrug?',
      'Ist das eine Betrugsmasche?',
      'Kann ich Ihnen vertrauen?',
      'Woher weiß ich, dass das echt ist?',
      'Sind Sie ein Betrüger?',
      'Wie kann ich das überprüfen?',
      'Das klingt nach Betrug.',
      'Ist das seriös?',
    ],
  ],
  ['FR', 'source', ['Comment avez-vous eu mon numéro ?', 'Qui vous a donné mon numéro ?']],
  ['FR', 'recorded', ['Cet appel est enregistré ?']],
  ['FR', 'scam', ["C'est une arnaque ?"]],
  ['ES', 'source', ['¿De dónde ha sacado mi número?']],
  ['ES', 'scam', ['¿Esto es una estafa?']],
  ['PL', 'recorded', ['Czy ta rozmowa jest nagrywana?']],
  ['RU', 'source', ['Откуда у вас мой номер?']],
  ['TR', 'scam', ['Bu dolandırıcılık mı?']],
  ['JA', 'recorded', ['録音していますか？']],
  ['ZH', 'source', ['你怎么有我的号码？']],
  ['AR', 'recorded', ['هل يتم تسجيل المكالمة؟']],
];

test.each(
  asked.flatMap(([language, topic, questions]) =>
    questions.map((question) => [language, question, topic] as const),
  ),
)('in %s, "%s" asks about the call itself: %s', (language, question, topic) => {
  expect(selfQuestionOf(question, scriptedContext(language))).toBe(topic);
});

test.each<[Language, string]>([
  ['EN', 'How did you get the number of employees?'],
  ['EN', 'Is the training recorded?'],
  ['EN', 'How do I know when I start?'],
  ['EN', 'What is the phone number of the office?'],
  ['DE', 'Wie ist die Nummer vom Büro?'],
  ['DE', 'Wird die Arbeitszeit aufgezeichnet?'],
])('in %s, "%s" is not taken for a question about the call itself', (language, question) => {
  expect(selfQuestionOf(question, scriptedContext(language))).toBeUndefined();
});

test('a contact who asks where their number comes from is told who gave it', () => {
  const answer = answerFrom('How did you get my number?', [], scriptedContext());
  expect(answer).toBe('Acme gave me your number, and they can tell you where it comes from.');
});

test.each([
  [true, 'Yes, this call is recorded, and what we say is written down.'],
  [false, 'No, no sound is recorded, but what we say is written down.'],
  [undefined, "I can't tell whether the sound is recorded. What we say is written down."],
])('asked whether the call is recorded, the agent answers as the plan says: %s', (isRecorded, answer) => {
  const { plan, ...context } = scriptedContext();
  const known = isRecorded === undefined ? plan : { ...plan, isRecorded };
  expect(answerFrom('Are you recording this?', [], { ...context, plan: known })).toBe(answer);
});

test('a contact who suspects a scam is told who is calling and how to check', () => {
  const answer = answerFrom('Is this a scam?', [], scriptedContext());
  expect(answer).toMatch(/AI assistant of Acme\. .*hang up and call Acme yourself/);
});

test.each(languages)('in %s, questions about number source, recording and scams are answered', (language) => {
  const context = scriptedContext(language);
  for (const question of ['How did you get my number?', 'Is this call recorded?', 'Is this a scam?'])
    expect(answerFrom(question, [], context)).not.toMatch(/undefined|\{/);
});

test('a question about the recording is recognised as one while another question is open', () => {
  const question = { id: 'q', text: 'Do you have a driving licence?' };
  const heard = understand('Are you recording this?', { kind: 'answer', question }, scriptedContext());
  expect(heard).toMatchObject({ question: 'Are you recording this' });
  expect(heard.answer).toBeUndefined();
});
