import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { cues } from '@parley/language/locale-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import { alternativesIn } from './alternatives.ts';
import { timeUnits } from './amount.ts';
import { anyOf, startsWithAnyOf } from './cue-pattern.ts';
import { cuesOf } from './foreign-cues.ts';

/** What kind of answer a question asks for, by its wording. */
export type Asked =
  /** `wantsMore`: "…, and if so, which one?". `isMinded`: "would you mind", where "sure" means no. */
  | {
      readonly kind: 'yes_no';
      readonly alternatives: readonly string[];
      readonly isMinded: boolean;
      readonly wantsMore: boolean;
    }
  | { readonly kind: 'choice'; readonly alternatives: readonly string[] }
  | { readonly kind: 'number'; readonly unit: string | undefined }
  | { readonly kind: 'date' }
  | { readonly kind: 'words' };

const POLITE = new RegExp(english.questions.politeLead);

const numberQuestions = anyOf(cues.EN.asksNumber);
const dateQuestions = anyOf(cues.EN.asksDate);
const yesNoQuestion = startsWithAnyOf(english.questions.asksYesNo);
const tagged = new RegExp(english.questions.tag);
const openQuestion = startsWithAnyOf(cues.EN.asksOpen);
const preference = anyOf(english.questions.preference);
const more = anyOf(english.questions.asksMore);
/** "Is it gas or oil?" wants one of them; "have you got a car or a van?" may be content with a yes. */
const either = startsWithAnyOf(english.questions.asksWhichItIs);
const minded = startsWithAnyOf(english.questions.asksWhetherTheyMind);
/** So much for each month is no length of time. */
const RATE = anyOf(english.questions.rate);
const UNIT = anyOf(timeUnits.map((unit) => `${unit}s?`));

export function askedBy(text: string, language: Language): Asked {
  const own = language === 'EN' ? undefined : cuesOf(language);
  const question = lastQuestion(text);
  const plain = plainWords(question);
  if (own !== undefined && !looksEnglish.test(plain)) {
    if (own.asksNumber.test(plain)) return { kind: 'number', unit: undefined };
    if (own.asksDate.test(plain)) return { kind: 'date' };
    if (own.asksOpen.test(plain)) return { kind: 'words' };
    return /[?？؟;;]\s*$/.test(text)
      ? { kind: 'yes_no', alternatives: [], isMinded: false, wantsMore: false }
      : { kind: 'words' };
  }
  return inEnglish(question, plain.replace(POLITE, ''));
}

function inEnglish(question: string, plain: string): Asked {
  const isYesNo = yesNoQuestion.test(plain) || (tagged.test(plain) && !openQuestion.test(plain));
  if (!isYesNo && numberQuestions.test(plain))
    return { kind: 'number', unit: RATE.test(plain) ? undefined : UNIT.exec(plain)?.[0] };
  if (!isYesNo && dateQuestions.test(plain)) return { kind: 'date' };
  const alternatives = alternativesIn(question);
  if (alternatives.length > 1 && (!isYesNo || preference.test(plain) || either.test(plain)))
    return { kind: 'choice', alternatives };
  if (isYesNo)
    return { kind: 'yes_no', alternatives, isMinded: minded.test(plain), wantsMore: more.test(plain) };
  return { kind: 'words' };
}

const looksEnglish = startsWithAnyOf(english.questions.looksEnglish);

/** "We are hiring in Graz. Would you move there?" asks its last sentence, or the last one with a question mark. */
function lastQuestion(text: string): string {
  const sentences = text
    .slice(0, 1000)
    .split(/(?<=[.!?？。؟;;])\s*/u)
    .filter((sentence) => sentence.trim() !== '');
  const question = sentences.findLast((sentence) => /[?？؟;;]\s*$/.test(sentence)) ?? sentences.at(-1) ?? '';
  return question;
}
