import { expectErrorBody } from '@parley/testing/error-body.ts';
import { nonsense, spoiled, valuesOf } from '@parley/testing/schema-values.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: the document is read like any JSON
type Json = any;

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly isAdmin: boolean;
  readonly request: fc.Arbitrary<FuzzedRequest>;
  /** That the document promises. */
  readonly statuses: ReadonlySet<string>;
  /** Of the body, by status. */
  readonly contentTypes: ReadonlyMap<string, string>;
}
interface FuzzedRequest {
  readonly ids: string[];
  readonly query: [name: string, value: string][];
  readonly body: Json;
  readonly bearer: 'key' | 'ats';
}

/** Every run tries the same requests, so that a failure can be looked at; another seed tries others. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101);
/** `npm run fuzz:http` sends so many; `npm test` sends a few of each operation. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 0);
const OF_EACH = 6;
/** No request takes longer, whatever is in it. Not measured by `npm test`, which shares the machine. */
const LONGEST_MS = 5000;

let service: TestService;
let company: TestCompany;
let ats: Awaited<ReturnType<TestService['newKey']>>;
let operations: Operation[];
/** Of what was made on the way, so that routes with an id also meet things that exist. */
const knownIds: string[] = [];

beforeAll(async () => {
  // Without workers: what a request sets off is not looked at here.
  service = await startTestService({
    roles: ['api'],
    environment: REQUESTS > 0 ? { PARLEY_DATABASE_CONNECTIONS: '20' } : {},
  });
  company = await service.newCompany();
  ats = await service.newKey({ type: 'ATS' });
  knownIds.push(company.id, (await ats.api.post('/companies', { name: 'Fuzz' })).body.id);
  operations = readOperations((await service.admin.get('/openapi.json')).body);
});
afterAll(() => service.stop());

function readOperations(document: Json): Operation[] {
  const schemas = document.components.schemas;
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      isAdmin: operation['x-access'] === 'admin',
      request: requestsOf(operation, schemas),
      statuses: new Set(Object.keys(operation.responses)),
      contentTypes: new Map(
        Object.entries<Json>(operation.responses).flatMap(([status, { content = {} }]) =>
          Object.keys(content).map((type): [string, string] => [status, type]),
        ),
      ),
    })),
  );
}

function requestsOf(operation: Json, schemas: Json): fc.Arbitrary<FuzzedRequest> {
  const inPath: Json[] = operation.parameters.filter((one: Json) => one.in === 'path');
  const inQuery: Json[] = operation.parameters.filter((one: Json) => one.in === 'query');
  const ids = fc.oneof(
    { weight: 4, arbitrary: fc.nat().map((at) => knownIds[at % knownIds.length] as string) },
    { weight: 1, arbitrary: fc.uuid() },
  );
  const id = fc.oneof(
    { weight: 5, arbitrary: ids },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }) },
  );
  const source = { schemas, ids };
  const filter = (one: Json): fc.Arbitrary<[string, string]> =>
    fc
      .oneof(
        { weight: 3, arbitrary: valuesOf(one.schema, source) },
        { weight: 1, arbitrary: fc.constantFrom('1e400', '-1e400', '0', '-1', '1.5', '0x10', ' 1', '', '%') },
        { weight: 1, arbitrary: nonsense },
      )
      .map((value) => [one.name, asText(value)]);
  const companyId: fc.Arbitrary<[string, string]> = fc.constant(['companyId', company.id]);
  const stranger = fc.tuple(fc.string({ maxLength: 10, unit: 'binary' }), fc.string({ maxLength: 10 }));
  const filters = fc.oneof(
    { weight: 9, arbitrary: fc.oneof(...inQuery.map(filter), companyId) },
    { weight: 1, arbitrary: stranger },
  );
  // Mostly a good query or none, so that what is behind it is reached too.
  const query: fc.Arbitrary<[string, string][]> = fc.oneof(
    { weight: inQuery.length > 1 ? 1 : 9, arbitrary: fc.tuple(companyId) },
    { weight: 2, arbitrary: fc.array(filters, { maxLength: 3 }) },
  );
  const schema = operation.requestBody?.content['application/json'].schema;
  const valid = schema === undefined ? fc.constant(undefined) : valuesOf(schema, source);
  const body = fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 4, arbitrary: spoiled(valid) },
    { weight: 1, arbitrary: nonsense },
  );
  return fc.record({
    ids: fc.tuple(...inPath.map(() => id)) as fc.Arbitrary<string[]>,
    query,
    body: schema === undefined ? fc.option(nonsense, { nil: undefined, freq: 4 }) : body,
    bearer: fc.constantFrom('key', 'ats'),
  });
}

const asText = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 3000);

async function send({ method, path, isAdmin }: Operation, { ids, query, body, bearer }: FuzzedRequest) {
  let at = 0;
  const filled = path.replaceAll(/\{\w+\}/g, () => encoded(ids[at++] ?? ''));
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  const hasBody = body !== undefined && method !== 'GET';
  const key = bearer === 'key' ? company.key : ats.key;
  const leaving = new AbortController();
  const response = await fetch(`${service.url}${filled}${search && `?${search}`}`, {
    method,
    headers: {
      authorization: `Bearer ${isAdmin ? service.adminToken : key}`,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
    signal: leaving.signal,
  });
  const { status, headers } = response;
  const [contentType] = headers.get('content-type')?.split(';') ?? [];
  const answer = { status, headers, contentType, text: '', body: undefined as Json };
  // Events of a run that is not launched never end.
  if (contentType === 'text/event-stream') {
    leaving.abort();
    return answer;
  }
  const text = await response.text();
  const isJson = contentType === 'application/json' && text !== '';
  return { ...answer, text, body: isJson ? JSON.parse(text) : undefined };
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E');

/** The key in use must not revoke itself: only what the fuzzing made is offered as an id. */
function remember(body: Json): void {
  const id = body?.id ?? body?.data?.id;
  if (typeof id === 'string' && knownIds.length < 200) knownIds.push(id);
}

/** In several tests, so that each is short. */
const PARTS = [0, 1, 2, 3, 4, 5];
const seen = new Map<number, number>();
let slowest = { ms: 0, name: '' };

function note({ name }: Operation, status: number, startedMs: number): void {
  const ms = performance.now() - startedMs;
  seen.set(status, (seen.get(status) ?? 0) + 1);
  if (ms > slowest.ms) slowest = { ms, name };
}

const eachPart = REQUESTS > 0 ? test.concurrent.each(PARTS) : test.each(PARTS);
eachPart(
  'no request derived from the OpenAPI document breaks the service (part %i)',
  REQUESTS > 0 ? { timeout: 3_600_000 } : {},
  async (part) => {
    const some = operations.filter((_, index) => index % PARTS.length === part);
    expect(some.length).toBeGreaterThan(8);
    for (const operation of some) {
      await fc.assert(
        fc.asyncProperty(operation.request, async (request) => {
          const startedMs = performance.now();
          const answer = await send(operation, request);
          note(operation, answer.status, startedMs);
          if (answer.status >= 500)
            throw new Error(`${operation.name} answered ${answer.text}; log: ${service.logged.at(-1)}`);
          if (!operation.statuses.has(String(answer.status)))
            throw new Error(`${operation.name} answered ${answer.status}, which its document does not say`);
          expect([operation.name, answer.contentType]).toEqual([
            operation.name,
            operation.contentTypes.get(String(answer.status)),
          ]);
          if (answer.status >= 400) expectErrorBody(answer, answer.status);
          else expect(answer.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
          if (answer.status === 201) remember(answer.body);
        }),
        { seed: SEED, numRuns: REQUESTS > 0 ? Math.ceil(REQUESTS / operations.length) : OF_EACH },
      );
    }
  },
);

const reachable = { phoneNumber: '+15005550000', gdprExpiryDate: '2099-12-31' };

test('whatever a fuzzed request answers with is read by its content type', async () => {
  const { api } = company;
  const contactId = (await api.post('/contacts', { firstName: 'Ada', lastName: 'Byron', ...reachable })).body
    .id;
  const agentId = (await api.post('/agents', { name: 'Grace', focus: 'GENERIC' })).body.id;
  const run = (await api.post('/runs', { name: 'Draft', agentId })).body.id;
  const answers: Record<string, string> = {
    getContact: contactId,
    exportContact: contactId,
    watchRun: run,
    exportRunResults: run,
    exportRunWorkbook: run,
    exportRunObjects: run,
  };
  for (const [name, id] of Object.entries(answers)) {
    const operation = operations.find((one) => one.name === name) as Operation;
    const answer = await send(operation, { ids: [id], query: [], body: undefined, bearer: 'key' });
    expect([name, answer.status, answer.contentType]).toEqual([name, 200, operation.contentTypes.get('200')]);
  }
});

test('the fuzzed requests got every kind of response', () => {
  for (const status of [200, 201, 400, 403, 404]) expect(seen.get(status) ?? 0).toBeGreaterThan(0);
});

test.runIf(REQUESTS > 0)('no fuzzed request took longer than 5 s', () => {
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  const statuses = [...seen]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status}`);
  console.log(
    `${total} requests: ${statuses.join(', ')}. The slowest, ${slowest.name}, took ${slowest.ms.toFixed(0)} ms.`,
  );
  expect(total).toBeGreaterThanOrEqual(REQUESTS);
  expect(slowest.ms).toBeLessThan(LONGEST_MS);
});

test('the service is healthy after the fuzzed requests', async () => {
  expect(service.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  expect(({} as Json).polluted).toBeUndefined();
  expect((await company.api.get(`/companies/${company.id}`)).status).toBe(200);
  expect((await service.admin.get('/readyz')).status).toBe(200);
});
