import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import {
  type Answered,
  heldOutOpenings,
  type Opening,
  openings,
} from '@parley/testing/openings/opening-list.ts';
import { measuredOpenings, type OpeningModels } from '@parley/testing/openings/opening-measure.ts';
import type { Ratio } from './ratio.ts';

/**
 * Answering machine detection from audio alone: the offline TTS speaks openings in four voices over the noise and codec of
 * a telephone line, and whole calls show whom the agent takes for whom. Prints a confusion matrix and every miss.
 */

/** Targets for known and held-out openings; a person must never be taken for a machine. */
const LEAST_RIGHT = 0.95;
const LEAST_RIGHT_HELD_OUT = 0.8;

export async function run(): Promise<Ratio[]> {
  const { stt, tts, detector } = findSpeechPackages();
  if (!('files' in stt && 'files' in tts && 'files' in detector)) {
    console.log('The speech packages are not installed: nothing to measure.');
    return [];
  }
  const models = { stt: stt.files, tts: tts.files, detector: detector.files };
  const known = await measured('openings that the rules were made with', openings, models);
  const heldOut = await measured('openings that were held out', heldOutOpenings, models);
  const persons = [...known.marks, ...heldOut.marks].filter(({ who }) => who === 'person');
  return [
    ratioOf(known.name, known.marks, LEAST_RIGHT),
    ratioOf(heldOut.name, heldOut.marks, LEAST_RIGHT_HELD_OUT),
    ratioOf(`${persons.length} openings of persons`, persons, 1),
  ];
}

interface Mark {
  readonly who: Answered;
  readonly takenFor: Answered;
}

/** Whoever sends the agent away is hung up on, whether machine, menu or fax: only persons must be told from them. */
const isRight = ({ who, takenFor }: Mark): boolean =>
  (takenFor === 'person') === (who === 'person' || who === 'nobody');

async function measured(
  title: string,
  some: readonly Opening[],
  models: OpeningModels,
): Promise<{ readonly name: string; readonly marks: readonly Mark[] }> {
  const name = `${some.length} ${title}`;
  const table: Record<string, Record<string, number>> = {};
  const marks: Mark[] = [];
  for await (const { opening, takenFor, words } of measuredOpenings(some, models)) {
    const mark = { who: opening.who, takenFor };
    const row = table[opening.who] ?? {};
    table[opening.who] = { ...row, [takenFor]: (row[takenFor] ?? 0) + 1 };
    marks.push(mark);
    if (!isRight(mark)) console.log(`  ${opening.name} taken for ${takenFor}: ${words}`);
  }
  console.log(name);
  console.table(table);
  return { name, marks };
}

const ratioOf = (name: string, marks: readonly Mark[], atLeast: number): Ratio => ({
  name: `answering machine detection: ${name}`,
  ours: (100 * marks.filter(isRight).length) / marks.length,
  reference: 100,
  unit: '% right',
  atLeast,
});
