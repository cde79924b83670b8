import { reportWords } from '../src/domains/analysis/report-language.model.ts';
import type { Language } from '../src/kernel/language.ts';
import { reportPdf } from '../src/workflows/report/report-document.ts';
import { reportContent } from '../tests/report-content.ts';
import type { Ratio } from './ratio.ts';

const PRINTS = 10;
const measured: readonly Language[] = ['EN', 'DE', 'AR', 'ZH', 'JA'];

/**
 * Reports of calls of twenty minutes printed each second of one core, by language. There is nothing like them to
 * measure against: the reference is one each second.
 */
export async function run(): Promise<Ratio[]> {
  const found: Ratio[] = [];
  for (const language of measured) {
    const content = reportContent(language);
    await reportPdf(content);
    const before = process.cpuUsage();
    let bytes = 0;
    for (let i = 0; i < PRINTS; i++) bytes = (await reportPdf(content)).length;
    const { user, system } = process.cpuUsage(before);
    console.log(`${language}: ${reportWords[language].title}, ${Math.round(bytes / 1000)} kB`);
    found.push({
      name: `analysis: PDF in ${language}`,
      ours: PRINTS / ((user + system) / 1e6),
      reference: 1,
      unit: 'PDFs/s of a core',
    });
  }
  return found;
}
