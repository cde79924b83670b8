import { type Language, languages } from '@parley/language/language.ts';
import { expect, test } from 'vitest';
import { type Phrase, phraseBooks } from './phrase-book.ts';

const all = (language: Language): [Phrase, readonly string[]][] =>
  Object.entries(phraseBooks[language]) as [Phrase, readonly string[]][];

/** What each phrase has put in; it must be there in every language, or the sentence says nothing. */
const placeholders: Partial<Record<Phrase, string[]>> = {
  ask_again: ['{question}'],
  ask_again_briefly: ['{question}'],
  clarify: ['{question}'],
  confirm_answer: ['{quote}'],
  welcome_back: ['{question}'],
  section_about: ['{title}'],
  choose_destination: ['{choices}'],
  confirm_callback: ['{time}'],
  confirm_return: ['{time}'],
  introduce: ['{company}'],
  own_name: ['{agent}'],
  time_needed: ['{duration}'],
  number_source: ['{company}'],
  how_to_check: ['{company}'],
  call_reason: ['{title}'],
  answer_screening: ['{company}', '{contact}'],
};

const scripts: Partial<Record<Language, RegExp>> = {
  BG: /\p{Script=Cyrillic}/u,
  SR: /\p{Script=Cyrillic}/u,
  UK: /\p{Script=Cyrillic}/u,
  RU: /\p{Script=Cyrillic}/u,
  EL: /\p{Script=Greek}/u,
  AR: /\p{Script=Arabic}/u,
  HE: /\p{Script=Hebrew}/u,
  JA: /\p{Script=Hiragana}/u,
  ZH: /\p{Script=Han}/u,
  KO: /\p{Script=Hangul}/u,
};

const ENGLISH =
  /(?<!\p{L})(?:the|you|your|thank|thanks|please|sorry|call|calling|with|this|would|will|right|again)(?!\p{L})/iu;

/** How each language names what is speaking. */
const artificial: Readonly<Record<Language, RegExp>> = {
  EN: /AI assistant/,
  DE: /KI-Assistent/,
  FR: /assistant IA/,
  ES: /asistente de IA/,
  PT: /assistente de IA/,
  IT: /assistente IA/,
  NL: /AI-assistent/,
  PL: /asystent AI/,
  CS: /AI asistent/,
  SK: /AI asistent/,
  HU: /MI-asszisztens/,
  RO: /asistentul AI/i,
  BG: /AI асистент/,
  HR: /AI asistent/,
  SL: /pomočnik\S* UI/,
  SR: /АИ асистент/,
  UK: /ШІ-асистент/,
  RU: /ИИ-ассистент/,
  EL: /βοηθό\S* τεχνητής νοημοσύνης/,
  TR: /yapay zekâ asistanı/,
  SV: /AI-assistent/,
  DA: /AI-assistent/,
  NO: /AI-assistent/,
  FI: /tekoälyavustaja/i,
  ET: /tehisintellekti assisten/,
  LV: /MI asistent/,
  LT: /DI asistent/,
  AR: /مساعد الذكاء الاصطناعي/,
  HE: /עוזר הבינה המלאכותית/,
  JA: /AIアシスタント/,
  ZH: /人工智能助理/,
  KO: /AI 비서/,
};

/** They end the call, so nobody hears one twice; or they state a fact, which is told the same way each time. */
const saidOnce: readonly Phrase[] = [
  'ask_return_time',
  'confirm_return',
  'confirm_return_open',
  'nobody_here',
  'number_source',
  'announce_recording',
  'ask_recording',
  'confirm_unrecorded',
  'is_recorded',
  'not_recorded',
  'recording_unknown',
  'how_to_check',
];

test.each(languages)(
  'the phrase book in %s has at least two phrases for everything, the English one three',
  (language) => {
    for (const [phrase, variants] of all(language)) {
      if (saidOnce.includes(phrase)) continue;
      expect(new Set(variants).size, phrase).toBeGreaterThanOrEqual(language === 'EN' ? 3 : 2);
    }
  },
);

test.each(languages)('the phrase book in %s has whole sentences with every placeholder', (language) => {
  for (const [phrase, variants] of all(language))
    for (const variant of variants) {
      expect(variant, phrase).toMatch(/(?:[.?!;。？؟]|\{question\})$/u);
      expect(variant.match(/\{\w+\}/g)?.sort() ?? [], `${phrase}: ${variant}`).toEqual(
        placeholders[phrase] ?? [],
      );
    }
});

test.each(languages.filter((language) => language !== 'EN'))(
  'the phrase book in %s has no phrase in another language',
  (language) => {
    const english = new Set(all('EN').flatMap(([, variants]) => variants));
    const script = scripts[language];
    for (const [, variants] of all(language))
      for (const variant of variants) {
        expect(english).not.toContain(variant);
        expect(variant.replaceAll(/\{\w+\}/g, '')).not.toMatch(ENGLISH);
        if (script !== undefined) expect(variant).toMatch(script);
        else expect(variant).not.toMatch(/[^\p{Script=Latin}\p{Script=Common}]/u);
      }
  },
);

test('no two phrase books share a phrase, except Danish and Norwegian', () => {
  const long = (language: Language): string[] =>
    all(language).flatMap(([, variants]) => variants.filter((variant) => variant.length > 30));
  for (const [index, one] of languages.entries())
    for (const other of languages.slice(index + 1)) {
      if ([one, other].sort().join() === 'DA,NO') continue;
      const shared = long(one).filter((variant) => long(other).includes(variant));
      expect(shared, `${one} and ${other}`).toEqual([]);
    }
});

test.each(languages)(
  'the phrase book in %s says that an AI is calling, and never that a human is',
  (language) => {
    for (const phrase of ['introduce', 'answer_screening'] as const)
      for (const variant of phraseBooks[language][phrase]) expect(variant).toMatch(artificial[language]);
  },
);
