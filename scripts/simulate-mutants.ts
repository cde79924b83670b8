import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { simulation } from './mutants/simulation.ts';

/**
 * npm run simulate:mutants -- [--seeds 200] [words]: simulates with one fault at a time in the code until a promise is broken.
 * Fails if the seeds do not find one of them, or the seed that does breaks a promise without the fault as well. The fault is
 * only in the memory of the process that simulates.
 */
const { values, positionals } = parseArgs({
  options: { seeds: { type: 'string', default: '200' } },
  allowPositionals: true,
});
const root = join(import.meta.dirname, '..');

interface Played {
  /** The first seed that broke a promise, with its words. */
  readonly found: string | undefined;
  readonly isWhole: boolean;
  readonly output: string;
}

async function simulate(args: readonly string[], mutant?: number): Promise<Played> {
  const loading = mutant === undefined ? [] : ['--import', './scripts/mutants/load-mutant.ts'];
  const child = spawn(process.execPath, [...loading, 'scripts/simulate.ts', ...args], {
    cwd: root,
    env: { ...process.env, MUTANT: String(mutant) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  if (child.signalCode !== null || child.exitCode === 130) process.exit(130);
  // What was never loaded was never broken, and a simulation that does not end has found nothing.
  const isWhole = (mutant === undefined || output.includes('Mutated: ')) && /^\d+ seeds, /m.test(output);
  const found = isWhole ? output.split('\n').find((line) => line.startsWith('Seed ')) : undefined;
  return { found, isWhole, output: `${output}${errors}` };
}

/** What was found because of the mutant; undefined: nothing was. */
async function foundWith(mutant: number): Promise<{ found: string | undefined; words: string }> {
  const { found, output } = await simulate(['--seeds', values.seeds], mutant);
  if (found === undefined) return { found, words: output.trim().slice(-500) };
  const seed = /\d+/.exec(found)?.[0] ?? '';
  const without = await simulate(['--seed', seed]);
  if (without.isWhole && without.found === undefined) return { found, words: found };
  return { found: undefined, words: `Seed ${seed} breaks a promise without it, too` };
}

let missed = 0;
for (const [at, { file, breaks }] of simulation.entries()) {
  const described = `${file} ${breaks}`.toLowerCase();
  if (!positionals.every((word) => described.includes(word.toLowerCase()))) continue;
  const { found, words } = await foundWith(at);
  if (found === undefined) missed += 1;
  console.log(`${found === undefined ? 'NOT FOUND' : 'found'}: ${breaks}\n  ${words}`);
}
process.exit(missed > 0 ? 1 : 0);
