import type { Language } from '@parley/language/language.ts';
import { cues, english } from '@parley/language/locale-tables.ts';
import { speechOf } from '@parley/language/speech.ts';
import type { Expectation, Understanding } from './dialogue-model.ts';
import { meaningfulStems } from './rules/empty-words.ts';
import { isOrder } from './rules/off-topic.ts';
import { areTheirs, checkedAnswer, type Hearing } from './understanding-check/checked-answer.ts';

/**
 * What a model made of somebody's words, believed as far as the words bear it out. Whatever it was talked into, by a
 * document, a name or the contact, it cannot end or turn the call, or put words or numbers into their mouth, without
 * their having said something of the kind. `byRules` is what the rules make of the same words.
 */
export function checkUnderstanding(
  read: Understanding,
  heard: string,
  expectation: Expectation,
  byRules: Understanding,
  language: Language,
): Understanding {
  if (isOrder(speechOf(heard))) return byRules;
  const stream: Hearing = {
    heard,
    stems: new Set(meaningfulStems(heard)),
    language,
    expectation,
    byRules,
  };
  const { answer: _answer, question, machine, isRefused, wants, ...others } = read;
  const answer = checkedAnswer(read.answer, stream);
  return {
    ...others,
    wants: checkedWants(wants, stream),
    ...(machine !== undefined && isMachine(machine, stream) ? { machine } : {}),
    ...(question !== undefined && areTheirs(question, stream) ? { question } : given(byRules.question)),
    ...(isRefused && !isPlainAnswer(byRules) ? { isRefused } : {}),
    ...(answer === undefined ? {} : { answer }),
  };
}

const given = (question: string | undefined): Pick<Understanding, 'question'> =>
  question === undefined ? {} : { question };

/** Those leave a lasting mark on the contact, so that a mere guess is not enough. */
const lasting: ReadonlySet<EndingWish> = new Set(['neverAgain', 'wrongPerson']);
const FEWEST_WORDS = 2;

function checkedWants(wants: Understanding['wants'], stream: Hearing): Understanding['wants'] {
  const { byRules, stems, language } = stream;
  const isOpen =
    stems.size >= FEWEST_WORDS && byRules.answer?.isClear !== true && byRules.question === undefined;
  const isWished = (wish: EndingWish): boolean =>
    byRules.wants[wish] !== undefined ||
    speaksOfWish(wish, stems, language) ||
    (isOpen && !lasting.has(wish));
  const { person, neverAgain, notInterested, wrongPerson, later, goodbye, ...others } = wants;
  const label = person?.label;
  return {
    ...others,
    ...(person && isWished('person')
      ? { person: label !== undefined && areTheirs(label, stream) ? { label } : {} }
      : {}),
    ...(neverAgain && isWished('neverAgain') ? { neverAgain } : {}),
    ...(notInterested && isWished('notInterested') ? { notInterested } : {}),
    ...(wrongPerson && isWished('wrongPerson') ? { wrongPerson } : {}),
    ...(later && isWished('later') ? { later } : {}),
    ...(goodbye && isWished('goodbye') ? { goodbye } : {}),
  };
}

/** A machine speaks first, and at length. */
const FEWEST_GREETING_WORDS = 5;

function isMachine(machine: 'voicemail' | 'screening', { byRules, heard, expectation }: Hearing): boolean {
  if (byRules.machine === machine) return true;
  const isStart = expectation.kind === 'opening' || expectation.kind === 'presence';
  return isStart && meaningfulStems(heard).length >= FEWEST_GREETING_WORDS;
}

/** A yes, a no or a number, and clear: nobody who says that would rather not answer. */
const isPlainAnswer = ({ answer }: Understanding): boolean =>
  answer?.isClear === true && typeof answer.value !== 'string';

/** A wish that ends the call or takes it elsewhere. */
type EndingWish = Exclude<keyof Understanding['wants'], 'repeat' | 'moment'>;

/** Shorter ones are articles and helpers, except where two letters make a word. */
const isTelling = (stem: string): boolean =>
  stem.length > 3 || /^[^\p{Script=Latin}\p{Script=Cyrillic}]+$/u.test(stem);

/** Whether any word of it points to the wish: enough to believe a model that found more than that. */
function speaksOfWish(wish: EndingWish, stems: ReadonlySet<string>, language: Language): boolean {
  const words = language === 'EN' ? english.wishes.wishWords[wish] : cues[language][wish];
  return meaningfulStems(words.join(' ').replaceAll('…', ' ')).some(
    (stem) => stems.has(stem) && isTelling(stem),
  );
}
