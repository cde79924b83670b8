import { memoize } from '@parley/kernel/memoize.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { cues, ofAllLanguages, words, writing } from '@parley/language/locale-tables.ts';
import { folded, speechOf } from '@parley/language/speech.ts';
import type { CallContext, SelfTopic } from '../dialogue-model.ts';
import { anyOf } from './cue-pattern.ts';
import { patternOf } from './foreign-cues.ts';
import { phrase } from './phrase-book.ts';
import { isGivenName } from './section-wording.ts';
import { contentStems } from './stem.ts';

/** In the order in which they are looked for. */
const questionsIn = (language: Language): readonly (readonly [SelfTopic, readonly string[]])[] => {
  const { asksSource, asksRecorded, asksScam, asksMachine, asksWho, asksDuration, asksReason } =
    cues[language];
  return [
    ['source', asksSource],
    ['recorded', asksRecorded],
    ['scam', asksScam],
    ['machine', asksMachine],
    ['who', asksWho],
    ['duration', asksDuration],
    ['reason', asksReason],
  ];
};

const english = questionsIn('EN').map(([kind, phrases]) => [kind, anyOf(phrases)] as const);

const foreign = memoize((language: Exclude<Language, 'EN'>) =>
  questionsIn(language).map(([kind, phrases]) => [kind, patternOf(language, phrases)] as const),
);

/** Undefined when it is something else that they ask, such as how long the probation period is. */
export function selfQuestionIn(plain: string, language: Language): SelfTopic | undefined {
  const known = english.find(([, pattern]) => pattern.test(plain))?.[0];
  if (known !== undefined) return known;
  for (const [kind, pattern] of language === 'EN' ? [] : foreign(language)) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const rest = `${plain.slice(0, match.index)} ${plain.slice(match.index + match[0].length)}`;
    if (subjectsIn(rest, language) <= (kind === 'duration' ? 0 : MOST_WORDS_BESIDE)) return kind;
  }
  return undefined;
}

const MOST_WORDS_BESIDE = 2;

/** How many words there are beside the question that may name something else than the call. */
function subjectsIn(rest: string, language: Language): number {
  if (writing[language].spaces !== 'words')
    return rest.replaceAll(theCall(), '').replaceAll(/[^\p{L}]/gu, '').length > 6 ? 1 : 0;
  return rest.split(/[^\p{L}]+/u).filter((word) => word.length > LITTLE_LETTERS && !isTheCall(word)).length;
}

const LITTLE_LETTERS = 4;
/** Beginnings of the words for a call, a talk, a while and "about", in any of the languages. */
const theCall = ofAllLanguages(
  (languages) =>
    new RegExp(languages.flatMap((language) => words[language].call.map(folded)).join('|'), 'gu'),
);
const isTheCall = (word: string): boolean => word.search(theCall()) === 0;

/** The same in a text of several clauses: the first that is found. */
export function selfQuestionOf(question: string, { plan }: CallContext): SelfTopic | undefined {
  for (const { plain } of speechOf(question).clauses) {
    const kind = selfQuestionIn(plain, plan.language);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** What the plan knows of itself: nothing is invented, and never is it kept back that an AI is speaking. */
export function aboutSelf(kind: SelfTopic, context: CallContext): string {
  const { agent, company, durationMinutes, language } = context.plan;
  const introduction = phrase('introduce', context, { company: company.name });
  switch (kind) {
    case 'who':
      return isGivenName(agent.name)
        ? `${phrase('own_name', context, { agent: agent.name })} ${introduction}`
        : introduction;
    case 'machine':
      return introduction;
    case 'duration':
      return phrase('time_needed', context, { duration: minutes(durationMinutes, language) });
    case 'reason':
      return reasonOf(context, introduction) ?? introduction;
    case 'source':
      return phrase('number_source', context, { company: company.name });
    case 'recorded':
      return phrase(recordingPhrase(context), context);
    case 'scam':
      return `${introduction} ${phrase('how_to_check', context, { company: company.name })}`;
  }
}

const recordingPhrase = ({ plan, isUnrecorded }: CallContext) =>
  isUnrecorded
    ? 'not_recorded'
    : plan.isRecorded === undefined
      ? 'recording_unknown'
      : plan.isRecorded
        ? 'is_recorded'
        : 'not_recorded';

const minutes = (count: number, language: Language): string =>
  new Intl.NumberFormat(`${localeOf(language)}-u-nu-latn`, {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
  }).format(count);

/**
 * In the sentences of the first message after the one that says who is calling; else by the job, and only then by a title of
 * the flow, which its author may have meant as a heading.
 */
function reasonOf(context: CallContext, introduction: string): string | undefined {
  const { known, firstMessage, sections } = context.plan;
  const [, ...others] = firstMessage.text
    .split(/(?<=[.!?。！？؟])\s*/u)
    .filter((text) => /\p{L}{2}.*\s?\p{L}{3}/u.test(text));
  const introduced = new Set(contentStems(introduction));
  const told = others.find(
    (sentence) =>
      !/[?？؟;]$/u.test(sentence.trim()) &&
      contentStems(sentence).filter((stem) => !introduced.has(stem)).length > 1,
  );
  if (told !== undefined) return told.trim();
  const titles = [known.job.title, ...sections.map(({ title }) => title)]
    .map((title) => (typeof title === 'string' ? title.trim().replace(/[.:!。：]+$/u, '') : ''))
    .filter((title) => title !== '');
  return titles[0] === undefined ? undefined : phrase('call_reason', context, { title: titles[0] });
}
