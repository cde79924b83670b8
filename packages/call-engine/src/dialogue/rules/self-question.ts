import { madeOnce } from '@parley/kernel/made-once.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { folded, speechOf } from '@parley/language/speech.ts';
import type { CallContext } from '../brain.ts';
import { anyOf } from './cue-pattern.ts';
import { patternOf } from './foreign-cues.ts';
import { phrase } from './phrase-choice.ts';
import { isGivenName } from './section-wording.ts';
import { selfCues } from './self-cues.ts';

/** What people ask of the caller itself: who it is, whether it is a machine, how long it takes, what it is about. */
export type SelfQuestion = 'who' | 'machine' | 'duration' | 'reason';

const MACHINE =
  '(robot|bot|machine|computer|ai|recording|human|real person|person|real human|human being|real human being)';

const english: readonly (readonly [SelfQuestion, RegExp])[] = [
  [
    'machine',
    anyOf([
      `(are|is) (you|this) (a|an|some kind of|just a|really a|really an|talking|even a) ${MACHINE}`,
      `am i (talking|speaking) (to|with) (a|an) ${MACHINE}`,
      'are you (real|human|artificial)',
    ]),
  ],
  [
    'who',
    anyOf([
      'who (is|are|am) (this|it|you|calling|speaking|there|that|i (speaking|talking) (to|with))',
      '(what|which) company(?! (car|cars))',
      'where are you calling from',
      'who do you (work|call) for',
      'what is your name',
    ]),
  ],
  [
    'duration',
    anyOf([
      'how (long|much time) (will|does|is|would|do|is going to) (this|it|that|the call|this call|you need|you want)(?! (been|contract|job|position))',
      '(will|does|is) (this|it) (take|be|going to take) (long|a long time|much time|very long)',
      'how many minutes',
    ]),
  ],
  [
    'reason',
    anyOf([
      'why (are|do|did) you (calling|call|ring|ringing|phoning)( me)?',
      'what (is|are) (this|it|you|the call|this call) (call )?(calling )?(about|regarding|for)',
      'what do you want( from me)?$',
      'what is the (reason|purpose) (of|for) (this|the|your) call',
    ]),
  ],
];

const foreign = madeOnce((language: Exclude<Language, 'EN'>) => {
  const { who, machine, duration, reason } = selfCues[language];
  return Object.entries({ machine, who, duration, reason }).map(
    ([kind, phrases]) => [kind as SelfQuestion, patternOf(language, phrases)] as const,
  );
});

/** Undefined when it is something else that they ask, such as how long the probation period is. */
export function selfQuestionIn(plain: string, language: Language): SelfQuestion | undefined {
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
  if (UNSPACED.has(language))
    return rest.replaceAll(THE_CALL, '').replaceAll(/[^\p{L}]/gu, '').length > 6 ? 1 : 0;
  return rest.split(/[^\p{L}]+/u).filter((word) => word.length > LITTLE_LETTERS && !isTheCall(word)).length;
}

const UNSPACED: ReadonlySet<Language> = new Set(['JA', 'ZH', 'KO']);
const LITTLE_LETTERS = 4;
/** Beginnings of the words for a call, a talk, a while and "about", in the languages of the tables. */
const THE_CALL = new RegExp(
  folded(
    'prend|dure|отнем|продълж|займ|трива|tager|varer|varar|gespräch|anruf|telefon|ungefähr|dauern|appel|convers|entretien|environ|llamada|entrevista|encuesta|aproxima|durar|tardar|chamada|ligação|demor|chiamata|gesprek|duren|ongeveer|rozmow|potrwa|hovor|rozhovor|přibližně|trvat|trvať|približne|hívás|beszélget|körülbelül|convorbir|разговор|обажд|poziv|razgovor|trajat|klic|pogovor|trajal|позив|разговор|трај|розмов|дзвін|звон|примерно|приблизно|займет|κλήση|συνομιλ|περίπου|διαρκέσ|görüşme|konuşma|sürer|sürecek|samtal|ungefär|opkald|omtrent|cirka|puhelu|kestä|suunnilleen|kõne|võtab|aega|zvans|saruna|aptuveni|pokalb|skambu|maždaug|užtruk|مكالمة|المكالمة|تقريبا|ستستغرق|שיחה|השיחה|ייקח|בערך|電話|通話|時間|通话|电话|时间|大概|大约|전화|통화|시간',
  ),
  'gu',
);
const isTheCall = (word: string): boolean => word.search(THE_CALL) === 0;

/** The same in a text of several clauses: the first that is found. */
export function selfQuestionOf(question: string, { plan }: CallContext): SelfQuestion | undefined {
  for (const { plain } of speechOf(question).clauses) {
    const kind = selfQuestionIn(plain, plan.language);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** What the plan knows of itself: nothing is invented, and never is it kept back that an AI is speaking. */
export function aboutSelf(kind: SelfQuestion, context: CallContext): string {
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
      return reasonOf(context) ?? introduction;
  }
}

const minutes = (count: number, language: Language): string =>
  new Intl.NumberFormat(`${localeOf(language)}-u-nu-latn`, {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
  }).format(count);

/** By the titles of the flow; else in the sentences of the first message after the one that says who is calling. */
function reasonOf(context: CallContext): string | undefined {
  const { sections, firstMessage } = context.plan;
  const titles = sections.flatMap(({ title }) => title?.trim().replace(/[.:!。：]+$/u, '') || []);
  if (titles[0] !== undefined) return phrase('call_reason', context, { title: titles[0] });
  const [, ...others] = firstMessage.text
    .split(/(?<=[.!?。！？؟])\s*/u)
    .filter((text) => /\p{L}{2}.*\s?\p{L}{3}/u.test(text));
  return others.find((sentence) => !/[?？؟;]$/u.test(sentence.trim()))?.trim();
}
