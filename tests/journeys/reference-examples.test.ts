import { documentLookup } from '@parley/service/http/reference/document-lookup.ts';
import { exampleOfMedia } from '@parley/service/http/reference/example-value.ts';
import type { OpenApiDocument } from '@parley/service/http/reference/openapi-document.ts';
import { type OperationEntry, operationGroups } from '@parley/service/http/reference/operation-catalog.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
let entries: OperationEntry[];
let lookup: ReturnType<typeof documentLookup>;
beforeAll(async () => {
  service = await startTestService();
  company = await service.newCompany();
  const document = (await service.api(undefined).get('/openapi.json')).body as OpenApiDocument;
  lookup = documentLookup(document);
  entries = operationGroups(document, lookup)
    .flatMap((group) => group.entries)
    .filter(({ path }) => /^\/(contacts|contact-fields|jobs|agents|phone-numbers)\b/.test(path))
    // Reads a page of the web, which is not there for tests.
    .filter(({ path }) => path !== '/jobs/url');
});
afterAll(() => service.stop());

const requestOf = ({ body }: OperationEntry) => {
  const media = body?.content?.['application/json'];
  return media && (exampleOfMedia(lookup, media, 'request') as Record<string, unknown>);
};

/** An id cannot be known before; everything else is sent as it is shown. */
async function withRealIds(sent: Record<string, unknown>): Promise<Record<string, unknown>> {
  return {
    ...sent,
    ...(Object.hasOwn(sent, 'companyId') ? { companyId: company.id } : {}),
    // A new agent has none.
    ...(Object.hasOwn(sent, 'testCaseIds') ? { testCaseIds: undefined } : {}),
    ...(Object.hasOwn(sent, 'contactId') ? { contactId: await made('/contacts') } : {}),
    ...(Object.hasOwn(sent, 'contactIds') ? { contactIds: [await made('/contacts')] } : {}),
  };
}

/** The id of a new resource of the collection, made by the example itself. */
async function made(collection: string): Promise<string> {
  if (collection === '/phone-numbers') return addedNumber();
  const entry = entries.find(({ method, path }) => method === 'post' && path === collection);
  const sent = entry && requestOf(entry);
  const key =
    typeof sent?.key === 'string' ? { key: `${sent.key}_${Math.random().toString(36).slice(2)}` } : {};
  const { body } = await company.api.post(collection, { ...sent, ...key });
  return body.id;
}

/** Only an administrator adds numbers, and each once. */
async function addedNumber(): Promise<string> {
  const wanted = { companyId: company.id, phoneNumber: '+41446681800' };
  return (await service.admin.post('/phone-numbers', wanted)).body.id;
}

async function filled(path: string): Promise<string> {
  const [, collection = ''] = path.split('/');
  const withId = path.includes('{id}') ? path.replace('{id}', await made(`/${collection}`)) : path;
  if (withId.endsWith('/draft/publish'))
    await company.api.patch(withId.replace('/publish', ''), { name: 'Changed' });
  if (withId.includes('{testCaseId}')) {
    const [agent = '', rest = ''] = withId.split('/test-cases/{testCaseId}');
    const { body } = await company.api.post(`${agent}/test-cases`, {
      name: 'A',
      turns: ['Hello.'],
      expect: { ending: 'finished' },
    });
    return `${agent}/test-cases/${body.id}${rest}`;
  }
  if (!withId.includes('{documentId}')) return withId;
  const documents = withId.slice(0, withId.indexOf('/{documentId}'));
  const started = await company.api.post(documents, {
    fileName: 'a.txt',
    contentType: 'text/plain',
    sizeBytes: 1,
  });
  return withId.replace('{documentId}', started.body.document.id);
}

test('every example request in the reference is accepted', async () => {
  const refused: unknown[] = [];
  let sentBodies = 0;
  for (const entry of entries) {
    const sent = requestOf(entry);
    if (sent === undefined) continue;
    const api = entry.access === 'admin' ? service.admin : company.api;
    const send = entry.method === 'patch' ? api.patch : api.post;
    const { status, body } = await send(await filled(entry.path), await withRealIds(sent));
    if (status >= 300) refused.push([entry.anchor, sent, body]);
    sentBodies++;
  }
  expect(refused).toEqual([]);
  expect(sentBodies).toBeGreaterThan(10);
});

test('no example response in the reference has placeholders', () => {
  const empty = entries.filter(({ responses }) =>
    responses.some(([status, response]) => {
      const media = status.startsWith('2') ? response.content?.['application/json'] : undefined;
      return (
        media &&
        /(?<=[:[,])"text"(?!:)|"What happened/.test(JSON.stringify(exampleOfMedia(lookup, media, 'response')))
      );
    }),
  );
  expect(empty.map(({ anchor }) => anchor)).toEqual([]);
});
