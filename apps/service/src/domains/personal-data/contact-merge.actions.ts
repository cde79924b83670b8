import { conflict } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { noteChanges } from '../events/event.actions.ts';
import { moveKeys } from './contact-key.store.ts';
import {
  holdAttempts,
  moveConversations,
  moveDocuments,
  moveRunContacts,
  oneInCall,
  runOfBoth,
} from './contact-merge.store.ts';

/** Gives the conversations, documents, keys and places on lists of one contact to another. */
export async function moveContactParts(scope: Scope, fromId: string, toId: string): Promise<void> {
  await holdAttempts(scope, [fromId, toId]);
  const busy = await oneInCall(scope, [fromId, toId]);
  if (busy) throw conflict(`Contact ${busy.contactId} is in a call: try again when the call has ended`);
  const run = await runOfBoth(scope, fromId, toId);
  if (run)
    throw conflict(
      `The run "${run.name}" still has a call to each of the two: cancel one of these conversations first, so that nobody is called twice`,
    );
  const moved = await moveConversations(scope, fromId, toId);
  await moveDocuments(scope, fromId, toId);
  await moveRunContacts(scope, fromId, toId);
  await moveKeys(scope, fromId, toId);
  await noteChanges(scope, 'conversation', moved);
}
