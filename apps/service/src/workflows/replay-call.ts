import { turnsOf } from '@parley/call-engine/journal.ts';
import { type Replay, replay } from '@parley/call-engine/replay.ts';
import type { TurnRecord } from '@parley/call-engine/turn-record.ts';
import type { ReplayView } from '@parley/contract/conversation.ts';
import { conflict, notFound } from '@parley/kernel/failure.ts';
import { getAgent } from '../domains/agents/agent.actions.ts';
import { compilePlan } from '../domains/agents/call-plan.model.ts';
import { CallInputsReader } from '../domains/conversations/call-inputs.actions.ts';
import { findCall, journaledCalls, readJournal } from '../domains/conversations/call-journal.actions.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';
import { keptCall } from './call-journals.ts';

export interface ReplayedCall {
  readonly replay: Replay;
  readonly decisions: number;
  /** What each reply took then; none: it was not spoken. */
  readonly turns: readonly TurnRecord[];
}

/** Where the replay runs: by default in this thread. */
type RunReplay = (
  companyId: string,
  journal: Parameters<typeof replay>[0],
  plan: Parameters<typeof replay>[1],
) => Promise<Replay>;
const inThisThread: RunReplay = (_companyId, journal, plan) => replay(journal, plan);

/** Replays a call by its own plan, or by the agent and contact as they are now. */
export async function replayCall(
  everywhere: Everywhere,
  attemptId: string,
  by: 'its plan' | 'the current agent',
  run = inThisThread,
): Promise<ReplayedCall> {
  const { companyId, conversationId } = await findCall(everywhere, attemptId);
  const scope = everywhere.within(companyId, { kind: 'system', id: 'replay' });
  const kept = keptCall(await readJournal(scope, attemptId));
  if (!kept) throw conflict('This call has no journal: it was not answered, or not placed');
  let { plan } = kept;
  if (by === 'the current agent') {
    const call = await new CallInputsReader().of(scope, conversationId);
    if (!call) throw conflict('The conversation of this call was deleted');
    plan = compilePlan({ ...call.inputs, agent: await getAgent(scope, call.conversation.agentId) });
  }
  const decisions = kept.journal.filter(({ kind }) => kind === 'say' || kind === 'end').length;
  return { replay: await run(companyId, kept.journal, plan), decisions, turns: turnsOf(kept.journal) ?? [] };
}

/** A call of the conversation, by default the last, conducted again by its own plan. Nobody is called. */
export async function replayConversation(
  everywhere: Everywhere,
  scope: Scope,
  conversationId: string,
  wanted: string | undefined,
  run?: RunReplay,
): Promise<ReplayView> {
  const calls = await journaledCalls(scope, conversationId);
  const attemptId = wanted === undefined ? calls.at(-1) : calls.find((id) => id === wanted.toLowerCase());
  if (attemptId === undefined && wanted !== undefined) throw notFound('Call attempt');
  if (attemptId === undefined)
    throw conflict('No call of this conversation was answered: there is nothing to replay');
  const { replay, decisions } = await replayCall(everywhere, attemptId, 'its plan', run);
  if (replay.kind === 'same') {
    const words = `Identical: all ${decisions} decisions were reproduced.`;
    return { attemptId, same: true, words, differences: [] };
  }
  const { at, before, was, is } = replay;
  return {
    attemptId,
    same: false,
    words: `The replay diverges at entry ${at} of the journal: the decision is different now.`,
    differences: [{ at, before: [...before], was, is }],
  };
}
