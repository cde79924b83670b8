import type { CallOutcome } from '@parley/call-engine/outcome.ts';
import type { CallPlan, PlanQuestion, PlanSection } from '@parley/call-engine/plan.ts';
import { dialogueMeaning } from './dialogue-meaning.ts';
import { type AgentTurn, type MeasuredCall, type Models, measureCall } from './measured-call.ts';
import type { Dialogue, DialogueFile, OneValue, Verdict } from './understanding-set.ts';
import { isCallbackMeant, isDefinite, isMeant } from './value-match.ts';

export interface MeasuredDialogue {
  readonly dialogue: Dialogue;
  /** Empty: it went as a reasonable person would want. */
  readonly problems: readonly string[];
  readonly call: MeasuredCall;
}

/** Holds the whole dialogue and compares what came of it with what a reasonable person would want. */
export async function measureDialogue(
  models: Models,
  file: DialogueFile,
  dialogue: Dialogue,
): Promise<MeasuredDialogue> {
  const used = file.agents[dialogue.agent];
  if (used === undefined) throw new Error(`${dialogue.id}: there is no agent ${dialogue.agent}`);
  const call = await measureCall(models, {
    setting: file,
    company: used.company,
    agent: used.agent,
    reaction: (plan) => {
      const person = new Person(file, dialogue, plan);
      return (turn) => person.react(turn);
    },
    meant: dialogueMeaning(file, dialogue),
  });
  return { dialogue, problems: problemsIn(file, dialogue, call), call };
}

const phrases = {
  EN: {
    yes: 'Yes, please.',
    no: 'No, I did not mean that.',
    here: "Yes, I'm here.",
    time: 'Whenever suits you.',
  },
  DE: {
    yes: 'Ja, bitte.',
    no: 'Nein, so war das nicht gemeint.',
    here: 'Ja, bin da.',
    time: 'Wann es Ihnen passt.',
  },
} as const;

/** How often somebody says something before they hang on in silence. */
const MOST_TURNS = 30;

class Person {
  readonly #file: DialogueFile;
  readonly #dialogue: Dialogue;
  readonly #questions: readonly PlanQuestion[];
  readonly #answered = new Map<string, number>();
  #turns = 0;

  constructor(file: DialogueFile, dialogue: Dialogue, plan: CallPlan) {
    this.#file = file;
    this.#dialogue = dialogue;
    this.#questions = questionsOf(plan.sections);
  }

  react(turn: AgentTurn): string | undefined {
    this.#turns += 1;
    if (this.#turns > MOST_TURNS) return undefined;
    const { person, expect } = this.#dialogue;
    const { yes, no, here, time } = phrases[this.#file.language];
    if (this.#turns === 1) return person.opening;
    const named = this.#questions.findLast(({ text }) => turn.text.includes(text));
    if (named) return this.#answer(named);
    if (asksToStopCalling.test(turn.text)) return expect.status === 'do_not_call' ? yes : no;
    if (turn.expectation === 'callback_time') return time;
    if (turn.expectation === 'presence') return here;
    const asked = this.#questions.find(({ id }) => id === turn.questionId);
    if (turn.expectation === 'answer' && asked) return this.#answer(asked);
    return person.otherwise;
  }

  /** As long as there are other words they use them, and repeat the last ones then. */
  #answer({ key = '' }: PlanQuestion): string | undefined {
    const says = [this.#dialogue.person.questions[key] ?? []].flat();
    const times = this.#answered.get(key) ?? 0;
    this.#answered.set(key, times + 1);
    return says[Math.min(times, says.length - 1)];
  }
}

const asksToStopCalling =
  /(?:not|n't|never|stop|no longer|any ?more|nicht|nie|kein)\b.*(?:\b(?:call(?:s|ed|ing)?|contact|ring)\b|anruf|anzurufen|melden).*\?/i;

const questionsOf = (sections: readonly PlanSection[]): PlanQuestion[] =>
  sections.flatMap((section) => {
    if (section.type === 'looping') return section.questions;
    return section.type === 'conditional' ? section.branches.flatMap((one) => questionsOf(one.sections)) : [];
  });

const titlesOf = (sections: readonly PlanSection[]): [id: string, title: string][] =>
  sections.flatMap((section) => [
    [section.id, section.title ?? ''] as [string, string],
    ...(section.type === 'conditional' ? section.branches.flatMap((one) => titlesOf(one.sections)) : []),
  ]);

function problemsIn(file: DialogueFile, dialogue: Dialogue, call: MeasuredCall): string[] {
  const { expect } = dialogue;
  const { plan, journal, findings, analysis } = call;
  const status = statusOf(findings.outcome);
  const problems: string[] = status === expect.status ? [] : [`ended ${status} instead of ${expect.status}`];
  if (expect.callback !== undefined) {
    const at = findings.outcome.kind === 'callback' ? findings.outcome.at : null;
    if (!isCallbackMeant(expect.callback, at, file.timeZone))
      problems.push(`the callback is at ${at ?? 'no time'} instead of ${JSON.stringify(expect.callback)}`);
  }

  const questions = questionsOf(plan.sections);
  for (const [key, expected] of Object.entries(expect.answers ?? {})) {
    const stored = [
      analysis.analytics?.fields.find((field) => field.key === key)?.value ?? null,
      findings.answers.find((answer) => answer.key === key)?.value ?? null,
    ];
    const question = questions.find((one) => one.key === key);
    if (!isStored(askedAs(plan, question, expected), expected, stored))
      problems.push(`${key} is ${JSON.stringify(stored)} instead of ${JSON.stringify(expected)}`);
  }

  const asks = (key: string): number => {
    const id = questions.find((one) => one.key === key)?.id;
    return journal.filter(
      (entry) =>
        (entry.kind === 'ask' && entry.questionId === id) ||
        (entry.kind === 'word' && entry.intention.kind === 'ask_again' && entry.intention.question.id === id),
    ).length;
  };
  for (const key of expect.notAsked ?? []) if (asks(key) > 0) problems.push(`${key} is asked`);
  for (const key of expect.askedOnce ?? [])
    if (asks(key) > 1) problems.push(`${key} is asked ${asks(key)} times`);

  const entered = new Set(journal.flatMap((entry) => (entry.kind === 'enter' ? [entry.sectionId] : [])));
  const reached = new Set(titlesOf(plan.sections).flatMap(([id, title]) => (entered.has(id) ? [title] : [])));
  for (const title of expect.reached ?? []) if (!reached.has(title)) problems.push(`${title} is not reached`);
  for (const title of expect.notReached ?? []) if (reached.has(title)) problems.push(`${title} is reached`);

  for (const [key, expected] of Object.entries(expect.outcomes ?? {})) {
    const judged = analysis.analytics?.outcomes.find((one) => one.key === key);
    const verdict = verdictOf(judged);
    if (![expected].flat().includes(verdict))
      problems.push(`the outcome ${key} is ${verdict} instead of ${[expected].flat().join(' or ')}`);
  }
  return problems;
}

function statusOf(outcome: CallOutcome): string {
  switch (outcome.kind) {
    case 'finished':
      return 'completed';
    case 'opt_out':
      return 'do_not_call';
    case 'not_interested':
      return outcome.detail === 'WRONG_PERSON' ? 'wrong_person' : 'declined';
    default:
      return outcome.kind;
  }
}

/** Unknown is said with no confidence at all. */
function verdictOf(
  judged: { readonly met: boolean | null; readonly confidence: number } | undefined,
): Verdict {
  if (judged === undefined || judged.met === null || (!judged.met && judged.confidence === 0))
    return 'unknown';
  return judged.met ? 'met' : 'not_met';
}

type Asked = Parameters<typeof isMeant>[0];

function isStored(asked: Asked, expected: OneValue | null, stored: readonly unknown[]): boolean {
  if (expected === null) return stored.every((one) => !isDefinite(asked, one));
  return (
    stored.some((one) => isMeant(asked, expected, one)) &&
    stored.every((one) => isMeant(asked, expected, one) || isFree(asked) || !isDefinite(asked, one))
  );
}

const isFree = ({ type }: Asked): boolean => ['text', 'name', 'list'].includes(type);

const typeOfTarget: Readonly<Record<string, string>> = {
  bool: 'yesno',
  number: 'number',
  date: 'date',
  enum: 'choice',
  list: 'list',
  string: 'text',
};

function askedAs(plan: CallPlan, question: PlanQuestion | undefined, expected: OneValue | null): Asked {
  const target = plan.analysis.extractionTargets.find(({ key }) => key === question?.key);
  const text = question?.text ?? '';
  const period = /month|Monat/i.test(text) ? 'month' : /year|Jahr/i.test(text) ? 'year' : undefined;
  return {
    type:
      typeof expected === 'string' && target?.type === 'string'
        ? typeOfText(expected)
        : (typeOfTarget[target?.type ?? 'string'] ?? 'text'),
    ...(period && { period }),
    ...(target?.options && { options: target.options }),
  };
}

function typeOfText(expected: string): string {
  if (/^\d\d:\d\d$/.test(expected)) return 'time';
  if (expected.includes('@')) return 'email';
  return /^\+?\d+$/.test(expected) ? 'phone' : 'name';
}
