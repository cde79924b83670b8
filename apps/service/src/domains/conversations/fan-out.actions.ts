import { nextOpening } from '@parley/kernel/calling-window.ts';
import { TimeZones } from '@parley/kernel/local-time.ts';
import type { Scope } from '../../storage/scope.ts';
import { getAgent } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { divide } from '../billing/reservation.actions.ts';
import { wakeDispatchers } from './call-attempt.store.ts';
import { type FanOut, insertFanOut, refreshStatistics } from './fan-out.store.ts';

export interface Part extends Pick<FanOut, 'runId' | 'isSimulated' | 'contacts'> {
  readonly agent: Agent;
  /** Every zone that occurs among the contacts. */
  readonly timeZones: readonly string[];
}

/**
 * Queues the conversations of a part of a run's list, in the caller's transaction; the minutes come out of the
 * run's reservation. Answers how many there are.
 */
export async function queuePart(scope: Scope, { agent, timeZones, ...part }: Part): Promise<number> {
  const clocks = new TimeZones();
  // The agent's hours as they are now, whatever version the run was launched with.
  const { settings } = await getAgent(scope, agent.id);
  const window = agent.type === 'ONLINE' ? null : settings.callingWindow;
  const holders = await insertFanOut(scope, {
    ...part,
    agentId: agent.id,
    agentVersionId: agent.versionId,
    type: agent.type,
    openings: timeZones.map((timeZone) => ({
      timeZone,
      at: nextOpening(window, clocks.of(timeZone), scope.now()),
    })),
  });
  await divide(scope, part.runId, holders, agent.duration);
  if (agent.type === 'PHONE') await wakeDispatchers(scope);
  return holders.length;
}

/** After many rows at once: plans made for the tables as they were are wrong by then. */
export const settleStatistics = (scope: Scope): Promise<number> => refreshStatistics(scope);
