import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { featuresOf } from '@parley/understanding/features.ts';
import {
  decodeModel,
  encodeModel,
  type HeadModel,
  probabilitiesOf,
  type Weights,
} from '@parley/understanding/head-model.ts';
import { WANTS } from '@parley/understanding/labels.ts';
import { CORPUS, type Example, foldOf, readCorpus } from './training/corpus.ts';
import { entriesOf, textsOf } from './training/lessons.ts';
import {
  answerOf,
  choosePossibleNeverCall,
  chooseThresholds,
  type Judged,
  percent,
  recallOf,
  scoreOf,
  tableOf,
  topRight,
  yesNoScore,
} from './training/metrics.ts';
import type { Recipe } from './training/network.ts';
import { trainInThread } from './training/trainer.ts';
import { vectorsOf } from './training/vectors.ts';

/**
 * Trains the offline understanding of English from its corpus: `npm run train`. With `-- --measure` it only measures the
 * committed model, with `-- --cross-validate` it trains no final model; `--errors never_call` lists what it gets wrong there.
 */

const RECIPE: Recipe = {
  hidden: 96,
  epochs: 12,
  batch: 32,
  rate: 0.002,
  decay: 0.05,
  dropout: 0.4,
  wordDropout: 0.3,
  seed: 21,
};
const FOLDS = 3;
const YES_NO_THRESHOLD = 0.5;
const PACKAGE = join(import.meta.dirname, '../packages/understanding');
const MODEL = join(PACKAGE, 'model/en.bin');
const CARD = join(PACKAGE, 'MODEL_CARD.md');

const { values: options } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    'cross-validate': { type: 'boolean', default: false },
    errors: { type: 'string' },
  },
});

const { training, heldOut } = readCorpus(CORPUS);
const entries = entriesOf(training, RECIPE.seed);
const vectors = await vectorsOf([
  ...textsOf(entries),
  ...heldOut.flatMap(({ say, question }) => [say, ...(question === '' ? [] : [question])]),
]);

if (options.measure) {
  report(
    'Held-out part',
    judge(decodeModel(readFileSync(MODEL)).weights, heldOut),
    decodeModel(readFileSync(MODEL)),
  );
} else {
  const trainings = {
    folds: Array.from({ length: FOLDS }, (_, leftOut) =>
      trainInThread({ recipe: RECIPE, folds: FOLDS, leftOut }),
    ),
    whole: options['cross-validate'] ? undefined : trainInThread({ recipe: RECIPE, folds: FOLDS }),
  };
  const outOfFold = (await Promise.all(trainings.folds)).flatMap((weights, fold) =>
    // Each training example is read by a model that has not seen its words.
    judge(
      weights,
      training.filter(({ say }) => foldOf(say, FOLDS) === fold),
    ),
  );
  const thresholds = chooseThresholds(outOfFold);
  const settings = {
    thresholds,
    possibleNeverCall: choosePossibleNeverCall(outOfFold),
    yesNoThreshold: YES_NO_THRESHOLD,
  };
  report('Cross-validation', outOfFold, settings);
  if (options.errors !== undefined) printErrors(outOfFold, settings, options.errors);
  if (trainings.whole !== undefined) {
    const file = encodeModel({ weights: await trainings.whole, ...settings });
    // What is measured is what is used: the weights as rounded in the file.
    const model = decodeModel(file);
    const judged = judge(model.weights, heldOut);
    report('Held-out part', judged, model);
    mkdirSync(dirname(MODEL), { recursive: true });
    writeFileSync(MODEL, file);
    writeCard(file, outOfFold, judged, model);
  }
}

function judge(weights: Weights, examples: readonly Example[]): Judged[] {
  return examples.map((example) => {
    const { say, question } = example;
    const sayVector = vectors.get(say) as Float32Array;
    return {
      example,
      read: probabilitiesOf(
        weights,
        featuresOf({ say, question, sayVector, questionVector: vectors.get(question) }),
      ),
    };
  });
}

type Settings = Pick<HeadModel, 'thresholds' | 'possibleNeverCall' | 'yesNoThreshold'>;

function summaryOf(
  judged: readonly Judged[],
  { thresholds, possibleNeverCall, yesNoThreshold }: Settings,
): string[] {
  const possible = scoreOf(judged, 'never_call', possibleNeverCall);
  const never = scoreOf(judged, 'never_call', thresholds.never_call);
  const yesNo = yesNoScore(judged, yesNoThreshold);
  const [yes, no] = (['yes', 'no'] as const).map((only) => yesNoScore(judged, yesNoThreshold, only));
  const share = (score: { right: number; examples: number } | undefined) =>
    score === undefined ? '' : percent(score.right / score.examples);
  return [
    `${judged.length} examples; the most probable wish is right in ${percent(topRight(judged))}.`,
    `Do-not-call wishes found: ${never.found} of ${never.examples} (${percent(recallOf(never))}); look-alikes taken for one: ${never.lookAlikesTaken} of ${never.lookAlikes}; wrong in all other examples: ${never.wrong - never.lookAlikesTaken}.`,
    `Possible do-not-call wishes (from ${possibleNeverCall}, to be confirmed): ${possible.found} of ${possible.examples} (${percent(recallOf(possible))}); look-alikes among them: ${possible.lookAlikesTaken} of ${possible.lookAlikes}; other examples: ${possible.wrong - possible.lookAlikesTaken} of ${judged.length - possible.examples - possible.lookAlikes}.`,
    `Yes, no or neither: right in ${percent(yesNo.right / yesNo.examples)} of ${yesNo.examples} (yes ${share(yes)}, no ${share(no)}); yes and no exchanged: ${yesNo.inverted}.`,
  ];
}

function report(title: string, judged: readonly Judged[], settings: Settings): void {
  console.log(`\n## ${title}\n\n${tableOf(judged, settings.thresholds)}\n`);
  for (const line of summaryOf(judged, settings)) console.log(line);
}

function printErrors(
  judged: readonly Judged[],
  { thresholds, yesNoThreshold }: Settings,
  about: string,
): void {
  for (const { example, read } of judged) {
    const { say, question, wants, yesNo } = example;
    const words = `${say}   [${question}]`;
    if (about === 'yes_no' && question !== '' && answerOf(read, yesNoThreshold) !== yesNo)
      console.log(`${yesNo} ≠ ${answerOf(read, yesNoThreshold)} ${read.yesNo[yesNo].toFixed(2)}: ${words}`);
    for (const want of WANTS) {
      const isFound = read.wants[want] >= thresholds[want];
      if ((want === about || about === 'all') && isFound !== wants.includes(want))
        console.log(
          `${isFound ? 'wrong' : 'missed'} ${want} ${read.wants[want].toFixed(2)}: ${words} (${wants})`,
        );
    }
  }
}

/** Replaces the figures in the model card, between its two markers. */
function writeCard(
  file: Uint8Array,
  outOfFold: readonly Judged[],
  held: readonly Judged[],
  settings: Settings,
): void {
  const card = readFileSync(CARD, 'utf8');
  const [start, end] = ['<!-- figures -->', '<!-- end of figures -->'];
  const from = card.indexOf(start);
  const to = card.indexOf(end);
  if (from < 0 || to < 0) throw new Error(`${CARD} has no place for the figures: write ${start} and ${end}`);
  const list = (judged: readonly Judged[]) =>
    summaryOf(judged, settings)
      .map((line) => `- ${line}`)
      .join('\n');
  const figures = [
    `Model: ${Math.round(file.byteLength / 1024)} KB, SHA-256 \`${createHash('sha256').update(file).digest('hex').slice(0, 16)}…\`.`,
    `Examples: ${training.length} for training, ${held.length} held out; ${training.filter(({ like }) => like).length} of the former are hard negatives.`,
    '### Held-out part',
    list(held),
    tableOf(held, settings.thresholds),
    '### Training part, cross-validated',
    list(outOfFold),
    tableOf(outOfFold, settings.thresholds),
  ].join('\n\n');
  writeFileSync(CARD, `${card.slice(0, from + start.length)}\n\n${figures}\n\n${card.slice(to)}`);
}
