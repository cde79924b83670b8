import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WANTS, type Want, YES_NO, type YesNo } from '@parley/understanding/labels.ts';

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

export const CORPUS = join(import.meta.dirname, '../../packages/understanding/corpus/en');
const HELD_OUT = 'held-out.jsonl';
/** The part of the corpus that is never trained on. */
const HELD_OUT_SHARE = 0.15;

export function readCorpus(folder: string): { training: Example[]; heldOut: Example[] } {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  const training = files.filter((name) => name !== HELD_OUT).flatMap((name) => readFile(join(folder, name)));
  const heldOut = readFile(join(folder, HELD_OUT));
  const misplaced = [
    ...training.filter(({ say }) => isHeldOut(say)).map(({ say }) => `belongs to ${HELD_OUT}: ${say}`),
    ...heldOut.filter(({ say }) => !isHeldOut(say)).map(({ say }) => `belongs to training: ${say}`),
  ];
  if (misplaced.length > 0)
    throw new Error(`Move these lines of the corpus:\n${misplaced.slice(0, 20).join('\n')}`);
  return { training, heldOut };
}

function readFile(path: string): Example[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, i) => (line === '' ? [] : [parse(line, `${path}:${i + 1}`)]));
}

function parse(line: string, where: string): Example {
  const { say, question = '', wants, yesNo = 'neither', like } = JSON.parse(line) as Partial<Example>;
  const unknown = [...(wants ?? []), ...(like === undefined ? [] : [like])].filter(
    (want) => !WANTS.includes(want),
  );
  if (
    line.length > 300 ||
    !say ||
    !wants ||
    wants.length === 0 ||
    unknown.length > 0 ||
    !YES_NO.includes(yesNo)
  )
    throw new Error(`${where} is not an example: ${unknown.join(', ')} ${line.slice(0, 100)}`);
  return { say, question, wants, yesNo, ...(like === undefined ? {} : { like }) };
}

/** By the words alone, so that the same words under different questions stay on one side. */
export const isHeldOut = (say: string): boolean => shareOf(`${spoken(say)}held-out`) < HELD_OUT_SHARE;

/** Which of `folds` parts an example belongs to in cross-validation. */
export const foldOf = (say: string, folds: number): number =>
  Math.floor(shareOf(`${spoken(say)}fold`) * folds);

/** As speech to text without punctuation writes it. */
export const spoken = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9' ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A number from 0 to 1 that depends on the text only. */
export const shareOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
