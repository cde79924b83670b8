import { expect, test } from 'vitest';
import { Answerer, type Answering } from './answering.ts';

type Sentences = readonly (readonly [text: string, ms: number])[];

/** Sentences one after the other, each as long as given, with a pause of half a second. */
function whoSays(sentences: Sentences): Answering {
  const answerer = new Answerer('EN');
  answerer.speakTo();
  let atMs = 0;
  let who: Answering = 'person';
  for (const [text, ms] of sentences) {
    const words = { text, startMs: atMs, endMs: atMs + ms };
    who = answerer.by(words);
    answerer.note(words);
    if (who !== 'person') return who;
    atMs += ms + 500;
  }
  return who;
}

const many = 'and so on '.repeat(12);

test.each<[string, Sentences, Answering]>([
  ['a short hello', [['Hello?', 500]], 'person'],
  ['a company', [['Good morning, thank you for calling Baker and Sons, Anna speaking.', 3500]], 'person'],
  ['a request to leave a message', [['Please leave a message after the tone.', 2000]], 'voicemail'],
  [
    'a question who is calling',
    [['Please state your name and the reason for your call.', 2500]],
    'screening',
  ],
  ['a list of keys', [['For sales, press one. For support, press two.', 4000]], 'menu'],
  ['a mailbox with keys', [['To leave a message, press one.', 2000]], 'voicemail'],
  ['many words in one go', [[many, 12_000]], 'voicemail'],
  ['many words, fast', [[many, 6_000]], 'person'],
  ['few words, slowly', [['Hello, um, yes, who is this, please?', 12_000]], 'person'],
  [
    'a greeting in sentences',
    [
      ['Hi, you have reached Martin.', 1500],
      ['Please try again later.', 1500],
    ],
    'voicemail',
  ],
  [
    'a speech in sentences',
    [
      ['Well hello there and a very good day to you, whoever you are,', 4000],
      ['this is the residence of the family that lives at the corner.', 4000],
      ['We are all out in the garden at this time of the year.', 4000],
    ],
    'voicemail',
  ],
])('person, voicemail, call screener and phone menu are told apart: %s', (_, sentences, who) => {
  expect(whoSays(sentences)).toBe(who);
});

test("a beep after a call screener's question still counts as screening, not as voicemail", () => {
  const answerer = new Answerer('EN');
  expect(answerer.byTone()).toBe('voicemail');
  answerer.passOn('screening');
  expect(answerer.byTone()).toBe('screening');
});

test('an ambiguous tone means a machine only after words that a machine could have said', () => {
  const answerer = new Answerer('EN');
  answerer.note({ text: 'Hello, this is Ada.', startMs: 0, endMs: 1000 });
  expect(answerer.isSuspect).toBe(false);
  answerer.note({ text: 'You have reached my telephone.', startMs: 1200, endMs: 2500 });
  expect(answerer.isSuspect).toBe(true);
});

test('a long monologue right after pick-up is a machine, unless it asks something', () => {
  const speech = 'this is the residence of the family that lives at the corner of the street';
  const words = (text: string) => ({ text, startMs: 0, endMs: 6_000 });
  expect(new Answerer('EN').by(words(`${speech}.`))).toBe('voicemail');
  expect(new Answerer('EN').by(words(`${speech}, how can I help you?`))).toBe('person');
});
