import type { Scope } from '../../storage/scope.ts';
import { withoutKnowledge } from './call-journal.model.ts';
import { journaledCallsAbout, lockParts, rewriteParts } from './journal-expiry.store.ts';

/**
 * Removes from the journals of a contact's calls what the agent could look up about the contact, and what it found. Answers of how many
 * calls, and whether that is all: a call that goes on is left until it has ended, and what cannot be read now until it can.
 */
export async function forgetKnowledge(
  scope: Scope,
  contactId: string,
): Promise<{ readonly journals: number; readonly isComplete: boolean }> {
  let journals = 0;
  let isComplete = true;
  for (const { id, isLive } of await journaledCallsAbout(scope, contactId)) {
    // More is written as it goes on.
    if (isLive) {
      isComplete = false;
      continue;
    }
    const { parts, isWithheld } = await lockParts(scope, id);
    if (isWithheld) isComplete = false;
    const changed = parts.flatMap((part) => {
      const entries = withoutKnowledge(part.entries);
      return entries === undefined ? [] : [{ ...part, entries }];
    });
    if (changed.length === 0) continue;
    await rewriteParts(scope, changed);
    journals += 1;
  }
  return { journals, isComplete };
}
