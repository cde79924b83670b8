import { type CallPlan, type PlanQuestion, questionsIn } from '@parley/call-engine/plan.ts';
import type { Meaning } from './measured-call.ts';
import type { Dialogue, DialogueFile, Intent, Meant } from './understanding-set.ts';
import { moment, nothing, type Reading, readingOf, writtenValue } from './utterance-meaning.ts';

const wishes: Readonly<Partial<Record<Dialogue['expect']['status'], Intent>>> = {
  do_not_call: 'never_call',
  callback: 'later',
  declined: 'not_interested',
  wrong_person: 'wrong_person',
  handed_off: 'human',
  voicemail: 'machine',
};

/**
 * What a dialogue tells of the meaning of its turns: what it states of them (`means`), the wish that it is expected to
 * end with, in the last thing that they say, the answers to the open questions, and those that must not be asked for
 * because they were given before.
 */
export function dialogueMeaning(file: DialogueFile, { person, expect }: Dialogue): Meaning {
  const said = Object.values(person.questions).map((says) => [says].flat());
  const last = said.at(-1)?.at(-1) ?? person.opening;
  const wish = wishes[expect.status];
  // The flow hands over whoever has answered its last question; nobody wished for that.
  const isByFlow =
    wish === 'human' && (expect.answers?.[Object.keys(person.questions).at(-1) ?? ''] ?? null) !== null;
  const early = toldEarly(person, expect);
  return ({ plan, heard, question }) => {
    const stated = person.means?.[heard];
    if (stated !== undefined) return statedReading(stated, { plan, heard, question, file });
    if (wish !== undefined && !isByFlow && heard === last)
      return readingOf(
        wish,
        heard,
        expect.callback === undefined ? null : moment(expect.callback, file.timeZone),
      );
    const key = question?.key ?? '';
    const own = [person.questions[key] ?? []].flat();
    const expected = expect.answers?.[key];
    const others = early.get(heard) ?? {};
    if (heard !== own.at(-1) && Object.keys(others).length === 0) return undefined;
    if (expected === null) return nothing;
    if (expected === undefined && question !== undefined && Object.keys(others).length === 0)
      return isForWords(question)
        ? statedReading({ answers: { [key]: heard } }, { plan, heard, question, file })
        : undefined;
    const answers = { ...(expected === undefined ? {} : { [key]: expected }), ...others };
    return statedReading({ answers }, { plan, heard, question, file });
  };
}

/** Any words are an answer to it. */
const isForWords = ({ answerType }: PlanQuestion): boolean =>
  answerType === undefined || answerType.kind === 'text';

/** Answers that were given before their question, by what was said: the longest turn has them. */
function toldEarly(
  { opening, questions }: Dialogue['person'],
  { notAsked = [], answers = {} }: Dialogue['expect'],
): ReadonlyMap<string, Meant['answers']> {
  const unasked = notAsked.filter((key) => (answers[key] ?? null) !== null);
  const asked = Object.entries(questions).filter(([key]) => !notAsked.includes(key));
  const turns = [opening, ...asked.map(([, says]) => [says].flat().at(-1) ?? '')];
  const longest = turns.reduce((one, other) => (other.length > one.length ? other : one));
  return new Map([[longest, Object.fromEntries(unasked.map((key) => [key, answers[key] ?? null]))]]);
}

interface Stated {
  readonly plan: CallPlan;
  readonly heard: string;
  readonly question: PlanQuestion | undefined;
  readonly file: DialogueFile;
}

function statedReading(
  { intent, callback, answers }: Meant,
  { plan, heard, question, file }: Stated,
): Reading {
  const detail = callback === undefined ? null : moment(callback, file.timeZone);
  const keys = questionsIn(plan.sections).map((one) => one.key);
  const idOf = (key: string): string => (key === question?.key ? 'open' : `q${keys.indexOf(key) + 1}`);
  return {
    ...(intent === undefined ? nothing : readingOf(intent, heard, detail)),
    answers: Object.entries(answers).map(([key, value]) => ({
      id: idOf(key),
      value: value === null ? null : writtenValue(value, heard),
      quote: heard,
    })),
  };
}
