import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import { holds, type KnownValue } from '@parley/call-engine/expression.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { TestCase, TestRunView } from '@parley/contract/test-case.ts';
import { ScriptedContact } from '@parley/simulator/scripted-contact.ts';
import { breachesOf, type ForbiddenSpeech } from './breaches.ts';
import { coverageOf, everyPlace, namedPath, type Place } from './coverage.ts';
import { type PlayedCall, playConversation, type Stage } from './played-call.ts';

/** How a test case of an agent went: the result that the API gives. */
export type TestCaseEvaluation = TestRunView['results'][number];
type Failure = TestCaseEvaluation['failures'][number];

/** Plays the turns of a test case and compares what came of the call with what it expects. */
export async function evaluateTestCase(
  stage: Stage,
  testCase: TestCase,
  plan: CallPlan,
  forbidden: ForbiddenSpeech,
): Promise<{ readonly evaluation: TestCaseEvaluation; readonly played: PlayedCall }> {
  const [played] = (await playConversation(
    { ...stage, maxAttempts: 1 },
    {
      plan,
      seed: 1,
      answers: {},
      contactOf: ({ phrases, plan: { contact } }) =>
        new ScriptedContact(phrases.hello[0].replace('%', contact.firstName), testCase.turns),
    },
  )) as [PlayedCall];
  // Whoever wrote the turns knows what the contact wishes: only the expectations say whether the question was right.
  const breaches = await breachesOf(played, { ...forbidden, mayAskOptOut: true });
  const failures = [
    ...(await failuresOf(testCase, played, stage.now)),
    ...breaches.map(
      ({ rule, evidence }): Failure => ({ kind: 'rule', of: rule, expected: 'kept', actual: evidence }),
    ),
  ];
  const evaluation: TestCaseEvaluation = {
    id: testCase.id ?? null,
    name: testCase.name,
    passed: failures.length === 0,
    ending: played.ending.kind,
    failures,
    path: namedPath(played),
    answers: (played.findings?.answers ?? []).map(({ question, value }) => ({
      question,
      answer: value === undefined ? null : inWords(value),
    })),
    transcript: played.transcript.map(({ speaker, text }) => ({ speaker, text })),
  };
  return { evaluation, played };
}

export const notRun = ({ id, name }: TestCase): TestCaseEvaluation => ({
  id: id ?? null,
  name,
  passed: false,
  ending: 'not_run',
  failures: [
    {
      kind: 'ending',
      of: 'call',
      expected: 'a call',
      actual: 'not run: the time for a test run was over. Run fewer test cases at once.',
    },
  ],
  path: [],
  answers: [],
  transcript: [],
});

async function failuresOf({ expect }: TestCase, played: PlayedCall, now: Date): Promise<Failure[]> {
  const places = everyPlace(coverageOf(played.plan, [played]).outline);
  const reached = (name: string, kinds: readonly Place['kind'][]): Failure[] => {
    const meant = places.filter((place) => kinds.includes(place.kind) && isNamed(place, name));
    if (meant.some(({ visits }) => visits > 0)) return [];
    const actual = meant.length === 0 ? 'the flow has no such part' : 'not reached';
    return [{ kind: kinds.length === 1 ? 'branch' : 'visited', of: name, expected: 'reached', actual }];
  };
  const values = Object.entries(expect.values ?? {});
  return [
    ...(expect.visited ?? []).flatMap((name) => reached(name, ['message', 'section', 'question', 'branch'])),
    ...(expect.branch === undefined ? [] : branchFailures(expect.branch, reached, played)),
    ...values.flatMap(([name, value]) => valueFailures(name, value, places, played)),
    ...(expect.outcome === undefined ? [] : await outcomeFailures(expect.outcome, played, now)),
    ...(expect.ending === undefined || expect.ending === played.ending.kind
      ? []
      : [{ kind: 'ending' as const, of: 'call', expected: expect.ending, actual: played.ending.kind }]),
  ];
}

const plain = (text: string): string => text.trim().toLowerCase();

/** Questions are also named by their key. */
const isNamed = ({ id, label, detail, kind }: Place, name: string): boolean =>
  id === name ||
  plain(label) === plain(name) ||
  (kind === 'question' && plain(detail) === plain(`answer.${name}`));

function branchFailures(
  name: string,
  reached: (name: string, kinds: readonly Place['kind'][]) => Failure[],
  { plan, findings }: PlayedCall,
): Failure[] {
  const taken = everyPlace(coverageOf(plan, []).outline).filter(({ id }) =>
    findings?.branches.some(({ branchId }) => branchId === id),
  );
  const instead = taken.map(({ label }) => label).join(', ') || 'no branch was taken';
  return reached(name, ['branch']).map(({ actual, ...failure }) => ({
    ...failure,
    expected: name,
    actual: actual === 'not reached' ? instead : actual,
  }));
}

function valueFailures(
  name: string,
  expected: KnownValue | null,
  places: readonly Place[],
  { findings, plan }: PlayedCall,
): Failure[] {
  const question = places.find((place) => place.kind === 'question' && isNamed(place, name));
  const failure = (actual: string): Failure[] => [
    { kind: 'value', of: name, expected: expected === null ? 'nothing' : inWords(expected), actual },
  ];
  if (question === undefined) return failure('the flow has no such question');
  const value = findings?.answers.findLast(({ questionId }) => questionId === question.id)?.value;
  if (value === undefined) return expected === null ? [] : failure('nothing');
  if (expected === null) return failure(inWords(value));
  const equal = { field: 'answer.value', operator: 'EQUALS', value: expected } as const;
  const isSame = holds(equal, { contact: {}, job: {}, answer: { value } }, plan.language);
  return isSame ? [] : failure(inWords(value));
}

async function outcomeFailures(name: string, played: PlayedCall, answeredAt: Date): Promise<Failure[]> {
  const { plan, findings, transcript, durationSeconds } = played;
  const failure = (actual: string): Failure[] => [{ kind: 'outcome', of: name, expected: 'met', actual }];
  const wanted = plan.analysis.outcomes.find(
    ({ key, label }) => key === name || plain(label) === plain(name),
  );
  if (wanted === undefined) return failure('the agent has no such outcome');
  if (findings === null) return failure('the call was not answered');
  const call = { plan, findings, transcript, answeredAt, durationSeconds };
  const { analytics } = await rulesAnalysisModel().analyse(call, new AbortController().signal);
  const verdict = analytics?.outcomes.find(({ key }) => key === wanted.key);
  if (verdict?.met) return [];
  return failure(verdict?.unknown ? `not known: ${verdict.reason ?? 'the call does not tell'}` : 'not met');
}

const inWords = (value: KnownValue): string => [value].flat().join(', ');
