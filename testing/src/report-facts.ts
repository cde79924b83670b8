import { type ReportContent, reportWords } from '@parley/service/domains/analysis/report.model.ts';
import { reportPdf } from '@parley/service/workflows/report/report-document.ts';
import { expect } from 'vitest';
import { pdfPages } from './pdf-text.ts';

/** Letters of different scripts that look alike share a glyph, and search finds the one that came first. */
const lookalikes = new Map(
  [...'АВЕКМНОРСТХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧοІЈЅ'].map((letter, i) => [
    letter,
    [...'ABEKMHOPCTXaeopcyxijsABEZHIKMNOPTYXoIJS'][i] as string,
  ]),
);
/** Whatever the form that letters were drawn in, and the spaces between them. */
export const letters = (text: string): string =>
  [...text.normalize('NFKC').replaceAll(/\s+/gu, '')]
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('');

/** Arabic draws two letters as one sign, and search finds them turned. */
const joined = (text: string): string => text.replaceAll(/ل([اأإآ])/gu, '$1ل');

/** Expects a report of at most three pages and 300 kB that can be searched for its facts. */
export async function expectFacts(content: ReportContent, ...more: string[]): Promise<void> {
  const { title, answers, endings } = reportWords[content.language];

  const pdf = await reportPdf(content);

  const pages = await pdfPages(pdf);
  const text = letters(pages.join(''));
  expect(pdf.length).toBeLessThan(300_000);
  expect(pages.length).toBeLessThanOrEqual(3);
  const facts = ['78', '1:23', '2026', content.companyName, content.contactName];
  const headings = [title, answers, endings.COMPLETED, ...more];
  // Word by word: from right to left, search finds the last one first.
  for (const word of [...facts, ...headings].flatMap((words) => words.split(' '))) {
    expect(text).toContain(joined(letters(word)));
  }
}
