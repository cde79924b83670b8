import { writing } from '@parley/language/locale-tables.ts';
import { type Clause, wordCount } from '@parley/language/speech.ts';
import type { Correction } from './correction.ts';
import { type FlowQuestion, isAbout, type Spoken, valueIn } from './flow-questions.ts';
import { contentStems, meaningfulStems } from './stem.ts';

/** What is longer says something of it already. */
const LONGEST_TOPIC = 4;

/**
 * "Nights are fine. Oh, and the licence, it has run out, so I haven't got one": whoever names nothing but the subject of
 * another question speaks of it in what follows, and no longer of the open question.
 */
export function topicChange(
  clauses: readonly Clause[],
  questions: readonly FlowQuestion[],
  open: FlowQuestion | undefined,
  spoken: Spoken,
): Correction | undefined {
  // Without spaces a stem is any two letters: "はい" is in "仕事の質はいかがでしたか", and names nothing.
  if (writing[spoken.context.plan.language].spaces === 'none') return undefined;
  for (const [at, clause] of clauses.entries()) {
    const named = questions.filter((each) => isAbout(each, clause.raw));
    const [target] = named;
    if (target === undefined || named.length > 1 || target === open) continue;
    if (!isSubjectAlone(clause, target, spoken)) continue;
    const end = clauses.findIndex(
      ({ raw }, index) => index > at && questions.some((each) => each !== target && isAbout(each, raw)),
    );
    const about = clauses.slice(at + 1, end < 0 ? undefined : end);
    if (about.length === 0) continue;
    const telling = about.findLast(({ raw }) => valueIn(raw, target, spoken) !== undefined);
    const quote = (telling ?? clause).raw;
    // The subject itself is no answer: what they say of it is.
    const value = valueIn(about.map(({ raw }) => raw).join(', '), target, spoken)?.value;
    if (value === undefined) continue;
    const given = target.given?.value;
    const isClear = given === undefined || String(given) === String(value);
    return {
      other: { questionId: target.question.id, value, quote, isClear },
      clauses: [clause, ...about],
    };
  }
  return undefined;
}

function isSubjectAlone({ raw, plain }: Clause, { topic }: FlowQuestion, { context }: Spoken): boolean {
  const stems = context.plan.language === 'EN' ? contentStems(raw) : meaningfulStems(raw);
  return wordCount(plain) <= LONGEST_TOPIC && stems.length > 0 && stems.every((stem) => topic.has(stem));
}
