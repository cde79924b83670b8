import { keepSipMessages } from '@parley/service/domains/conversations/sip-ladder.actions.ts';
import { makeObjects } from '@parley/service/main/objects.ts';
import { recordingKey, recordingPart } from '@parley/service/storage/objects/recording-key.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { unzipped } from '@parley/testing/unzipped.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_SIM_SPEED: '10000' } });
  company = await runningCompany(service);
});
afterAll(() => service.stop());

const waiting = { interval: 30 };

async function newDocument(contactId: string, fileName: string, text: string): Promise<string> {
  const file = { fileName, contentType: 'text/plain', sizeBytes: text.length };
  const { body } = await company.api.post(`/contacts/${contactId}/documents`, file);
  await fetch(body.upload.url, { method: 'PUT', headers: body.upload.headers, body: text });
  await company.api.post(`/contacts/${contactId}/documents/${body.document.id}/complete`);
  return body.document.id;
}

async function newCall(contactId: string) {
  const { api, agentId, scope } = company;
  const { body } = await api.post('/conversations', { contactId, agentId });
  const attempt = await waitFor(async () => {
    const { analysis, callAttempts } = (await api.get(`/conversations/${body.id}`)).body;
    expect(analysis?.general.status).toBe(2);
    return callAttempts[0];
  }, waiting);
  const attemptId: string = attempt.id;
  const objects = await makeObjects(service.services, service.url);
  const sound = Buffer.from('the sound of the call');
  await objects.put(recordingPart(attemptId, 0), sound, { contentType: 'audio/PCMU;rate=8000;channels=2' });
  const key = recordingKey({ id: attemptId, rateHz: 8000, partBytes: 80_000, dataBytes: sound.length });
  await scope.run(
    sql`update call_attempts set recording_key = ${key} where company_id = ${scope.companyId} and id = ${attemptId}`,
  );
  return { conversationId: body.id as string, attemptId };
}

test('the export of a contact is one archive with everything stored about the person', async () => {
  const contactId = await company.newContact({
    email: 'ada@example.com',
    metadata: { note: 'likes tea' },
  });
  const documentId = await newDocument(contactId, 'notes.txt', 'What we know.');
  const { conversationId, attemptId } = await newCall(contactId);
  const sipMessage = {
    ...{ attemptId, at: new Date(), isSent: true, transport: 'udp', localHost: null, localPort: null },
    ...{ remoteHost: '198.51.100.1', remotePort: 5060, callId: 'one', method: 'INVITE', status: null },
    ...{ text: 'INVITE sip:+15005550000@198.51.100.1 SIP/2.0', attestation: null, verification: null },
  };
  const { database } = service.services;
  await keepSipMessages(database, [
    { ...sipMessage, id: database.newId(), isOwnTrunk: true },
    { ...sipMessage, id: database.newId(), isOwnTrunk: false },
  ]);
  const { email, lastName } = (await company.api.get(`/contacts/${contactId}`)).body;
  const list = (await company.api.post('/contact-imports', { name: 'list.csv', duplicates: 'update' })).body
    .id;
  const values = { firstName: 'Renamed', lastName, email, gdprExpiryDate: '2099-12-31' };
  await company.api.post(`/contact-imports/${list}/rows`, { rows: [{ line: 2, values }] });
  await company.api.post(`/conversations/${conversationId}/comments`, { text: 'Was in a hurry.' });
  const answer = await fetch(`${service.url}/contacts/${contactId}/export`, {
    headers: { authorization: `Bearer ${(await service.newKey({ companyId: company.id })).key}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzipped(Buffer.from(await answer.arrayBuffer()));
  const recording = `conversations/${conversationId}/recording-${attemptId}.wav`;
  expect([...files.keys()]).toEqual([
    'about.json',
    'contact.json',
    'documents.json',
    `documents/${documentId}/notes.txt`,
    'enrichments.json',
    'imports.json',
    `conversations/${conversationId}/conversation.json`,
    `conversations/${conversationId}/sip-${attemptId}.json`,
    recording,
  ]);
  const read = (name: string) => JSON.parse(String(files.get(name)));
  expect(read('contact.json')).toMatchObject({ id: contactId, metadata: { note: 'likes tea' } });
  expect(read('imports.json')).toMatchObject([
    { importId: list, name: 'list.csv', line: 2, result: 'updated', before: { id: contactId, lastName } },
  ]);
  expect(String(files.get(`documents/${documentId}/notes.txt`))).toBe('What we know.');
  expect(read(`conversations/${conversationId}/conversation.json`)).toMatchObject({
    corrections: [],
    comments: [{ text: 'Was in a hurry.' }],
  });
  expect(read(`conversations/${conversationId}/sip-${attemptId}.json`).messages).toMatchObject([
    { method: 'INVITE', text: sipMessage.text },
    {
      method: 'INVITE',
      text: expect.stringContaining('INVITE sip:+15005550000@hidden.invalid'),
      remote: null,
    },
  ]);
  const [attempt] = read(`conversations/${conversationId}/conversation.json`).callAttempts;
  expect(attempt.transcript.length).toBeGreaterThan(2);
  expect(attempt.recording).toBe(recording);
  expect(String(files.get(recording))).toContain('the sound of the call');
});

test('each conversation in the export of a contact has its own comments', async () => {
  const contactId = await company.newContact();
  const first = await newCall(contactId);
  const second = await newCall(contactId);
  for (const [at, { conversationId }] of [first, second].entries())
    await company.api.post(`/conversations/${conversationId}/comments`, { text: `Comment ${at}` });
  const answer = await fetch(`${service.url}/contacts/${contactId}/export`, {
    headers: { authorization: `Bearer ${(await service.newKey({ companyId: company.id })).key}` },
  });
  const files = unzipped(Buffer.from(await answer.arrayBuffer()));
  const comments = ({ conversationId }: { conversationId: string }) =>
    JSON.parse(String(files.get(`conversations/${conversationId}/conversation.json`))).comments;
  expect(comments(first)).toMatchObject([{ text: 'Comment 0' }]);
  expect(comments(second)).toMatchObject([{ text: 'Comment 1' }]);
});

test('exporting a contact needs the scopes of the data in it, and a contact of the own company', async () => {
  const contactId = await company.newContact();
  const { api } = await service.newKey({ companyId: company.id, scopes: ['read:contacts'] });
  expect((await api.get(`/contacts/${contactId}/export`)).status).toBe(403);
  const another = await service.newCompany();
  expect((await another.api.get(`/contacts/${contactId}/export`)).status).toBe(403);
  expect((await company.api.get(`/contacts/${UNKNOWN}/export`)).status).toBe(404);
});
