import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { heardWords, type WordCounts } from '@parley/speech/offline/word-prior.ts';

/**
 * `npm run train:hearing`: counts words and pairs of words in the corpus of the trained reading, which is how people
 * talk on the telephone. The offline speech to text prefers what people say over what only sounds like it. The held-out
 * part of the corpus is not counted.
 */

const corpus = join(import.meta.dirname, '../packages/understanding/corpus/en');
const target = join(import.meta.dirname, '../packages/speech/src/offline/english-word-counts.generated.json');
/** A pair that occurs once says little, and most pairs do. */
const FEWEST_PAIRS = 2;

const words = new Map<string, number>();
const pairs = new Map<string, number>();
const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
for (const file of (await readdir(corpus)).sort()) {
  if (!file.endsWith('.txt') || file.includes('held-out')) continue;
  for (const line of (await readFile(join(corpus, file), 'utf8')).split('\n')) {
    let before = '';
    const [, said = ''] = line.split('|');
    for (const word of heardWords(said)) {
      count(words, word);
      count(pairs, `${before} ${word}`);
      before = word;
    }
    if (before !== '') count(words, '');
  }
}
const often = [...pairs].filter(([, times]) => times >= FEWEST_PAIRS);
const sorted = (entries: Iterable<[string, number]>) =>
  Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
const counts: WordCounts = { words: sorted(words), pairs: sorted(often) };
await writeFile(target, `${JSON.stringify(counts)}\n`);
console.log(`${words.size} words and ${often.length} pairs are in ${target}`);
