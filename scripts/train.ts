import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { OfflineEmbedder } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import { isClosed } from '@parley/understanding/features.ts';
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
import {
  type HeardTurn,
  leavesYesNoOpen,
  pairsOf,
  readTurn,
  type TurnReading,
} from '@parley/understanding/turn-reader.ts';
import { TRAINED_LANGUAGES } from '@parley/understanding/word-classes.ts';
import { type Example, readCorpus, shareOf } from './training/corpus.ts';
import { errorsOf, figuresOf, type JudgedTwice, yesNoFigures } from './training/figures.ts';
import { FLOORS, shortfalls } from './training/floors.ts';
import { type Lesson, lessonsOf } from './training/lessons.ts';
import { chooseThresholds, type Judged, rightYesNo, sureYesNo, surprise } from './training/metrics.ts';
import { MiniLm } from './training/minilm.ts';
import { type Recipe, trainNetwork } from './training/network.ts';
import { FeatureCache, trainWords, type WordRecipe } from './training/word-model.ts';

/**
 * Trains the offline understanding of English from its corpus: `npm run train`. With `-- --language de` it trains German,
 * which has a word model and no network. With `-- --words` it trains only the word model and keeps the network of the
 * committed model: minutes instead of an hour on a busy machine. With `-- --levels` it keeps both, and chooses anew only from
 * which probabilities on the two together decide. With `-- --measure` it only measures the committed model; `--errors
 * never_call` also lists what it gets wrong in the calibration part.
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
const WORD_RECIPE: WordRecipe = { epochs: 6, rate: 0.4, decay: 1e-4, dropout: 0.4, seed: 3 };
/** Thresholds are chosen on lines that were not trained on: this share of the training part is read by a model of the rest. */
const APART_SHARE = 0.25;
const WORD_SHARES = [0, 0.15, 0.3, 0.5, 0.8];
const PAIRS_AT_ONCE = 32;
const PACKAGE = join(import.meta.dirname, '../packages/understanding');
const CARD = join(PACKAGE, 'MODEL_CARD.md');

const { values: options } = parseArgs({
  options: {
    language: { type: 'string', default: 'en' },
    words: { type: 'boolean', default: false },
    levels: { type: 'boolean', default: false },
    measure: { type: 'boolean', default: false },
    errors: { type: 'string' },
  },
});
const language = TRAINED_LANGUAGES.find((one) => one === options.language);
if (language === undefined) throw new Error(`--language is one of ${TRAINED_LANGUAGES.join(', ')}`);
const hasNetwork = language === 'en';
const keepsWords = options.levels || options.measure;
const MODEL = join(PACKAGE, `model/${language}.bin`);

const corpus = readCorpus(language);
const cache = new FeatureCache(language);
const kept = options.words || keepsWords ? decodeModel(readFileSync(MODEL)) : undefined;
const model = keepsWords && kept !== undefined ? kept : await train();
const scores = hasNetwork
  ? await networkScores(model, [
      ...corpus.calibration,
      ...corpus.heldOut,
      ...corpus.apart.flatMap(({ examples }) => examples),
    ])
  : new Map<string, Float32Array>();
const settled = options.measure ? model : { ...model, settings: settle(model) };
if (options.errors !== undefined)
  console.log(errorsOf(judge(settled, corpus.calibration, false), options.errors).join('\n'));
const parts = [
  ...corpus.apart.map(({ name, examples }) => [`Written apart: ${name}`, examples] as const),
  ['Held-out part, by a hash of the words', corpus.heldOut],
  ['Calibration part', corpus.calibration],
] as const;
const written = parts.filter(([, examples]) => examples.length > 0);
const figures = [
  ...written.map(([title, examples]) => figuresOf(title, judge(settled, examples, false))),
  ...(hasNetwork
    ? [yesNoFigures(written.map(([title, examples]) => [title, judgedTwice(settled, examples)]))]
    : []),
];
console.log(`\n${figures.join('\n\n')}`);
const short = shortfalls(judge(settled, [...corpus.calibration, ...corpus.heldOut], false), FLOORS[language]);
if (short.length > 0)
  throw new Error(
    `The ${language} model reads do-not-call wishes worse than scripts/training/floors.ts allows${options.measure ? '' : ' and was not written'}: ${short.join('; ')}. Widen the corpus or change the recipe.`,
  );
if (!options.measure) {
  const bytes = encodeModel(settled);
  mkdirSync(dirname(MODEL), { recursive: true });
  writeFileSync(MODEL, bytes);
  writeCard(bytes, figures);
}

async function train(): Promise<HeadModel> {
  const lessons = lessonsOf([...corpus.training, ...corpus.templates], language);
  const network = hasNetwork && kept === undefined ? await trainedNetwork(lessons) : kept?.network;
  return wordModel(lessons, network);
}

function wordModel(
  lessons: readonly (readonly Lesson[])[],
  network: ReadonlyMap<string, Matrix> = new Map(),
): HeadModel {
  const words = trainWords(lessons, WORD_RECIPE, cache);
  const unsettled: Thresholds = { sure: everywhere(0.5), possible: everywhere(0.5), yesNo: 0.5 };
  const settings: Settings = {
    wordShare: { wants: 0, yesNo: 0 },
    withNetwork: unsettled,
    wordsOnly: unsettled,
  };
  // What is measured is what is used: the weights as rounded in the file.
  return decodeModel(encodeModel({ settings, words, network }));
}

/** The calibration part, and a share of the training part as a model reads it that was trained on the rest. */
function unseen(by: HeadModel): Judged[] {
  const isApart = ({ say }: Example) => shareOf(`${plainText(say, language)} apart`) < APART_SHARE;
  const rest = corpus.training.filter((one) => !isApart(one));
  const other = wordModel(lessonsOf([...rest, ...corpus.templates], language));
  return [...judge(by, corpus.calibration, false), ...judge(other, corpus.training.filter(isApart), false)];
}

async function trainedNetwork(lessons: readonly (readonly Lesson[])[]): Promise<ReadonlyMap<string, Matrix>> {
  const miniLm = await MiniLm.open();
  await miniLm.prepare(lessons.flat());
  return trainNetwork(miniLm, lessons, RECIPE);
}

/** Shares and thresholds, from lines that were not trained on. */
function settle(untuned: HeadModel): Settings {
  const wordsOnly =
    options.levels && kept !== undefined ? kept.settings.wordsOnly : chooseThresholds(unseen(untuned));
  const settings = { ...untuned.settings, withNetwork: wordsOnly, wordsOnly };
  if (!hasNetwork) return settings;
  const judgedWith = (wants: number, yesNo: number) =>
    judge({ ...untuned, settings: { ...settings, wordShare: { wants, yesNo } } }, corpus.calibration);
  const wants = best(WORD_SHARES, (share) => -surprise(judgedWith(share, 0), 'wants'));
  // Calls take yes and no from the network where the words leave it open, so only those lines choose.
  const open = new Set(
    corpus.calibration.filter((one) => isOpen(one, readTurn({ ...untuned, settings }, turnOf(one)))),
  );
  const openWith = (share: number) => judgedWith(wants, share).filter(({ example }) => open.has(example));
  const yesNo = best(WORD_SHARES, (share) => {
    const judged = openWith(share);
    return rightYesNo(judged, sureYesNo(judged));
  });
  return {
    ...settings,
    wordShare: { wants, yesNo },
    withNetwork: { ...chooseThresholds(judgedWith(wants, yesNo)), yesNo: sureYesNo(openWith(yesNo)) },
  };
}

function best(candidates: readonly number[], worth: (candidate: number) => number): number {
  const tried = candidates.map((candidate) => ({ candidate, worth: worth(candidate) }));
  console.log('Word shares:', tried.map((one) => `${one.candidate}: ${one.worth.toFixed(1)}`).join(', '));
  return tried.reduce((a, b) => (b.worth > a.worth ? b : a)).candidate;
}

/** Whether a call asks the network about this line. */
function isOpen({ question }: Example, byWords: TurnReading): boolean {
  return isClosed(question) && leavesYesNoOpen(byWords);
}

/** What calls read: by the words, and by the network where they leave yes or no open. */
function judgedTwice(by: HeadModel, examples: readonly Example[]): JudgedTwice[] {
  const byNetwork = judge(by, examples);
  return judge(by, examples, false).map(({ example, read }, i) => ({
    example,
    byWords: read,
    ...(isOpen(example, read) ? { byNetwork: (byNetwork[i] as Judged).read } : {}),
  }));
}

function judge(by: HeadModel, examples: readonly Example[], withNetwork = true): Judged[] {
  return examples.map((example) => {
    const turn = turnOf(example);
    const found = pairsOf(turn, language).map(
      ({ question, say }) => scores.get(`${question}\n${say}`) as Float32Array,
    );
    return { example, read: readTurn(by, turn, withNetwork ? found : undefined, language) };
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
    `Examples: ${corpus.training.length} for training and ${corpus.templates.length} of templates, ${corpus.calibration.length} for calibration, ${corpus.heldOut.length} held out by hash, ${corpus.apart.map(({ name, examples }) => `${examples.length} ${name}`).join(' and ')} written apart.`,
    ...sections,
  ].join('\n\n');
  writeFileSync(CARD, `${card.slice(0, from + start.length)}\n\n${text}\n\n${card.slice(to)}`);
}
