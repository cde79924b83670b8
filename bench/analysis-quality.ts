import type { FinishedCall } from '@parley/call-engine/analysis/analysis-model.ts';
import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import { labelledCalls } from '@parley/testing/corpus/calls.ts';
import { conductedCall } from '@parley/testing/corpus/conducted-call.ts';
import { flows } from '@parley/testing/corpus/flows.ts';
import { heldOutCalls } from '@parley/testing/corpus/held-out-calls.ts';
import type { LabelledCall } from '@parley/testing/corpus/labelled-call.ts';
import { type Mark, marksOf, qualityOf } from '@parley/testing/corpus/marking.ts';
import { median, type Ratio } from './ratio.ts';

/**
 * Recall and precision of the built-in call analysis, compared with what a reader noted: on the calls its rules were
 * written with, and on held-out calls. Prints every miss. Then how many calls one core analyses per second, relative to
 * how many it conducts.
 */

const ROUNDS = 7;
/** Our targets on held-out calls. */
const HELD_OUT = { precision: 0.9, recall: 0.8 } as const;
const KINDS = ['field', 'outcome', 'tag', 'score'] as const;

export async function run(): Promise<Ratio[]> {
  const [known, heldOut] = [await marked(labelledCalls), await marked(heldOutCalls)];
  print(`${labelledCalls.length} calls that the rules were written with`, known);
  print(`${heldOutCalls.length} held-out calls`, heldOut);
  return [
    ...(['field', 'outcome'] as const).flatMap((kind) => qualities(kind, heldOut)),
    await speed(await Promise.all(labelledCalls.map(talk))),
  ];
}

const talk = ({ flow, says }: LabelledCall): Promise<FinishedCall> => conductedCall(flows[flow], says);
const never = new AbortController().signal;

async function marked(calls: readonly LabelledCall[]): Promise<Mark[]> {
  const analysisModel = rulesAnalysisModel();
  const marks: Mark[] = [];
  for (const labelled of calls)
    marks.push(...marksOf(labelled, await analysisModel.analyse(await talk(labelled), never)));
  return marks;
}

const of = (kind: Mark['kind'], marks: readonly Mark[]): Mark[] => marks.filter((mark) => mark.kind === kind);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function print(title: string, marks: readonly Mark[]): void {
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      KINDS.map((kind) => {
        const all = of(kind, marks);
        const { precision, recall, right, claimed, there } = qualityOf(all);
        const agreed = `${all.filter(({ isRight }) => isRight).length} of ${all.length}`;
        return [
          kind,
          { precision: percent(precision), recall: percent(recall), right, claimed, there, agreed },
        ];
      }),
    ),
  );
  const misses = marks.filter(({ isRight }) => !isRight);
  console.log(misses.length === 0 ? 'No misses.' : 'Misses:');
  for (const { call, kind, key, expected, found } of misses)
    console.log(`  ${call}: ${kind} ${key} is ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
}

function qualities(kind: 'field' | 'outcome', marks: readonly Mark[]): Ratio[] {
  const { precision, recall } = qualityOf(of(kind, marks));
  const ratio = (name: string, ours: number, atLeast: number): Ratio => ({
    name: `${name} of ${kind}s, held-out calls`,
    ours: 100 * ours,
    reference: 100,
    unit: '%',
    atLeast,
  });
  return [ratio('precision', precision, HELD_OUT.precision), ratio('recall', recall, HELD_OUT.recall)];
}

/** CPU time, because the machine is shared. */
async function perSecond(times: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (times * 1e6) / (user + system);
}

async function speed(calls: readonly FinishedCall[]): Promise<Ratio> {
  const analysisModel = rulesAnalysisModel();
  const analyseAll = async (): Promise<void> => {
    for (const call of calls) await analysisModel.analyse(call, never);
  };
  const conductAll = async (): Promise<void> => {
    for (const labelled of labelledCalls) await talk(labelled);
  };
  await analyseAll();
  const [ours, reference]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await perSecond(calls.length, analyseAll));
    reference.push(await perSecond(calls.length, conductAll));
  }
  return {
    name: 'analysis: calls analysed by rules, vs calls conducted by rules',
    ours: median(ours),
    reference: median(reference),
    unit: 'calls per second of one core',
    atLeast: 0.25,
  };
}
