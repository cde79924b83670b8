import type { FetchedPage } from '@parley/service/domains/jobs/extraction/extract.parser.ts';
import type { Posting } from '@parley/service/domains/jobs/extraction/posting.model.ts';

/** A page of a shape that is seen on the web, written for the tests, and everything it states. */
export interface SamplePosting extends FetchedPage {
  readonly name: string;
  /** Nothing for a page that shows no job. */
  readonly expected: Posting | undefined;
}

export const html = (body: string, head = '', lang = 'en'): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;

export const jsonLd = (data: unknown): string =>
  `<script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify(data)}</script>`;

export const page = (
  name: string,
  text: string,
  expected: Posting | undefined,
  url = 'https://jobs.example.com/4711',
): SamplePosting => ({
  name,
  url,
  kind: 'html',
  text,
  expected,
});

export const data = (
  name: string,
  value: unknown,
  expected: Posting | undefined,
  url = 'https://api.example.com/jobs',
): SamplePosting => ({
  name,
  url,
  kind: 'json',
  text: JSON.stringify(value),
  expected,
});
