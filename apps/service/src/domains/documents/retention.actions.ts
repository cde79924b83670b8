import { inBatches } from '../../storage/batches.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import {
  deleteDocumentsOf,
  deleteLapsed,
  dueDeletions,
  failStuck,
  forgetDeletions,
  postponeDeletions,
} from './document.store.ts';

const BATCH = 500;
const HOUR_MS = 3_600_000;
const LAPSED_KEPT_MS = 24 * HOUR_MS;
const STUCK_AFTER_MS = 6 * HOUR_MS;

/** Uploads that nobody completed go after a day; processing that the queue gave up becomes a failure. */
export async function tidyUploads(everywhere: Everywhere, signal: AbortSignal): Promise<void> {
  const nowMs = everywhere.now().getTime();
  const lapsedBefore = new Date(nowMs - LAPSED_KEPT_MS);
  await inBatches(BATCH, signal, () => deleteLapsed(everywhere, lapsedBefore, BATCH));
  await failStuck(
    everywhere,
    new Date(nowMs - STUCK_AFTER_MS),
    'The document could not be processed: something was wrong on our side. Upload it again.',
  );
}

/** Deletes the bytes that belong to nobody any more. Stopped in the middle, it deletes some of them again. */
export const deleteForgottenObjects = (
  everywhere: Everywhere,
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<number> =>
  inBatches(BATCH, signal, () =>
    everywhere.transaction(async (inside) => {
      const due = await dueDeletions(inside, BATCH);
      if (due.length === 0) return 0;
      await objects.delete(due.map(({ key }) => key));
      const now = inside.now();
      // An upload that began in time may end after its link does.
      const isOver = ({ uploadExpiresAt }: { uploadExpiresAt: Date }) =>
        uploadExpiresAt.getTime() + HOUR_MS <= now.getTime();
      const open = due.filter((one) => !isOver(one));
      const latestMs = Math.max(...open.map(({ uploadExpiresAt }) => uploadExpiresAt.getTime()));
      if (open.length > 0)
        await postponeDeletions(
          inside,
          open.map(({ key }) => key),
          new Date(latestMs + HOUR_MS),
        );
      await forgetDeletions(
        inside,
        due.filter(isOver).map(({ key }) => key),
      );
      return due.length;
    }),
  );

/** All documents of a contact; their bytes follow in the background. */
export const removeDocumentsOf = (scope: Scope, contactId: string): Promise<number> =>
  deleteDocumentsOf(scope, contactId);
