import type { Language } from '@parley/language/language.ts';
import { cues } from '@parley/language/locale-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import { alternativesIn } from './alternatives.ts';
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

const POLITE =
  /^(?:(?:and|so|great|okay|thanks|thank you|perfect|now|next|first|finally|lastly|also|just to confirm|alright|well|then|please|may i ask|can i ask|could i ask|to start|to begin with) )*(?:(?:(?:can|could|would|will) you (?:please )?(?:tell me|share|let me know|give me|describe|explain|say|name|confirm(?! (?:that|you|if|whether))|walk me through|specify)|(?:may|can|could) i (?:ask|know)(?: you)?|do you (?:know|remember)|would you mind (?:telling|sharing|saying)(?: me)?|(?:please )?tell me|i would like to know|let me ask(?: you)?|i wanted to ask) (?:please |us |about )?)?/;

const numberQuestions = anyOf(cues.EN.asksNumber);
const dateQuestions = anyOf(cues.EN.asksDate);
const yesNoQuestion = startsWithAnyOf([
  '(do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|may|might|shall|am)( not)?(?= )(?! you (please )?(tell|describe|explain|share|give|walk))',
]);
const tagged =
  /(?: right| correct| is that (?:right|correct|true)| (?:do|does|did|are|is|was|have|has|can|will|would)(?: not)? (?:you|it|he|she|they|that)| yes| okay| true)$/;
const openQuestion = startsWithAnyOf(cues.EN.asksOpen);
const preference = anyOf([
  '(prefer|rather|which|better|choose|like best|suits|suit|or would|or are|or is|or do)',
]);
const more = anyOf(['(and|if so|if yes|and if so|or) (what|which|how|when|where|who|why|for how)']);
/** "Is it gas or oil?" wants one of them; "have you got a car or a van?" may be content with a yes. */
const either = startsWithAnyOf(['(is|are|was|were)']);
const minded = startsWithAnyOf(['(do|would) you mind']);
/** So much for each month is no length of time. */
const RATE = anyOf([
  '(per|a|each|every) (year|month|week|day|hour|minute)',
  '(monthly|yearly|weekly|daily|hourly)',
]);
const UNIT = anyOf(['(years?|months?|weeks?|days?|hours?|minutes?)']);

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

const looksEnglish = startsWithAnyOf([
  '(what|which|who|where|why|how|when|do you|are you|is|have you|can you|could|would you|will you|did you|does)',
]);

/** "We are hiring in Graz. Would you move there?" asks its last sentence, or the last one with a question mark. */
function lastQuestion(text: string): string {
  const sentences = text
    .slice(0, 1000)
    .split(/(?<=[.!?？。؟;;])\s*/u)
    .filter((sentence) => sentence.trim() !== '');
  const question = sentences.findLast((sentence) => /[?？؟;;]\s*$/.test(sentence)) ?? sentences.at(-1) ?? '';
  return question;
}
