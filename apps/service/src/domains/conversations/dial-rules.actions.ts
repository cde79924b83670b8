import { isDeepStrictEqual } from 'node:util';
import type { Scope } from '../../storage/scope.ts';
import { moveIntoWindowTask } from '../agents/agent.model.ts';
import { wakeDispatchers } from './call-attempt.store.ts';
import { lockClaimsWithin } from './dial-queue.store.ts';
import type { DialRules } from './dial-rules.model.ts';
import { deleteRules, restartPace, rulesOf, rulesOfQueues, saveRules } from './dial-rules.store.ts';

export { rulesOf };

/**
 * From the next claim on calls are placed by these rules; null: as the agent has it. In the caller's transaction. Without an
 * agent no calls are waiting.
 */
export async function setDialRules(
  scope: Scope,
  queue: string,
  rules: DialRules | null,
  agentId?: string,
): Promise<void> {
  await lockClaimsWithin(scope);
  const { callingWindow } = await dialRulesOf(scope, queue);
  await (rules === null ? deleteRules(scope, queue) : saveRules(scope, queue, rules));
  // Waiting calls move into the hours that they keep now.
  if (agentId !== undefined && !isDeepStrictEqual(callingWindow, rules?.callingWindow))
    await scope.enqueue(moveIntoWindowTask, { companyId: scope.companyId, agentId });
  await wakeDispatchers(scope);
}

export const forgetDialRules = (scope: Scope, queue: string): Promise<number> => deleteRules(scope, queue);

/** A pace that rises begins again. */
export const restartDialPace = (scope: Scope, queue: string): Promise<number> => restartPace(scope, queue);

/** Empty where the queue has none. */
export async function dialRulesOf(scope: Scope, queue: string | null): Promise<DialRules> {
  if (queue === null) return {};
  const [found] = await rulesOfQueues(scope, [queue]);
  return found?.rules ?? {};
}
