import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { extractPosting } from '@parley/service/domains/jobs/extraction/extract.parser.ts';
import { countryIn } from '@parley/service/domains/jobs/extraction/place.parser.ts';
import type { Posting } from '@parley/service/domains/jobs/extraction/posting.model.ts';
import { contractIn, periodIn } from '@parley/service/domains/jobs/extraction/terms.parser.ts';
import { workModeIn } from '@parley/service/domains/jobs/extraction/work-mode.parser.ts';
import { boardPostings } from '@parley/testing/postings/board-postings.ts';
import { careerPages } from '@parley/testing/postings/career-pages.ts';
import { heldOutPages } from '@parley/testing/postings/held-out-pages.ts';
import type { SamplePosting } from '@parley/testing/postings/sample-posting.ts';
import { structuredPostings } from '@parley/testing/postings/structured-postings.ts';
import { writtenPostings } from '@parley/testing/postings/written-postings.ts';
import { median, type Ratio } from './ratio.ts';
import { withService } from './running-service.ts';

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

/** The values of a posting, flattened; an absent one is not stated. */
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
 * Precision and recall of job extraction on sample pages, field by field; `PARLEY_POSTINGS` names a folder of other pages.
 * And how long other requests wait while a page of the maximum size is read.
 */
export async function run(): Promise<Ratio[]> {
  const folder = process.env.PARLEY_POSTINGS;
  const samples =
    folder === undefined
      ? [...structuredPostings, ...boardPostings, ...writtenPostings, ...careerPages, ...heldOutPages]
      : samplesIn(folder);
  return [...quality(samples), await waiting()];
}

function quality(samples: readonly SamplePosting[]): Ratio[] {
  const counts = new Map(fields.map((field) => [field, { right: 0, found: 0, stated: 0 }]));
  for (const { name, expected, ...page } of samples) {
    const extracted = extractPosting(page);
    const [found, stated] = [
      valuesOf(extracted?.isClosed ? undefined : extracted?.posting),
      valuesOf(expected),
    ];
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
      name: `extraction: precision, ${samples.length} pages`,
      unit: 'values',
      atLeast: 0.98,
      ours: sum('right'),
      reference: sum('found'),
    },
    {
      name: 'extraction: recall',
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

/**
 * How much longer the slowest of many small requests waits while a page of 5 MiB is fetched and read. Both are measured in
 * turns for the same time, so that other load on the machine affects both equally.
 */
async function waiting(): Promise<Ratio> {
  const page = largePage();
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const jobUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/job`;
  try {
    const longer = await withService(
      async ({ url, post, newCompany }) => {
        const { key } = await newCompany(['write:jobs']);
        const waits: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const started = performance.now();
          const busy = await longestWait(url, post('/jobs/url', key, { jobUrl }));
          const idle = await longestWait(url, pause(performance.now() - started));
          console.log(`  longest wait ${busy.toFixed(1)} ms during a page, ${idle.toFixed(1)} ms otherwise`);
          waits.push(Math.max(0, busy - idle));
        }
        return median(waits);
      },
      { PARLEY_ALLOW_PRIVATE_URLS: 'true' },
    );
    return {
      name: 'extraction: longest wait of other requests during a page of 5 MiB, vs otherwise',
      unit: 'ms',
      atMost: 1,
      ours: longer,
      reference: ALLOWED_MS,
    };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The longest wait of requests sent one after the other until the work was done. */
async function longestWait(url: string, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  let longest = 0;
  while (!isDone) {
    const started = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    longest = Math.max(longest, performance.now() - started);
  }
  await work;
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

/**
 * A folder of collected pages with an INDEX.md, whose table lists what each page states: number, kind, title, company,
 * location, salary, contract. A dash means that the page does not state it.
 */
function samplesIn(folder: string): SamplePosting[] {
  const rows = readFileSync(join(folder, 'INDEX.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\|\s*\d+/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim()));
  const files = readdirSync(folder);
  return rows.flatMap(
    ([, number = '', , title = '', company = '', location = '', salary = '', contract = '']) => {
      const file = files.find((name) => name.startsWith(`${number}-`));
      if (file === undefined) return [];
      return [
        {
          name: file,
          url: `http://127.0.0.1/${file}`,
          kind: file.endsWith('.json') ? 'json' : file.endsWith('.xml') ? 'xml' : 'html',
          text: readFileSync(join(folder, file), 'utf8'),
          expected: title === '-' ? undefined : expectedOf(title, company, location, salary, contract),
        } satisfies SamplePosting,
      ];
    },
  );
}

function expectedOf(
  title: string,
  company: string,
  location: string,
  salary: string,
  contract: string,
): Posting {
  const [, currency, min, max] =
    /([A-Z]{3}) (\d+)-(\d+)/.exec(salary.replace(/([A-Z]{3}) [^(]*\((\d+-\d+)\)/, '$1 $2')) ?? [];
  const period = /\/ *(\w+)/.exec(salary)?.[1];
  const parts = location
    .replace(/^remote \(HQ (.*)\)$/, '$1')
    .split(/[,;]/)
    .map((part) => part.trim());
  const countryCode = parts.length > 1 ? countryIn(parts.at(-1) as string) : undefined;
  return {
    title,
    company: company.replace(/ \(.*\)$/, (words) => (/trailing|URL/.test(words) ? '' : words)),
    place: { city: parts[0], ...(countryCode === undefined || /HQ/.test(location) ? {} : { countryCode }) },
    ...(currency === undefined
      ? {}
      : {
          salary: {
            min: Number(min),
            max: Number(max),
            currency,
            ...spelledPeriod(period),
          },
        }),
    contractType: contractIn(contract.split(' (')[0] as string),
    workMode: workModeIn(`${location}, ${contract}`),
  };
}

const spelledPeriod = (word: string | undefined) => {
  const period = word === undefined ? undefined : periodIn(word);
  return period === undefined ? {} : { period };
};
