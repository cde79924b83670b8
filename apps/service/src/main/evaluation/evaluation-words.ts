import type { UsageByModel } from '@parley/call-engine/usage-by-model.ts';
import type { Evaluation, PersonEvaluation } from '../../workflows/evaluate-agent.ts';
import type { CallEvaluation, Effort } from '../../workflows/evaluation/call-evaluation.ts';
import type { Fault, MannerEvaluation, Tally } from '../../workflows/evaluation/everyday.ts';

/** What the two reports say in the same words. */

export const share = (part: number, whole: number): string =>
  `${whole === 0 ? 100 : Math.floor((100 * part) / whole)} %`;

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

export const minutes = (seconds: number): string =>
  seconds < 60 ? counted(seconds, 'second') : counted(Math.round(seconds / 60), 'minute');

export const milliseconds = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;

/** Which dialogue model the calls used. */
export const thinkers = ({ thinking }: Effort): string =>
  thinking.length === 0 ? 'rules' : thinking.map(({ model }) => model).join(', ');

/** What it took of models, all of them together; empty where rules did the thinking. */
export function spendingWords(thinking: readonly UsageByModel[]): string {
  if (thinking.length === 0) return '';
  const sum = (read: (one: UsageByModel) => number): number =>
    thinking.reduce((all, one) => all + read(one), 0);
  const failures = sum((one) => one.failures);
  const cached = sum((one) => one.cachedTokens);
  const hasPrice = thinking.some(({ cost }) => cost !== null);
  return [
    `${counted(
      sum((one) => one.requests),
      'request',
    )}${failures === 0 ? '' : ` (${failures} failed)`}`,
    `${counted(
      sum((one) => one.inputTokens),
      'token',
    )} in${cached === 0 ? '' : ` (${cached.toLocaleString('en')} cached)`}`,
    `${sum((one) => one.outputTokens).toLocaleString('en')} out`,
    ...(hasPrice ? [`cost ${money(sum((one) => one.cost ?? 0))}`] : []),
  ].join(', ');
}

/** A call may cost a hundredth of a cent. */
const money = (cost: number): string =>
  cost.toLocaleString('en', { maximumSignificantDigits: 3, maximumFractionDigits: 8 });

export const latencyWords = ({ p50Ms, p95Ms }: Effort): string =>
  `${milliseconds(p50Ms)} in the middle, ${milliseconds(p95Ms)} at the 95th percentile`;

/** A simulated contact by the last digits of the number, an invented persona by name. */
export const shownAs = (digits: string): string =>
  /^\d/.test(digits) ? `…${digits}` : digits.replace('-', ' ');

/** "18 people, 3 conversations with each, and 4 made up by a model" */
export function peopleWords({ people, seeds, cast }: Evaluation): string {
  const network = people.length - (cast?.played ?? 0);
  const others = cast === undefined ? '' : `, and ${cast.played} made up by a model`;
  return `${network === 1 ? 'one person' : `${network} people`}, ${counted(seeds, 'conversation')} with each${others}`;
}

const endings: Readonly<Record<string, string>> = {
  finished: 'reached the last message',
  handed_off: 'passed on to a person',
  message_taken: 'left a message',
  max_duration: 'ran out of time',
  hung_up: 'hung up',
  hung_up_early: 'hung up before an answer',
  voicemail: 'voicemail',
  busy: 'busy',
  refused_at_ringing: 'declined',
  no_answer: 'no answer',
  carrier_error: 'carrier error',
  agent_error: 'broke down',
  lost: 'lost',
  invalid_number: 'not in service',
  callback: 'asked for a callback',
  not_interested: 'not interested',
  wrong_person: 'wrong person',
  opt_out: 'never again',
};

export const endingInWords = (kind: string): string => endings[kind] ?? kind;

/** How their conversations ended, the most frequent first. */
export function endingsOf({ conversations }: PersonEvaluation): string {
  const last = conversations.map(({ calls }) => calls.at(-1)?.ending ?? '');
  return [...Map.groupBy(last, (kind) => kind)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(
      ([kind, times]) => `${endingInWords(kind)}${last.length === times.length ? '' : ` (${times.length})`}`,
    )
    .join(', ');
}

export interface Problem {
  readonly digits: string;
  readonly seed: number;
  readonly callNumber: number;
  readonly evidence: string;
}

/** All problems, grouped by kind; within a kind in the order of the contacts. */
export function problemsOf({ people }: Evaluation): readonly (readonly [what: string, where: Problem[]])[] {
  const all = people.flatMap(({ digits, conversations }) =>
    conversations.flatMap(({ seed, calls }) =>
      calls.flatMap((call) =>
        problemsIn(call).map((problem) => ({ digits, seed, callNumber: call.number, ...problem })),
      ),
    ),
  );
  return [...Map.groupBy(all, ({ what }) => what)];
}

export const problemsIn = (
  call: CallEvaluation,
): readonly { readonly what: string; readonly evidence: string }[] => [
  ...(call.isRight
    ? []
    : [
        {
          what: 'The outcome is wrong',
          evidence: `${endingInWords(call.ending)}; expected: ${call.expected}`,
        },
      ]),
  ...call.breaches.map(({ rule, evidence }) => ({ what: rule, evidence })),
];

export const ofAll = ({ right, total }: Tally): string => (total === 0 ? '–' : `${right} of ${total}`);

/** What is compared with the facts of an everyday persona, and how much of it was right. */
export const everydayColumns: readonly (readonly [name: string, of: (one: MannerEvaluation) => Tally])[] = [
  ['Calls', ({ conversations }) => conversations],
  ['Values', ({ values }) => values],
  ['Branches', ({ branches }) => branches],
  ['Endings', ({ endings: some }) => some],
  ['Outcomes', ({ outcomes }) => outcomes],
];

const faultKinds: Readonly<Record<Fault['kind'], string>> = {
  value: 'A value is not the fact',
  branch: 'A branch is not as the facts decide',
  ending: 'The call did not end as the facts decide',
  outcome: 'An outcome is not as the facts decide',
};

export const faultInWords = ({ kind, of, expected, actual }: Fault): { what: string; evidence: string } => ({
  what: faultKinds[kind],
  evidence: `${kind === 'ending' ? '' : `“${of}” `}is ${actual}; expected: ${expected}`,
});
