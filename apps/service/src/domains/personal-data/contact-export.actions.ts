import type { ConversationView } from '@parley/contract/conversation.ts';
import type { ZipFile } from '../../http/zip-stream.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import type { Scope } from '../../storage/scope.ts';
import { testCasesOfConversations } from '../agents/test-case.actions.ts';
import { readStoredContact } from '../contacts/contact.actions.ts';
import { importsOfContact } from '../contacts/contact-import.actions.ts';
import { registersOfContact } from '../contacts/do-not-call-register.actions.ts';
import { analysesOfConversations } from '../conversations/call-analysis.actions.ts';
import { callsWithJournal, journalInPages } from '../conversations/call-journal.actions.ts';
import { listCompanyConversations } from '../conversations/conversation.actions.ts';
import { remarksOf } from '../conversations/correction.actions.ts';
import { conversationsWithMessages, listConversationMessages } from '../conversations/message.actions.ts';
import { callsWithLadder, readSipLadder } from '../conversations/sip-ladder.actions.ts';
import { filesOfContact } from '../documents/document.actions.ts';
import { runsOfContactInPages } from '../runs/run-contact.actions.ts';
import { enrichmentIdsOf, enrichmentsInPages } from '../sourcing/enrichment.actions.ts';
import { exportedEvents } from './exported-events.actions.ts';

const AT_ONCE = 20;

/** What belongs to some conversations and their calls. */
interface Beside {
  readonly remarks: Awaited<ReturnType<typeof remarksOf>>;
  readonly analyses: Awaited<ReturnType<typeof analysesOfConversations>>;
  readonly testCases: Awaited<ReturnType<typeof testCasesOfConversations>>;
  readonly written: ReadonlySet<string>;
  readonly laddered: ReadonlySet<string>;
  readonly journaled: ReadonlySet<string>;
}

/**
 * Everything that is stored about a contact, as the files of one archive: an answer to a request for access (article 15 of
 * the GDPR). Its conversations are those that erasure removes, test calls of somebody who talked as the contact too. The first files are read before anything is sent, so that a contact that is unknown is a 404.
 */
export async function exportContact(
  scope: Scope,
  objects: ObjectStore,
  wantedId: string,
): Promise<AsyncGenerator<ZipFile>> {
  const { view, doNotCall, removedFields } = await readStoredContact(scope, wantedId);
  // As it is stored: where ids are texts, capitals count.
  const contactId = view.id;
  const [documents, imports, registered, enrichmentIds] = await Promise.all([
    filesOfContact(scope, contactId),
    importsOfContact(scope, contactId),
    registersOfContact(scope, contactId),
    enrichmentIdsOf(scope, contactId),
  ]);
  return files();

  async function* files(): AsyncGenerator<ZipFile> {
    yield json('about.json', {
      contactId,
      companyId: scope.companyId,
      exportedAt: scope.now().toISOString(),
    });
    yield json('contact.json', { ...view, doNotCall, removedFields });
    yield json('do-not-call.json', { doNotCall, ...registered });
    yield json(
      'documents.json',
      documents.map(({ view }) => view),
    );
    for (const { view, key } of documents)
      yield* stored(`documents/${view.id}/${safeName(view.fileName)}`, key);
    yield jsonList('enrichments.json', enrichmentsInPages(scope, contactId));
    yield json('imports.json', imports);
    yield jsonList('runs.json', runsOfContactInPages(scope, contactId));
    const conversationIds: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const list = await listCompanyConversations(
        scope,
        { aboutContactId: contactId, page, limit: AT_ONCE },
        links,
      );
      pages = list.totalPages;
      const ids = list.data.map(({ id }) => id);
      conversationIds.push(...ids);
      const calls = list.data.flatMap(({ callAttempts }) => callAttempts.map(({ id }) => id));
      // For all of them at once: most have none of it, and a contact may have hundreds of conversations.
      const [remarks, analyses, testCases, written, laddered, journaled] = await Promise.all([
        remarksOf(scope, ids),
        analysesOfConversations(scope, ids),
        testCasesOfConversations(scope, ids),
        conversationsWithMessages(scope, ids),
        callsWithLadder(scope, calls),
        callsWithJournal(scope, calls),
      ]);
      const beside = { remarks, analyses, testCases, written, laddered, journaled };
      for (const conversation of list.data) yield* filesOf(conversation, beside);
    }
    yield jsonList('events.json', exportedEvents(scope, contactId, [...conversationIds, ...enrichmentIds]));
  }

  async function* filesOf(
    conversation: ConversationView,
    { remarks, analyses, testCases, written, laddered, journaled }: Beside,
  ): AsyncGenerator<ZipFile> {
    const place = `conversations/${conversation.id}`;
    const recordings: { file: string; key: string }[] = [];
    const callAttempts = conversation.callAttempts.map(({ recordingUrl: key, ...attempt }) => {
      if (key === null) return attempt;
      const file = `${place}/recording-${attempt.id}.wav`;
      recordings.push({ file, key });
      return { ...attempt, recording: file };
    });
    yield json(`${place}/conversation.json`, { ...conversation, callAttempts, ...remarks(conversation.id) });
    const found = analyses(conversation.id);
    if (found.length > 0) yield json(`${place}/analyses.json`, found);
    const made = testCases(conversation.id);
    if (made.length > 0) yield json(`${place}/test-cases.json`, made);
    const messages = [];
    const hasMessages = written.has(conversation.id);
    for (let page = 1, pages = hasMessages ? 1 : 0; page <= pages; page += 1) {
      const list = await listConversationMessages(scope, conversation.id, { page, limit: AT_ONCE }, links);
      pages = list.totalPages;
      messages.push(...list.data);
    }
    if (messages.length > 0) yield json(`${place}/messages.json`, messages);
    for (const { id } of callAttempts)
      if (journaled.has(id)) yield jsonList(`${place}/journal-${id}.json`, journalInPages(scope, id));
    for (const { id } of callAttempts) {
      if (!laddered.has(id)) continue;
      // As the company sees them: what is hidden of the operator's trunks is not about the person.
      const ladder = await readSipLadder(scope, conversation.id, id, { isStaff: false });
      if (ladder.messages.length > 0) yield json(`${place}/sip-${id}.json`, ladder);
    }
    for (const { file, key } of recordings) yield* stored(file, key);
  }

  /** Nothing where there are no bytes: a document that was never uploaded, a simulated call that nobody listened to. */
  async function* stored(name: string, key: string): AsyncGenerator<ZipFile> {
    const object = await objects.get(key);
    if (object) yield { name, body: object.body };
  }
}

/** Recordings are in the archive, under the keys that this shows, and links to web calls would expire. */
const links = { recordingUrl: async (key: string) => key, urlOf: () => '' };

const json = (name: string, value: unknown): ZipFile => ({
  name,
  body: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

/** A list that is read as it is sent, page by page. */
const jsonList = (name: string, pages: AsyncIterable<readonly unknown[]>): ZipFile => ({
  name,
  body: listed(pages),
});

async function* listed(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<Buffer> {
  let before = '[\n';
  for await (const page of pages)
    for (const value of page) {
      yield Buffer.from(`${before}${JSON.stringify(value, null, 2)}`);
      before = ',\n';
    }
  yield Buffer.from(before === ',\n' ? '\n]\n' : '[]\n');
}

/** People name files as they like; in an archive a name must not lead out of its folder. */
const safeName = (name: string): string => name.replaceAll(/[\\/:\0]|^\.+/g, '_').slice(0, 100) || 'file';
