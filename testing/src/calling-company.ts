import type { NewAgent } from '@parley/contract/agent.ts';
import type { Plan } from '@parley/contract/billing.ts';
import type { NewConversation } from '@parley/contract/conversation.ts';
import type { ManualClock } from '@parley/kernel/clock.ts';
import { createAgent } from '@parley/service/domains/agents/agent.actions.ts';
import { openAccount } from '@parley/service/domains/billing/account.actions.ts';
import { trialPlan } from '@parley/service/domains/billing/price.model.ts';
import { createCompany } from '@parley/service/domains/companies/company.actions.ts';
import { createConversation } from '@parley/service/domains/conversations/conversation-creation.actions.ts';
import type { EndedCall } from '@parley/service/domains/conversations/settlement-outcome.actions.ts';
import type { Everywhere, Scope } from '@parley/service/storage/scope.ts';
import { sql } from '@parley/service/storage/sql.ts';

export const inlineContact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
};

export interface CallingCompany {
  readonly scope: Scope;
  readonly agentId: string;
}

/** A company with an agent that may call at any time, and by default with more minutes than any test uses. */
export async function callingCompany(
  everywhere: Everywhere,
  wanted: { plan?: Partial<Plan>; agent?: Partial<NewAgent> } = {},
): Promise<CallingCompany> {
  const { id } = await createCompany(everywhere, null, { name: 'Acme' });
  const scope = everywhere.within(id, { kind: 'system', id: 'test' });
  await openAccount(scope, { ...trialPlan(100_000), ...wanted.plan });
  const agent = await createAgent(scope, {
    name: 'Grace',
    focus: 'GENERIC',
    callingWindow: null,
    ...wanted.agent,
  });
  return { scope, agentId: agent.id };
}

/** A new conversation whose first call waits. */
export async function waitingCall({ scope, agentId }: CallingCompany, more: Partial<NewConversation> = {}) {
  const wanted = { agentId, ...(more.contactId === undefined ? { contact: inlineContact } : {}), ...more };
  const { conversation, attempts } = await createConversation(scope, wanted, false);
  return { conversation, attemptId: attempts[0]?.id ?? '' };
}

export const workerId = '01890000-0000-7000-8000-000000000001';

/** What the worker says of a call that it claimed. */
export const endedCall = (
  { scope }: Pick<CallingCompany, 'scope'>,
  { conversation, attemptId }: { conversation: { id: string }; attemptId: string },
  ending: EndedCall['ending'],
  durationSeconds: number | null = null,
): EndedCall => ({
  attemptId,
  companyId: scope.companyId,
  conversationId: conversation.id,
  workerId,
  ending,
  notes: null,
  durationSeconds,
  transcript: [],
  findings: null,
});

/** Before a test: the clock is back at its start, and there is no conversation and no live call. */
export async function withoutCalls(
  everywhere: Everywhere,
  clock: ManualClock,
  startAt: string,
): Promise<void> {
  clock.advance(Date.parse(startAt) - clock.now().getTime());
  await everywhere.run(sql`delete from live_calls`);
  await everywhere.run(sql`delete from conversations`);
}
