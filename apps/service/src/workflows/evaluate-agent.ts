import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import type { TranscriptLine } from '@parley/call-engine/outcome.ts';
import type { Searches } from '@parley/call-engine/plan-knowledge.ts';
import { mergedUsage, type UsageByModel } from '@parley/call-engine/usage-by-model.ts';
import { type CallInputs, compilePlan } from '../domains/agents/call-plan.model.ts';
import type { Section } from '../domains/agents/flow.model.ts';
import { timeZoneOfContact } from '../domains/contacts/contact.model.ts';
import { type Breach, breachesOf } from './evaluation/breaches.ts';
import { type Coverage, coverageOf, everyPlace } from './evaluation/coverage.ts';
import { type Leaning, leaningsOf, sampleContact, sampleJob } from './evaluation/leanings.ts';
import {
  type CastEvaluation,
  type Casting,
  type CastPanelist,
  castOf,
  expectedOf,
  type Panelist,
  panel,
} from './evaluation/personas.ts';
import { type PlayedCall, playConversation } from './evaluation/played-call.ts';

export interface EvaluationOrder {
  readonly agent: Agent;
  readonly company: CallInputs['company'] & { readonly timezone: string };
  readonly catalog: CallInputs['catalog'];
  /** Null: a sample, where the agent needs one. */
  readonly job: CallInputs['job'];
  readonly dialogueModel: DialogueModel;
  /** Where the documents of the agent are searched. */
  readonly searches?: Searches;
  /** How often each person is played, each time with other words; default as often as it takes to try every branch. */
  readonly seeds?: number;
  /** The current time, for contacts who say "tomorrow". */
  readonly now: Date;
  /** Milliseconds of a clock that only goes on. */
  readonly stopwatch: () => number;
  /** Personas that a model invents and plays; absent: none. */
  readonly casting?: Casting;
}

type Agent = CallInputs['agent'];

/** How an agent did with everybody on the panel. */
export interface Evaluation {
  readonly agent: Pick<Agent, 'id' | 'name' | 'type' | 'language' | 'duration'>;
  /** Every outcome is right, no rule was broken, and all requested personas were played. */
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
  /** What the dialogue model took for all calls together. */
  readonly effort: Effort;
  /** Absent: no model was to make anybody up. */
  readonly cast?: CastEvaluation;
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
  readonly effort: Effort;
  readonly transcript: readonly TranscriptLine[];
  /** Null: asked, and left unanswered. */
  readonly answers: readonly { readonly question: string; readonly answer: string | null }[];
}

const FEWEST_SEEDS = 3;
/** With rules a call takes a millisecond; with a model, this many concurrent calls keep it busy without flooding it. */
const AT_ONCE = 8;

/** Runs an agent against all simulated contacts, in memory: nobody is called and nothing is written. */
export async function evaluateAgent(order: EvaluationOrder): Promise<Evaluation> {
  const { agent } = order;
  const stage = {
    dialogueModel: order.dialogueModel,
    now: order.now,
    stopwatch: order.stopwatch,
    maxAttempts: agent.settings.retryPolicy.maxAttempts,
    ...(order.searches && { searches: order.searches }),
  };
  const leanings = leaningsOf(agent.flow?.sections ?? []);
  const seeds = order.seeds ?? Math.max(FEWEST_SEEDS, leanings.length);
  const network = panel.filter(({ isByTelephoneOnly }) => agent.type === 'PHONE' || !isByTelephoneOnly);
  const [firstPerson = panel[0] as Panelist] = network;
  const neutralPlan = planFor(order, leanings[0], firstPerson);
  const cast = order.casting && (await castOf(order.casting, neutralPlan));
  const parts: readonly Part[] = [
    ...network.flatMap((person) =>
      Array.from({ length: seeds }, (_, index) => ({ person, seed: index + 1 })),
    ),
    ...(cast?.members ?? []).map((person) => ({ person, seed: 1 })),
  ];
  const played = await inTurns(parts, async ({ person, seed }) => {
    const leaning = leanings[(seed - 1) % leanings.length] ?? leanings[0];
    const plan = planFor(order, leaning, person);
    const role = { plan, seed, answers: leaning.answers };
    const isCast = cast !== undefined && 'persona' in person;
    const acted = isCast ? { played: { persona: person.persona, by: cast.personaModel } } : {};
    return { person, seed, calls: await playConversation(stage, { ...role, ...acted }) };
  });

  const forbidden = {
    forbiddenTopics: agent.settings.guardrails.forbiddenTopics,
    idealAnswers: idealAnswers(agent.flow?.sections ?? []),
  };
  const judged = await Promise.all(
    played.map(async ({ person, seed, calls }) => ({
      person,
      conversation: conversationOf(
        seed,
        await Promise.all(
          calls.map(async (call) =>
            judge(
              person,
              call,
              await breachesOf(call, { ...forbidden, mayAskOptOut: person.mayOptOut === true }),
            ),
          ),
        ),
      ),
    })),
  );
  const calls = judged.flatMap(({ conversation }) => conversation.calls);
  const everyCall = played.flatMap((one) => one.calls);
  const coverage = coverageOf(neutralPlan, everyCall);
  const questions = everyPlace(coverage.outline).filter(({ kind }) => kind === 'question');
  const { id, name, type, language, duration } = agent;
  return {
    agent: { id, name, type, language, duration },
    isRight:
      judged.every(({ conversation }) => conversation.isRight) && cast?.evaluation().trouble === undefined,
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
      answered: everyCall.filter(({ findings }) => findings !== null).length,
    },
    turns: sum(calls.map(({ turns }) => turns)),
    durationSeconds: sum(calls.map(({ durationSeconds }) => durationSeconds)),
    effort: effortOf(everyCall),
    ...(cast && { cast: cast.evaluation() }),
    people: [...network, ...(cast?.members ?? [])].map((person) => {
      const conversations = judged.filter((one) => one.person === person).map((one) => one.conversation);
      const isRight = conversations.every((one) => one.isRight);
      return { digits: person.digits, who: person.who, isRight, conversations };
    }),
  };
}

interface Part {
  readonly person: Panelist | CastPanelist;
  readonly seed: number;
}

function planFor(order: EvaluationOrder, { fields }: Leaning, person: Panelist | CastPanelist) {
  const { agent, company, catalog } = order;
  const needsJob = agent.focus !== null && agent.focus !== 'GENERIC';
  const contact = {
    ...sampleContact,
    id: `sample-contact-${person.digits}`,
    // A persona of a model answers the telephone like the helpful contact.
    ...('persona' in person
      ? { firstName: person.persona.name, phoneNumber: '+15005550000', gender: null }
      : { phoneNumber: `+1500555${person.digits}` }),
    fields,
  };
  const plan = compilePlan({
    agent,
    company,
    catalog,
    contact,
    job: order.job ?? (needsJob ? sampleJob : null),
    timeZone: timeZoneOfContact(contact, company.timezone),
  });
  return { ...plan, agent: { ...plan.agent, ...nowhere } };
}

/** Words are drawn by these ids: an agent gets the same evaluation wherever, and whenever, it was stored. */
const nowhere = { id: 'evaluated', versionId: 'draft' };

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
    effort: effortOf([call]),
    transcript: call.transcript,
    answers: (call.findings?.answers ?? []).map(({ question, value }) => ({
      question,
      answer: value === undefined ? null : [value].flat().join(', '),
    })),
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

/** Runs the parts with limited concurrency; results are in their order. */
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

/** What a dialogue model took for calls: real time, and what it asked of models. */
export interface Effort {
  /** How often it was asked to understand, or for words. */
  readonly asked: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** By model; nothing where rules do the thinking. */
  readonly thinking: readonly UsageByModel[];
}

function effortOf(calls: readonly Pick<PlayedCall, 'timesMs' | 'thinking'>[]): Effort {
  const timesMs = calls.flatMap((call) => call.timesMs).sort((a, b) => a - b);
  const quantile = (share: number): number => timesMs[Math.ceil(timesMs.length * share) - 1] ?? 0;
  return {
    asked: timesMs.length,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    thinking: mergedUsage(calls.flatMap(({ thinking }) => thinking)),
  };
}
