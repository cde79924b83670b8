import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WANTS, type Want, YES_NO, type YesNo } from '@parley/understanding/labels.ts';
import { plainText, spokenText } from '@parley/understanding/plain-text.ts';
import type { TrainedLanguage } from '@parley/understanding/word-classes.ts';
import { Grammar } from './grammar.ts';

/** One line of the corpus. */
export interface Example {
  readonly say: string;
  /** What the agent had asked. Without one the labels hold whatever was asked. */
  readonly question: string;
  readonly wants: readonly Want[];
  readonly yesNo: YesNo;
  /** The wish that the words resemble and that is not meant: a hard negative. */
  readonly like?: Want;
}

export interface Corpus {
  /** Written by hand. */
  readonly training: readonly Example[];
  /** Written by templates, and only trained on: they say little about how people speak. */
  readonly templates: readonly Example[];
  /** Chooses thresholds. */
  readonly calibration: readonly Example[];
  /** Chosen by a hash of the words, never trained on. */
  readonly heldOut: readonly Example[];
  /** Files written apart, and never trained on, by what they are: in the way of transcripts, indirect. */
  readonly apart: readonly { readonly name: string; readonly examples: readonly Example[] }[];
}

const corpusIn = (language: TrainedLanguage): string =>
  join(import.meta.dirname, '../../packages/understanding/corpus', language);
const APART = '.held-out.txt';
const HELD_OUT_SHARE = 0.15;
const CALIBRATION_SHARE = 0.1;
const MAX_LINE = 300;
/** How many texts a template of a grammar gives. */
const TEXTS_OF_TEMPLATE = 14;

export function readCorpus(language: TrainedLanguage): Corpus {
  const folder = corpusIn(language);
  const spoken = (say: string) => spokenText(plainText(say, language));
  // By the words alone, so that the same words under different questions stay on one side.
  const partOf = (say: string): number => shareOf(`${spoken(say)}part`);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.txt') && !name.endsWith(APART))
    .sort();
  const apart = readdirSync(folder)
    .filter((name) => name.endsWith(APART))
    .sort()
    .map((name) => ({ name: name.slice(0, -APART.length), examples: readFile(join(folder, name)) }));
  const keyOf = ({ say, question }: Example) => `${question}|${spoken(say)}`;
  const taken = new Set(apart.flatMap(({ examples }) => examples.map(keyOf)));
  // What stands in them by chance is not trained on either.
  const all = files
    .flatMap((name) => readFile(join(folder, name)))
    .filter((one) => !taken.has(keyOf(one)))
    .map((one) => ({ one, share: partOf(one.say) }));
  const part = (from: number, to: number) =>
    all.filter(({ share }) => share >= from && share < to).map(({ one }) => one);
  const calibrated = HELD_OUT_SHARE + CALIBRATION_SHARE;
  const templates = readdirSync(folder)
    .filter((name) => name.endsWith('.grammar'))
    .sort()
    .flatMap((name) => readGrammar(join(folder, name)))
    .filter((one) => !taken.has(keyOf(one)) && partOf(one.say) >= calibrated);
  return {
    heldOut: part(0, HELD_OUT_SHARE),
    calibration: part(HELD_OUT_SHARE, calibrated),
    training: part(calibrated, 1),
    templates,
    apart,
  };
}

/** A grammar is a file of examples whose questions and texts are templates, after lines `$name = alternatives`. */
function readGrammar(path: string): Example[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const names = new Map(
    lines.flatMap((line) => {
      const [, name, meaning] = /^\$(\w+) = (.+)$/.exec(line) ?? [];
      return name === undefined || meaning === undefined ? [] : [[name, meaning] as const];
    }),
  );
  const templates = readExamples(lines.filter((line) => !line.startsWith('$')).join('\n'), path);
  return templates.flatMap((template, i) => {
    const grammar = new Grammar(names, i + 1);
    const texts = Array.from({ length: TEXTS_OF_TEMPLATE }, () => ({
      ...template,
      question: grammar.write(template.question),
      say: grammar.write(template.say),
    }));
    const seen = new Set<string>();
    return texts.filter(
      ({ say, question }) => !seen.has(`${question}|${say}`) && seen.add(`${question}|${say}`),
    );
  });
}

/** `? question` begins a group; each line of it is `labels | what is said`. */
export function readExamples(text: string, where: string): Example[] {
  const examples: Example[] = [];
  let question = '';
  text.split('\n').forEach((line, i) => {
    if (line === '' || line.startsWith('#')) return;
    if (line.startsWith('?')) question = line.slice(1).trim();
    else examples.push(parse(line, question, `${where}:${i + 1}`));
  });
  return examples;
}

const readFile = (path: string): Example[] => readExamples(readFileSync(path, 'utf8'), path);

function parse(line: string, question: string, where: string): Example {
  const [, names = '', like, say = ''] = /^([\w,]+)(?: ~(\w+))? \| (.*\S)$/.exec(line) ?? [];
  const labels = names.split(',');
  const yesNo = labels.find((name): name is YesNo => (YES_NO as readonly string[]).includes(name));
  const wants = labels.filter((name): name is Want => (WANTS as readonly string[]).includes(name));
  const isKnown = wants.length + (yesNo === undefined ? 0 : 1) === labels.length;
  const isLike = like === undefined || (WANTS as readonly string[]).includes(like);
  if (say === '' || !isKnown || !isLike || line.length > MAX_LINE)
    throw new Error(
      `${where} is not an example: write "labels | what is said" instead of "${line.slice(0, 100)}"`,
    );
  return {
    say,
    question,
    // Whoever says yes or no and wants nothing else answers.
    wants: wants.length === 0 ? ['answers'] : wants,
    yesNo: yesNo ?? 'neither',
    ...(like === undefined ? {} : { like: like as Want }),
  };
}

/** A number from 0 to 1 that depends on the text only. */
export const shareOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
