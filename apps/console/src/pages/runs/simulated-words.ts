import type { Results } from './run-filter.tsx';

/** That results are not real, in one sentence; undefined: all calls were real, as far as is known. */
export function simulatedWords({ placed, simulated }: Results['calls']): string | undefined {
  if (simulated === 0) return undefined;
  if (simulated < placed)
    return `${simulated.toLocaleString()} of ${placed.toLocaleString()} calls ${simulated === 1 ? 'was' : 'were'} simulated: no telephone rang for ${simulated === 1 ? 'it' : 'them'}.`;
  return placed === 1
    ? 'The only call was simulated: nobody was called.'
    : `All ${placed.toLocaleString()} calls were simulated: nobody was called.`;
}
