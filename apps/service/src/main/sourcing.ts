import { scoreByRules } from '../domains/sourcing/assessment.model.ts';
import { httpProvider } from '../domains/sourcing/http-provider.actions.ts';
import { poolProvider } from '../domains/sourcing/pool-provider.actions.ts';
import type { SourcingProvider } from '../domains/sourcing/provider.model.ts';
import { maintainRequests, resumeRequests } from '../domains/sourcing/request.actions.ts';
import { enrichTask, sourceTask, sourcingMaintenanceTask } from '../domains/sourcing/request.model.ts';
import { enrich } from '../workflows/enrich.ts';
import { source } from '../workflows/source.ts';
import { version } from './version.ts';
import type { Services } from './wiring.ts';

/** Pairs of runs at once in a process: most of a run is waiting for a provider. */
const AT_ONCE = 8;
/** For one response of a vendor, which may have to ask other services. */
const PROVIDER_MS = 60_000;

const makeProvider = ({ config, outgoing }: Services): SourcingProvider =>
  config.PARLEY_SOURCING_PROVIDER === undefined
    ? poolProvider
    : httpProvider({
        url: config.PARLEY_SOURCING_PROVIDER,
        key: config.PARLEY_SOURCING_KEY,
        outgoing,
        userAgent: `Parley/${version}`,
        timeoutMs: PROVIDER_MS,
      });

/** Binds the tasks of sourcing to their workflows, and takes up what a process that died left behind. */
export async function startSourcing(services: Services): Promise<void> {
  const { database, queue, log } = services;
  const provider = makeProvider(services);
  const onError = (error: Error) =>
    log.error({ err: error }, 'a search for candidates failed (POST /sourcing)');
  await queue.work(
    sourceTask,
    (order, signal) => source(database, { provider, score: scoreByRules, onError }, order, signal),
    {
      apart: AT_ONCE,
    },
  );
  await queue.work(enrichTask, (order, signal) => enrich(database, provider, order, signal), {
    apart: AT_ONCE,
  });
  await queue.work(sourcingMaintenanceTask, (_payload, signal) => maintainRequests(database, signal));
  await resumeRequests(database);
}
