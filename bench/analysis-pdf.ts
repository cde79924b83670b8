import type { Language } from '@parley/language/language.ts';
import { makePrinter } from '@parley/service/workflows/analysis-pdf.ts';
import { reportContent } from '@parley/testing/report-content.ts';
import type { Ratio } from './ratio.ts';

const PRINTS = 10;
const measured: readonly Language[] = ['EN', 'DE', 'AR', 'ZH', 'JA'];
const oneThread = { atOnce: 1, mostWaiting: 0, mostWaitingEach: 0, timeoutMs: 60_000, heapMegabytes: 512 };

/**
 * PDF reports of twenty-minute calls rendered per second of one core, by language. There is nothing comparable to
 * measure against: the reference is one per second.
 */
export async function run(): Promise<Ratio[]> {
  const { print, close } = makePrinter(oneThread);
  const found: Ratio[] = [];
  for (const language of measured) {
    const content = reportContent(language);
    const { length } = await print('bench', content);
    console.log(`  report in ${language}: ${Math.round(length / 1000)} kB`);
    const before = process.cpuUsage();
    for (let i = 0; i < PRINTS; i++) await print('bench', content);
    const { user, system } = process.cpuUsage(before);
    found.push({
      name: `analysis: PDF in ${language}`,
      ours: PRINTS / ((user + system) / 1e6),
      reference: 1,
      unit: 'PDFs/s of a core',
      atLeast: 1,
    });
  }
  await close();
  return found;
}
