import { pdfPages } from '@parley/testing/pdf-text.ts';
import { reportContent } from '@parley/testing/report-content.ts';
import { expectFacts, letters } from '@parley/testing/report-facts.ts';
import { expect, test } from 'vitest';
import { reportPdf } from './report-document.ts';

test.each(['DE', 'AR'] as const)(
  'a PDF report of a short call in %s has at most three pages and 300 kB, with all results',
  (language) => expectFacts(reportContent(language, { minutes: 1 })),
);

test('rendering the same PDF report twice gives identical bytes', async () => {
  const content = reportContent('DE', { minutes: 1 });

  expect((await reportPdf(content)).equals(await reportPdf(structuredClone(content)))).toBe(true);
});

test('a PDF report omits emoji, and shows a question mark for letters without a font', async () => {
  const contactName =
    'Ada \u{1f469}\u{200d}\u{1f680} \u0939\u093f\u0928\u094d\u0926\u0940 Love\u{1f600}lace\ufe0f\ud800';

  const [page = ''] = await pdfPages(await reportPdf(reportContent('EN', { minutes: 1, contactName })));

  expect(page).toContain('Ada ? Lovelace');
});

test.each([
  ['EN', 'Simulated call'],
  ['DE', 'Simulierter Anruf'],
] as const)(
  'a PDF report in %s says of a simulated call that it is one, and of no other',
  async (language, said) => {
    const [simulated = ''] = await pdfPages(
      await reportPdf(reportContent(language, { minutes: 1, isSimulated: true })),
    );
    const [placed = ''] = await pdfPages(await reportPdf(reportContent(language, { minutes: 1 })));

    expect(simulated).toContain(said);
    expect(placed).not.toContain(said);
  },
);

test('the PDF report of a call without known data has one page', async () => {
  const content = reportContent('EN', {
    contactName: '',
    jobTitle: null,
    transcript: [],
    durationSeconds: 0,
  });
  const { general } = content.analysis;
  const analysis = {
    general: { ...general, overallRating: null, companyFitRating: null },
    specific: null,
    analytics: null,
  };

  const pages = await pdfPages(await reportPdf({ ...content, analysis }));

  expect(pages).toHaveLength(1);
});

test('a PDF report shows an impossible date as it was stored', async () => {
  const content = reportContent('EN', { minutes: 1 });
  const { analytics } = content.analysis;
  if (!analytics) throw new Error('There are no analytics');
  const fields = [{ label: 'Start', value: '2026-13-45', evidence: null, evidenceTime: null }];

  const pages = await pdfPages(
    await reportPdf({ ...content, analysis: { ...content.analysis, analytics: { ...analytics, fields } } }),
  );

  expect(pages.join('')).toContain('2026-13-45');
});

test('the PDF report of a language test shows the answers and the rating', async () => {
  const content = reportContent('EN', { minutes: 1 });
  const specific = {
    pronunciationScores: { accuracy: 91, fluency: 82, prosody: 73 },
    grammar: { level: 'B2', summary: 'Tenses are right' },
    vocabulary: { level: 'C1', summary: 'Rich' },
    pronunciationAssessment: 'Easy to follow throughout',
    overallScore: 84,
  };

  const text = letters(
    (
      await pdfPages(
        await reportPdf({ ...content, analysis: { ...content.analysis, specific, analytics: null } }),
      )
    ).join(''),
  );

  for (const fact of [
    'Accuracy',
    '91',
    'Fluency',
    '82',
    '73',
    'B2 · Tenses are right',
    'C1 · Rich',
    'Easy to follow throughout',
    '84',
  ]) {
    expect(text).toContain(letters(fact));
  }
});
