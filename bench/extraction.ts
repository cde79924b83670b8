import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extractPosting } from '../src/domains/jobs/extraction/extract.model.ts';
import type { Posting } from '../src/domains/jobs/extraction/posting.model.ts';
import { boardPostings } from '../tests/postings/board-postings.ts';
import type { SamplePosting } from '../tests/postings/sample-posting.ts';
import { structuredPostings } from '../tests/postings/structured-postings.ts';
import { writtenPostings } from '../tests/postings/written-postings.ts';
import { median, type Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';
import { samplesIn } from './sample-folder.ts';

const fields = [
  'title',
  'company',
  'city',
  'countryCode',
  'min',
  'max',
  'currency',
  'period',
  'contractType',
  'workMode',
] as const;
type Field = (typeof fields)[number];

/** The values of a posting on one level; an absent one is not stated. */
const valuesOf = (posting: Posting | undefined): Partial<Record<Field, unknown>> => ({
  title: posting?.title,
  company: posting?.company,
  city: posting?.place?.city,
  countryCode: posting?.place?.countryCode,
  ...posting?.salary,
  contractType: posting?.contractType,
  workMode: posting?.workMode,
});

/**
 * What is read off sample pages against what they state, field by field; `PARLEY_POSTINGS` names a folder of pages to
 * take instead of our own. And how long others wait while the largest page that is taken is read.
 */
export async function run(): Promise<Ratio[]> {
  const folder = process.env.PARLEY_POSTINGS;
  const samples =
    folder === undefined ? [...structuredPostings, ...boardPostings, ...writtenPostings] : samplesIn(folder);
  return [...quality(samples), await waiting()];
}

function quality(samples: readonly SamplePosting[]): Ratio[] {
  const counts = new Map(fields.map((field) => [field, { right: 0, found: 0, stated: 0 }]));
  for (const { name, expected, ...page } of samples) {
    const [found, stated] = [valuesOf(extractPosting(page)?.posting), valuesOf(expected)];
    for (const field of fields) {
      const count = counts.get(field) as { right: number; found: number; stated: number };
      const [one, other] = [found[field], stated[field]];
      if (one !== undefined) count.found++;
      if (other !== undefined) count.stated++;
      if (one !== undefined && one === other) count.right++;
      else if (one !== other)
        console.log(
          `  ${name}: ${field} is ${JSON.stringify(one)}, the page states ${JSON.stringify(other)}`,
        );
    }
  }
  console.table(
    [...counts].map(([field, { right, found, stated }]) => ({
      field,
      stated,
      found,
      right,
      precision: share(right, found),
      recall: share(right, stated),
    })),
  );
  const sum = (part: 'right' | 'found' | 'stated') =>
    [...counts.values()].reduce((total, count) => total + count[part], 0);
  return [
    {
      name: `extraction: values read that are right, of ${samples.length} pages`,
      unit: 'values',
      atLeast: 0.98,
      ours: sum('right'),
      reference: sum('found'),
    },
    {
      name: 'extraction: values stated that are read',
      unit: 'values',
      atLeast: 0.95,
      ours: sum('right'),
      reference: sum('stated'),
    },
  ];
}

const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(2));

const ROUNDS = 5;
const PAGE_BYTES = 5 * 1024 ** 2;
const ALLOWED_MS = 50;

/** The longest that any of many small requests waited while a page of 5 MiB was fetched and read. */
async function waiting(): Promise<Ratio> {
  const page = largePage();
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const jobUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/job`;
  try {
    const longest = await withService(
      async (service) => {
        const { key } = await service.newCompany(['write:jobs']);
        const waits: number[] = [];
        for (let round = 0; round < ROUNDS; round++) waits.push(await longestWait(service, key, jobUrl));
        return median(waits);
      },
      { PARLEY_ALLOW_PRIVATE_URLS: 'true' },
    );
    return {
      name: 'extraction: longest wait of others during 5 MiB',
      unit: 'ms',
      atMost: 1,
      ours: longest,
      reference: ALLOWED_MS,
    };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function longestWait({ url, post }: RunningService, key: string, jobUrl: string): Promise<number> {
  let isRead = false;
  const done = () => {
    isRead = true;
  };
  const reading = post('/jobs/url', key, { jobUrl });
  reading.then(done, done);
  let longest = 0;
  while (!isRead) {
    const started = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    longest = Math.max(longest, performance.now() - started);
  }
  await reading;
  return longest;
}

function largePage(): Buffer {
  const start = '<!doctype html><html><head><title>Beekeeper</title></head><body><main><h1>Beekeeper</h1>';
  const line =
    '<div class="row"><p>We look after <b>bees</b> &amp; hives, every day of the year.</p><ul><li>Count</li></ul></div>\n';
  const end = '</main></body></html>';
  return Buffer.from(
    start + line.repeat(Math.floor((PAGE_BYTES - start.length - end.length) / line.length)) + end,
  );
}
