import { expect, test } from 'vitest';
import type { OutgoingRequest } from '../../http/outgoing.ts';
import type { Scope } from '../../storage/scope.ts';
import { extractPosting } from './extraction/extract.parser.ts';
import { type ExtractionServices, extractJob, type FillJob } from './job-extraction.actions.ts';

const scope = { companyId: 'us' } as unknown as Scope;
const jobUrl = 'https://boards.greenhouse.io/acme/jobs/4711';

/** The web as a table of answers; what is not in it is not found. */
function services(web: Readonly<Record<string, string>>, fillJob?: FillJob) {
  const asked: string[] = [];
  const made: ExtractionServices = {
    outgoing: {
      follow: async ({ url }: Omit<OutgoingRequest, 'method' | 'body'>) => {
        asked.push(url);
        const found = Object.entries(web).find(([start]) => url.startsWith(start))?.[1];
        return {
          url,
          status: found === undefined ? 404 : 200,
          headers: {},
          body: Buffer.from(found ?? ''),
          isCut: false,
        };
      },
    },
    readPosting: async (_companyId, { url, body }) => {
      const text = body.toString();
      const extracted = extractPosting({ url, kind: text.startsWith('{') ? 'json' : 'html', text });
      return extracted && { ...extracted, text };
    },
    fillJob,
    userAgent: 'test',
  };
  return { made, asked };
}

const answer = JSON.stringify({
  id: 4711,
  title: 'Beekeeper',
  absolute_url: jobUrl,
  location: { name: 'Bern' },
  content: 'Bees',
});
const page = '<h1>Beekeeper</h1><p>We look for somebody who looks after our bees, a job for all seasons.</p>';

test('a posting on a known job board is read from the data of the job board', async () => {
  const { made, asked } = services({ 'https://boards-api.greenhouse.io/': answer });
  const {
    body: { data },
  } = await extractJob(scope, made, { jobUrl, createJob: false });
  expect(data).toMatchObject({ title: 'Beekeeper', location: { city: 'Bern' }, jobUrl });
  expect(data.metadata.extraction).toMatchObject({ title: 'board-api' });
  expect(asked).toHaveLength(1);
});

test('a posting that is not on a known job board is read from its page', async () => {
  const { made, asked } = services({ [jobUrl]: page });
  const {
    body: { data },
  } = await extractJob(scope, made, { jobUrl, createJob: false });
  expect(data).toMatchObject({ title: 'Beekeeper' });
  expect(asked).toHaveLength(2);
});

test('a language model fills in missing values of a posting, and overrides none', async () => {
  const fillJob: FillJob = async ({ known }) => ({
    title: `Not ${known.title}`,
    contractType: 'FULL_TIME',
    place: { city: 'Basel', countryCode: 'CH' },
  });
  const { made } = services({ 'https://boards-api.greenhouse.io/': answer }, fillJob);
  const {
    body: { data },
  } = await extractJob(scope, made, { jobUrl, createJob: false });
  expect(data).toMatchObject({ title: 'Beekeeper', contractType: 'FULL_TIME', location: { city: 'Bern' } });
  expect(data.location).not.toHaveProperty('countryCode');
  expect(data.metadata.extraction).toMatchObject({ title: 'board-api', contractType: 'language-model' });
});

test('a posting whose client leaves while it is fetched is not read', async () => {
  const { made } = services({ [jobUrl]: page });
  const leaving = new AbortController();
  const { follow } = made.outgoing;
  const left: ExtractionServices = {
    ...made,
    outgoing: {
      follow: async (wanted) => {
        leaving.abort(new Error('The client has gone'));
        return follow(wanted);
      },
    },
    readPosting: async (_companyId, _page, signal) => {
      signal?.throwIfAborted();
      return undefined;
    },
  };
  await expect(extractJob(scope, left, { jobUrl, createJob: false }, leaving.signal)).rejects.toThrow(
    'The client has gone',
  );
});
