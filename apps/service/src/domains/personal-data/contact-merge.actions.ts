import { conflict } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { noteChanges } from '../events/event.actions.ts';
import { moveKeys } from './contact-key.store.ts';
import {
  forgetExpiry,
  holdAttempts,
  moveConversations,
  moveDocuments,
  moveRunContacts,
  moveTalks,
  oneInCall,
  runOfBoth,
} from './contact-merge.store.ts';

/** Gives the conversations, documents, keys and places on lists of one contact to another. */
export async function moveContactParts(scope: Scope, fromId: string, toId: string): Promise<void> {
  await holdAttempts(scope, [fromId, toId]);
  const busy = await oneInCall(scope, [fromId, toId]);
  if (busy) throw conflict(`Contact ${busy.contactId} is in a call: try again when the call has ended`);
  const run = await runOfBoth(scope, fromId, toId);
  if (run) throw conflict(`The run "${run.name}" ${whyNot(run)}, so that nobody is called twice`);
  const moved = await moveConversations(scope, fromId, toId);
  await moveDocuments(scope, fromId, toId);
  await moveRunContacts(scope, fromId, toId);
  await moveTalks(scope, fromId, toId);
  await moveKeys(scope, fromId, toId);
  await forgetExpiry(scope, toId);
  await noteChanges(scope, 'conversation', moved);
}

function whyNot({ isCompleted, isRefused }: { isCompleted: boolean; isRefused: boolean }): string {
  if (isCompleted)
    return 'has completed its call to one of the two, and still has a call to the other: cancel that conversation first';
  if (isRefused)
    return 'was declined by one of the two, and still has a call to the other: cancel that conversation first';
  return 'still has a call to each of the two: cancel one of these conversations first';
}
