import { foldContactCounts } from '../domains/contacts/contact.actions.ts';
import { foldConversationCounts } from '../domains/conversations/conversation.actions.ts';
import type { Everywhere } from '../storage/scope.ts';

/** Connections come and go, and each leaves its counts behind. */
export async function foldAllCounts(everywhere: Everywhere): Promise<void> {
  await foldContactCounts(everywhere);
  await foldConversationCounts(everywhere);
}
