import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { everybody, keepsTheContract } from '@parley/testing/provider-contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Outgoing } from '../../http/outgoing.ts';
import type { Scope } from '../../storage/scope.ts';
import { criteriaOf } from './criteria.model.ts';
import { httpProvider } from './http-provider.actions.ts';
import { ProviderFailure } from './provider.model.ts';

/** As the adapter of some vendor would be: it knows names for skills of its own, and says null for what it does not know. */
const vendor = {
  search: ({ title, skills }: { title: string; skills: string[] }) => {
    const sought = [title, ...skills].map((one) => one.toLowerCase());
    const profiles = everybody.filter((one) =>
      [one.currentRole ?? '', ...(one.skills ?? [])].some((own) => sought.includes(own.toLowerCase())),
    );
    return { profiles: profiles.map((one) => ({ headline: null, country: null, more: 1, ...one })) };
  },
  enrich: ({ profiles }: { profiles: { profileId: string; emails?: string[] }[] }) => ({
    profiles: profiles.flatMap(({ profileId, emails = [] }) => {
      const sent = emails.map((email) => email.toLowerCase());
      const known = everybody.find(
        (one) => one.profileId === profileId || one.emails?.some((own) => sent.includes(own)),
      );
      return known ? [{ ...known, profileId }] : [];
    }),
  }),
};

type Answer = (path: string, body: unknown, response: ServerResponse) => void;
const honest: Answer = (path, body, response) => {
  const reply = path === '/v1/search' ? vendor.search(body as never) : vendor.enrich(body as never);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
};

let answer: Answer;
const received: { headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = [];
const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const body = JSON.parse(text);
  received.push({ headers: request.headers, body });
  answer(request.url ?? '', body, response);
});
const outgoing = new Outgoing({ allowPrivate: true });
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  await outgoing.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  answer = honest;
  received.length = 0;
});

const provider = (options: { timeoutMs?: number; guard?: Outgoing } = {}) =>
  httpProvider({
    url,
    key: 'a-key-of-the-vendor',
    outgoing: options.guard ?? outgoing,
    userAgent: 'Parley/test',
    timeoutMs: options.timeoutMs ?? 5000,
  });
// It is not asked: a vendor knows no companies.
const scope = {} as Scope;

keepsTheContract(() => ({ provider: provider(), scope }));

const criteria = criteriaOf(
  { title: 'Nurse', requiredSkills: ['First aid'], location: 'Lisboa', limit: 7 },
  undefined,
);
const search = (of = provider()) => of.search(scope, { requestId: 'req_7', criteria, isPreview: true });

test('a sourcing adapter receives the search criteria and its key, and nothing about the company', async () => {
  await search();
  expect(received[0]?.headers).toMatchObject({
    authorization: 'Bearer a-key-of-the-vendor',
    'content-type': 'application/json',
    'user-agent': 'Parley/test',
  });
  expect(received[0]?.body).toEqual({
    requestId: 'req_7',
    preview: true,
    title: 'Nurse',
    description: '',
    skills: ['First aid'],
    areSkillsRequired: true,
    niceToHaveSkills: [],
    location: 'Lisboa',
    country: null,
    seniority: null,
    limit: 7,
  });
});

test.each([
  [1730, 1730],
  [null, 1],
  [0, 1],
])(
  'a total of %s from a sourcing adapter is used unless it is below the number of results',
  async (total, counted) => {
    answer = replying(200, JSON.stringify({ profiles: [{ profileId: 'a', name: 'Ada Bell' }], total }));
    expect((await search()).total).toBe(counted);
  },
);

const replying =
  (status: number, text: string): Answer =>
  (_path, _body, response) => {
    response.writeHead(status).end(text);
  };
test.each<[string, Answer]>([
  ['an error', replying(503, '{}')],
  ['a 4xx response', replying(401, '{"profiles": []}')],
  ['a redirect', (_path, _body, response) => response.writeHead(302, { location: url }).end()],
  ['a response that is not JSON', replying(200, '<html>')],
  ['a response of another shape', replying(200, '{"people": []}')],
  ['a person without a name', replying(200, '{"profiles": [{"profileId": "a"}]}')],
  ['text that cannot be stored', replying(200, '{"profiles": [{"profileId": "a", "name": "\\u0000"}]}')],
  ['a closed connection', (_path, _body, response) => response.destroy()],
  [
    'more people than requested',
    replying(200, JSON.stringify({ profiles: [], more: 'x'.repeat(11 * 1024 * 1024) })),
  ],
])('%s from a sourcing adapter is reported as a failure of the provider', async (_words, wrong) => {
  answer = wrong;
  await expect(search()).rejects.toThrow(ProviderFailure);
});

test('a sourcing adapter that does not answer in time is reported as a failure of the provider', async () => {
  answer = () => {};
  // Long enough for a connection on a busy machine.
  await expect(search(provider({ timeoutMs: 1000 }))).rejects.toThrow(
    'There was no complete response within 1000 ms',
  );
});

test('a sourcing adapter at a private address is refused unless that is allowed', async () => {
  const guard = new Outgoing({ allowPrivate: false });
  await expect(search(provider({ guard }))).rejects.toThrow('is not public');
  expect(received).toEqual([]);
  await guard.close();
});
