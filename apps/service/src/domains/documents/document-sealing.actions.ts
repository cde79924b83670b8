import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RowBackoff } from '@parley/kernel/row-backoff.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { contactsWithPlainCv, sealCvText } from '../contacts/contact.actions.ts';
import {
  isSealing,
  markSealed,
  type PlainDocument,
  plainDocuments,
  sealNext,
} from './document-sealing.store.ts';

/** So many at once, and so many keys asked for: live calls need the processor and the KMS, too. */
const AT_ONCE = 10;
/** So many passages in one transaction: a process that dies has sealed them or left them plain. */
const PASSAGES = 200;

/**
 * Seals the texts of contacts' documents and CVs that are plain, from before they were sealed or from while there was no key, until
 * told to stop. What cannot be sealed is passed over, and then for longer and longer; while the KMS does not answer, the rest waits.
 */
export async function sealPlainDocuments(
  everywhere: Everywhere,
  signal: AbortSignal,
  passedOver: RowBackoff,
): Promise<void> {
  if (!(await isSealing(everywhere))) return;
  while (!signal.aborted) {
    const resting = passedOver.resting();
    const documents = await plainDocuments(everywhere, resting, AT_ONCE);
    const cvs = await contactsWithPlainCv(everywhere, resting, AT_ONCE);
    if (documents.length + cvs.length === 0) return;
    const contactIds = new Set([...documents.map(({ contactId }) => contactId), ...cvs.map(({ id }) => id)]);
    if (!(await everywhere.texts.prepare([...contactIds]))) return;
    for (const document of documents)
      await passedOver.attempt(document.id, () => sealDocument(everywhere, document, signal));
    for (const { id } of cvs)
      await passedOver.attempt(id, async () => {
        if (!(await sealCvText(everywhere, id))) throw stillPlain();
      });
  }
}

const stillPlain = () => new Error('The text of a document or a CV could not be sealed');

async function sealDocument(
  everywhere: Everywhere,
  document: PlainDocument,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const sealed = await everywhere.transaction((inside) => sealNext(inside, document, PASSAGES));
    if (sealed === undefined) throw stillPlain();
    if (sealed < PASSAGES) break;
    await nextTurn();
  }
  await markSealed(everywhere, document.id);
}
