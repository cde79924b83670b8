import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import { holds, type KnownData, type KnownValue } from '@parley/call-engine/expression.ts';
import type { CallFindings } from '@parley/call-engine/outcome.ts';
import type { CallPlan, PlanConditional, PlanQuestion, PlanSection } from '@parley/call-engine/plan.ts';
import { EverydayBehaviour, type Manner, manners } from '@parley/simulator/everyday/everyday-behaviour.ts';
import { type EverydayWords, everydayWordsIn } from '@parley/simulator/everyday/everyday-words.ts';
import { type Fact, factsOf } from '@parley/simulator/everyday/facts.ts';
import { Random } from '@parley/simulator/random.ts';
import { RulesContact } from '@parley/simulator/simulated-contact.ts';
import { type Breach, breachesOf, type ForbiddenSpeech } from './breaches.ts';
import { type CallEvaluation, type Effort, effortOf, evaluationOf } from './call-evaluation.ts';
import type { Expected } from './personas.ts';
import { type PlayedCall, playConversation, type Stage } from './played-call.ts';

/** How an agent did with people who talk as people do. */
export interface EverydayEvaluation {
  readonly conversations: Tally;
  readonly manners: readonly MannerEvaluation[];
  /** What the dialogue model took for these calls. */
  readonly effort: Effort;
}

export interface Tally {
  readonly right: number;
  readonly total: number;
}

/** One way of talking: how many of its facts, branches, endings and verdicts came out as the facts decide. */
export interface MannerEvaluation {
  readonly manner: Manner;
  readonly who: string;
  readonly conversations: Tally;
  readonly values: Tally;
  readonly branches: Tally;
  readonly endings: Tally;
  readonly outcomes: Tally;
  readonly calls: readonly EverydayCall[];
}

export interface EverydayCall extends CallEvaluation {
  readonly seed: number;
  /** Everything that is not as the facts decide. */
  readonly faults: readonly Fault[];
}

export interface Fault {
  readonly kind: 'value' | 'branch' | 'ending' | 'outcome';
  /** The question, section or outcome. */
  readonly of: string;
  readonly expected: string;
  readonly actual: string;
}

const who: Readonly<Record<Manner, string>> = {
  plain: 'says the bare facts',
  paraphrasing: 'paraphrases',
  correcting: 'corrects themselves',
  together: 'answers several things at once',
  angry: 'is angry, and answers',
  elderly: 'is elderly, and tells stories',
  driving: 'is in a car',
  halting: 'speaks haltingly',
  indirect: 'answers indirectly',
};

/** A plan, what its contact will say to reach a branch, and the seed that draws the rest. */
export interface EverydayPart {
  readonly plan: CallPlan;
  readonly answers: KnownData;
  readonly seed: number;
}

/** What came of one call: compared with the facts, and the verdicts also with those of the same facts said plainly. */
interface Checked {
  readonly manner: Manner;
  readonly call: EverydayCall;
  readonly played: PlayedCall;
  readonly tallies: Readonly<Record<Fault['kind'], Tally>>;
}

/** Plays one part in every manner; undefined in a language without everyday words. */
export async function playEveryday(
  stage: Stage,
  part: EverydayPart,
  forbidden: ForbiddenSpeech,
): Promise<readonly Checked[] | undefined> {
  const words = everydayWordsIn(part.plan.language);
  if (words === undefined) return undefined;
  const facts = factsOf(part.plan, part.answers, words, new Random('facts', part.seed), stage.now);
  const checked: Checked[] = [];
  let plainVerdicts: ReadonlyMap<string, string> | undefined;
  for (const manner of manners) {
    const played = await playManner(stage, part, manner, facts, words);
    const verdicts = await verdictsOf(played, stage.now);
    const { faults, tallies } = compared(played, facts, verdicts, plainVerdicts);
    // What plain words lead to is a standard only if the facts themselves came out right.
    if (manner === 'plain' && faults.length === 0) plainVerdicts = verdicts;
    const breaches = await breachesOf(played, forbidden);
    const call = { ...evaluationOf(played, asFacts(faults), breaches), seed: part.seed, faults };
    checked.push({ manner, call, played, tallies });
  }
  return checked;
}

export function everydayEvaluation(checked: readonly Checked[]): EverydayEvaluation {
  const byManner = manners.map((manner): MannerEvaluation => {
    const some = checked.filter((one) => one.manner === manner);
    return {
      manner,
      who: who[manner],
      conversations: { right: some.filter(({ call }) => isFaultless(call)).length, total: some.length },
      values: added(some.map(({ tallies }) => tallies.value)),
      branches: added(some.map(({ tallies }) => tallies.branch)),
      endings: added(some.map(({ tallies }) => tallies.ending)),
      outcomes: added(some.map(({ tallies }) => tallies.outcome)),
      calls: some.map(({ call }) => call),
    };
  });
  return {
    conversations: added(byManner.map((one) => one.conversations)),
    manners: byManner,
    effort: effortOf(checked.map(({ played }) => played)),
  };
}

const isFaultless = ({ faults, breaches }: { faults: readonly Fault[]; breaches: readonly Breach[] }) =>
  faults.length === 0 && breaches.length === 0;

const added = (tallies: readonly Tally[]): Tally => ({
  right: tallies.reduce((sum, { right }) => sum + right, 0),
  total: tallies.reduce((sum, { total }) => sum + total, 0),
});

const asFacts = (faults: readonly Fault[]): Expected => ({
  words: 'comes out as the facts decide',
  isMet: () => faults.length === 0,
});

async function playManner(
  stage: Stage,
  { plan, seed, answers }: EverydayPart,
  manner: Manner,
  facts: ReadonlyMap<string, Fact>,
  words: EverydayWords,
): Promise<PlayedCall> {
  const calls = await playConversation(stage, {
    plan: { ...plan, contact: { ...plan.contact, id: `${plan.contact.id}-${manner}` } },
    seed,
    answers,
    contactOf: (self) =>
      new RulesContact(new EverydayBehaviour(self, { manner, facts, words, now: stage.now })),
  });
  return calls.at(-1) as PlayedCall;
}

/** Outcome by outcome, as the rules of the call analysis judge the call. */
async function verdictsOf(
  { plan, findings, transcript, durationSeconds }: PlayedCall,
  answeredAt: Date,
): Promise<ReadonlyMap<string, string>> {
  if (findings === null || plan.analysis.outcomes.length === 0) return new Map();
  const call = { plan, findings, transcript, answeredAt, durationSeconds };
  const { analytics } = await rulesAnalysisModel().analyse(call, new AbortController().signal);
  return new Map(
    (analytics?.outcomes ?? []).map(({ label, met, unknown }) => [
      label,
      unknown ? 'not known' : met ? 'met' : 'not met',
    ]),
  );
}

function compared(
  { plan, findings, ending }: PlayedCall,
  facts: ReadonlyMap<string, Fact>,
  verdicts: ReadonlyMap<string, string>,
  plainVerdicts: ReadonlyMap<string, string> | undefined,
): { readonly faults: readonly Fault[]; readonly tallies: Checked['tallies'] } {
  const path = pathOf(plan, facts, findings);
  const checks = [
    ...path.questions.flatMap((question) => valueCheck(question, facts, findings, plan)),
    ...path.branches.map(({ section, branchId }) => {
      const taken = findings?.branches.findLast(({ sectionId }) => sectionId === section.id);
      return check(
        'branch',
        section.title ?? 'Decision',
        branchName(section, branchId),
        taken === undefined ? 'not decided' : branchName(section, taken.branchId),
      );
    }),
    endingCheck(path.handsOff, ending.kind),
    ...[...(plainVerdicts ?? [])].map(([label, verdict]) =>
      check('outcome', label, verdict, verdicts.get(label) ?? 'not judged'),
    ),
  ];
  const tally = (kind: Fault['kind']): Tally => {
    const some = checks.filter((one) => one.kind === kind);
    return { right: some.filter(({ isRight }) => isRight).length, total: some.length };
  };
  return {
    faults: checks.filter(({ isRight }) => !isRight).map(({ isRight: _, ...fault }) => fault),
    tallies: {
      value: tally('value'),
      branch: tally('branch'),
      ending: tally('ending'),
      outcome: tally('outcome'),
    },
  };
}

type Check = Fault & { readonly isRight: boolean };

const check = (
  kind: Fault['kind'],
  of: string,
  expected: string,
  actual: string,
  isRight = expected === actual,
): Check => ({ kind, of, expected, actual, isRight });

function endingCheck(handsOff: boolean, actual: string): Check {
  const expected = handsOff ? ['handed_off', 'message_taken'] : ['finished'];
  return check('ending', 'call', expected.join(' or '), actual, expected.includes(actual));
}

const branchName = ({ branches }: PlanConditional, id: string | null): string =>
  branches.find((branch) => branch.id === id)?.name ?? 'none';

function valueCheck(
  { id, text }: PlanQuestion,
  facts: ReadonlyMap<string, Fact>,
  findings: CallFindings | null,
  plan: CallPlan,
): Check[] {
  const fact = facts.get(id);
  if (fact === undefined || !fact.isChecked) return [];
  const recorded = findings?.answers.findLast(({ questionId }) => questionId === id)?.value;
  const actual = recorded === undefined ? 'nothing recorded' : [recorded].flat().join(', ');
  const isRight = recorded !== undefined && isSame(fact, recorded, plan);
  return [check('value', text, [fact.value].flat().join(', '), actual, isRight)];
}

/** Free text is right when it has most of the words that matter. */
function isSame({ type, value }: Fact, recorded: KnownValue, { language }: CallPlan): boolean {
  if (type.kind === 'text') {
    const wanted = contentWords(String(value));
    const found = new Set(contentWords(String(recorded)));
    return wanted.filter((word) => found.has(word)).length * 2 >= wanted.length;
  }
  const equal = { field: 'answer.recorded', operator: 'EQUALS', value } as const;
  return holds(equal, { contact: {}, job: {}, answer: { recorded } }, language);
}

const contentWords = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];

interface Path {
  readonly questions: readonly PlanQuestion[];
  readonly branches: readonly { readonly section: PlanConditional; readonly branchId: string | null }[];
  readonly handsOff: boolean;
}

/**
 * The way through the flow that the facts decide. Whether a description fits is not a fact: there the branch that the call
 * took is right.
 */
function pathOf(plan: CallPlan, facts: ReadonlyMap<string, Fact>, findings: CallFindings | null): Path {
  const questions: PlanQuestion[] = [];
  const branches: { section: PlanConditional; branchId: string | null }[] = [];
  const answer: Record<string, KnownValue> = {};
  let handsOff = false;
  const walk = (sections: readonly PlanSection[]): void => {
    for (const section of sections) {
      if (handsOff) return;
      if (section.type === 'human_handoff') handsOff = true;
      if (section.type === 'looping') {
        questions.push(...section.questions);
        for (const { id, key } of section.questions) {
          const fact = facts.get(id);
          if (fact && key !== undefined) answer[key] = fact.value;
        }
      }
      if (section.type === 'conditional') {
        const taken = findings?.branches.findLast(({ sectionId }) => sectionId === section.id)?.branchId;
        const { branchId, isDecided } = decided(section, taken ?? null, { ...plan.known, answer }, plan);
        if (isDecided) branches.push({ section, branchId });
        walk(section.branches.find(({ id }) => id === branchId)?.sections ?? []);
      }
    }
  };
  walk(plan.sections);
  return { questions, branches, handsOff };
}

function decided(
  { branches, defaultBranchId }: PlanConditional,
  taken: string | null,
  known: Parameters<typeof holds>[1],
  { language }: CallPlan,
): { readonly branchId: string | null; readonly isDecided: boolean } {
  for (const { id, condition } of branches) {
    if (condition.type === 'intent') {
      if (taken === id) return { branchId: id, isDecided: false };
      continue;
    }
    if (holds(condition, known, language)) return { branchId: id, isDecided: true };
  }
  return { branchId: defaultBranchId ?? null, isDecided: true };
}
