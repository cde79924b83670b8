import type { Results } from './run-filter.tsx';

/** That results are not real; undefined: all calls were real, as far as is known. */
export function simulatedWords({ placed, simulated, unknown }: Results['calls']): string | undefined {
  if (simulated === 0) return undefined;
  if (unknown > 0) return `${wordsOfKnown(simulated, placed - unknown)} ${unknownWords(unknown)}`;
  if (simulated < placed)
    return `${simulated.toLocaleString()} of ${placed.toLocaleString()} calls ${were(simulated)} simulated: ${silence(simulated)}`;
  return placed === 1
    ? 'The only call was simulated: nobody was called.'
    : `All ${placed.toLocaleString()} calls were simulated: nobody was called.`;
}

const were = (count: number) => (count === 1 ? 'was' : 'were');
const silence = (count: number) => `no telephone rang for ${count === 1 ? 'it' : 'them'}.`;

/** Not that nobody was called: the calls of which it is not known may have been real. */
function wordsOfKnown(simulated: number, known: number): string {
  const which =
    known === 1
      ? 'The only call of which it is known'
      : simulated === known
        ? `All ${known.toLocaleString()} calls of which it is known`
        : `${simulated.toLocaleString()} of the ${known.toLocaleString()} calls of which it is known`;
  return `${which} ${were(simulated)} simulated: ${silence(simulated)}`;
}

const unknownWords = (count: number) =>
  count === 1
    ? 'Whether 1 earlier call was simulated is not known: Parley did not record it then.'
    : `Whether ${count.toLocaleString()} earlier calls were simulated is not known: Parley did not record it then.`;
