import { cues, english } from '@parley/language/locale-tables.ts';
import type { Clause } from '@parley/language/speech.ts';
import { anyOf, isAnyOf, startsWithAnyOf } from './cue-pattern.ts';
import { contentStems } from './stem.ts';

/** Which way someone's words lean as an answer to a yes/no question. */
export type Polarity = 'yes' | 'no' | 'unsure';

const LEAD =
  '(?:(?:oh|well|so|and|but|hey|hi|hello|i mean|i guess|honestly|actually|now|like|okay|right|you know|let me think|let me see|good question|to be honest|i think|i would say|i am afraid|sorry|thanks|look|listen|basically|just|my answer is|the answer is|that is a|it is a|that would be a|it would be a|a|god|gosh|wow|ah|oh my) ){0,4}';

const FIXES = anyOf([
  'i mean',
  'i meant',
  'scratch that',
  'or rather',
  'let me correct',
  'correction',
  'no wait',
  'wait no',
  'wait actually',
  'sorry no',
  'sorry yes',
  'actually no',
  'actually yes',
  'actually yeah',
  'on second thought',
  'on second thoughts',
  'come to think of it',
]);

/** Sayings whose words taken one by one would mislead: looked for before any single word. */
const sayings = (['unsure', 'yes', 'no'] as const).map(
  (polarity) => [polarity, anyOf(english.sayings[polarity])] as const,
);
const yesFirst = new RegExp(`^${LEAD}(?:${cues.EN.yes.join('|')})(?![^ ])`);
const noFirst = new RegExp(`^${LEAD}(?:${cues.EN.no.join('|')}|${english.noBefore}|no$)(?![^ ])`);
const yesAlone = new RegExp(`^${LEAD}(?:${english.yesAlone.join('|')})$`);
const noAlone = new RegExp(`^${LEAD}(?:${english.noAlone.join('|')})$`);
const yesLater = anyOf([
  'yes',
  'yeah',
  'yep',
  'yup',
  'absolutely',
  'definitely',
  'of course',
  'certainly',
  'sure$',
]);
const noLater = anyOf(['nope', 'nah', 'no$', english.noBefore.replace('|in|on|', '|')]);
const negated = anyOf([
  '(i|we|he|she|it|they|there|that|you|but) (really |just |actually |still |also |currently |personally )?(do|does|did|am|are|is|was|were|have|has|had|can|could|will|would|should) not',
  '(i|we|he|she|they) (have )?never',
  '(have|has|had|got|with|there is|there are) (no|none|nothing|zero)',
  'without( a| any| one)',
  'no [^ ]+',
  'not',
  'unable',
]);
const echoed = startsWithAnyOf([
  `${LEAD}(i|we|it|he|she|they|that|there) (do|does|did|am|are|is|was|were|have|has|can|could|will|would|should)( indeed| too| actually| already| yes| have| do| so| been)?$`,
  `${LEAD}(i|we) (already |still |also |just |always |currently )(do|am|have|can|did|was|will|are)( now)?$`,
  `${LEAD}(i|we) (have|do have|have got|got|own) (one|two|three|it|that|both|them|mine|some|several|a few|plenty|a lot|lots)`,
]);
const statement = startsWithAnyOf([`${LEAD}(i|we|it|he|she|they|there|that|my|our|the)`]);
const unsureAlone = isAnyOf([
  `${LEAD}(maybe|perhaps|possibly|potentially|sometimes|could be|it varies|both|either|partly|not sure|half|50 50)`,
]);

/**
 * The first clear sign decides, unless they correct themselves: then what comes after does. Without a sign, a
 * statement that takes up most words of the question agrees with it, and a negated one does not: "I live in
 * Potsdam" says neither to "Do you live in Berlin?".
 */
export function polarityOf(clauses: readonly Clause[], question: string): Polarity | undefined {
  const text = clauses.map((clause) => clause.plain).join(' ');
  const fix = FIXES.exec(text);
  if (fix !== null && fix.index > 0) {
    // "No wait" and "actually yes" carry their answer with them.
    const after = text
      .slice(fix.index)
      .replace(
        /^(?:i mean|i meant|no wait|wait no|wait|sorry(?= (?:yes|no))|correction|scratch that|or rather|actually) /,
        '',
      );
    const corrected = signIn(after);
    if (corrected !== undefined) return corrected;
  }
  let doubt: Polarity | undefined;
  for (const clause of clauses) {
    const sign = signIn(clause.plain);
    if (sign === 'yes' || sign === 'no') return sign;
    doubt ??= sign;
  }
  return doubt ?? (question === '' ? undefined : statedPolarity(clauses, question));
}

function signIn(plain: string): Polarity | undefined {
  if (unsureAlone.test(plain)) return 'unsure';
  const found: { at: number; length: number; polarity: Polarity }[] = [];
  let rest = plain;
  for (const [polarity, pattern] of sayings) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const { length } = match[0];
    found.push({ at: match.index, length, polarity });
    // What belongs to a saying says nothing more on its own.
    rest = rest.slice(0, match.index) + '_'.repeat(length) + rest.slice(match.index + length);
  }
  const first = found.sort((one, other) => one.at - other.at || other.length - one.length)[0];
  if (first?.polarity === 'unsure' && found[1] !== undefined && !plain.includes('depend'))
    return found[1].polarity;
  if (yesFirst.test(rest)) return first?.polarity === 'no' && first.at < 2 ? 'no' : 'yes';
  if (noFirst.test(rest) || noAlone.test(rest)) return 'no';
  if (first !== undefined) return first.polarity;
  if (yesAlone.test(rest)) return 'yes';
  const [yes, no] = [
    yesLater.exec(rest)?.index ?? Number.POSITIVE_INFINITY,
    noLater.exec(rest)?.index ?? Number.POSITIVE_INFINITY,
  ];
  if (yes !== no) return yes < no ? 'yes' : 'no';
  return undefined;
}

function statedPolarity(clauses: readonly Clause[], question: string): Polarity | undefined {
  const asked = new Set(contentStems(question));
  for (const { plain } of clauses) {
    const stems = new Set(contentStems(plain));
    const shared = [...stems].filter((stem) => asked.has(stem)).length;
    const isAgreed = shared > asked.size / 2 || (shared > 0 && shared === stems.size);
    if (negated.test(plain)) {
      if (shared > 0 || statement.test(plain) || plain.split(' ').length <= 5) return 'no';
    } else if (echoed.test(plain) || (isAgreed && statement.test(plain))) return 'yes';
  }
  return undefined;
}
