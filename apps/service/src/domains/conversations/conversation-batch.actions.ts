import { nextOpening } from '@parley/kernel/calling-window.ts';
import { TimeZones } from '@parley/kernel/local-time.ts';
import type { Scope } from '../../storage/scope.ts';
import { getAgent } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { divide } from '../billing/reservation.actions.ts';
import { wakeDispatchers } from './call-attempt.store.ts';
import {
  type ConversationBatch,
  insertConversationBatch,
  refreshStatistics,
} from './conversation-batch.store.ts';

export interface NewBatch extends Pick<ConversationBatch, 'runId' | 'isSimulated' | 'contacts'> {
  readonly agent: Agent;
  /** Every zone that occurs among the contacts. */
  readonly timeZones: readonly string[];
}

/**
 * Creates conversations and first calls for a slice of a run's contacts, in the caller's transaction; their minutes come out
 * of the run's reservation. Returns how many there are.
 */
export async function queueBatch(scope: Scope, { agent, timeZones, ...batch }: NewBatch): Promise<number> {
  const clocks = new TimeZones();
  // The agent's hours as they are now, whatever version the run was launched with.
  const { settings } = await getAgent(scope, agent.id);
  const window = agent.type === 'ONLINE' ? null : settings.callingWindow;
  const holdIds = await insertConversationBatch(scope, {
    ...batch,
    agentId: agent.id,
    agentVersionId: agent.versionId,
    type: agent.type,
    openings: timeZones.map((timeZone) => ({
      timeZone,
      at: nextOpening(window, clocks.of(timeZone), scope.now()),
    })),
  });
  await divide(scope, batch.runId, holdIds, agent.duration);
  if (agent.type === 'PHONE') await wakeDispatchers(scope);
  return holdIds.length;
}

export const refreshCallStatistics = (scope: Scope): Promise<number> => refreshStatistics(scope);
