import type { RehearsalView, ReplayView } from '@parley/contract/rehearsal.ts';
import type { Scope } from '../../storage/scope.ts';

/** Plays an agent of the company against the people of the simulated network, in memory. */
export type Rehearse = (scope: Scope, agentId: string) => Promise<RehearsalView>;

/** Conducts a call of a conversation again by its own plan, and compares what is decided; by default the last one. */
export type ReplayConversation = (
  scope: Scope,
  conversationId: string,
  attemptId: string | undefined,
) => Promise<ReplayView>;
