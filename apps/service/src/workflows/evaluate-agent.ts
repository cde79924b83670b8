import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import type { FlowPart } from '@parley/contract/flow-path.ts';
import { LlmContact } from '@parley/simulator/llm-personas/llm-contact.ts';
import type { Self } from '@parley/simulator/personas/self.ts';
import type { Section } from '../domains/agents/flow.model.ts';
import type { Contact } from '../domains/contacts/contact.model.ts';
import type { AgentUnderTest } from './evaluation/agent-under-test.ts';
import { type Breach, breachesOf } from './evaluation/breaches.ts';
import { type CallEvaluation, type Effort, effortOf, evaluationOf } from './evaluation/call-evaluation.ts';
import { type Coverage, coverageOf, everyPlace, unreachedParts } from './evaluation/coverage.ts';
import { type EverydayEvaluation, everydayEvaluation, playEveryday } from './evaluation/everyday.ts';
import { type Leaning, leaningsOf } from './evaluation/leanings.ts';
import {
  type CastEvaluation,
  type Casting,
  type CastPanelist,
  castOf,
  expectedOf,
  type Panelist,
  panel,
} from './evaluation/personas.ts';
import { emptyTokens, planUnderTest, sampleFields } from './evaluation/plan-under-test.ts';
import { playConversation } from './evaluation/played-call.ts';
import { evaluateTestCase, notRun, type TestCaseEvaluation } from './evaluation/test-case.ts';

export interface EvaluationOrder extends AgentUnderTest {
  readonly dialogueModel: DialogueModel;
  /** How often each person is played, each time with other words; default as often as it takes to try every branch. */
  readonly seeds?: number;
  /** The current time, for contacts who say "tomorrow". */
  readonly now: Date;
  /** Milliseconds of a clock that only goes on. */
  readonly stopwatch: () => number;
  /** Personas that a model invents and plays; absent: none. */
  readonly casting?: Casting;
}

type Agent = AgentUnderTest['agent'];

/** How an agent did with everybody on the panel. */
export interface Evaluation {
  readonly agent: Pick<Agent, 'id' | 'name' | 'type' | 'language' | 'duration'>;
  /**
   * Every outcome is right, no rule was broken, the flow has no fault, every test case passes, and all requested personas
   * were played. What everyday personas say is reported beside it.
   */
  readonly isRight: boolean;
  /** What is wrong with the flow as a whole: parts that no call reached, tokens that are filled with nothing. */
  readonly flowFaults: readonly Breach[];
  /** People who talk as people do; absent in a language whose everyday words are not written yet. */
  readonly everyday?: EverydayEvaluation;
  /** The agent's own test cases. */
  readonly testCases: readonly TestCaseEvaluation[];
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

const FEWEST_SEEDS = 3;
/** With rules a call takes a millisecond; with a model, this many concurrent calls keep it busy without flooding it. */
const AT_ONCE = 8;

/** A run of test cases starts none after this: with a model that answers slowly a request must not take an hour. */
export const TEST_RUN_MS = 60_000;

/** How the test cases of an agent went, and what none of them reached. */
export interface TestCaseRun {
  readonly results: readonly TestCaseEvaluation[];
  readonly unreached: readonly FlowPart[];
}

/** Plays only the test cases of an agent. Those that a slow model leaves no time for fail, and say why. */
export async function evaluateTestCases(
  order: EvaluationOrder & Required<Pick<EvaluationOrder, 'testCases'>>,
): Promise<TestCaseRun> {
  const { stage, forbidden, leanings, planFor } = benchFor(order);
  const plan = planFor(leanings[0], helpful);
  const beganMs = order.stopwatch();
  const results = await inTurns(order.testCases, async (testCase) =>
    order.stopwatch() - beganMs < TEST_RUN_MS
      ? (await evaluateTestCase(stage, testCase, plan, forbidden)).evaluation
      : notRun(testCase),
  );
  const unreached = unreachedParts(
    plan,
    results.map(({ path }) => path),
  );
  return { results, unreached };
}

/** What all calls of an evaluation share. */
function benchFor(order: EvaluationOrder) {
  const { agent } = order;
  const sections = agent.flow?.sections ?? [];
  return {
    stage: {
      dialogueModel: order.dialogueModel,
      now: order.now,
      stopwatch: order.stopwatch,
      maxAttempts: agent.settings.retryPolicy.maxAttempts,
      ...(order.searches && { searches: order.searches }),
    },
    forbidden: {
      forbiddenTopics: agent.settings.guardrails.forbiddenTopics,
      idealAnswers: idealAnswers(sections),
    },
    leanings: leaningsOf(sections, sampleFields(order)),
    planFor: ({ fields }: Leaning, person: Panelist | CastPanelist) =>
      planUnderTest(order, { ...contactFor(person), fields }),
  };
}

/** Runs an agent against all simulated contacts, in memory: nobody is called and nothing is written. */
export async function evaluateAgent(order: EvaluationOrder): Promise<Evaluation> {
  const { agent } = order;
  const { stage, forbidden, leanings, planFor } = benchFor(order);
  const seeds = order.seeds ?? Math.max(FEWEST_SEEDS, leanings.length);
  const network = panel.filter(({ isByTelephoneOnly }) => agent.type === 'PHONE' || !isByTelephoneOnly);
  const neutralPlan = planFor(leanings[0], helpful);
  const cast = order.casting && (await castOf(order.casting, neutralPlan));
  const parts: readonly Part[] = [
    ...network.flatMap((person) =>
      Array.from({ length: seeds }, (_, index) => ({ person, seed: index + 1 })),
    ),
    ...(cast?.members ?? []).map((person) => ({ person, seed: 1 })),
  ];
  const played = await inTurns(parts, async ({ person, seed }) => {
    const leaning = leanings[(seed - 1) % leanings.length] ?? leanings[0];
    const plan = planFor(leaning, person);
    const role = { plan, seed, answers: leaning.answers };
    const isCast = cast !== undefined && 'persona' in person;
    const acted = isCast
      ? { contactOf: (self: Self) => new LlmContact(person.persona, self, cast.personaModel) }
      : {};
    return { person, seed, calls: await playConversation(stage, { ...role, ...acted }) };
  });

  const everydayPlans = Array.from({ length: seeds }, (_, index) => {
    const leaning = leanings[index % leanings.length] ?? leanings[0];
    return { plan: planFor(leaning, helpful), answers: leaning.answers, seed: index + 1 };
  });
  const everyday = await inTurns(everydayPlans, (part) => playEveryday(stage, part, forbidden));
  const everydayCalls = everyday.flatMap((one) => one ?? []);
  const testCases = await inTurns(order.testCases ?? [], (testCase) =>
    evaluateTestCase(stage, testCase, neutralPlan, forbidden),
  );
  const judged = await Promise.all(
    played.map(async ({ person, seed, calls }) => ({
      person,
      conversation: conversationOf(
        seed,
        await Promise.all(
          calls.map(async (call) =>
            evaluationOf(
              call,
              expectedOf(person, call.number),
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
  // With fewer seeds than branches some were not tried at all.
  const reached =
    seeds < leanings.length
      ? []
      : everyPlace(
          coverageOf(neutralPlan, [
            ...everyCall,
            ...everydayCalls.map((one) => one.played),
            ...testCases.map((one) => one.played),
          ]).outline,
        );
  const flowFaults = [
    ...emptyTokens(order).map((token) => ({
      rule: 'A token is filled with nothing',
      evidence: `{{${token}}}`,
    })),
    ...reached
      .filter(({ visits }) => visits === 0)
      .map(({ kind, label }) => ({
        rule: 'No call reached a part of the flow',
        evidence: `${kind}: ${label}`,
      })),
  ];
  const questions = everyPlace(coverage.outline).filter(({ kind }) => kind === 'question');
  const { id, name, type, language, duration } = agent;
  return {
    agent: { id, name, type, language, duration },
    isRight:
      judged.every(({ conversation }) => conversation.isRight) &&
      flowFaults.length === 0 &&
      testCases.every(({ evaluation }) => evaluation.passed) &&
      cast?.evaluation().trouble === undefined,
    flowFaults,
    ...(everydayCalls.length > 0 && { everyday: everydayEvaluation(everydayCalls) }),
    testCases: testCases.map(({ evaluation }) => evaluation),
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

const helpful = panel[0] as Panelist;

interface Part {
  readonly person: Panelist | CastPanelist;
  readonly seed: number;
}

/** A persona of a model answers the telephone like the helpful contact. */
const contactFor = (person: Panelist | CastPanelist): Partial<Contact> => ({
  id: `sample-contact-${person.digits}`,
  ...('persona' in person
    ? { firstName: person.persona.name, phoneNumber: '+15005550000', gender: null }
    : { phoneNumber: `+1500555${person.digits}` }),
});

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
