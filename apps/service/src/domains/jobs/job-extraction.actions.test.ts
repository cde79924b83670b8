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

test("a posting on a known board is read from the board's data", async () => {
  const { made, asked } = services({ 'https://boards-api.greenhouse.io/': answer });
  const {
    body: { data },
  } = await extractJob(scope, made, { jobUrl, createJob: false });
  expect(data).toMatchObject({ title: 'Beekeeper', location: { city: 'Bern' }, jobUrl });
  expect(data.metadata.extraction).toMatchObject({ title: 'board-api' });
  expect(asked).toHaveLength(1);
});

test('a posting without board data is read from its page', async () => {
  const { made, asked } = services({ [jobUrl]: page });
  const {
    body: { data },
  } = await extractJob(scope, made, { jobUrl, createJob: false });
  expect(data).toMatchObject({ title: 'Beekeeper' });
  expect(asked).toHaveLength(2);
});

test('a language model fills empty values and overrides none', async () => {
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
