import type { Everywhere } from '../../storage/scope.ts';
import { beginSealing, plainCalls, sealPlain, sealPlainAnalyses } from './sealing.store.ts';

/** At the start, and again until no process is left that could not read what is sealed. */
export const startSealing = async (everywhere: Everywhere): Promise<void> => {
  await beginSealing(everywhere);
};

const BATCH = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Once through everything that is plain, until told to stop. */
export async function sealPlainTexts(everywhere: Everywhere, signal: AbortSignal): Promise<void> {
  await startSealing(everywhere);
  for (let after = FIRST; !signal.aborted; ) {
    const ids = (await plainCalls(everywhere, after, BATCH)).map(({ id }) => id);
    if (ids.length === 0) return;
    await everywhere.texts.prepare(ids);
    const sealed =
      (await everywhere.transaction((inside) => sealPlain(inside, ids))) +
      (await everywhere.transaction((inside) => sealPlainAnalyses(inside, ids)));
    // There are no keys now: for the others neither.
    if (sealed === 0) return;
    after = ids.at(-1) ?? after;
  }
}
