import { deedOf } from '@parley/console/pages/team/audit-sentences.ts';
import { aliasOfPath } from '@parley/service/http/aliases.ts';
import { apiRoutes, consoleRoutes } from '@parley/testing/every-route.ts';
import { expect, test } from 'vitest';

const ID = '01957a2e-7c00-7000-8000-0000000000c1';
/** What is only looked at is not audited, nor what needs nobody to be signed in. */
const audited = [...apiRoutes, ...consoleRoutes].filter(
  ({ method, access }) => method !== 'GET' && access.kind !== 'open',
);

test('every action in the console has a sentence for the audit log', () => {
  const asked = audited.flatMap(({ method, path }) =>
    [path, aliasOfPath(path) ?? path].map((one) => `${method} ${one.replaceAll(/\{\w+\}/g, ID)}`),
  );
  expect(asked.length).toBeGreaterThan(60);
  expect(asked.filter((endpoint) => deedOf(endpoint) === undefined)).toEqual([]);
});

test('a sentence in the audit log names the run or contact that was changed', () => {
  expect(deedOf(`POST /runs/${ID}/launch`)).toEqual({
    words: 'Launched the run {}',
    subject: { kind: 'run', id: ID },
  });
  expect(deedOf('POST /jobs/url')?.words).toBe('Created a job from a posting');
  expect(deedOf(`PATCH /candidates/${ID}`)?.words).toBe('Changed the contact {}');
  expect(deedOf('GET /search')?.words).toBe('Searched contacts and conversations');
  expect(deedOf('PATCH /nothing/of/ours')).toBeUndefined();
});
