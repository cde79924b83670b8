import { conflict } from '@parley/kernel/failure.ts';
import { journaledCall, type ReadCallPath } from '../domains/conversations/call-journal.actions.ts';
import { keptCall } from './call-journals.ts';
import { namedPath } from './evaluation/coverage.ts';

/** The path of a real call through the flow, by its journal. */
export const readCallPath: ReadCallPath = async (scope, conversationId, wanted) => {
  const { attemptId, agentId, agentVersionId, entries } = await journaledCall(scope, conversationId, wanted);
  const call = keptCall(entries);
  if (!call) throw conflict('This call has no journal: it was not placed, or its journal was deleted');
  return { callAttemptId: attemptId, agentId, agentVersionId, path: namedPath(call) };
};
