import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { type Answered, type Opening, openings } from '@parley/testing/openings/opening-list.ts';
import { measuredOpenings, type OpeningResult } from '@parley/testing/openings/opening-measure.ts';
import { describe, expect, test, vi } from 'vitest';

// Every second of sound is read by the models, on however busy a machine.
vi.setConfig({ testTimeout: 3_600_000 });

const { stt, tts, detector } = findSpeechPackages();
const isInstalled = 'files' in stt && 'files' in tts && 'files' in detector;
/** Part of every test run: persons, one of them over a television, silence, tones, machines, a menu, a fax and a screener. */
const some = new Set([2, 9, 40, 65, 72, 85, 92, 100, 115, 130, 152, 167, 178, 182, 197]);
/** `npm run test:openings` plays all of them. */
const isWhole = process.env.OPENINGS === 'whole';
const isPlayed = (_: Opening, index: number): boolean => isWhole || some.has(index);
const count = openings.filter(isPlayed).length;
const title = `${count} openings of answered calls${isInstalled ? '' : ' (skipped: npm install in speech-models)'}`;

describe.skipIf(!isInstalled)(title, () => {
  test('99 % of persons are not taken for a machine, nothing that answers for a refusal, and 95 % of machines are recognised', async () => {
    if (!('files' in stt && 'files' in tts && 'files' in detector)) return;
    const models = { stt: stt.files, tts: tts.files, detector: detector.files };
    const results = await Array.fromAsync(measuredOpenings(openings, models, isPlayed));
    const of = (...who: readonly Answered[]) => results.filter(({ opening }) => who.includes(opening.who));
    const isMachine = ({ takenFor }: OpeningResult): boolean => takenFor !== 'person';
    const lines = (some: readonly OpeningResult[]): string[] =>
      some.map(({ opening, takenFor, words }) => `${opening.name} taken for ${takenFor}: ${words}`);
    const persons = of('person');
    const machines = of('machine', 'menu', 'screening');
    const nobody = of('nobody');
    const missed = machines.filter((one) => !isMachine(one));
    const mistaken = persons.filter(isMachine);
    const nobodies = nobody.filter(isMachine);
    console.log(
      `${mistaken.length} of ${persons.length} persons taken for machines, ` +
        `${nobodies.length} of ${nobody.length} tones and pieces of music, ` +
        `${machines.length - missed.length} of ${machines.length} machines found`,
    );
    for (const line of lines([...mistaken, ...nobodies, ...missed])) console.log(line);
    expect(openings).toHaveLength(200);
    expect(results).toHaveLength(count);
    expect(lines(results.filter(({ isRefusal }) => isRefusal))).toEqual([]);
    expect(mistaken.length / persons.length).toBeLessThanOrEqual(0.01);
    expect(nobodies.length / nobody.length).toBeLessThanOrEqual(0.05);
    expect(1 - missed.length / machines.length).toBeGreaterThanOrEqual(0.95);
  });
});
