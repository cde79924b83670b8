import { afterAll, beforeAll, expect, test } from 'vitest';
import { callingCompany, inlineContact, workerId } from '../../tests/calling-company.ts';
import { testDatabase } from '../../tests/database.ts';
import { rulesBrain } from '../calls/brain/rules.ts';
import { ScriptedParty } from '../calls/scripted-party.ts';
import { appendJournals, readJournal } from '../domains/conversations/call-journal.actions.ts';
import { CallMaterials } from '../domains/conversations/call-material.actions.ts';
import { createConversation } from '../domains/conversations/conversation-creation.actions.ts';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { passagesOf } from '../domains/documents/passage.model.ts';
import { replacePassages } from '../domains/documents/passage.store.ts';
import type { Scope } from '../storage/scope.ts';
import { sql } from '../storage/sql.ts';
import { CallJournals, keptCall } from './call-journals.ts';
import { conductCall } from './conduct-call.ts';
import { Settlements } from './settle-calls.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

interface Known {
  readonly text: string;
  readonly of: 'agent' | 'contact';
  readonly isActive?: boolean;
}

async function upload(scope: Scope, { text, isActive = true }: Known, owner: object): Promise<string> {
  const id = scope.newId();
  const { contactId = null, agentId = null } = owner as { contactId?: string; agentId?: string };
  await scope.run(sql`
    insert into documents (id, company_id, contact_id, agent_id, object_key, name, file_name, content_type, size_bytes,
                           source, status, is_active, upload_expires_at, created_at, updated_at)
    values (${id}, ${scope.companyId}, ${contactId}, ${agentId}, ${id}, 'Handbook', 'a.txt', 'text/plain', 1, 'UPLOAD', 'READY',
            ${isActive}, now(), now(), now())`);
  await replacePassages(scope, id, passagesOf(text));
  return id;
}

/** A call in which the contact asks something, with one document to answer it from. */
async function askedOf(known: Known, question: string) {
  const place = await callingCompany(store.database, {
    agent: { instructions: 'Ask whether they will come tomorrow.' },
  });
  const { scope, agentId } = place;
  const { conversation } = await createConversation(scope, { agentId, contact: inlineContact }, true);
  const { contactId } = conversation;
  const documentId = await upload(scope, known, known.of === 'agent' ? { agentId } : { contactId });
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
      brainOf: async () => rulesBrain(),
      materials: new CallMaterials(),
      journals,
      settle: settlements.settle,
      putBack: async () => false,
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
    open: journal.flatMap((entry) => (entry.kind === 'leave_open' ? [entry.question] : [])),
  };
}

const text = 'The appointment takes place in the town hall of Bern, on the second floor.';
const question = 'Where does the appointment take place';

test.each(['agent', 'contact'] as const)(
  'a question is answered from a document of the %s, and the journal cites it',
  async (of) => {
    const { documentId, said, answered } = await askedOf({ text, of }, question);
    expect(said).toContain('the town hall of Bern');
    expect(answered).toMatchObject({ text, cites: { title: 'Handbook', source: `${documentId}#1` } });
  },
);

test.each([
  ['is switched off', { text, of: 'agent', isActive: false } as const],
  ['speaks of something else', { text: 'Dogs are welcome in our shops.', of: 'agent' } as const],
])('a document that %s answers nothing: the question stays open', async (_, known) => {
  const { said, answered, open } = await askedOf(known, question);
  expect(said).not.toContain('town hall');
  expect(said).not.toContain('Dogs');
  expect(answered).toEqual({ kind: 'answered', text: null });
  expect(open).toEqual([question]);
});
