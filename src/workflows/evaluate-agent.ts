import type { Brain, Passage } from '../calls/brain/brain.ts';
import type { TranscriptLine } from '../calls/outcome.ts';
import { type CallMaterial, compilePlan } from '../domains/agents/call-plan.model.ts';
import type { Section } from '../domains/agents/flow.model.ts';
import { timeZoneOfContact } from '../domains/contacts/contact-time-zone.model.ts';
import { type Breach, breachesOf } from './evaluation/breaches.ts';
import { type Coverage, coverageOf, everyPlace } from './evaluation/coverage.ts';
import { type Leaning, leaningsOf } from './evaluation/leanings.ts';
import { expectedOf, type Panelist, panel } from './evaluation/panel.ts';
import { type PlayedCall, playConversation } from './evaluation/played-call.ts';
import { sampleContact, sampleJob } from './evaluation/sample-contact.ts';
import { timedBrain } from './evaluation/timed-brain.ts';

export interface EvaluationOrder {
  readonly agent: Agent;
  readonly company: CallMaterial['company'] & { readonly timezone: string };
  readonly catalog: CallMaterial['catalog'];
  /** Null: a sample, where the agent needs one. */
  readonly job: CallMaterial['job'];
  readonly brain: Brain;
  /** What the documents of the agent say about a question. */
  readonly further?: (question: string) => Promise<readonly Passage[]>;
  /** How often each person is played, each time with other words; default as often as it takes to try every branch. */
  readonly seeds?: number;
  /** When all this happens, for whoever says "tomorrow". */
  readonly now: Date;
  /** Milliseconds of a clock that only goes on. */
  readonly stopwatch: () => number;
  /** What a model behind the brain has used so far; absent: there is none. */
  readonly usage?: () => TokenUsage;
}

type Agent = CallMaterial['agent'];

interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** How an agent did with everybody on the panel. */
export interface Evaluation {
  readonly agent: Pick<Agent, 'id' | 'name' | 'type' | 'language' | 'duration'>;
  /** Every outcome is right and no rule was broken. */
  readonly isRight: boolean;
  readonly seeds: number;
  readonly coverage: Coverage;
  readonly questions: { readonly asked: number; readonly answered: number };
  readonly conversations: { readonly right: number; readonly total: number };
  readonly breaches: number;
  readonly calls: { readonly placed: number; readonly answered: number };
  readonly turns: number;
  /** Simulated time on the line. */
  readonly durationSeconds: number;
  /** Real time that the brain took, each time it was asked. */
  readonly brain: { readonly asked: number; readonly p50Ms: number; readonly p95Ms: number };
  /** What a model used; nothing where rules do the thinking. */
  readonly tokens: TokenUsage;
  readonly people: readonly PersonEvaluation[];
}

export interface PersonEvaluation {
  readonly digits: string;
  readonly who: string;
  readonly isRight: boolean;
  readonly conversations: readonly ConversationEvaluation[];
}

export interface ConversationEvaluation {
  readonly seed: number;
  readonly isRight: boolean;
  readonly calls: readonly CallEvaluation[];
}

export interface CallEvaluation {
  readonly number: number;
  readonly expected: string;
  readonly ending: string;
  readonly isRight: boolean;
  readonly breaches: readonly Breach[];
  readonly asked: number;
  readonly answered: number;
  readonly turns: number;
  readonly durationSeconds: number;
  readonly transcript: readonly TranscriptLine[];
}

const FEWEST_SEEDS = 3;
/** With rules a call takes a millisecond; with a model so many at once keep it busy without flooding it. */
const AT_ONCE = 8;

/** Plays an agent against everybody on the panel, in memory: nobody is called and nothing is written. */
export async function evaluateAgent(order: EvaluationOrder): Promise<Evaluation> {
  const { agent } = order;
  const { brain, timesMs } = timedBrain(order.brain, order.stopwatch);
  const stage = {
    brain,
    now: order.now,
    maxAttempts: agent.settings.retryPolicy.maxAttempts,
    ...(order.further === undefined ? {} : { further: order.further }),
  };
  const leanings = leaningsOf(agent.flow?.sections ?? []);
  const seeds = order.seeds ?? Math.max(FEWEST_SEEDS, leanings.length);
  const people = panel.filter(({ isByTelephoneOnly }) => agent.type === 'PHONE' || !isByTelephoneOnly);
  const parts = people.flatMap((person) =>
    Array.from({ length: seeds }, (_, index) => ({ person, seed: index + 1 })),
  );
  const played = await inTurns(parts, async ({ person, seed }) => {
    const leaning = leanings[(seed - 1) % leanings.length] ?? leanings[0];
    const plan = planFor(order, leaning, person);
    return { person, seed, calls: await playConversation(stage, { plan, seed, answers: leaning.answers }) };
  });

  const house = {
    forbiddenTopics: agent.settings.guardrails.forbiddenTopics,
    idealAnswers: idealAnswers(agent.flow?.sections ?? []),
  };
  const judged = await Promise.all(
    played.map(async ({ person, seed, calls }) => ({
      person,
      conversation: conversationOf(
        seed,
        await Promise.all(calls.map(async (call) => judge(person, call, await breachesOf(call, house)))),
      ),
    })),
  );
  const calls = judged.flatMap(({ conversation }) => conversation.calls);
  const [firstPerson = panel[0] as Panelist] = people;
  const coverage = coverageOf(
    planFor(order, leanings[0], firstPerson),
    played.flatMap((one) => one.calls),
  );
  const questions = everyPlace(coverage.outline).filter(({ kind }) => kind === 'question');
  const { id, name, type, language, duration } = agent;
  return {
    agent: { id, name, type, language, duration },
    isRight: judged.every(({ conversation }) => conversation.isRight),
    seeds,
    coverage,
    questions: {
      asked: sum(questions.map(({ visits }) => visits)),
      answered: sum(questions.map(({ answers = 0 }) => answers)),
    },
    conversations: {
      right: judged.filter(({ conversation }) => conversation.calls.every(({ isRight }) => isRight)).length,
      total: judged.length,
    },
    breaches: sum(calls.map(({ breaches }) => breaches.length)),
    calls: {
      placed: calls.length,
      answered: played.flatMap((one) => one.calls).filter(({ findings }) => findings !== null).length,
    },
    turns: sum(calls.map(({ turns }) => turns)),
    durationSeconds: sum(calls.map(({ durationSeconds }) => durationSeconds)),
    brain: { asked: timesMs.length, p50Ms: quantile(timesMs, 0.5), p95Ms: quantile(timesMs, 0.95) },
    tokens: order.usage?.() ?? { inputTokens: 0, outputTokens: 0 },
    people: people.map((person) => {
      const conversations = judged.filter((one) => one.person === person).map((one) => one.conversation);
      const isRight = conversations.every((one) => one.isRight);
      return { digits: person.digits, who: person.who, isRight, conversations };
    }),
  };
}

function planFor(order: EvaluationOrder, { fields }: Leaning, { digits }: Panelist) {
  const { agent, company, catalog } = order;
  const needsJob = agent.focus !== null && agent.focus !== 'GENERIC';
  const contact = {
    ...sampleContact,
    id: `sample-contact-${digits}`,
    phoneNumber: `+1500555${digits}`,
    fields,
  };
  return compilePlan({
    agent,
    company,
    catalog,
    contact,
    job: order.job ?? (needsJob ? sampleJob : null),
    timeZone: timeZoneOfContact(contact, company.timezone),
  });
}

function judge(person: Panelist, call: PlayedCall, breaches: readonly Breach[]): CallEvaluation {
  const expected = expectedOf(person, call.number);
  const asked = new Set(call.journal.flatMap((one) => (one.kind === 'ask' ? [one.questionId] : [])));
  return {
    number: call.number,
    expected: expected.words,
    ending: call.ending.kind,
    isRight: expected.isMet(call),
    breaches,
    asked: asked.size,
    answered: call.findings?.answers.filter(({ value }) => value !== undefined).length ?? 0,
    turns: call.transcript.length,
    durationSeconds: call.durationSeconds,
    transcript: call.transcript,
  };
}

const conversationOf = (seed: number, calls: readonly CallEvaluation[]): ConversationEvaluation => ({
  seed,
  isRight: calls.every(({ isRight, breaches }) => isRight && breaches.length === 0),
  calls,
});

const idealAnswers = (sections: readonly Section[]): string[] =>
  sections.flatMap((section) => {
    if (section.type === 'looping') return section.questions.flatMap(({ idealAnswer = [] }) => idealAnswer);
    return section.type === 'conditional'
      ? section.branches.flatMap((one) => idealAnswers(one.sections))
      : [];
  });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)] ?? 0;

/** In the order of the parts, so many of them at once. */
async function inTurns<Part, Result>(
  parts: readonly Part[],
  work: (part: Part) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = parts.entries();
  const worker = async () => {
    for (const [index, part] of rest) results[index] = await work(part);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
