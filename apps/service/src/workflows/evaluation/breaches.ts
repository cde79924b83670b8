import { meaningfulStems } from '@parley/call-engine/dialogue/rules/stem.ts';
import type { JournalEntry } from '@parley/call-engine/journal.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { replay } from '@parley/call-engine/replay.ts';
import { disclosesAi } from '../../domains/agents/disclosure.model.ts';
import type { PlayedCall } from './played-call.ts';
import {
  headingsSaid,
  incompleteSentences,
  instructionsSaid,
  repeatedSentences,
} from './spoken-sentences.ts';

/** A rule that a call broke, and the words or the number that show it. */
export interface Breach {
  readonly rule: string;
  readonly evidence: string;
}

/** What the agent must not say in a call. */
export interface ForbiddenSpeech {
  readonly forbiddenTopics: readonly string[];
  /** Texts that are never spoken. */
  readonly idealAnswers: readonly string[];
  /** The contact may wish never to be called again, so that asking whether they do is right. */
  readonly mayAskOptOut?: boolean;
}

type Rule = (call: PlayedCall, forbidden: ForbiddenSpeech) => readonly string[] | Promise<readonly string[]>;

/** As it is asked, and twice more. */
const MOST_TIMES_ASKED = 3;
const MINUTE_MS = 60_000;
/** A shorter ideal answer, "Yes" or "10", is said by chance. */
const TELLING_CHARACTERS = 12;

/** The rules of every call; each returns the evidence of its breaches. */
const rules: Readonly<Record<string, Rule>> = {
  'The call failed': ({ ending, notes }) => (ending.kind === 'agent_error' ? [notes ?? ''] : []),
  'The call did not start with the first message': ({ journal, plan }) => {
    const first = journal.find((entry) => entry.kind === 'say');
    return first === undefined || first.text.startsWith(plan.firstMessage.text) ? [] : [first.text];
  },
  'The agent did not say that it is an AI before the first answer': ({ journal, plan }) => {
    const isAnswered = journal.some(isAnswer);
    const opening = isAnswered ? saidIn(journal.slice(0, journal.findIndex(isAnswer))) : [];
    return !isAnswered || disclosesAi(opening.join(' '), plan.language) ? [] : [opening.join(' ')];
  },
  'The agent talked about a forbidden topic': ({ journal }, { forbiddenTopics }) =>
    forbiddenTopics.flatMap((topic) =>
      saidIn(journal)
        .filter((text) => isAbout(text, topic))
        .map((text) => `${topic}: “${text}”`),
    ),
  'The agent revealed an ideal answer': ({ journal }, { idealAnswers }) =>
    saidIn(journal).filter((text) =>
      idealAnswers.some((ideal) => ideal.length >= TELLING_CHARACTERS && plain(text).includes(plain(ideal))),
    ),
  'The agent spoke an unfilled token': ({ journal }) =>
    saidIn(journal).filter((text) => /\{\{|\}\}/.test(text)),
  'The agent said an incomplete sentence': ({ journal, plan }) => incompleteSentences(journal, plan),
  'The agent read an instruction aloud': ({ journal, plan }) => instructionsSaid(journal, plan),
  'The agent read a heading aloud': ({ journal, plan }) => headingsSaid(journal, plan),
  'The agent said the same sentence twice in a row': ({ journal }) => repeatedSentences(journal),
  'The agent asked about opting out without a wish': ({ journal }, { mayAskOptOut = false }) =>
    mayAskOptOut ? [] : journal.flatMap(optOutQuestion),
  'A question was asked more than three times': ({ journal, plan }) =>
    [...Map.groupBy(journal.filter(isAsking), ({ questionId }) => questionId)]
      .filter(([, times]) => times.length > MOST_TIMES_ASKED)
      .map(([id, times]) => `${times.length} times: “${questionText(plan, id)}”`),
  'The call continued after the contact had declined': ({ journal }) => {
    const declined = journal.findIndex(isDeclining);
    const goesOn = declined < 0 ? [] : journal.slice(declined).filter(isAsking);
    return goesOn.length === 0 ? [] : [`${goesOn.length} more questions`];
  },
  // What was begun in time is said to its end.
  'The agent spoke after the time limit': ({ journal, plan }) =>
    journal.flatMap((entry) =>
      entry.kind === 'said' && entry.text !== '' && entry.startMs >= plan.durationMinutes * MINUTE_MS
        ? [entry.text]
        : [],
    ),
  'A replay makes other decisions': async ({ journal, plan }) => {
    if (journal.length === 0) return [];
    const again = await replay(journal, plan);
    return again.kind === 'same' ? [] : [`from entry ${again.at} on: ${JSON.stringify(again.is)}`];
  },
};

export async function breachesOf(call: PlayedCall, forbidden: ForbiddenSpeech): Promise<Breach[]> {
  const found = Object.entries(rules).map(async ([rule, evidenceOf]) =>
    (await evidenceOf(call, forbidden)).map((evidence) => ({ rule, evidence })),
  );
  return (await Promise.all(found)).flat();
}

const isAsking = (entry: JournalEntry) => entry.kind === 'ask';

/** What the contact had said before the agent asked whether they never want to be called again. */
const optOutQuestion = (entry: JournalEntry, at: number, journal: readonly JournalEntry[]): string[] => {
  if (entry.kind !== 'word' || entry.intention.kind !== 'ask_opt_out') return [];
  const before = journal.slice(0, at).findLast((one) => one.kind === 'heard' && one.heard.kind === 'words');
  return [before?.kind === 'heard' && before.heard.kind === 'words' ? `after “${before.heard.text}”` : ''];
};

const isAnswer = (entry: JournalEntry): boolean => entry.kind === 'note' && entry.answer.value !== undefined;

const isDeclining = (entry: JournalEntry): boolean =>
  entry.kind === 'understood' &&
  (entry.understanding.wants.neverAgain === true || entry.understanding.wants.notInterested === true);

/** What they really heard. */
const saidIn = (journal: readonly JournalEntry[]): string[] =>
  journal.flatMap((entry) => (entry.kind === 'said' && entry.text !== '' ? [entry.text] : []));

/** One sentence that has a word for everything in the topic. */
function isAbout(text: string, topic: string): boolean {
  const wanted = meaningfulStems(topic);
  return (
    wanted.length > 0 &&
    text.split(/[.!?。！？؟]+/u).some((sentence) => {
      const stems = new Set(meaningfulStems(sentence));
      return wanted.every((stem) => stems.has(stem));
    })
  );
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function questionText({ sections }: CallPlan, id: string): string {
  const within = (some: CallPlan['sections']): string | undefined =>
    some
      .map((section) => {
        if (section.type === 'looping') return section.questions.find((one) => one.id === id)?.text;
        return section.type === 'conditional'
          ? section.branches.map((branch) => within(branch.sections)).find((text) => text !== undefined)
          : undefined;
      })
      .find((text) => text !== undefined);
  return within(sections) ?? id;
}
