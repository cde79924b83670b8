import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { OfflineEmbedder } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import {
  decodeModel,
  encodeModel,
  type HeadModel,
  type Matrix,
  type Settings,
  type Thresholds,
} from '@parley/understanding/head-model.ts';
import { WANTS, type Want } from '@parley/understanding/labels.ts';
import { plainText } from '@parley/understanding/plain-text.ts';
import { type HeardTurn, pairsOf, readTurn } from '@parley/understanding/turn-reader.ts';
import { TRAINED_LANGUAGES } from '@parley/understanding/word-classes.ts';
import { type Example, readCorpus, shareOf } from './training/corpus.ts';
import { errorsOf, figuresOf } from './training/figures.ts';
import { type Lesson, lessonsOf } from './training/lessons.ts';
import { chooseThresholds, type Judged, surprise } from './training/metrics.ts';
import { MiniLm } from './training/minilm.ts';
import { type Recipe, trainNetwork } from './training/network.ts';
import { trainWords, type WordRecipe } from './training/word-model.ts';

/**
 * Trains the offline understanding of English from its corpus: `npm run train`. With `-- --language de` it trains German,
 * which has a word model and no network. With `-- --words` it trains only the word model, which calls use, and keeps the
 * network of the committed model: minutes instead of an hour on a busy machine. With `-- --measure` it only measures the committed model; `--errors never_call`
 * also lists what it gets wrong in the calibration part.
 */

const RECIPE: Recipe = {
  rank: 16,
  epochs: 3,
  batch: 32,
  rate: 1e-3,
  headRate: 3e-3,
  decay: 0.01,
  dropout: 0.2,
  seed: 21,
};
const WORD_RECIPE: WordRecipe = { epochs: 8, rate: 0.4, decay: 1e-4, dropout: 0.4, seed: 3 };
/** Thresholds are chosen on lines that were not trained on: those of each fold are read by a model of the others. */
const FOLDS = 4;
const WORD_SHARES = [0, 0.15, 0.3, 0.5, 0.8];
const PAIRS_AT_ONCE = 32;
const PACKAGE = join(import.meta.dirname, '../packages/understanding');
const CARD = join(PACKAGE, 'MODEL_CARD.md');

const { values: options } = parseArgs({
  options: {
    language: { type: 'string', default: 'en' },
    words: { type: 'boolean', default: false },
    measure: { type: 'boolean', default: false },
    errors: { type: 'string' },
  },
});
const language = TRAINED_LANGUAGES.find((one) => one === options.language);
if (language === undefined) throw new Error(`--language is one of ${TRAINED_LANGUAGES.join(', ')}`);
const hasOwnNetwork = language === 'en' && !options.words;
const MODEL = join(PACKAGE, `model/${language}.bin`);

const corpus = readCorpus(language);
const kept = options.words || options.measure ? decodeModel(readFileSync(MODEL)) : undefined;
const model = options.measure && kept !== undefined ? kept : await train();
const scores = hasOwnNetwork
  ? await networkScores(model, [...corpus.calibration, ...corpus.heldOut, ...corpus.transcripts])
  : new Map<string, Float32Array>();
const settled = options.measure ? model : { ...model, settings: settle(model) };
if (options.errors !== undefined)
  console.log(errorsOf(judge(settled, corpus.calibration, false), options.errors).join('\n'));
const parts = [
  ['Transcripts, written apart', corpus.transcripts],
  ['Held-out part, by a hash of the words', corpus.heldOut],
  ['Calibration part', corpus.calibration],
] as const;
const written = parts.filter(([, examples]) => examples.length > 0);
const figures = [
  ...written.map(([title, examples]) => figuresOf(title, judge(settled, examples, false))),
  ...written.slice(0, hasOwnNetwork ? 2 : 0).map(([title, examples]) => {
    return figuresOf(`${title}, with the network`, judge(settled, examples));
  }),
];
console.log(`\n${figures.join('\n\n')}`);
if (!options.measure) {
  const bytes = encodeModel(settled);
  mkdirSync(dirname(MODEL), { recursive: true });
  writeFileSync(MODEL, bytes);
  writeCard(bytes, figures);
}

async function train(): Promise<HeadModel> {
  const lessons = lessonsOf([...corpus.training, ...corpus.templates], language);
  const network = hasOwnNetwork ? await trainedNetwork(lessons) : kept?.network;
  return wordModel(lessons, network);
}

function wordModel(
  lessons: readonly (readonly Lesson[])[],
  network: ReadonlyMap<string, Matrix> = new Map(),
): HeadModel {
  const words = trainWords(lessons, WORD_RECIPE, language);
  const unsettled: Thresholds = { sure: everywhere(0.5), possible: everywhere(0.5), yesNo: 0.5 };
  const settings: Settings = {
    wordShare: { wants: 0, yesNo: 0 },
    withNetwork: unsettled,
    wordsOnly: unsettled,
  };
  // What is measured is what is used: the weights as rounded in the file.
  return decodeModel(encodeModel({ settings, words, network }));
}

/** The calibration part, and the training part as models read it that were trained on the rest of it. */
function unseen(by: HeadModel): Judged[] {
  const foldOf = ({ say }: Example) => Math.floor(shareOf(`${plainText(say, language)} fold`) * FOLDS);
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const [apart, rest] = [true, false].map((isIn) =>
      corpus.training.filter((one) => (foldOf(one) === fold) === isIn),
    ) as [Example[], Example[]];
    return judge(wordModel(lessonsOf([...rest, ...corpus.templates], language)), apart, false);
  });
  return [...judge(by, corpus.calibration, false), ...folds.flat()];
}

async function trainedNetwork(lessons: readonly (readonly Lesson[])[]): Promise<ReadonlyMap<string, Matrix>> {
  const miniLm = await MiniLm.open();
  await miniLm.prepare(lessons.flat());
  return trainNetwork(miniLm, lessons, RECIPE);
}

/** Shares and thresholds, from the calibration part. */
function settle(untuned: HeadModel): Settings {
  if (!hasOwnNetwork) {
    const wordsOnly = chooseThresholds(unseen(untuned));
    return { ...untuned.settings, withNetwork: wordsOnly, ...kept?.settings, wordsOnly };
  }
  const judgedWith = (settings: Settings, hasNetwork = true) =>
    judge({ ...untuned, settings }, corpus.calibration, hasNetwork);
  const best = (of: 'wants' | 'yesNo') => {
    const tried = WORD_SHARES.map((share) => {
      const settings = { ...untuned.settings, wordShare: { ...untuned.settings.wordShare, [of]: share } };
      return { share, loss: surprise(judgedWith(settings), of) };
    });
    console.log(
      `Word shares for ${of}:`,
      tried.map(({ share, loss }) => `${share}: ${loss.toFixed(1)}`).join(', '),
    );
    return tried.reduce((a, b) => (b.loss < a.loss ? b : a)).share;
  };
  const settings = { ...untuned.settings, wordShare: { wants: best('wants'), yesNo: best('yesNo') } };
  return {
    ...settings,
    withNetwork: chooseThresholds(judgedWith(settings)),
    wordsOnly: chooseThresholds(unseen(untuned)),
  };
}

function judge(by: HeadModel, examples: readonly Example[], hasNetwork = true): Judged[] {
  return examples.map((example) => {
    const turn = turnOf(example);
    const found = pairsOf(turn, language).map(
      ({ question, say }) => scores.get(`${question}\n${say}`) as Float32Array,
    );
    return { example, read: readTurn(by, turn, hasNetwork ? found : undefined, language) };
  });
}

async function networkScores(
  by: HeadModel,
  examples: readonly Example[],
): Promise<Map<string, Float32Array>> {
  const embedder = new OfflineEmbedder(0, by.network);
  const pairs = examples
    .flatMap((example) => pairsOf(turnOf(example)))
    .sort((a, b) => a.question.length + a.say.length - b.question.length - b.say.length);
  const found = new Map<string, Float32Array>();
  for (let from = 0; from < pairs.length; from += PAIRS_AT_ONCE) {
    const some = pairs.slice(from, from + PAIRS_AT_ONCE);
    (await embedder.score(some, { deadlineMs: 600_000 })).forEach((one, i) => {
      found.set(`${some[i]?.question}\n${some[i]?.say}`, one);
    });
  }
  await embedder.close();
  return found;
}

function turnOf({ say, question }: Example): HeardTurn {
  return { heard: say, question, stage: question === '' ? 'talk' : 'question' };
}

function everywhere(value: number): Record<Want, number> {
  return Object.fromEntries(WANTS.map((want) => [want, value])) as Record<Want, number>;
}

/** Replaces the figures in the model card, between its two markers. */
function writeCard(bytes: Uint8Array, sections: readonly string[]): void {
  const card = readFileSync(CARD, 'utf8');
  const [start, end] = [`<!-- figures ${language} -->`, `<!-- end of figures ${language} -->`];
  const from = card.indexOf(start);
  const to = card.indexOf(end);
  if (from < 0 || to < 0) throw new Error(`${CARD} has no place for the figures: write ${start} and ${end}`);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const text = [
    `Model: ${Math.round(bytes.byteLength / 1024)} KB, SHA-256 \`${hash}…\`.`,
    `Examples: ${corpus.training.length} for training and ${corpus.templates.length} of templates, ${corpus.calibration.length} for calibration, ${corpus.heldOut.length} held out by hash, ${corpus.transcripts.length} transcripts.`,
    ...sections,
  ].join('\n\n');
  writeFileSync(CARD, `${card.slice(0, from + start.length)}\n\n${text}\n\n${card.slice(to)}`);
}
