import { expect, test } from 'vitest';
import { boardAddress } from './boards.parser.ts';

const id = '90fb3621-899e-4b59-925d-25080ec91e18';

test.each<[page: string, address: string | undefined]>([
  [
    'https://boards.greenhouse.io/acme/jobs/123',
    'https://boards-api.greenhouse.io/v1/boards/acme/jobs/123?pay_transparency=true',
  ],
  [
    'https://job-boards.greenhouse.io/acme/jobs/123?gh_src=x',
    'https://boards-api.greenhouse.io/v1/boards/acme/jobs/123?pay_transparency=true',
  ],
  [
    'https://boards.greenhouse.io/embed/job_app?for=acme&token=123',
    'https://boards-api.greenhouse.io/v1/boards/acme/jobs/123?pay_transparency=true',
  ],
  [`https://jobs.lever.co/acme/${id}/apply`, `https://api.lever.co/v0/postings/acme/${id}?mode=json`],
  [`https://jobs.eu.lever.co/acme/${id}`, `https://api.eu.lever.co/v0/postings/acme/${id}?mode=json`],
  [
    `https://jobs.ashbyhq.com/Acme/${id}`,
    'https://api.ashbyhq.com/posting-api/job-board/Acme?includeCompensation=true',
  ],
  [
    'https://jobs.smartrecruiters.com/Acme/743999-clerk',
    'https://api.smartrecruiters.com/v1/companies/Acme/postings/743999',
  ],
  ['https://acme.jobs.personio.de/job/4711?language=de', 'https://acme.jobs.personio.de/xml?language=de'],
  [
    'https://acme.wd3.myworkdayjobs.com/en-US/Careers/job/Prague/Clerk_R-1',
    'https://acme.wd3.myworkdayjobs.com/wday/cxs/acme/Careers/job/Prague/Clerk_R-1',
  ],
  ['https://boards.greenhouse.io/acme', undefined],
  ['https://boards.greenhouse.io.example.com/acme/jobs/123', undefined],
  ['https://example.com/jobs/123', undefined],
])('the data of the job posting at %s is fetched from %s', (page, address) => {
  expect(boardAddress(new URL(page))).toBe(address);
});
