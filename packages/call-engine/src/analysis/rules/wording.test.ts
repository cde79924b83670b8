import { type Language, languages } from '@parley/language/language.ts';
import { describe, expect, test } from 'vitest';
import { analysisTables, type Sentences } from './analysis-tables.ts';
import { Wording } from './wording.ts';

type Named = readonly (readonly [name: string, sentence: string])[];

const everySentence = ({ ended, ...others }: Sentences): Named => [
  ...Object.entries(others),
  ...Object.entries(ended).map(([kind, sentence]) => [`ended.${kind}`, sentence] as const),
];

const placesIn = (sentence: string): string[] =>
  [...sentence.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const withoutPlaces = (sentence: string): string => sentence.replaceAll(/\{\w+\}/g, '');

const english = new Map(everySentence(analysisTables.EN.sentences));

const scripts: Partial<Record<Language, RegExp>> = {
  BG: /\p{Script=Cyrillic}/u,
  SR: /\p{Script=Cyrillic}/u,
  UK: /\p{Script=Cyrillic}/u,
  RU: /\p{Script=Cyrillic}/u,
  EL: /\p{Script=Greek}/u,
  AR: /\p{Script=Arabic}/u,
  HE: /\p{Script=Hebrew}/u,
  JA: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ZH: /\p{Script=Han}/u,
  KO: /\p{Script=Hangul}/u,
};

describe.each(languages)('sentences of the analysis in %s', (language) => {
  const sentences = everySentence(analysisTables[language].sentences);

  test('every sentence of the analysis has the same placeholders as in English, each once', () => {
    expect(sentences.map(([name]) => name).sort()).toEqual([...english.keys()].sort());
    for (const [name, sentence] of sentences)
      expect([name, placesIn(sentence)]).toEqual([name, placesIn(english.get(name) ?? '')]);
  });

  test('every sentence of the analysis uses its script, ends with punctuation and has no stray space', () => {
    const script = scripts[language] ?? /\p{Script=Latin}/u;
    for (const [name, sentence] of sentences) {
      if (name === 'quote') continue;
      expect(withoutPlaces(sentence), name).toMatch(script);
      expect(sentence, name).not.toMatch(/ {2}|^ | $/);
      expect(sentence, name).toMatch(name === 'yes' || name === 'no' ? /\p{L}$/u : /[.。}]$/u);
      if (scripts[language] !== undefined) expect(withoutPlaces(sentence), name).not.toMatch(/[a-z]{2}/);
    }
  });

  test('the analysis writes values, days and durations in the language of the call', () => {
    const wording = new Wording(language);
    expect([wording.value(true), wording.value(false)]).toEqual([
      analysisTables[language].sentences.yes,
      analysisTables[language].sentences.no,
    ]);
    expect(wording.value('2026-04-01')).toMatch(/2026/);
    expect(wording.value('2026-04-01')).not.toBe('2026-04-01');
    expect(wording.value(4000)).toBe('4000');
    expect(wording.value('as they said it')).toBe('as they said it');
    expect(wording.duration(233)).toMatch(/3.*53/);
    expect(wording.duration(0)).toMatch(/0/);
  });
});

test.each(languages.filter((language) => language !== 'EN'))(
  'no sentence of the analysis is left in English in %s',
  (language) => {
    for (const [name, sentence] of everySentence(analysisTables[language].sentences))
      if (!['quote', 'no'].includes(name)) expect(sentence, name).not.toBe(english.get(name));
  },
);

test('values inserted into a sentence of the analysis are not searched for placeholders', () => {
  const wording = new Wording('EN');
  const said = wording.quote('$& and {ideal}');
  expect(wording.say('held', { said, ideal: 'x' })).toBe(
    'They said "$& and {ideal}"; the ideal answer is x.',
  );
});

test('a full stop at the end of a quotation does not stay in the middle of a sentence', () => {
  const wording = new Wording('EN');
  expect(wording.quote('We use Excel.')).toBe('"We use Excel"');
  expect(wording.quote('Well...')).toBe('"Well..."');
});

test.each<[Language, string, string]>([
  ['EN', '3 minutes 53 seconds', 'April 1, 2026'],
  ['DE', '3 Minuten 53 Sekunden', '1. April 2026'],
  ['PL', '3 minuty 53 sekundy', '1 kwietnia 2026'],
  ['JA', '3分53秒', '2026年4月1日'],
])('the analysis in %s writes 233 seconds as %s, and 1 April as %s', (language, duration, day) => {
  const wording = new Wording(language);
  expect([wording.duration(233), wording.value('2026-04-01')]).toEqual([duration, day]);
});

test('a date that ends with a full stop does not get a second one', () => {
  const wording = new Wording('RU');
  const said = wording.value('2026-04-01');
  expect(wording.say('held', { said, ideal: 'x' })).toBe('Ответ: 1 апреля 2026 г. Идеальный ответ: x.');
});

test.each<[Language, string]>([
  ['DE', 'Schicht: Nacht'],
  ['FR', 'Schicht : Nacht'],
  ['ZH', 'Schicht：Nacht'],
])('the analysis in %s writes a name and its value as %s', (language, written) => {
  expect(new Wording(language).pair('Schicht', 'Nacht')).toBe(written);
});

test('sentences are joined with a space where the language uses one', () => {
  expect(new Wording('DE').text('Eins.', 'Zwei.')).toBe('Eins. Zwei.');
  expect(new Wording('ZH').text('一。', '二。')).toBe('一。二。');
});
