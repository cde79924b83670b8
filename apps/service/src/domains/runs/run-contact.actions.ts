import type { NewRunMessages, QueuedMessages } from '@parley/contract/message.ts';
import type { RunContactView, RunView } from '@parley/contract/run.ts';
import type { RunAgain, RunFilter } from '@parley/contract/run-results.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { conflict, Failure, notFound } from '@parley/kernel/failure.ts';
import { next } from '@parley/kernel/transition.ts';
import type { CsvRow } from '../../http/csv-stream.ts';
import { type ListOrder, withoutCursors } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import type { Scope } from '../../storage/scope.ts';
import { getAgent } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import type { ReadContactList } from '../agents/list-preflight.actions.ts';
import { currentPlan } from '../billing/account.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { assignToJob, getContacts } from '../contacts/contact.actions.ts';
import { type Contact, timeZoneOfContact } from '../contacts/contact.model.ts';
import { needsJob, type OnlineLinks } from '../conversations/conversation.model.ts';
import { underRules } from '../conversations/dial-rules.model.ts';
import { liveCallsOf } from '../conversations/dispatch.actions.ts';
import { queueRunMessages } from '../conversations/run-message.actions.ts';
import { readMinutes } from '../trunks/minute-limit.actions.ts';
import { admitAttached, type CallPlacing, queueConversations } from './launch.actions.ts';
import { copyRun, readRun, withRun } from './run.actions.ts';
import { type Run, runLifecycle } from './run.model.ts';
import { findRun, saveRun } from './run.store.ts';
import { type Circumstances, runContactColumns, type Standing, viewStanding } from './run-contact.model.ts';
import {
  type Attachment,
  countAttached,
  countSharing,
  deleteAttachments,
  insertAttachments,
  nextToCheck,
  placesOf,
  standings,
  standingsOf,
  standingsOfContacts,
} from './run-contact.store.ts';
import { resolveFilter } from './run-filter.actions.ts';
import {
  type ContactOrder,
  contactsInOrder,
  copyContacts,
  countMeant,
  isFiltered,
} from './run-filter.store.ts';

type ReadRules = CallPlacing['readRules'];

/** What tells where a contact stands, beside the database. */
export interface StandingServices {
  readonly links: Pick<OnlineLinks, 'urlOf'>;
  readonly readRules: ReadRules;
}

/** Adds all of them or none. A run that is under way, or was completed, calls them at once; a paused one when it is resumed. */
export async function attachContacts(
  scope: Scope,
  id: string,
  contactIds: readonly string[],
  isSimulated: boolean,
): Promise<{ attached: number; alreadyAttached: number; queued: number }> {
  const ids = [...new Set(contactIds.map((one) => one.toLowerCase()))];
  const { admitted, counts } = await withRun(scope, id, async (inside, run) => {
    const contacts = await getContacts(inside, ids);
    const status = next(runLifecycle, 'The run', run.status, 'take contacts');
    const attached = await insert(inside, run, await attachments(inside, run, contacts, contactIds));
    // A paused run pays for them, too, so that it can be resumed: nobody is dialled before that.
    const isAdmitted = (status === 'RUNNING' || status === 'PAUSED') && attached > 0;
    const marked = { ...run, status, isSimulated: run.isSimulated || isSimulated };
    const admitted = isAdmitted ? await admitAttached(inside, marked) : 0;
    // Whoever a test key attached is never called for real, whoever launches the run.
    if (!isAdmitted && marked.isSimulated !== run.isSimulated)
      await saveRun(inside, { ...run, isSimulated: true });
    const queued = status === 'RUNNING' ? admitted : 0;
    return { admitted, counts: { attached, alreadyAttached: ids.length - attached, queued } };
  });
  if (admitted > 0) await queueConversations(scope, id);
  return counts;
}

export async function detachContacts(scope: Scope, id: string, contactIds: readonly string[]) {
  return withRun(scope, id, async (inside, run) => {
    next(runLifecycle, 'The run', run.status, 'let contacts go');
    return { detached: await deleteAttachments(inside, id, contactIds) };
  });
}

const FOREIGN_KEY_VIOLATION = '23503';

async function insert(scope: Scope, run: Run, rows: readonly Attachment[]): Promise<number> {
  try {
    return await insertAttachments(scope, run.id, rows);
  } catch (error) {
    // Deleted between the look and the insert.
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) throw notFound('Contact');
    throw error;
  }
}

/** What each contact would be called about, by which clock. */
async function attachments(
  scope: Scope,
  run: Run,
  contacts: readonly Contact[],
  sentIds: readonly string[],
): Promise<Attachment[]> {
  const [agent, { timezone }] = await Promise.all([agentOf(scope, run), ownCompany(scope)]);
  if (agent === undefined) throw conflict("This run's agent was deleted, so the run cannot take contacts");
  const isJobNeeded = needsJob(agent) && run.jobId === null;
  const unclear = isJobNeeded ? contacts.filter(({ jobIds }) => jobIds.length !== 1) : [];
  if (unclear.length > 0)
    throw new Failure('invalid', 'The agent needs a job: give the run one, or each contact exactly one', {
      errors: unclear.map(
        ({ id, jobIds }) =>
          `contactIds[${sentIds.findIndex((sent) => sent.toLowerCase() === id)}] must be assigned to exactly one job: the contact ${id} is assigned to ${jobIds.length}`,
      ),
    });
  if (run.jobId !== null) for (const contact of contacts) await assignToJob(scope, contact, run.jobId);
  return contacts.map((contact) => ({
    contactId: contact.id,
    jobId: run.jobId ?? (isJobNeeded ? (contact.jobIds[0] ?? null) : null),
    timeZone: timeZoneOfContact(contact, timezone),
  }));
}

/** A draft, or a run that is over, may have outlived its agent. */
async function agentOf(scope: Scope, run: Run): Promise<Agent | undefined> {
  try {
    return await getAgent(scope, run.agentId);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not_found') return undefined;
    throw error;
  }
}

const position = (name: string): ListOrder<Standing> => ({
  name,
  kinds: ['integer'],
  placeOf: (one) => [one.position],
});
const positions = { ASC: position('run-contacts'), DESC: position('-run-contacts') };

/** Everybody on the list, in order of attachment, with where they stand and why; without links where none are given. */
export async function listRunContacts(
  scope: Scope,
  id: string,
  { page, limit, cursor, sort, order, ...sent }: Paging & RunFilter & ContactOrder,
  { links, readRules }: { readonly links: OnlineLinks | undefined; readonly readRules: ReadRules },
) {
  const paging = { page, limit, cursor };
  const places = sort === undefined || sort === 'POSITION' ? positions[order ?? 'ASC'] : withoutCursors;
  const slice = cut(paging, places);
  const around = await circumstancesOf(scope, id, readRules);
  const filter = await resolveFilter(scope, id, sent);
  const isPlain = !isFiltered(filter) && sort === undefined && order === undefined;
  const [total, rows] = await Promise.all([
    isFiltered(filter) ? countMeant(scope, id, filter) : countAttached(scope, id, slice),
    isPlain
      ? standings(scope, id, slice)
      : standingsOf(scope, id, contactsInOrder(scope, id, filter, { sort, order }, slice)),
  ]);
  return pagedBy(places, paging, total, rows, (one) => viewStanding(one, around, links));
}

/** Where these contacts of a run stand and why, with their links, by their ids. */
export async function readStandings(
  scope: Scope,
  id: string,
  contactIds: readonly string[],
  { links, readRules }: StandingServices,
): Promise<ReadonlyMap<string, RunContactView>> {
  const [around, rows] = [
    await circumstancesOf(scope, id, readRules),
    await standingsOfContacts(scope, id, contactIds),
  ];
  return new Map(rows.map((one) => [one.contactId, viewStanding(one, around, links)]));
}

/** A draft like the run, with those of its contacts that are meant. */
export async function runAgain(
  scope: Scope,
  id: string,
  { name, filter: sent = {} }: RunAgain,
  isSimulated: boolean,
): Promise<RunView> {
  const draftId = await scope.transaction(async (inside) => {
    const run = await findRun(inside, id);
    if (!run) throw notFound('Run');
    const filter = await resolveFilter(inside, id, sent);
    const draft = await copyRun(inside, run, name ?? `${run.name} (again)`, isSimulated);
    const copied = await copyContacts(inside, id, draft.id, filter);
    if (copied === 0) throw conflict('No contact of the run matches the filter: there is nobody to call');
    return draft.id;
  });
  return readRun(scope, draftId);
}

/** Sends the links of a run that has some. */
export async function inviteRun(scope: Scope, id: string, wanted: NewRunMessages): Promise<QueuedMessages> {
  const run = await findRun(scope, id);
  if (!run) throw notFound('Run');
  if (run.status === 'DRAFT' || run.status === 'SCHEDULED')
    throw conflict('The run has not been launched: its contacts have no links yet');
  return queueRunMessages(scope, id, wanted);
}

/** So many rows are in memory at once, however long the list is. */
const ROWS_AT_ONCE = 500;

/** The same list as a table. A run that is not there is refused before the first line. */
export async function tableOfRunContacts(
  scope: Scope,
  id: string,
  { links, readRules }: { readonly links: OnlineLinks; readonly readRules: ReadRules },
  closing: AbortSignal,
): Promise<AsyncIterable<CsvRow>> {
  await circumstancesOf(scope, id, readRules);
  return (async function* () {
    yield runContactColumns;
    let rows: Standing[];
    let after = 0;
    do {
      const [around, read] = await Promise.all([
        circumstancesOf(scope, id, readRules),
        standings(scope, id, { limit: ROWS_AT_ONCE, after: [after] }),
      ]);
      rows = read;
      after = rows.at(-1)?.position ?? after;
      for (const one of rows) {
        const view = viewStanding(one, around, links);
        const shown = {
          ...view,
          email: one.email,
          messageStatus: view.lastMessage?.status ?? null,
          linkOpenedAt: view.lastMessage?.openedAt ?? null,
        };
        yield runContactColumns.map((column) => shown[column] ?? null);
      }
      // Whoever loses access gets a broken download, not one that only looks complete.
      if (rows.length === ROWS_AT_ONCE) closing.throwIfAborted();
    } while (rows.length === ROWS_AT_ONCE);
  })();
}

/** The contacts of a run for a preflight, some at a time. */
export const contactsToCheck: ReadContactList = async (scope, runId) => {
  if (!(await findRun(scope, runId))) throw notFound('Run');
  return { sharing: () => countSharing(scope, runId), pages: () => pagesToCheck(scope, runId) };
};

async function* pagesToCheck(scope: Scope, runId: string) {
  let after = 0;
  for (let read = ROWS_AT_ONCE; read === ROWS_AT_ONCE; ) {
    const contacts = await nextToCheck(scope, runId, { after, most: ROWS_AT_ONCE });
    yield contacts;
    read = contacts.length;
    after = contacts.at(-1)?.position ?? after;
  }
}

async function circumstancesOf(scope: Scope, id: string, readRules: ReadRules): Promise<Circumstances> {
  const [run, liveCalls, { maxConcurrentCalls }, minutes, rules] = await Promise.all([
    findRun(scope, id),
    liveCallsOf(scope),
    currentPlan(scope),
    readMinutes(scope),
    readRules(scope.companyId),
  ]);
  if (!run) throw notFound('Run');
  const { status: runStatus, scheduledAt, scheduleError, settings } = run;
  const agent = await agentOf(scope, run);
  return {
    runStatus,
    scheduledAt,
    scheduleError,
    liveCalls,
    maxConcurrentCalls,
    window: agent ? underRules(agent, settings ?? {}).settings.callingWindow : null,
    // Calls that stay on the simulated network are placed at any hour.
    legalHours: run.isSimulated ? undefined : rules?.legalHours,
    callsAMinute: settings?.pace?.callsPerMinute ?? null,
    // Simulated calls take no minutes of a trunk.
    minuteWait: run.isSimulated ? undefined : minutes?.wait,
    now: scope.now(),
  };
}

const PLACES_AT_ONCE = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The runs that a contact is on the list of, some at a time; without a conversation where the run was not launched since. */
export async function* runsOfContactInPages(scope: Scope, contactId: string) {
  let after = BEFORE_ALL;
  for (let read = PLACES_AT_ONCE; read === PLACES_AT_ONCE; ) {
    const places = await placesOf(scope, contactId, { after, most: PLACES_AT_ONCE });
    yield places;
    read = places.length;
    after = places.at(-1)?.runId ?? after;
  }
}
