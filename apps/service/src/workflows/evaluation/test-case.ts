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
    ...(await resultFailures(expect, played, now)),
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
    { kind: 'value', of: name, expected: inWordsOrNone(expected), actual },
  ];
  if (question === undefined) return failure('the flow has no such question');
  const value = findings?.answers.findLast(({ questionId }) => questionId === question.id)?.value;
  return isSame(value ?? null, expected, plan.language) ? [] : failure(inWordsOrNone(value ?? null));
}

type Expectation = TestCase['expect'];

/** What the analysis of the call must find. */
async function resultFailures(
  { outcome, outcomes = {}, fields = {}, tags = {} }: Expectation,
  played: PlayedCall,
  answeredAt: Date,
): Promise<Failure[]> {
  const verdicts = [
    ...(outcome === undefined ? [] : [[outcome, true] as const]),
    ...Object.entries(outcomes),
  ];
  const [values, labels] = [Object.entries(fields), Object.entries(tags)];
  if (verdicts.length + values.length + labels.length === 0) return [];
  const found = await analyticsOf(played, answeredAt);
  const { analysis, language } = played.plan;
  return [
    ...verdicts.flatMap(([of, expected]) =>
      differing(
        { kind: 'outcome', of, expected: inVerdict(expected) },
        analysis.outcomes,
        found?.outcomes,
        (one) => {
          const actual = one.unknown ? null : one.met;
          if (actual === expected) return undefined;
          return one.unknown ? `not known: ${one.reason ?? 'the call does not tell'}` : inVerdict(actual);
        },
      ),
    ),
    ...values.flatMap(([of, expected]) =>
      differing(
        { kind: 'field', of, expected: inWordsOrNone(expected) },
        analysis.extractionTargets,
        found?.fields,
        ({ value }) => (isSame(value, expected, language) ? undefined : inWordsOrNone(value)),
      ),
    ),
    ...labels.flatMap(([of, expected]) =>
      differing({ kind: 'tag', of, expected: inTag(expected) }, analysis.tags, found?.tags, ({ applied }) =>
        applied === expected ? undefined : inTag(applied),
      ),
    ),
  ];
}

/** Undefined: nobody answered the call. */
async function analyticsOf({ plan, findings, transcript, durationSeconds }: PlayedCall, answeredAt: Date) {
  if (findings === null) return undefined;
  const call = { plan, findings, transcript, answeredAt, durationSeconds };
  return (await rulesAnalysisModel().analyse(call, new AbortController().signal)).analytics;
}

const resultNouns = { outcome: 'outcome', field: 'extraction target', tag: 'tag' } as const;

/** The failure of one expected result, where what was found differs from it. */
function differing<Result extends { readonly key: string }>(
  failure: Omit<Failure, 'actual' | 'kind'> & { readonly kind: keyof typeof resultNouns },
  asked: readonly { readonly key: string; readonly label: string }[],
  found: readonly Result[] | null | undefined,
  actualOf: (result: Result) => string | undefined,
): Failure[] {
  const { kind, of } = failure;
  const wanted = asked.find(({ key }) => key === of) ?? asked.find(({ label }) => plain(label) === plain(of));
  if (wanted === undefined) return [{ ...failure, actual: `the agent has no such ${resultNouns[kind]}` }];
  if (found === undefined) return [{ ...failure, actual: 'the call was not answered' }];
  const result = found?.find(({ key }) => key === wanted.key);
  const actual = result ? actualOf(result) : 'only agents with a flow have these results';
  return actual === undefined ? [] : [{ ...failure, actual }];
}

const inVerdict = (met: boolean | null): string => (met === null ? 'not known' : met ? 'met' : 'not met');
const inTag = (isApplied: boolean): string => (isApplied ? 'applied' : 'not applied');
const inWordsOrNone = (value: KnownValue | null): string => (value === null ? 'nothing' : inWords(value));

function isSame(
  value: KnownValue | null,
  expected: KnownValue | null,
  language: CallPlan['language'],
): boolean {
  if (value === null || expected === null) return value === expected;
  const equal = { field: 'answer.value', operator: 'EQUALS', value: expected } as const;
  return holds(equal, { contact: {}, job: {}, answer: { value } }, language);
}

const inWords = (value: KnownValue): string => [value].flat().join(', ');
