import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { cues } from '@parley/language/locale-tables.ts';
import { type Clause, plainWords, type Speech } from '@parley/language/speech.ts';
import type { KnownValue } from '../../expression.ts';
import type { CallContext, OtherAnswer } from '../dialogue-model.ts';
import { anyOf } from './cue-pattern.ts';
import {
  type FlowQuestion,
  isAbout,
  isNamed,
  type Spoken,
  type Statement,
  statementsIn,
  valueIn,
} from './flow-questions.ts';
import { patternOf } from './foreign-cues.ts';

type Cue = 'corrects' | 'reconsiders' | 'withdraws' | 'saidBefore' | 'alreadyTold';

const phrasesOf = memoize((language: Language) => {
  const of = (cue: Cue): RegExp =>
    language === 'EN' ? anyOf(cues.EN[cue]) : patternOf(language, cues[language][cue]);
  return {
    corrects: of('corrects'),
    reconsiders: of('reconsiders'),
    withdraws: of('withdraws'),
    saidBefore: of('saidBefore'),
    alreadyTold: of('alreadyTold'),
  };
});

/** A correction of what was answered before, and the words that it takes up. */
export interface Correction {
  readonly other: OtherAnswer;
  readonly clauses: readonly Clause[];
}

interface Corrected extends Spoken {
  readonly questions: readonly FlowQuestion[];
  readonly open: FlowQuestion | undefined;
  /** A trained reading is sure that something is corrected, whatever the words for it. */
  readonly isSure: boolean;
}

/**
 * The answer that a turn corrects or withdraws: the one that it names, the one whose value it repeats ("I said Tuesday,
 * but"), else the latest whose type fits. Undefined when it corrects none: what comes before a correction and answers
 * the open question makes it a correction of that answer, within the turn.
 */
export function correctionIn({ clauses }: Speech, turn: Corrected): Correction | undefined {
  const { questions, open, context } = turn;
  const answered = (context.progress?.answers ?? []).flatMap(({ questionId, value }) =>
    value === undefined || questionId === open?.question.id
      ? []
      : questions.filter(({ question }) => question.id === questionId),
  );
  const phrases = phrasesOf(context.plan.language);
  const taken = withdrawalIn(clauses, context.plan.language);
  if (taken !== undefined) {
    // Nothing was answered there: then nothing is taken back, and no other answer instead of it.
    const text = taken.map(({ raw }) => raw).join(', ');
    const named = questions.find((each) => each !== open && isAbout(each, text));
    if (named !== undefined && !answered.includes(named))
      return {
        other: { questionId: named.question.id, value: null, quote: taken[0]?.raw ?? '', isClear: true },
        clauses: taken,
      };
  }
  if (answered.length === 0) return undefined;
  const at =
    taken !== undefined
      ? clauses.indexOf(taken[0] as Clause)
      : clauses.findIndex(({ plain }) => cueIn(plain, phrases) !== undefined);
  const cue =
    taken !== undefined ? 'withdraws' : at < 0 ? undefined : cueIn(clauses[at]?.plain ?? '', phrases);
  if (cue === undefined) {
    if (!turn.isSure) return replacedIn(clauses, answered, turn);
    // "Three. No, sorry, four" puts right what it has just said. A yes or no says nothing about its question.
    const isOfOpen =
      open !== undefined &&
      open.type.kind !== 'yes_no' &&
      clauses.some(({ raw }) => valueIn(raw, open, turn) !== undefined);
    return corrected(clauses, 'corrects', answered, { ...turn, isOfOpen, withdrawing: [] });
  }
  return corrected(clauses.slice(at), cue, answered, {
    ...turn,
    isOfOpen: open !== undefined && clauses.slice(0, at).some(({ raw }) => valueIn(raw, open, turn)),
    // "Scratch that" is said of a value that follows as well.
    withdrawing: (taken ?? []).filter(({ raw }) => answered.some((each) => isAbout(each, raw))),
  });
}

function cueIn(plain: string, phrases: ReturnType<typeof phrasesOf>): Cue | undefined {
  if (phrases.withdraws.test(plain)) return 'withdraws';
  if (phrases.corrects.test(plain)) return 'corrects';
  if (phrases.saidBefore.test(plain)) return 'saidBefore';
  return phrases.reconsiders.test(plain) ? 'reconsiders' : undefined;
}

/** The words that take back an answer, which may have a comma: "Vergessen Sie, was ich gesagt habe". */
export function withdrawalIn(clauses: readonly Clause[], language: Language): readonly Clause[] | undefined {
  const { withdraws } = phrasesOf(language);
  const alone = clauses.find(({ plain }) => withdraws.test(plain));
  if (alone !== undefined) return [alone];
  const at = clauses.findIndex((clause, index) => {
    const next = clauses[index + 1];
    return next !== undefined && withdraws.test(`${clause.plain} ${next.plain}`);
  });
  return at < 0 ? undefined : clauses.slice(at, at + 2);
}

/**
 * What still stands of a turn: "I've got a van. Actually, scratch that" leaves nothing. Words that take back what was
 * said in an earlier turn have nothing before them but an "actually", and stay; so do those for which `isOfEarlier`.
 */
export function standingIn(
  clauses: readonly Clause[],
  language: Language,
  isOfEarlier: (taking: string) => boolean = () => false,
): readonly Clause[] {
  const taking = withdrawalIn(clauses, language);
  if (taking === undefined || isOfEarlier(taking.map(({ raw }) => raw).join(', '))) return clauses;
  const at = clauses.indexOf(taking[0] as Clause);
  const phrases = phrasesOf(language);
  const isSaid = clauses.slice(0, at).some(({ plain }) => cueIn(plain, phrases) === undefined);
  return isSaid ? standingIn(clauses.slice(at + taking.length), language, isOfEarlier) : clauses;
}

/** Whether they take back an answer of theirs: nobody gives an order to the machine by that. */
export const withdrawsAnswer = ({ clauses }: Speech, { plan, progress }: CallContext): boolean =>
  (progress?.answers.length ?? 0) > 0 && withdrawalIn(clauses, plan.language) !== undefined;

/** What still holds of a turn: "I said I work from home. I don't any more" only reports the first part. */
export const unreported = (clauses: readonly Clause[], language: Language): readonly Clause[] =>
  clauses.filter(
    ({ plain }, index) => index === clauses.length - 1 || !phrasesOf(language).saidBefore.test(plain),
  );

/** How many answers back a correction without a topic may reach. */
const FARTHEST = 3;

function corrected(
  clauses: readonly Clause[],
  cue: Cue,
  answered: readonly FlowQuestion[],
  turn: Corrected & {
    /** They had answered the open question before, in the same turn. */
    readonly isOfOpen: boolean;
    /** The words that take back an answer. */
    readonly withdrawing: readonly Clause[];
  },
): Correction | undefined {
  const { open, context } = turn;
  const { language } = context.plan;
  const text = clauses.map(({ raw }) => raw).join(', ');
  const statements = clauses.map((clause) => ({ clause, parts: statementsIn([clause], language) }));
  const latest = answered.toReversed();
  const named = latest.filter((each) => isNamed(each, text));
  // "Make that Tuesday, and in the morning": the rest of the turn may well answer the open question.
  const correcting = cue === 'corrects' ? withoutCue(clauses[0]?.raw ?? text, language) : text;
  if (named.length === 0 && open !== undefined && isAbout(open, correcting)) return undefined;
  const repeated =
    cue !== 'saidBefore' ? [] : latest.filter((each) => isRepeated(statements[0]?.parts ?? [], each, turn));
  const candidates = [...named, ...repeated];
  if (candidates.length === 0 && (cue === 'reconsiders' || cue === 'saidBefore')) return undefined;
  // "Five, sorry, I meant six" is one answer.
  const isWithin = turn.isOfOpen && clauses.some(({ raw }) => open && valueIn(raw, open, turn));
  if (candidates.length === 0 && isWithin) return undefined;

  for (const target of candidates.length > 0 ? candidates : latest.slice(0, FARTHEST)) {
    const isLatest = target === latest[0];
    const isOn = ({ raw }: Clause): boolean => isAbout(target, raw);
    const inOrder = statements.toSorted(
      (one, other) => Number(isOn(other.clause)) - Number(isOn(one.clause)),
    );
    for (const { clause, parts } of inOrder) {
      // Taking an answer back gives none: "Forget what I said about the car" has no car in it.
      if (turn.withdrawing.includes(clause)) continue;
      // "I said I work from home" tells what they said, and not what is so.
      if (cue === 'saidBefore' && clause === clauses[0] && clauses.length > 1) continue;
      const value = parts
        .map((part) => newValue(part, target, isLatest, cue, turn))
        .find((each) => each !== undefined);
      if (value === undefined) continue;
      const isMistakable =
        candidates.length === 0 && open?.type.kind === target.type.kind && open.type.kind !== 'yes_no';
      return {
        other: { questionId: target.question.id, value, quote: clause.raw, isClear: !isMistakable },
        clauses: clauses.filter((each, at) => at <= clauses.indexOf(clause) || isOn(each)),
      };
    }
  }
  const [target] = candidates.length > 0 ? candidates : latest;
  if (cue !== 'withdraws' || target === undefined) return undefined;
  return {
    other: { questionId: target.question.id, value: null, quote: clauses[0]?.raw ?? '', isClear: true },
    clauses,
  };
}

/** A value that differs from the current one. Only the latest answer in words can be replaced without being named. */
function newValue(
  part: Statement,
  target: FlowQuestion,
  isLatest: boolean,
  cue: Cue,
  turn: Corrected,
): KnownValue | undefined {
  const bare = withoutCue(part, turn.context.plan.language);
  if (bare === '') return undefined;
  if (target.type.kind === 'text')
    return isLatest && cue === 'corrects' && turn.open?.type.kind !== 'text' ? bare : undefined;
  const read = valueIn(bare, target, turn)?.value;
  const value = read === undefined ? undefined : inScaleOf(target.given?.value, read);
  return String(value) === String(target.given?.value) ? undefined : value;
}

/** What is counted, dated or chosen: of these, one value in the place of another shows without a word for it. */
const comparable: ReadonlySet<FlowQuestion['type']['kind']> = new Set([
  'number',
  'money',
  'date',
  'time',
  'choice',
]);

/**
 * "Six was harsh, call it an eight": the value of one earlier answer, and behind it another one, while something of another
 * type is asked. No word says that it is a correction, so it is confirmed.
 */
function replacedIn(
  clauses: readonly Clause[],
  answered: readonly FlowQuestion[],
  turn: Corrected,
): Correction | undefined {
  const { open, context } = turn;
  if (clauses.length > MOST_CLAUSES) return undefined;
  const valueFor = (clause: Clause, target: FlowQuestion): KnownValue | undefined =>
    statementsIn([clause], context.plan.language)
      .map((part) => valueIn(part, target, turn)?.value)
      .find((value) => value !== undefined);
  const found = answered.flatMap((target): Correction[] => {
    if (!comparable.has(target.type.kind) || target.type.kind === open?.type.kind) return [];
    const at = clauses.findIndex(
      (clause) => String(valueFor(clause, target)) === String(target.given?.value),
    );
    const clause =
      at < 0 ? undefined : clauses.slice(at + 1).find((each) => valueFor(each, target) !== undefined);
    const value = clause && valueFor(clause, target);
    if (clause === undefined || value === undefined || String(value) === String(target.given?.value))
      return [];
    return [
      {
        other: {
          questionId: target.question.id,
          value: inScaleOf(target.given?.value, value),
          quote: clause.raw,
          isClear: false,
        },
        clauses: clauses.slice(at, clauses.indexOf(clause) + 1),
      },
    ];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Whoever says more tells a story. */
const MOST_CLAUSES = 8;
const THOUSAND = 1000;
/** Nobody corrects an amount further than so many times. */
const FARTHEST_RATIO = 10;

/** "I said sixty thousand, make that forty": what replaces thousands is told in thousands. */
function inScaleOf(given: KnownValue | undefined, value: KnownValue): KnownValue {
  if (typeof given !== 'number' || typeof value !== 'number') return value;
  const ratio = (value * THOUSAND) / given;
  const isShortened =
    given >= THOUSAND && given % THOUSAND === 0 && value < THOUSAND && value * FARTHEST_RATIO < given;
  return isShortened && ratio > 1 / FARTHEST_RATIO && ratio < FARTHEST_RATIO ? value * THOUSAND : value;
}

const isRepeated = (parts: readonly Statement[], target: FlowQuestion, turn: Corrected): boolean =>
  parts.some((part) => {
    const value = valueIn(part, target, turn)?.value;
    return value !== undefined && String(value) === String(target.given?.value);
  });

/** "I meant four years" → "four years". */
function withoutCue(part: Statement, language: Language): string {
  const { corrects } = phrasesOf(language);
  const words = part.split(/\s+/);
  for (let length = 1; length <= words.length; length += 1)
    if (corrects.test(plainWords(words.slice(0, length).join(' '))))
      return words.slice(length).join(' ').trim();
  return part;
}

/**
 * What they say beside "I already told you that": the clauses without those words, as far as they answer the open
 * question. Undefined when they do not say so.
 */
export function toldAlready(
  clauses: readonly Clause[],
  open: FlowQuestion | undefined,
  spoken: Spoken,
): Clause[] | undefined {
  const { alreadyTold } = phrasesOf(spoken.context.plan.language);
  if (!clauses.some(({ plain }) => alreadyTold.test(plain))) return undefined;
  return clauses.flatMap((clause): Clause[] => {
    const match = alreadyTold.exec(clause.plain);
    if (match === null) return [clause];
    const rest = clause.plain.slice(match.index + match[0].length).trim();
    const isValue = rest !== '' && open !== undefined && valueIn(rest, open, spoken) !== undefined;
    return isValue ? [{ ...clause, raw: rest, plain: rest }] : [];
  });
}
