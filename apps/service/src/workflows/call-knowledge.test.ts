import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { Embedder } from '@parley/call-engine/llm/embedder.ts';
import { httpEmbedder } from '@parley/call-engine/llm/vendors/http-embedder.ts';
import { callingCompany, inlineContact, workerId } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { type EmbeddingServer, startEmbeddingServer } from '@parley/testing/embedding-server.ts';
import { knownDocument } from '@parley/testing/known-document.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CallInputsReader } from '../domains/conversations/call-inputs.actions.ts';
import { appendJournals, readJournal } from '../domains/conversations/call-journal.actions.ts';
import { createConversation } from '../domains/conversations/conversation-creation.actions.ts';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { CallJournals, keptCall } from './call-journals.ts';
import { conductCall } from './conduct-call.ts';
import { MeaningSearch } from './meaning-search.ts';
import { embedDocuments } from './process-documents.ts';
import { Settlements } from './settle-calls.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let server: EmbeddingServer;
let embedder: Embedder;
beforeAll(async () => {
  store = await testDatabase();
  server = await startEmbeddingServer([['appointment', 'meet'], ['dogs']]);
  embedder = httpEmbedder({ url: server.url, model: 'e', floor: 0.3 });
});
afterAll(async () => {
  await store.close();
  await embedder.close();
  await server.stop();
});

interface Known {
  readonly text: string;
  readonly of: 'agent' | 'contact';
  readonly isActive?: boolean;
}

/** A call in which the contact asks something, with one document to answer it from. */
async function askedOf({ of, ...known }: Known, question: string, meaning?: MeaningSearch) {
  const place = await callingCompany(store.database, {
    agent: { instructions: 'Ask whether they will come tomorrow.' },
  });
  const { scope, agentId } = place;
  const { conversation } = await createConversation(scope, { agentId, contact: inlineContact }, true);
  const { contactId } = conversation;
  const owner = of === 'agent' ? { agentId } : { contactId };
  const documentId = await knownDocument(scope, { ...known, ...owner });
  await embedDocuments(store.database, embedder, new AbortController().signal);
  const [attempt] = await claimDue(store.database, workerId, 1);
  if (!attempt) throw new Error('The call was not due');
  const party = new ScriptedParty(['Hello?', `${question}?`, 'Yes, I will come.']);
  const settlements = new Settlements(store.database);
  const journals = new CallJournals(
    (parts) => appendJournals(store.database, parts),
    () => {},
  );
  await conductCall(
    {
      everywhere: store.database,
      lineFor: () => ({
        async *dial() {
          yield { kind: 'answered', party } as const;
        },
      }),
      dialogueModelOf: async () => rulesDialogueModel(),
      inputs: new CallInputsReader(),
      meaning,
      journals,
      recordings: { close: async () => null, discard: async () => {} },
      settle: settlements.settle,
      requeue: async () => false,
      seed: 1,
      onRinging: () => {},
      onError: () => {},
    },
    attempt,
    { workerId, isTrusted: () => true },
    new AbortController().signal,
  );
  const journal = keptCall(await readJournal(scope, attempt.attemptId))?.journal ?? [];
  return {
    documentId,
    said: party.said.join(' '),
    answered: journal.find((entry) => entry.kind === 'answered'),
    found: journal.find((entry) => entry.kind === 'found'),
    open: journal.flatMap((entry) => (entry.kind === 'leave_open' ? [entry.question] : [])),
  };
}

const text = 'The appointment takes place in the town runtime of Bern, on the second floor.';
const question = 'Where does the appointment take place';

test.each(['agent', 'contact'] as const)(
  "the agent answers a contact's question from a document of the %s, which the journal cites",
  async (of) => {
    const { documentId, said, answered } = await askedOf({ text, of }, question);
    expect(said).toContain('the town runtime of Bern');
    expect(answered).toMatchObject({ text, cites: { title: 'Handbook', source: `${documentId}#1` } });
  },
);

test.each([
  ['is disabled', { text, of: 'agent', isActive: false } as const],
  ['is about something else', { text: 'Dogs are welcome in our shops.', of: 'agent' } as const],
])(
  "a document that %s is not used for an answer, and the contact's question stays open",
  async (_, known) => {
    const { said, answered, open } = await askedOf(known, question);
    expect(said).not.toContain('town runtime');
    expect(said).not.toContain('Dogs');
    expect(answered).toEqual({ kind: 'answered', text: null });
    expect(open).toEqual([question]);
  },
);

test('semantic search finds a passage that uses other words, and the journal cites it', async () => {
  const meaning = new MeaningSearch(embedder);
  const asked = 'At which spot do we meet';
  const known = { text, of: 'contact' } as const;
  const { documentId, found } = await askedOf(known, asked, meaning);
  expect(found).toEqual({
    kind: 'found',
    passages: [{ title: 'Handbook', text, source: `${documentId}#1` }],
  });
  expect((await askedOf(known, asked)).found).toEqual({ kind: 'found', passages: [] });
  expect((await askedOf(known, 'Who pays for tea', meaning)).found).toMatchObject({ passages: [] });
});

test('when semantic search takes too long the keyword results are used, and the journal says so', async () => {
  const late: Embedder = { ...embedder, embed: () => new Promise(() => {}) };
  const { said, found, answered } = await askedOf({ text, of: 'agent' }, question, new MeaningSearch(late));
  expect(said).toContain('the town runtime of Bern');
  expect(answered).toMatchObject({ text });
  expect(found).toMatchObject({
    missed: 'The documents were not searched by meaning: No answer within 2000 ms',
  });
});
