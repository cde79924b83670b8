import { type Language, languages } from '@parley/language/language.ts';
import { pdfPages } from '@parley/testing/pdf-text.ts';
import { reportContent } from '@parley/testing/report-content.ts';
import { expectFacts, letters } from '@parley/testing/report-facts.ts';
import { expect, test } from 'vitest';
import { reportWords } from '../../domains/analysis/report.model.ts';
import { reportPdf } from './report-document.ts';

/** Scripts that differ most, and long words. */
const long: readonly Language[] = ['DE', 'EL', 'AR', 'ZH', 'JA'];

test.each(long)(
  'the PDF report of a twenty-minute call in %s has at most three pages and 300 kB',
  (language) => expectFacts(reportContent(language), reportWords[language].leftOut),
);

test.each(languages.filter((language) => !long.includes(language)))(
  'the PDF report of a short call in %s has at most three pages and 300 kB, with all results',
  (language) => expectFacts(reportContent(language, { minutes: 1 })),
);

test('a PDF report shows all its letters, whichever reports were rendered before it', async () => {
  const german = reportContent('DE', { minutes: 1, contactName: 'Zoe Bär' });
  // Its letters are composed of glyphs that German shares, and that it does not use by themselves.
  await reportPdf(reportContent('EL', { minutes: 1 }));

  const [page = ''] = await pdfPages(await reportPdf(german));

  expect(letters(page)).toContain(letters('Zusammenfassung'));
  expect(letters(page)).toContain(letters('Bedenken'));
});

test.each(['王小明', '홍길동', 'محمد', 'יעל כהן', 'Ђорђе', 'Παύλος', '山田ひかり', 'ԱՐԱՄ'])(
  'the name %s is legible in an English PDF report',
  async (contactName) => {
    const [page = ''] = await pdfPages(await reportPdf(reportContent('EN', { minutes: 1, contactName })));

    expect(letters(page)).toContain(letters(contactName));
  },
);

test('a PDF report with thousands of different characters stays below 300 kB', async () => {
  const signs = (from: number) =>
    Array.from({ length: 60 }, (_, i) => String.fromCodePoint(0x4e00 + ((from * 60 + i) % 20_000))).join('');
  const transcript = reportContent('ZH').transcript.map((line, i) => ({ ...line, text: signs(i) }));

  const pdf = await reportPdf(reportContent('ZH', { transcript }));

  expect(pdf.length).toBeLessThan(300_000);
});

test('a PDF report with any number of findings has at most three pages', async () => {
  const content = reportContent('DE');
  const { analytics } = content.analysis;
  if (!analytics) throw new Error('There are no analytics');
  const long = 'Ein sehr langer Satz ohne Ende, in dem vieles steht. '.repeat(40);
  const item = { evidence: long, evidenceTime: 5 };
  const analysis = {
    ...content.analysis,
    analytics: {
      ...analytics,
      summary: long,
      qa: Array.from({ length: 60 }, () => ({ question: long, answer: long, ...item })),
      fields: Array.from({ length: 60 }, () => ({ label: long, value: [long, long], ...item })),
      evaluation: { strengths: Array(40).fill(long), concerns: Array(40).fill(long), assessment: [] },
    },
  };

  const pages = await pdfPages(await reportPdf({ ...content, analysis }));

  expect(pages.length).toBeLessThanOrEqual(3);
});
