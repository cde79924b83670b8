import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { simulation } from './simulation.ts';

/**
 * node --import ./scripts/mutants/load-mutant.ts: this process loads one file with the fault of the mutant MUTANT in it. The file
 * itself stays as it is, so that nothing has to be put back, however the process ends.
 */
const mutant = simulation[Number(process.env.MUTANT)];
if (mutant === undefined) throw new Error('MUTANT is the place of a mutant in scripts/mutants/simulation.ts');
const url = pathToFileURL(join(import.meta.dirname, '../..', mutant.file)).href;

registerHooks({
  load(loading, context, nextLoad) {
    const loaded = nextLoad(loading, context);
    if (loading !== url) return loaded;
    const code = String(loaded.source);
    if (code.split(mutant.old).length !== 2)
      throw new Error(`${mutant.file} no longer has this once: ${mutant.old}`);
    console.log(`Mutated: ${mutant.file}`);
    return { ...loaded, source: code.replace(mutant.old, () => mutant.new) };
  },
});
