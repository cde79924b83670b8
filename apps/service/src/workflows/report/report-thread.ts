import { parentPort } from 'node:worker_threads';
import type { ReportContent } from '../../domains/analysis/report.model.ts';
import { giveWayToCalls } from '../thread-priority.ts';
import { reportPdf } from './report-document.ts';

// Runs as a thread of analysis-pdf.ts and prints one report after the other. What goes wrong ends it.

giveWayToCalls();
parentPort?.on('message', async (content: ReportContent) => {
  const pdf = await reportPdf(content);
  // A buffer may be a part of a larger one, which cannot be handed over.
  const bytes = Uint8Array.from(pdf);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
