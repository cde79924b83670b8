import { MOST_JOBS, MOST_TAGS } from '@parley/contract/contact.ts';
import {
  type BulkChange,
  type BulkDeletion,
  type BulkResult,
  MAX_DELETED,
} from '@parley/contract/contact-selection.ts';
import { conflict, invalid } from '@parley/kernel/failure.ts';
import { retried, type Scope } from '../../storage/scope.ts';
import { noteChanges } from '../events/event.actions.ts';
import { requireJobs } from '../jobs/job.actions.ts';
import { type BeforeRemoval, getContacts, removeContactIfThere } from './contact.actions.ts';
import { tidyTags } from './contact.model.ts';
import { addJobToAll, holdOwn, setStatus, tooManyTags } from './contact-bulk.store.ts';
import { findSelection } from './contact-list.actions.ts';
import { addTags, removeTags } from './contact-tag.store.ts';

/** So many are changed in one transaction, which holds their rows. */
const CHANGED_AT_ONCE = 1000;
/** A request is answered after so many, so that no proxy gives it up. */
const MOST_CHANGED = 10_000;

/** Changes many contacts alike, in batches that are each done or not. */
export async function changeContacts(scope: Scope, sent: BulkChange): Promise<BulkResult> {
  const { addTags: added = [], removeTags: removed = [], addJobId, status } = sent;
  const violations = [
    ...selectionViolations(sent),
    ...(added.length === 0 && removed.length === 0 && addJobId === undefined && status === undefined
      ? ['addTags, removeTags, addJobId or status is required: say what to change']
      : []),
  ];
  if (violations.length > 0) throw invalid(violations);
  const selection = await selected(scope, sent);
  if (addJobId !== undefined) await requireJobs(scope, [addJobId]);
  const changes = { added: tidyTags(added), removed: tidyTags(removed), jobId: addJobId, status };
  return inBatches(scope, selection, { atOnce: CHANGED_AT_ONCE, most: MOST_CHANGED }, (ids) =>
    retried(() => changeBatch(scope, ids, changes)),
  );
}

interface Changes {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly jobId: string | undefined;
  readonly status: BulkChange['status'];
}

const changeBatch = (scope: Scope, wanted: readonly string[], { added, removed, jobId, status }: Changes) =>
  scope.transaction(async (inside) => {
    const ids = (await holdOwn(inside, wanted)).map(({ id }) => id);
    const changed = [
      ...(removed.length === 0 ? [] : await removeTags(inside, ids, removed)),
      ...(added.length === 0 ? [] : await addTags(inside, ids, added)),
      ...(jobId === undefined ? [] : await addJobToAll(inside, ids, jobId, MOST_JOBS)),
      ...(status === undefined ? [] : await setStatus(inside, ids, status)),
    ];
    const full = added.length === 0 ? undefined : await tooManyTags(inside, ids, MOST_TAGS);
    if (full) throw conflict(`A contact has at most ${MOST_TAGS} tags: ${full.contactId} would have more`);
    const touched = [...new Set(changed.map(({ contactId }) => contactId))];
    await noteChanges(
      inside,
      'contact',
      touched.map((id) => ({ id })),
    );
    return touched.length;
  });

/** Deletes many contacts with everything about them, each in a transaction of its own, with its receipt. */
export async function removeContacts(
  scope: Scope,
  sent: BulkDeletion,
  before: BeforeRemoval,
): Promise<BulkResult> {
  const selection = await selected(scope, sent);
  const violations = [
    ...selectionViolations(sent),
    ...(selection.found?.isEverybody ? ['where must say which contacts: as it is, it would delete all'] : []),
  ];
  if (violations.length > 0) throw invalid(violations);
  return inBatches(scope, selection, { atOnce: MAX_DELETED, most: MAX_DELETED }, async (ids) => {
    let removed = 0;
    for (const id of ids) if (await retried(() => removeContactIfThere(scope, id, before))) removed++;
    return removed;
  });
}

const selectionViolations = ({ contactIds, where, after }: BulkDeletion): string[] => [
  ...((contactIds === undefined) === (where === undefined)
    ? ['contactIds or where is required, and not both']
    : []),
  ...(after !== undefined && where === undefined ? ['after needs where: leave it out'] : []),
];

/** Read once: a segment that somebody changes meanwhile changes nothing for this request. */
const selected = async (scope: Scope, { contactIds, where, after }: BulkDeletion) => ({
  contactIds,
  found: where === undefined ? undefined : await findSelection(scope, where),
  after,
});

/** Contacts that are named must all be there before the first is changed. */
async function inBatches(
  scope: Scope,
  { contactIds, found, after }: Awaited<ReturnType<typeof selected>>,
  { atOnce, most }: { readonly atOnce: number; readonly most: number },
  work: (ids: readonly string[]) => Promise<number>,
): Promise<BulkResult> {
  if (contactIds !== undefined) {
    const ids = (await getContacts(scope, contactIds)).map(({ id }) => id);
    let changed = 0;
    for (let at = 0; at < ids.length; at += atOnce) changed += await work(ids.slice(at, at + atOnce));
    return { contacts: ids.length, changed, next: null };
  }
  let [contacts, changed, last] = [0, 0, after];
  for (;;) {
    const ids = (await found?.next(last, atOnce)) ?? [];
    changed += ids.length === 0 ? 0 : await work(ids);
    contacts += ids.length;
    last = ids.at(-1) ?? last;
    if (ids.length < atOnce) return { contacts, changed, next: null };
    if (contacts >= most) return { contacts, changed, next: last ?? null };
  }
}
